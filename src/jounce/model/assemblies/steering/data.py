"""The steering as plain data: column and rack, or tables that road wheels follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.units import OneOf, Quantity

Count = Annotated[float, Quantity("1", "count")]
Share = Annotated[float, Quantity("1", "not negative")]
Ratio = Annotated[float, Quantity("1", "positive")]
SignedRatio = Annotated[float, Quantity("1")]
Mass = Annotated[float, Quantity("kg", "not negative")]
Inertia = Annotated[float, Quantity("kg m^2", "not negative")]
Length = Annotated[float, Quantity("m", "positive")]
Force = Annotated[float, Quantity("N", "not negative")]
Damping = Annotated[float, Quantity("N s/m", "not negative")]
Torque = Annotated[float, Quantity("N m", "not negative")]
TorsionStiffness = Annotated[float, Quantity("N m/rad", "positive")]
TorsionDamping = Annotated[float, Quantity("N m s/rad", "not negative")]
Point = Annotated[tuple[float, float, float], Quantity("m")]
Angles = Annotated[tuple[float, ...], Quantity("rad")]
Travels = Annotated[tuple[float, ...], Quantity("m")]
Direction = Annotated[tuple[float, float, float], Quantity("1")]
Form = Annotated[str, OneOf("column", "look-up", "pitman arm", "wheel table", "ratio")]
WHEEL_FORMS = ("wheel table", "ratio")  # of a steering without a rack
FrictionLaw = Annotated[str, OneOf("dry", "smooth")]  # dry: it sticks and slides; smooth: one state, for comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class SteeringData:
    """Steering wheel, column in torsion, pinion, and a rack that slides along y. [Szczotka 2007, table 3]

    Or, with `form = "look-up"`, a rack that follows the wheel by a table. Functional axles have no rack: with
    `form = "wheel table"` each road wheel follows the steering wheel by a table of its own [Ciglaric, section 3.1], and
    `form = "ratio"` makes that table of a ratio and a share of Ackermann's difference. A live axle is steered by the
    drag link of a pitman arm, `form = "pitman arm"`, which a gear turns by `gear_ratio`.

    A further axle that is steered has a rack of its own, which follows the first one: with `follow_ratio = 0.3` it goes
    0.3 times as far, so as to steer the same way; negative, the other way.

    A positive steering-wheel angle turns the road wheels to the left, on whichever side of the axle the rack lies.
    """

    rack_mass: Mass = 5.0  # of the rack, which slides along y
    rack_ratio: Annotated[float, Quantity("m/rad", "positive")] | None = None  # rack travel per steering-wheel angle
    rack_damping: Damping = 0.0  # of the rack in its housing
    rack_friction: Force = 0.0  # dry friction of the rack
    follow_ratio: SignedRatio | None = None  # way of the rack of a further steered axle by the first's
    gear_ratio: Ratio | None = None  # turns of the steering wheel for one of the pitman arm
    gear_damping: TorsionDamping = 0.0  # of the pitman arm on the car body
    gear_friction: Torque = 0.0  # dry friction of the pitman arm
    friction_law: FrictionLaw = "dry"  # of the friction of rack or pitman arm
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
    form: Form = "column"  # how wheels follow the hand
    table_angle: Angles | None = None  # of the steering wheel, rising, both ways
    table_rack: Travels | None = None  # how far the rack moves to steer to the left; a spline joins the points
    table_left: Angles | None = None  # steer angle of the left road wheel, to the left positive; likewise a spline
    table_right: Angles | None = None  # of the right road wheel
    ratio: Ratio | None = None  # steering-wheel angle divided by the mean steer angle of the road wheels
    lock: Annotated[float, Quantity("rad", "positive")] | None = None  # largest angle of the steering wheel, both ways
    ackermann: Share = 1.0  # share of Ackermann's difference between the wheels; 0: both turn alike

    def turns_wheels(self) -> bool:
        """Tells whether the road wheels follow the steering wheel themselves: by king-pins, without a rack."""
        return self.form in WHEEL_FORMS

    def rack_per_angle(self) -> float | None:
        """Returns rack travel per steering-wheel angle, straight ahead."""
        if self.form != "look-up" or self.table_angle is None or self.table_rack is None:
            return self.rack_ratio
        from scipy.interpolate import CubicSpline  # slow to import

        return float(CubicSpline(self.table_angle, self.table_rack, bc_type="natural")(0.0, 1))
