"""The motion of a car as ISO 8855 names it."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY
from jounce.units import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class VehicleMotion:
    """Place, attitude, velocities and accelerations of a point of a body, one channel each, ISO 8855.

    x, y, z in the ground's axes; yaw, pitch, roll as ZYX angles; vx, vy, ax, ay along and across the heading in
    the horizontal plane (intermediate axes), vz and az up; yaw_rate, pitch_rate and roll_rate about the same axes.
    """

    name: str
    body: str
    point: Point

    source = Citation("ISO 8855")
    ends = ON_BODY
    drawing = Unseen("it only measures")
    group = "vehicle"  # of its channels
