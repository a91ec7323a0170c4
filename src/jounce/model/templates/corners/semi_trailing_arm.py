"""One arm on one hinge: a semi-trailing arm, and with its hinge straight across the car a trailing arm."""

from __future__ import annotations

from jounce.model.templates.corner import WHEEL, Corner, CornerParts, Template
from jounce.model.templates.members import hinge, member
from jounce.parts.citation import Citation


def corner(given: Corner) -> CornerParts:
    """The arm carries the wheel."""
    parts = (
        member(given, "arm", "pivot_inner", "pivot_outer", "wheel_centre"),
        *hinge(given, "arm", "pivot_outer", "pivot_inner"),
    )
    return CornerParts(parts=parts, carrier=given.name("arm"))


SEMI_TRAILING_ARM = Template(
    source=Citation("Reimpell 2001", "chapter 1"),
    hardpoints={
        "pivot_inner": "inner pivot of the arm on the car body",
        "pivot_outer": "outer pivot of the arm on the car body",
        **WHEEL,
    },
    roles=("arm",),
    mounts=("pivot_inner", "pivot_outer"),
    seats={"spring": "arm", "damper": "arm", "anti_roll_bar": "arm"},
    apart=(("pivot_inner", "pivot_outer"),),
    bent=(("pivot_inner", "pivot_outer", "wheel_centre"),),
    corner=corner,
)
