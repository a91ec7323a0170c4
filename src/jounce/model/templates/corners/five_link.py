"""A knuckle on five rods, one of which is the tie rod."""

from __future__ import annotations

from jounce.model.templates.corner import TIE_ROD, WHEEL, Corner, CornerParts, Template
from jounce.model.templates.members import member, rod
from jounce.parts.citation import Citation

CARRYING = "lower_rear_link"
CLOSING = ("lower_front_link", "upper_front_link", "upper_rear_link")
LINKS = (CARRYING, *CLOSING)


def corner(given: Corner) -> CornerParts:
    """The knuckle stands on the ball of one rod; the other four close their loops. The steering axis is virtual."""
    outer = [f"{link}_outer" for link in LINKS]
    return CornerParts(
        parts=(
            *rod(given, CARRYING, given.mount, "knuckle", closes=False),
            member(given, "knuckle", *outer, "wheel_centre"),
            *(part for link in CLOSING for part in rod(given, link, given.mount, "knuckle")),
            *rod(given, "tie_rod", given.tie_rod_mount, "knuckle", look="steering"),
        ),
        carrier=given.name("knuckle"),
    )


FIVE_LINK = Template(
    source=Citation("Reimpell 2001", "chapter 1"),
    hardpoints={
        **{f"{link}_inner": f"inner ball of the {link.replace('_', ' ')}, on the car body" for link in LINKS},
        **{f"{link}_outer": f"outer ball of the {link.replace('_', ' ')}, on the knuckle" for link in LINKS},
        **TIE_ROD,
        **WHEEL,
    },
    roles=(*LINKS, "knuckle", "tie_rod"),
    mounts=tuple(f"{rod}_inner" for rod in (*LINKS, "tie_rod")),
    seats={"spring": "knuckle", "damper": "knuckle", "anti_roll_bar": "knuckle"},
    apart=tuple((f"{rod}_inner", f"{rod}_outer") for rod in (*LINKS, "tie_rod")),
    spread=tuple(f"{rod}_outer" for rod in (*LINKS, "tie_rod")),
    corner=corner,
)
