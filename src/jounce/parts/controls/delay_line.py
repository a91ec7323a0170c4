"""A delay line: numbers of the last ticks, the newest first, as part of a controller's memory."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from jounce.graph import Scalar, maximum, minimum


def delay_line_length(delay: float, rate: float) -> int:
    """Tells how many numbers a delay in s needs at a rate in Hz: whole ticks, or the next whole number above."""
    ticks = delay * rate
    return max(0, ceil(ticks - 1e-9 * max(1.0, ticks)))


def push_on_delay_line(newest: Scalar, line: Sequence[Scalar]) -> tuple[Scalar, ...]:
    """The line one tick later: the newest number in front, the oldest gone. A line of no length stays so."""
    return (newest, *line[:-1]) if len(line) else ()


def read_delay_line(newest: Scalar, line: Sequence[Scalar], ticks: Scalar) -> Scalar:
    """What came `ticks` before now, 0 (`newest`) up to the length of the line; between two numbers a straight line.

    Whole ticks give the number of that tick itself, but for rounding of `ticks`. `read_oldest_of_delay_line` does so
    exactly.
    """
    found: Scalar = 0.0
    for k, number in enumerate((newest, *line)):
        behind = ticks - k
        found = found + maximum(minimum(1.0 - behind, 1.0 + behind), 0.0) * number
    return found


def read_oldest_of_delay_line(newest: Scalar, line: Sequence[Scalar]) -> Scalar:
    """Tells what came as many ticks before now as the line is long."""
    return line[-1] if len(line) else newest
