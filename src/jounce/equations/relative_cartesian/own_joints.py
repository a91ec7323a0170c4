"""Joints of a model in relative Cartesian coordinates: bodies float on their reference body, and joints close loops.

A joint whose coordinate is spoken of by an element, a coupling or a drive keeps it, and so carries its child; so does
one that has no rows to close a loop with, and one whose child has no mass or no inertia about some axis, so that it
could not float, and that of the reference body itself. All others are cut, and those that close a loop by the tree of
the production route stay cut, whether the file says so or not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from jounce.mechanism.tree import OUTSIDE, TreeLink, spanning_tree
from jounce.model import Model
from jounce.parts import GROUND
from jounce.parts.ends import coordinates_of
from jounce.parts.joints import Free


def relative_model(model: Model) -> Model:
    """The model with a free joint from its reference body to each body that no kept joint carries."""
    return _floating_on(model, _reference)


def absolute_model(model: Model) -> Model:
    """Returns the same with the ground as the reference body of all."""
    return _floating_on(model, lambda links, link, interface: GROUND)


def _floating_on(model: Model, reference: Callable[[list[TreeLink], TreeLink, set[str]], str]) -> Model:
    links, closing = spanning_tree(model)
    named = {c.rsplit(".", 1)[0] for part in model.parts for c in coordinates_of(part)}
    known = {joint.name for joint in model.joints}
    bodies = {body.name: body for body in model.bodies}
    interface = {body.name for body in model.bodies if body.interface}
    joints: dict[str, Any] = {joint.name: joint for joint in model.joints}
    joints |= {joint.name: replace(joint, cut=True) for joint in closing if hasattr(joint, "cut")}  # else it may carry
    floating: list[Any] = []
    for link in links:
        on = reference(links, link, interface)
        if link.joint.name not in known:
            floating.append(link.joint)
        elif on != link.body and _is_cut(link, named) and _can_float(bodies[link.body]):
            joints[link.joint.name] = replace(link.joint, cut=True)
            floating.append(Free(name=_free_name(link.body, joints), parent=on, child=link.body))
    return model.with_joints([*joints.values(), *floating])


def _is_cut(link: TreeLink, named: set[str]) -> bool:
    """Whether its joint can close a loop instead of carrying its body."""
    return not link.floats and link.joint.name not in named and hasattr(link.joint, "cut")


def _can_float(body: Any) -> bool:
    """Whether something resists every acceleration of it."""
    return float(body.mass) > 0.0 and all(float(moment) > 0.0 for moment in body.inertia)


def _reference(links: list[TreeLink], link: TreeLink, interface: set[str]) -> str:
    """The first body from the ground on that floats or is named as interface, which may be its own; else the ground."""
    chain = [link]
    while chain[-1].parent != OUTSIDE:
        chain.append(links[chain[-1].parent])
    return next((one.body for one in reversed(chain) if one.floats or one.body in interface), GROUND)


def _free_name(body: str, joints: dict[str, Any]) -> str:
    """A name that no joint has."""
    name = f"{body}.relative"
    while name in joints:
        name = f"{name}_"
    return name
