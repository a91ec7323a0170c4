"""A whole vehicle as a model: its units, each built of its assemblies, and the hitches that join them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from jounce.graph import Graph, Scalar
from jounce.model.assemblies.assembly import Site, bodies_among, build_assemblies
from jounce.model.assemblies.axles.parts import build_axles
from jounce.model.assemblies.body.parts import weighed_body
from jounce.model.assemblies.powertrain.parts import PowertrainModel
from jounce.model.assemblies.registry import ASSEMBLIES
from jounce.model.assemblies.steering.parts import weighed_steering_parts
from jounce.model.assembly.axle_model import CornerModel, owners_of_corners
from jounce.model.assembly.rotors import centre_of_bodies_and_rotors
from jounce.model.assembly.unit_model import UnitModel
from jounce.model.model import Model
from jounce.model.reading.file_style import file_style_of_parts
from jounce.model.rigs.axle_rig import note_assumed_on_rig
from jounce.parts import VehicleMotion
from jounce.parts.joints.general import HITCH_SLIDE
from jounce.results import ChannelOwner
from jounce.spatial.vector import Vec3

if TYPE_CHECKING:
    from jounce.model.unit import Unit
    from jounce.model.vehicle import Vehicle


@dataclass(frozen=True, slots=True, kw_only=True)
class CarModel:
    """A car as a mechanism, and the names in it that a study needs."""

    model: Model
    units: Mapping[str, UnitModel]  # the leading one first
    steering: str | None  # name of the driver's input; None: nothing is steered
    drive: tuple[str, ...]  # inputs: torques in N m, or the throttle of an engine from 0 to 1
    brake: str | None  # input from 0 to 1
    rotors: tuple[str, ...]  # bodies of shafts, gears and engine, with which the car body was weighed
    turning: Mapping[str, Scalar]  # rad that each coordinate of wheels and driveline turns per m of travel
    compliant: bool  # it stands on the file's bushings, in place of ideal joints
    lock: Scalar | None = None  # rad: largest angle of the steering wheel, where the file says it
    powertrain: PowertrainModel | None = None  # of a car with an engine: its drive is a throttle
    steering_ratio: Scalar | None = None  # of a car without a rack, where no linkage on a rig says it

    def __repr__(self) -> str:
        units = ", ".join(f"{name} on {len(unit.corners)} wheels" for name, unit in self.units.items())
        return f"<CarModel of {self.model!r}: {units}>"

    @property
    def leading(self) -> UnitModel:
        """Returns the unit that is driven and steered, whose motion is `vehicle.*`."""
        return next(iter(self.units.values()))

    @property
    def corners(self) -> dict[str, CornerModel]:
        """Returns the corners of all units: "front_left", ..."""
        return {name: corner for unit in self.units.values() for name, corner in unit.corners.items()}

    @property
    def axles(self) -> dict[str, tuple[CornerModel, ...]]:
        """Returns the corners of each axle of all units, left before right."""
        return {name: corners for unit in self.units.values() for name, corners in unit.axles.items()}

    @property
    def braked(self) -> list[str]:
        """Returns the corners whose wheels have a brake."""
        forces = {part.name for part in self.model.forces}
        return [name for name in self.corners if f"{name}.brake" in forces]

    def first_corner(self, side: str) -> CornerModel:
        """Returns the wheel of the first axle on a side."""
        return next(corner for corner in self.leading.corners.values() if corner.side == side)

    @property
    def reference(self) -> Vec3:
        """Returns the point of the leading body whose motion is `vehicle.*`."""
        return self.leading.reference

    @property
    def centre(self) -> Vec3:
        """Returns the centre of mass of the whole leading unit in the design position: `vehicle.cg.*`."""
        return self.leading.centre

    @property
    def mass(self) -> Scalar:
        """Returns the mass of the whole leading unit, in kg."""
        return self.leading.mass

    @property
    def whole_mass(self) -> Scalar:
        """The mass of all units, in kg: what drive and brakes move."""
        return sum((unit.mass for unit in self.units.values()), 0.0)

    @property
    def pulled(self) -> tuple[UnitModel, ...]:
        """The units behind the leading one, from front to rear."""
        return tuple(self.units.values())[1:]

    @property
    def moves_of_units(self) -> tuple[str, ...]:
        """Returns what names of coordinates and speeds of all floating bodies begin with."""
        return tuple(unit.coordinate("") for unit in self.units.values())

    def bodies_of(self, unit: UnitModel) -> list[Any]:
        """Returns the bodies of a unit."""
        return [body for body in self.model.bodies if self.model.owner(body.name).unit == unit.name]

    def coordinate(self, word: str) -> str:
        """Returns the name of a coordinate or speed of the leading body: "z", "q0", "vx", "wz_rate"."""
        return self.leading.coordinate(word)

    def with_corners(self, corners: Mapping[str, CornerModel]) -> CarModel:
        """Returns the car with other corners of its leading unit."""
        leading = replace(self.leading, corners=corners)
        return replace(self, units={**self.units, leading.name: leading})

    def rolling(self, speed: float) -> dict[str, Any]:
        """Returns start rates for straight running: the body's speed, and all that turns with the wheels."""
        return {self.coordinate("vx"): speed} | {name: speed * turns for name, turns in self.turning.items()}

    def output_turns_per_metre(self) -> float:
        """Returns how far the output of the gearbox turns when the car rolls one metre, in rad/m."""
        outputs: Mapping[str, Any] = self.powertrain.outputs if self.powertrain is not None else {}
        turning: Mapping[str, Any] = self.turning
        return sum((float(share) * float(turning[name]) for name, share in outputs.items()), 0.0)


def car_model(vehicle: Vehicle, steering: str | None = None, compliant: bool = False, posts: bool = False) -> CarModel:
    """Returns the car on the road. `steering` takes the place of the file's word: "angle" or "torque".

    With `posts`, each wheel stands on a post of its own: an input, its height.

    A compliant car stands on the file's bushings; another has ideal joints in their place. The numbers of the vehicle
    may be symbols: then those of the parts are formulas.
    """
    kind = steering or vehicle.steering.input
    model = Model(vehicle.name)
    model.style = file_style_of_parts(vehicle.style, partial(_formulas, vehicle, kind, compliant, posts))
    units: dict[str, UnitModel] = {}
    known: dict[str, Any] = {}  # ports of all units so far
    for unit in vehicle.units.values():
        site = Site(
            unit=unit.placed(), hand=kind, compliant=compliant, posts=posts, ports=_shared(vehicle, unit, known)
        )
        joint = next((name for name, hitch in vehicle.hitches.items() if hitch.child == unit.name), site.body)
        units[unit.name], known[unit.name] = _take_unit(model, site, joint)
    for name, hitch in vehicle.hitches.items():
        model.take(*hitch.parts(name, units[hitch.parent].body, units[hitch.child].body))
    leading, *others = units.values()
    ports = known[leading.name]
    model.owners = {"": ChannelOwner(unit=leading.name)}
    for unit_model in units.values():
        model.owners |= owners_of_corners(unit_model.corners.values())
    model.owners |= {each.body: ChannelOwner(part=each.body, unit=each.name) for each in others}
    return CarModel(
        model=model,
        units=units,
        steering=ports.get("hand"),
        drive=ports.get("drive", ()),
        brake=ports.get("pedal"),
        rotors=tuple(rotor.name for rotor in ports.get("rotors", ())),
        turning={name: turns for each in known.values() for name, turns in each["turning"].items()},
        compliant=compliant,
        lock=ports.get("lock"),
        powertrain=ports.get("gears"),
    )


def _shared(vehicle: Vehicle, unit: Unit, known: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Returns ports of units before that another unit uses: pedal and wind; and whether a hitch holds its body."""
    found = {port: ports[port] for ports in known.values() for port in ("pedal", "wind") if port in ports}
    pulled_by = [name for name, hitch in vehicle.hitches.items() if hitch.child == unit.name]
    return found | ({"joined": True, "push": f"{pulled_by[0]}.{HITCH_SLIDE}"} if pulled_by else {})


def _take_unit(model: Model, site: Site, joint: str) -> tuple[UnitModel, Mapping[str, Any]]:
    """Takes all parts of a unit, which moves by a joint, into the model: what has a mass first, then what asks how it
    moves."""
    standing = [each for each in ASSEMBLIES if not each.moving]
    built, ports = build_assemblies(standing, site)
    own: list[Any] = []
    for assembly in (each for each in standing if each.name in built):
        model.take(*built[assembly.name].parts)
        own += built[assembly.name].parts
        if "linkages" in built[assembly.name].ports:
            for axle in ports["linkages"].values():
                note_assumed_on_rig(model, axle)
    mass, centre = centre_of_bodies_and_rotors((1.0, body) for body in bodies_among(own))
    unit = UnitModel(
        name=site.unit.name,
        body=site.body,
        joint=joint,
        motion=site.unit.motion,
        corners={corner.prefix: corner for corner in ports["wheels"].values()},
        reference=site.unit.reference_point(),
        centre=centre,
        mass=mass,
    )
    model.take(
        VehicleMotion(name=unit.motion, body=unit.body, point=unit.reference),
        VehicleMotion(name=f"{unit.motion}.cg", body=unit.body, point=unit.centre),
    )
    moving, ports = build_assemblies([each for each in ASSEMBLIES if each.moving], replace(site, ports=ports))
    model.take(*(part for made in moving.values() for part in made.parts))
    return unit, ports


def weigh_unit(vehicle: Vehicle) -> tuple[Scalar, Vec3]:
    """Returns the mass and the centre of mass of the whole leading unit as designed, also of one that cannot drive.

    Shafts, engine and seats are weighed with the car body.
    """
    site = Site(unit=vehicle.unit)
    axles = build_axles(site)
    steered = {name: axles.ports["linkages"][name] for name, axle in vehicle.unit.axles.items() if axle.steered}
    wheel = weighed_steering_parts(vehicle.steering, steered) if steered else ()
    weighed = (weighed_body(site), *bodies_among((*axles.parts, *wheel)))
    return centre_of_bodies_and_rotors((1.0, body) for body in weighed)


def _formulas(vehicle: Vehicle, steering: str, compliant: bool, posts: bool) -> dict[str, Any]:
    """Returns the numbers of the parts as formulas of those of the vehicle."""
    return car_model(vehicle.with_symbols(Graph()), steering, compliant, posts).model.numbers()
