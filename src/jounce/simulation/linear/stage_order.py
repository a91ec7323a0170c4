"""In which order the unknowns of an implicit stage are eliminated so that most zeros stay.

Coordinates come first, then states of elements: their own equations are short. Speeds and multipliers follow by least
degree [Tinney, Walker 1967], and a multiplier only when all speeds of its row are gone, as in the equations of motion
themselves: before, it has no pivot.
"""

from __future__ import annotations

import numpy as np

from jounce.simulation.linear.jacobian_kernel import Jacobian
from jounce.simulation.workspace import Workspace


def stage_order(work: Workspace, jacobian: Jacobian) -> np.ndarray:
    """Returns the place of each controlled state, then of each row, among the unknowns."""
    layout, sizes = work.layout, work.layout.sizes
    count, rows = sizes["controlled"], layout.row_count
    first, speeds = min(layout.speeds.values(), default=0), len(layout.speeds)
    filled = _pattern(work, jacobian)
    own = range(first, first + speeds)
    order = [k for k in range(count) if k not in own]
    for k in order:
        filled[filled[:, k]] |= filled[k]
    left = [*own, *range(count, count + rows)]
    linked = filled[np.ix_(left, left)]
    linked |= linked.T
    order += [left[k] for k in _by_least_degree(linked, speeds)]
    place = np.zeros(count + rows, np.int64)
    place[order] = np.arange(len(order))
    return place


def _pattern(work: Workspace, jacobian: Jacobian) -> np.ndarray:
    """Says which unknowns are in which equations of a stage."""
    layout, sizes = work.layout, work.layout.sizes
    count, rows, behind = sizes["controlled"], layout.row_count, sizes["state"]
    first, speeds = min(layout.speeds.values(), default=0), len(layout.speeds)
    found = np.eye(count + rows, dtype=bool)
    for shift, start, end in ((0, 0, count), (count - behind, behind, behind + rows)):
        kept = (jacobian.rows >= start) & (jacobian.rows < end) & (jacobian.columns < count)
        found[jacobian.rows[kept] + shift, jacobian.columns[kept]] = True
    system = work.matrices(work.design_state())
    own, closing = slice(first, first + speeds), slice(count, count + rows)
    J = np.vstack([system["J"], system["friction J"]])
    found[own, own] |= system["M"] != 0.0
    found[closing, own] |= J != 0.0
    found[own, closing] |= J.T != 0.0
    return found


def _by_least_degree(linked: np.ndarray, speeds: int) -> list[int]:
    """Eliminates the unknown with the fewest neighbours, time and again; those behind the speeds wait for theirs."""
    size = len(linked)
    waits_for = [set(np.flatnonzero(linked[k, :speeds])) if k >= speeds else set() for k in range(size)]
    left, order = set(range(size)), list[int]()
    while left:
        ready = [k for k in left if not waits_for[k] & left]
        best = min(ready, key=lambda k: (int(linked[k].sum()), k))
        neighbours = np.flatnonzero(linked[best])
        linked[np.ix_(neighbours, neighbours)] = True
        linked[best], linked[:, best] = False, False
        left.remove(best)
        order.append(best)
    return order
