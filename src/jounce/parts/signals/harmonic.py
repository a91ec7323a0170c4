"""A sine."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

from jounce.graph import Scalar, sin
from jounce.parts.citation import BY_DEFINITION
from jounce.units import Angle, Frequency, Ordinate


@dataclass(frozen=True, slots=True, kw_only=True)
class Harmonic:
    """offset + amplitude sin(2 pi frequency t + phase)."""

    amplitude: Ordinate
    frequency: Frequency
    phase: Angle = 0.0
    offset: Ordinate = 0.0

    source = BY_DEFINITION

    def extent(self) -> tuple[float, float]:
        offset, amplitude = float(self.offset), abs(float(self.amplitude))  # type: ignore[arg-type]
        return offset - amplitude, offset + amplitude

    def at(self, time: Scalar) -> Scalar:
        return self.offset + self.amplitude * sin(2 * pi * self.frequency * time + self.phase)

    def corners(self) -> tuple[float, ...]:
        return ()
