"""The fastest line: histories of steering and drive with which a car passes a track soonest, and their starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextvars import copy_context
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.arguments import check_arguments, check_methods
from jounce.errors import ModelError, NumericalError, Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.progress import Report, report_progress
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce.studies.driving.speed_holding import force_per_drive_torque
from jounce.studies.fastest_line.shooting import LineModel, Shooting
from jounce.studies.fastest_line.station_crossings import StationCrossings
from jounce.studies.fastest_line.track import Track, track_problems
from jounce.studies.fastest_line.trust_region import Descent, descend_in_trust_region
from jounce.studies.study import Progress
from jounce.units import UnitError, to_si
from jounce.workers import count_workers

if TYPE_CHECKING:
    from matplotlib.figure import Figure
from dataclasses import asdict

from jounce.parts.drivers import MacAdam
from jounce.parts.paths import polyline_path
from jounce.simulation.simulate import simulate
from jounce.studies.driving.single_track_of_car import single_track_of_car

ACCELERATION_SCALE = 3.0  # m/s^2 by the drive: what one means in the search
FARTHEST = 20.0  # of what one means: beyond any lock and any tyre
SAME_TIME = 1e-4  # share of the time: starts that end so near each other found the same line
KEPT = 1e-4  # of a limit: what is missed by less counts as kept
CHANGE = 2.5  # m/s^2, from the speed at the start to that of the line
RUN_IN, RUN_OUT = 20.0, 60.0  # m of straight line before the track and behind it, for a driver who looks ahead
POINT_SPACING = 0.5  # m


@dataclass(frozen=True, eq=False, kw_only=True)
class SearchedLine:
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
        """Returns the time from the start to the last station, in s."""
        return float(self.line.time[-1])


@check_methods
@dataclass(frozen=True, eq=False, kw_only=True)
class FastestLine:
    """What a search for the fastest line found."""

    track: Track
    places: np.ndarray  # m along the middle, of the stations
    acceleration: float  # m/s^2, the limit
    knots: np.ndarray  # s, of the histories
    start: SteadyMotionStart
    inputs: Mapping[str, Any]  # of the best course, for `jounce.simulate(found.start.ready, ...)`
    courses: tuple[SearchedLine, ...]
    best: int

    @property
    def time(self) -> float:
        return self.courses[self.best].time

    @property
    def agreed(self) -> int:
        """Tells how many starts kept all limits and ended at the best time."""
        return sum(own.kept and own.time - self.time <= SAME_TIME * self.time for own in self.courses)

    def plot(self, path: str | FilePath | None = None) -> Figure:
        """Plots the line of each start on the track, its way there, speed and accelerations."""
        from jounce.views.plots.fastest_line_chart import plot_fastest_line

        return plot_fastest_line(self, [path] if path is not None else [])


@check_arguments
def fastest_line(
    car: Vehicle,
    track: Track,
    *,
    speed: Any,
    acceleration: Any,
    starts: Sequence[tuple[float, float]],
    knot_step: float = 0.3,
    step: float = 2e-3,
    workers: int | None = None,
    progress: bool | Progress = False,
) -> FastestLine:
    """Returns the line on which a car passes a track in the least time, by direct shooting.

        bend = jounce.parts.paths.clothoid_path([25, 0.1, 39.2, 0.1, 30], [0, 0, 0.04, 0.04, 0, 0])
        track = jounce.studies.Track(middle=bend, width=4.0)
        found = jounce.fastest_line(car, track, speed="15 m/s", acceleration="4 m/s^2",
                                    starts=[(0.0, 11.0), (-1.5, 10.0), (1.5, 12.0)])

    The car starts straight on at a speed, where in the width is open. Its steering wheel and its drive follow histories
    that are linear between knots. At all stations its centre of mass stays within the track, and its acceleration
    within a circle: what the driver dares. At the last it moves along the track. Each start is a line that a driver
    follows first, by its offset in m and its speed in m/s; `workers` of them are searched at a time, by default one for
    each core. `progress=True` draws a bar; a function is called with the share that is done.
    """
    count = count_workers("fastest_line", workers)
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
    with report_progress(progress, f"{len(starts)} starts") as report:
        courses = _run_searches(shooting, starts, count, report)
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


def _run_searches(
    shooting: Shooting, starts: Sequence[tuple[float, float]], workers: int, report: Report | None
) -> list[SearchedLine]:
    """All starts, some at a time, each with a memory of its own."""
    with ThreadPoolExecutor(workers) as pool:
        under_way = [
            pool.submit(copy_context().run, _search, replace(shooting, lasted=[]), float(offset), float(to_speed))
            for offset, to_speed in starts
        ]
        for ended, _ in enumerate(as_completed(under_way), start=1):
            if report is not None:
                report(ended / len(starts))
        return [one.result() for one in under_way]


def _search(shooting: Shooting, offset: float, to_speed: float) -> SearchedLine:
    """Searches from one line to its end."""
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
    return SearchedLine(
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
    """Returns numbers in SI and the car as a model, or all that is wrong with them."""
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


def driven_line_histories(
    car: CarModel, start: SteadyMotionStart, track: Track, times: np.ndarray, offset: float, to_speed: float
) -> tuple[np.ndarray, np.ndarray]:
    """Returns values at times of the steering wheel's angle, and of the torque of each drive."""
    speed = float(start.seen()["vehicle.cg.vx"])
    hold = float(start.inputs[car.drive[0]])
    change = np.sign(to_speed - speed) * CHANGE * float(car.whole_mass) / force_per_drive_torque(car)  # type: ignore[arg-type]
    torque = np.where(times < abs(to_speed - speed) / CHANGE, hold + change / len(car.drive), hold)
    torque[0] = hold
    line = _line_from_start(start, track, offset)
    single = single_track_of_car(car, speed, start)
    driver = MacAdam(name="driver", path=line, wheel=str(car.steering), **asdict(single))
    inputs = {name: value for name, value in start.inputs.items() if name != car.steering}
    inputs |= {name: (times, torque, "linear") for name in car.drive}  # type: ignore[misc]
    run = simulate(
        start.ready, float(times[-1]), inputs=inputs, controllers=[driver], integrator="auto", output_step=0.05
    )
    return np.interp(times, run.time, run["steering.wheel.angle"]), torque


def _line_from_start(start: SteadyMotionStart, track: Track, offset: float):  # type: ignore[no-untyped-def]
    """Returns the line beside the middle, moved to where the car starts."""
    places = np.linspace(0.0, track.middle.length, round(track.middle.length / POINT_SPACING) + 1)
    points, along = track.offset_points(places, offset), track.directions(places)
    whole = np.vstack([points[0] - RUN_IN * along[0], points, points[-1] + RUN_OUT * along[-1]])
    seen = start.seen()
    return polyline_path(
        (whole[:, 0] + float(seen["vehicle.cg.x"])).tolist(),
        (whole[:, 1] - offset + float(seen["vehicle.cg.y"])).tolist(),
    )
