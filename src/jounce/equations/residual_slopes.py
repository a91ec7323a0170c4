"""All derivatives of the residuals that an exact Jacobian needs, as one program for a kernel of its own.

The kernel reads the arrays of a compiled model as its other kernels do, and from the head of its own `work` the
accelerations and multipliers that are held. It writes the entries that are not zero by structure, one after the
other. Each has a row and a column:

    row      all states, in their order          rate of a coordinate, of an element's state or of a work, or, in the
                                                 place of a speed, the residual of its equation of motion
             then, for each row                  closure acceleration; closure rate; closure
    column   controlled states, in their order
             then inputs                         time, then value, first and second rate of each input
             then rows                           multipliers, by which powers of prescribed motions are derived
             then values, where they are asked for

Rows are those of loops, and behind them those of dry friction. No rate depends on a work, so works have no columns.
Other residuals depend on the multipliers by the entries of J.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jounce.equations.layout import INPUT_WIDTH, Layout
from jounce.equations.residual import Residual
from jounce.graph import Scalar
from jounce.graph.collection import collect_garbage_later
from jounce.model import Model
from jounce.native.program import Place, Program, ProgramScheduler, ProgramSheet, Store

CLOSURES = ("closure acceleration", "closure rate", "closure")  # of each row, behind the states


@dataclass(frozen=True, slots=True, kw_only=True)
class SlopeProgram:
    """A program that writes the derivatives, and the place of each."""

    program: Program
    rows: tuple[int, ...]
    columns: tuple[int, ...]


@collect_garbage_later()
def write_slopes(model: Model, layout: Layout, values: Sequence[str] = ()) -> SlopeProgram:
    """For a model whose numbers lie as the layout says; also by `values`, paths of numbers of its parts."""
    residual = Residual(model, values=values, layout=layout)
    sheet = ProgramSheet(lanes=1, graph=residual.sheet.graph, symbols=dict(residual.sheet.symbols))
    held = held_places(layout)
    for group in ("accelerations", "multipliers"):
        for symbol in residual.symbols(group):
            sheet.symbol(symbol.data, Place("work", (held[symbol.data],)))
    rows, columns = [], []
    for number, (row, column, entry) in enumerate(_entries(residual)):
        sheet.outputs[number] = entry
        rows.append(row)
        columns.append(column)
    stores = [Store(0, number, Place("out", (number,))) for number in range(len(rows))]
    program = ProgramScheduler([sheet]).program(stores, held_size(layout))
    return SlopeProgram(program=program, rows=tuple(rows), columns=tuple(columns))


def held_size(layout: Layout) -> int:
    """Tells how many numbers head `work`: accelerations by the order of speeds, multipliers by that of rows."""
    return len(layout.speeds) + layout.row_count


def held_places(layout: Layout) -> dict[tuple[str, str], int]:
    """Tells where each of them lies there, by its symbol."""
    first, behind = min(layout.speeds.values(), default=0), len(layout.speeds)
    accelerations = {("acceleration", name): place - first for name, place in layout.speeds.items()}
    return accelerations | {("multiplier", name): behind + place for name, place in layout.row_places.items()}


def slope_places(residual: Residual, layout: Layout) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Rows of each group of residuals and columns of each group of variables, as entries are numbered."""
    sizes, inputs = layout.sizes, residual.model.inputs
    states, loops = sizes["controlled"], [layout.row_places[name] for name in residual.rows]
    columns = {
        "coordinates": [layout.coordinates[name] for name in residual.coordinates],
        "speeds": [layout.speeds[name] for name in residual.speeds],
        "elements": [layout.elements[name] for name in residual.elements],
        "inputs": [states + layout.inputs[part.name] + order for part in inputs for order in range(INPUT_WIDTH)],
        "time": [states],
        "multipliers": [states + sizes["inputs"] + place for place in loops],
    }
    rows = {"rates": columns["coordinates"], "dynamics": columns["speeds"], "flow": columns["elements"]}
    rows["powers"] = [layout.works[name] for name in residual.works]
    for number, group in enumerate(CLOSURES):
        rows[group] = [sizes["state"] + number * layout.row_count + place for place in loops]
    return rows, columns


def _entries(residual: Residual) -> Iterator[tuple[int, int, Scalar]]:
    """Row, column and formula of every derivative."""
    layout = residual.layout
    rows, columns = slope_places(residual, layout)
    first = layout.sizes["controlled"] + layout.sizes["inputs"] + layout.row_count
    columns["values"] = [first + k for k in range(len(residual.values))]
    for variable, places in columns.items():
        groups = ("powers",) if variable == "multipliers" else tuple(rows)
        for group, entries in residual.derivatives(variable, groups).items():
            for (i, j), entry in entries.items():
                yield rows[group][i], places[j], entry
