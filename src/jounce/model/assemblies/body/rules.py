"""Rules for the body of a unit: a mass that can be, and that nothing on it outweighs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from jounce.errors import Problem
from jounce.model.rules.masses import WIDEST_CAR, check_mass_and_inertia, check_outweighing_masses


def check_body(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds a mass that cannot have its inertia."""
    if unit.body is not None:
        yield from check_mass_and_inertia(unit.body, "body", WIDEST_CAR)


def check_torsion(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """A body is twisted between two axles, and its halves share a mass that is given."""
    body = unit.body
    if body is None or getattr(body, "torsion_stiffness", None) is None:
        if body is not None and getattr(body, "torsion_damping", None) is not None:
            what = "there is no torsion stiffness that it could damp"
            yield Problem("body.torsion_damping", what, 'torsion_stiffness = "8 kN m/deg", or leave it out')
        return
    if len(unit.axles) < 2:
        what = f"{len(unit.axles)} axle: nothing twists the body"
        yield Problem("body.torsion_stiffness", what, "leave it out, or add an axle")
    elif body.centre is not None and not unread:
        first, *rest = (axle.hardpoints["wheel_centre"][0] for axle in unit.axles.values())
        if not min(rest) < body.centre[0] < first:
            what = f"the centre of mass, x = {1e3 * body.centre[0]:g} mm, is not between the first axle and the others"
            yield Problem("body.torsion_stiffness", what, "leave it out: the halves share the mass by the lever rule")
    if body.inertia is not None and not body.inertia[0] > 0.0:
        yield Problem("body.inertia", "Ixx is zero: the halves would have none", "the inertia of the body")


def check_body_is_whole(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds what a body lacks that shall float on its wheels."""
    if unit.body is None:
        yield Problem("body", "there is no car body", "add [body] with mass, centre and inertia")
        return
    for word in ("centre", "inertia"):
        if getattr(unit.body, word) is None:
            yield Problem(f"body.{word}", f"'{word}' is missing", f"a car that drives needs the {word} of its body")
    if not unit.body.mass:
        yield Problem("body.mass", "is zero", "a car body has a mass")
    yield from check_outweighing_masses(unit)
