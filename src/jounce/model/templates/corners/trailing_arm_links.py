"""A trailing arm that carries the wheel on a ball joint at its front end, and two links across the car."""

from __future__ import annotations

from jounce.model.templates.corner import WHEEL, Corner, CornerParts, Template
from jounce.model.templates.members import bushed, member, rod
from jounce.parts.citation import Citation
from jounce.parts.joints import Spherical
from jounce.spatial.vector import Y

ARM, PIVOT, LINKS = "arm", "pivot", ("lower_link", "upper_link")


def corner(given: Corner) -> CornerParts:
    """The arm hangs on its ball (3 constraints), the links hold it across the car: one freedom is left."""
    carrying = (
        bushed(given, ARM, given.mount, PIVOT, Y)
        if PIVOT in given.bushings
        else (Spherical(name=given.name(PIVOT), parent=given.mount, child=given.name(ARM), point=given.points[PIVOT]),)
    )
    return CornerParts(
        parts=(
            member(given, ARM, PIVOT, *(f"{link}_outer" for link in LINKS), "wheel_centre"),
            *carrying,
            *(part for link in LINKS for part in rod(given, link, given.mount, ARM)),
        ),
        carrier=given.name(ARM),
    )


TRAILING_ARM_LINKS = Template(
    source=Citation("Reimpell 2001", "chapter 1"),
    hardpoints={
        PIVOT: "ball or bush at the front end of the arm, on the car body",
        **{f"{link}_inner": f"inner ball of the {link.replace('_', ' ')}, on the car body" for link in LINKS},
        **{f"{link}_outer": f"outer ball of the {link.replace('_', ' ')}, on the arm" for link in LINKS},
        **WHEEL,
    },
    roles=(ARM, *LINKS),
    mounts=(PIVOT, *(f"{link}_inner" for link in LINKS)),
    seats={"spring": ARM, "damper": ARM, "anti_roll_bar": ARM},
    apart=tuple((f"{link}_inner", f"{link}_outer") for link in LINKS),
    spread=(PIVOT, *(f"{link}_outer" for link in LINKS)),
    corner=corner,
)
