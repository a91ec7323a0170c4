"""A functional corner: the wheel moves straight up and down."""

from __future__ import annotations

from jounce.model.templates.corner import WHEEL, Corner, CornerParts, Template
from jounce.model.templates.members import member
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.joints import Prismatic
from jounce.spatial.vector import Z


def corner(given: Corner) -> CornerParts:
    """One lump of unsprung mass on a vertical slider. [Blundell 1999, lumped mass]"""
    hub, centre = given.name("hub"), given.points["wheel_centre"]
    slider = Prismatic(name=given.name("slider"), parent=given.mount, child=hub, point=centre, axis=Z)
    return CornerParts(parts=(member(given, "hub", "wheel_centre"), slider), carrier=hub)


LUMPED_MASS = Template(
    source=BY_DEFINITION,
    hardpoints=WHEEL,
    roles=("hub",),
    seats={"spring": "hub", "damper": "hub", "anti_roll_bar": "hub"},
    corner=corner,
)
