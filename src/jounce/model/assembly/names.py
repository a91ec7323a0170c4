"""The words by which models name units and sides."""

from __future__ import annotations

from enum import StrEnum

# of a vehicle without units, and of the leading one
LEADING = "car"  # the unit
BODY = "body"  # its floating body, and the joint by which this moves on the ground
MOTION = "vehicle"  # the motion of its reference point, in channels
TRAILER = "trailer"  # the kind of a unit that another one pulls


class Side(StrEnum):
    """A side of a vehicle; it reads as its word: "left", "right", or nothing for a wheel in the middle."""

    LEFT = "left"
    RIGHT = "right"
    MIDDLE = ""

    @property
    def sign(self) -> int:
        """Returns +1 on the left, -1 on the right."""
        return {Side.LEFT: 1, Side.RIGHT: -1, Side.MIDDLE: 0}[self]

    @property
    def other(self) -> Side:
        """Returns the opposite side."""
        return {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT, Side.MIDDLE: Side.MIDDLE}[self]


SIDES = (Side.LEFT, Side.RIGHT)  # of an axle, in the order in which its parts are made
