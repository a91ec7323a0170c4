"""Full throttle from rest: times, distances, top speed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.model.assembly.powertrain import GEAR, PEDAL, THROTTLE
from jounce.parts.controls import GripFoot
from jounce.parts.signals import History
from jounce.results import Result
from jounce.results.characteristics import crossing
from jounce.results.panel import Panel
from jounce.simulation.inputs import Source
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_parked, start_steadily_in_gear, start_straight
from jounce.studies.driving.gear_choice import gear_of_start, start_idling
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.performance.top_speed import top_speed
from jounce.studies.settings import DURATION, RISE, SPEED, STEP, Count, Flag, Quantity

BEGIN = 0.5  # s of standing, or of steady running, before
HELD = 0.3  # brake pedal, while the car waits
RELEASE = 0.1  # s in which the brake is let go
ENGAGE = 1.5  # s in which a driver lets the clutch come, where the car has no foot of its own for it
CAREFUL = 0.4  # share with which the foot begins at a start from rest
NEVER = 1e9  # s between shifts of a gearbox that is held in a gear
GRAVITY = 9.81  # m/s^2
SAME = 1e-6  # of a speed
KMH, MILE = 1.0 / 3.6, 1609.344
MARKS = {"60_kmh": 60 * KMH, "60_mph": 60 * MILE / 3600, "100_kmh": 100 * KMH, "160_kmh": 160 * KMH}
DISTANCES = {"400_m": 400.0, "1000_m": 1000.0}


class Acceleration(Drive):
    """Full throttle from rest, or from a speed: times, distances, shifts, slip; and top speed by trim.

    The car stands in its first gear, its engine idling against the brakes. Then the brakes are let go and the throttle
    opens, as far as the driven wheels grip: beyond `slip` the driver eases it. Times count from the first movement of
    the throttle. From a speed, the car runs steadily before, in the gear that its shift lines ask for, or in the one
    given, which is then held: so elasticity is measured. Top speed is the speed that full throttle holds.
    """

    name = "acceleration"
    speed = replace(SPEED, default="0 km/h", least=0.0, meaning="speed at the start; 0: from rest")
    gear = Count(least=1, most=20, meaning="gear that is held", auto="shifted by the lines of the gearbox")
    slip = Quantity(
        default=0.1, unit="1", least=0.01, most=10.0, meaning="largest slip before the driver eases the throttle"
    )
    rise = replace(RISE, default="0.2 s", meaning="time in which the throttle opens")
    top = Flag(default=True, meaning="look for the top speed as well")
    duration = replace(DURATION, default="30 s")
    step = STEP
    panels = (
        Panel("speed", ("vehicle.speed",)),
        Panel("acceleration", ("vehicle.ax",)),
        Panel("engine speed", ("engine.speed", "{turbine}")),
        Panel("gear", ("{gear}",)),
        Panel("torque of the engine", ("engine.torque",)),
        Panel("throttle", ("engine.opening",)),
        Panel("slip", ("{driven}.tyre.slip",)),
    )
    metrics = {
        "time_to_60_kmh": ("s", "from the first movement of the throttle until 60 km/h, from rest"),
        "time_to_60_mph": ("s", "the same until 60 mph, which are 96.56 km/h"),
        "time_to_100_kmh": ("s", "the same until 100 km/h"),
        "time_to_160_kmh": ("s", "the same until 160 km/h"),
        "time_400_m": ("s", "from the first movement of the throttle until 400 m are driven"),
        "speed_400_m": ("m/s", "speed after 400 m"),
        "time_1000_m": ("s", "the same until 1000 m"),
        "speed_1000_m": ("m/s", "speed after 1000 m"),
        "time_80_120_kmh": ("s", "from 80 km/h, or the first movement of the throttle if that is later, to 120 km/h"),
        "largest_acceleration": ("m/s^2", "largest acceleration of the reference point"),
        "grade": ("1", "slope at which the largest acceleration would only hold the car: tan of asin(a/g)"),
        "highest_slip": ("1", "highest slip of any driven tyre"),
        "shifts": ("1", "how often the gearbox shifted"),
        "top_speed": ("m/s", "speed that full throttle holds, in the gear in which it is highest"),
        "top_speed_gear": ("1", "that gear"),
    }

    def contradictions(self) -> Iterator[Problem]:
        if self.duration <= BEGIN + self.rise:
            yield Problem(
                "duration", f"{self.duration:g} s", f"longer than {BEGIN + self.rise:g} s: the throttle opens then"
            )

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        if self.gear is not None and getattr(vehicle.gearbox, "shifts", "") == "automatic":
            vehicle = vehicle.with_values({"gearbox.dwell": NEVER})
        car = self.require_engine(self.build_car(vehicle))
        train: Any = car.powertrain
        if self.gear is not None and self.gear > len(train.ratios):
            raise self.refuse("gear", f"{self.gear} of {len(train.ratios)}", "a gear that the car has")
        parked = start_parked(car)
        start, inputs = self._start(car, parked)
        driven = [name.split(".")[0] for name in driven_wheels(car)]
        foot = GripFoot(
            name="foot",
            opening=self._opening(start.inputs[THROTTLE]),
            slips=tuple(f"{corner}.tyre.slip" for corner in driven),
            slip=self.slip,
            first=1.0 if self.speed else CAREFUL,
        )
        turbine = ["turbine.angle_rate"] if train.turbine else []
        gear = "gearbox.gear" if train.shifts == "automatic" else "gearbox.ratio"
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=self.duration,
            inputs=inputs,
            controllers=(foot,),
            places={"driven": driven, "turbine": turbine, "gear": [gear]},
            found={"gear": gear_of_start(start)} if self.gear is None and self.speed else {},
        )

    def require_engine(self, car: CarModel) -> CarModel:
        if car.powertrain is None:
            raise self.refuse("engine", "the car has none", "tables [engine], [gearbox] and [converter] or [clutch]")
        return car

    def _start(self, car: CarModel, parked: SteadyMotionStart) -> tuple[SteadyMotionStart, dict[str, Source]]:
        """Running steadily; or at rest on the brakes, and what is let go then."""
        if self.speed:
            if self.gear is not None:
                return start_steadily_in_gear(car, self.speed, parked, self.gear), {}
            return start_straight(car, self.speed, parked), {}
        pressed: dict[str, float] = {}
        inputs: dict[str, Source] = {}
        known = {part.name for part in car.model.inputs}
        if car.brake is not None:
            pressed[car.brake] = HELD
            inputs[car.brake] = ([0.0, BEGIN, BEGIN + RELEASE, self.duration], [HELD, HELD, 0.0, 0.0], "linear")
        foot = any(getattr(part, "open_speed", None) is not None for part in car.model.forces)
        if PEDAL in known and not foot:
            pressed[PEDAL] = 1.0
            inputs[PEDAL] = ([0.0, BEGIN, BEGIN + ENGAGE, self.duration], [1.0, 1.0, 0.0, 0.0], "linear")
        if GEAR in known:
            pressed[GEAR] = float(self.gear or 1)
        return start_idling(parked, pressed), inputs

    def _opening(self, before: float) -> History:
        """The throttle of a driver who need not care for grip."""
        times = (0.0, BEGIN, BEGIN + self.rise, self.duration + 1.0)
        return History(time=times, value=(before, before, 1.0, 1.0), interpolation="linear")

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        t, v = run.time, run["vehicle.vx"]
        way = run["vehicle.x"] - np.interp(BEGIN, t, run["vehicle.x"])
        found: Values = {}
        for word, mark in MARKS.items() if not self.speed else ():
            found[f"time_to_{word}"] = crossing(t, v, mark) - BEGIN
        for word, mark in DISTANCES.items():
            at = crossing(t, way, mark)
            found |= {
                f"time_{word}": at - BEGIN,
                f"speed_{word}": float(np.interp(at, t, v)) if np.isfinite(at) else at,
            }
        if v[0] <= 80 * KMH * (1 + SAME):
            late = max(BEGIN, crossing(t, v, 80 * KMH)) if v[0] < 80 * KMH * (1 - SAME) else BEGIN
            found["time_80_120_kmh"] = crossing(t, v, 120 * KMH) - late
        most = float(run["vehicle.ax"].max())
        found |= {"largest_acceleration": most, "grade": float(np.tan(np.arcsin(min(most / GRAVITY, 1.0))))}
        found["highest_slip"] = max(float(run[f"{corner}.tyre.slip"].max()) for corner in done.places["driven"])
        found["shifts"] = float(len(_shifts(run)))
        if self.top:
            best = top_speed(done.car, start_parked(done.car))
            if best is not None:
                found |= {"top_speed": best.speed, "top_speed_gear": float(best.gear)}
        return {name: value for name, value in found.items() if np.isfinite(value)}

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        told = [f"{what} at {time - BEGIN:.3f} s" for time, what in _shifts(run)]
        return [f"gearbox {', '.join(told)}"] if told else []


def driven_wheels(car: CarModel) -> list[str]:
    """Bearings of the wheels that the drive turns."""
    shafts = {part.name.split(".")[0] for part in car.model.joints if part.name.endswith(".outer_joint")}
    train: Any = car.powertrain
    wheels = [f"{corner}.wheel_bearing.angle" for corner in car.corners if corner in shafts]
    return wheels or [name for name in train.outputs if name.endswith(".wheel_bearing.angle")]


def _shifts(run: Result) -> list[tuple[float, str]]:
    """When the gearbox shifted, and how."""
    events: Any = run.metadata.get("events", [])
    return [(float(e["time"]), str(e["what"])) for e in events if str(e["what"]).startswith("shifts")]
