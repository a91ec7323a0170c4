"""A step without a jump in acceleration."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar, maximum, minimum
from jounce.parts.citation import BY_DEFINITION
from jounce.units import Ordinate, PositiveTime, Time


@dataclass(frozen=True, slots=True, kw_only=True)
class SmoothStep:
    """From zero to height by s^3 (10 - 15 s + 6 s^2), s = (t - start) / duration; C2 at both ends."""

    height: Ordinate
    start: Time
    duration: PositiveTime

    source = BY_DEFINITION

    def extent(self) -> tuple[float, float]:
        height = float(self.height)  # type: ignore[arg-type]
        return min(0.0, height), max(0.0, height)

    def at(self, time: Scalar) -> Scalar:
        s = minimum(maximum((time - self.start) / self.duration, 0.0), 1.0)
        return self.height * s * s * s * (10.0 - s * (15.0 - 6.0 * s))

    def corners(self) -> tuple[float, ...]:
        start, duration = float(self.start), float(self.duration)  # type: ignore[arg-type]
        return (start, start + duration)
