"""Shift lines: the speeds at which a gearbox shifts, over the throttle, gear by gear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jounce.graph import Scalar, select
from jounce.parts.powertrain.clip import clip
from jounce.parts.powertrain.gear_row import is_gear


def read_shift_line(throttles: Sequence[Scalar], speeds: Sequence[Scalar], throttle: Scalar) -> Scalar:
    """A speed over the throttle, straight between its points and level beyond them."""
    found = speeds[0]
    for k in range(len(throttles) - 1):
        reach: Any = throttles[k + 1] - throttles[k]
        share = clip((throttle - throttles[k]) * (1.0 / reach), 0.0, 1.0)
        found = found + share * (speeds[k + 1] - speeds[k])
    return found


def shift_line_of_gear(
    gear: Scalar, first: int, throttles: Sequence[Scalar], lines: Sequence[Scalar], throttle: Scalar, without: Scalar
) -> Scalar:
    """The line of the gear that is in; the first of `lines` is that of gear `first`, gears without one have `without`.

    `lines` are written one after the other, with a speed for each throttle.
    """
    n = len(throttles)
    found: Scalar = without
    for k in range(len(lines) // n):
        line = read_shift_line(throttles, lines[k * n : (k + 1) * n], throttle)
        found = select(is_gear(gear, first + k), line, found)
    return found


def crossing_shift_lines(
    ratios: Sequence[float], throttles: Sequence[float], up: Sequence[float], down: Sequence[float]
) -> list[tuple[int, float, float, float]]:
    """Tells where lines would hunt: gear below, throttle, the up speed seen in the gear above, the down speed.

    After a shift up from gear g at speed w the input turns at w r_(g+1)/r_g. There the line down has to be lower.
    """
    n, found = len(throttles), []
    for k in range(len(ratios) - 1):
        step = ratios[k + 1] / ratios[k]
        for i, throttle in enumerate(throttles):
            after, low = up[k * n + i] * step, down[k * n + i]
            if low >= after:
                found.append((k + 1, throttle, after, low))
    return found
