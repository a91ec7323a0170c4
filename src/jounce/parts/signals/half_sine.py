"""One bump."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

from jounce.graph import Scalar, maximum, minimum, sin
from jounce.parts.citation import BY_DEFINITION
from jounce.units import Ordinate, PositiveTime, Time


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfSine:
    """height sin(pi (t - start) / duration) between start and start + duration, else zero."""

    height: Ordinate
    start: Time
    duration: PositiveTime

    source = BY_DEFINITION

    def extent(self) -> tuple[float, float]:
        height = float(self.height)  # type: ignore[arg-type]
        return min(0.0, height), max(0.0, height)

    def at(self, time: Scalar) -> Scalar:
        s = minimum(maximum((time - self.start) / self.duration, 0.0), 1.0)
        return self.height * sin(pi * s)

    def corners(self) -> tuple[float, ...]:
        start, duration = float(self.start), float(self.duration)  # type: ignore[arg-type]
        return (start, start + duration)
