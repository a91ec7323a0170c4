"""Own axes of a joint, given by two directions; without them it has those of the vehicle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jounce.errors import Problem
from jounce.parts.limits import right_angle_limit
from jounce.spatial.rotation import Matrix3, transpose_rotation
from jounce.spatial.vector import cross, unit


def own_axes(part: Any) -> Matrix3 | None:
    """Returns the body's own axes in those of the vehicle; None where they are the same."""
    if part.axis is None:
        return None
    first, second = unit(part.axis), unit(part.across)
    return transpose_rotation((first, second, cross(first, second)))


def own_axes_limit(part: Any) -> Iterator[Problem]:
    """Own axes are given by two directions, or not at all."""
    if (part.axis is None) != (part.across is None):
        missing = "axis" if part.axis is None else "across"
        yield Problem(missing, "is missing: own axes are given by axis and across together", "both, or neither")
    elif part.axis is not None:
        yield from right_angle_limit(part, "axis", "across")
