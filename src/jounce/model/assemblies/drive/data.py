"""What drives the wheels as plain data: differentials or motors, and shafts to the wheels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.parts.laws import Law, RateLaw
from jounce.units import Axes, OneOf, Quantity

Count = Annotated[float, Quantity("1", "count")]
Share = Annotated[float, Quantity("1", "not negative")]
Ratio = Annotated[float, Quantity("1", "positive")]
SignedRatio = Annotated[float, Quantity("1")]
Inertia = Annotated[float, Quantity("kg m^2", "not negative")]
SignedInertia = Annotated[float, Quantity("kg m^2")]
Torque = Annotated[float, Quantity("N m", "not negative")]
TorsionStiffness = Annotated[float, Quantity("N m/rad", "positive")]
TorsionDamping = Annotated[float, Quantity("N m s/rad", "not negative")]
Lies = Annotated[str, OneOf("across", "along")]  # of an engine: its crankshaft in the car; along, it turns about -x
FrictionLaw = Annotated[str, OneOf("dry", "smooth")]  # dry: it sticks and slides; smooth: one state, for comparison
Differential = Annotated[str, OneOf("open", "limited slip", "locked")]
SHAFT_LAYOUTS = ("differential", "motors", "axle motors")  # torques go through shafts
DIRECT_LAYOUTS = ("torque", "wheel torques", "axle torques")  # torques act on the wheels themselves
MOTOR_LAYOUTS = ("motors", "axle motors", "wheel torques", "axle torques")  # each with an input of its own
WHEEL_LAYOUTS = ("motors", "wheel torques")  # a motor for each wheel, so no differential


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveData:
    """An engine with a differential on each driven axle, a motor for each driven wheel, or one for each driven axle.

    Or, with `layout = "torque"`, "wheel torques" or "axle torques", the same without anything that turns besides the
    wheels: a functional car. Of engine, motors and shafts it has only the angular momentum, and differentials have no
    cases.
    """

    layout: Annotated[str, OneOf(*SHAFT_LAYOUTS, *DIRECT_LAYOUTS)] = "differential"  # how torques reach the wheels
    axles: tuple[str, ...] = ("front",)  # that are driven
    final_ratio: Ratio = 1.0  # turns of the input shaft for one of the differential
    input_inertia: Inertia = 0.0  # engine and gearbox, at the input shaft
    lies: Lies = "across"  # how input shaft, engine and motors lie in the car; along, they turn about -x
    turns: SignedRatio = 1.0  # of engine or motor for one of the shaft its inertia is given at; negative: backwards
    shaft_elements: Count = 0  # spring-damper elements of the input shaft; 0: rigid
    shaft_stiffness: TorsionStiffness | None = None  # of the whole input shaft
    shaft_damping: TorsionDamping = 0.0  # of the whole input shaft
    shaft_inertia: Inertia = 0.0  # of the whole input shaft
    differential: Differential = "open"  # of each driven axle; limited slip: with friction also where torques are equal
    centre: Differential = "open"  # between two driven axles
    differential_inertia: Inertia = 0.006  # of one differential case
    differential_friction: Torque = 0.0  # dry friction between the outputs; beside a bias ratio its preload
    differential_bias: Ratio | None = None  # torque bias ratio of a limited slip: slower output by faster, 1 or more
    differential_viscosity: TorsionDamping | None = None  # of a viscous limited slip: torque by difference of speeds
    centre_share: Share | None = None  # of the torque, that the first of two driven axles gets; or one half
    centre_friction: Torque = 0.0  # as of the differentials of axles, where the centre has a limited slip
    centre_bias: Ratio | None = None  # the same; with shares that differ, the friction is that of equal ones
    centre_viscosity: TorsionDamping | None = None  # the same
    friction_law: FrictionLaw = "dry"  # of the friction in differentials
    motor_inertia: Inertia = 0.05  # of one motor, at the wheel's speed
    rotor_inertia: SignedInertia = 0.0  # without shafts: momentum across the car by the speed of driven wheels
    rotor_inertia_along: SignedInertia = 0.0  # the same along the car: of what turns about -x


@dataclass(frozen=True, slots=True, kw_only=True)
class MotorData:
    """What each electric motor can give at its speed, and what it draws for it; without this table, anything."""

    ratio: Ratio | None = None  # turns of the motor for one of its wheel, or 1; motors of axles have the final_ratio
    peak_torque: Annotated[float, Quantity("N m", "positive")] | None = None  # up to the speed of the peak power
    peak_power: Annotated[float, Quantity("W", "positive")] | None = None  # at the shaft, at higher speeds
    limit: Annotated[Law, Axes("rad/s", "N m")] | None = None  # largest torque over speed, in place of both
    top_speed: Annotated[float, Quantity("rad/s", "positive")] | None = None  # of the motor: it drives no faster
    regeneration: Share = 1.0  # share of the largest torque with which it brakes
    efficiency: Annotated[float, Quantity("1", "positive")] = 1.0  # of motor and inverter, both ways
    efficiency_map: Annotated[RateLaw, Axes("rad/s", "1", "N m")] | None = None  # over speed and torque, in its place
    lag: Annotated[float, Quantity("s", "positive")] | None = None  # time constant of the torque


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfShaftData:
    """The shaft from differential or motor to each driven wheel, as rigid finite elements in torsion."""

    elements: Count = 0  # spring-damper elements of each shaft; 0: rigid
    stiffness: TorsionStiffness | None = None  # of the left shaft
    right_stiffness: TorsionStiffness | None = None  # as on the left where left out
    damping: TorsionDamping = 0.0  # of each shaft
    inertia: Inertia = 1e-4  # of the left shaft, about its axis
    right_inertia: Inertia | None = None  # as on the left where left out
    inner_joint_inertia: Inertia = 0.0013  # of the joint at the differential or motor
    outer_joint_inertia: Inertia = 0.0016  # of the joint at the wheel
    wheel_joint: Annotated[str, OneOf("constant velocity", "universal")] = "constant velocity"  # at the wheel
