"""The tyre as a spring on the road."""

from __future__ import annotations

from jounce.graph import Scalar, maximum, minimum


def damped_load(elastic: Scalar, damping: Scalar, rate: Scalar) -> Scalar:
    """The load of a spring force and a damper, never negative and continuous through lift-off.

    The damper's share is at most the spring's: without this a wheel that touches down would meet damping x speed at
    once, and one that leaves would pull at the road.
    """
    held = maximum(elastic, 0.0)
    return held + maximum(minimum(damping * rate, held), -held)
