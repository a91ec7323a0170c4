"""Prescribed motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATE
from jounce.parts.joints.coupling import Coordinates, Tie
from jounce.parts.signals import Signal
from jounce.units import Axes


@dataclass(frozen=True, slots=True, kw_only=True)
class Prescribed:
    """A joint coordinate that follows a signal; the effort it takes is an output.

    The row is q - signal(t) = 0; its rates come from the signal's own derivatives.
    """

    name: str
    coordinate: str  # "joint.coordinate"
    signal: Annotated[Signal, Axes("s", "rad or m")]

    source = BY_DEFINITION
    ends = ALONG_COORDINATE
    drawing = Unseen("it acts inside a joint, which is drawn")
    driven = True

    def tie(self, coordinate: Coordinates) -> Tie:
        """Of the coordinate alone; the signal is taken off it by the equations."""
        q, s = coordinate(self.coordinate)
        return Tie(q, s, 0.0, {self.coordinate: 1.0})
