"""Active rows: switch rows on and off, and tell the elimination how strong a row can be."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from jounce.mechanism import tree_row_names
from jounce.simulation.loops.independent_rows import independent_rows, strengths_of_independent_rows
from jounce.simulation.workspace import Workspace


def switch_active_rows(work: Workspace, state: np.ndarray, on: Iterable[int]) -> None:
    """Switches these rows on and all others off.

    A row that vanishes shows in comparison with others only. Where some rows are off, there may be none of its unit
    that are on, so the strongest of its unit and subsystem as it is now, on or off, is kept beside the switches.
    """
    switches, known = work.modes[: work.layout.sizes["rows"]], work.modes[work.layout.strength_places()]
    switches[:], known[:] = 0.0, 0.0
    switches[list(on)] = 1.0
    if switches.all():
        return
    found = work.matrices(state)
    strength = strengths_of_independent_rows(found["J"], found["M"])
    for component in (work.mechanism.interface, *work.mechanism.components):
        named = [n for c in component.closures for n in tree_row_names(work.mechanism.closures[c])]
        for unit in {n.unit for n in named}:
            alike = [work.layout.rows[n.name] for n in named if n.unit == unit]
            if not switches[alike].all():
                known[alike] = strength[alike].max()


def reselect_active_rows(work: Workspace, state: np.ndarray, count: int) -> None:
    """Chooses as many active rows again; in a truly singular position fewer are found, and the old ones stay.

    Redundant rows of hardpoints with few digits may be independent of the others at some poses: those stay off.
    """
    found, first = work.matrices(state), work.compiled.position_rows
    most_first = int((work.modes[: len(first)] * first).sum())
    chosen = independent_rows(found["J"], found["M"], most=count, first=first, most_first=most_first)
    if len(chosen) == count:
        switch_active_rows(work, state, chosen)
