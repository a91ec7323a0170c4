"""Steering of a car: wheel, column in torsion, pinion, rack; or road wheels that follow the wheel by tables.

[Szczotka 2007, table 3; Szczotka 2004, eq. 2.13-2.17; Ciglaric, section 3.1]
"""

from __future__ import annotations

from collections.abc import Mapping
from math import pi, tan
from typing import TYPE_CHECKING, Any

from jounce.graph import Scalar, atan, less, select
from jounce.model.assemblies.assembly import Built, Site, bodies_among
from jounce.model.assemblies.axles.parts import steering_rack_of
from jounce.model.assemblies.steering.data import SteeringData
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.names import SIDES, Side
from jounce.model.assembly.rotors import lump_rotor_inertia, rotor, rotor_springs
from jounce.model.templates.axles.steered_axle import (
    PITMAN_ARM,
    pitman_arm,
    pitman_arm_length,
    pitman_coordinate,
    pitman_sense,
)
from jounce.model.templates.corner import AxleGiven, Corner
from jounce.model.templates.kingpin import kingpin_coordinate
from jounce.model.templates.whole_axle import axle_given
from jounce.parts import Body, Input, Prescribed
from jounce.parts.forces import DryFriction, Motor, TorsionDamper
from jounce.parts.joints import Coupling, Prismatic
from jounce.parts.laws import Linear, Points
from jounce.parts.signals import External
from jounce.spatial.vector import Vec3, Y, Z, cross, dot, unit, vector_difference

if TYPE_CHECKING:
    from jounce.model.unit import Unit

RACK, RACK_COORDINATE = "rack", "steering.rack.displacement"
WHEEL, WHEEL_COORDINATE = "steering_wheel", "steering.wheel.angle"
INPUTS = {"angle": "steering.wheel_angle", "torque": "steering.wheel_torque"}
MEANS = tuple(k * pi / 60.0 for k in range(-14, 15))  # rad of the mean road wheel: 3 deg apart, to 42 deg
PITMAN_SLIP = 1e-3  # rad that the pitman arm creeps before its smooth friction holds
RACK_SLIP = 2e-4  # m that the rack creeps before its smooth friction holds


def build_steering(site: Site) -> Built:
    """Builds what is between the driver's hands and the tie rods or king-pins of the axle that is steered."""
    unit = site.unit
    steered = unit.steered_axle()
    if steered is None:
        return Built()
    data, given = unit.steering, site.ports["linkages"][steered]
    if data.form == "pitman arm":
        parts = pitman_steering_parts(data, site.hand, given)
    elif data.turns_wheels():
        parts = wheel_steering_parts(data, site.hand, given.corners, unit.wheelbase())
    else:
        parts = steering_parts(data, site.hand, given.corners["left"], site.ports["wheels"][f"{steered}_left"])
    followers = [steering_rack_of(name) for name in unit.following_axles()]
    for name in unit.following_axles():
        parts += _following_rack(site, steered, name)
    whole = (RACK, *followers, WHEEL, given.name(PITMAN_ARM))  # what the car body is weighed without
    column = tuple(body for body in bodies_among(parts) if body.name not in whole)
    ports = {"hand": INPUTS[site.hand], "steering_wheel": WHEEL_COORDINATE, "lock": data.lock, "rotors": column}
    return Built(parts=parts, ports=ports)


def _following_rack(site: Site, first: str, name: str) -> tuple[Any, ...]:
    """Returns the rack of a further steered axle, which goes `follow_ratio` times as far as that of the first."""
    data, linkages, wheels = site.unit.steering, site.ports["linkages"], site.ports["wheels"]
    body, joint = steering_rack_of(name), f"steering.{steering_rack_of(name)}"
    own = linkages[name].corners[Side.LEFT]
    senses = [steering_rack_sense(linkages[axle].corners[Side.LEFT], wheels[f"{axle}_left"]) for axle in (first, name)]
    coordinates = (f"{joint}.displacement", RACK_COORDINATE)
    way = data.follow_ratio * senses[0] * senses[1]
    return (
        *_rack_on_guide(data, body, joint, _rack_place(own), own.mount),
        Coupling(name=f"steering.{name}_follows", coordinates=coordinates, factors=(1.0, 0.0 - way)),
    )


def weighed_steering_parts(data: SteeringData, steered: Mapping[str, AxleGiven]) -> tuple[Any, ...]:
    """Returns steering wheel, and racks or pitman arm where there are any; the column is weighed with the car body."""
    given, *others = steered.values()
    left = given.corners[Side.LEFT]
    rack = steering_rack_parts(data, _rack_place(left), left.mount) if "tie_rod_inner" in left.points else ()
    rack = pitman_arm(given) if given.drag_link else rack
    for name, other in zip(list(steered)[1:], others, strict=True):
        place = _rack_place(other.corners[Side.LEFT])
        rack = (*rack, *_rack_on_guide(data, steering_rack_of(name), name, place, other.mount))
    return (*rack, *_steering_wheel(data, data.wheel_inertia))


def _rack_place(given: Corner) -> Vec3:
    """The left corner of the steered axle says where the rack lies."""
    x, _, z = given.points["tie_rod_inner"]
    return (x, 0.0, z)


def _steering_wheel(data: SteeringData, inertia: Any) -> tuple[Any, ...]:
    """Builds the steering wheel on its bearing, with the inertia of what turns with it."""
    centre, axis = data.wheel_centre, data.column_axis
    return rotor(WHEEL, "steering.wheel", inertia, centre, axis, data.wheel_mass, look="steering wheel")


def steering_parts(data: SteeringData, kind: str, given: Corner, corner: CornerModel) -> tuple[Any, ...]:
    """Builds a steering with a rack; `kind` is what the driver gives."""
    column, end = _wheel_and_column(data)
    rack = steering_rack_parts(data, _rack_place(given), given.mount)
    return (*rack, *column, _pinion(data, end, steering_rack_sense(given, corner)), *_driver(kind))


def pitman_steering_parts(data: SteeringData, kind: str, given: AxleGiven) -> tuple[Any, ...]:
    """Builds a steering with a pitman arm, which a gear turns; damping and friction are there also where they are
    zero."""
    column, end = _wheel_and_column(data)
    coordinate = pitman_coordinate(given)
    assert data.gear_ratio is not None  # checked before
    factors = (1.0, 0.0 - pitman_sense(given) * (1.0 / data.gear_ratio))
    return (
        *pitman_arm(given),
        TorsionDamper(name="steering.gear_damping", coordinate=coordinate, law=Linear(slope=data.gear_damping)),
        DryFriction(
            name="steering.gear_friction",
            coordinates=(coordinate,),
            limit=data.gear_friction,
            law=data.friction_law,
            slip=PITMAN_SLIP,
        ),
        *column,
        Coupling(name="steering.gear", coordinates=(coordinate, end), factors=factors),
        *_driver(kind),
    )


def _wheel_and_column(data: SteeringData) -> tuple[tuple[Any, ...], str]:
    """Builds the steering wheel and its column in torsion, and names the coordinate of the column's lower end."""
    n = 0 if data.form == "look-up" else int(data.column_elements)
    shaft = lump_rotor_inertia(data.column_inertia, n) if n else [data.column_inertia]
    parts = [*_steering_wheel(data, data.wheel_inertia + shaft[0])]
    turning = [WHEEL_COORDINATE]
    for i in range(1, n + 1):
        parts += rotor(f"column_{i}", f"steering.column_{i}", shaft[i], data.wheel_centre, data.column_axis)
        turning.append(f"steering.column_{i}.angle")
    if n:
        parts += rotor_springs(
            "steering.column_twist", turning, data.column_stiffness, data.column_damping, data.column_inertia
        )
    return tuple(parts), turning[-1]


def wheel_steering_parts(
    data: SteeringData, kind: str, corners: Mapping[str, Corner], wheelbase: Scalar
) -> tuple[Any, ...]:
    """Builds a steering whose road wheels follow the column's lower end, each by its table. [Ciglaric, section 3.1]"""
    column, end = _wheel_and_column(data)
    left, right = (corner.points["wheel_centre"] for corner in corners.values())
    tables = steering_wheel_tables(data, wheelbase, left[1] - right[1])
    ties = [
        Coupling(
            name=f"steering.{side}",
            coordinates=(kingpin_coordinate(corner), end),
            factors=(1.0, -1.0),
            law=Points(x=tables["angle"], y=tables[side], interpolation="spline"),  # type: ignore[arg-type]
        )
        for side, corner in corners.items()
    ]
    return (*column, *ties, *_driver(kind))


def steering_wheel_tables(data: SteeringData, wheelbase: Scalar, track: Scalar) -> dict[str, tuple[Scalar, ...]]:
    """Returns steering-wheel angles, and the angles of the left and the right road wheel there.

    Of a ratio i and a share a they are made: the mean wheel stands at m = angle/i, Ackermann's wheels on both sides of
    it at atan(tan m / (1 -+ (track/2) tan m / wheelbase)), and each turns by m + a (Ackermann's - m). [Reimpell 2001]
    """
    if data.form == "wheel table":
        return {"angle": data.table_angle, "left": data.table_left, "right": data.table_right}  # type: ignore[dict-item]
    half = 0.5 * track / wheelbase

    def turned(m: float, side: float) -> Scalar:
        inner = atan(tan(m) / (1.0 - side * half * tan(m)))
        return m + data.ackermann * (inner - m)

    found: dict[str, tuple[Scalar, ...]] = {"angle": tuple(data.ratio * m for m in MEANS)}  # type: ignore[operator]
    return found | {side: tuple(turned(m, float(side.sign)) for m in MEANS) for side in SIDES}


def steering_ratio_of_tables(data: SteeringData, wheelbase: float, track: float) -> float:
    """Returns steering-wheel angle divided by the mean steer angle of the road wheels, straight ahead."""
    from scipy.interpolate import CubicSpline  # slow to import

    tables = steering_wheel_tables(data, wheelbase, track)
    slopes = [CubicSpline(tables["angle"], tables[side], bc_type="natural")(0.0, 1) for side in SIDES]
    return 2.0 / float(sum(slopes))


def _pinion(data: SteeringData, angle: str, sense: Scalar) -> Coupling:
    """The rack moves with the end of the column: by a ratio, or by a table."""
    tied = {"name": "steering.pinion", "coordinates": (RACK_COORDINATE, angle)}
    if data.form == "look-up":
        assert data.table_angle is not None and data.table_rack is not None  # checked before
        law = Points(x=data.table_angle, y=data.table_rack, interpolation="spline")
        return Coupling(**tied, factors=(1.0, 0.0 - sense), law=law)  # type: ignore[arg-type]
    assert data.rack_ratio is not None  # checked before
    return Coupling(**tied, factors=(1.0, 0.0 - sense * data.rack_ratio))  # type: ignore[arg-type]


def steering_rack_parts(data: SteeringData, centre: Vec3, mount: str) -> list[Any]:
    """It slides along y, positive to the left; damping and friction are there also where they are zero."""
    law, along = Linear(slope=data.rack_damping), (RACK_COORDINATE,)
    return [
        *_rack_on_guide(data, RACK, "steering.rack", centre, mount),
        TorsionDamper(name="steering.rack_damping", coordinate=RACK_COORDINATE, law=law),
        DryFriction(
            name="steering.rack_friction",
            coordinates=along,
            limit=data.rack_friction,
            law=data.friction_law,
            slip=RACK_SLIP,
        ),
    ]


def _rack_on_guide(data: SteeringData, body: str, joint: str, centre: Vec3, mount: str) -> tuple[Any, ...]:
    inertia = (0.1 * data.rack_mass,) * 3  # it never turns against the car
    return (
        Body(name=body, mass=data.rack_mass, centre=centre, inertia=inertia, interface=True, look="steering"),  # type: ignore[arg-type]
        Prismatic(name=joint, parent=mount, child=body, point=(0.0, 0.0, 0.0), axis=Y),
    )


def _driver(kind: str) -> tuple[Any, ...]:
    """Returns what the driver gives: the angle of the wheel, or a torque on it."""
    name = INPUTS[kind]
    if kind == "angle":
        return (
            Input(name=name, unit="rad", definition="angle of the steering wheel, positive to the left"),
            Prescribed(name="steering.driver", coordinate=WHEEL_COORDINATE, signal=External(input=name)),
        )
    return (
        Input(name=name, unit="N m", definition="torque of the driver on the steering wheel, positive to the left"),
        Motor(name="steering.driver", coordinate=WHEEL_COORDINATE, signal=External(input=name)),
    )


def steering_travel(unit: Unit, seen: Mapping[str, float]) -> float:
    """Returns how far the rack has moved to the left, among channels of a car.

    Of a pitman arm it is the way of the drag link's ball along its arc, positive where it steers to the left.
    """
    steered = unit.steered_axle()
    if steered is None or unit.steering.form != "pitman arm":
        return seen.get(RACK_COORDINATE, 0.0)
    given: Any = axle_given(unit.axles[steered], steered, unit.floating, None)
    way: Any = pitman_sense(given) * pitman_arm_length(given.points) * seen[pitman_coordinate(given)]
    return float(way)


def steering_rack_sense(given: Corner, corner: CornerModel) -> Scalar:
    """Gives +1 where a rack that moves to the left steers to the left: the tie rod lies ahead of the steering axis."""
    p = given.points
    low, high = (at for _, at in corner.steering_axis) if corner.steering_axis else (p["wheel_centre"], None)
    axis = Z if high is None else unit(vector_difference(high, low))
    rod = vector_difference(p["tie_rod_outer"], p["tie_rod_inner"])
    moved = dot(
        cross(axis, vector_difference(p["tie_rod_outer"], low)), rod
    )  # of the outer end along the rod, per turn
    return select(less(0.0, rod[1] * moved), 1.0, -1.0)
