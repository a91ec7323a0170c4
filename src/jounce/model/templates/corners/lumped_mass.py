"""A functional corner: the wheel moves straight up and down."""

from __future__ import annotations

from typing import Any

from jounce.model.templates.corner import KINGPIN, WHEEL, Corner, CornerParts, Template
from jounce.model.templates.kingpin import ROLES as KINGPIN_ROLES
from jounce.model.templates.kingpin import kingpin_on
from jounce.model.templates.members import member
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.joints import Prismatic, Sequence
from jounce.spatial.vector import vector_difference


def corner(given: Corner) -> CornerParts:
    """One lump of unsprung mass on a slider, upright unless a point says otherwise. [Ciglaric, fig. 4; Blundell 1999]

    A slider that leans outward by the angle t puts the roll centre at half the track times tan t.
    """
    p, hub = given.points, given.name("hub")
    ends: dict[str, Any] = {"parent": given.mount, "child": hub, "point": p["wheel_centre"]}
    slider: Any
    if "slider_top" in p:
        slider = Prismatic(
            name=given.name("slider"), **ends, axis=vector_difference(p["slider_top"], p["wheel_centre"])
        )
    else:  # no number turns it: fewer equations
        slider = Sequence(name=given.name("slider"), **ends, order=("tz",))
    return kingpin_on(CornerParts(parts=(member(given, "hub", "wheel_centre"), slider), carrier=hub), given)


LUMPED_MASS = Template(
    source=BY_DEFINITION,
    hardpoints=WHEEL,
    optional={"slider_top": "a point above the wheel centre towards which it slides; without it, upright", **KINGPIN},
    roles=("hub",),
    steering_roles=KINGPIN_ROLES,
    seats={"spring": "hub", "damper": "hub", "anti_roll_bar": "hub"},
    apart=(("wheel_centre", "slider_top"), ("kingpin_lower", "kingpin_upper")),
    upright=(("wheel_centre", "slider_top"), ("kingpin_lower", "kingpin_upper")),
    corner=corner,
)
