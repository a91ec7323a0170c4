"""Rules for what drives the wheels: differentials and electric motors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jounce.errors import Problem
from jounce.model.equipment import DIRECT_LAYOUTS, MOTOR_LAYOUTS, WHEEL_LAYOUTS
from jounce.parts.axle_drives.electric_motor import wrong_motor_efficiency, wrong_motor_limit
from jounce.parts.limits import limits_of

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

PLACES = ("differential", "centre")
LIMITED = "limited slip"
MOST_REDUCTION = 100.0  # turns of a motor for one of its wheel, or the inverse


def check_drive_parts(vehicle: Vehicle) -> Iterator[Problem]:
    """What is wrong with differentials and motors by themselves."""
    drive: Any = vehicle.drive
    if drive is None:
        if vehicle.motor is not None:
            yield Problem("motor", "there is no [drive]", 'add [drive] with layout = "motors" or "axle motors"')
        return
    for place in PLACES:
        yield from _kind_of_slip(drive, place)
    yield from _nothing_there(drive)
    yield from _centre(drive)
    yield from _turns(vehicle)
    yield from _motor(vehicle)


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
    """Numbers of differentials that the layout has not."""
    if drive.layout in WHEEL_LAYOUTS:
        for word in ("differential_bias", "differential_viscosity"):
            if getattr(drive, word) is not None:
                what = f'layout = "{drive.layout}" has a motor for each wheel, so no differential'
                yield Problem(f"drive.{word}", what, 'leave it out, or layout = "axle motors"')
    if drive.layout == "axle motors" and drive.shaft_elements:
        what = f"{drive.shaft_elements:g}, but each motor sits on its differential"
        yield Problem("drive.shaft_elements", what, "leave it out: half_shafts twist")


def _centre(drive: Any) -> Iterator[Problem]:
    """The differential between two driven axles."""
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


def _turns(vehicle: Vehicle) -> Iterator[Problem]:
    """The gear behind which the inertia of engine or motors is given."""
    turns: Any = vehicle.drive.turns  # type: ignore[union-attr]
    if not 1.0 / MOST_REDUCTION <= abs(turns) <= MOST_REDUCTION:
        hint = f"turns of engine or motor for one of the shaft that its inertia is given at, up to {MOST_REDUCTION:g}"
        yield Problem("drive.turns", f"{turns:g} is no ratio of a gear", f"{hint}; negative: it turns backwards")


def _motor(vehicle: Vehicle) -> Iterator[Problem]:
    """What motors can give and draw, where the car has any."""
    drive, motor = vehicle.drive, vehicle.motor
    if motor is None or drive is None:
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
