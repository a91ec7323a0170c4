"""Tables of brakes: pedal to pressure, pressure to pressure, pressure to torque. None of them falls."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from jounce.errors import Problem
from jounce.parts.laws import Linear, Points

MEANT = {
    "line": "the pressure of the line over the pedal",
    "share": "the pressure of a wheel over that of the line",
    "torque": "the torque of a brake over its pressure",
}


def brake_table_limit(law: Any, where: str, word: str = "") -> Iterator[Problem]:
    """A brake table begins at a released pedal or without pressure, is nowhere negative and does not fall.

    `word` says which of `MEANT` it is, where that is not the field's own name.
    """
    meant = MEANT[word or where]
    if isinstance(law, Linear):
        if law.slope < 0.0:  # type: ignore[operator]
            yield Problem(where, f"{law.slope:g} is negative", f"{meant} rises: a positive number")
    elif isinstance(law, Points):
        yield from _points_limit(law, where, meant)
    else:
        for field, what in law.falling() if hasattr(law, "falling") else ():
            yield Problem(f"{where}.{field}", what, f"{meant} rises")


def _points_limit(law: Points, where: str, meant: str) -> Iterator[Problem]:
    moved = law.x_offset or law.y_offset or law.y_factor <= 0.0  # type: ignore[operator]
    if moved:
        hint = "write the points as they are: no offsets, and a positive y_factor"
        yield Problem(where, "the table is moved or turned over", hint)
    if law.x and law.x[0] != 0.0:
        word = "is negative" if law.x[0] < 0.0 else "is not zero"
        yield Problem(f"{where}.x.0", f"{law.x[0]:g} {word}", f"{meant} begins at zero")
    if law.y and law.y[0] != 0.0:
        word = "is negative" if law.y[0] < 0.0 else "is not zero"
        hint = f"{meant} begins at zero: a released brake does not drag"
        yield Problem(f"{where}.y.0", f"{law.y[0]:g} {word}", hint)
    for i, (a, b) in enumerate(pairwise(law.y), 1):
        if b < a:
            yield Problem(f"{where}.y.{i}", f"{b:g} is less than {a:g} before it", f"{meant} does not fall")
            break


def brake_valve_limit(law: Any, where: str) -> Iterator[Problem]:
    """A valve lets through at most the pressure of the line."""
    hint = "at most the line's pressure: a valve only takes"
    if isinstance(law, Linear) and law.slope > 1.0:  # type: ignore[operator]
        yield Problem(where, f"{law.slope:g} of the line's pressure", hint)
    elif isinstance(law, Points):
        for i, (x, y) in enumerate(zip(law.x, law.y, strict=False)):
            if y > x:
                yield Problem(f"{where}.y.{i}", f"{y:g} Pa behind, at {x:g} Pa in the line", hint)
                break


def brake_table_end(law: Any, x: Any) -> Any:
    """The value of a straight line at x, or of points at their end; None of other laws."""
    if isinstance(law, Linear):
        return None if x is None else law.slope * x
    return law.y[-1] if isinstance(law, Points) and law.y else None
