"""Full throttle from rest: times, distances, top speed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assemblies.powertrain.parts import PEDAL
from jounce.model.assembly.car import CarModel
from jounce.parts.controls import GripFoot
from jounce.parts.signals import Constant, History
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import crossing, highest, largest_gain, value_at
from jounce.simulation.inputs import Source
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_parked, start_steadily_in_gear, start_straight
from jounce.studies.driving.gear_choice import gear_of_start, start_waiting
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.performance.full_drive import FullDrive, find_full_drive, full_drive_history
from jounce.studies.performance.top_speed import top_speed, top_speed_of_motors
from jounce.studies.settings import DURATION, RISE, SPEED, STEP, Amount, Count, Flag

BEGIN = 0.5  # s of standing, or of steady running, before
RELEASE = 0.1  # s in which the brake is let go
ENGAGE = 1.5  # s in which a driver lets the clutch come, where the car has no foot of its own for it
LIGHT_FOOT = {"proportional": 0.25, "integral": 1.0}  # gains for motors: they weigh little, and wheels spin at once
CAREFUL = 0.4  # share with which the foot begins at a start from rest
NEVER = 1e9  # s between shifts of a gearbox that is held in a gear
GRAVITY = 9.81  # m/s^2
LASTING = 0.5  # s: what an acceleration has to last to count, so that no jolt of a shift or of the tyres does
NEAR = 1e-3  # of a speed: a start so little above another one is taken for it, as the body of a car is pitched
KMH, MILE = 1.0 / 3.6, 1609.344
MARKS = {"60_kmh": 60 * KMH, "60_mph": 60 * MILE / 3600, "100_kmh": 100 * KMH, "160_kmh": 160 * KMH}
DISTANCES = {"400_m": 400.0, "1000_m": 1000.0}


class Acceleration(Drive):
    """Full throttle from rest, or from a speed: times, distances, shifts, slip; and top speed by trim.

    The car stands in its first gear, or in the one given, which is then held, and its engine idles against the brakes.
    Then the brakes are let go and the throttle opens. Where the largest slip of the driven wheels passes `slip`, the
    torque of the engine is taken back, as by traction control: the pedal stays down, and shift lines go by it. A car
    with traction control of its own is left alone. Times count from the first movement of the throttle. From a speed,
    the car runs steadily before, in the gear that its shift lines ask for, or in the one given: so elasticity is
    measured. Top speed is the speed that full throttle holds. Electric motors are asked for their largest torques in
    the same way.
    """

    name = "acceleration"
    speed = replace(SPEED, default="0 km/h", least=0.0, meaning="speed at the start; 0: from rest")
    gear = Count(least=1, most=20, meaning="gear that is held", auto="shifted by the lines of the gearbox")
    slip = Amount(default=0.1, unit="1", least=0.01, most=10.0, meaning="largest slip before torque is taken back")
    rise = replace(RISE, default="0.2 s", meaning="time in which the throttle opens")
    top = Flag(default=True, meaning="look for the top speed as well")
    duration = replace(DURATION, default="30 s")
    step = STEP
    goes_straight = True
    panels = (
        Panel("speed", ("vehicle.speed",)),
        Panel("acceleration", ("vehicle.ax",)),
        Panel("speed of engine or motors", ("{engine}.speed", "{turbine}")),
        Panel("torque of engine or motors", ("{engine}.torque",)),
        Panel("gear", ("{gear}",)),
        Panel("throttle", ("{opening}",)),
        Panel("slip", ("{driven}.tyre.slip",)),
    )
    metrics = {
        "time_to_60_kmh": ("s", "from the first movement of the throttle until 60 km/h, from rest"),
        "time_to_60_mph": ("s", "the same until 60 mph, which are 96.56 km/h"),
        "time_to_100_kmh": ("s", "the same until 100 km/h"),
        "time_to_160_kmh": ("s", "the same until 160 km/h"),
        "time_400_m": ("s", "from the first movement of the throttle until 400 m are driven"),
        "speed_400_m": ("m/s", "speed after 400 m", "driving speed"),
        "time_1000_m": ("s", "the same until 1000 m"),
        "speed_1000_m": ("m/s", "speed after 1000 m", "driving speed"),
        "time_80_120_kmh": (
            "s",
            "from 80 to 120 km/h; after a start at 80 km/h, from the throttle's first movement",
        ),
        "largest_acceleration": ("m/s^2", "largest mean acceleration over half a second"),
        "grade": (
            "1",
            "slope that takes up the largest acceleration a: tan of asin(a/g); what wheels grip on it may be less",
        ),
        "highest_slip": ("1", "highest slip of any driven tyre"),
        "shifts": ("1", "how often the gearbox shifted"),
        "top_speed": ("m/s", "speed that full throttle holds, in the gear in which it is highest", "driving speed"),
        "top_speed_gear": ("1", "that gear"),
        "electrical_energy": ("J", "drawn by all motors until the end"),
    }

    def contradictions(self) -> Iterator[Problem]:
        if self.duration <= BEGIN + self.rise:
            yield Problem(
                "duration", f"{self.duration:g} s", f"longer than {BEGIN + self.rise:g} s: the throttle opens then"
            )

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        if self.gear is not None and getattr(vehicle.gearbox, "shifts", "") == "automatic":
            vehicle = vehicle.with_values({"gearbox.dwell": NEVER})
        car = self.build_car(vehicle)
        full = self._require_full_drive(vehicle, car)
        self._check_gear(car)
        parked = start_parked(car)
        start, inputs = self._start(car, parked)
        opened = {
            name: full_drive_history(start.inputs.get(name, 0.0), most, BEGIN, self.rise, self.duration)
            for name, most in full.most.items()
        }
        feet = () if full.eases_itself else (self._foot(full, opened),)
        eased = feet[0].sets if feet else ()
        plain = {name: (h.time, h.value, h.interpolation) for name, h in opened.items() if name not in eased}
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=self.duration,
            inputs=inputs | plain,
            controllers=feet,
            places=_places(car, full),
            found={"gear": gear_of_start(start)} if car.powertrain and self.gear is None and self.speed else {},
        )

    def _require_full_drive(self, vehicle: Vehicle, car: CarModel) -> FullDrive:
        full = find_full_drive(vehicle, car)
        if full is None:
            hint = "tables [engine], [gearbox] and [converter] or [clutch]; or motors with a table [motor]"
            raise self.refuse("engine", "the car has none, and no motors with a largest torque", hint)
        return full

    def _check_gear(self, car: CarModel) -> None:
        if self.gear is None:
            return
        if car.powertrain is None:
            raise self.refuse("gear", "the car has no gearbox", "leave it out")
        if self.gear > len(car.powertrain.ratios):
            raise self.refuse("gear", f"{self.gear} of {len(car.powertrain.ratios)}", "a gear that the car has")

    def _foot(self, full: FullDrive, opened: dict[str, History]) -> GripFoot:
        """Takes back the torque of an engine beside its throttle, or eases what is asked of motors."""
        slips = tuple(f"{corner}.tyre.slip" for corner in full.corners)
        first = 1.0 if self.speed else CAREFUL
        if full.eased_by:
            by = {"opening": Constant(value=1.0), "drives": full.eased_by, "gives": "reduction"}
        else:
            by = {"opening": next(iter(opened.values())), "drives": tuple(full.most), **LIGHT_FOOT}
        return GripFoot(name="foot", slips=slips, slip=self.slip, first=first, **by)  # type: ignore[arg-type]

    def _start(self, car: CarModel, parked: SteadyMotionStart) -> tuple[SteadyMotionStart, dict[str, Source]]:
        """Finds the start: running steadily; or at rest on the brakes, and what is let go then."""
        if self.speed:
            if self.gear is not None:
                return start_steadily_in_gear(car, self.speed, parked, self.gear), {}
            return start_straight(car, self.speed, parked), {}
        start = start_waiting(parked, self.gear or 1)
        lets_go = {car.brake: RELEASE, PEDAL: ENGAGE}
        inputs: dict[str, Source] = {
            name: ([0.0, BEGIN, BEGIN + lets_go[name], self.duration], [held, held, 0.0, 0.0], "linear")
            for name, held in start.inputs.items()
            if name in lets_go and held > 0.0
        }
        return start, inputs

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        t, v = run.time, run["vehicle.vx"]
        way = run["vehicle.x"] - value_at(t, run["vehicle.x"], BEGIN)
        found: Values = {}
        for word, mark in MARKS.items() if not self.speed else ():
            found[f"time_to_{word}"] = crossing(t, v, mark) - BEGIN
        for word, mark in DISTANCES.items():
            at = crossing(t, way, mark)
            found |= {
                f"time_{word}": at - BEGIN,
                f"speed_{word}": value_at(t, v, at) if np.isfinite(at) else at,
            }
        if v[0] <= 80 * KMH * (1 + NEAR):
            late = max(BEGIN, crossing(t, v, 80 * KMH)) if v[0] < 80 * KMH else BEGIN
            found["time_80_120_kmh"] = crossing(t, v, 120 * KMH) - late
        most = largest_gain(t, v, LASTING) / LASTING
        found["largest_acceleration"] = most
        if most < GRAVITY:
            found["grade"] = float(np.tan(np.arcsin(most / GRAVITY)))
        found["highest_slip"] = max(highest(t, run[f"{corner}.tyre.slip"]) for corner in done.places["driven"])
        motors = [name for name in run if name.endswith(".motor.electrical_energy")]
        if motors:
            found["electrical_energy"] = sum(float(run[name][-1]) for name in motors)
        else:
            found["shifts"] = float(len(_shifts(run)))
        if self.top:
            found |= _top_speed(done)
        return {name: value for name, value in found.items() if np.isfinite(value)}

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        told = [f"{what} at {time - BEGIN:.3f} s" for time, what in _shifts(run)]
        return [f"gearbox {', '.join(told)}"] if told else []


def _places(car: CarModel, full: FullDrive) -> dict[str, list[str]]:
    """Names for the panels: of an engine with its gears, or of motors."""
    places = {"driven": list(full.corners), "engine": list(full.motors), "turbine": [], "gear": [], "opening": []}
    train = car.powertrain
    if train is None:
        return places
    return places | {
        "engine": ["engine"],
        "turbine": ["converter.turbine_speed"] if train.turbine else [],
        "gear": ["gearbox.gear" if train.shifts == "automatic" else "gearbox.ratio"],
        "opening": ["engine.opening"],
    }


def _top_speed(done: Manoeuvre) -> Values:
    parked = start_parked(done.car)
    if done.car.powertrain is None:
        speed = top_speed_of_motors(done.car, parked, done.places["engine"])
        return {} if speed is None else {"top_speed": speed}
    best = top_speed(done.car, parked)
    return {} if best is None else {"top_speed": best.speed, "top_speed_gear": float(best.gear)}


def _shifts(run: Result) -> list[tuple[float, str]]:
    """Tells when the gearbox shifted, and how."""
    events: Any = run.metadata.get("events", [])
    return [(float(e["time"]), str(e["what"])) for e in events if str(e["what"]).startswith("shifts")]
