"""A live axle: both wheels on one body, which guides hold; a layout is the list of its guides."""

from __future__ import annotations

from typing import Any

from jounce.model.assembly.names import Side
from jounce.model.templates.axles import steered_axle
from jounce.model.templates.axles.guides import AXLE, Guide, a_frame, ball_on_body, link, pair_of_links, watt_linkage
from jounce.model.templates.corner import WHEEL, AxleGiven, AxleParts, CornerParts, Template
from jounce.model.templates.members import member_between
from jounce.parts.citation import Citation, Source


def guided_axle(
    about: str,
    carrying: Guide,
    *closing: Guide,
    optional: tuple[Guide, ...] = (),
    source: Source,
    driven: bool = True,
    **more: Any,
) -> Template:
    """The layout of an axle that guides hold: the first one carries it, the others close loops.

    An axle that is `driven` carries the final drive and takes the drive torque; else the car body does. One that is
    `steered` in its file has knuckles on king-pins.
    """
    guides = (carrying, *closing)
    every = (*guides, *optional)

    def build(given: AxleGiven) -> AxleParts:
        """Both wheels on one body; of the optional guides, those whose points the file has."""
        there = [guide for guide in every if guide in guides or guide.is_there(given.points)]
        return _axle(given, there, driven)

    return Template(
        about=about,
        source=source,
        hardpoints={name: said for guide in guides for name, said in guide.points().items()} | WHEEL,
        optional={name: said for guide in optional for name, said in guide.points().items()} | steered_axle.POINTS,
        roles=(AXLE, *(role for guide in every for role in guide.roles)),
        steering_roles=steered_axle.ROLES,
        steering_points=steered_axle.POINTS,
        mounts=tuple(mount for guide in every for mount in guide.mounts),
        seats={"spring": AXLE, "damper": AXLE, "anti_roll_bar": AXLE},
        apart=(*(ends for guide in every for ends in guide.apart), *steered_axle.APART),
        shared=(AXLE, *(role for guide in every for role in guide.shared), *steered_axle.SHARED),
        middle=(*(name for guide in every for name in dict(guide.middle)), *steered_axle.MIDDLE_POINTS),
        guides=every,
        carries_drive=driven,
        axle=build,
        **more,
    )


def _axle(given: AxleGiven, guides: list[Guide], driven: bool) -> AxleParts:
    """The axle on the left, or only, member of its first guide; every other member closes its loop."""
    (first, *others), carrier = guides, given.name(AXLE)
    wheels = [corner.points["wheel_centre"] for corner in given.corners.values()]
    carrying, closing = first.build(given, False), [guide.build(given, True) for guide in others]
    found: list[Any] = [carrying.get(side, ()) for side in (Side.MIDDLE, Side.LEFT, Side.RIGHT)]
    corners = {
        side: CornerParts(parts=tuple(part for parts in closing for part in parts.get(side, ())), carrier=carrier)
        for side in given.corners
    }
    middle, left, right = found
    shared = (*middle, *left, member_between(given, AXLE, wheels), *right)
    corners, rods = steered_axle.steered_corners(given, corners) if given.drag_link else (corners, ())
    return AxleParts(
        parts=(*shared, *(part for parts in closing for part in parts.get(Side.MIDDLE, ())), *rods),
        corners=corners,
        frame=carrier if driven else None,
    )


LOWER = pair_of_links("lower_link", "lower link")
UPPER = pair_of_links("upper_link", "upper link")
PANHARD = link("panhard", "Panhard rod")
BOOK = Citation("Reimpell 2001", "chapter 1")
LIVE_AXLE = guided_axle(
    "A live axle on two lower links, an upper one in the middle, and a Panhard rod.",
    link("upper_link", "upper link, near the middle of the car"),
    LOWER,
    PANHARD,
    source=BOOK,
)
FOUR_LINK_AXLE = guided_axle(
    "A live axle on two lower and two upper links, which are triangulated; with bushings, on a Panhard rod besides.",
    UPPER,
    LOWER,
    optional=(PANHARD,),
    source=BOOK,
)
WATT_AXLE = guided_axle(
    "A live axle on two lower links, an upper one in the middle, and a Watt linkage.",
    link("upper_link", "upper link, near the middle of the car"),
    LOWER,
    watt_linkage(),
    source=BOOK,
)
A_FRAME_AXLE = guided_axle(
    "A live axle on two lower links and an upper A-frame, whose apex holds the axle along and across the car.",
    a_frame("a_frame", "A-frame"),
    LOWER,
    source=BOOK,
)
TORQUE_TUBE_AXLE = guided_axle(
    "A live axle on a torque tube, which a ball joint on the car body holds, and a Panhard rod.",
    ball_on_body("tube_ball", "ball joint at the front end of the torque tube, on the car body"),
    PANHARD,
    source=BOOK,
)
DE_DION_AXLE = guided_axle(
    "A De Dion axle: a tube between the wheels on a ball joint and a Watt linkage, the final drive on the car body.",
    ball_on_body("frame_ball", "ball joint at the front end of the axle's frame, on the car body"),
    watt_linkage(),
    source=BOOK,
    driven=False,
)
