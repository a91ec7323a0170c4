"""Brakes by hydraulic pressure: from pedal to pressure, from pressure to torque."""

from jounce.parts.brakes.pressure_brake import PressureBrake

BRAKES = {"pressure_brake": PressureBrake}

__all__ = ["BRAKES", "PressureBrake"]
