"""Controls at a rate: what reads channels of a run at its ticks and sets inputs of the model until the next one."""

from typing import Any

from jounce.parts.controls.controller import Command, Controller, Hold, Internal, PythonController, Reach, in_python
from jounce.parts.controls.grip_foot import GripFoot
from jounce.parts.controls.skyhook import Skyhook
from jounce.parts.controls.speed_control import SpeedControl

# kinds of controllers by the word that a file says: type = "speed_control" in [controllers.NAME]
CONTROLLERS: dict[str | None, Any] = {"speed_control": SpeedControl, "skyhook": Skyhook, "grip_foot": GripFoot}

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
    "in_python",
]
