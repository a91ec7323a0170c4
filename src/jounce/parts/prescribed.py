"""Prescribed motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

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
