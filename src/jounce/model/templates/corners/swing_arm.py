"""A functional corner: the wheel swings about one axis through its instant centre."""

from __future__ import annotations

from jounce.model.templates.corner import KINGPIN, WHEEL, Corner, CornerParts, Template
from jounce.model.templates.kingpin import ROLES as KINGPIN_ROLES
from jounce.model.templates.kingpin import kingpin_on
from jounce.model.templates.members import member
from jounce.parts.citation import Citation
from jounce.parts.joints import Revolute
from jounce.spatial.vector import X, vector_difference


def corner(given: Corner) -> CornerParts:
    """A hinge through the instant centre, along x unless a second point says otherwise. [Ciglaric, fig. 5;
    Blundell 1999]"""
    p, arm = given.points, given.name("arm")
    axis = vector_difference(p["axis_point"], p["instant_centre"]) if "axis_point" in p else X
    swing = Revolute(name=given.name("swing"), parent=given.mount, child=arm, point=p["instant_centre"], axis=axis)
    parts = CornerParts(parts=(member(given, "arm", "wheel_centre"), swing), carrier=arm)
    return kingpin_on(parts, given)


SWING_ARM = Template(
    source=Citation("Reimpell 2001", "chapter 1"),
    hardpoints={"instant_centre": "point of the swing axis: the instant centre in front view", **WHEEL},
    optional={"axis_point": "a second point of the swing axis; without it the axis is parallel to x", **KINGPIN},
    roles=("arm",),
    steering_roles=KINGPIN_ROLES,
    seats={"spring": "arm", "damper": "arm", "anti_roll_bar": "arm"},
    apart=(
        ("instant_centre", "wheel_centre"),
        ("instant_centre", "axis_point"),
        ("kingpin_lower", "kingpin_upper"),
    ),
    upright=(("kingpin_lower", "kingpin_upper"),),
    anywhere=("instant_centre", "axis_point"),  # an instant centre lies beyond the middle as a rule
    corner=corner,
)
