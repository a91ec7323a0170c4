"""Rules for what drives the wheels: differentials and electric motors."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from jounce.errors import Problem, did_you_mean
from jounce.model.assemblies.drive.data import DIRECT_LAYOUTS, MOTOR_LAYOUTS, WHEEL_LAYOUTS
from jounce.model.templates import TEMPLATES
from jounce.parts.axle_drives.electric_motor import wrong_motor_efficiency, wrong_motor_limit
from jounce.parts.limits import limits_of

MOST_GEAR = 100.0  # largest ratio of a final drive, or of its inverse; with gearbox and hub reductions below 100
PLACES = ("differential", "centre")
LIMITED = "limited slip"
MOST_REDUCTION = 100.0  # turns of a motor for one of its wheel, or the inverse


def check_drive(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds what is wrong with driven axles, gears, differentials and motors by themselves."""
    drive: Any = unit.drive
    if drive is None:
        return
    names = [*unit.axles, *unread]
    for name in drive.axles:
        if name not in names:
            what = f"there is no axle '{name}'.{did_you_mean(name, names)}"
            yield Problem("drive.axles", what, f"axles: {', '.join(names)}")
    if drive.layout == "differential" and len(drive.axles) > 2:
        yield Problem("drive.axles", f"{len(drive.axles)} axles", 'at most two share an engine; or layout = "motors"')
    if not 1 / MOST_GEAR <= drive.final_ratio <= MOST_GEAR:
        hint = f"turns of the input shaft for one of the differential, {1 / MOST_GEAR:g} to {MOST_GEAR:g}"
        yield Problem("drive.final_ratio", f"{drive.final_ratio:g} is no ratio of a final drive", hint)
    if drive.layout in DIRECT_LAYOUTS:
        yield from _idle_drive_numbers(unit)
    else:
        yield from _drives_of_live_axles(unit)
    for place in PLACES:
        yield from _kind_of_slip(drive, place)
    yield from _nothing_there(drive)
    yield from _centre(drive)
    yield from _turns(drive)
    yield from _motor(unit)


def check_shafts(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds shafts in torsion without a stiffness."""
    drive, shafts = unit.drive, unit.half_shafts
    if drive is not None and drive.shaft_elements and drive.shaft_stiffness is None:
        yield Problem("drive.shaft_stiffness", "'shaft_stiffness' is missing", 'or "shaft_elements = 0": rigid')
    if shafts is not None and shafts.elements and shafts.stiffness is None:
        yield Problem("half_shafts.stiffness", "'stiffness' is missing", 'or "elements = 0": rigid')


def _idle_drive_numbers(unit: Any) -> Iterator[Problem]:
    """Finds numbers of shafts and gears where torques go straight to the wheels."""
    hint = f'layout = "{unit.drive.layout}" has no shafts: leave it out, or layout = "differential" or "motors"'
    if unit.half_shafts is not None:
        yield Problem("half_shafts", "there are no half shafts", hint)
    drive: Any = unit.drive
    friction = () if drive.differential == "limited slip" else ("differential_friction",)
    for word in ("input_inertia", "shaft_elements", "shaft_inertia", *friction):
        if getattr(drive, word):
            yield Problem(f"drive.{word}", f"{getattr(drive, word):g}, but nothing turns there", hint)


def _drives_of_live_axles(unit: Any) -> Iterator[Problem]:
    """A live axle that carries its differential is driven by a shaft along the car, whose inertia is given at it."""
    drive = unit.drive
    axles = {name: axle for name in drive.axles if (axle := unit.axles.get(name)) is not None}
    live = [name for name, axle in axles.items() if TEMPLATES[axle.template].carries_drive]
    if not live:
        return
    what = f"axle '{live[0]}' ({axles[live[0]].template}) carries its differential"
    if drive.layout != "differential":
        yield Problem("drive.layout", f"{what}, and half shafts are on the car body", 'layout = "axle torques"')
        return
    if drive.lies != "along":
        yield Problem("drive.lies", f"{what}: a shaft along the car turns it", 'lies = "along"')
    if drive.turns != 1.0 and len(drive.axles) == 1:
        yield Problem("drive.turns", f"{drive.turns:g}: {what}", "give input_inertia at the propeller shaft itself")
    if unit.half_shafts is not None and len(live) == len(drive.axles):
        yield Problem("half_shafts", f"there are none: {what}, and its shafts are within it", "leave the table out")


def _kind_of_slip(drive: Any, place: str) -> Iterator[Problem]:
    """A differential has one kind of limited slip, and says so."""
    word, bias, viscosity = (getattr(drive, key) for key in (place, f"{place}_bias", f"{place}_viscosity"))
    for key, given in (("bias", bias), ("viscosity", viscosity)):
        if given is not None and word != LIMITED:
            yield Problem(f"drive.{place}_{key}", f'is given, and {place} = "{word}"', f'{place} = "{LIMITED}"')
    if bias is not None and viscosity is not None:
        what = "is given, and so is a bias ratio: these are two kinds of limited slip"
        yield Problem(f"drive.{place}_viscosity", what, f"keep one: {place}_bias or {place}_viscosity")
    if bias is not None and bias < 1.0:
        hint = "1 (open) or more: torque of the slower output divided by that of the faster; Torsen has 2 to 3.5"
        yield Problem(f"drive.{place}_bias", f"{bias:g}", hint)
    if bias is not None and drive.friction_law != "dry":
        what = 'needs friction that sticks, and friction_law = "smooth"'
        yield Problem(f"drive.{place}_bias", what, 'friction_law = "dry"')


def _nothing_there(drive: Any) -> Iterator[Problem]:
    """Finds numbers of differentials that the layout has not."""
    if drive.layout in WHEEL_LAYOUTS:
        for word in ("differential_bias", "differential_viscosity"):
            if getattr(drive, word) is not None:
                what = f'layout = "{drive.layout}" has a motor for each wheel, so no differential'
                yield Problem(f"drive.{word}", what, 'leave it out, or layout = "axle motors"')
    if drive.layout == "axle motors" and drive.shaft_elements:
        what = f"{drive.shaft_elements:g}, but each motor sits on its differential"
        yield Problem("drive.shaft_elements", what, "leave it out: half_shafts twist")


def _centre(drive: Any) -> Iterator[Problem]:
    """Checks the differential between two driven axles."""
    if drive.centre_share is not None and not 0.0 < drive.centre_share < 1.0:
        hint = "the first driven axle's share of the torque: between 0 and 1, or 0 % and 100 %"
        yield Problem("drive.centre_share", f"{drive.centre_share:g}", hint)
    if len(drive.axles) == 2 and drive.layout not in MOTOR_LAYOUTS:
        return
    words = ("centre_share", "centre_bias", "centre_viscosity")
    given = [word for word in words if getattr(drive, word) is not None]
    given += ["centre_friction"] if drive.centre_friction else []
    one = f"{len(drive.axles)} driven axle{'s' if len(drive.axles) > 1 else ''}"
    why = f'layout = "{drive.layout}"' if drive.layout in MOTOR_LAYOUTS else one
    for word in given:
        what = f"there is no centre differential: {why}"
        yield Problem(f"drive.{word}", what, 'leave it out, or axles = ["front", "rear"] on one engine')


def _turns(drive: Any) -> Iterator[Problem]:
    """Checks the gear behind which the inertia of engine or motors is given."""
    turns = drive.turns
    if not 1.0 / MOST_REDUCTION <= abs(turns) <= MOST_REDUCTION:
        hint = f"turns of engine or motor for one of the shaft that its inertia is given at, up to {MOST_REDUCTION:g}"
        yield Problem("drive.turns", f"{turns:g} is no ratio of a gear", f"{hint}; negative: it turns backwards")


def _motor(unit: Any) -> Iterator[Problem]:
    """Checks what motors can give and draw, where the car has any."""
    drive, motor = unit.drive, unit.motor
    if motor is None:
        return
    if drive.layout not in MOTOR_LAYOUTS:
        right = '"wheel torques" or "axle torques"' if drive.layout in DIRECT_LAYOUTS else '"motors" or "axle motors"'
        yield Problem("motor", f'layout = "{drive.layout}" has no electric motors', f"layout = {right} in [drive]")
    elif drive.layout not in WHEEL_LAYOUTS and motor.ratio is not None:
        yield Problem("motor.ratio", f"{motor.ratio:g}, but motors of axles have the final_ratio", "drive.final_ratio")
    if motor.ratio is not None and not 1.0 / MOST_REDUCTION <= motor.ratio <= MOST_REDUCTION:
        hint = f"turns of the motor for one of its wheel, {1.0 / MOST_REDUCTION:g} to {MOST_REDUCTION:g}"
        yield Problem("motor.ratio", f"{motor.ratio:g} is no ratio of a gear", hint)
    for problem in (*wrong_motor_limit(motor), *wrong_motor_efficiency(motor)):
        yield replace(problem, where=f"motor.{problem.where}")
    for word in ("limit", "efficiency_map"):
        if getattr(motor, word) is not None:
            yield from limits_of(getattr(motor, word), f"motor.{word}")
