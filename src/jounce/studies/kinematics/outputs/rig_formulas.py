"""Formulas of an axle on its rig: outputs from symbols for what was observed and for every number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from jounce.graph import Scalar
from jounce.graph.tables import Table
from jounce.model.assembly.axle_model import CARRIER_POINTS, ELEMENT_ENDS, QUANTITIES, STEERING_AXIS_POINTS
from jounce.model.assembly.names import Side
from jounce.model.fields import map_numbers
from jounce.native.program import Place, ProgramSheet
from jounce.parts.laws import Law, Points
from jounce.parts.tables import is_table_of_part
from jounce.spatial.vector import Vec3, scale_vector
from jounce.studies.kinematics.car_data import CarData
from jounce.studies.kinematics.outputs import kc_outputs
from jounce.studies.kinematics.outputs.curves import (
    Arm,
    ObservedCorner,
    Rolled,
    axle_output_curves,
    corner_output_curves,
)
from jounce.studies.kinematics.outputs.kc_outputs import KcOutput
from jounce.studies.kinematics.outputs.rates import motion_ratio_between
from jounce.studies.kinematics.outputs.steering_kinematics import (
    SteeringAxis,
    steering_axis_level_point,
    steering_axis_through,
    steering_screw_axis,
    steering_with_spring,
)
from jounce.studies.kinematics.outputs.wheel_motion import (
    Contact,
    Derived,
    WheelMotion,
    wheel_contact,
    wheel_inclination,
    wheel_motion,
    wheel_steer,
)

# directions of rates: both wheels rise; the left one rises and the right one sinks; the rack goes to the left
TRAVEL, ROLL, RACK = "travel", "roll", "rack"
KINDS = ("springs", "dampers", "bump_stops")
LOADED = ("springs", "bump_stops")  # kinds that carry load at rest
HINGES = ("lower_hinge", "upper_hinge")
DESIGN = ("W", "C")  # wheel centre and contact point of each corner as designed
KINGPINS = "design.kingpin_distance"


class Element(NamedTuple):
    """A spring, damper or stop between two points, on both sides."""

    name: str  # without the corner's
    kind: str  # one of KINDS
    laws: tuple[Law, Law]  # left and right, their numbers blank
    formulas: tuple[str, ...]  # of own laws: the same class may say something else tomorrow


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """What decides which outputs there are and how they are computed; no number that a user may change."""

    sides: tuple[Side, ...]  # of the corners
    points: tuple[str, ...]  # that are observed
    elements: tuple[Element, ...]
    hinged: bool  # both ends of the steering axis lie on hinged arms
    directions: tuple[str, ...]  # along which it is observed
    torque_on_carrier: bool  # the carrier takes the drive torque: it carries the final drive
    front: bool
    figures: tuple[str, ...]  # of the car, those that are known


@dataclass
class RigSymbols:
    """What the outputs are written from, a sheet in the making: symbols for all that is observed, and for numbers."""

    structure: Structure
    sheet: ProgramSheet = field(default_factory=lambda: ProgramSheet(lanes=1))
    values: dict[str, int] = field(default_factory=dict)  # path -> place
    tables: dict[str, int] = field(default_factory=dict)  # path of a law by points -> place
    tables_size: int = 0

    def number(self, path: str) -> Scalar:
        """Returns a number of the axle or of the car."""
        place = self.values.setdefault(path, len(self.values))
        return self.sheet.symbol(path, Place("values", (place,)))

    def observed(self, point: str, quantity: str, side: Side, axis: str, direction: str) -> Scalar:
        """Returns what was observed of a point of a corner; its rates are along a direction."""
        number = self.structure.directions.index(direction)
        number = number * len(self.structure.points) + self.structure.points.index(point)
        for choice, among in ((quantity, QUANTITIES), (side, self.structure.sides), (axis, "xyz")):
            number = number * len(among) + among.index(choice)
        return self.sheet.symbol(number, Place("state", (number,)))

    def law(self, law: Any, path: str) -> Any:
        """Returns the law with the numbers under its path in place of its own; a table gets its place."""
        if not is_table_of_part(law):
            return map_numbers(law, lambda where, value, unit: self.number(where), path)
        offset = self.tables[path] = self.tables_size
        self.tables_size += law.size
        placing: dict[str, Any] = {name: self.number(f"{path}.{name}") for name in Points.placing}
        return replace(law, table=Table(offset, len(law.x), 3), **placing)

    def point(self, path: str) -> Vec3:
        x, y, z = (self.number(f"{path}.{axis}") for axis in "xyz")
        return (x, y, z)

    def curve(self, point: str, side: Side, direction: str = TRAVEL) -> Derived:
        """Returns a point of a corner with its rates along a direction."""
        return Derived(*(tuple(self.observed(point, q, side, axis, direction) for axis in "xyz") for q in QUANTITIES))


class OutputOf(NamedTuple):
    """An output with what it belongs to: a corner or the whole axle, or an element of a corner."""

    side: Side  # the middle: of the axle
    element: str
    output: KcOutput


Outputs = dict[OutputOf, Scalar]


def write_rig_formulas(given: RigSymbols) -> tuple[Outputs, dict[str, Scalar]]:
    """Returns the outputs, and what is to be kept of the design position under its path."""
    structure = given.structure
    car = CarData(**{name: given.number(f"car.{name}") for name in structure.figures})  # type: ignore[arg-type]
    corners = {side: _corner(given, side) for side in structure.sides}
    outputs: Outputs = {}
    for side, corner in corners.items():
        each = corner_output_curves(corner, car, structure.front)
        void = _meaningless(structure)
        own = [o for o in kc_outputs.kc_outputs_of_corner(structure.front) if o.name in each and o.name not in void]
        outputs |= {OutputOf(side, "", o): each[o.name] for o in own}
        lengths = corner.lengths.items()
        outputs |= {OutputOf(side, element, kc_outputs.MOTION_RATIO): -length.d for element, length in lengths}
    left, right = corners.values()
    arms = (_arms(given, structure.sides[0]), _arms(given, structure.sides[1])) if structure.hinged else None
    whole = axle_output_curves(left, right, arms, given.number(KINGPINS), car)
    outputs |= {OutputOf(Side.MIDDLE, "", o): whole[o.name] for o in kc_outputs.AXLE if o.name in whole}
    return outputs, _design(corners)


def _meaningless(structure: Structure) -> tuple[str, ...]:
    """Names the outputs that say nothing of this axle.

    A wheel that moves the other one has no instant centre of its own, and where the carrier takes the drive torque no
    half-shaft leads it to the body.
    """
    apart = kc_outputs.OF_WHEELS_APART if ROLL in structure.directions else ()
    return (*apart, *(kc_outputs.OF_TORQUE_ON_BODY[structure.front] if structure.torque_on_carrier else ()))


def _design(corners: Mapping[Side, ObservedCorner]) -> dict[str, Scalar]:
    found: dict[str, Scalar] = {}
    for side, corner in corners.items():
        for name, point in zip(DESIGN, (corner.wheel.centre.at, corner.touch.at), strict=True):
            found |= {f"design.{side}.{name}.{axis}": v for axis, v in zip("xyz", point, strict=True)}
    meets = [steering_axis_level_point(corner.axis, corner.touch.at)[1] for corner in corners.values() if corner.axis]
    return found | ({KINGPINS: meets[0] - meets[1]} if meets else {})


def _corner(given: RigSymbols, side: Side) -> ObservedCorner:
    structure, index = given.structure, given.structure.sides.index(side)
    lengths = {element.name: _length(given, element.name, side) for element in structure.elements}
    laws = {e.name: given.law(e.laws[index], f"{side}.{e.name}.law") for e in structure.elements}
    names = {kind: [e.name for e in structure.elements if e.kind == kind] for kind in KINDS}
    wheel = _wheel(given, side)
    touch = wheel_contact(wheel)
    turning, by_rack = None, None
    if RACK in structure.directions:
        racked = _wheel(given, side, RACK)
        by_rack = wheel_steer(racked.spin).d
        spring = [(lengths[name].d, _length(given, name, side, RACK).d) for name in names["springs"]]
        turning = steering_with_spring((wheel, touch), (racked, wheel_contact(racked)), spring[0] if spring else None)
    axis: SteeringAxis | None = None
    if STEERING_AXIS_POINTS[0] in structure.points:
        axis = steering_axis_through(*(given.curve(end, side).at for end in STEERING_AXIS_POINTS))
    elif turning is not None:
        axis = steering_screw_axis(wheel.centre.at, turning.centre, turning.turning)
    W, C = (given.point(f"design.{side}.{name}") for name in DESIGN)
    return ObservedCorner(
        wheel=wheel,
        touch=touch,
        steer=wheel_steer(wheel.spin),
        lean=wheel_inclination(wheel.spin),
        design=(W, C),
        rolled=_rolled(given, side, wheel, touch),
        steer_per_rack=by_rack,
        steered=turning,
        axis=axis,
        lengths=lengths,
        springs={
            name: (laws[name], given.number(f"{side}.{name}.free_length")) for kind in LOADED for name in names[kind]
        },
        dampers={name: laws[name] for name in names["dampers"]},
    )


def _wheel(given: RigSymbols, side: Side, direction: str = TRAVEL) -> WheelMotion:
    points = (given.curve(point, side, direction) for point in CARRIER_POINTS)
    return wheel_motion(float(side.sign), given.number(f"{side}.radius"), *points)


def _rolled(given: RigSymbols, side: Side, wheel: WheelMotion, touch: Contact) -> Rolled:
    """Rates along ROLL; those of a wheel that moves alone are its rates by travel, on the right with the other sign."""
    if ROLL in given.structure.directions:
        wheel = _wheel(given, side, ROLL)
        return Rolled(wheel_contact(wheel).rolling, wheel_steer(wheel.spin).d, wheel_inclination(wheel.spin).d)
    sign = float(side.sign)
    rates = (wheel_steer(wheel.spin).d, wheel_inclination(wheel.spin).d)
    return Rolled(scale_vector(sign, touch.rolling), *(sign * rate for rate in rates))


def _length(given: RigSymbols, element: str, side: Side, direction: str = TRAVEL) -> Derived:
    ends = []
    for body, _ in ELEMENT_ENDS:
        point = f"{element}.{body}_end"
        if point in given.structure.points:
            ends.append(given.curve(point, side, direction))
        else:
            still = (0.0, 0.0, 0.0)
            ends.append(Derived(given.point(f"{side}.{point}"), still, still))
    return motion_ratio_between(*ends)


def _arms(given: RigSymbols, side: Side) -> tuple[Arm, Arm]:
    low, high = (
        Arm(
            given.point(f"{side}.{hinge}.point"),
            given.point(f"{side}.{hinge}.axis"),
            given.curve(end, side).at,
        )
        for hinge, end in zip(HINGES, STEERING_AXIS_POINTS, strict=True)
    )
    return low, high
