"""Rules for the rods that hold an axle: four with rigid ends guide it, a fifth needs bushings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from jounce.errors import Problem
from jounce.model.axle_data import Axle
from jounce.model.templates import TEMPLATES

GUIDING = 4  # of the six freedoms of a body: heave and roll are left


def check_rods(axle: Axle, path: str) -> Iterator[Problem]:
    """An axle has no more rods with rigid ends than guide it."""
    yield from _surplus(axle, path, axle.bushings, "or give one of them a bushing: [{path}.bushings.{point}]")


def check_ideal_rods(axles: Mapping[str, Axle]) -> list[Problem]:
    """The same of axles whose bushings are ideal joints: on a rig, or in a car that runs without compliance."""
    hint = "or run the axle on its bushings: compliance = true"
    return [problem for name, axle in axles.items() for problem in _surplus(axle, f"axles.{name}", (), hint)]


def _surplus(axle: Axle, path: str, bushings: Collection[str], other: str) -> Iterator[Problem]:
    template = TEMPLATES[axle.template]
    rigid = {
        rod: 1 if rod in template.shared else 2
        for rod in template.rods
        if f"{rod}_inner" in axle.hardpoints and f"{rod}_inner" not in bushings
    }
    more = sum(rigid.values()) - GUIDING
    if more <= 0:
        return
    last = list(rigid)[-1]
    named = ", ".join(rod if count == 1 else f"{rod} left and right" for rod, count in rigid.items())
    what = f"'{last}' is one rod too many with rigid ends: {GUIDING + more} hold the axle ({named})"
    what += f" and leave it {2 - more} of the 2 freedoms that it needs, heave and roll"
    point = f"{last}_inner"
    yield Problem(f"{path}.hardpoints.{point}", what, f"leave it out, {other.format(path=path, point=point)}")
