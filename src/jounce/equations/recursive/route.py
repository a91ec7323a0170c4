"""The recursive equations as a route in one piece: what the production route writes, without subsystems."""

from __future__ import annotations

from jounce.equations.recursive.closure_rows import write_closure_rows
from jounce.equations.recursive.dynamics import write_recursive_equations
from jounce.equations.recursive.stages import ClosureRow
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.equations.route import RECURSIVE, Route
from jounce.model import Model
from jounce.parts.citation import Citation


def _own_model(model: Model) -> Model:
    return model


def _write_rows(sub: SubsystemEquations, from_ground: bool) -> tuple[ClosureRow, ...]:
    """In the frame of the tree's reference body, with the columns of the two branches alone."""
    return write_closure_rows(sub)


RECURSIVE_ROUTE = Route(
    name=RECURSIVE,
    title="recursive, in the frame of the car body",
    source=Citation("Featherstone 2008", "table 5.1"),
    own_model=_own_model,
    write_rows=_write_rows,
    write_equations=write_recursive_equations,
    from_ground=False,
)
