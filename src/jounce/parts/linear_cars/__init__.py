"""Parts of linear cars: axles without wheels, a drive that keeps the speed, a steering wheel that is only an angle."""

from jounce.parts.linear_cars.held_speed import HeldSpeed
from jounce.parts.linear_cars.linear_axle import LaggingAxle, LinearAxle
from jounce.parts.linear_cars.shown_signal import ShownSignal

__all__ = ["HeldSpeed", "LaggingAxle", "LinearAxle", "ShownSignal"]
