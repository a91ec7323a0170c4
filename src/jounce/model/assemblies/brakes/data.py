"""The brakes of a car as plain data, with the anti-lock modulator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from jounce.graph import Scalar
from jounce.parts.laws import Law, Linear, law_at_number
from jounce.units import Axes, OneOf, Quantity

Share = Annotated[float, Quantity("1", "not negative")]
Torque = Annotated[float, Quantity("N m", "not negative")]
FrictionLaw = Annotated[str, OneOf("dry", "smooth")]  # dry: it sticks and slides; smooth: one state, for comparison
Slip = Annotated[float, Quantity("1", "positive")]
Turning = Annotated[float, Quantity("rad/s^2", "positive")]
PressureRate = Annotated[float, Quantity("Pa/s", "positive")]
Speed = Annotated[float, Quantity("m/s", "positive")]
Pressure = Annotated[float, Quantity("Pa", "positive")]
Angle = Annotated[float, Quantity("rad", "positive")]


@dataclass(frozen=True, slots=True, kw_only=True)
class BrakeData:
    """Brake torques of all wheels together at full pedal and how they are shared; or brakes by pressure, or by overrun.

    With `pressure` the pedal makes a pressure in the line, the rear wheels get all of it, a share of it or what a
    proportioning valve lets through, and each wheel's torque follows its pressure by a law. [Ciglaric, section 3.1]
    Torques may follow the pedal late, as air in long lines does. With `overrun` no pedal works the brakes of a trailer,
    but the push of its coupling.
    """

    torque: Torque | None = None  # at full pedal, sum over the wheels; of brakes without pressures
    front_share: Share | None = None  # first axle's: of torque, or by pressure; axles of trailers may share alike
    pressure: Annotated[Law, Axes("1", "Pa")] | None = None  # of the line, over the pedal; a number is at full pedal
    rear_pressure: Annotated[Law, Axes("Pa", "Pa")] | None = None  # behind the first axle, over line pressure; or all
    front_torque: Annotated[Law, Axes("Pa", "N m")] | None = None  # of each wheel of the first axle, over its pressure
    rear_torque: Annotated[Law, Axes("Pa", "N m")] | None = None  # of each wheel of the others, over its pressure
    response_time: Annotated[float, Quantity("s", "positive")] | None = None  # torque: until 3/4 of a full pedal act
    overrun: Annotated[Law, Axes("m", "N m")] | None = None  # of each wheel, over the push of the coupling
    friction_law: FrictionLaw = "dry"  # of all brakes
    slip: Annotated[float, Quantity("rad", "positive")] = 2e-3  # smooth law: turn that builds up the full torque

    def by_pressure(self) -> bool:
        """Tells whether pressures make the torques."""
        return self.pressure is not None

    def rear_law(self) -> Any:
        """Returns pressure behind the first axle over that of the line."""
        if self.rear_pressure is not None:
            return self.rear_pressure
        share: Scalar = 0.5 if self.front_share is None else self.front_share
        return Linear(slope=(1.0 - share) * (1.0 / share))

    def axle_share(self, front: bool, axles: int) -> Scalar:
        """Returns the share of an axle: the first has its own, the others have the same of what is left."""
        if self.front_share is None:
            return 1.0 / axles
        return self.front_share if front else (1.0 - self.front_share) / (axles - 1)

    def reads_points(self) -> bool:
        """Tells whether one of its laws goes through points: these are data, and no formula."""
        laws = (self.pressure, self.front_torque, self.rear_torque, self.rear_pressure)
        return any(hasattr(law, "values") for law in laws)

    def wheel_torque(self, pedal: float, front: bool, axles: int = 2) -> Scalar:
        """Returns the torque of one wheel at a pedal travel, in N m."""
        if not self.by_pressure():
            if self.overrun is not None:
                return 0.0  # no pedal works them
            assert self.torque is not None  # checked before
            return 0.5 * self.axle_share(front, axles) * self.torque * pedal
        line = self.line_pressure(pedal)
        if front:
            return law_at_number(self.front_torque, line)
        return law_at_number(self.rear_torque, law_at_number(self.rear_law(), line))

    def line_pressure(self, pedal: float) -> Scalar:
        """Returns pressure of the line at a pedal travel, in Pa; of brakes by pressure."""
        return law_at_number(self.pressure, pedal)

    def whole_torque(self, pedal: float, axles: int = 2) -> Scalar:
        """Returns the torque of all wheels at a pedal travel, in N m."""
        return 2.0 * sum(self.wheel_torque(pedal, number == 0, axles) for number in range(axles))


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsData:
    """Anti-lock brakes: a modulator at each wheel releases, holds and builds its pressure as the wheel slips.

    It acts on brakes by pressure. Slips and decelerations are usual ones of passenger cars; the reference speed is
    that of the car, known without error. [Rajamani 2012, chapter 4]
    """

    on: bool = True  # false: the car has none
    release_slip: Slip = 0.12  # at which pressure is released
    reapply_slip: Slip = 0.06  # at which it comes back
    controlled_slip: Slip = 0.5  # in place of release_slip while a controller brakes the wheel
    release_deceleration: Turning = 150.0  # of the wheel, at which pressure is released as well
    recovery_acceleration: Turning = 20.0  # of the wheel, at which the release ends
    build_rate: PressureRate = 8e6  # of pressure that comes back
    release_rate: PressureRate = 4e7  # of pressure that is released
    line_lag: Annotated[float, Quantity("s", "positive")] = 0.02  # of the pressure behind that of the line
    filter_time: Annotated[float, Quantity("s", "positive")] = 0.01  # of the wheel's acceleration
    cut_out_speed: Speed = 2.0  # below, the pressure follows the line
    rear: Annotated[str, OneOf("individual", "select low")] = "select low"  # select low: the slower wheel of an axle
    front: Annotated[str, OneOf("individual", "delayed")] = "delayed"  # delayed: yaw moments build up slowly
    delay_begin: Pressure = 2e5  # that a front wheel may have more at once when the other one is at its limit
    delay_rate: PressureRate = 2e6  # by which that grows
    delay_difference: Pressure = 6e6  # to which it grows, of a slow car that goes straight on
    delay_speed: Speed = 8.0  # above, all three fall with the speed
    delay_cornering: Annotated[float, Quantity("m/s^2", "positive")] = 3.0  # above, the outer wheel may have more
    delay_steer: Angle = 1.5707963267948966  # of the steering wheel, at which no difference is left
