"""Brakes by hydraulic pressure: from pedal to pressure, from pressure to torque."""

from jounce.parts.brakes.abs_brake import AbsBrake
from jounce.parts.brakes.pressure_brake import PressureBrake
from jounce.parts.brakes.trailer_brakes import DelayedBrake, OverrunBrake

BRAKES = {
    "pressure_brake": PressureBrake,
    "abs_brake": AbsBrake,
    "delayed_brake": DelayedBrake,
    "overrun_brake": OverrunBrake,
}

__all__ = ["BRAKES", "AbsBrake", "DelayedBrake", "OverrunBrake", "PressureBrake"]
