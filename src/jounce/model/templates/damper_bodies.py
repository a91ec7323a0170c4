"""A telescopic damper as two bodies: the upper one hangs on the car body, the lower one slides on it."""

from __future__ import annotations

from typing import Any

from jounce.model.templates.corner import Corner
from jounce.model.templates.members import ball, member, swivel
from jounce.parts.joints import Cylindrical, Prismatic
from jounce.spatial.vector import vector_difference

ROLES = ("damper_upper", "damper_lower")


def damper_bodies(given: Corner, seat: str) -> tuple[Any, ...]:
    """Rod and tube of a damper between damper_top and damper_bottom. [Szczotka 2007, table 1: upper and lower strut]

    Where rods may spin, both turn about their common line, and nothing holds them there.
    """
    p, upper, lower = given.points, *ROLES
    slider = Cylindrical if given.spinning else Prismatic
    return (
        member(given, upper, "damper_top", "damper_bottom"),
        *swivel(given, upper, given.mount, "damper_top", "damper_bottom"),
        member(given, lower, "damper_top", "damper_bottom"),
        slider(
            name=given.name("damper_slide"),
            parent=given.name(upper),
            child=given.name(lower),
            point=p["damper_bottom"],
            axis=vector_difference(p["damper_top"], p["damper_bottom"]),
        ),
        ball(given, "damper_bottom", lower, seat, closes=True),
    )
