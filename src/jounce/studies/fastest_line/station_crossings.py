"""When and how a run crosses the stations of a track, and how that changes with the unknowns.

A station is a straight line across the track. The run crosses it at the time t at which c(t) = (p(t) - p_station) . e
vanishes, e along the track. With an unknown z the time changes by dt = -c_z / c', and any channel by

    d f = f_z + f' dt.

Between its rows a run is the cubic spline through them, so that all of this holds to rounding for what is minimised.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.errors import NumericalError
from jounce.studies.fastest_line.track import Track

CHANNELS = tuple(f"vehicle.cg.{word}" for word in ("x", "y", "yaw", "vx", "vy", "ax", "ay"))
NEWTON_STEPS = 4  # from a straight line between rows: each squares an error of a few millimetres
REACH = 2.0  # widths of the track: a line across it is no station farther away


@dataclass(frozen=True, eq=False, kw_only=True)
class StationCrossings:
    """By station; slopes are [station, unknown]."""

    time: np.ndarray  # s
    offset: np.ndarray  # m, to the left of the middle line
    course: np.ndarray  # rad, from the middle line to the velocity
    speed: np.ndarray  # m/s
    ax: np.ndarray  # m/s^2, along the heading
    ay: np.ndarray
    time_slopes: np.ndarray
    offset_slopes: np.ndarray
    course_slopes: np.ndarray
    ax_slopes: np.ndarray
    ay_slopes: np.ndarray


def cross_stations(
    track: Track, places: np.ndarray, time: np.ndarray, rows: np.ndarray, slopes: np.ndarray
) -> StationCrossings:
    """Finds crossings from rows of `CHANNELS` over time [row, channel] and their slopes [unknown, row, channel]."""
    from scipy.interpolate import CubicSpline  # slow to import

    run, changes = CubicSpline(time, rows), CubicSpline(time, slopes.transpose(1, 0, 2))
    points, along = track.offset_points(places, 0.0), track.directions(places)
    left = np.column_stack([-along[:, 1], along[:, 0]])
    times = _crossing_times(run, time, points, along, REACH * track.width)
    at, rates, d = run(times), run(times, 1), changes(times)  # d: [station, unknown, channel]
    ahead = np.einsum("suc,sc->su", d[:, :, :2], along) / np.einsum("sc,sc->s", rates[:, :2], along)[:, None]
    d = d - ahead[:, :, None] * rates[:, None, :]
    yaw, vx, vy = at[:, 2], at[:, 3], at[:, 4]
    course = yaw + np.arctan2(vy, vx) - np.arctan2(along[:, 1], along[:, 0])
    turned = (vx[:, None] * d[:, :, 4] - vy[:, None] * d[:, :, 3]) / (vx**2 + vy**2)[:, None]
    return StationCrossings(
        time=times,
        offset=np.einsum("sc,sc->s", at[:, :2] - points, left),
        course=(course + np.pi) % (2 * np.pi) - np.pi,
        speed=np.hypot(vx, vy),
        ax=at[:, 5],
        ay=at[:, 6],
        time_slopes=-ahead,
        offset_slopes=np.einsum("suc,sc->su", d[:, :, :2], left),
        course_slopes=d[:, :, 2] + turned,
        ax_slopes=d[:, :, 5],
        ay_slopes=d[:, :, 6],
    )


def _crossing_times(run, time: np.ndarray, points: np.ndarray, along: np.ndarray, reach: float) -> np.ndarray:  # type: ignore[no-untyped-def]
    """Returns the first time at which each station is crossed forward, one after another."""
    fine = np.linspace(time[0], time[-1], 2 * len(time))
    places, found, first = run(fine)[:, :2], np.zeros(len(points)), 0
    for k, (point, direction) in enumerate(zip(points, along, strict=True)):
        ahead = (places - point) @ direction
        near = np.abs((places - point) @ np.array([-direction[1], direction[0]])) < reach
        crossed = np.flatnonzero((ahead[first:-1] < 0.0) & (ahead[first + 1 :] >= 0.0) & near[first:-1])
        if not crossed.size:
            raise NumericalError(f"the car does not come to station {k + 1} of {len(points)} within {time[-1]:g} s")
        first += int(crossed[0])
        t = fine[first] + (fine[first + 1] - fine[first]) * ahead[first] / (ahead[first] - ahead[first + 1])
        for _ in range(NEWTON_STEPS):
            t -= ((run(t)[:2] - point) @ direction) / (run(t, 1)[:2] @ direction)
        found[k] = t
    return found
