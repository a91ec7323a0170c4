"""Sensors: what is read of the motion of bodies, by the ground or by another body."""

from jounce.parts.sensors.body_motion import BodyMotion
from jounce.parts.sensors.sensor import Sensor
from jounce.parts.sensors.trigger import Trigger
from jounce.parts.sensors.vehicle_motion import VehicleMotion
from jounce.parts.sensors.wheel_attitude import WheelAttitude

# by the `type` that a file says; the plain sensor needs none
SENSORS: dict[str | None, type] = {
    None: Sensor,
    "vehicle_motion": VehicleMotion,
    "body_motion": BodyMotion,
    "wheel_attitude": WheelAttitude,
    "trigger": Trigger,
}

__all__ = ["SENSORS", "BodyMotion", "Sensor", "Trigger", "VehicleMotion", "WheelAttitude"]
