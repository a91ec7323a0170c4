"""An engine with a clutch for a car whose file has none: a flywheel that drives the input shaft through one gear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from jounce.graph import Scalar
from jounce.model.assembly.car import CarModel
from jounce.model.assembly.rotors import rotor
from jounce.parts import Input
from jounce.parts.forces import Clutch, Motor
from jounce.parts.signals import External, input_of_signal
from jounce.spatial.vector import Vec3, Y

FLYWHEEL = "starter.flywheel"  # joint; its body is "starting_engine"
CLUTCH, TORQUE = "starter.clutch", "starter.torque"  # force elements and their inputs
ENGAGED, GIVEN = f"{CLUTCH}.engaged", f"{TORQUE}.given"


@dataclass(frozen=True, kw_only=True)
class StartingEngine:
    """A flywheel, a clutch and a gear."""

    inertia: float  # kg m^2
    clutch: float  # N m that the closed clutch bears
    gear: float  # turns of the flywheel for one of the input shaft
    axis: Vec3 = Y  # about which it turns

    def parts(self, driven: Mapping[str, Scalar], place: Vec3) -> list[Any]:
        """Returns flywheel, clutch and torque; `driven` are coordinates: turns of the input shaft for one of each."""
        ratios: Any = {name: self.gear * turns for name, turns in driven.items()}
        return [
            *rotor("starting_engine", FLYWHEEL, self.inertia, place, self.axis),
            Input(name=ENGAGED, unit="1", definition="clutch, 0 open to 1 closed"),
            Input(name=GIVEN, unit="N m", definition="torque of the engine"),
            Motor(name=TORQUE, coordinate=f"{FLYWHEEL}.angle", signal=External(input=GIVEN)),
            Clutch(
                name=CLUTCH,
                coordinates=(f"{FLYWHEEL}.angle", *ratios),
                factors=(1.0, *(0.0 - ratio for ratio in ratios.values())),
                torque=self.clutch,
                signal=External(input=ENGAGED),
            ),
        ]

    def in_car(self, car: CarModel) -> CarModel:
        """Returns the car with this engine at its input shaft, in place of the torque there."""
        driven = {
            part.coordinate: part.gain
            for part in car.model.forces
            if input_of_signal(getattr(part, "signal", None)) in car.drive and hasattr(part, "coordinate")
        }
        kept = [part for part in car.model.parts if part.name not in car.drive and not _acts_by(part, car.drive)]
        x, _, z = next(iter(car.corners.values())).wheel_centre
        model = car.model.with_parts([*kept, *self.parts(driven, (x, 0.0, z))])
        turns: Any = sum(gain * car.turning[name] for name, gain in driven.items())
        turning = dict(car.turning) | {f"{FLYWHEEL}.angle": self.gear * turns}
        return replace(car, model=model, turning=turning, drive=(GIVEN,))


def _acts_by(part: Any, drive: tuple[str, ...]) -> bool:
    return input_of_signal(getattr(part, "signal", None)) in drive
