"""Brakes by hydraulic pressure: from pedal to pressure, from pressure to torque."""

from jounce.parts.brakes.abs_brake import AbsBrake
from jounce.parts.brakes.pressure_brake import PressureBrake

BRAKES = {"pressure_brake": PressureBrake, "abs_brake": AbsBrake}

__all__ = ["BRAKES", "AbsBrake", "PressureBrake"]
