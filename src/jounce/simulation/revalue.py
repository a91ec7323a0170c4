"""Revalue a prepared model, other numbers: the same code, the same tree, the loops closed again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.model import Model
from jounce.simulation.compiled import with_numbers
from jounce.simulation.loops.assemble import ACCEPTED, CLOSED
from jounce.simulation.prepare import Prepared, prepare, prepared_at
from jounce.simulation.workspace import Workspace

CORRECTIONS = 10
NEAR = 0.1  # m or rad a coordinate may move when values change, before all is prepared anew
HEALTHY = 0.01  # of the pivot ratio before values changed


def revalue_prepared(ready: Prepared, model: Model) -> Prepared:
    """Returns ready for another model of the same structure; nothing is compiled.

    The loops are closed from where they were. Rows are examined again only if they close far away or a pivot
    ratio has become small: a point that is dragged changes neither.
    """
    inputs = {name: float(ready.numbers.inputs[at]) for name, at in ready.layout.inputs.items()}
    if not _same_structure(ready.model, model):
        return prepare(model, inputs=inputs, integrator=None)
    work = _with_model(ready.numbers, model)
    state, pivot = _closed(work, ready.state)
    before = ready.workspace()
    before.rhs(ready.state)
    if state is None or pivot < HEALTHY * before.pivot():
        return prepare(model, inputs=inputs, integrator=None)
    return prepared_at(work, state, ready.rank)


def _with_model(numbers: Workspace, model: Model) -> Workspace:
    """Returns the same code, inputs and switches for a model with other numbers; held numbers that start otherwise do
    so.
    """
    layout = numbers.layout
    values, tables = layout.fill_values(model)
    work = replace(numbers.copy(), mechanism=with_numbers(numbers.mechanism, model), tables=tables)
    work.set_values(values)
    before, behind = layout.held_starts(numbers.model), layout.held_starts(model)
    held = work.modes[layout.held_places()]
    held[before != behind] = behind[before != behind]
    return work


def _same_structure(one: Model, other: Model) -> bool:
    """Tells whether the parts differ by numbers only."""
    return one.structure_text() == other.structure_text()


def _closed(work: Workspace, start: np.ndarray) -> tuple[np.ndarray | None, float]:
    """Gives the state near `start` with all loops closed, and its smallest pivot ratio; None if there is none near."""
    state, sizes = start.copy(), work.layout.sizes
    for _ in range(CORRECTIONS):
        work.rhs(state)
        pivot = work.pivot()
        residuals = work.call("gap", state, sizes["gap"] + sizes["rate gap"])
        if np.abs(residuals).max() <= CLOSED:
            off = np.abs(work.matrices(state)["g"]).max()
            near = np.abs(state - start).max() <= NEAR
            return (state if near and off <= ACCEPTED else None), pivot
        state = work.call("correct", state, sizes["state"])
    return None, 0.0
