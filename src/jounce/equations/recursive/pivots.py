"""How near the active rows are to losing their hold: the smallest pivot of the elimination, as a ratio."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from jounce.equations.independent_speeds import IndependentSpeeds
from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.stages import ClosureRow
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar, less, minimum, select


class Switched(NamedTuple):
    """A row's multiplier, its unit, its switch, and how strong rows of its unit were known to be."""

    unknown: Unknown
    unit: str
    s: Scalar
    strength: Scalar


def smallest_pivot(interface: SubsystemEquations, groups: Iterable[SubsystemEquations]) -> Scalar:
    """The smallest pivot ratio of all rows that are on: 1 is healthy, 0 is singular.

    A pivot shrinks when its row comes to depend on others, and also when the row itself vanishes, so it is
    compared with what the strongest row of the same unit, in the same subsystem, would have alone; where some rows
    are off, at least with what that was when they were chosen.
    """
    if isinstance(interface.system.factors, IndependentSpeeds):
        return interface.system.factors.smallest_pivot()
    worst = _smallest(
        interface.system.factors,
        [_switched(interface, row.twins, row) for row in interface.rows if row.drives is None],
        {},
    )
    for group in groups:
        strongest: dict[str, Scalar] = {}
        own = [_switched(group, row.twins, row) for row in group.rows if not row.shared and row.drives is None]
        group.sheet.outputs["pivot ratio",] = _smallest(group.system.factors, own, strongest)
        for unit, value in strongest.items():
            group.sheet.outputs["strongest", unit] = value
        for lane in range(group.sheet.lanes):
            worst = minimum(worst, interface.from_below(group, ("pivot ratio",), lane))
            shared = [_switched(interface, (row.twins[lane],), row) for row in group.rows if row.shared]
            known: dict[str, Scalar] = {u: interface.from_below(group, ("strongest", u), lane) for u in strongest}
            worst = minimum(worst, _smallest(interface.system.factors, shared, known))
    return worst


def _switched(sub: SubsystemEquations, twins: tuple[str, ...], row: ClosureRow) -> Switched:
    """A row as the subsystem that eliminates it sees it."""
    return Switched(("row", twins[0]), row.unit, sub.mode(twins), sub.known_strength(twins))


def _smallest(factors: Any, rows: Sequence[Switched], strongest: dict[str, Scalar]) -> Scalar:
    """Of the rows that are on, relative to the strongest of each unit, which these rows are counted among."""
    for row in rows:
        if row.unit not in strongest:
            strongest[row.unit] = -row.strength
        strongest[row.unit] = minimum(strongest[row.unit], row.s * factors.alone[row.unknown])
    ratio: Scalar = 1.0
    for row in rows:
        ratio = minimum(ratio, select(less(0.5, row.s), factors.pivots[row.unknown] / strongest[row.unit], 1.0))
    return ratio
