"""Rules for the steering: what it moves, its tables, and ratios that can be cut."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import pi
from typing import Any

from jounce.errors import Problem
from jounce.model.assemblies.steering.data import SteeringData
from jounce.model.rules.masses import check_steering_wheel_mass
from jounce.model.rules.shapes import check_shape_direction
from jounce.model.templates import TEMPLATES

TURN = 2 * pi  # rad
LEAST_RACK, MOST_RACK = 1e-3, 1.0  # m of rack travel in one turn of the steering wheel; racks have 0.03 to 0.1
LEAST_GEAR, MOST_GEAR = 1.0, 60.0  # turns of the steering wheel for one of the pitman arm; lorries have 15 to 25
LEAST_STEERING, MOST_STEERING = 1.0, 100.0  # steering ratio; karts have 1 to 2, lorries to 30
MOST_ACKERMANN = 2.0
PITMAN = "pitman arm"


def check_steering_ratios(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds a column without a direction, and gears between hand and wheels that cannot be cut."""
    steering = unit.steering
    yield from check_shape_direction(steering.column_axis, "steering.column_axis")
    ratio = steering.rack_ratio
    if ratio is not None and not LEAST_RACK <= ratio * TURN <= MOST_RACK:
        hint = f'{1e3 * LEAST_RACK:g} to {1e3 * MOST_RACK:g} mm in one turn of the wheel; with its unit: "36 mm/rev"'
        yield Problem("steering.rack_ratio", f"{ratio:g} m/rad is no travel of a rack", hint)
    gear = steering.gear_ratio
    if gear is not None and not LEAST_GEAR <= gear <= MOST_GEAR:
        hint = f"turns of the steering wheel for one of the pitman arm, {LEAST_GEAR:g} to {MOST_GEAR:g}"
        yield Problem("steering.gear_ratio", f"{gear:g} is no ratio of a steering gear", hint)
    if steering.ratio is not None and not LEAST_STEERING <= steering.ratio <= MOST_STEERING:
        hint = f"turns of the steering wheel for one of the road wheels, {LEAST_STEERING:g} to {MOST_STEERING:g}"
        yield Problem("steering.ratio", f"{steering.ratio:g} is no steering ratio", hint)
    if steering.ackermann > MOST_ACKERMANN:
        hint = "0 (both wheels alike) to 1 (Ackermann): the share of Ackermann's difference"
        yield Problem("steering.ackermann", f"{steering.ackermann:g}", hint)


def check_steering(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds what a steering lacks that turns road wheels."""
    data = unit.steering
    yield from check_steering_wheel_mass(unit)
    yield from _steered_axles(unit)
    if data.form == "look-up":
        yield from _table(data, "table_angle", "table_rack")
        return
    if data.column_elements and data.column_stiffness is None:
        yield Problem("steering.column_stiffness", "'column_stiffness' is missing", 'or "column_elements = 0": rigid')
    if data.form == "wheel table":
        yield from _table(data, "table_angle", "table_left")
        yield from _table(data, "table_angle", "table_right", told=True)
        return
    if data.form == "pitman arm":
        if unit.steers() and data.gear_ratio is None:
            hint = "turns of the steering wheel for one of the pitman arm, for example 18"
            yield Problem("steering.gear_ratio", "'gear_ratio' is missing", hint)
        return
    if data.form == "ratio":
        if data.ratio is None:
            hint = "steering-wheel angle divided by the mean angle of the road wheels, for example 18"
            yield Problem("steering.ratio", "'ratio' is missing", hint)
        return
    if unit.steers() and data.rack_ratio is None:
        hint = 'rack travel per turn of the steering wheel, for example "36 mm/rev"'
        yield Problem("steering.rack_ratio", "'rack_ratio' is missing", hint)


def _steered_axles(unit: Any) -> Iterator[Problem]:
    """A rack has tie rods to move, a pitman arm a drag link; road wheels that follow a table themselves turn on
    king-pins, on one axle."""
    data = unit.steering
    steered = {name: axle for name, axle in unit.axles.items() if axle.steered}
    for name, axle in steered.items():
        kingpin, drag_link = TEMPLATES[axle.template].has_kingpin, TEMPLATES[axle.template].has_drag_link
        if drag_link != (data.form == PITMAN):
            has = "a" if drag_link else "no"
            what = f"form = \"{data.form}\", and axle '{name}' ({axle.template}) has {has} drag link"
            yield Problem("steering.form", what, f'form = "{PITMAN}"' if drag_link else 'form = "column"')
            continue
        if kingpin and not data.turns_wheels():
            what = f"form = \"{data.form}\" moves a rack, and axle '{name}' ({axle.template}) has no tie rods"
            yield Problem("steering.form", what, 'form = "wheel table", or "ratio" with a ratio')
        elif not kingpin and data.turns_wheels():
            what = f"form = \"{data.form}\" turns wheels on king-pins, and axle '{name}' ({axle.template}) has tie rods"
            yield Problem("steering.form", what, 'form = "column" or "look-up"')
    if data.form in ("column", "look-up") and len(steered) > 1 and data.follow_ratio is None:
        what = f"is missing, and {len(steered)} axles are steered: {', '.join(steered)}"
        yield Problem("steering.follow_ratio", what, "way of the further racks by that of the first, for example -0.3")
    if (data.turns_wheels() or data.form == PITMAN) and len(steered) > 1:
        what = f"{len(steered)} axles are steered: {', '.join(steered)}"
        means = "one pitman arm steers" if data.form == PITMAN else "one table turns the wheels of"
        yield Problem("steering.form", what, f"{means} one axle: steered = true once")


def _table(data: SteeringData, *words: str, told: bool = False) -> Iterator[Problem]:
    """Checks what follows the steering-wheel angle, from the right to the left; `told`: of the angles, all is said."""
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
