"""A law through points that only pushes, of a stop that touches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.parts.laws.points import Points
from jounce.parts.part_text import short_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop(Points):
    """As `points`, tension over extension, of a stop: it pushes for x < 0 and does nothing for x > 0.

    Where x passes zero the stop touches or comes free. With `events = "every"` a step ends there.
    """

    has_kink = True  # at zero

    __repr__ = short_text

    def limits(self) -> Iterator[Problem]:
        yield from Points.limits(self)
        free = [y for x, y in zip(self.x, self.y, strict=False) if x >= 0.0]
        if len(free) < 2 or any(free) or 0.0 not in self.x or self.x_offset or self.y_offset:
            what = "a stop pushes from x = 0 on, and does nothing beyond"
            yield Problem("x", what, "points with x < 0 and y < 0, then (0, 0), then a last one with y = 0; no offsets")
