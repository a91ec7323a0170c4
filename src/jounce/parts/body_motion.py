"""The whole motion of a body."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY
from jounce.units import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyMotion:
    """The 18 histories of a body, in the ground's axes: those that [Ciglaric, section 3.2] lists.

    Place, velocity and acceleration of a point, yaw, pitch and roll as ZYX angles, angular velocity and acceleration.
    """

    name: str
    body: str
    point: Point

    source = Citation("Ciglaric", "section 3.2")
    ends = ON_BODY
    drawing = Unseen("it only measures")
    group = "body"  # of its channels
