"""The choice of independent speeds: which speed each row determines, by numbers, in the order of least fill."""

from __future__ import annotations

import numpy as np

from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar
from jounce.graph.interpret import interpret

REDUNDANT = 1e-8  # of the largest entry: a row that has no more left holds nothing
GOOD = 0.1  # of the largest entry of its row: a pivot that large may be taken if it fills in less
Entries = dict[Unknown, dict[Unknown, Scalar]]


def choose_independent_speeds(rows: dict[Unknown, dict[Unknown, float]]) -> list[tuple[Unknown, Unknown]]:
    """Rows with their dependent speeds, in the order of elimination; changes `rows` into what the pivots are then.

    Of pivots that are good by size, the one that fills in least. [Duff, Erisman, Reid 2017, chapter 7]
    """
    largest = max((abs(v) for entries in rows.values() for v in entries.values()), default=0.0)
    waiting, found = dict(rows), []
    while waiting:
        for row in [
            r for r, entries in waiting.items() if max(map(abs, entries.values()), default=0) < REDUNDANT * largest
        ]:
            del waiting[row]
        counts: dict[Unknown, int] = {}
        for entries in waiting.values():
            for speed in entries:
                counts[speed] = counts.get(speed, 0) + 1
        best: tuple[float, float, Unknown, Unknown] | None = None
        for row, entries in waiting.items():
            top = max(map(abs, entries.values()))
            for speed, value in entries.items():
                if abs(value) >= GOOD * top:
                    cost = ((len(entries) - 1) * (counts[speed] - 1), -abs(value), row, speed)
                    best = cost if best is None or cost[:2] < best[:2] else best
        if best is None:
            break
        _, _, row, speed = best
        found.append((row, speed))
        pivot = waiting.pop(row)
        for other in waiting.values():
            if speed in other:
                factor = other.pop(speed) / pivot[speed]
                for at, value in pivot.items():
                    if at != speed:
                        other[at] = other.get(at, 0.0) - factor * value
                for at in [at for at, value in other.items() if abs(value) < REDUNDANT * REDUNDANT * largest]:
                    del other[at]
    return found


def row_numbers_in_design_position(sub: SubsystemEquations, rows: Entries) -> dict[Unknown, dict[Unknown, float]]:
    """The entries of rows as numbers, of the model in its design position."""
    layout, model = sub.layout, sub.mechanism.model
    values, tables = layout.fill_values(model)
    state = np.zeros(layout.sizes["state"])
    for four in layout.quaternions:
        state[four[0]] = 1.0
    arrays = {"values": values, "state": state, "inputs": np.zeros(layout.sizes["inputs"])}
    arrays |= {"modes": layout.first_modes(), "tables": tables}
    symbols = {
        key: arrays[place.array][place.offsets[0]]  # type: ignore[union-attr]
        for key, place in sub.sheet.symbols.items()
        if getattr(place, "array", "") in arrays
    }
    flat = [(row, speed, value) for row, entries in rows.items() for speed, value in entries.items()]
    found = interpret([value for *_, value in flat], symbols, tables=tables, lane=0)
    numbers: dict[Unknown, dict[Unknown, float]] = {row: {} for row in rows}
    for (row, speed, _), value in zip(flat, found, strict=True):
        if value != 0.0:
            numbers[row][speed] = float(value)
    return numbers
