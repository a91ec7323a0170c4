"""Layouts of suspensions: functions that turn hardpoints into parts."""

from jounce.model.templates.axles.leaf_springs import LEAF_AXLE
from jounce.model.templates.axles.live_axle import (
    A_FRAME_AXLE,
    DE_DION_AXLE,
    FOUR_LINK_AXLE,
    LIVE_AXLE,
    TORQUE_TUBE_AXLE,
    WATT_AXLE,
)
from jounce.model.templates.axles.twist_beam import TWIST_BEAM
from jounce.model.templates.corner import Corner, CornerParts, Template
from jounce.model.templates.corners.double_wishbone import DOUBLE_WISHBONE
from jounce.model.templates.corners.five_link import FIVE_LINK
from jounce.model.templates.corners.lumped_mass import LUMPED_MASS
from jounce.model.templates.corners.macpherson import MACPHERSON
from jounce.model.templates.corners.semi_trailing_arm import SEMI_TRAILING_ARM
from jounce.model.templates.corners.swing_arm import SWING_ARM
from jounce.model.templates.corners.trailing_arm_links import TRAILING_ARM_LINKS
from jounce.model.templates.corners.two_upper_links import TWO_UPPER_LINKS

TEMPLATES: dict[str, Template] = {
    "double_wishbone": DOUBLE_WISHBONE,
    "macpherson": MACPHERSON,
    "semi_trailing_arm": SEMI_TRAILING_ARM,
    "five_link": FIVE_LINK,
    "two_upper_links": TWO_UPPER_LINKS,
    "trailing_arm_links": TRAILING_ARM_LINKS,
    "live_axle": LIVE_AXLE,
    "four_link_axle": FOUR_LINK_AXLE,
    "watt_axle": WATT_AXLE,
    "a_frame_axle": A_FRAME_AXLE,
    "torque_tube_axle": TORQUE_TUBE_AXLE,
    "de_dion_axle": DE_DION_AXLE,
    "leaf_axle": LEAF_AXLE,
    "twist_beam": TWIST_BEAM,
    "swing_arm": SWING_ARM,
    "lumped_mass": LUMPED_MASS,
}

__all__ = ["TEMPLATES", "Corner", "CornerParts", "Template"]
