"""A massless rod."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Rod
from jounce.parts.ends import BETWEEN_POINTS
from jounce.parts.joints.joint_rows import ApartRow, JointRow
from jounce.parts.limits import SHORTEST, two_ends_limit
from jounce.spatial.vector import vector_difference, vector_norm
from jounce.units import Length, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """A massless rod: two points keep their distance. `length` defaults to that of the design position."""

    name: str
    parent: str
    child: str
    point: Point  # on the parent
    child_point: Point  # on the child
    length: Length | None = None

    source = Citation("Kim", "eq. 9")
    ends = BETWEEN_POINTS
    drawing = Rod()

    def limits(self) -> Iterator[Problem]:
        yield from two_ends_limit(self)
        length: Any = self.length
        if length is not None and length <= SHORTEST:
            yield Problem("length", f"{length:g} m", "a distance is greater than zero")

    def rows(self) -> tuple[JointRow, ...]:
        if self.length is None:
            return (ApartRow(vector_norm(vector_difference(self.child_point, self.point))),)
        return (ApartRow(self.length),)
