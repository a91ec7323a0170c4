"""Is this a car of its class? Its numbers beside published ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.parts.laws import Law
from jounce.results import Result
from jounce.results.panel import Bars
from jounce.studies.driving.damper_seals import has_seal_friction, without_seal_friction
from jounce.studies.driving.drive import Drive
from jounce.studies.handling.named_modes import WORDS, named_modes
from jounce.studies.handling.steady_circle import SteadyCircle
from jounce.studies.kinematics.outputs.rates import SLOW
from jounce.studies.kinematics.wheel_travel import WheelTravel
from jounce.studies.ride.equivalent_damping import forces_of, slope_for
from jounce.studies.settings import FORWARD_SPEED
from jounce.studies.study import Definitions, Progress

RATED = 0.3  # m/s of the piston, at which dampers are rated [JASO C602]
TURNING = ("roll_gradient", "understeer_gradient", "steering_ratio")
# of the left wheel in wheel-travel: unit, factor to it
LINKAGE = {
    "ride_frequency": ("Hz", 1.0),
    "camber": ("deg", np.degrees(1.0)),
    "toe": ("deg", np.degrees(1.0)),
    "bump_steer": ("deg/m", np.degrees(1.0)),
}


class Range(NamedTuple):
    """What is published for small cars."""

    low: float
    high: float
    source: str


GENERAL = "usual for small cars [Gillespie 1992; Reimpell 2001]"
DAMPING = "usual for small cars in use [Gillespie 1992; Reimpell 2001], not for the steep begin of the law near rest"
RANGES = {
    "ride_frequency_front": Range(1.1, 1.5, GENERAL),
    "ride_frequency_rear": Range(1.2, 1.7, GENERAL),
    "wheel_hop_front": Range(10.0, 15.0, GENERAL),
    "wheel_hop_rear": Range(10.0, 15.0, GENERAL),
    "damping_ratio_front": Range(0.2, 0.4, DAMPING),
    "damping_ratio_rear": Range(0.2, 0.4, DAMPING),
    "roll_gradient": Range(4.0, 8.0, GENERAL),
    "understeer_gradient": Range(1.0, 5.0, GENERAL),
    "steering_ratio": Range(18.0, 22.0, "Fiat Uno 45: 4 turns for 36 deg of mean lock either way, 20 [Haynes manual]"),
    "caster": Range(2.0, 4.0, "Fiat Multipla 3.67 deg, Uno 1.7 to 2.3 deg [workshop manuals]"),
    "kingpin": Range(10.0, 15.0, "11.5 to 13 deg in cars of this class"),
    "camber_front": Range(-0.5, 1.0, "Fiat Uno 45: -0.1 to 0.9 deg [Haynes manual]"),
    "camber_rear": Range(-1.5, 0.5, "Fiat Multipla -0.78 deg [workshop manual]"),
    "toe_front": Range(-0.2, 0.4, "Fiat Uno 45: 0 to 2 mm on both wheels together [Haynes manual]"),
    "bump_steer_front": Range(-5.0, 5.0, GENERAL),
    "bump_steer_rear": Range(-5.0, 5.0, GENERAL),
    "yaw_index": Range(0.93, 1.25, "1.09 +- 0.08 of 73 measured cars, twice the spread [Heydinger 1999]"),
}


def _metrics() -> Definitions:
    """Unit and definition, with the published range where there is one."""
    found: dict[str, tuple[str, ...]] = {
        f"{word}_{place}": (unit, f"{word.replace('_', ' ')} of the left wheel, design position")
        for word, (unit, _) in LINKAGE.items()
        for place in ("front", "rear")
    }
    damped = f"of a corner, dampers linear with the energy they take at {RATED:g} m/s"
    found |= {f"damping_ratio_{place}": ("1", damped) for place in ("front", "rear")}
    found |= {word: ("deg", f"{word} of the left front wheel, design position") for word in ("caster", "kingpin")}
    found |= {word: ("Hz", "frequency of the mode at speed, undamped") for word in WORDS}
    found |= {f"{word}_damping": ("1", "damping ratio of that mode") for word in WORDS}
    found |= {name: SteadyCircle.metrics[name] for name in TURNING}
    found["yaw_index"] = ("1", "yaw inertia divided by mass and by the distances of both axles from the centre of mass")
    return {name: (unit, _with_range(name, text)) for name, (unit, text, *_) in found.items()}


def _with_range(name: str, text: str) -> str:
    if name not in RANGES:
        return text
    low, high, source = RANGES[name]
    return f"{text}; {low:g} to {high:g}, {source}"


class Plausibility(Drive):
    """Is this a car of its class? Ride, hop, damping, roll, understeer, steering and alignment beside published ranges.

    From the linkages (`wheel-travel`), from small motions about straight running, and from steady circles by trim. The
    ranges are those of small cars; notes say what lies outside.
    """

    name = "plausibility"
    doing = "finding circles"
    simulates = False
    without = ("output_step",)
    speed = FORWARD_SPEED
    panels = SteadyCircle.panels
    metrics = _metrics()

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = self.require_car(subject)
        car = self.build_car(vehicle)
        turning = SteadyCircle(speed=self.speed, compliance=self.compliance).run(vehicle, on_progress)
        modes = named_modes(self.build_car(without_seal_friction(vehicle)), self.speed)
        values = dict(_linkages(vehicle)) | dict(_modes(modes))
        values |= {name: turning.metrics[name].value for name in TURNING}
        values["yaw_index"] = _yaw_index(car)
        notes = [_compare(name, value, self.metrics[name][0]) for name, value in values.items() if name in RANGES]
        notes += [
            f"{word.replace('_', ' '):24} is damped so much that it does not oscillate"
            for word in WORDS
            if word not in modes
        ]
        if has_seal_friction(vehicle):
            notes.append("frequencies and damping are those without the dry friction of damper seals")
        found = self.outcome(turning, values, {"corner": list(car.corners)}, {}, notes=notes)
        return replace(found, panels=(_bars(values), *found.panels))


def _bars(values: Mapping[str, float]) -> Bars:
    """Where each value lies: 0 % is the low end of its published range, 100 % the high end."""
    shares = {name: (values[name] - low) / (high - low) for name, (low, high, _) in RANGES.items() if name in values}
    rows = {name.replace("_", " "): {"this car": float(share)} for name, share in shares.items()}
    return Bars("Place in the published range (0 low end, 100 high)", "%", rows)


def _linkages(vehicle: Vehicle) -> Iterator[tuple[str, float]]:
    """Of the left wheels in the design position."""
    for place, axle in zip(("front", "rear"), vehicle.axles, strict=False):
        found = WheelTravel(axle=axle, travel=(-1e-3, 1e-3), points=3).run(vehicle).metrics
        left = f"{axle}_left"
        for word, (_, factor) in LINKAGE.items():
            if f"{left}.{word}" in found:
                yield f"{word}_{place}", round(float(found[f"{left}.{word}"].value * factor), 12) + 0.0
        if f"{left}.damping_ratio" in found:
            softening = _softening(vehicle.axles[axle].elements["damper"].law)
            yield f"damping_ratio_{place}", found[f"{left}.damping_ratio"].value * softening
        for word in ("caster", "kingpin"):
            if place == "front" and f"{left}.{word}" in found:
                yield word, float(np.degrees(found[f"{left}.{word}"].value))


def _softening(law: Law) -> float:
    """Equivalent damping at the rated speed, divided by the mean slope near rest of the linkage's ratio."""
    ends = np.array([-1.1, -0.9, 0.9, 1.1]) * SLOW
    below, above = np.diff(forces_of(law, ends))[::2] / np.diff(ends)[::2]
    return slope_for(law, RATED) / float(0.5 * (below + above))


def _modes(found: dict[str, complex]) -> Iterator[tuple[str, float]]:
    """Frequencies and damping of body and wheels."""
    for name, eigenvalue in found.items():
        size = abs(eigenvalue)
        yield name, size / (2 * np.pi)
        yield f"{name}_damping", -eigenvalue.real / size


def _yaw_index(car: CarModel) -> float:
    """I_zz / (m a b), of all bodies in the design position."""
    x, y, _ = car.centre
    bodies: Any = car.model.bodies
    yaw = sum(b.inertia[2] + b.mass * ((b.centre[0] - x) ** 2 + (b.centre[1] - y) ** 2) for b in bodies)
    axles: list[Any] = [corner.wheel_centre[0] for corner in car.corners.values()]
    return float(yaw / (car.mass * (max(axles) - x) * (x - min(axles))))


def _compare(name: str, value: float, unit: str) -> str:
    low, high, _ = RANGES[name]
    inside = "inside" if low <= value <= high else "OUTSIDE"
    return f"{name.replace('_', ' '):24} {value:8.3g} {'' if unit == '1' else unit:6} {inside} {low:g} to {high:g}"
