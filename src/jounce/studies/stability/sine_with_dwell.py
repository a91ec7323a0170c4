"""Sine with dwell: does the car stay stable, and does it move aside?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.model import Vehicle
from jounce.model.assemblies.body.contacts import with_body_contacts
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.simulation.inputs import Source
from jounce.studies.driving.body_on_road import body_contact_notes
from jounce.studies.driving.drive import FRICTION_USE, Drive, Manoeuvre, Values, drive
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce.studies.driving.histories import History, smooth, step_history
from jounce.studies.driving.steering_lock import lock_words, steering_lock
from jounce.studies.settings import FORWARD_SPEED, STEP, Amount, Word
from jounce.studies.stability.dwell_record import (
    DWELL,
    FREQUENCY,
    SECOND_INSTANT,
    ZEROING,
    DwellRecord,
    dwell_profile,
    read_dwell_record,
)
from jounce.studies.stability.slowly_increasing_steer import ROUNDED_TO, TURNS, angle_at_0_3_g
from jounce.studies.study import Progress

FIRST_SCALAR, STRIDE, LAST_SCALAR, DISPLACED_FROM = 1.5, 0.5, 6.5, 5.0  # times that angle
LEAST_LAST, MOST_LAST = np.radians(270.0), np.radians(300.0)
FIRST_LIMIT, SECOND_LIMIT = 0.35, 0.20  # of the yaw rate's first peak after the reversal
HEAVY, LIGHT_OFFSET, HEAVY_OFFSET = 3500.0, 1.83, 1.52  # kg, m, m
COAST_FROM, COAST_IN = 1.0, 0.2  # s: the drive is let go before the wheel turns
BEGIN = ZEROING + 0.5  # s, of the steering
NO_PEAK = "no peak of the yaw rate after the steering wheel has changed sides"
ROUNDING = 0.02  # s in which the wheel takes up its rate: a robot is quick, not a blow


@dataclass(frozen=True, kw_only=True)
class _Dwell:
    """One run of the series."""

    side: str  # of its first turn
    scalar: float  # its angle divided by the angle at 0.3 g
    angle: float  # rad, amplitude
    done: Manoeuvre
    run: Result
    read: DwellRecord
    least_offset: float  # m; nothing is asked of it where this is zero

    @property
    def has_peak(self) -> bool:
        """Tells whether the yaw rate had a peak after the reversal, by which ratios are divided."""
        return bool(np.isfinite(self.read.yaw_rate_peak))

    @property
    def passed(self) -> bool:
        stable = self.read.first_ratio <= FIRST_LIMIT and self.read.second_ratio <= SECOND_LIMIT
        return bool(stable and self.read.displacement >= self.least_offset)


class SineWithDwell(Drive):
    """Sine with dwell: does the car stay stable, and does it move aside? [49 CFR 571.126; UN GTR 8]

    The whole procedure. First a slow turn of the steering wheel, 13.5 deg/s at constant speed, gives the angle A at a
    lateral acceleration of 0.3 g (regression from 0.1 to 0.375 g, rounded to 0.1 deg); to the left and to the right,
    once each, since runs repeat exactly. Then the car coasts, and the wheel turns through one sine of 0.7 Hz that
    stops for 0.5 s at its second peak, with amplitudes from 1.5 A in steps of 0.5 A up to 6.5 A or 270 deg, whichever
    is more, and at most 300 deg where 6.5 A is more than that; never more than the lock of the steering [UN R140]. A
    side ends with its first run that fails.

    A run passes if the yaw rate is at most 35 % of its peak after the reversal 1 s after the steering is complete,
    at most 20 % after 1.75 s, and if, from 5 A on, the car is 1.83 m aside (1.52 m above 3500 kg) 1.07 s after the
    steering has begun. Signals are filtered and zeroed as the regulation says. That peak is the first local one,
    however small; a run whose yaw rate has none, because the car spins ever faster, fails and has no ratios. The
    result shows the run that decides: the first that fails, or the one with the largest angle.
    """

    name = "sine-with-dwell"
    needs_wheels = True
    speed = replace(FORWARD_SPEED, default="80 km/h")
    sides = Word(default="both", words=("both", "left", "right"), meaning="side of the first turn")
    angle = Amount(
        unit="rad",
        least=np.radians(20.0),
        most=15.0,
        meaning="amplitude of the steering wheel of a single run",
        auto="the whole series",
    )
    step = STEP
    waived = {"spun": "which asks whether the car spins"}
    panels = (
        Panel("steering wheel", ("steering.wheel.angle",)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
        Panel("lateral acceleration of the centre of mass", ("vehicle.cg.ay",)),
        FRICTION_USE,
        Panel("path of the front axle", ("vehicle.y",), "vehicle.x"),
    )
    metrics = {
        "passed": ("1", "1 where all runs meet all criteria, else 0"),
        "runs": ("1", "number of runs with dwell"),
        "angle_at_0_3_g_{side}": ("rad", "A: steering-wheel angle at 0.3 g in a slow turn to the {side}"),
        "largest_angle": ("rad", "largest amplitude of the steering wheel that was run"),
        "yaw_ratio_1s": (
            "1",
            "largest |yaw rate| 1.000 s after the steering is complete, divided by its peak after the reversal; at "
            "most 0.35",
        ),
        "yaw_ratio_1_75s": ("1", "the same 1.750 s after the steering is complete; at most 0.20"),
        "displacement": (
            "m",
            "least way aside 1.07 s after the steering has begun, runs of 5 A and more; at least 1.83 m, or 1.52 m "
            "above 3500 kg",
        ),
        "{run}.yaw_ratio_1s": ("1", "yaw_ratio_1s of the run {run}: side of the first turn, amplitude over A"),
        "{run}.yaw_ratio_1_75s": ("1", "yaw_ratio_1_75s of the run {run}"),
        "{run}.displacement": ("m", "way aside of the run {run} 1.07 s after the steering has begun"),
    }

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = with_body_contacts(self.require_car(subject))  # a car that tips over lies down on the road
        car = self.build_car(vehicle)
        self.steering(car)
        start = start_straight(car, self.speed)
        sides = tuple(TURNS) if self.sides == "both" else (self.sides,)
        angles = {side: angle_at_0_3_g(self, vehicle, start, self.speed, side) for side in sides}
        done: list[_Dwell] = []
        for part, side in enumerate(sides):
            for share, each in self._series(vehicle, start, side, angles[side]):
                done.append(each)
                if on_progress:
                    on_progress((part + share) / len(sides))
        values = _metrics(angles, done)
        shown = next((each for each in done if not each.passed), max(done, key=lambda each: each.angle))
        found = {"angle": TURNS[shown.side] * shown.angle}
        locked = [lock_words(car)] if max(each.angle for each in done) >= steering_lock(car) - ROUNDED_TO else []
        notes = [*_notes(shown, done, values), *locked, *body_contact_notes(shown.run, car)]
        run = replace(shown.run, metadata=dict(shown.run.metadata) | {"notes": notes})
        result = self.outcome(run, values, {"corner": list(car.corners)}, found)
        return self.judged(result, shown.done, shown.run)

    def _series(
        self, vehicle: Vehicle, start: SteadyMotionStart, side: str, unit: float
    ) -> Iterator[tuple[float, _Dwell]]:
        """Runs of one side up to the largest angle or to the first that fails; with the share that is done."""
        heavy = float(start.car.mass) > HEAVY  # type: ignore[arg-type]
        lock = steering_lock(start.car) - abs(start.inputs[self.steering(start.car)])
        amplitudes = dwell_amplitudes(unit, lock) if self.angle is None else [self.angle]
        for k, angle in enumerate(amplitudes):
            done = self._dwell(vehicle, start, TURNS[side] * angle)
            run = drive(done, self)
            read = read_dwell_record(
                run.time, run["steering.wheel.angle"], run["vehicle.yaw_rate"], run["vehicle.cg.ay"]
            )
            scalar = angle / unit
            asked = (HEAVY_OFFSET if heavy else LIGHT_OFFSET) if scalar >= DISPLACED_FROM - 1e-9 else 0.0
            each = _Dwell(side=side, scalar=scalar, angle=angle, done=done, run=run, read=read, least_offset=asked)
            yield (k + 1) / len(amplitudes), each
            if not each.passed:
                return

    def _dwell(self, vehicle: Vehicle, start: SteadyMotionStart, angle: float) -> Manoeuvre:
        """The car is let coast, and its steering wheel turns."""
        wheel = self.steering(start.car)
        duration = BEGIN + 1.0 / FREQUENCY + DWELL + SECOND_INSTANT + 0.5
        inputs: dict[str, Source] = {
            motor: step_history(start.inputs[motor], -start.inputs[motor], COAST_FROM, COAST_IN, duration)
            for motor in start.car.drive
        }
        inputs[wheel] = dwell_history(start.inputs[wheel], angle, duration)
        return Manoeuvre(vehicle=vehicle, start=start, duration=duration, inputs=inputs)


def dwell_amplitudes(angle_at_0_3_g: float, lock: float = np.inf) -> list[float]:
    """Gives amplitudes of the steering wheel in the series, in rad; none is more than the steering allows. [UN R140]"""
    last = max(LAST_SCALAR * angle_at_0_3_g, LEAST_LAST)
    last = min(MOST_LAST if LAST_SCALAR * angle_at_0_3_g > MOST_LAST else last, lock)
    count = int(np.floor((last / angle_at_0_3_g - FIRST_SCALAR) / STRIDE - 1e-9)) + 1
    scalars = FIRST_SCALAR + STRIDE * np.arange(max(count, 0))
    return [*(scalars * angle_at_0_3_g).tolist(), float(last)]


def dwell_history(level: float, amplitude: float, duration: float) -> History:
    """Returns the steering wheel over the run; its first and last 20 ms are rounded, so that its rate does not jump."""
    end = 1.0 / FREQUENCY + DWELL
    t = np.linspace(-BEGIN, duration - BEGIN, round(duration / 1e-3) + 1)
    ends = smooth(t / ROUNDING) * smooth((end - t) / ROUNDING)
    return t + BEGIN, level + amplitude * dwell_profile(t) * ends, "spline"


def _metrics(angles: Mapping[str, float], done: list[_Dwell]) -> Values:
    found: Values = {"passed": float(all(each.passed for each in done)), "runs": float(len(done))}
    found |= {f"angle_at_0_3_g_{side}": angle for side, angle in angles.items()}
    found |= {
        "largest_angle": max(each.angle for each in done),
    }
    if all(each.has_peak for each in done):
        found["yaw_ratio_1s"] = max(each.read.first_ratio for each in done)
        found["yaw_ratio_1_75s"] = max(each.read.second_ratio for each in done)
    if asked := [each.read.displacement for each in done if each.least_offset]:
        found["displacement"] = min(asked)
    for each in done:
        name = f"{each.side}_{each.scalar:.2f}".replace(".", "_")
        if each.has_peak:
            found[f"{name}.yaw_ratio_1s"] = each.read.first_ratio
            found[f"{name}.yaw_ratio_1_75s"] = each.read.second_ratio
        found[f"{name}.displacement"] = each.read.displacement
    return found


def _notes(shown: _Dwell, done: list[_Dwell], values: Values) -> list[str]:
    """Returns the verdict in a sentence, before what the run says of itself."""
    word = f"{np.degrees(shown.angle):.1f} deg ({shown.scalar:.2f} A), first to the {shown.side}"
    own: list[str] = list(shown.run.metadata["notes"])  # type: ignore[call-overload]
    if values["passed"]:
        return [f"passed: all {len(done)} runs meet the criteria; shown is the one of {word}", *own]
    read = shown.read
    ratios = (
        f"yaw rate {read.first_ratio:.0%} of its peak after 1 s (at most {FIRST_LIMIT:.0%}), "
        f"{read.second_ratio:.0%} after 1.75 s (at most {SECOND_LIMIT:.0%})"
    )
    return [
        f"failed at {word}: {ratios if shown.has_peak else NO_PEAK}, {read.displacement:.2f} m aside"
        + (f" (at least {shown.least_offset:g} m)" if shown.least_offset else ""),
        *own,
    ]
