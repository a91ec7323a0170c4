"""Stopping of a car, read off a run: time, distance, decelerations, wheels that lock."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.read_offs import crossing, first_instant, highest, time_held, value_at
from jounce.simulation.judging.drive_checks import Asked

STANDING = 0.01  # m/s
WET = 6.0  # m/s^2
SHORTEST, LONGEST, STAND = 6.0, 60.0, 1.5  # s of a run, of braking, of standing afterwards
DEVELOPED, ENDING = 0.8, 0.1  # of the initial speed: between them the deceleration is fully developed [ISO 21994]
LAST_SHARE = 0.05  # of the initial speed, below which the car comes to a standstill
SLOW, SLOW_SHARE = 15.0 / 3.6, 0.25  # m/s, and share of the first speed: below both a locked wheel does little
STOPPING_METRICS = {
    "stopping_time": ("s", f"from the first movement of the pedal until the car is slower than {STANDING} m/s"),
    "stopping_distance": ("m", "from the first movement of the pedal to standstill"),
    "mean_deceleration": (
        "m/s^2",
        "mean fully developed deceleration: from 0.8 to 0.1 of the initial speed, over distance",
    ),
    "largest_deceleration": (
        "m/s^2",
        "largest deceleration along the way of the reference point, until the car stands",
    ),
}


def stopping_run_time(vehicle: Vehicle, car: CarModel, speed: float, pedal: float, begin: float, grip: float) -> float:
    """Seconds to stop by the brakes' torque, or by the road's grip (m/s^2) where that is less, and some to stand."""
    radius = float(np.mean([float(corner.tyre_radius) for corner in car.corners.values()]))  # type: ignore[arg-type]
    braking = stopping_torque(vehicle, pedal) / (radius * float(car.whole_mass))  # type: ignore[arg-type]
    stopping = abs(speed) / max(min(braking, grip), abs(speed) / LONGEST)
    return max(SHORTEST, begin + 1.2 * stopping + STAND)


def stopping_torque(vehicle: Vehicle, pedal: float) -> float:
    """Returns the brake torque of all wheels of all units at a pedal travel, in N m; brakes by overrun have none."""
    units = [unit for unit in vehicle.units.values() if unit.brakes is not None]
    return float(sum(unit.brakes.whole_torque(pedal, len(unit.axles)) for unit in units))


def stopping_speed(run: Result) -> np.ndarray:
    """Returns the speed along the way that the car goes, negative once it has turned back. A car that spins goes on."""
    return (_over_ground(run, "v") * _stopping_directions(run)).sum(axis=1)


def stopping_deceleration(run: Result) -> np.ndarray:
    """Returns the deceleration along the same way: what takes the speed away, however the car is turned."""
    return -(_over_ground(run, "a") * _stopping_directions(run)).sum(axis=1)


def _stopping_directions(run: Result) -> np.ndarray:
    """Returns the unit vectors over ground, of the way that the car goes.

    Near standstill the way is that of the last fast motion: then the car springs back, and swings sideways.
    """
    ground = _over_ground(run, "v")
    speed = np.hypot(ground[:, 0], ground[:, 1])
    near = np.flatnonzero(speed < LAST_SHARE * speed[0])
    last = near[0] if near.size else len(speed) - 1
    rows = np.minimum(np.arange(len(speed)), last)
    return ground[rows] / speed[rows, np.newaxis]


def _over_ground(run: Result, letter: str) -> np.ndarray:
    """Returns the velocity or acceleration of the reference point, turned out of the car's heading."""
    x, y, yaw = run[f"vehicle.{letter}x"], run[f"vehicle.{letter}y"], run["vehicle.yaw"]
    c, s = np.cos(yaw), np.sin(yaw)
    return np.stack([c * x - s * y, s * x + c * y]).T


def stopping_way(run: Result) -> np.ndarray:
    """Returns the way along the path of the reference point, from row to row."""
    pieces = np.hypot(np.diff(run["vehicle.x"]), np.diff(run["vehicle.y"]))
    return np.concatenate([[0.0], np.cumsum(pieces)])


def stopping_slow(first: float) -> float:
    """Returns the speed below which locked wheels do not count, in m/s."""
    return min(SLOW, SLOW_SHARE * first)


def stopping_instant(run: Result) -> float:
    """Tells when the car stands; not a number where it still rolls."""
    return crossing(run.time, -stopping_speed(run), -STANDING)


def stopping_values(run: Result, begin: float) -> dict[str, float]:
    """Returns the metrics above, as far as the car got."""
    t, v, x = run.time, stopping_speed(run), stopping_way(run)
    stopped, late = crossing(t, -v, -STANDING), crossing(t, -v, -ENDING * v[0])
    found: dict[str, float] = {}
    if np.isfinite(stopped):
        distance = value_at(t, x, stopped) - value_at(t, x, begin)
        found |= {"stopping_time": stopped - begin, "stopping_distance": distance}
    if np.isfinite(late):
        braked = value_at(t, x, late) - value_at(t, x, crossing(t, -v, -DEVELOPED * v[0]))
        found["mean_deceleration"] = float(v[0] ** 2 * (DEVELOPED**2 - ENDING**2) / (2 * braked))
    braking = ~(t > stopped)  # also where it does not stop
    found["largest_deceleration"] = highest(t[braking], stopping_deceleration(run)[braking])
    return found


def stopped_as_asked(run: Result) -> Asked:
    """Returns the speed that the brakes shall take away, and the one that they took."""
    v = stopping_speed(run)
    return Asked("standstill", float(v[0]), float(v[0] - v[-1]), "m/s")


def stopping_notes(run: Result, duration: float) -> list[str]:
    """Says that the car still rolls at the end."""
    if np.isfinite(stopping_instant(run)):
        return []
    return [f"still rolling at {stopping_speed(run)[-1]:.3g} m/s after {duration:g} s: give a longer --duration"]


def split_road_stopping_notes(run: Result, corners: Iterable[str], begin: float) -> list[str]:
    """Which wheels cross the middle of the road before the car stands: from there on friction is not split by sides."""
    stopped = stopping_instant(run)
    rows = (run.time >= begin) & ~(run.time > stopped)
    t, left = run.time[rows], {}
    for corner in corners:
        y = run[f"{corner}.tyre.y"]
        off = y[rows] * y[0] < 0.0
        if off.any():
            share = time_held(t, off) / (t[-1] - t[0])
            left[corner] = (
                f"{corner} first after {first_instant(t, off) - begin:.3g} s, for {100.0 * share:.0f} % of the stop"
            )
    if not left:
        return []
    return [
        f"wheels leave their half of the split road: {'; '.join(left.values())}. "
        "Distance and decelerations are not those of split friction alone"
    ]


def locking_times(run: Result, corners: Iterable[str]) -> dict[str, float]:
    """Returns when the brake of each wheel that locks first holds it fast, in order; slower than 15 km/h no wheel is
    looked at.

    The speed is that of the car along its way: a car that slides sideways has locked wheels too.
    """
    v, found = stopping_speed(run), {}
    fast = v > stopping_slow(v[0])
    for corner in corners:
        locked = first_instant(run.time, fast & (run[f"{corner}.brake.sticks"] == 1.0))
        if np.isfinite(locked):
            found[corner] = locked
    return dict(sorted(found.items(), key=lambda item: item[1]))
