"""A car before a course of cones: what every run through it shares, and one run of practice after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from jounce.errors import NumericalError
from jounce.model import Vehicle
from jounce.model.assemblies.size.data import CarOutline
from jounce.model.assembly.car import CarModel
from jounce.parts.drivers import DRIVERS, Driver, SingleTrack
from jounce.results import Result
from jounce.simulation.inputs import Source
from jounce.simulation.simulate import simulate
from jounce.studies.courses.cone_hits import Clearance, Poses, lane_clearance
from jounce.studies.courses.course import Course
from jounce.studies.courses.driving_line import DrivingLine
from jounce.studies.courses.line_search import Practised, practise_line
from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.driving.steering_lock import steering_lock

BEHIND = 20.0  # m of straight line behind the start
PRACTICE_STEP = 0.02  # s between rows of a practice run: between them the car moves on a curve, off by less than 1 mm
LOST = -10.0  # m, clearance of a run that could not be computed to its end
GAINS = {"macadam": "preview", "stanley": "gain", "pure_pursuit": "preview"}  # the number that practice may change


@dataclass(frozen=True, kw_only=True)
class CourseRun:
    """A car at speed before a course: everything of a run but the driver's line."""

    vehicle: Vehicle
    car: CarModel
    start: SteadyMotionStart
    speed: float
    course: Course
    outline: CarOutline
    run_in: float  # m from the front of the car to the entry
    inputs: Mapping[str, Source]
    accuracy: float
    slower: float  # times the time at constant speed that a run may take

    @property
    def way_to_entry(self) -> float:
        """Returns from where the middle of the front axle starts to the entry of the course."""
        return self.outline.front + self.run_in

    def start_on(self, line: DrivingLine) -> SteadyMotionStart:
        """The start before the course on a line, in the axes of the course: every run has its cones in one place."""
        ready = self.start.ready
        layout, state = ready.layout, ready.state.copy()
        state[layout.coordinates[self.start.car.coordinate("x")]] -= self.way_to_entry
        state[layout.coordinates[self.start.car.coordinate("y")]] += line.entry_height
        friction = ready.numbers.modes[layout.friction_places().ravel()]
        return replace(self.start, ready=ready.starting_from(state, friction))

    @property
    def duration(self) -> float:
        """Returns the time until the whole car has left the course, or long after it should have."""
        way = self.run_in + self.course.length + self.outline.front - self.outline.rear
        return self.slower * way / self.speed

    def path(self, line: DrivingLine) -> Any:
        return line.path(-self.way_to_entry - BEHIND)

    def poses(self, run: Result) -> Poses:
        """Tells where the car was until its tail has left the course."""
        gone = np.flatnonzero(self.behind_course(run) > 0.0)
        rows = slice(0, int(gone[0]) + 1 if gone.size else None)
        return Poses(run.time[rows], *(run[f"vehicle.{word}"][rows] for word in ("x", "y", "yaw")))

    def behind_course(self, run: Result) -> np.ndarray:
        """Tells how far the tail of the car is behind the end of the course; negative before it has left."""
        tail: np.ndarray = run["vehicle.x"] + self.outline.rear * np.cos(run["vehicle.yaw"])
        return tail - self.course.length

    def clearance(self, run: Result) -> Clearance:
        found = lane_clearance(self.course, self.outline, self.poses(run))
        assert found is not None  # the run starts before the first lane and heads for it
        return found


def course_driver(word: str, track: SingleTrack, run: CourseRun, line: DrivingLine, **more: Any) -> Driver:
    """Returns a driver of the library on a line; `more` are its own numbers."""
    given = {name: value for name, value in more.items() if value is not None}
    if given.get("angle_limit") is not None:  # a hand turns no further than the wheel does
        given["angle_limit"] = min(float(given["angle_limit"]), steering_lock(run.car))
    return DRIVERS[word](name="driver", path=run.path(line), wheel=str(run.car.steering), **(asdict(track) | given))


def practise_course(
    run: CourseRun,
    driver: Driver,
    first: DrivingLine,
    gain: float,
    most_runs: int,
    wanted: float,
    on_run: Callable[[int], None] | None = None,
) -> Practised:
    """The best line of a driver, and its gain as a share of the one it has, by driving the course again and again."""
    word = next(GAINS[name] for name, kind in DRIVERS.items() if kind is type(driver))
    usual = getattr(driver, word)

    def attempt(line: DrivingLine, share: float) -> tuple[float, float]:
        trained = replace(driver, path=run.path(line), **{word: usual * share})
        try:
            result = simulate(
                run.start_on(line).ready,
                run.duration,
                inputs=dict(run.inputs),
                controllers=[trained],
                integrator="auto",
                accuracy=run.accuracy,
                output_step=PRACTICE_STEP,
            )
        except NumericalError:
            return LOST, LOST
        missing = -float(run.behind_course(result).max())
        if missing > 0.0:  # it turned round, or left the road: the farther it came, the better
            return -1.0 - 0.05 * missing, -1.0 - 0.05 * missing
        found = run.clearance(result)
        return found.least, found.soft_least()

    return practise_line(attempt, first, most_runs, wanted, gain, on_run)
