"""What a sensor may look at. It answers with channels by their names behind its own; "" for a single one."""

from __future__ import annotations

from typing import Protocol

from jounce.parts.body import GROUND
from jounce.spatial.rotation import Matrix3
from jounce.spatial.vector import Vec3


class Sight(Protocol):
    """The motion of bodies as an observer sees it, who is a body or the ground: in its axes, from its design origin."""

    def axes(self, body: str, by: str = GROUND) -> Matrix3:
        """Rotation from the body's axes to the observer's."""

    def position(self, body: str, point: Vec3, by: str = GROUND) -> Vec3:
        """Of a point that is given by its design position."""

    def velocity(self, body: str, point: Vec3, by: str = GROUND) -> Vec3:
        """The rate of `position`."""

    def acceleration(self, body: str, point: Vec3, by: str = GROUND) -> Vec3:
        """The rate of `velocity`."""

    def specific_force(self, body: str, point: Vec3) -> Vec3:
        """Acceleration less gravity, in the axes of the ground."""

    def spin(self, body: str) -> Vec3:
        """Angular velocity against the ground, in its axes."""

    def spin_rate(self, body: str) -> Vec3:
        """Angular acceleration, in the axes of the ground."""
