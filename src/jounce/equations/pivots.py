"""How near the active rows are to losing their hold: the smallest pivot of the elimination, as a ratio."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jounce.equations.elimination import Factors, Unknown
from jounce.equations.subsystem import Subsystem
from jounce.graph import Scalar, less, minimum, select

Switched = tuple[Unknown, str, Scalar]  # a row's multiplier, its unit, its switch


def smallest_pivot(interface: Subsystem, groups: Iterable[Subsystem]) -> Scalar:
    """The smallest pivot ratio of all rows that are on: 1 is healthy, 0 is singular.

    A pivot shrinks when its row comes to depend on others, and also when the row itself vanishes, so it is
    compared with what the strongest row of the same unit, in the same subsystem, would have alone.
    """
    worst = _smallest(interface.factors, [(row.unknown, row.unit, row.s) for row in interface.rows], {})
    for group in groups:
        strongest: dict[str, Scalar] = {}
        own = [(row.unknown, row.unit, row.s) for row in group.rows if not row.shared]
        group.sheet.outputs["pivot ratio",] = _smallest(group.factors, own, strongest)
        for unit, value in strongest.items():
            group.sheet.outputs["strongest", unit] = value
        for lane in range(group.sheet.lanes):
            worst = minimum(worst, interface.from_below(group, ("pivot ratio",), lane))
            names = [(row.twins[lane], row.unit) for row in group.shared_rows]
            shared = [(("row", name), unit, interface.mode((name,))) for name, unit in names]
            known: dict[str, Scalar] = {u: interface.from_below(group, ("strongest", u), lane) for u in strongest}
            worst = minimum(worst, _smallest(interface.factors, shared, known))
    return worst


def _smallest(factors: Factors, rows: Sequence[Switched], strongest: dict[str, Scalar]) -> Scalar:
    """Of the rows that are on, relative to the strongest of each unit, which these rows are counted among."""
    for unknown, unit, s in rows:
        strongest[unit] = minimum(strongest.get(unit, 0.0), s * factors.alone[unknown])
    ratio: Scalar = 1.0
    for unknown, unit, s in rows:
        ratio = minimum(ratio, select(less(0.5, s), factors.pivots[unknown] / strongest[unit], 1.0))
    return ratio
