"""A sensor on a body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.parts.body import Frame
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY
from jounce.units import Direction, OneOf, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """Position, velocity or acceleration of a point of a body in a direction.

    `axes = "ground"` measures along a direction fixed in the ground, `axes = "body"` along one that
    moves with the body. Acceleration is that of the point against the ground; what an accelerometer
    shows, which feels gravity as well, is `quantity = "specific force"`.
    """

    name: str
    body: str
    point: Point
    direction: Direction
    quantity: Annotated[str, OneOf("position", "velocity", "acceleration", "specific force")] = "position"
    axes: Frame = "ground"

    source = BY_DEFINITION
    ends = ON_BODY
    drawing = Unseen("it only measures")
