"""Brakes of a car as plain data: by torques at full pedal, or by pressures and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from jounce.graph import Scalar
from jounce.parts.laws import Law, Linear, law_at_number
from jounce.units import Axes, OneOf, Quantity

Share = Annotated[float, Quantity("1", "not negative")]
Torque = Annotated[float, Quantity("N m", "not negative")]
FrictionLaw = Annotated[str, OneOf("dry", "smooth")]  # dry: it sticks and slides; smooth: one state, for comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class BrakeData:
    """Brake torques of all wheels together at full pedal and how they are shared; or brakes by pressure.

    With `pressure` the pedal makes a pressure in the line, the rear wheels get all of it, a share of it or what a
    proportioning valve lets through, and each wheel's torque follows its pressure by a law. [Ciglaric, section 3.1]
    """

    torque: Torque | None = None  # at full pedal, sum over the wheels; of brakes without pressures
    front_share: Share | None = None  # first axle's share: of the torque, or with `pressure` of front and rear pressure
    pressure: Annotated[Law, Axes("1", "Pa")] | None = None  # of the line, over the pedal; a number is at full pedal
    rear_pressure: Annotated[Law, Axes("Pa", "Pa")] | None = None  # behind the first axle, over line pressure; or all
    front_torque: Annotated[Law, Axes("Pa", "N m")] | None = None  # of each wheel of the first axle, over its pressure
    rear_torque: Annotated[Law, Axes("Pa", "N m")] | None = None  # of each wheel of the others, over its pressure
    friction_law: FrictionLaw = "dry"  # of all brakes
    slip: Annotated[float, Quantity("rad", "positive")] = 2e-3  # smooth law: turn that builds up the full torque

    def by_pressure(self) -> bool:
        """Whether pressures make the torques."""
        return self.pressure is not None

    def rear_law(self) -> Any:
        """Pressure behind the first axle over that of the line."""
        if self.rear_pressure is not None:
            return self.rear_pressure
        share: Scalar = 0.5 if self.front_share is None else self.front_share
        return Linear(slope=(1.0 - share) * (1.0 / share))

    def wheel_torque(self, pedal: float, front: bool, axles: int = 2) -> float:
        """Torque of one wheel at a pedal travel, in N m."""
        if not self.by_pressure():
            assert self.torque is not None and self.front_share is not None  # checked before
            share = self.front_share if front else (1.0 - self.front_share) / (axles - 1)
            return 0.5 * share * self.torque * pedal
        line = self.line_pressure(pedal)
        if front:
            return law_at_number(self.front_torque, line)
        return law_at_number(self.rear_torque, law_at_number(self.rear_law(), line))

    def line_pressure(self, pedal: float) -> float:
        """Pressure of the line at a pedal travel, in Pa; of brakes by pressure."""
        return law_at_number(self.pressure, pedal)

    def whole_torque(self, pedal: float, axles: int = 2) -> float:
        """Torque of all wheels at a pedal travel, in N m."""
        return 2.0 * sum(self.wheel_torque(pedal, number == 0, axles) for number in range(axles))
