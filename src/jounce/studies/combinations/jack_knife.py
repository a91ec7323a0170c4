"""Jack-knife: do the units fold up when they are braked in a turn or on a slippery road?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import numpy as np

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.model.assembly.unit_model import UnitModel
from jounce.parts.roads import FrictionPatch, Road
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import first_instant, largest, value_at
from jounce.studies.combinations.combination import CombinationStudy, hitch_yaws
from jounce.studies.combinations.unit_motion import axle_place
from jounce.studies.driving.drive import FRICTION_USE, Added, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.driving.histories import step_history
from jounce.studies.performance.stopping import STOPPING_METRICS, locking_times, stopping_notes, stopping_values
from jounce.studies.settings import DURATION, FORWARD_SPEED, LATERAL_ACCELERATION, PEDAL, RISE, STEP, Amount, Word

BEGIN = 0.5  # s of the steady motion before
CRAWLING = 1.0  # m/s: below, the way of an axle says nothing
WHOLE, LEADING, BEHIND, TRAILERS = "all", "leading", "rear-of-leading", "trailers"


class JackKnife(CombinationStudy):
    """Jack-knife: do the units fold up when they are braked in a turn or on a slippery road?

    The combination runs in a steady circle, or straight ahead. Then the drive is cut, the brake pedal goes down, and
    the steering wheel is held. `braked` takes brakes away, for instance all but those of the axles behind the first of
    the leading unit, which lock and let this slide: a jack-knife. Axles of a trailer that lock let the trailer swing
    out. No body hits another one: where the units would touch, a stop of the hitch (`largest_yaw`) stands for that.
    """

    name = "jack-knife"
    needs_wheels = True
    speed = replace(FORWARD_SPEED, default="60 km/h")
    lateral_acceleration = replace(
        LATERAL_ACCELERATION,
        default="1.5 m/s^2",
        meaning="lateral acceleration of the circle before, positive to the left; 0 for straight ahead",
    )
    pedal = replace(PEDAL, default=1.0)
    rise = replace(RISE, default="0.15 s", meaning="time in which the pedal goes down")
    braked = Word(
        default=WHOLE,
        words=(WHOLE, LEADING, BEHIND, TRAILERS),
        meaning="axles whose brakes work: all, those of the leading unit, of this all but the first, of the trailers",
    )
    friction = Amount(
        default=0.5, unit="1", least=0.01, most=3.0, meaning="of the road, by that on which the tyres were measured"
    )
    folded = Amount(
        default="45 deg", unit="rad", least=0.1, most=1.57, meaning="articulation from which on units count as folded"
    )
    duration = replace(DURATION, default="8 s")
    step = STEP
    waived: ClassVar[Mapping[str, str]] = {
        "spun": "which asks whether the units fold up",
        "unlike its class": "which may take brakes away",
    }
    panels = (
        Panel("articulation", ("{hitch_yaw}",)),
        Panel("yaw velocity", ("{motion}.yaw_rate",)),
        Panel("angle between the way of the last axle of a unit and its heading", ("{unit}.slide",)),
        Panel("slip", ("{corner}.tyre.slip",)),
        FRICTION_USE,
        Panel("paths of the units", ("{motion}.y",), "{motion}.x", equal=True),
    )
    metrics = {
        "largest_articulation": ("rad", "largest |angle| by which a trailer yaws on the unit that pulls it"),
        "articulation_before": ("rad", "that angle in the steady motion before"),
        "largest_articulation_rate": ("rad/s", "largest rate of that angle"),
        "fold_time": (
            "s",
            "from the first movement of the pedal until an articulation exceeds `folded`; left out where none does",
        ),
        "{unit}.largest_slide": (
            "rad",
            "largest |angle| between the way of the last axle of {unit} and its heading: the unit slides out there",
        ),
        "{corner}.lock_time": ("s", "from the first movement of the pedal until {corner} first locks"),
        **STOPPING_METRICS,
    }

    def build_car(self, vehicle: Vehicle, steering: str = "angle") -> CarModel:
        car = super().build_car(vehicle, steering)
        self.brake(car)
        without = [f"{name}.brake" for name in car.braked if not self._is_braked(car, name)]
        left = [name for name in car.braked if f"{name}.brake" not in without]
        if not left:
            what = f"no wheel of {self.braked} has a brake"
            raise self.refuse("braked", what, f"brakes of that unit, or braked = {WHOLE}")
        return replace(car, model=car.model.without(without)) if without else car

    def _is_braked(self, car: CarModel, corner: str) -> bool:
        leading = car.leading.corners
        first = next(iter(car.leading.axles))
        return {
            WHOLE: True,
            LEADING: corner in leading,
            BEHIND: corner in leading and leading[corner].axle != first,
            TRAILERS: corner not in leading,
        }[self.braked]

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        self.steering(car)
        start = start_straight(car, self.speed)
        if self.lateral_acceleration:
            start = start_in_circle(car, self.speed, self.lateral_acceleration / self.speed, at=start)
        changes = {self.brake(car): self.pedal} | {name: -start.inputs[name] for name in car.drive}
        surface = {"surface": FrictionPatch(friction=self.friction)}
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=self.duration,
            inputs={
                name: step_history(start.inputs.get(name, 0.0), change, BEGIN, self.rise, self.duration)
                for name, change in changes.items()
            },
            road=Road(name="low friction", elements=surface) if self.friction != 1.0 else None,
            places={
                "hitch_yaw": hitch_yaws(car),
                "motion": [unit.motion for unit in car.units.values()],
                "unit": list(car.units),
            },
        )

    def channels(self, run: Result, done: Manoeuvre) -> Added:
        text = "angle between the way of its last axle and its heading, positive to the left; 0 below 1 m/s"
        return {f"{name}.slide": (_slide(run, unit), "rad", text) for name, unit in done.car.units.items()}

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        yaws = [run[name] for name in hitch_yaws(done.car)]
        most = np.max(np.abs(yaws), axis=0)
        found: Values = {
            "largest_articulation": largest(run.time, most),
            "articulation_before": float(most[0]),
            "largest_articulation_rate": max(largest(run.time, run[f"{name}_rate"]) for name in hitch_yaws(done.car)),
        }
        found |= {f"{name}.largest_slide": largest(run.time, run[f"{name}.slide"]) for name in done.car.units}
        if np.isfinite(folded := first_instant(run.time, most > self.folded)):
            found["fold_time"] = folded - BEGIN
        locked = locking_times(run, done.car.braked)
        found |= {f"{corner}.lock_time": time - BEGIN for corner, time in locked.items()}
        return found | stopping_values(run, BEGIN)

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        told = stopping_notes(run, done.duration)
        folded = np.max([np.abs(run[name]) for name in hitch_yaws(done.car)], axis=0) > self.folded
        slides = {name: np.abs(run[f"{name}.slide"]) for name in done.car.units}
        out = np.max(list(slides.values()), axis=0) > self.folded
        limit = f"{np.degrees(self.folded):.3g} deg"
        instant = first_instant(run.time, folded | out)
        if np.isnan(instant):
            return [*told, f"neither does an articulation exceed {limit}, nor does a unit slide out by so much"]
        by = {name: value_at(run.time, slide, instant) for name, slide in slides.items()}
        first = max(by, key=lambda name: by[name])
        leads = first == next(iter(done.car.units))
        kind = "a jack-knife: the leading unit slides out" if leads else f"a trailer swing: {first} slides out"
        told.append(f"{kind}, by {np.degrees(by[first]):.3g} deg at its last axle at {instant:.3g} s")
        return [*told, *([] if folded.any() else [f"no articulation exceeds {limit}"])]


def _slide(run: Result, unit: UnitModel) -> np.ndarray:
    """Returns the angle from a unit's heading to the way of its last axle."""
    ahead = axle_place(unit, list(unit.axles)[-1])
    vx = run[f"{unit.motion}.vx"]
    vy = run[f"{unit.motion}.vy"] + ahead * run[f"{unit.motion}.yaw_rate"]
    return np.where(np.hypot(vx, vy) > CRAWLING, np.arctan2(vy, vx), 0.0)
