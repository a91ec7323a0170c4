"""The rig of one axle as a mechanism: body held, pads under the wheels, the rack moved by hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from jounce.graph import Graph
from jounce.model.assemblies.steering.data import SteeringData
from jounce.model.assembly import axle_model
from jounce.model.model import Model, Source
from jounce.model.reading.file_style import file_style_of_parts
from jounce.model.templates import TEMPLATES
from jounce.model.templates.axles.steered_axle import (
    pitman_arm,
    pitman_arm_length,
    pitman_coordinate,
    pitman_sense,
)
from jounce.model.templates.corner import AxleGiven, Corner
from jounce.model.templates.kingpin import kingpin_coordinate
from jounce.model.templates.members import DEFAULT_GYRATION, DEFAULT_MASS
from jounce.model.templates.whole_axle import axle_given, whole_axle
from jounce.parts import GROUND, Body, Input, Prescribed, Sensor
from jounce.parts.joints import Coupling, DrivenPoint, Prismatic
from jounce.parts.signals import Constant, External
from jounce.spatial.vector import Vec3, X, Y, Z, add, cross, unit

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

RACK, RACK_INPUT = "rack", "rack.displacement"
AXES = {"x": X, "y": Y, "z": Z}
ASSUMED = Source(source=f"assumed: mass {DEFAULT_MASS:g} kg, radius of gyration {DEFAULT_GYRATION:g} m", estimated=True)


def axle_rig(vehicle: Vehicle, name: str, compliant: bool = False, weighed: bool = False) -> axle_model.AxleModel:
    """Returns the axle as a mechanism whose every freedom is an input: the travel of each wheel, the rack.

    Travel is the height of the wheel centre above its design position. There is no gravity: a rig asks where
    things go, and springs only report their lengths and forces. A compliant axle has its bushings, and freedoms
    that only these hold. One that is `weighed` has every body of the running car but the wheels. Of an axle with a drag
    link the rack is the way of the ball on its pitman arm.
    """
    axle = vehicle.all_axles()[name]
    model = Model(f"{vehicle.name} - {name} axle", gravity=(0.0, 0.0, 0.0))
    model.style = file_style_of_parts(vehicle.style, partial(_formulas, vehicle, name, compliant))
    rack = RACK if axle.steered and not TEMPLATES[axle.template].has_kingpin else None
    if rack:
        model.take(*_rack(vehicle.steering))
    given = axle_given(axle, name, GROUND, rack, compliant, on_rig=True)
    if given.drag_link:
        model.take(*pitman_arm(given), _on_arc(given))
    made = whole_axle(axle, given, wheel=False, dampers=weighed)
    model.take(*made.shared)
    for side, corner in made.corners.items():
        parts = made.parts[side]
        model.take(*parts, *_pad(corner), *_sensors(corner, parts), *_held_kingpin(given.corners[side]))
    model.take(*made.between)
    note_assumed_on_rig(model, given)
    model.owners = axle_model.owners_of_corners(made.corners.values())
    return axle_model.AxleModel(
        name=name, model=model, corners=made.corners, rack=RACK_INPUT if rack else None, coupled=made.coupled
    )


def note_assumed_on_rig(model: Model, axle: AxleGiven) -> None:
    """The masses of bodies of an axle that the file leaves out have a source as well."""
    for given in (axle, *axle.corners.values()):
        roles = [body.name.removeprefix(f"{given.prefix}.") for body in model.bodies]
        model.sources |= {
            f"bodies.{body.name}": ASSUMED
            for body, role in zip(model.bodies, roles, strict=True)
            if role != body.name and role not in given.masses
        }


def _formulas(vehicle: Vehicle, name: str, compliant: bool) -> dict[str, Any]:
    """Returns the numbers of the parts as formulas of those of the vehicle."""
    return axle_rig(vehicle.with_symbols(Graph()), name, compliant).model.numbers()


def _rack(steering: SteeringData) -> tuple[Any, ...]:
    """Builds the rack, which slides along y, positive to the left."""
    inertia = (0.1 * steering.rack_mass,) * 3  # type: ignore[operator]  # it never turns
    return (
        Body(name=RACK, mass=steering.rack_mass, inertia=inertia, interface=True, look="steering"),
        Prismatic(name="rack_guide", parent=GROUND, child=RACK, point=(0.0, 0.0, 0.0), axis=Y),
        Input(name=RACK_INPUT, unit="m", definition="displacement of the rack to the left"),
        Prescribed(name="rack_drive", coordinate="rack_guide.displacement", signal=External(input=RACK_INPUT)),
    )


def _on_arc(given: AxleGiven) -> Coupling:
    """Turns the pitman arm by the way of the drag link's ball along its arc, positive where it steers to the left."""
    factors = (pitman_arm_length(given.points), 0.0 - pitman_sense(given))
    return Coupling(name="rack_arc", coordinates=(pitman_coordinate(given), "rack_guide.displacement"), factors=factors)


def _held_kingpin(given: Corner) -> tuple[Any, ...]:
    """Wheels on king-pins stand straight ahead: what they do when they are steered is the table of the steering."""
    if not given.steered:
        return ()
    straight = Constant(value=0.0)
    return (Prescribed(name=given.name("straight"), coordinate=kingpin_coordinate(given), signal=straight),)


def _pad(corner: axle_model.CornerModel) -> tuple[Any, ...]:
    return (
        Input(name=corner.travel, unit="m", definition="height of the wheel centre above its design position"),
        DrivenPoint(
            name=f"{corner.prefix}.pad",
            parent=GROUND,
            child=corner.carrier,
            point=corner.wheel_centre,
            axis=Z,
            signal=External(input=corner.travel),
        ),
    )


def _sensors(corner: axle_model.CornerModel, parts: tuple[Any, ...]) -> list[Sensor]:
    """Three points of the carrier, two of the steering axis where bodies define it, moving ends of the elements."""
    centre, e = corner.wheel_centre, corner.spin_axis
    ahead = unit(cross(e, Z))  # e points left, so this points forward and is level
    found: list[Sensor] = []
    for point, at in zip(axle_model.CARRIER_POINTS, (centre, add(centre, e), add(centre, ahead)), strict=True):
        found += _at_point(f"{corner.prefix}.{point}", corner.carrier, at)
    for point, (body, at) in zip(axle_model.STEERING_AXIS_POINTS, corner.steering_axis or (), strict=False):
        found += _at_point(f"{corner.prefix}.{point}", body, at)
    for part in parts:
        if part.name in corner.elements and hasattr(part, "child_point"):
            for end, point in axle_model.ELEMENT_ENDS:
                if getattr(part, end) != GROUND:
                    found += _at_point(f"{part.name}.{end}_end", getattr(part, end), getattr(part, point))
    return found


def _at_point(name: str, body: str, at: Vec3) -> list[Sensor]:
    return [
        Sensor(name=f"{name}.{quantity}_{axis}", body=body, point=at, direction=direction, quantity=quantity)
        for quantity in axle_model.QUANTITIES
        for axis, direction in AXES.items()
    ]
