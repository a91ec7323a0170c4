"""What an axle is made of besides its hardpoints: masses, springs, dampers, stops, bar, tyre, alignment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import pi
from typing import TYPE_CHECKING, Annotated, Any

from jounce.graph import Scalar
from jounce.model.belt_data import BeltData
from jounce.model.fields import Change, each_ruled_number, map_numbers
from jounce.parts.laws import Law
from jounce.parts.roads.enveloping import HEIGHT, LENGTH, ORDER, SHIFT
from jounce.parts.tyres.laws import SlipLaw
from jounce.spatial.vector import vector_distance
from jounce.units import (
    Angle,
    Axes,
    Damping,
    Damping6,
    Force,
    Inertia3,
    Length,
    Mass,
    OneOf,
    Point,
    PositiveLength,
    PositiveNumber,
    PositiveStiffness,
    Pressure,
    Quantity,
    Stiffness,
    Stiffness6,
)

if TYPE_CHECKING:
    from jounce.model.templates import Template

DesignPoint = tuple[float, float, float]  # m, vehicle frame, design position
LOSS_FACTOR, LOSS_FREQUENCY = 0.1, 15.0  # 1, Hz: of a bushing whose damping is not given
T_BAR_ROLES = ("bar_stem", "bar_head")  # bodies of a T-bar, of which there is one each
RIGID_RING = "rigid ring"  # a tyre on its belt
TYRE_MODELS = ("point contact", RIGID_RING)
ASSUMED_LAG = LOSS_FACTOR / (2.0 * pi * LOSS_FREQUENCY)  # s, its damping by its stiffness


@dataclass(frozen=True, slots=True, kw_only=True)
class MassData:
    """Mass properties of a body of the left side, or of the car body, in the design position."""

    mass: Mass  # of the body alone
    centre: Point | None = None  # centre of mass; middle of the body's hardpoints where left out
    inertia: Inertia3 | None = None  # Ixx, Iyy, Izz about it; that of a radius of gyration of 0.1 m where left out
    products: Inertia3 = (0.0, 0.0, 0.0)  # Ixy, Iyz, Izx as positive integrals


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyData(MassData):
    """Mass properties of the car body in the design position, and how stiffly it resists being twisted.

    With a torsion stiffness it is two halves: the first axle and the steering hang on the front one, all other axles on
    the rear one, and everything else on the body between them. They turn about a line along x through the centre of
    mass, each with its share of mass and roll inertia by the lever rule.
    """

    torsion_stiffness: Annotated[Scalar, Quantity("N m/rad", "positive")] | None = None  # between first and last axle
    torsion_damping: Annotated[Scalar, Quantity("N m s/rad", "not negative")] | None = None  # 2 % of critical


@dataclass(frozen=True, slots=True, kw_only=True)
class SpringData:
    """A spring between spring_top and spring_bottom; give its free length or its preload."""

    law: Annotated[Law, Axes("m", "N")]  # tension over extension; a number is the rate
    free_length: PositiveLength | None = None  # without load, between its seats; or give preload
    preload: Force | None = None  # push in the design position, of a spring with a rate; or give free_length
    body: str = ""  # that carries its lower end, by its role; the template's seat where left out


@dataclass(frozen=True, slots=True, kw_only=True)
class DamperData:
    """A damper between damper_top and damper_bottom, or along the spring."""

    law: Annotated[Law, Axes("m/s", "N")]  # tension over speed of extension
    body: str = ""  # that carries its lower end, by its role; the template's seat where left out
    seal_friction: Annotated[Scalar, Quantity("N", "not negative")] | None = None  # dry friction while it slides
    seal_static_ratio: Annotated[Scalar, Quantity("1", "positive")] = 1.0  # friction at rest divided by seal_friction


@dataclass(frozen=True, slots=True, kw_only=True)
class BumpStopData:
    """A stop on the damper's line that pushes when the damper is shorter by more than the clearance."""

    law: Annotated[Law, Axes("m", "N")]  # push over compression: a rate, or points from (0, 0)
    clearance: Length  # along the damper, from the design position


@dataclass(frozen=True, slots=True, kw_only=True)
class ReboundStopData:
    """A stop on the damper's line that pulls when the damper is longer by more than the clearance.

    It ends the droop of a wheel that has left the road, before the linkage locks.
    """

    rate: Annotated[Scalar, Quantity("N/m", "positive")]  # pull per extension
    clearance: Length  # along the damper, from the design position


@dataclass(frozen=True, slots=True, kw_only=True)
class ActuatorData:
    """An actuator beside the spring of each corner, whose force is an input of the car: `front_left.actuator.force`.

    A positive force pulls both ends together. On a rig there is none.
    """

    body: str = ""  # that carries its lower end, by its role; that of the spring where left out


@dataclass(frozen=True, slots=True, kw_only=True)
class RockerData:
    """A rocker on the car body, which a pushrod or a pullrod turns; spring and damper stand on it."""

    body: str = ""  # that carries the rod's outer end, by its role; the template's seat of the spring where left out


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdSpringData:
    """A spring from a body of the left side to the same of the right one: it resists heave, and roll in second order.

    Give its free length or its preload. It acts between both points `third_spring_end`.
    """

    law: Annotated[Law, Axes("m", "N")]  # tension over extension; a number is the rate
    free_length: PositiveLength | None = None  # without load; or give preload
    preload: Force | None = None  # push in the design position, of a spring with a rate; or give free_length
    body: str = ""  # that carries its ends, by its role; that of the spring where left out


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdDamperData:
    """A damper across, between both points `third_damper_end`, or along the third spring."""

    law: Annotated[Law, Axes("m/s", "N")]  # tension over speed of extension
    body: str = ""  # that carries its ends, by its role; that of the spring where left out


BarForm = Annotated[str, OneOf("linkage", "t bar", "flexible", "torsion bar", "roll stiffness")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AntiRollBarData:
    """A torsion bar in two bearings, with an arm and a drop link on each side; give its stiffness or its law.

    With `form = "t bar"` it has the shape of a T: its foot `bar_bearing` swings about an axis across the car, its stem
    twists, and the drop links hang on the ends of its head.
    With `form = "flexible"` it is a bent wire, straight from bearing to bearing and on to `bar_shoulder`, with an arm
    from there to `bar_end`: its stiffness, arms that bend included, follows from its points, diameter and material.
    On a functional axle `form = "roll stiffness"` stands for a bar of any shape: a moment on the car body per angle by
    which the wheels make it roll, the difference of their travels divided by the track.
    """

    stiffness: Annotated[Scalar, Quantity("N m/rad", "not negative")] | None = None  # torque per twist between its arms
    law: Annotated[Law, Axes("rad", "N m")] | None = None  # torque over that twist
    body: str = ""  # that carries the lower ends of the drop links, by its role; the template's seat where left out
    form: BarForm = "linkage"  # what it is made of; the last two have no bodies of their own
    diameter: PositiveLength | None = None  # of the wire of a flexible bar; what follows, left out: full, spring steel
    bore: PositiveLength | None = None  # of a tube
    youngs_modulus: Pressure | None = None  # 206 GPa
    poisson_ratio: Annotated[Scalar, Quantity("1")] | None = None  # 0.3
    density: Annotated[Scalar, Quantity("kg/m^3", "positive")] | None = None  # 7850 kg/m^3
    damping_ratio: Annotated[Scalar, Quantity("1", "not negative")] | None = None  # of its shape, 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class TwistBeamData:
    """The torsion of a twist beam's cross member: its stiffness, its law, or torsion constant and length of a section.

    From a section it is G J/l. Of an open section the torsion constant is that of its whole twist, warping included.
    """

    stiffness: Annotated[Scalar, Quantity("N m/rad", "not negative")] | None = None  # torque per twist between the arms
    law: Annotated[Law, Axes("rad", "N m")] | None = None  # torque over that twist
    torsion_constant: Annotated[Scalar, Quantity("m^4", "positive")] | None = None  # J of the section
    length: PositiveLength | None = None  # that twists: between the arms
    shear_modulus: Pressure = 79.3e9  # G of the material; steel
    damping: Annotated[Scalar, Quantity("N m s/rad", "not negative")] = 0.0  # torque per rate of twist


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafData:
    """What leaf springs do besides carrying the load, which the table of the spring says.

    They hold the axle against wind-up, and their leaves rub on each other. A rig of ideal joints has neither.
    """

    wind_up_stiffness: Annotated[Scalar, Quantity("N m/rad", "positive")]  # of both springs, about y
    wind_up_damping: Annotated[Scalar, Quantity("N m s/rad", "not negative")] = 0.0  # likewise
    friction: Annotated[Scalar, Quantity("N", "not negative")] | None = None  # between the leaves of one side, sliding
    static_ratio: Annotated[Scalar, Quantity("1", "positive")] = 1.0  # friction at rest divided by friction


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkingBeamData:
    """Walking beams that join an axle with the one ahead of it to a bogie: each turns about an axis across
    the car, and its ends stand on both axles, which share the load by the lengths of its arms.

    Without a stiffness the car body carries the pivots rigidly; with one, each slides upright on a spring.
    """

    stiffness: Annotated[Scalar, Quantity("N/m", "positive")] | None = None  # of the spring of one pivot
    preload: Force = 0.0  # push of that spring in the design position
    damping: Annotated[Scalar, Quantity("N s/m", "not negative")] = 0.0  # beside that spring


@dataclass(frozen=True, slots=True, kw_only=True)
class BushingData:
    """A bushing of the left side in place of an ideal mount, in the axes of the car body; relaxed as designed."""

    stiffness: Stiffness6  # six diagonal terms or all 36, x y z then rx ry rz
    damping: Damping6 | None = None  # likewise; that of rubber of a loss factor of 0.1 at 15 Hz where left out

    def damping_or_assumed(self) -> tuple[Scalar, ...]:
        """As given, or c = eta k/omega: a viscous damper that takes as much energy as rubber at one frequency."""
        return tuple(ASSUMED_LAG * k for k in self.stiffness) if self.damping is None else self.damping


@dataclass(frozen=True, slots=True, kw_only=True)
class TyreData:
    """The wheel as far as kinematics needs it, and the law of a tyre that drives: written out, or in a .tir file.

    With `twin_distance` each wheel has two tyres; law, stiffness and file are those of one of them, `wheel_centre` lies
    midway between both, and the mass of the wheel is that of both with their rims.
    """

    radius: PositiveLength  # loaded: height of the wheel centre above the road
    stiffness: Stiffness | None = None  # vertical, where there is no law
    file: str = ""  # a tyre property file beside the vehicle's, or one of the library; its numbers become the law
    law: Annotated[SlipLaw, Axes("1", "1")] | None = None  # written out; or give file
    measured_on: Annotated[str, OneOf("left", "right")] = "left"  # the other side is its mirror image
    model: Annotated[str, OneOf(*TYRE_MODELS)] = TYRE_MODELS[0]  # rigid ring: its belt moves on the rim
    contact: Annotated[str, OneOf("point", "enveloping")] = "point"  # enveloping: over short obstacles
    contact_length: PositiveLength = 0.1  # of the patch
    cam_length: PositiveNumber = LENGTH  # enveloping: half axis of a cam along the road, by the free radius
    cam_height: PositiveNumber = HEIGHT  # that across it
    cam_order: PositiveNumber = ORDER  # exponent of the cam's outline
    cam_shift: PositiveNumber = SHIFT  # from one cam to the other, by contact_length
    twin_distance: PositiveLength | None = None  # between the middles of two tyres on each wheel; without it, one tyre
    ranges: Mapping[str, tuple[float, float]] | None = None  # what the file says that its law is valid for
    rim_radius: float = 0.0  # m, of the file; 0 where it does not say it
    belt_keys: Mapping[str, float] | None = None  # what the file says of a belt, by its keys

    @property
    def count(self) -> int:
        """Tells how many tyres each wheel has."""
        return 1 if self.twin_distance is None else 2

    def vertical_stiffness(self) -> Any:
        """Of the tyres of a wheel: of the law, or as given; None where neither is known."""
        found = self.stiffness
        if self.law is not None:
            of_law = getattr(self.law, "stiffness", None)
            found = getattr(self.law, "VERTICAL_STIFFNESS", None) if of_law is None else of_law
        return found if found is None or self.count == 1 else self.count * found


@dataclass(frozen=True, slots=True, kw_only=True)
class CarcassData:
    """The virtual tyre: springs and dampers between wheel carrier and wheel. [Ciglaric, section 3.1, fig. 3]

    Each wheel has a freedom along every direction that has a stiffness; upright alone, the car has four more, with all
    three it has twelve. What moves on the springs is `mass` of the wheel: the tyre, while the rest stays with the rim.
    The tyre's own vertical spring stays in series with them, and so do its relaxation lengths; with
    `tyre_spring = "whole"` the tyre's vertical stiffness is that of both springs together.
    """

    vertical: PositiveStiffness  # along z of the wheel carrier
    longitudinal: PositiveStiffness | None = None  # along x; without it, the wheel is stiff along x
    lateral: PositiveStiffness | None = None  # along y; likewise
    mass: Mass | None = None  # that moves on the springs; the whole wheel where left out
    tyre_spring: Annotated[str, OneOf("contact", "whole")] = "contact"  # what the tyre's vertical stiffness is that of
    longitudinal_damping: Damping = 0.0  # beside the spring along x
    lateral_damping: Damping = 0.0  # along y
    vertical_damping: Damping = 0.0  # along z


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentData:
    """Where the spin axis points in the design position; a hardpoint `spindle` says the same."""

    toe: Angle = 0.0  # positive toe-in
    camber: Angle = 0.0  # positive when the top leans outward


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjusterData:
    """Seats of springs, and shims at the wheels, by which a car is set up: each side by itself, besides what the
    spring and the alignment say.
    """

    left_seat: Length = 0.0  # by which the seat of the left spring is moved so that it pushes more
    right_seat: Length = 0.0  # likewise of the right spring
    left_toe: Angle = 0.0  # more toe-in of the left wheel
    right_toe: Angle = 0.0  # of the right wheel
    left_camber: Angle = 0.0  # more camber of the left wheel, so that its top leans outward
    right_camber: Angle = 0.0  # of the right wheel


AXLE_FLAGS = {"steered": False, "spinning_rods": False, "gyroscopic": True}  # words of an axle that are true or false

# the optional tables of an axle, by their name in the file
ELEMENTS: dict[str, type] = {
    "spring": SpringData,
    "damper": DamperData,
    "bump_stop": BumpStopData,
    "rebound_stop": ReboundStopData,
    "actuator": ActuatorData,
    "rocker": RockerData,
    "third_spring": ThirdSpringData,
    "third_damper": ThirdDamperData,
    "anti_roll_bar": AntiRollBarData,
    "twist_beam": TwistBeamData,
    "leaf": LeafData,
    "walking_beam": WalkingBeamData,
    "carcass": CarcassData,
    "belt": BeltData,
    "adjusters": AdjusterData,
}
ADJUSTERS = "adjusters"


@dataclass(frozen=True, slots=True, kw_only=True)
class Axle:
    """Two corners of one template: the left one, and what differs on the right from its mirror image."""

    template: str  # layout of the suspension
    steered: bool = False  # whether the inner ends of its tie rods sit on the rack
    spinning_rods: bool = False  # struts and rods of the running car turn about themselves, as in [Szczotka 2007]
    gyroscopic: bool = True  # turning its wheels' spin takes moments; without, they are neglected, as in [Ciglaric]
    hardpoints: Mapping[str, DesignPoint]  # m, left side
    right_hardpoints: Mapping[str, DesignPoint]
    bodies: Mapping[str, MassData]  # by role, left side
    tyre: TyreData
    alignment: AlignmentData
    elements: Mapping[str, Any]  # those of ELEMENTS that are there
    bushings: Mapping[str, BushingData] = field(default_factory=dict)  # by mount, left side
    tyre_cut: tuple[str, ...] = ()  # where the tyre's file ends too early, if it may have been cut
    shows_right: bool = False  # the file gives the points of the right wheel, mirrored when they were read

    def points(self, side: int) -> dict[str, DesignPoint]:
        """The hardpoints of one side, and those in the middle, which both sides share."""
        if side > 0:
            return dict(self.hardpoints)
        return {**self.hardpoints, **self.right_points()}

    def right_points(self) -> dict[str, DesignPoint]:
        """Returns the points of the right side, mirror images where none are given; points in the middle have none."""
        middle = self.middle()
        sided = {name: point for name, point in self.hardpoints.items() if name not in middle}
        return {name: mirror_axle_point(point) for name, point in sided.items()} | dict(self.right_hardpoints)

    def middle(self) -> tuple[str, ...]:
        """Names the points of what both sides share."""
        return (*self._layout().middle, *(("bar_bearing",) if self._has_t_bar() else ()))

    def shared(self) -> tuple[str, ...]:
        """Names the roles of bodies of which there is one."""
        return (*self._layout().shared, *(T_BAR_ROLES if self._has_t_bar() else ()))

    def _has_t_bar(self) -> bool:
        return getattr(self.elements.get("anti_roll_bar"), "form", "") == "t bar"

    def _layout(self) -> Template:
        from jounce.model.templates import TEMPLATES  # templates are made of these data

        return TEMPLATES[self.template]

    def track(self) -> Any:
        """Distance of the wheel centres across the car, in m."""
        return self.points(1)["wheel_centre"][1] - self.points(-1)["wheel_centre"][1]

    def differences(self) -> dict[str, Any]:
        """Tells how far each point given for the right side lies from the mirror image of the left one, in m."""
        both = [
            (name, point, self.hardpoints[name])
            for name, point in self.right_hardpoints.items()
            if name in self.hardpoints
        ]
        return {name: vector_distance(right, mirror_axle_point(left)) for name, right, left in both}

    def masses(self, side: int) -> dict[str, MassData]:
        """The mass properties of one side, and those of bodies that both sides share."""
        whole = self.shared() if side < 0 else self.bodies
        return {role: data if role in whole else _mirrored_mass(data) for role, data in self.bodies.items()}

    def compliances(self, side: int) -> dict[str, BushingData]:
        """The bushings of one side, and those in the middle."""
        whole = self.middle() if side < 0 else self.bushings
        return {mount: data if mount in whole else _mirrored_bushing(data) for mount, data in self.bushings.items()}

    def records(self) -> dict[str, Any]:
        """Every table of numbers by its path inside the axle, but for the hardpoints."""
        bodies = {f"bodies.{role}": data for role, data in self.bodies.items()}
        bushings = {f"bushings.{mount}": data for mount, data in self.bushings.items()}
        return {**bodies, "tyre": self.tyre, "alignment": self.alignment, **self.elements, **bushings}

    def map_numbers(self, change: Change, path: str) -> Axle:
        """The axle with `change(path, value, unit)` in place of each number."""
        new = {key: map_numbers(data, change, f"{path}.{key}") for key, data in self.records().items()}
        return replace(
            self,
            hardpoints=_changed(self.hardpoints, change, f"{path}.hardpoints"),
            right_hardpoints=_changed(self.right_hardpoints, change, f"{path}.right.hardpoints"),
            bodies={role: new[f"bodies.{role}"] for role in self.bodies},
            tyre=new["tyre"],
            alignment=new["alignment"],
            elements={word: new[word] for word in self.elements},
            bushings={mount: new[f"bushings.{mount}"] for mount in self.bushings},
        )

    def map_records(self, change: Callable[[Any], Any], points: Callable[[DesignPoint], Any]) -> Axle:
        """Returns the axle with `change(record)` in place of its records and `points(point)` of its hardpoints."""
        return replace(
            self,
            hardpoints={name: points(point) for name, point in self.hardpoints.items()},
            right_hardpoints={name: points(point) for name, point in self.right_hardpoints.items()},
            bodies={role: change(data) for role, data in self.bodies.items()},
            tyre=change(self.tyre),
            alignment=change(self.alignment),
            elements={word: change(data) for word, data in self.elements.items()},
            bushings={mount: change(data) for mount, data in self.bushings.items()},
        )

    def each_ruled_number(self, path: str) -> Iterator[tuple[str, float, str, str]]:
        """Path, value, unit and rule of every number."""
        for key, data in self.records().items():
            yield from each_ruled_number(data, f"{path}.{key}")
        for where, points in (("hardpoints", self.hardpoints), ("right.hardpoints", self.right_hardpoints)):
            for name, point in points.items():
                yield from ((f"{path}.{where}.{name}.{k}", v, "m", "finite") for k, v in zip("xyz", point, strict=True))


def mirror_axle_point(point: DesignPoint) -> DesignPoint:
    return (point[0], 0.0 - point[1], point[2])  # 0 - y, so that no zero becomes -0


def _mirrored_mass(data: MassData) -> MassData:
    xy, yz, zx = data.products
    centre: Any = data.centre and mirror_axle_point(data.centre)  # type: ignore[arg-type]
    return replace(data, centre=centre, products=(0.0 - xy, 0.0 - yz, zx))


def _mirrored_bushing(data: BushingData) -> BushingData:
    damping = None if data.damping is None else _mirrored_terms(data.damping)
    return replace(data, stiffness=_mirrored_terms(data.stiffness), damping=damping)


def _mirrored_terms(terms: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """y, rx and rz change sign; six diagonal terms do not see it."""
    if len(terms) == 6:
        return terms
    return tuple(0.0 - k if (i // 6 + i % 6) % 2 else k for i, k in enumerate(terms))


def _changed(points: Mapping[str, DesignPoint], change: Change, path: str) -> dict[str, DesignPoint]:
    found: dict[str, Any] = {}
    for name, point in points.items():
        found[name] = tuple(change(f"{path}.{name}.{k}", v, "m") for k, v in zip("xyz", point, strict=True))
    return found
