"""Two wishbones, a knuckle between their ball joints, a tie rod."""

from __future__ import annotations

from jounce.model.templates.corner import TIE_ROD, WHEEL, Corner, CornerParts, Template
from jounce.model.templates.members import ball, hinge, member, rod
from jounce.parts.citation import Citation


def corner(given: Corner) -> CornerParts:
    """Both arms hinged on the car body; the knuckle stands on the lower one, the upper one closes the loop."""
    knuckle = given.name("knuckle")
    low, high = given.points["lower_ball_joint"], given.points["upper_ball_joint"]
    return CornerParts(
        parts=(
            member(given, "lower_arm", "lower_arm_front", "lower_arm_rear", "lower_ball_joint"),
            *hinge(given, "lower_arm", "lower_arm_front", "lower_arm_rear"),
            member(given, "knuckle", "lower_ball_joint", "upper_ball_joint", "wheel_centre"),
            ball(given, "lower_ball_joint", "lower_arm", "knuckle"),
            member(given, "upper_arm", "upper_arm_front", "upper_arm_rear", "upper_ball_joint"),
            *hinge(given, "upper_arm", "upper_arm_front", "upper_arm_rear"),
            ball(given, "upper_ball_joint", "upper_arm", "knuckle", closes=True),
            *rod(given, "tie_rod", given.tie_rod_mount, "knuckle", look="steering"),
        ),
        carrier=knuckle,
        steering_axis=((knuckle, low), (knuckle, high)),
        arms=(given.name("lower_arm_pivot"), given.name("upper_arm_pivot")),
    )


DOUBLE_WISHBONE = Template(
    source=Citation("Reimpell 2001", "chapter 1"),
    hardpoints={
        "lower_arm_front": "front pivot of the lower arm on the car body",
        "lower_arm_rear": "rear pivot of the lower arm on the car body",
        "lower_ball_joint": "ball joint between lower arm and knuckle",
        "upper_arm_front": "front pivot of the upper arm on the car body",
        "upper_arm_rear": "rear pivot of the upper arm on the car body",
        "upper_ball_joint": "ball joint between upper arm and knuckle",
        **TIE_ROD,
        **WHEEL,
    },
    roles=("lower_arm", "upper_arm", "knuckle", "tie_rod"),
    mounts=("lower_arm_front", "lower_arm_rear", "upper_arm_front", "upper_arm_rear", "tie_rod_inner"),
    seats={"spring": "lower_arm", "damper": "lower_arm", "anti_roll_bar": "lower_arm"},
    apart=(
        ("lower_arm_front", "lower_arm_rear"),
        ("upper_arm_front", "upper_arm_rear"),
        ("lower_ball_joint", "upper_ball_joint"),
        ("tie_rod_inner", "tie_rod_outer"),
    ),
    bent=(
        ("lower_arm_front", "lower_arm_rear", "lower_ball_joint"),
        ("upper_arm_front", "upper_arm_rear", "upper_ball_joint"),
        ("lower_ball_joint", "upper_ball_joint", "tie_rod_outer"),
    ),
    upright=(("lower_ball_joint", "upper_ball_joint"),),
    corner=corner,
)
