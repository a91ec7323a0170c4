"""A number kept between two others."""

from __future__ import annotations

from jounce.graph import Scalar, maximum, minimum


def clip(x: Scalar, low: Scalar, high: Scalar) -> Scalar:
    """x, at least `low` and at most `high`."""
    return maximum(minimum(x, high), low)
