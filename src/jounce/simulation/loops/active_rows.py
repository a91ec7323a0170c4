"""Switch rows on and off, and tell the elimination how strong a row can be."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from jounce.mechanism import Mechanism, row_names
from jounce.simulation.compiled import Compiled
from jounce.simulation.loops.independent_rows import independent_rows, strengths


def switch_rows(compiled: Compiled, mechanism: Mechanism, state: np.ndarray, on: Iterable[int]) -> None:
    """Switch these rows on and all others off.

    A row that vanishes shows in comparison with others only. Where some rows are off, there may be none of its unit
    that are on, so the strongest of its unit and subsystem as it is now, on or off, is kept beside the switches.
    """
    rows, modes = compiled.layout.sizes["rows"], compiled.plant.modes
    modes[:] = 0.0
    modes[list(on)] = 1.0
    if modes[:rows].all():
        return
    found = compiled.matrices(state)
    strength = strengths(found["J"], found["M"])
    for component in (mechanism.interface, *mechanism.components):
        named = [n for c in component.closures for n in row_names(mechanism.closures[c])]
        for unit in {n.unit for n in named}:
            alike = [compiled.layout.rows[n.name] for n in named if n.unit == unit]
            if not modes[alike].all():
                modes[np.add(rows, alike)] = strength[alike].max()


def reselect(compiled: Compiled, mechanism: Mechanism, state: np.ndarray, count: int) -> None:
    """Choose as many active rows again; in a truly singular position fewer are found, and the old ones stay.

    Redundant rows of hardpoints with few digits may be independent of the others at some poses: those stay off.
    """
    found = compiled.matrices(state)
    chosen = independent_rows(found["J"], found["M"], most=count)
    if len(chosen) == count:
        switch_rows(compiled, mechanism, state, chosen)
