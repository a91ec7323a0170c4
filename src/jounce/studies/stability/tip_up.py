"""Tests whether a car tips up on a level road: hard turns at rising speeds, until both wheels of a side leave it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from jounce.model import Vehicle
from jounce.model.assemblies.body.contacts import with_body_contacts
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import highest, largest
from jounce.simulation.inputs import Source
from jounce.studies.driving.body_on_road import body_contact_notes
from jounce.studies.driving.drive import Drive, Manoeuvre, drive, drive_with_notes
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce.studies.driving.histories import SAMPLE, History, step_history
from jounce.studies.driving.steering_lock import limited_by_lock
from jounce.studies.handling.standing_car import standing_centre, standing_start
from jounce.studies.settings import ANGLE, STEP, Amounts, Word
from jounce.studies.stability.slowly_increasing_steer import SPEED, TURNS, angle_at_0_3_g
from jounce.studies.study import Progress

MILE_PER_HOUR = 0.44704  # m/s
LIFTED = 0.0508  # m: 2 inches
BEGIN = 0.5  # s of straight running before
ROUNDING = 0.02  # s in which the steering wheel takes up and loses its rate


@dataclass(frozen=True, kw_only=True)
class _Turn:
    """One run of the series."""

    side: str
    speed: float  # m/s
    done: Manoeuvre
    run: Result
    lift: float  # m, of the lower of two wheels of one side

    @property
    def passed(self) -> bool:
        return self.lift < LIFTED


class TipUp(Drive):
    """What fishhook and J-turn share: angle, speeds, the verdict. A subclass says how the wheel turns."""

    scalar: ClassVar[float]  # steering-wheel angle divided by that at 0.3 g
    rate: Any
    hold: Any
    speeds: Any
    sides = Word(default="both", words=("both", "left", "right"), meaning="side of the first turn")
    angle: Any
    step = STEP
    panels: ClassVar[Sequence[Panel]] = (
        Panel("steering wheel", ("steering.wheel.angle",)),
        Panel("roll", ("vehicle.roll",)),
        Panel("lateral acceleration of the centre of mass", ("vehicle.cg.ay",)),
        Panel("wheel loads", ("{corner}.tyre.Fz",)),
        Panel("path of the front axle", ("vehicle.y",), "vehicle.x"),
    )
    needs_wheels = True
    waived = dict.fromkeys(("overturned", "spun", "tyre range", "tyre load"), "which is about tipping up")
    metrics = {
        "passed": ("1", "1 where no run tips the car up, else 0"),
        "steering_angle": ("rad", "steering-wheel angle of the turns"),
        "tip_up_speed": (
            "m/s",
            "lowest speed at which both wheels of a side are 50.8 mm off the road; none without",
            "driving speed",
        ),
        "largest_lift": (
            "m",
            "largest height of the lower wheel of a side above the road; negative while one of them stands on it",
        ),
        "largest_roll": ("rad", "largest |roll| of the body in all runs"),
        "largest_lateral_acceleration": ("m/s^2", "largest |a_y| of the centre of mass in all runs"),
        "static_stability_factor": (
            "1",
            "half the mean track by the height of the centre of mass, where the car stands",
        ),
    }

    def turned(self, vehicle: Vehicle, start: SteadyMotionStart, angle: float) -> tuple[History, float]:
        """Returns the steering wheel over time, and how long the run lasts."""
        raise NotImplementedError

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = with_body_contacts(self.require_car(subject))  # a car that tips over lies down on the road
        car = self.build_car(vehicle)
        self.steering(car)
        angle, locked = self.angle, tuple[str, ...]()
        if angle is None:
            straight = start_straight(car, SPEED)
            wanted = self.scalar * angle_at_0_3_g(self, vehicle, straight, SPEED, "left")
            angle, locked = limited_by_lock(car, wanted, straight.inputs[self.steering(car)])
        done: list[_Turn] = []
        for each in self._series(vehicle, car, angle):
            done.append(each)
            if on_progress:
                on_progress(min(1.0, len(done) / (len(self.speeds) * (2 if self.sides == "both" else 1))))
        shown = next((each for each in done if not each.passed), done[-1])
        values = {
            "passed": float(all(each.passed for each in done)),
            "steering_angle": angle,
            "largest_lift": max(each.lift for each in done),
            "largest_roll": max(largest(each.run.time, each.run["vehicle.roll"]) for each in done),
            "largest_lateral_acceleration": max(largest(each.run.time, each.run["vehicle.cg.ay"]) for each in done),
            "static_stability_factor": static_stability_factor(car),
        }
        if not shown.passed:
            values["tip_up_speed"] = shown.speed
        word = "tips up" if not shown.passed else "does not tip up"
        note = f"{word}; shown is the run at {3.6 * shown.speed:.1f} km/h, first to the {shown.side}"
        beyond = body_contact_notes(shown.run, car)
        run = drive_with_notes(shown.run, [note, *locked, *shown.run.metadata["notes"], *beyond])  # type: ignore[misc]
        found = self.outcome(run, values, {"corner": list(car.corners)}, {"angle": TURNS[shown.side] * angle})
        return self.judged(found, shown.done, shown.run)

    def _series(self, vehicle: Vehicle, car: CarModel, angle: float) -> Iterator[_Turn]:
        """Runs at rising speeds, to both sides, up to the first that tips the car up."""
        for speed in sorted(self.speeds):
            start = start_straight(car, speed)
            for side in tuple(TURNS) if self.sides == "both" else (self.sides,):
                history, duration = self.turned(vehicle, start, TURNS[side] * angle)
                done = self.coast(vehicle, start, history, duration)
                run = drive(done, self)
                each = _Turn(side=side, speed=speed, done=done, run=run, lift=lift_of_a_side(run, car))
                yield each
                if not each.passed:
                    return

    def coast(self, vehicle: Vehicle, start: SteadyMotionStart, history: History, duration: float) -> Manoeuvre:
        """The drive is let go, and the steering wheel turns."""
        inputs: dict[str, Source] = {
            motor: step_history(start.inputs[motor], -start.inputs[motor], 0.1, 0.2, duration)
            for motor in start.car.drive
        }
        inputs[self.steering(start.car)] = history
        return Manoeuvre(vehicle=vehicle, start=start, duration=duration, inputs=inputs)


def tip_up_speeds(*miles_per_hour: float) -> Amounts:
    """Returns the setting `speeds`, by what the procedure asks for."""
    return Amounts(
        default=", ".join(f"{each * MILE_PER_HOUR * 3.6:.1f} km/h" for each in miles_per_hour),
        unit="m/s",
        least=1.0,
        most=100.0,
        meaning="speeds at the start, run from the lowest on",
    )


def tip_up_angle(scalar: float) -> Any:
    """Returns the setting `angle`."""
    return replace(ANGLE, least=0.1, auto=f"{scalar:g} times the angle at 0.3 g in a slow turn at 80 km/h")


def turns_history(level: float, targets: Sequence[tuple[float, float]], rate: float, duration: float) -> History:
    """From one angle to the next, each reached at a rate from its own time on; corners are rounded within 20 ms."""
    t = np.arange(0.0, duration + SAMPLE, SAMPLE)
    knots_t, knots = [0.0], [level]
    for begin, target in targets:
        knots_t += [begin, begin + abs(target - knots[-1]) / rate]
        knots += [knots[-1], target]
    fine = np.arange(-ROUNDING, t[-1] + ROUNDING, SAMPLE / 4)
    path = np.interp(fine, knots_t, knots)
    width = 2 * round(0.5 * ROUNDING / (SAMPLE / 4)) + 1  # odd, so that nothing is shifted
    window = np.hanning(width + 2)[1:-1]
    rounded = np.convolve(np.pad(path, width, mode="edge"), window / window.sum(), mode="same")[width:-width]
    return t, np.interp(t, fine, rounded), "spline"


def lift_of_a_side(run: Result, car: CarModel) -> float:
    """Returns the largest height above the road of the lowest wheel of a side of a unit."""
    sides: dict[tuple[str, str], list[np.ndarray]] = {}
    for name, corner in car.corners.items():
        sides.setdefault((corner.unit, corner.side), []).append(-run[f"{name}.tyre.deflection"])
    return max(highest(run.time, np.min(heights, axis=0)) for heights in sides.values())


def static_stability_factor(car: CarModel) -> float:
    """Returns T / (2 h) where the car stands: T between the contact points, mean of its axles. [NHTSA 2013]"""
    seen = standing_start(car).seen()
    half_tracks = [abs(seen[f"{corner}.tyre.y"]) for corner in car.leading.corners]
    road = np.mean([seen[f"{corner}.tyre.road"] for corner in car.leading.corners])
    return float(np.mean(half_tracks) / (standing_centre(car)[2] - road))
