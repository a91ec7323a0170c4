"""Limits of single parts: rules that their own numbers break or keep.

A kind that has such rules has a method `limits`, which gives a `Problem` for each one broken; `where` names the field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from jounce.errors import Problem
from jounce.spatial.vector import dot, vector_distance, vector_norm

SHORTEST = 1e-9  # m between two ends; and the least length of a direction
PERPENDICULAR = 1e-5  # largest cosine of a right angle: far below what a joint is made to, above six digits
CLOSEST, TINIEST = 1e-12, 1e-15  # between entries of a table, of its range and in SI: slopes stay far from 1e308
HIGHEST = 1e100  # of an entry of a table, in SI: a slope over the least step stays far from 1e308 as well


def limits_of(thing: Any, path: str) -> Iterator[Problem]:
    """The broken rules of a part, law or signal that stands at a path."""
    if hasattr(thing, "limits"):
        for problem in thing.limits():
            yield replace(problem, where=f"{path}.{problem.where}")


def right_angle_limit(part: Any, first: str, second: str) -> Iterator[Problem]:
    """Two axes of a joint stand at a right angle."""
    one, other = getattr(part, first), getattr(part, second)
    lengths: Any = vector_norm(one) * vector_norm(other)
    if lengths > 0 and abs(dot(one, other)) > PERPENDICULAR * lengths:  # no length: said by the rule on directions
        a, b = np.array(one, float), np.array(other, float)
        angle = np.degrees(np.arccos(np.clip(float(a @ b) / float(lengths), -1, 1)))
        what = f"{vector_text_for_limit(b)} stands at {angle:.8g} deg to {first} {vector_text_for_limit(a)}"
        right = b - a * float(a @ b) / float(a @ a)
        hint = f"nearest is {vector_text_for_limit(right)}"
        if np.linalg.norm(right) < PERPENDICULAR * np.linalg.norm(b):  # parallel: none is nearest
            hint = (
                f"for example {vector_text_for_limit(np.cross(a, np.eye(3)[np.abs(a).argmin()]) / np.linalg.norm(a))}"
            )
        yield Problem(second, what, f"must be 90 deg: {hint}")


def two_ends_limit(part: Any) -> Iterator[Problem]:
    """A line between two points has a direction, so a length."""
    if vector_distance(part.point, part.child_point) < SHORTEST:  # type: ignore[operator]
        what = "both ends lie in one point: the line between them has no direction"
        yield Problem("child_point", what, "move one of the ends")


def other_observer_limit(sensor: Any) -> Iterator[Problem]:
    """A sensor is read by a body that moves against its own."""
    if sensor.relative_to == sensor.body:
        what = f"body '{sensor.body}' sees its own points at rest"
        yield Problem("relative_to", what, "name another body, or leave it out: the ground")


def rising_table_limit(table: Any, x_name: str, y_name: str) -> Iterator[Problem]:
    """A table has a value at each of two or more places, and the places rise by more than rounding."""
    x, y = getattr(table, x_name), getattr(table, y_name)
    if len(x) != len(y):
        yield Problem(y_name, f"{len(y)} entries, but {len(x)} in {x_name}", "as many of each")
    for name, entries in ((x_name, x), (y_name, y)):
        yield from reach_limit(entries, name)
    yield from rising_limit(x, x_name)


def reach_limit(entries: Sequence[float], name: str) -> Iterator[Problem]:
    """Entries of a table are numbers that somebody could have measured."""
    if beyond := [entry for entry in entries if abs(entry) > HIGHEST]:
        what = f"{abs(beyond[0]):g} is beyond all that can be measured"  # stops are tables turned round
        yield Problem(name, what, f"at most {HIGHEST:g} either way")


def rising_limit(x: Sequence[float], name: str) -> Iterator[Problem]:
    """Two or more places that rise by more than rounding."""
    if len(x) < 2:
        yield Problem(name, f"{len(x)} entries", "at least two points")
    least = max(CLOSEST * (max(x, default=0.0) - min(x, default=0.0)), TINIEST)
    for i, (a, b) in enumerate(pairwise(x), 1):
        if b - a < least:
            what = f"{b:g} {f'is only {b - a:.3g}' if a < b else 'does not rise'} above {a:g} before it"
            hint = f"{name} must rise from entry to entry"
            hint += f", by {CLOSEST:g} of its range at least: here {least:.3g}" if a < b else ""
            yield Problem(f"{name}.{i}", what, hint)
            break


def vector_text_for_limit(vector: Any) -> str:
    """A vector in a message."""
    return "[" + ", ".join(f"{v:g}" for v in vector) + "]"


def factor_limit(part: Any) -> Iterator[Problem]:
    """A part of several coordinates has a factor for each, none of them zero."""
    n = len(part.coordinates)
    if len(part.factors) != n:
        yield Problem("factors", f"{len(part.factors)} factors for {n} coordinates", "one factor for each coordinate")
    elif not all(part.factors):
        yield Problem("factors", "a factor is zero", "leave that coordinate out")
