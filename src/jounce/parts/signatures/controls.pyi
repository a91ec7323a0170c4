# written by docs/tables.py
"""What jounce.parts.controls offers: a number may be given as a text with its unit."""

from collections import abc
from typing import Any

from jounce.graph import Scalar

from jounce.parts.controls import CONTROLLERS as CONTROLLERS
from jounce.parts.controls import Command as Command
from jounce.parts.controls.controller import Controller as Controller
from jounce.parts.controls.grip_foot import GripFoot as RealGripFoot
class GripFoot(RealGripFoot):
    def __init__(self, *, name: str, opening: Any, slips: str | abc.Sequence[str], drives: str | abc.Sequence[str] = ..., gives: str = ..., slip: Scalar | str = ..., proportional: Scalar | str = ..., integral: Scalar | str = ..., first: Scalar | str = ..., rate: Scalar | str = ...) -> None: ...

from jounce.parts.controls.controller import Hold as Hold
from jounce.parts.controls.controller import Internal as Internal
from jounce.parts.controls.controller import PythonController as RealPythonController
class PythonController(RealPythonController):
    def __init__(self, *, name: str, rate: Scalar | str, function: Any, sets: str | abc.Sequence[str], reads: str | abc.Sequence[str] = ..., memory: Any = ...) -> None: ...

from jounce.parts.controls.controller import Reach as Reach
from jounce.parts.controls.skyhook import Skyhook as RealSkyhook
class Skyhook(RealSkyhook):
    def __init__(self, *, name: str, damping: Scalar | str, most_force: Scalar | str, fading: Scalar | str = ..., rate: Scalar | str = ..., sensors: str | abc.Sequence[str] = ..., actuators: str | abc.Sequence[str] = ...) -> None: ...

from jounce.parts.controls.speed_control import SpeedControl as RealSpeedControl
class SpeedControl(RealSpeedControl):
    def __init__(self, *, name: str, speed: Any, proportional: Scalar | str, integral: Scalar | str, most_torque: Scalar | str, brake_torque: Scalar | str = ..., rate: Scalar | str = ..., drives: str | abc.Sequence[str] = ..., brake: str = ..., channel: str = ...) -> None: ...

from jounce.parts.controls.stability_control import StabilityControl as RealStabilityControl
class StabilityControl(RealStabilityControl):
    def __init__(self, *, name: str, wheelbase: Scalar | str, characteristic_speed: Scalar | str = ..., lag: Scalar | str = ..., friction: Scalar | str = ..., reserve: Scalar | str = ..., dead_band: Scalar | str = ..., band_speed: Scalar | str = ..., band_steering: Scalar | str = ..., band_time: Scalar | str = ..., exit_share: Scalar | str = ..., least_time: Scalar | str = ..., gain: Scalar | str = ..., sideslip_gain: Scalar | str = ..., most_pressure: Scalar | str = ..., least_speed: Scalar | str = ..., rate: Scalar | str = ..., demands: str | abc.Sequence[str] = ..., steer: str | abc.Sequence[str] = ..., vehicle: str = ...) -> None: ...

from jounce.parts.controls.traction_control import TractionControl as RealTractionControl
class TractionControl(RealTractionControl):
    def __init__(self, *, name: str, radius: Scalar | str, slip: Scalar | str = ..., margin: Scalar | str = ..., brake_gain: Scalar | str = ..., most_pressure: Scalar | str = ..., reduction_gain: Scalar | str = ..., reduction_rate: Scalar | str = ..., recovery: Scalar | str = ..., most_reduction: Scalar | str = ..., rate: Scalar | str = ..., spins: str | abc.Sequence[str] = ..., demands: str | abc.Sequence[str] | None = ..., reduction: str = ..., channel: str = ...) -> None: ...

from jounce.parts.controls.controller import in_python as in_python
