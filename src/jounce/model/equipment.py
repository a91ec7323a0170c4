"""What a car has besides its axles: steering, drive, brakes, air forces, the driver's seat, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.model.brake_data import AbsData, BrakeData, EscData, TractionControlData
from jounce.model.car_size import SizeData
from jounce.parts.laws import Law, RateLaw
from jounce.units import Axes, OneOf, Quantity

# Numbers of a car never become symbols, unlike those of its parts: plain floats.
Count = Annotated[float, Quantity("1", "count")]
Share = Annotated[float, Quantity("1", "not negative")]
Ratio = Annotated[float, Quantity("1", "positive")]
SignedRatio = Annotated[float, Quantity("1")]
Mass = Annotated[float, Quantity("kg", "not negative")]
Inertia = Annotated[float, Quantity("kg m^2", "not negative")]
SignedInertia = Annotated[float, Quantity("kg m^2")]
PositiveMass = Annotated[float, Quantity("kg", "positive")]
Length = Annotated[float, Quantity("m", "positive")]
Force = Annotated[float, Quantity("N", "not negative")]
Torque = Annotated[float, Quantity("N m", "not negative")]
Damping = Annotated[float, Quantity("N s/m", "not negative")]
SpringStiffness = Annotated[float, Quantity("N/m", "positive")]
TorsionStiffness = Annotated[float, Quantity("N m/rad", "positive")]
TorsionDamping = Annotated[float, Quantity("N m s/rad", "not negative")]
Point = Annotated[tuple[float, float, float], Quantity("m")]
Angles = Annotated[tuple[float, ...], Quantity("rad")]
Travels = Annotated[tuple[float, ...], Quantity("m")]
Direction = Annotated[tuple[float, float, float], Quantity("1")]
AirSpeed = Annotated[float, Quantity("m/s")]
Parabola = Annotated[tuple[float, ...], Quantity("1")]  # constant, per rad, per rad^2 of slip angle

WHEEL_FORMS = ("wheel table", "ratio")  # of a steering without a rack

Lies = Annotated[str, OneOf("across", "along")]  # of an engine: its crankshaft in the car; along, it turns about -x
FrictionLaw = Annotated[str, OneOf("dry", "smooth")]  # dry: it sticks and slides; smooth: one state, for comparison
Differential = Annotated[str, OneOf("open", "limited slip", "locked")]
SHAFT_LAYOUTS = ("differential", "motors", "axle motors")  # torques go through shafts
DIRECT_LAYOUTS = ("torque", "wheel torques", "axle torques")  # torques act on the wheels themselves
MOTOR_LAYOUTS = ("motors", "axle motors", "wheel torques", "axle torques")  # each with an input of its own
WHEEL_LAYOUTS = ("motors", "wheel torques")  # a motor for each wheel, so no differential


@dataclass(frozen=True, slots=True, kw_only=True)
class SteeringData:
    """Steering wheel, column in torsion, pinion, and a rack that slides along y. [Szczotka 2007, table 3]

    Or, with `form = "look-up"`, a rack that follows the wheel by a table. Functional axles have no rack: with
    `form = "wheel table"` each road wheel follows the steering wheel by a table of its own [Ciglaric, section 3.1], and
    `form = "ratio"` makes that table of a ratio and a share of Ackermann's difference.

    A positive steering-wheel angle turns the road wheels to the left, on whichever side of the axle the rack lies.
    """

    rack_mass: Mass = 5.0  # of the rack, which slides along y
    rack_ratio: Annotated[float, Quantity("m/rad", "positive")] | None = None  # rack travel per steering-wheel angle
    rack_damping: Damping = 0.0  # of the rack in its housing
    rack_friction: Force = 0.0  # dry friction of the rack
    friction_law: FrictionLaw = "dry"  # of the rack's friction
    wheel_mass: Mass = 2.0  # of the steering wheel
    wheel_inertia: Inertia = 0.035  # about the column
    wheel_centre: Point = (0.0, 0.0, 0.0)  # of the steering wheel
    wheel_radius: Length = 0.185  # of the rim
    column_axis: Direction = (-0.866025403784, 0.0, 0.5)  # towards the driver
    column_stiffness: TorsionStiffness | None = None  # of the whole column
    column_damping: TorsionDamping = 0.0  # of the whole column
    column_inertia: Inertia = 6e-4  # of the whole column, about its axis
    column_elements: Count = 0  # spring-damper elements; 0: rigid
    input: Annotated[str, OneOf("angle", "torque")] = "angle"  # what the driver gives
    form: Annotated[str, OneOf("column", "look-up", "wheel table", "ratio")] = "column"  # how wheels follow the hand
    table_angle: Angles | None = None  # of the steering wheel, rising, both ways
    table_rack: Travels | None = None  # how far the rack moves to steer to the left; a spline joins the points
    table_left: Angles | None = None  # steer angle of the left road wheel, to the left positive; likewise a spline
    table_right: Angles | None = None  # of the right road wheel
    ratio: Ratio | None = None  # steering-wheel angle divided by the mean steer angle of the road wheels
    lock: Annotated[float, Quantity("rad", "positive")] | None = None  # largest angle of the steering wheel, both ways
    ackermann: Share = 1.0  # share of Ackermann's difference between the wheels; 0: both turn alike

    def turns_wheels(self) -> bool:
        """Whether the road wheels follow the steering wheel themselves: by king-pins, without a rack."""
        return self.form in WHEEL_FORMS

    def rack_per_angle(self) -> float | None:
        """Rack travel per steering-wheel angle, straight ahead."""
        if self.form != "look-up" or self.table_angle is None or self.table_rack is None:
            return self.rack_ratio
        from scipy.interpolate import CubicSpline  # slow to import

        return float(CubicSpline(self.table_angle, self.table_rack, bc_type="natural")(0.0, 1))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class AeroData:
    """Air forces: each coefficient as one to three numbers, constant, per rad and per rad^2 of slip angle."""

    density: Annotated[float, Quantity("kg/m^3", "positive")] = 1.2  # of the air
    area: Annotated[float, Quantity("m^2", "positive")]  # frontal area
    length: Length  # that moments are referred to, usually the wheelbase
    point: Point  # where the forces act
    drag: Parabola  # coefficient, positive rearward
    side: Parabola = (0.0,)  # coefficient, positive against the slip angle
    lift: Parabola = (0.0,)  # coefficient, positive upward
    roll: Parabola = (0.0,)  # coefficient of the moment about x
    pitch: Parabola = (0.0,)  # about y
    yaw: Parabola = (0.0,)  # about z


@dataclass(frozen=True, slots=True, kw_only=True)
class WindData:
    """The wind in which the car starts: velocity of the air over the ground, x ahead of the car at the start, y left.

    Both are inputs of the car, `wind.along` and `wind.across`: what is given here holds while nobody sets them.
    """

    along: AirSpeed = 0.0  # positive: from behind
    across: AirSpeed = 0.0  # positive: from the right
    zone: Annotated[str, OneOf("everywhere", "stretch")] = "everywhere"  # where it blows
    zone_start: Annotated[float, Quantity("m")] = 0.0  # of a stretch, on the ground's x
    zone_length: Length = 25.0  # of a stretch
    zone_edge: Length = 1.0  # in which it rises and falls, as half a cosine


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatData:
    """Where the driver sits, and as an option the driver as a mass on the cushion of a seat that is a mass on springs.

    Vibration is measured at seat, floor and back. With `driver_mass` the two masses slide up and down in the car body,
    which is weighed with both of them.
    """

    point: Point  # on the surface of the seat, under the driver
    floor: Point | None = None  # under the driver's feet; 0.5 m ahead of the seat and 0.35 m below where left out
    back: Point | None = None  # on the backrest; 0.25 m behind the seat and 0.4 m above where left out
    driver_mass: PositiveMass | None = None  # that rests on the cushion
    cushion_stiffness: SpringStiffness | None = None  # between seat and driver
    cushion_damping: Damping = 0.0  # between seat and driver
    mass: PositiveMass | None = None  # of the seat that moves on its springs
    stiffness: SpringStiffness | None = None  # between car body and seat
    damping: Damping = 0.0  # between car body and seat


# tables of a vehicle file by name
ADDED = ("inputs", "forces", "sensors", "controllers")  # tables of parts of the whole car, as a mechanism has them
EQUIPMENT: dict[str, type] = {
    "steering": SteeringData,
    "drive": DriveData,
    "motor": MotorData,
    "half_shafts": HalfShaftData,
    "brakes": BrakeData,
    "abs": AbsData,
    "esc": EscData,
    "traction_control": TractionControlData,
    "aero": AeroData,
    "wind": WindData,
    "seat": SeatData,
    "size": SizeData,
}
