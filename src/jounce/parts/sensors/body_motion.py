"""The whole motion of a body."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import asin, atan2, maximum, minimum
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel
from jounce.parts.sensors.sight import Sight
from jounce.spatial.vector import Vec3
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

    def measure(self, sight: Sight) -> dict[str, Channel]:
        at = (self.body, self.point)
        vectors = (
            ("v", "m/s", "velocity of the point", sight.velocity(*at)),
            ("w", "rad/s", "angular velocity", sight.spin(self.body)),
            ("a", "m/s^2", "acceleration of the point", sight.acceleration(*at)),
            ("alpha_", "rad/s^2", "angular acceleration", sight.spin_rate(self.body)),
        )
        return body_motion_place_and_attitude(sight, *at) | {
            f"{letter}{axis}": Channel(value, unit, f"{meaning} along the ground's {axis}")
            for letter, unit, meaning, vector in vectors
            for axis, value in zip("xyz", vector, strict=True)
        }


def body_motion_place_and_attitude(sight: Sight, body: str, point: Vec3) -> dict[str, Channel]:
    """Tells where a point is, and yaw, pitch and roll of its body."""
    R, order = sight.axes(body), "of the ZYX sequence yaw, pitch, roll"
    pitch = -asin(maximum(minimum(R[2][0], 1.0), -1.0))
    found = {
        axis: Channel(q, "m", f"position along the ground's {axis}")
        for axis, q in zip("xyz", sight.position(body, point), strict=True)
    }
    return found | {
        "yaw": Channel(atan2(R[1][0], R[0][0]), "rad", f"angle about the vertical, {order}; -pi to pi"),
        "pitch": Channel(pitch, "rad", f"angle {order}; positive nose down"),
        "roll": Channel(atan2(R[2][1], R[2][2]), "rad", f"angle {order}; positive to the right"),
    }
