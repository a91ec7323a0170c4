"""The motion of a car as ISO 8855 names it."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import atan2, maximum, sqrt
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel
from jounce.parts.sensors.body_motion import body_motion_place_and_attitude
from jounce.parts.sensors.sight import Sight
from jounce.spatial.vector import Vec3
from jounce.units import Point

UPRIGHT = 1e-12  # square of the heading's length below which a body stands on end and has no heading


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
    named_as = "body"  # it may be: the motion of a trailer has the name of that

    def measure(self, sight: Sight) -> dict[str, Channel]:
        at, R = (self.body, self.point), sight.axes(self.body)
        length = sqrt(maximum(R[0][0] * R[0][0] + R[1][0] * R[1][0], UPRIGHT))
        c, s = R[0][0] / length, R[1][0] / length

        def level(u: Vec3) -> Vec3:
            return (c * u[0] + s * u[1], c * u[1] - s * u[0], u[2])

        vx, vy, vz = level(sight.velocity(*at))
        ax, ay, az = level(sight.acceleration(*at))
        roll_rate, pitch_rate, yaw_rate = level(sight.spin(self.body))
        heading, across = "along the heading, horizontal", "across the heading to the left, horizontal"
        slip = "angle from heading to horizontal velocity, positive to the left"
        return body_motion_place_and_attitude(sight, *at) | {
            "vx": Channel(vx, "m/s", f"velocity {heading}"),
            "vy": Channel(vy, "m/s", f"velocity {across}"),
            "vz": Channel(vz, "m/s", "velocity upward"),
            "speed": Channel(sqrt(vx * vx + vy * vy), "m/s", "horizontal speed", "driving speed"),
            "sideslip": Channel(atan2(vy, vx), "rad", slip),
            "roll_rate": Channel(roll_rate, "rad/s", "angular velocity about the level heading"),
            "pitch_rate": Channel(pitch_rate, "rad/s", "angular velocity about the level axis to the left"),
            "yaw_rate": Channel(yaw_rate, "rad/s", "angular velocity about the vertical"),
            "ax": Channel(ax, "m/s^2", f"acceleration {heading}"),
            "ay": Channel(ay, "m/s^2", f"acceleration {across}"),
            "az": Channel(az, "m/s^2", "acceleration upward"),
        }
