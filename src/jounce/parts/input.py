"""An input of the model."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.ends import NOWHERE
from jounce.units import Ordinate


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A number that comes from outside while the model runs: a torque, an angle, a road height."""

    name: str
    unit: str = "1"  # of the values given to `simulate`; SI
    default: Ordinate = 0.0
    definition: str = ""

    source = BY_DEFINITION
    ends = NOWHERE
    drawing = Unseen("a number from outside has no place")
