"""When a controller first acted: a number of its memory, the same for all that intervene."""

from __future__ import annotations

from jounce.graph import Scalar, less, select
from jounce.parts.controls.controller import Internal

NEVER = -1.0  # s, of one that has not acted: memories are finite
FIRST_ACTION = Internal("first_action", "s", "when control first acted; -1 before it does", figure=True)


def first_action(before: Scalar, asked: Scalar, time: Scalar) -> Scalar:
    """Returns the time of the first tick at which more than nothing was asked."""
    return select(less(before, 0.0), select(less(0.0, asked), time, before), before)
