"""Rules for parts together: names, and references to bodies, inputs and coordinates that are defined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from jounce.arguments import check_arguments
from jounce.errors import Problem, WrongArgument, did_you_mean, shown_in_message
from jounce.model.fields import TYPE_OF, law_and_signal_fields, path_of_part_fields
from jounce.model.rules.coordinates import check_units_of_coordinates, coordinates_of
from jounce.model.rules.limits import LIMITS
from jounce.model.rules.shapes import SHAPES
from jounce.parts import GROUND
from jounce.parts.ends import At, is_driven_at_ends
from jounce.parts.signals import input_of_signal

if TYPE_CHECKING:
    from jounce.model.model import Model

Rule = Callable[["Model", frozenset[str]], Iterator[Problem]]


@np.errstate(all="ignore")  # what overflows on the way is refused by name, where it stands
@check_arguments
def check(model: Model, unread: frozenset[str] = frozenset()) -> list[Problem]:
    """Finds every problem of the model. `unread` names parts that exist, but whose own problems are known.

    Whether parts fit together is structure: models of one form are asked once.
    """
    from jounce.model.model import Model  # which checks itself

    if not isinstance(model, Model):
        what = f"is of type {type(model).__name__}"
        right = "a mechanism; a vehicle is checked when it is loaded or changed"
        raise WrongArgument("check", [Problem("model", what, right)])
    fit = check_mechanism_fits(model, unread) if model.form is None or unread else model.form.misfits
    return [*fit, *check_mechanism_numbers(model)]


def check_mechanism_fits(model: Model, unread: frozenset[str] = frozenset()) -> list[Problem]:
    """Finds problems of names and of what they refer to."""
    return [problem for rule in RULES for problem in rule(model, unread)]


@np.errstate(all="ignore")
def check_mechanism_numbers(model: Model) -> list[Problem]:
    """Finds problems of its numbers: all there can be where another model of the same structure has none."""
    return [] if model.passed else [problem for rule in (*SHAPES, *LIMITS) for problem in rule(model)]


def check_mechanism_moves(model: Model, unread: frozenset[str]) -> Iterator[Problem]:
    """Something must move."""
    if not model.bodies and not unread:
        yield Problem("bodies", "there is no body", "add at least one")


def check_names_once(model: Model, unread: frozenset[str]) -> Iterator[Problem]:
    """A name stands for one part, whatever its section: channels are called by it.

    A joint on which a body floats or glides may have the name of its child, as one that is added by itself has; the
    motion of a body may have its name.
    """
    owner = {GROUND: "the ground"}
    for part in model.parts:
        path = path_of_part_fields(part)
        named_as = getattr(part, "named_as", "")  # its field that may hold the same name
        if named_as and part.name == getattr(part, named_as):
            continue
        if part.name in owner:
            other = owner[part.name] if owner[part.name] != path else "another part of this section"
            yield Problem(path, f"the name '{part.name}' is taken by {other}", "choose another name")
        else:
            owner[part.name] = path


def check_bodies_defined(model: Model, unread: frozenset[str]) -> Iterator[Problem]:
    """Parts refer to bodies that exist, and join two different ones."""
    bodies = [GROUND, *(body.name for body in model.bodies)]
    for part in model.parts:
        for end in part.ends:
            name = getattr(part, end.body) if isinstance(end, At) else GROUND
            if name not in bodies and name not in unread:
                what = f"body {shown_in_message(name)} is not defined.{did_you_mean(name, bodies)}"
                yield Problem(f"{path_of_part_fields(part)}.{end.body}", what, f"bodies: {', '.join(bodies)}")
        if hasattr(part, "parent") and part.parent == part.child:
            what = f"joins body {shown_in_message(part.child)} to itself"
            yield Problem(f"{path_of_part_fields(part)}.child", what, "parent and child are different bodies")


def check_inputs_defined(model: Model, unread: frozenset[str]) -> Iterator[Problem]:
    """An external signal names an input that exists."""
    inputs = [part.name for part in model.inputs]
    for path, signal in law_and_signal_fields(model.parts):
        name = input_of_signal(signal)
        if name is not None and name not in inputs and name not in unread:
            what = f"input {shown_in_message(name)} is not defined.{did_you_mean(name, inputs)}"
            yield Problem(f"{path}.input", what, f"inputs: {', '.join(inputs) or 'none; add [inputs.NAME]'}")


def check_coordinates_defined(model: Model, unread: frozenset[str]) -> Iterator[Problem]:
    """A coordinate is called `joint.coordinate`, and is one number."""
    coordinates = {joint.name: list(coordinates_of(joint)) for joint in model.joints}
    every = [f"{joint}.{name}" for joint, names in coordinates.items() for name in names]
    joints = {joint.name: joint for joint in model.joints}
    for path, name in _coordinate_references(model):
        joint, _, coordinate = name.rpartition(".")
        if joint in unread or coordinate in coordinates.get(joint, ()):
            continue
        hint = f"coordinates: {', '.join(every[:20]) or 'none'}"
        if joint not in joints:
            what = f"{shown_in_message(name)} is no coordinate: there is no joint {shown_in_message(joint)}."
            yield Problem(path, what + did_you_mean(name, every), hint)
        elif coordinates[joint]:
            what = f"joint '{joint}' has no coordinate {shown_in_message(coordinate)}."
            yield Problem(path, what + did_you_mean(coordinate, coordinates[joint]), hint)
        elif getattr(joints[joint], "cut", False):
            right = f"write cut = true in another joint of the loop in place of '{joint}'; {hint}"
            yield Problem(path, f"joint '{joint}' closes a loop (cut) and has no coordinates", right)
        elif hasattr(joints[joint], "angles"):
            what = f"joint '{joint}' turns by a quaternion and has no coordinate {shown_in_message(coordinate)}"
            yield Problem(path, what, 'write angles = "zyx" in the joint to have rz, ry and rx')
        else:
            yield Problem(path, f"'{joint}' ({TYPE_OF[type(joints[joint])]}) has no coordinates", hint)


def _coordinate_references(model: Model) -> Iterator[tuple[str, str]]:
    for part in model.parts:
        if hasattr(part, "coordinate"):
            yield f"{path_of_part_fields(part)}.coordinate", part.coordinate
        for i, name in enumerate(getattr(part, "coordinates", None) or ()):
            yield f"{path_of_part_fields(part)}.coordinates.{i}", name


def check_one_prescription(model: Model, unread: frozenset[str]) -> Iterator[Problem]:
    """A coordinate follows one signal."""
    owner: dict[str, str] = {}
    for part in model.joints:
        prescribes = is_driven_at_ends(part) and hasattr(part, "coordinate")
        if prescribes and owner.setdefault(part.coordinate, part.name) != part.name:
            what = f"'{part.coordinate}' is already prescribed by '{owner[part.coordinate]}'"
            yield Problem(f"{path_of_part_fields(part)}.coordinate", what, "keep one of them")


RULES: tuple[Rule, ...] = (
    check_mechanism_moves,
    check_names_once,
    check_bodies_defined,
    check_inputs_defined,
    check_coordinates_defined,
    check_one_prescription,
    check_units_of_coordinates,
)
