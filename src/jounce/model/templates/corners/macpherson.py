"""A strut that guides the knuckle, one lower arm, a tie rod."""

from __future__ import annotations

from jounce.model.templates.corner import TIE_ROD, WHEEL, Corner, CornerParts, Template
from jounce.model.templates.members import ball, hinge, member, rod, swivel
from jounce.parts.citation import Citation
from jounce.parts.joints import Cylindrical
from jounce.spatial.vector import vector_difference


def corner(given: Corner) -> CornerParts:
    """The strut swings about its top mount, the knuckle slides on it and turns about it; the arm closes the loop.

    The top mount is a Hooke joint with both axes across the strut, so that only the knuckle turns about it. The
    steering axis runs from the lower ball joint to the top mount; it need not be the strut's own.
    """
    p, strut, knuckle = given.points, given.name("strut"), given.name("knuckle")
    along = vector_difference(p["strut_top"], p["strut_bottom"])
    return CornerParts(
        parts=(
            member(given, "strut", "strut_top", "strut_bottom"),
            *swivel(given, "strut", given.mount, "strut_top", "strut_bottom"),
            member(given, "knuckle", "strut_bottom", "lower_ball_joint", "wheel_centre"),
            Cylindrical(
                name=given.name("strut_slide"), parent=strut, child=knuckle, point=p["strut_bottom"], axis=along
            ),
            member(given, "lower_arm", "lower_arm_front", "lower_arm_rear", "lower_ball_joint"),
            *hinge(given, "lower_arm", "lower_arm_front", "lower_arm_rear"),
            ball(given, "lower_ball_joint", "lower_arm", "knuckle", closes=True),
            *rod(given, "tie_rod", given.tie_rod_mount, "knuckle", look="steering"),
        ),
        carrier=knuckle,
        steering_axis=((knuckle, p["lower_ball_joint"]), (strut, p["strut_top"])),
    )


MACPHERSON = Template(
    source=Citation("Reimpell 2001", "chapter 1"),
    hardpoints={
        "lower_arm_front": "front pivot of the lower arm on the car body",
        "lower_arm_rear": "rear pivot of the lower arm on the car body",
        "lower_ball_joint": "ball joint between lower arm and knuckle",
        "strut_top": "top mount of the strut on the car body",
        "strut_bottom": "a point of the strut's axis on the knuckle; spring and damper act from here by default",
        **TIE_ROD,
        **WHEEL,
    },
    roles=("strut", "knuckle", "lower_arm", "tie_rod"),
    mounts=("lower_arm_front", "lower_arm_rear", "strut_top", "tie_rod_inner"),
    seats={"spring": "knuckle", "damper": "knuckle", "anti_roll_bar": "lower_arm"},
    apart=(
        ("lower_arm_front", "lower_arm_rear"),
        ("strut_top", "strut_bottom"),
        ("lower_ball_joint", "strut_top"),
        ("tie_rod_inner", "tie_rod_outer"),
    ),
    bent=(
        ("lower_arm_front", "lower_arm_rear", "lower_ball_joint"),
        ("lower_ball_joint", "strut_top", "tie_rod_outer"),
    ),
    upright=(("lower_ball_joint", "strut_top"),),
    corner=corner,
)
