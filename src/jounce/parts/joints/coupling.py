"""Coordinates tied together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Expression, Scalar, derivative
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATES
from jounce.parts.laws import Law
from jounce.parts.limits import factor_limit
from jounce.units import Axes, Coordinate, Ratio

FAINT = 1e-3  # largest factor of a coupling; rows shorter than 1e-5 count as none
Coordinates = Callable[[str], tuple[Scalar, Scalar]]  # value and rate of a coordinate by its name


@dataclass(frozen=True, slots=True)
class Tie:
    """Residual g, its rate gd, and g'' = sum of entry times qdd + gamma."""

    g: Scalar
    gd: Scalar
    gamma: Scalar
    entries: dict[str, Scalar]  # by coordinate


@dataclass(frozen=True, slots=True, kw_only=True)
class Coupling:
    """Coordinates tied together: the sum of factor times coordinate stays at `offset`.

    A gear pair, a rack and pinion (factor in m/rad), a differential (three coordinates). With a law the last
    coordinate enters by it, as a cam or a rack of variable ratio does: law(coordinate) in its place.
    """

    name: str
    coordinates: tuple[str, ...]  # "joint.coordinate"
    factors: tuple[Ratio, ...]
    offset: Coordinate = 0.0
    law: Annotated[Law, Axes("rad or m", "rad or m")] | None = None

    source = BY_DEFINITION
    ends = ALONG_COORDINATES
    drawing = Unseen("it acts between joints, which are drawn")

    def limits(self) -> Iterator[Problem]:
        """A coupling ties something."""
        if len(self.factors) == len(self.coordinates) < 2:
            hint = 'a coupling ties at least two; to hold one, use type = "prescribed"'
            yield Problem("coordinates", "only one coordinate", hint)
        elif problems := list(factor_limit(self)):
            yield from problems
        elif hypot(*self.factors) < FAINT:  # type: ignore[arg-type]
            what = f"all factors are below {FAINT:g}, as small as what is left of rows that vanish"
            hint = "multiply factors and offset by one number, so that the largest factor is about 1"
            yield Problem("factors", what, hint)

    def tie(self, coordinate: Coordinates) -> Tie:
        """g = sum f q - offset, the last q by the law l: then l' f is its entry, and l'' f s^2 the rate of the row."""
        g: Scalar = -self.offset
        gd: Scalar = 0.0
        gamma: Scalar = 0.0
        entries: dict[str, Scalar] = {}
        for name, factor in zip(self.coordinates, self.factors, strict=True):
            q, s = coordinate(name)
            along: Scalar = q
            entry: Scalar = factor
            if self.law is not None and name == self.coordinates[-1] and isinstance(q, Expression):
                along = self.law.value(q)
                slope = derivative([along], q)[0]
                entry, gamma = factor * slope, factor * derivative([slope], q)[0] * s * s
            g, gd, entries[name] = g + factor * along, gd + entry * s, entry
        return Tie(g, gd, gamma, entries)
