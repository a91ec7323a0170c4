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
