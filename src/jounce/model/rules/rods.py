"""Rules for the guides that hold an axle: with rigid ends they take four of its freedoms, more need bushings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from jounce.errors import Problem
from jounce.model.axle_data import Axle
from jounce.model.templates import TEMPLATES

GUIDING = 4  # of the six freedoms of a body: heave and roll are left


def check_rods(axle: Axle, path: str) -> Iterator[Problem]:
    """An axle has no more guides with rigid ends than it takes, and no fewer guides."""
    yield from _surplus(axle, path, axle.bushings, "or give it a bushing: [{path}.bushings.{point}]")
    template = TEMPLATES[axle.template]
    there = [guide for guide in template.guides if guide.is_there(axle.hardpoints)]
    held = sum(guide.holds for guide in there)
    if template.guides and held < GUIDING:
        names = ", ".join(guide.name for guide in there)
        what = f"{names} hold {held} of the 6 freedoms of the axle and leave it {6 - held}: heave, roll and more"
        spare = [guide for guide in template.guides if guide not in there]
        hint = "add the points of " + " or of ".join(f"{guide.name} ({', '.join(guide.points())})" for guide in spare)
        yield Problem(f"{path}.hardpoints", what, hint if spare else f"a layout holds {GUIDING} of them")


def check_ideal_rods(axles: Mapping[str, Axle]) -> list[Problem]:
    """Checks the same of axles whose bushings are ideal joints: on a rig, or in a car that runs without compliance."""
    hint = "or run the axle on its bushings: compliance = true"
    return [problem for name, axle in axles.items() for problem in _surplus(axle, f"axles.{name}", (), hint)]


def _surplus(axle: Axle, path: str, bushings: Collection[str], other: str) -> Iterator[Problem]:
    there = [guide for guide in TEMPLATES[axle.template].guides if guide.is_there(axle.hardpoints)]
    rigid = [guide for guide in there if guide.is_rigid(bushings)]
    held = sum(guide.holds for guide in rigid)
    if held <= GUIDING:
        return
    last = rigid[-1]
    named = ", ".join(guide.name for guide in rigid)
    what = f"'{last.name}' is too many with rigid ends: {named} hold {held} of the 6 freedoms of the axle"
    what += f" and leave it {max(6 - held, 0)} of the 2 that it needs, heave and roll"
    point = last.mounts[0]
    yield Problem(f"{path}.hardpoints.{point}", what, f"leave it out, {other.format(path=path, point=point)}")
