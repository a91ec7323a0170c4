"""The fastest line: histories of steering and drive with which a car passes a track in the least time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import ModelError, NumericalError, Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce.studies.driving.speed_holding import force_per_drive_torque
from jounce.studies.fastest_line.line_starts import driven_line_histories
from jounce.studies.fastest_line.shooting import LineModel, Shooting
from jounce.studies.fastest_line.station_crossings import StationCrossings
from jounce.studies.fastest_line.track import Track, track_problems
from jounce.studies.fastest_line.trust_region import Descent, descend_in_trust_region
from jounce.units import UnitError, to_si

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ACCELERATION_SCALE = 3.0  # m/s^2 by the drive: what one means in the search
FARTHEST = 20.0  # of what one means: beyond any lock and any tyre
SAME_TIME = 1e-4  # share of the time: starts that end so near each other found the same line
KEPT = 1e-4  # of a limit: what is missed by less counts as kept


@dataclass(frozen=True, eq=False, kw_only=True)
class LineCourse:
    """One start of the search and where it ended."""

    offset: float  # m, of the line that was driven first, to the left of the middle
    to_speed: float  # m/s, at which it was driven
    first: StationCrossings
    line: StationCrossings
    start_offset: float  # m, of the line that was found
    steering: np.ndarray  # rad, at the knots
    torque: np.ndarray  # N m, of each drive
    kept: bool  # all limits
    descent: Descent

    @property
    def time(self) -> float:
        """s, from the start to the last station."""
        return float(self.line.time[-1])


@dataclass(frozen=True, eq=False, kw_only=True)
class FastestLine:
    """What a search for the fastest line found."""

    track: Track
    places: np.ndarray  # m along the middle, of the stations
    acceleration: float  # m/s^2, the limit
    knots: np.ndarray  # s, of the histories
    start: SteadyMotionStart
    inputs: Mapping[str, Any]  # of the best course, for `jounce.simulate(found.start.ready, ...)`
    courses: tuple[LineCourse, ...]
    best: int

    @property
    def time(self) -> float:
        return self.courses[self.best].time

    @property
    def agreed(self) -> int:
        """How many starts kept all limits and ended at the best time."""
        return sum(own.kept and own.time - self.time <= SAME_TIME * self.time for own in self.courses)

    def plot(self, path: str | FilePath | None = None) -> Figure:
        """The line of each start on the track, its way there, speed and accelerations."""
        from jounce.views.plots.fastest_line_chart import plot_fastest_line

        return plot_fastest_line(self, [path] if path is not None else [])


def fastest_line(
    car: Vehicle,
    track: Track,
    *,
    speed: Any,
    acceleration: Any,
    starts: Sequence[tuple[float, float]],
    knot_step: float = 0.3,
    step: float = 2e-3,
) -> FastestLine:
    """The line on which a car passes a track in the least time, by direct shooting.

        bend = jounce.clothoid_path([25, 0.1, 39.2, 0.1, 30], [0, 0, 0.04, 0.04, 0, 0])
        found = jounce.fastest_line(car, jounce.Track(middle=bend, width=4.0), speed="15 m/s", acceleration="4 m/s^2",
                                    starts=[(0.0, 11.0), (-1.5, 10.0), (1.5, 12.0)])

    The car starts straight on at a speed, where in the width is open. Its steering wheel and its drive follow histories
    that are linear between knots. At all stations its centre of mass stays within the track, and its acceleration
    within a circle: what the driver dares. At the last it moves along the track. Each start is a line that a driver
    follows first, by its offset in m and its speed in m/s.
    """
    numbers, model = _checked(car, track, {"speed": (speed, "m/s"), "acceleration": (acceleration, "m/s^2")}, starts)
    start = start_straight(model, numbers["speed"])
    slowest = min(float(own[1]) for own in starts)
    longest = 1.2 * track.middle.length / min(slowest, numbers["speed"])
    knots = knot_step * np.arange(int(np.ceil(longest / knot_step)) + 1)
    per_torque = force_per_drive_torque(model) * len(model.drive)
    shooting = Shooting(
        car=model,
        start=start,
        track=track,
        places=track.station_places(),
        acceleration=numbers["acceleration"],
        knots=knots,
        step=step,
        torque_scale=ACCELERATION_SCALE * float(model.whole_mass) / per_torque,  # type: ignore[arg-type]
        lasted=[float(knots[-1])],
    )
    courses = [_course(shooting, float(offset), float(to_speed)) for offset, to_speed in starts]
    best = min(range(len(courses)), key=lambda k: (not courses[k].kept, courses[k].time))
    return FastestLine(
        track=track,
        places=shooting.places,
        acceleration=numbers["acceleration"],
        knots=knots,
        start=start,
        inputs=shooting.inputs(courses[best].descent.point),
        courses=tuple(courses),
        best=best,
    )


def _course(shooting: Shooting, offset: float, to_speed: float) -> LineCourse:
    """From one line to its end."""
    about = (shooting.car, shooting.start, shooting.track, shooting.knots, offset, to_speed)
    z = shooting.unknowns(offset, *driven_line_histories(*about))
    shooting.lasted[:] = [float(shooting.knots[-1])]
    try:
        first = shooting.cross(z)
    except NumericalError as error:
        raise NumericalError(f"start at {offset:g} m and {to_speed:g} m/s: {error}") from error
    high = np.full(len(z), FARTHEST)
    high[0] = 1.0
    descent = descend_in_trust_region(shooting.local_model, shooting.curvature, z, -high, high)
    at = shooting.local_model(descent.point)
    assert isinstance(at, LineModel)
    steering, torque = shooting.histories(descent.point)
    return LineCourse(
        offset=offset,
        to_speed=to_speed,
        first=first,
        line=at.crossings,
        start_offset=float(descent.point[0] * shooting.scales[0]),
        steering=steering,
        torque=torque,
        kept=at.violation <= KEPT,
        descent=descent,
    )


def _checked(
    car: Vehicle, track: Track, given: Mapping[str, tuple[Any, str]], starts: Sequence[tuple[float, float]]
) -> tuple[dict[str, float], CarModel]:
    """Numbers in SI and the car as a model, or all that is wrong with them."""
    problems, numbers = track_problems(track), {}
    for name, (value, unit) in given.items():
        try:
            numbers[name] = to_si(value, unit)
        except UnitError as error:
            problems.append(Problem(name, str(error), f"a number in {unit}"))
            continue
        if not 0.0 < numbers[name] < np.inf:
            problems.append(Problem(name, f"{value!r}", f"more than 0 {unit}"))
    if not starts:
        problems.append(Problem("starts", "there are none", "pairs of offset in m and speed in m/s"))
    for k, (offset, to_speed) in enumerate(starts):
        if abs(offset) > 0.5 * track.width or not to_speed > 0.0:
            what = f"{offset:g} m at {to_speed:g} m/s"
            problems.append(Problem(f"starts.{k}", what, "an offset within the track, and a speed above zero"))
    model = car.car_model()
    if model.steering is None or not model.drive or model.powertrain is not None:
        what = "needs a steering wheel, and a drive whose torque is given"
        problems.append(Problem("car", what, 'layout = "torque" of [drive], or electric motors'))
    if problems:
        raise ModelError("fastest_line", problems)
    return numbers, model
