"""Numbers in the units people read: degrees for radians, millimetres for a travel, and so on."""

from __future__ import annotations

import math

from jounce.studies.kinematics.outputs import kc_outputs
from jounce.studies.kinematics.wheel_travel import RACK
from jounce.units import UnitError, parse_unit, pretty

ROUNDING = 1e-9  # of angles in degrees and lengths in millimetres


def read_in(name: str, unit: str) -> str:
    """The unit for a channel or figure; outputs of kinematics as these are told everywhere."""
    last = name.rpartition(".")[2]
    try:
        told = "mm" if name == RACK.name else kc_outputs.shown_unit(last) if last in kc_outputs.NAMES else unit
        told = f"deg{unit.removeprefix('rad')}" if told == unit and unit.startswith("rad") else told
        return told if parse_unit(told).powers == parse_unit(unit).powers else unit
    except UnitError:  # a unit of others, shown as it is
        return unit


def factor(read: str, unit: str) -> float:
    """What a number in `unit` is divided by to be one in `read`."""
    return 1.0 if read == unit else float(parse_unit(read).factor) / float(parse_unit(unit).factor)


def unit_text(unit: str) -> str:
    return "" if unit == "1" else pretty(unit)


def told(name: str, value: float, unit: str) -> tuple[str, str]:
    """A number as text to five digits, and its unit. What is rounding in an output of kinematics is zero."""
    read = read_in(name, unit)
    number = float(value) / factor(read, unit) + 0.0  # no -0
    if name.rpartition(".")[2] in kc_outputs.NAMES and abs(number) < ROUNDING:
        number = 0.0
    if not math.isfinite(number):
        return "none", unit_text(read)
    return f"{number:.0f}" if 1e4 < abs(number) < 1e9 else f"{number:.5g}", unit_text(read)
