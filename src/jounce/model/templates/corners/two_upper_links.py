"""A lower wishbone, two upper links whose lines meet outside the knuckle, and a tie rod."""

from __future__ import annotations

from jounce.model.templates.corner import TIE_ROD, WHEEL, Corner, CornerParts, Template
from jounce.model.templates.members import ball, hinge, member, rod
from jounce.parts.citation import Citation

LINKS = ("upper_front_link", "upper_rear_link")
RODS = (*LINKS, "tie_rod")


def corner(given: Corner) -> CornerParts:
    """The knuckle stands on the lower arm; both links and the tie rod close their loops. The steering axis is virtual:
    it goes through the point where the lines of both links meet."""
    outer = [f"{link}_outer" for link in LINKS]
    return CornerParts(
        parts=(
            member(given, "lower_arm", "lower_arm_front", "lower_arm_rear", "lower_ball_joint"),
            *hinge(given, "lower_arm", "lower_arm_front", "lower_arm_rear"),
            member(given, "knuckle", "lower_ball_joint", *outer, "wheel_centre"),
            ball(given, "lower_ball_joint", "lower_arm", "knuckle"),
            *(part for link in LINKS for part in rod(given, link, given.mount, "knuckle")),
            *rod(given, "tie_rod", given.tie_rod_mount, "knuckle", look="steering"),
        ),
        carrier=given.name("knuckle"),
    )


TWO_UPPER_LINKS = Template(
    source=Citation("Reimpell 2001", "chapter 1"),
    hardpoints={
        "lower_arm_front": "front pivot of the lower arm on the car body",
        "lower_arm_rear": "rear pivot of the lower arm on the car body",
        "lower_ball_joint": "ball joint between lower arm and knuckle",
        **{f"{link}_inner": f"inner ball of the {link.replace('_', ' ')}, on the car body" for link in LINKS},
        **{f"{link}_outer": f"outer ball of the {link.replace('_', ' ')}, on the knuckle" for link in LINKS},
        **TIE_ROD,
        **WHEEL,
    },
    roles=("lower_arm", *LINKS, "knuckle", "tie_rod"),
    mounts=("lower_arm_front", "lower_arm_rear", *(f"{rod}_inner" for rod in RODS)),
    seats={"spring": "lower_arm", "damper": "lower_arm", "anti_roll_bar": "lower_arm"},
    apart=(("lower_arm_front", "lower_arm_rear"), *((f"{rod}_inner", f"{rod}_outer") for rod in RODS)),
    bent=(("lower_arm_front", "lower_arm_rear", "lower_ball_joint"),),
    spread=("lower_ball_joint", *(f"{rod}_outer" for rod in RODS)),
    corner=corner,
)
