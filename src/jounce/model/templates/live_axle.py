"""A live axle: both wheels on one body, which rods hold; three links and a Panhard rod, or four links."""

from __future__ import annotations

from functools import partial

from jounce.model.templates.corner import WHEEL, AxleGiven, AxleParts, CornerParts, Template
from jounce.model.templates.members import member_between, rod
from jounce.parts.citation import Citation

AXLE = "axle"
LOWER, UPPER, PANHARD = "lower_link", "upper_link", "panhard"


def axle(given: AxleGiven, upper_in_middle: bool) -> AxleParts:
    """The axle stands on the ball of an upper link, in the middle or on the left; every other rod closes its loop."""
    left, right = given.corners.values()
    carrying = given if upper_in_middle else left
    wheels = [corner.points["wheel_centre"] for corner in (left, right)]
    shared = [*rod(carrying, UPPER, given.mount, AXLE, closes=False), member_between(given, AXLE, wheels)]
    if f"{PANHARD}_inner" in given.points:
        shared += rod(given, PANHARD, given.mount, AXLE)
    uppers = () if upper_in_middle else rod(right, UPPER, given.mount, AXLE)
    own = {"left": rod(left, LOWER, given.mount, AXLE), "right": (*rod(right, LOWER, given.mount, AXLE), *uppers)}
    carrier = given.name(AXLE)
    return AxleParts(
        parts=tuple(shared),
        corners={side: CornerParts(parts=parts, carrier=carrier) for side, parts in own.items()},
        coupled=True,
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
    axle=partial(axle, upper_in_middle=True),
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
    axle=partial(axle, upper_in_middle=False),
)
