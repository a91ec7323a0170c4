"""A live axle: both wheels on one body, which rods hold; three links and a Panhard rod, or four links."""

from __future__ import annotations

from typing import Any

from jounce.model.templates.corner import WHEEL, AxleGiven, AxleParts, CornerParts, Given, Template
from jounce.model.templates.members import member_between, rod
from jounce.parts.citation import Citation

AXLE = "axle"
LOWER, UPPER, PANHARD = "lower_link", "upper_link", "panhard"


def three_links(given: AxleGiven) -> AxleParts:
    """Both wheels on one body: two lower links, an upper one in the middle, and a Panhard rod hold it."""
    return _axle(given, carrying=given, closing=(*rod(given, PANHARD, given.mount, AXLE),))


def four_links(given: AxleGiven) -> AxleParts:
    """Both wheels on one body: two lower and two upper links hold it, and on bushings a Panhard rod besides."""
    left, right = given.corners.values()
    across = rod(given, PANHARD, given.mount, AXLE) if f"{PANHARD}_inner" in given.points else ()
    return _axle(given, carrying=left, closing=(*across, *rod(right, UPPER, given.mount, AXLE)))


def _axle(given: AxleGiven, carrying: Given, closing: tuple[Any, ...]) -> AxleParts:
    """The axle stands on the ball of one upper link; every other rod closes its loop."""
    corners, carrier = given.corners, given.name(AXLE)
    wheels = [corner.points["wheel_centre"] for corner in corners.values()]
    upper = rod(carrying, UPPER, given.mount, AXLE, closes=False)
    lower = {side: rod(corner, LOWER, given.mount, AXLE) for side, corner in corners.items()}
    return AxleParts(
        parts=(*upper, member_between(given, AXLE, wheels), *closing),
        corners={side: CornerParts(parts=parts, carrier=carrier) for side, parts in lower.items()},
        frame=carrier,
    )


def _points(role: str, word: str) -> dict[str, str]:
    """Both ends of a rod."""
    return {f"{role}_inner": f"ball of the {word} on the car body", f"{role}_outer": f"ball of the {word} on the axle"}


RODS = (LOWER, UPPER, PANHARD)
LIVE_AXLE = Template(
    source=Citation("Reimpell 2001", "chapter 1"),
    hardpoints={
        **_points(LOWER, "lower link"),
        **_points(UPPER, "upper link, near the middle of the car"),
        **_points(PANHARD, "Panhard rod"),
        **WHEEL,
    },
    roles=(AXLE, *RODS),
    mounts=tuple(f"{rod}_inner" for rod in RODS),
    seats={"spring": AXLE, "damper": AXLE, "anti_roll_bar": AXLE},
    apart=tuple((f"{rod}_inner", f"{rod}_outer") for rod in RODS),
    shared=(AXLE, UPPER, PANHARD),
    middle=tuple(f"{rod}_{end}" for rod in (UPPER, PANHARD) for end in ("inner", "outer")),
    rods=RODS,
    axle=three_links,
)
FOUR_LINK_AXLE = Template(
    source=Citation("Reimpell 2001", "chapter 1"),
    hardpoints={**_points(LOWER, "lower link"), **_points(UPPER, "upper link"), **WHEEL},
    optional=_points(PANHARD, "Panhard rod"),
    roles=(AXLE, *RODS),
    mounts=tuple(f"{rod}_inner" for rod in RODS),
    seats={"spring": AXLE, "damper": AXLE, "anti_roll_bar": AXLE},
    apart=tuple((f"{rod}_inner", f"{rod}_outer") for rod in RODS),
    shared=(AXLE, PANHARD),
    middle=(f"{PANHARD}_inner", f"{PANHARD}_outer"),
    rods=RODS,
    axle=four_links,
)
