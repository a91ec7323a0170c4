"""Rules for a car that can drive: more than an axle on a rig needs; its equipment and sensors."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import hypot, pi
from typing import TYPE_CHECKING, Any

from jounce.errors import Problem, did_you_mean
from jounce.model.assembly.car import car_model
from jounce.model.assemblies.size.data import car_outline
from jounce.model.assemblies.registry import ADDED
from jounce.model.assemblies.drive.data import DIRECT_LAYOUTS
from jounce.model.assemblies.aero.data import AeroData
from jounce.model.assemblies.steering.data import SteeringData
from jounce.model.fields import fields_of
from jounce.model.assemblies.brakes.rules import check_car_brakes, check_car_controls
from jounce.model.assemblies.drive.rules import check_drive_parts
from jounce.model.rules.masses import (
    check_outweighing_masses,
    check_rotor_masses,
    check_steering_wheel_mass,
    check_wheel_masses_on_axes,
)
from jounce.model.rules.mechanism import check
from jounce.model.assemblies.powertrain.rules import check_powertrain
from jounce.model.rules.shapes import FARTHEST, check_shape_direction, length
from jounce.model.templates import TEMPLATES
from jounce.parts.limits import vector_text_for_limit

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

MOST_ELEMENTS = 50
TURN = 2 * pi  # rad
LEAST_RACK, MOST_RACK = 1e-3, 1.0  # m of rack travel in one turn of the steering wheel; racks have 0.03 to 0.1
LARGEST_SEAT = 0.5  # of the car body: mass of seat and driver
LEAST_STEERING, MOST_STEERING = 1.0, 100.0  # steering ratio; karts have 1 to 2, lorries to 30
MOST_ACKERMANN = 2.0
WIDEST_BY_TRACK = 1.6  # width of a body by its track: cars have 1.1 to 1.25, lorries on twin tyres to 1.4
MOST_GEAR = 100.0  # largest ratio of a final drive, or of its inverse; with gearbox and hub reductions below 100
OFF_GROUND = 0.05  # m that a wheel may stand above or below z = 0 in the design position
ON_THE_ROAD = "points of a car are given from the road up: z = 0 is the road in the design position"


def check_car_can_drive(vehicle: Vehicle, steering: str) -> list[Problem]:
    """All that keeps a vehicle from being a car that is steered so."""
    return _incomplete(vehicle) or check_rotor_masses(vehicle, car_model(vehicle, steering))


def _incomplete(vehicle: Vehicle) -> list[Problem]:
    """What is missing to a car that drives."""
    rules = (
        _body,
        _axles,
        _steering,
        _shafts,
        check_wheel_masses_on_axes,
        check_outweighing_masses,
        check_steering_wheel_mass,
    )
    return [problem for rule in rules for problem in rule(vehicle)]


def check_car_sensors(vehicle: Vehicle) -> Iterator[Problem]:
    """Sensors and force elements sit on bodies of a car that drives, by the names that `jounce info` prints."""
    added = {word: getattr(vehicle, word) for word in ADDED if getattr(vehicle, word)}
    if not added:
        return
    if not vehicle.describes_car():
        hint = "add [body] and tyres with a law; an axle on a rig has the outputs of its studies"
        for word, parts in added.items():
            yield Problem(f"{word}.{next(iter(parts))}", f"only a car that drives has {word}", hint)
    elif not _incomplete(vehicle):
        places = tuple(f"{word}.{name}" for word, parts in added.items() for name in parts)
        problems = check(car_model(vehicle).model)
        yield from (problem for problem in problems if problem.where.startswith(places))


def check_car_equipment(vehicle: Vehicle, unread: Collection[str]) -> Iterator[Problem]:
    """What is wrong with steering, drive, brakes and air forces by themselves, whether the car drives or not."""
    for path, count in vehicle.counts().items():
        if count != int(count) or count > MOST_ELEMENTS:
            yield Problem(path, f"{count:g} elements", f"a whole number from 0 (rigid) to {MOST_ELEMENTS}")
    yield from check_shape_direction(vehicle.steering.column_axis, "steering.column_axis")
    yield from _far_places(vehicle)
    yield from _ratios(vehicle)
    drive: Any = vehicle.drive
    if drive is not None:
        names = [*vehicle.axles, *unread]
        for name in drive.axles:
            if name not in names:
                what = f"there is no axle '{name}'.{did_you_mean(name, names)}"
                yield Problem("drive.axles", what, f"axles: {', '.join(names)}")
        if drive.layout == "differential" and len(drive.axles) > 2:
            yield Problem(
                "drive.axles", f"{len(drive.axles)} axles", 'at most two share an engine; or layout = "motors"'
            )
        if drive.layout in DIRECT_LAYOUTS:
            yield from _idle_drive_numbers(vehicle)
    yield from check_drive_parts(vehicle)
    if vehicle.half_shafts is not None and drive is None:
        yield Problem("half_shafts", "there is no [drive]", "half shafts join the wheels to a drive: add [drive]")
    yield from check_powertrain(vehicle)
    yield from check_car_brakes(vehicle.brakes)
    yield from check_car_controls(vehicle)
    yield from _air(vehicle.aero)
    yield from _wind(vehicle)
    yield from _seat(vehicle)
    yield from _size(vehicle)


def _idle_drive_numbers(vehicle: Vehicle) -> Iterator[Problem]:
    """Numbers of shafts and gears where torques go straight to the wheels."""
    hint = f'layout = "{vehicle.drive.layout}" has no shafts: leave it out, or layout = "differential" or "motors"'  # type: ignore[union-attr]
    if vehicle.half_shafts is not None:
        yield Problem("half_shafts", "there are no half shafts", hint)
    drive: Any = vehicle.drive
    friction = () if drive.differential == "limited slip" else ("differential_friction",)
    for word in ("input_inertia", "shaft_elements", "shaft_inertia", *friction):
        if getattr(drive, word):
            yield Problem(f"drive.{word}", f"{getattr(drive, word):g}, but nothing turns there", hint)


def _far_places(vehicle: Vehicle) -> Iterator[Problem]:
    """Centres of the car body and the steering wheel, and where the air acts, are near the car."""
    for path, data in vehicle.equipment().items():
        for field in fields_of(type(data)):
            point = getattr(data, field.name)
            if field.form == "vector" and field.quantity.unit == "m" and point and length(point) > FARTHEST:
                what = f"{vector_text_for_limit(point)} m is {hypot(*point):.4g} m away from the origin"
                yield Problem(f"{path}.{field.name}", what, f'at most {FARTHEST:g} m; with a unit: "-880 mm"')


def _ratios(vehicle: Vehicle) -> Iterator[Problem]:
    """Gears between hand and rack, and between engine and wheel, as they can be cut."""
    ratio = vehicle.steering.rack_ratio
    if ratio is not None and not LEAST_RACK <= ratio * TURN <= MOST_RACK:
        hint = f'{1e3 * LEAST_RACK:g} to {1e3 * MOST_RACK:g} mm in one turn of the wheel; with its unit: "36 mm/rev"'
        yield Problem("steering.rack_ratio", f"{ratio:g} m/rad is no travel of a rack", hint)
    steering = vehicle.steering
    if steering.ratio is not None and not LEAST_STEERING <= steering.ratio <= MOST_STEERING:
        hint = f"turns of the steering wheel for one of the road wheels, {LEAST_STEERING:g} to {MOST_STEERING:g}"
        yield Problem("steering.ratio", f"{steering.ratio:g} is no steering ratio", hint)
    if steering.ackermann > MOST_ACKERMANN:
        hint = "0 (both wheels alike) to 1 (Ackermann): the share of Ackermann's difference"
        yield Problem("steering.ackermann", f"{steering.ackermann:g}", hint)
    final = vehicle.drive.final_ratio if vehicle.drive is not None else 1.0
    if not 1 / MOST_GEAR <= final <= MOST_GEAR:
        hint = f"turns of the input shaft for one of the differential, {1 / MOST_GEAR:g} to {MOST_GEAR:g}"
        yield Problem("drive.final_ratio", f"{final:g} is no ratio of a final drive", hint)


def _wind(vehicle: Vehicle) -> Iterator[Problem]:
    """Wind needs something to blow on, and a stretch room for both of its ends."""
    wind = vehicle.wind
    if wind is None:
        return
    if vehicle.aero is None:
        yield Problem("wind", "the car has no [aero] that it could blow on", "a table [aero], or no [wind]")
    if wind.zone == "stretch" and wind.zone_length < 2.0 * wind.zone_edge:
        what = f"{wind.zone_length:g} m is shorter than its two edges of {wind.zone_edge:g} m"
        yield Problem("wind.zone_length", what, "at least twice zone_edge")


def _air(aero: AeroData | None) -> Iterator[Problem]:
    for word in ("drag", "side", "lift", "roll", "pitch", "yaw") if aero is not None else ():
        count = len(getattr(aero, word))
        if not 1 <= count <= 3:
            hint = "one to three: constant, per rad and per rad^2 of slip angle"
            yield Problem(f"aero.{word}", f"{count} numbers", hint)


def _size(vehicle: Vehicle) -> Iterator[Problem]:
    """The outline of the car holds its wheels."""
    size: Any = vehicle.size
    given = [axle.hardpoints.get("wheel_centre") for axle in vehicle.axles.values()]
    places = [place for place in given if place is not None]
    if size is None or not places or len(places) < len(given):
        return
    track = 2.0 * max(abs(place[1]) for place in places)
    if size.width is not None and not track <= size.width <= WIDEST_BY_TRACK * track:
        hint = f"without mirrors, from the track of {track:.4g} m to {WIDEST_BY_TRACK:g} times as much"
        yield Problem("size.width", f"{size.width:g} m at a track of {track:.4g} m", hint)
    wheelbase = places[0][0] - places[-1][0]
    if size.length is not None and size.length <= wheelbase:
        hint = "over the bumpers: longer than the wheelbase"
        yield Problem("size.length", f"{size.length:g} m at a wheelbase of {wheelbase:.4g} m", hint)
    elif size.front_overhang is not None and -car_outline(vehicle).rear <= wheelbase:
        whole = car_outline(vehicle).length
        what = f"{size.front_overhang:g} m before the wheelbase of {wheelbase:.4g} m, of a car of {whole:.4g} m"
        hint = f"from front axle to front bumper, below {whole - wheelbase:.4g} m: the car holds its rear axle too"
        yield Problem("size.front_overhang", what, hint)


def _seat(vehicle: Vehicle) -> Iterator[Problem]:
    """A driver on springs needs them all, and the car body is heavier than both."""
    seat: Any = vehicle.seat
    if seat is None:
        return
    words = ("driver_mass", "cushion_stiffness", "mass", "stiffness")
    given = [word for word in words if getattr(seat, word) is not None]
    if given and len(given) < len(words):
        missing = ", ".join(f"'{word}'" for word in words if word not in given)
        hint = f"a driver on a seat needs {', '.join(words)}; leave all out where both belong to the car body"
        yield Problem("seat", f"{given[0]} is given, and {missing} missing", hint)
    elif given and vehicle.body is not None and seat.mass + seat.driver_mass > LARGEST_SEAT * vehicle.body.mass:
        both, body = seat.mass + seat.driver_mass, vehicle.body.mass
        what = f"{both:g} kg of seat and driver in a car body that weighs {body:g} kg with them"
        yield Problem("seat.driver_mass", what, f"at most {100 * LARGEST_SEAT:g} % of it")


def _body(vehicle: Vehicle) -> Iterator[Problem]:
    if vehicle.body is None:
        yield Problem("body", "there is no car body", "add [body] with mass, centre and inertia")
        return
    for word in ("centre", "inertia"):
        if getattr(vehicle.body, word) is None:
            yield Problem(f"body.{word}", f"'{word}' is missing", f"a car that drives needs the {word} of its body")
    if not vehicle.body.mass:
        yield Problem("body.mass", "is zero", "a car body has a mass")


def _axles(vehicle: Vehicle) -> Iterator[Problem]:
    if len(vehicle.axles) < 2:
        yield Problem("axles", f"{len(vehicle.axles)} axle", "a car stands on two or more: add [axles.rear]")
    for name, axle in vehicle.axles.items():
        path, tyre = f"axles.{name}", axle.tyre
        if "spring" not in axle.elements:
            yield Problem(f"{path}.spring", "there is no spring", f"add [{path}.spring]: the car would fall")
        if tyre.law is None:
            hint = 'file = "NAME.tir", or law = { type = "linear", ... }'
            yield Problem(f"{path}.tyre", "the tyre has no law: it could not drive", hint)
        wheel = axle.bodies.get("wheel")
        if wheel is None or wheel.inertia is None:
            yield Problem(f"{path}.bodies.wheel", "has no mass and inertia", "a wheel that rolls needs both")
        height: Any = axle.hardpoints["wheel_centre"][2] - tyre.radius  # type: ignore[operator]
        if abs(height) > OFF_GROUND:
            yield Problem(f"{path}.hardpoints.wheel_centre", f"the wheel stands at z = {height:.3g} m", ON_THE_ROAD)


def _steering(vehicle: Vehicle) -> Iterator[Problem]:
    data = vehicle.steering
    yield from _steered_axles(vehicle)
    if data.form == "look-up":
        yield from _table(data, "table_angle", "table_rack")
        return
    if data.form == "wheel table":
        yield from _table(data, "table_angle", "table_left")
        yield from _table(data, "table_angle", "table_right", told=True)
        return
    if data.form == "ratio":
        if data.ratio is None:
            hint = "steering-wheel angle divided by the mean angle of the road wheels, for example 18"
            yield Problem("steering.ratio", "'ratio' is missing", hint)
        return
    if vehicle.steers() and data.rack_ratio is None:
        hint = 'rack travel per turn of the steering wheel, for example "36 mm/rev"'
        yield Problem("steering.rack_ratio", "'rack_ratio' is missing", hint)
    if data.column_elements and data.column_stiffness is None:
        yield Problem("steering.column_stiffness", "'column_stiffness' is missing", 'or "column_elements = 0": rigid')


def _steered_axles(vehicle: Vehicle) -> Iterator[Problem]:
    """A rack has tie rods to move; road wheels that follow a table themselves turn on king-pins, on one axle."""
    data = vehicle.steering
    steered = {name: axle for name, axle in vehicle.axles.items() if axle.steered}
    for name, axle in steered.items():
        kingpin = TEMPLATES[axle.template].has_kingpin
        if kingpin and not data.turns_wheels():
            what = f"form = \"{data.form}\" moves a rack, and axle '{name}' ({axle.template}) has no tie rods"
            yield Problem("steering.form", what, 'form = "wheel table", or "ratio" with a ratio')
        elif not kingpin and data.turns_wheels():
            what = f"form = \"{data.form}\" turns wheels on king-pins, and axle '{name}' ({axle.template}) has tie rods"
            yield Problem("steering.form", what, 'form = "column" or "look-up"')
    if data.turns_wheels() and len(steered) > 1:
        what = f"{len(steered)} axles are steered: {', '.join(steered)}"
        yield Problem("steering.form", what, "one table turns the wheels of one axle: steered = true once")


def _table(data: SteeringData, *words: str, told: bool = False) -> Iterator[Problem]:
    """What follows the steering-wheel angle, from the right to the left; `told`: of the angles, all is said."""
    lists: dict[str, Any] = {word: getattr(data, word) or () for word in words}
    for word, entries in lists.items():
        hint = "three or more numbers that rise, from the right (negative) to the left"
        if told and word == words[0]:
            continue
        if len(entries) < 3:
            yield Problem(f"steering.{word}", f"{len(entries)} numbers", f'form = "{data.form}" needs {hint}')
        elif any(b <= a for a, b in pairwise(entries)):
            yield Problem(f"steering.{word}", "does not rise from entry to entry", hint)
        elif not entries[0] < 0.0 < entries[-1]:
            yield Problem(f"steering.{word}", f"from {entries[0]:g} to {entries[-1]:g}", f"{hint}, through zero")
    counts = [len(entries) for entries in lists.values()]
    if counts[0] != counts[1]:
        yield Problem(f"steering.{words[1]}", f"{counts[1]} numbers, but {counts[0]} angles", "as many of each")


def _shafts(vehicle: Vehicle) -> Iterator[Problem]:
    drive, shafts = vehicle.drive, vehicle.half_shafts
    if drive is not None and drive.shaft_elements and drive.shaft_stiffness is None:
        yield Problem("drive.shaft_stiffness", "'shaft_stiffness' is missing", 'or "shaft_elements = 0": rigid')
    if shafts is not None and shafts.elements and shafts.stiffness is None:
        yield Problem("half_shafts.stiffness", "'stiffness' is missing", 'or "elements = 0": rigid')
