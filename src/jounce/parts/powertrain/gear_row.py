"""The row of a gearbox: dry friction between its input and what it drives, with the ratio of the gear as a factor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from jounce.errors import Problem
from jounce.graph import Scalar, less, select
from jounce.parts.forces.loads import DryContact

HALF = 0.5  # a gear is the whole number that it is nearest to


def ratio_of_gear(gear: Scalar, ratios: Sequence[Scalar], reverse: Scalar | None) -> Scalar:
    """Turns of the input for one of the output: 1, 2, ... forward, 0 neutral, -1 reverse."""
    given = [*enumerate(ratios, 1), *([] if reverse is None else [(-1, 0.0 - reverse)])]
    found: Scalar = 0.0
    for number, ratio in given:
        found = select(is_gear(gear, number), ratio, found)
    return found


def is_gear(gear: Scalar, number: int) -> Scalar:
    """1 where that gear is in, else 0."""
    away: Any = abs(gear - float(number))
    return less(away, HALF)


def gear_contact(
    coordinates: Sequence[str], shares: Sequence[Scalar], ratio: Scalar, gear: Scalar, limit: Scalar
) -> DryContact:
    """w_input = ratio sum(share w_output) while it sticks, and at most `limit` on the input; none in neutral."""
    along: dict[str, Scalar] = {coordinates[0]: 1.0}
    for name, share in zip(coordinates[1:], shares, strict=True):
        along[name] = 0.0 - ratio * share
    return DryContact(along, select(is_gear(gear, 0), 0.0, limit), 1.0)


def gear_row_limits(part: Any) -> Iterator[Problem]:
    """Of ratios, and of what is driven."""
    if len(part.coordinates) != len(part.shares) + 1:
        what = f"{len(part.shares)} shares for {len(part.coordinates)} coordinates"
        yield Problem("shares", what, "the first coordinate is the input; one share for each of the others")
    if not part.ratios:
        yield Problem("ratios", "there is no gear", "at least one ratio")
    for k, (low, high) in enumerate(pairwise(part.ratios), 1):
        if high >= low:
            what = f"gear {k + 1} has {high:g}, gear {k} before it {low:g}"
            yield Problem(
                f"ratios.{k}", what, "ratios fall from gear to gear: turns of the input for one of the output"
            )
