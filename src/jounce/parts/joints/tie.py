"""What ties coordinates together: one equation with an entry for each coordinate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jounce.graph import Scalar

Coordinates = Callable[[str], tuple[Scalar, Scalar]]  # value and rate of a coordinate by its name


@dataclass(frozen=True, slots=True)
class Tie:
    """Residual g, its rate gd, and g'' = sum of entry times qdd + gamma."""

    g: Scalar
    gd: Scalar
    gamma: Scalar
    entries: dict[str, Scalar]  # by coordinate
