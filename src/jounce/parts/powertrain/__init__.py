"""From the engine to the gearbox: what makes torque, and what passes it on."""

from jounce.parts.powertrain.automatic_gearbox import AutomaticGearbox
from jounce.parts.powertrain.converter import Converter
from jounce.parts.powertrain.engine import Engine
from jounce.parts.powertrain.manual_gearbox import ManualGearbox

__all__ = ["AutomaticGearbox", "Converter", "Engine", "ManualGearbox"]
