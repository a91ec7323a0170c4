"""Rules for the axles of a unit that drives, and for the order in which they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise, zip_longest
from typing import Any

from jounce.errors import Problem
from jounce.model.assembly.names import TRAILER
from jounce.model.rules.hardpoints import NEAREST
from jounce.model.rules.masses import check_wheel_masses_on_axes
from jounce.model.templates import TEMPLATES

OFF_GROUND = 0.05  # m that a wheel may stand above or below z = 0 in the design position
ON_THE_ROAD = "points of a car are given from the road up: z = 0 is the road in the design position"


def check_order_of_axles(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds an axle that stands ahead of the one before it."""
    x = {name: axle.hardpoints["wheel_centre"][0] for name, axle in unit.axles.items()}
    for (one, ahead), (other, behind) in pairwise(x.items()):
        if behind > ahead + NEAREST:
            what = f"stands {behind - ahead:.4g} m ahead of '{one}', which comes before it"
            yield Problem(f"axles.{other}", what, "write the axles from front to rear; x points forward in ISO 8855")


def _walking_beams(unit: Any) -> Iterator[Problem]:
    """Walking beams stand on two live axles, and each axle is on one pair of them."""
    names = list(unit.axles)
    for number, (name, axle) in enumerate(unit.axles.items()):
        if "walking_beam" not in axle.elements:
            continue
        path, ahead = f"axles.{name}.walking_beam", names[number - 1] if number else ""
        if not ahead:
            yield Problem(path, "there is no axle ahead of it", "write it at the rear one of both axles")
            continue
        for each in (ahead, name):
            if not TEMPLATES[unit.axles[each].template].guides:
                what = f"axle '{each}' ({unit.axles[each].template}) has no body that both sides share"
                yield Problem(path, what, "walking beams stand on live axles")
        if "walking_beam" in unit.axles[ahead].elements:
            yield Problem(path, f"axle '{ahead}' stands on beams with the axle ahead of it already", "leave one out")


def check_axles_are_whole(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds what an axle lacks that shall roll."""
    if len(unit.axles) < 2 and unit.kind != TRAILER:
        yield Problem("axles", f"{len(unit.axles)} axle", "a car stands on two or more: add [axles.rear]")
    yield from _walking_beams(unit)
    for (name, axle), behind in zip_longest(unit.axles.items(), list(unit.axles.values())[1:]):
        path, tyre = f"axles.{name}", axle.tyre
        on_beams = any("walking_beam" in each.elements for each in (axle, behind) if each is not None)
        if "spring" not in axle.elements and not on_beams:
            yield Problem(f"{path}.spring", "there is no spring", f"add [{path}.spring]: the car would fall")
        if tyre.law is None:
            hint = 'file = "NAME.tir", or law = { type = "linear", ... }'
            yield Problem(f"{path}.tyre", "the tyre has no law: it could not drive", hint)
        wheel = axle.bodies.get("wheel")
        if wheel is None or wheel.inertia is None:
            yield Problem(f"{path}.bodies.wheel", "has no mass and inertia", "a wheel that rolls needs both")
        height: Any = axle.hardpoints["wheel_centre"][2] - tyre.radius
        if abs(height) > OFF_GROUND:
            yield Problem(f"{path}.hardpoints.wheel_centre", f"the wheel stands at z = {height:.3g} m", ON_THE_ROAD)
    yield from check_wheel_masses_on_axes(unit)
