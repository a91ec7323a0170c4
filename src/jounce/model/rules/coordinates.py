"""Coordinates of joints, and the units of what acts on them: N m and rad on a hinge, N and m on a slider.

Fields of such parts allow both, "N m or N", turns first; which of them is right is known once the joint is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from jounce.errors import Problem, shown_in_message
from jounce.model.fields import each_number, fields_of, map_numbers, path_of_part_fields
from jounce.parts.signals import input_of_signal
from jounce.units import Given, UnitError, parse_quantity, parse_unit, pretty_unit, to_si

if TYPE_CHECKING:
    from jounce.model.model import Model

KINDS = {"rad": "an angle", "m": "a displacement"}


def coordinates_of(joint: Any) -> dict[str, str]:
    """Names of a joint's coordinates, each with its unit."""
    if not hasattr(joint, "motions") or getattr(joint, "cut", False):
        return {}
    # names do not depend on numbers, and ones keep an axis without length from dividing by zero
    motions = map_numbers(joint, lambda path, value, unit: 1.0).motions()
    return {name: unit for motion in motions if motion.quaternion is None for name, unit in motion.coordinates}


def check_units_of_coordinates(model: Model, unread: frozenset[str]) -> Iterator[Problem]:
    """Checks that what acts on a coordinate is written in units of its kind; so are the inputs that drive anything."""
    joints, inputs = ({part.name: part for part in section} for section in (model.joints, model.inputs))
    for part in model.parts:
        kinds = {name: _unit(name, joints) for name in _spoken_of(part)}
        path, factors = path_of_part_fields(part), getattr(part, "factors", None) or ()
        for i, (factor, unit) in enumerate(zip(factors, kinds.values(), strict=False)):
            if unit and isinstance(factor, Given) and _product(factor, unit) is None:
                what = f"{shown_in_message(factor.text)} times {KINDS[unit]} is neither angle nor displacement"
                right = "m/rad" if unit == "rad" else "rad/m"
                yield Problem(f"{path}.factors.{i}", what, f"needs a plain number or {right}")
        kind = _combined(factors or (1.0,), list(kinds.values()))
        why = ", ".join(f"'{name}' is {KINDS[unit]}" for name, unit in kinds.items() if unit)
        yield from _written(part, path, kind, why)
        yield from _driven(part, path, kind, why, inputs)


def _written(part: Any, path: str, kind: str | None, why: str) -> Iterator[Problem]:
    """Finds numbers of the part in units of the other kind."""
    for where, value, unit in each_number(part) if kind else ():
        cam = hasattr(part, "tie") and where.startswith(f"{path}.law.")  # from any kind to any
        if isinstance(value, Given) and not where.startswith(f"{path}.factors.") and not cam:
            try:
                to_si(value.text, _narrow(unit, kind))
            except UnitError as error:
                yield Problem(where, f"{error.what}: {why}", error.help)


def _driven(part: Any, path: str, kind: str | None, why: str, inputs: dict[str, Any]) -> Iterator[Problem]:
    """Finds signals from inputs of another unit; an input without one is a number in SI."""
    for field in fields_of(type(part)):
        signal = getattr(part, field.name) if field.form == "choice" else None
        name = input_of_signal(signal)
        if name is None or name not in inputs:
            continue
        unit, given = _narrow(field.axes.y, kind), inputs[name].unit
        if given != "1" and all(parse_unit(u).powers != parse_unit(given).powers for u in unit.split(" or ")):
            right = "a plain number" if unit == "1" else pretty_unit(unit)
            what = f"input {shown_in_message(name)} is in {pretty_unit(given)}, needed is {right}"
            hint = f'write unit = "{unit.split(" or ")[0]}" in [inputs.{name}], or name another input'
            what = f"{what}: {why}" if unit != field.axes.y else what
            yield Problem(f"{path}.{field.name}.input", what, hint)


def _spoken_of(part: Any) -> tuple[str, ...]:
    return (part.coordinate,) if hasattr(part, "coordinate") else tuple(getattr(part, "coordinates", None) or ())


def _unit(name: str, joints: dict[str, Any]) -> str | None:
    """Returns the unit of a coordinate; None where its joint is not known, which others say."""
    joint, _, coordinate = name.rpartition(".")
    return coordinates_of(joints[joint]).get(coordinate) if joint in joints else None


def _product(factor: Given, unit: str) -> str | None:
    """Returns the unit of factor times coordinate, if it is an angle or a displacement."""
    _, ratio = parse_quantity(factor.text)
    powers = parse_unit(unit).times(ratio, 1).powers if ratio else parse_unit(unit).powers
    return next((known for known in KINDS if parse_unit(known).powers == powers), None)


def _combined(factors: tuple[Any, ...], units: list[str | None]) -> str | None:
    """Returns the unit of the sum of factor times coordinate; None if that is open.

    A factor with a unit decides; plain ones are taken for ratios, unless they join both kinds.
    """
    pairs = [(factor, unit) for factor, unit in zip(factors, units, strict=False) if unit]
    told = {_product(factor, unit) for factor, unit in pairs if isinstance(factor, Given)}
    found = told or {unit for _, unit in pairs}
    return found.pop() if len(found) == 1 and None not in units else None


def _narrow(unit: str, kind: str | None) -> str:
    """Returns the alternative for this kind."""
    both = unit.split(" or ")
    return both[list(KINDS).index(kind)] if kind and len(both) == 2 else unit
