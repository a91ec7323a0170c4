"""Controls at a rate: what reads channels of a run at its ticks and sets inputs of the model until the next one."""

from typing import Any

from jounce.parts.controls.controller import Command, Controller, Hold, Internal, PythonController, Reach, in_python
from jounce.parts.controls.grip_foot import GripFoot
from jounce.parts.controls.skyhook import Skyhook
from jounce.parts.controls.speed_control import SpeedControl
from jounce.parts.controls.stability_control import StabilityControl
from jounce.parts.controls.traction_control import TractionControl

# kinds of controllers by the word that a file says: type = "speed_control" in [controllers.NAME]
CONTROLLERS: dict[str | None, Any] = {
    "speed_control": SpeedControl,
    "skyhook": Skyhook,
    "stability_control": StabilityControl,
    "traction_control": TractionControl,
    "grip_foot": GripFoot,
}

__all__ = [
    "CONTROLLERS",
    "Command",
    "Controller",
    "GripFoot",
    "Hold",
    "Internal",
    "PythonController",
    "Reach",
    "Skyhook",
    "SpeedControl",
    "StabilityControl",
    "TractionControl",
    "in_python",
]
