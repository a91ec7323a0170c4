"""A sensor on a body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY, At
from jounce.units import Direction, OneOf, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """Position, velocity or acceleration of a point of a body in a direction, as the ground or another body sees it.

    With A the body `relative_to`, R and o its axes and the place of its design origin, w and alpha its turning, and p
    the point:

        position      R^T (p - o)
        velocity      R^T (v - v_A(p)),   v_A(p) = v_o + w x (p - o)
        acceleration  R^T (a - a_A(p) - 2 w x (v - v_A(p))),   a_A(p) = a_o + alpha x (p - o) + w x (w x (p - o))

    so that each is the rate of the one before. The direction is fixed in A (`axes = "observer"`), in the ground or in
    the sensor's own body. What an accelerometer shows, which feels gravity as well and has no observer, is
    `quantity = "specific force"`.
    """

    name: str
    body: str
    point: Point  # on the body, in the design position
    direction: Direction  # in the design position
    quantity: Annotated[str, OneOf("position", "velocity", "acceleration", "specific force")] = "position"
    axes: Annotated[str, OneOf("observer", "ground", "body")] = "observer"  # in which the direction is fixed
    relative_to: str = GROUND  # the observer: another body

    source = Citation("Featherstone 2008", "chapter 2")
    ends = (*ON_BODY, At("relative_to", mounted=False))
    drawing = Unseen("it only measures")
    group = "sensor"  # of its channels
