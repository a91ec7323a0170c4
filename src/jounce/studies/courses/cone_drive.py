"""A drive through cones: what the studies on courses share, from the practice before it to the verdict behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, fields, replace
from itertools import count
from typing import Any, ClassVar

import numpy as np

from jounce.errors import NumericalError, Problem
from jounce.model import Vehicle
from jounce.model.assemblies.size.data import CarOutline, car_outline
from jounce.model.assembly.car import CarModel
from jounce.parts.controls.delay_line import delay_line_length
from jounce.parts.drivers import DRIVERS, SingleTrack
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import crossing, highest, largest, value_at
from jounce.simulation.inputs import Source
from jounce.studies.courses.cone_hits import ConeHit, cones_hit
from jounce.studies.courses.course import Course
from jounce.studies.courses.driving_line import DrivingLine, centre_line
from jounce.studies.courses.line_search import usual_line
from jounce.studies.courses.practice import GAINS, CourseRun, course_driver, practise_course
from jounce.studies.driving.drive import Added, Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce.studies.driving.single_track_of_car import single_track_of_car, single_track_sentence
from jounce.studies.settings import STEP, Amount, Amounts, Count, Flag, NamedAmounts, Word
from jounce.studies.study import Definitions, Progress

KMH = 1.0 / 3.6  # m/s
STEADY_RUN_IN = 0.5  # s at the speed of entry, before the cones begin
WANTED_CLEARANCE = 0.01  # m at which practice ends: a cone is a cone, and numbers of a tyre are not known to more
SURE = 1e-3  # m from which on a practice run counts as clean: its rows lie farther apart than those of the run shown
PREVIEWS = (
    0.9,
    2.0,
)  # s, s/s: preview of MacAdam's driver without delay, and by delay: best on the centre line for golf1 and small_car
PREVIEW_SOURCE = "0.9 s, and twice a delay that is not compensated"
SAME_DELAY = 1e-6  # s
DECIMALS = 6  # of m/s by which speeds of the ladder are told apart

SINGLE_TRACK = {
    "mass": ("kg", 1e6),
    "yaw_inertia": ("kg m^2", 1e8),
    "front_length": ("m", 20.0),
    "rear_length": ("m", 20.0),
    "front_stiffness": ("N/rad", 1e8),
    "rear_stiffness": ("N/rad", 1e8),
    "steering_ratio": ("1", 100.0),
}


@dataclass(frozen=True)
class PractisedLine:
    """A line and a driver that are ready for the run that counts."""

    run: CourseRun
    track: SingleTrack
    line: DrivingLine
    gain: float  # of the driver, as a share of its usual one
    practice_runs: int
    highest: float | None  # m/s; None where it was not asked for, or where no speed is clean
    halted: str = ""  # why no further speed could be tried


class ConeDrive(Drive):
    """What the studies on courses of cones share."""

    doing = "practising and driving"
    speed = Amount(
        default="80 km/h", unit="m/s", least=10.0 * KMH, most=300.0 * KMH, meaning="speed at the entry of the course"
    )
    driver = Word(default="macadam", words=tuple(word.replace("_", "-") for word in DRIVERS), meaning="who steers")
    delay = Amount(
        default="0.1 s", unit="s", least=0.0, most=1.0, meaning="from what the driver sees to its hand, in whole 10 ms"
    )
    lag = Amount(default="30 ms", unit="s", least=0.0, most=1.0, meaning="neuromuscular lag of the hand")
    rate_limit = Amount(
        default="800 deg/s", unit="rad/s", least=0.1, most=100.0, meaning="largest rate of the steering wheel"
    )
    angle_limit = Amount(
        default="540 deg", unit="rad", least=0.1, most=30.0, meaning="largest angle of the steering wheel"
    )
    compensated = Flag(
        meaning="whether the driver allows for the delay, with the single track and what it told its hand"
    )
    preview = Amount(
        unit="s",
        least=0.05,
        most=5.0,
        meaning="preview time of macadam, of pure-pursuit",
        auto=f"macadam: {PREVIEW_SOURCE}",
    )
    gain = Amount(unit="1/s", least=0.01, most=100.0, meaning="gain of stanley on the distance", auto="1 1/s")
    damping = Amount(unit="s", least=0.0, most=10.0, meaning="of stanley against yawing", auto="0.1 s")
    line = Word(
        default="centre",
        words=("centre", "usual", "searched", "given"),
        meaning="the driver's line: middle of the lanes; longer shifts; found by practice runs; that of line_numbers",
    )
    line_numbers = Amounts(
        unit="m",
        least=-1000.0,
        most=1000.0,
        counts=(7,),
        meaning="a line as a run before has found it: in at, out from, to, height, back from, to, height",
        auto="none: as `line` says",
    )
    practice_runs = Count(default=250, least=1, most=100_000, meaning="most practice runs for a line at one speed")
    highest = Flag(meaning="search the highest clean speed of entry, from speed up or down; the run shown is that one")
    speed_step = Amount(
        default="2.5 km/h",
        unit="m/s",
        least=0.1 * KMH,
        most=50.0 * KMH,
        meaning="from one speed of that search to the next",
    )
    width = Amount(
        unit="m", least=0.1, most=10.0, meaning="width of the car that the lanes are made for", auto="that of the car"
    )
    cone_radius = Amount(
        default="145 mm", unit="m", least=0.01, most=1.0, meaning="radius of the base of a cone of 500 mm, estimated"
    )
    run_in = Amount(
        unit="m", least=0.0, most=1000.0, meaning="from the front of the car to the first cones", auto="0.5 s at speed"
    )
    single_track = NamedAmounts(
        default={},
        entries={
            name: Amount(unit=unit, least=1e-3, most=most, meaning="of the single track that the driver has in mind")
            for name, (unit, most) in SINGLE_TRACK.items()
        },
        example="yaw_inertia=1350 kg m^2",
        meaning="numbers of the single track that the driver has in mind; the others are read off the car",
    )
    step = STEP
    slower: ClassVar[float] = 1.2  # times the time at constant speed that a run may take
    panels = (
        Panel("track: x from the entry of the course, y from the middle of lane 1", ("vehicle.y",), "vehicle.x"),
        Panel("lateral acceleration of the centre of mass", ("vehicle.cg.ay",)),
        Panel("roll angle", ("vehicle.roll",)),
        Panel("steering wheel", ("steering.wheel.angle",)),
    )
    metrics: ClassVar[Definitions] = {
        "passed": ("1", "1 where no part of the outline of the car left a lane, else 0"),
        "cones_hit": ("1", "cones whose base the outline of the car touched"),
        "least_clearance": ("m", "least distance of the outline from a limit of a lane; negative beyond it"),
        "clearance_lane_{number}": ("m", "the same in lane {number}"),
        "first_hit_x": ("m", "distance from the entry of the first cone that was hit"),
        "highest_clean_speed": (
            "m/s",
            "highest speed of entry at which no limit was crossed, of those that were tried",
        ),
        "entry_speed": (
            "m/s",
            "speed of the centre of mass when the front of the car is at the entry",
            "driving speed",
        ),
        "exit_speed": ("m/s", "speed of the centre of mass when the tail leaves the course", "driving speed"),
        "time_in_course": ("s", "from the front of the car at the entry to its tail at the end"),
        "largest_lateral_acceleration": ("m/s^2", "largest |lateral acceleration| of the centre of mass"),
        "largest_yaw_rate": ("rad/s", "largest |yaw velocity|"),
        "largest_roll": ("rad", "largest |roll| of the body"),
        "largest_sideslip": ("rad", "largest |sideslip| of the centre of mass"),
        "largest_steering_angle": ("rad", "largest |angle| of the steering wheel"),
        "largest_steering_rate": ("rad/s", "largest |rate| of the steering wheel"),
        "largest_path_error": ("m", "largest distance of the centre of mass from the driver's line"),
        "practice_runs": ("1", "runs of practice before this one"),
        "front_stiffness": ("N/rad", "cornering stiffness of the front axle in the driver's single track"),
        "rear_stiffness": ("N/rad", "cornering stiffness of the rear axle in the driver's single track"),
    }

    # what a course is, and what the drive does in it
    def make_course(self, width: float) -> Course:
        raise NotImplementedError

    def drive_inputs(self, car: CarModel, start: SteadyMotionStart, run_in: float) -> dict[str, Source]:
        """Returns histories of the drive; it holds the speed where none is given."""
        return {}

    def driver_word(self) -> str:
        return str(self.driver).replace("-", "_")

    def contradictions(self) -> Iterator[Problem]:
        yield from super().contradictions()
        if self.driver == "stanley" and self.preview is not None:
            yield Problem("preview", "stanley has none", "driver = macadam or pure-pursuit, or no preview")
        for word in ("gain", "damping"):
            if self.driver != "stanley" and getattr(self, word) is not None:
                yield Problem(word, f"{self.driver} has none", f"driver = stanley, or no {word}")
        if self.line == "given" and self.line_numbers is None:
            yield Problem("line", "no line is given", "line_numbers, seven numbers in m; or another line")
        if self.line == "searched" and self.line_numbers is not None:
            what = "a line is either given or searched"
            yield Problem("line_numbers", what, "line = given to drive it, or line = searched without line_numbers")
        if self.line_numbers is not None:
            given = self.line_numbers
            if not (given[1] < given[2] and given[4] < given[5]):
                yield Problem(
                    "line_numbers",
                    "a shift ends before it begins",
                    "in at, out from, to, height, back from, to, height",
                )

    # before the run that counts
    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = self.require_car(subject)
        share = 0.9 if self.practises() else 0.0
        ready = self.get_ready(vehicle, on_progress and (lambda part: on_progress(share * part)))
        rest = on_progress and (lambda part: on_progress(share + (1.0 - share) * part))
        result = self.drive_and_measure(self.manoeuvre_of(ready), rest)
        return replace(result, panels=_with_cones(result))

    def practises(self) -> bool:
        return self.line == "searched" or bool(self.highest)

    def get_ready(self, vehicle: Vehicle, on_progress: Progress | None) -> PractisedLine:
        """Returns the run, the single track and the line; both after as much practice as was asked for."""
        car = self.build_car(vehicle, "angle")
        self.steering(car)
        outline = self.fitting_outline(vehicle)
        start = start_straight(car, self.speed)
        course = self.make_course(self.width or outline.width)
        first = self.first_line(course)
        done = {"runs": 0}
        expected = self.practice_runs * (5 if self.highest else 1)

        def tell(count: int) -> None:
            done["runs"] += 1
            if on_progress is not None:
                on_progress(min(0.99, done["runs"] / (done["runs"] + 0.5 * expected)))

        def attempt(speed: float, line: DrivingLine, gain: float) -> tuple[PractisedLine, float]:
            run = self.course_run(vehicle, car, course, outline, speed, start if speed == self.speed else None)
            track = self.inner_car(run)
            driver = course_driver(self.driver_word(), track, run, line, **self.driver_numbers())
            most = self.practice_runs if self.line == "searched" else 1
            found = practise_course(run, driver, line, gain, most, WANTED_CLEARANCE, tell)
            return PractisedLine(run, track, found.line, found.gain, 0, None), found.clearance

        if self.highest:
            ready = self._climb(attempt, first)
        elif self.line == "searched":
            ready, _ = attempt(self.speed, first, 1.0)
        else:
            run = self.course_run(vehicle, car, course, outline, self.speed, start)
            ready = PractisedLine(run, self.inner_car(run), first, 1.0, 0, None)
        return replace(ready, practice_runs=done["runs"])

    def first_line(self, course: Course) -> DrivingLine:
        """Returns the line that is driven, or with which practice begins."""
        if self.line_numbers is not None:
            return DrivingLine(*self.line_numbers)
        return centre_line(course) if self.line == "centre" else usual_line(course)

    def _climb(self, attempt: Any, first: DrivingLine) -> PractisedLine:
        """Returns the highest clean speed: up from the first one while it is clean, else down until it is.

        It ends at the limits of the setting `speed` at the latest.
        """
        found, clearance = attempt(self.speed, first, 1.0)
        up, halted = clearance >= SURE, ""
        best = found if up else None
        for k in count(1):
            speed = round(self.speed + (k if up else -k) * self.speed_step, DECIMALS)
            if not type(self).speed.least <= speed <= type(self).speed.most:
                break
            before = best or found
            try:
                found, clearance = attempt(speed, before.line, before.gain)
            except NumericalError as error:  # such as a car that has no steady motion there
                halted = f"the search ended before {3.6 * speed:g} km/h: {error}"
                break
            if clearance >= SURE:
                best = found
            if (clearance >= SURE) != up:
                break
        return replace(best or found, highest=best.run.speed if best else None, halted=halted)

    def fitting_outline(self, vehicle: Vehicle) -> CarOutline:
        """Returns the outline of a car that fits into the lanes."""
        outline = car_outline(vehicle)
        lane = self.make_course(self.width or outline.width).lanes[0]
        if outline.width >= lane.width:
            what = f"the car is {outline.width:.4g} m wide, lane 1 for a car of {self.width:.4g} m {lane.width:.4g} m"
            raise self.refuse("width", what, "lanes that the car fits into; without a width they are made for the car")
        return outline

    def inner_car(self, run: CourseRun) -> SingleTrack:
        """The single track that the driver has in mind: as given, the rest read off the car at the speed of the run."""
        given = dict(self.single_track)
        if set(given) == {field.name for field in fields(SingleTrack)}:
            return SingleTrack(**given)
        return replace(single_track_of_car(run.car, run.speed, run.start), **given)

    def course_run(
        self,
        vehicle: Vehicle,
        car: CarModel,
        course: Course,
        outline: CarOutline,
        speed: float,
        start: SteadyMotionStart | None = None,
    ) -> CourseRun:
        start = start or start_straight(car, speed)
        run_in = STEADY_RUN_IN * speed if self.run_in is None else self.run_in
        return CourseRun(
            vehicle=vehicle,
            car=car,
            start=start,
            speed=speed,
            course=course,
            outline=outline,
            run_in=run_in,
            inputs=dict(start.inputs) | self.drive_inputs(car, start, run_in),
            accuracy=self.accuracy,
            slower=self.slower,
        )

    def driver_numbers(self) -> dict[str, Any]:
        """Returns the driver's own numbers, but for the gain that practice has changed."""
        numbers = {word: getattr(self, word) for word in ("delay", "lag", "rate_limit", "angle_limit", "compensated")}
        preview = self.preview
        if preview is None and self.driver == "macadam":
            preview = PREVIEWS[0] + (0.0 if self.compensated else PREVIEWS[1] * self.delay)
        return numbers | {"preview": preview, "gain": self.gain, "damping": self.damping}

    # the run that counts
    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        return self.manoeuvre_of(self.get_ready(vehicle, None))

    def manoeuvre_of(self, ready: PractisedLine) -> Manoeuvre:
        run, line = ready.run, ready.line
        driver = course_driver(self.driver_word(), ready.track, run, line, **self.driver_numbers())
        word = GAINS[self.driver_word()]
        driver = replace(driver, **{word: getattr(driver, word) * ready.gain})
        delay = delay_line_length(self.delay, float(driver.rate)) / float(driver.rate)  # type: ignore[arg-type]
        told = f"driver {self.driver}, {word} {getattr(driver, word):.3g}, delay {delay:g} s"
        told += " (compensated)" if self.compensated and self.delay else ""
        told += "" if abs(delay - self.delay) < SAME_DELAY else f", the next whole tick above {self.delay:g} s"
        told += f", steering wheel at most {np.degrees(self.rate_limit):.4g} deg/s"
        return Manoeuvre(
            vehicle=run.vehicle,
            start=run.start_on(line),
            duration=run.duration,
            inputs={name: source for name, source in run.inputs.items() if isinstance(source, tuple)},
            controllers=(driver,),
            found={"ready": ready, word: getattr(driver, word)} | self.settings_of_repeat(ready),
            notes=(told, *self.course_notes(ready)),
        )

    def settings_of_repeat(self, ready: PractisedLine) -> dict[str, Any]:
        """Returns settings of what was found: a run with these drives the same way, and needs no practice."""
        found = {"line_numbers": list(astuple(ready.line)), "speed": ready.run.speed, "highest": False}
        return found | ({"line": "given"} if self.line == "searched" or self.line_numbers is not None else {})

    def course_notes(self, ready: PractisedLine) -> list[str]:
        run, found = ready.run, self.line if self.line_numbers is None else "given"
        notes = [
            f"{run.course.name}, {run.course.note}; {run.outline.note()}",
            f"x from the entry, y to the left of the middle of lane 1; line ({found}): {ready.line.sentence()}",
            single_track_sentence(ready.track),
        ]
        if self.highest and ready.highest is None:
            last, step = 3.6 * run.speed, 3.6 * self.speed_step
            notes.append(
                f"no speed from {3.6 * self.speed:g} down to {last:g} km/h was clean, in steps of {step:g} km/h"
            )
        elif ready.highest is not None and ready.highest + self.speed_step > type(self).speed.most:
            notes.append(f"{3.6 * ready.highest:g} km/h is the last speed that was tried: a higher one cannot be set")
        return [*notes, ready.halted] if ready.halted else notes

    # behind it
    def channels(self, run: Result, done: Manoeuvre) -> Added:
        ready: PractisedLine = done.found["ready"]
        path, station, errors = ready.run.path(ready.line), 0.0, []
        for x, y in zip(run["vehicle.cg.x"].tolist(), run["vehicle.cg.y"].tolist(), strict=True):
            station = path.nearest(x, y, station)
            errors.append(path.error(x, y, station))
        meaning = "distance of the centre of mass from the driver's line, positive to the left of it"
        return {"course.path_error": (np.array(errors), "m", meaning)}

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        ready: PractisedLine = done.found["ready"]
        here, hits = ready.run.clearance(run), self._hits(run, ready)
        rows, entered = self._rows_in_course(run, ready.run)
        left = bool(highest(run.time, ready.run.behind_course(run)) > 0.0)
        passed = here.least >= 0.0 and left and not hits
        found = {"passed": float(passed), "cones_hit": float(len(hits)), "least_clearance": here.least}
        found |= {f"clearance_lane_{lane[-1]}": least for lane, least in here.by_lane().items()}
        if hits:
            found["first_hit_x"] = hits[0].cone.x
        if ready.highest is not None:
            found["highest_clean_speed"] = ready.highest
        speeds = run["vehicle.cg.speed"]
        found["entry_speed"] = value_at(run.time, speeds, entered)
        if left:
            found |= {"exit_speed": float(speeds[rows][-1]), "time_in_course": float(run.time[rows][-1] - entered)}
        channels = {
            "lateral_acceleration": "vehicle.cg.ay",
            "yaw_rate": "vehicle.yaw_rate",
            "roll": "vehicle.roll",
            "sideslip": "vehicle.cg.sideslip",
            "steering_angle": "steering.wheel.angle",
            "path_error": "course.path_error",
        }
        found |= {f"largest_{word}": largest(run.time[rows], run[name][rows]) for word, name in channels.items()}
        found["largest_steering_rate"] = largest(run.time[rows], _steering_rate(run)[rows])
        track: Any = ready.track
        stiffnesses = {word: float(getattr(track, word)) for word in ("front_stiffness", "rear_stiffness")}
        return found | {"practice_runs": float(ready.practice_runs)} | stiffnesses

    def _rows_in_course(self, run: Result, course: CourseRun) -> tuple[slice, float]:
        """Returns rows until the tail leaves the course, and the time at which the front of the car came to it."""
        gone = np.flatnonzero(course.behind_course(run) > 0.0)
        front = run["vehicle.x"] + course.outline.front * np.cos(run["vehicle.yaw"])
        entered = crossing(run.time, front, 0.0) if course.run_in else 0.0
        return slice(0, int(gone[0]) + 1 if gone.size else None), entered

    def _hits(self, run: Result, ready: PractisedLine) -> list[ConeHit]:
        return cones_hit(ready.run.course, ready.run.outline, ready.run.poses(run))

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        ready: PractisedLine = done.found["ready"]
        here, hits = ready.run.clearance(run), self._hits(run, ready)
        missing = -highest(run.time, ready.run.behind_course(run))
        at = f"{3.6 * ready.run.speed:.4g} km/h"
        faults = []
        if hits:
            more = f" and {len(hits) - 1} more" if len(hits) > 1 else ""
            faults.append(f"it hit cone {hits[0].sentence()}{more}")
        if missing > 0.0:
            faults.append(f"the car did not come out of the course; {missing:.3g} m were left")
        if faults:
            return [f"failed at {at}: {'; '.join(faults)}"]
        if here.least < 0.0:
            where = f"the {here.side} limit of {here.lane} by {-1e3 * here.least:.3g} mm at x = {here.x:.3g} m"
            return [f"failed at {at}: it hit no cone, but crossed {where}"]
        return [f"passed at {at}: nearest to a cone line by {1e3 * here.least:.3g} mm, in {here.lane}"]

    def outcome(
        self, run: Result, values: Mapping[str, float], places: Any, found: Mapping[str, Any], **more: Any
    ) -> Result:
        ready: PractisedLine = found["ready"]
        hits = self._hits(run, ready)
        course = ready.run.course.as_data()
        hit = {item.cone.name: item for item in hits}
        for cone in course["cones"]:
            if cone["name"] in hit:
                cone |= {"time": hit[cone["name"]].time, "by": hit[cone["name"]].side}
        path = ready.run.path(ready.line)
        course["line"] = [[float(x) for x in path.x], [float(y) for y in path.y]]
        course["outline"] = [ready.run.outline.front, ready.run.outline.rear, ready.run.outline.width]
        events = [{"time": item.time, "label": f"cone hit: {item.cone.name}"} for item in hits]
        rest = {name: value for name, value in found.items() if name != "ready"}
        return super().outcome(run, values, places, rest, course=course, events=events, **more)


def _steering_rate(run: Result) -> np.ndarray:
    """Returns the rate of the steering wheel; a linear car has no wheel that turns, only its angle."""
    name = "steering.wheel.angle"
    return run[f"{name}_rate"] if f"{name}_rate" in run else np.gradient(run[name], run.time)


def _with_cones(result: Result) -> tuple[Any, ...]:
    """Returns the panels, with cones and line in that of the track."""
    course: Any = result.metadata["course"]
    standing = [cone for cone in course["cones"] if "time" not in cone]
    hit = [cone for cone in course["cones"] if "time" in cone]

    def places(cones: list[Any]) -> tuple[tuple[float, ...], tuple[float, ...]]:
        return tuple(cone["x"] for cone in cones), tuple(cone["y"] for cone in cones)

    begin, end = float(result["vehicle.x"][0]), highest(result.time, result["vehicle.x"])
    line = [(x, y) for x, y in zip(*course["line"], strict=True) if begin <= x <= end]
    marks = (
        ("line", "line", tuple(x for x, _ in line), tuple(y for _, y in line)),
        ("cones", "cone", *places(standing)),
        *((("cones hit", "hit", *places(hit)),) if hit else ()),
    )
    return tuple(
        replace(panel, marks=marks) if isinstance(panel, Panel) and panel.over == "vehicle.x" else panel
        for panel in result.panels
    )
