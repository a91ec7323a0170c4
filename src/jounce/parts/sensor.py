"""A sensor on a body."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.units import Direction, Point


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
    quantity: str = "position"  # "velocity", "acceleration", "specific force"
    axes: str = "ground"  # or "body"
