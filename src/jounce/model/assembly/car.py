"""A whole car as a model: body on six freedoms, corners, steering, drive, brakes, tyres, air."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from jounce.graph import Graph, Scalar
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.brakes import PEDAL, brake_parts
from jounce.model.assembly.car_controls import car_control_parts, reduce_car_drive
from jounce.model.assembly.driveline import driveline_inputs, driveline_parts, driveline_turns_per_metre
from jounce.model.assembly.powertrain import PowertrainModel, powertrain_inputs, powertrain_model, powertrain_parts
from jounce.model.assembly.rotors import CAR, body_without_rotors, centre_of_bodies_and_rotors
from jounce.model.assembly.seat import seat_bodies, seat_parts
from jounce.model.assembly.steering import (
    INPUTS,
    RACK,
    WHEEL,
    steering_parts,
    weighed_steering_parts,
    wheel_steering_parts,
)
from jounce.model.axle_data import Axle
from jounce.model.equipment import HalfShaftData, WindData
from jounce.model.model import Model
from jounce.model.reading.file_style import file_style_of_parts
from jounce.model.rigs.axle_rig import note_assumed_on_rig
from jounce.model.templates.corner import AxleGiven, Corner
from jounce.model.templates.struts import strut_line
from jounce.model.templates.virtual_tyre import virtual_tyre_law
from jounce.model.templates.whole_axle import axle_given, whole_axle
from jounce.parts import GROUND, Body, Input, Sensor, VehicleMotion, WheelAttitude
from jounce.parts.forces import Aerodynamics
from jounce.parts.joints import Free
from jounce.parts.signals import External
from jounce.parts.tyres.tyre import Tyre
from jounce.spatial.vector import Vec3, Z

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

WIND_ALONG, WIND_ACROSS = "wind.along", "wind.across"


@dataclass(frozen=True, slots=True, kw_only=True)
class CarModel:
    """A car as a mechanism, and the names in it that a study needs."""

    model: Model
    corners: Mapping[str, CornerModel]  # "front_left", ...
    steering: str | None  # name of the driver's input; None: nothing is steered
    drive: tuple[str, ...]  # inputs: torques in N m, or the throttle of an engine from 0 to 1
    brake: str | None  # input from 0 to 1
    reference: Vec3  # point of the car body whose motion is `vehicle.*`
    centre: Vec3  # centre of mass of the whole car in the design position: `vehicle.cg.*`, a point of its body
    mass: Scalar  # kg, of the whole car
    rotors: tuple[str, ...]  # bodies of shafts, gears and engine, with which the car body was weighed
    turning: Mapping[str, Scalar]  # rad that each coordinate of wheels and driveline turns per m of travel
    compliant: bool  # it stands on the file's bushings, in place of ideal joints
    lock: Scalar | None = None  # rad: largest angle of the steering wheel, where the file says it
    powertrain: PowertrainModel | None = None  # of a car with an engine: its drive is a throttle
    steering_ratio: Scalar | None = None  # of a car without a rack, where no linkage on a rig says it

    def rolling(self, speed: float) -> dict[str, Any]:
        """Start rates for straight running: the body's speed, and all that turns with the wheels."""
        return {f"{CAR}.vx": speed} | {name: speed * turns for name, turns in self.turning.items()}

    def output_turns_per_metre(self) -> float:
        """How far the output of the gearbox turns when the car rolls one metre, in rad/m."""
        outputs: Mapping[str, Any] = self.powertrain.outputs if self.powertrain is not None else {}
        turning: Mapping[str, Any] = self.turning
        return sum((float(share) * float(turning[name]) for name, share in outputs.items()), 0.0)


def car_model(vehicle: Vehicle, steering: str | None = None, compliant: bool = False, posts: bool = False) -> CarModel:
    """The car on the road. `steering` takes the place of the file's word: "angle" or "torque".

    With `posts`, each wheel stands on a post of its own: an input, its height.

    A compliant car stands on the file's bushings; another has ideal joints in their place. The numbers of the vehicle
    may be symbols: then those of the parts are formulas.
    """
    kind = steering or vehicle.steering.input
    model = Model(vehicle.name)
    model.style = file_style_of_parts(vehicle.style, lambda: _formulas(vehicle, kind, compliant, posts))
    corners, given = _take_axles(model, vehicle, compliant, posts)
    for axle in given.values():
        note_assumed_on_rig(model, axle)
    steered = _steered_axle(vehicle)
    turning: list[Any] = []
    if steered and vehicle.steering.turns_wheels():
        turning += wheel_steering_parts(vehicle.steering, kind, given[steered].corners, car_wheelbase(vehicle))
    elif steered:
        turning += steering_parts(vehicle.steering, kind, given[steered].corners["left"], corners[f"{steered}_left"])
    turning += _drive_parts(vehicle, corners)
    rotors = [part for part in turning if isinstance(part, Body) and part.name not in (RACK, WHEEL)]
    # the car body is declared to float: no other body of the car may become the root of the tree
    bare = body_without_rotors(_car_body(vehicle), [*rotors, *seat_bodies(vehicle.seat)])
    model.take(bare, Free(name=CAR, parent=GROUND, child=CAR), *turning, *_equipment(vehicle, corners))
    mass, centre = centre_of_bodies_and_rotors((1.0, body) for body in model.bodies)
    reference = car_reference_point(vehicle)
    model.take(
        VehicleMotion(name="vehicle", body=CAR, point=reference),
        VehicleMotion(name="vehicle.cg", body=CAR, point=centre),
        *car_control_parts(vehicle, car_wheelbase(vehicle)),
        *vehicle.added_parts(),
    )
    return CarModel(
        model=model,
        corners=corners,
        steering=INPUTS[kind] if steered else None,
        drive=driveline_inputs(vehicle.drive) if vehicle.engine is None else powertrain_inputs(),
        brake=PEDAL if vehicle.brakes is not None else None,
        reference=reference,
        centre=centre,
        mass=mass,
        rotors=tuple(rotor.name for rotor in rotors),
        turning=driveline_turns_per_metre(vehicle.drive, _shafts(vehicle), corners, vehicle.motor),
        compliant=compliant,
        lock=vehicle.steering.lock if steered else None,
        powertrain=powertrain_model(vehicle),
    )


def car_centre(vehicle: Vehicle) -> Vec3:
    """The centre of mass of the whole car in the design position, also of one that lacks what it takes to drive.

    Shafts, engine and seats are weighed with the car body.
    """
    model = Model(vehicle.name)
    given = _take_axles(model, vehicle)[1]
    if steered := _steered_axle(vehicle):
        model.take(*weighed_steering_parts(vehicle.steering, given[steered].corners["left"]))
    return centre_of_bodies_and_rotors((1.0, body) for body in (_car_body(vehicle), *model.bodies))[1]


def _take_axles(
    model: Model, vehicle: Vehicle, compliant: bool = False, posts: bool = False
) -> tuple[dict[str, CornerModel], dict[str, AxleGiven]]:
    """All axles of a car: its corners by prefix, and what the templates were given, by axle."""
    corners: dict[str, CornerModel] = {}
    given: dict[str, AxleGiven] = {}
    for name, axle in vehicle.axles.items():
        given[name] = axle_given(axle, name, CAR, RACK, compliant, axle.spinning_rods)
        made = whole_axle(axle, given[name], wheel=True)
        model.take(*made.shared)
        for side, corner in made.corners.items():
            corners[corner.prefix] = corner
            sensors = _sensors(given[name].corners[side], corner)
            model.take(*made.parts[side], *_tyre(axle, corner, posts), *sensors)
        model.take(*made.bar)
    return corners, given


def _steered_axle(vehicle: Vehicle) -> str | None:
    return next((name for name, axle in vehicle.axles.items() if axle.steered), None)


def _drive_parts(vehicle: Vehicle, corners: Mapping[str, CornerModel]) -> list[Any]:
    """All that drives the wheels: from the throttle or the motors to them."""
    if vehicle.drive is None:
        return []
    has_engine = vehicle.engine is not None
    line = driveline_parts(vehicle.drive, _shafts(vehicle), corners, has_engine, vehicle.motor)
    if has_engine:
        return [*line, *powertrain_parts(vehicle, corners)]
    return reduce_car_drive(vehicle, line, driveline_inputs(vehicle.drive))


def _shafts(vehicle: Vehicle) -> HalfShaftData:
    return vehicle.half_shafts or HalfShaftData()


def _formulas(vehicle: Vehicle, steering: str, compliant: bool, posts: bool) -> dict[str, Any]:
    """The numbers of the parts as formulas of those of the vehicle."""
    return car_model(vehicle.with_symbols(Graph()), steering, compliant, posts).model.numbers()


def car_reference_point(vehicle: Vehicle) -> Vec3:
    """The middle of the front axle at ground level, in the design position. [ISO 8855, 2.14]"""
    front = next(iter(vehicle.axles.values()))
    return (front.hardpoints["wheel_centre"][0], 0.0, 0.0)


def car_wheelbase(vehicle: Vehicle) -> Scalar:
    """From the first to the last axle, in the design position."""
    places = [axle.hardpoints["wheel_centre"][0] for axle in vehicle.axles.values()]
    return places[0] - places[-1]


def _car_body(vehicle: Vehicle) -> Body:
    data: Any = vehicle.body
    return Body(
        name=CAR, mass=data.mass, centre=data.centre, inertia=data.inertia, products=data.products, interface=True
    )


def _tyre(axle: Axle, corner: CornerModel, on_post: bool) -> tuple[Any, ...]:
    """The tyre on the road, or on a post with the input that lifts it."""
    data: Any = axle.tyre
    tyre = Tyre(
        name=f"{corner.prefix}.tyre",
        body=f"{corner.prefix}.wheel",
        point=corner.wheel_centre,
        axis=corner.spin_axis,
        law=virtual_tyre_law(axle.elements.get("carcass"), data.law),
        side=float(corner.side if data.measured_on == "left" else -corner.side),
        contact=data.contact,
        contact_length=data.contact_length,
    )
    if not on_post:
        return (tyre,)
    post = Input(name=car_post(corner.prefix), unit="m", definition="height of the post under the wheel")
    return post, replace(tyre, post=External(input=post.name))


def car_post(corner: str) -> str:
    """The input that lifts the post under a wheel."""
    return f"{corner}.post"


def _sensors(given: Corner, corner: CornerModel) -> list[Any]:
    """How the wheel stands; vertical acceleration of the hub, and of the body where spring or strut stands."""
    wheel = WheelAttitude(
        name=corner.prefix,
        body=corner.carrier,
        point=corner.wheel_centre,
        axis=corner.spin_axis,
        side=float(corner.side),
        relative_to=CAR,
    )
    found = [("hub", corner.carrier, corner.wheel_centre)]
    line = strut_line("damper", given.points)
    if line:
        found.append(("mount", CAR, given.points[f"{line}_top"]))
    accelerations = [
        Sensor(name=f"{given.prefix}.{word}.az", body=body, point=at, direction=Z, quantity="acceleration")
        for word, body, at in found
    ]
    return [wheel, *accelerations]


def _equipment(vehicle: Vehicle, corners: Mapping[str, CornerModel]) -> list[Any]:
    """Seat, brakes and air, as far as the car has them."""
    seat = seat_parts(vehicle.seat) if vehicle.seat is not None else []
    return [*seat, *brake_parts(vehicle, corners), *(_air(vehicle) if vehicle.aero is not None else [])]


def _air(vehicle: Vehicle) -> list[Any]:
    """The air, and the wind as two inputs."""
    data, wind = vehicle.aero, vehicle.wind or WindData()
    words = ("density", "area", "length", "point", "drag", "side", "lift", "roll", "pitch", "yaw")
    numbers: dict[str, Any] = {word: getattr(data, word) for word in words}
    numbers |= {word: getattr(wind, word) for word in ("zone", "zone_start", "zone_length", "zone_edge")}
    told = "of the air over the ground"
    return [
        Input(name=WIND_ALONG, unit="m/s", default=wind.along, definition=f"velocity {told}, along x"),
        Input(name=WIND_ACROSS, unit="m/s", default=wind.across, definition=f"velocity {told}, along y"),
        Aerodynamics(
            name="aerodynamics",
            body=CAR,
            wind_along=External(input=WIND_ALONG),
            wind_across=External(input=WIND_ACROSS),
            **numbers,
        ),
    ]
