"""Programs for the tangents of a run: how the rates of all states change along changes of state, inputs and numbers.

Accelerations sd and multipliers mu are held where residuals are differentiated (see `residual.py`); then, with
K = [[M, s J^T], [s J, s - 1]], in which s switches rows,

    K (d sd, d mu) = -(d dynamics, s d closure acceleration)

Three programs share the work. `slopes` writes, at several states at once, the derivatives of the residuals by state and
inputs, and the factors of K. `numbers` writes, at the same states, the change of the residuals along changes of the
parts' numbers. `answer` takes both at one state, and the changes of state and inputs along several directions at once,
and writes the changes of all rates and of the multipliers. What it reads of a state lies close together: it is read
again and again, and is to stay in the processor's first cache.

A fourth program, `outputs`, gives the changes of chosen channels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from jounce.equations.layout import INPUT_WIDTH, Layout
from jounce.equations.recursive.elimination import Factors, Unknown
from jounce.equations.recursive.stages import LoopFactors
from jounce.equations.residual import Residual
from jounce.equations.residual_slopes import held_places, held_size
from jounce.graph import Expression, Graph, Scalar, tangent
from jounce.graph.collection import collect_garbage_later
from jounce.graph.vertex_elimination import eliminate_vertices
from jounce.model import Model
from jounce.native.program import Place, Program, ProgramScheduler, ProgramSheet, Store

LANES = 4  # states at once: what a register of the processor holds
WIDTHS = (4, 8, 12, 16, 20, 24)  # directions at once: each number of `slopes` that is read then serves many
IN_ONE_FUNCTION = 8000  # operations of `slopes`: fewer numbers travel between functions, and it still compiles as fast
GROUPS = ("rates", "dynamics", "flow", "powers", "closure acceleration")
VARIABLES = ("coordinates", "speeds", "elements", "inputs")


@dataclass(frozen=True, slots=True, kw_only=True)
class TangentPrograms:
    """`slopes` and `answer`; the first writes `entries` numbers for each state, which the second reads."""

    slopes: Program
    answer: Program
    entries: int


def directions_at_once(count: int) -> int:
    """The width of `answer` for some directions: all of them if it can be."""
    return next((width for width in WIDTHS if width >= count), WIDTHS[-1])


@collect_garbage_later()
def write_tangents(model: Model, layout: Layout, width: int) -> TangentPrograms:
    """For a model whose numbers lie as the layout says, and `width` directions at once."""
    residual = Residual(model, layout=layout)
    rows, columns = tangent_places(residual, layout)
    sheet = _sheet_of_states(residual, layout)
    switches = dict(zip(residual.rows, (row.s for row in residual.closure_rows), strict=True))
    found = _Entries(sheet)
    known: dict[tuple[int, int], Scalar] = {}
    formulas = [(group, i, formula) for group in GROUPS for i, formula in enumerate(residual.formulas(group))]
    places = [place for variable in VARIABLES for place in columns[variable]]
    symbols = [symbol for variable in VARIABLES for symbol in residual.symbols(variable)]
    seeds: dict[Expression, dict[int, Scalar]] = {symbol: {column: 1.0} for column, symbol in enumerate(symbols)}
    derivatives = eliminate_vertices([formula for *_, formula in formulas], seeds)
    # column by column: what one column shares is then used up before the next one begins
    for (row, column), entry in sorted(derivatives.items(), key=lambda one: one[0][1]):
        group, i, _ = formulas[row]
        switch = switches[residual.rows[i]] if group == "closure acceleration" else 1.0
        known[rows[group][i], places[column]] = found.kept(switch * entry)
    for (i, j), entry in residual.derivatives("multipliers", ("powers",))["powers"].items():
        known[rows["powers"][i], columns["multipliers"][j]] = found.kept(entry)
    factors = found.kept_factors(residual.factors)
    count = len(sheet.outputs)
    stores = [Store(0, number, Place("out", tuple(range(number, LANES * count, count)))) for number in range(count)]
    slopes = ProgramScheduler([sheet]).program(stores, LANES * held_size(layout), chunk=IN_ONE_FUNCTION)
    answer = _write_answer(residual, layout, known, factors, found.graph, width)
    return TangentPrograms(slopes=slopes, answer=answer, entries=count)


class _Entries:
    """Numbers that `slopes` writes and `answer` reads, by a symbol on the graph of the latter; constants stay."""

    def __init__(self, sheet: ProgramSheet):
        self.sheet, self.graph = sheet, Graph()
        self.written: dict[Expression, Expression] = {}

    def kept(self, entry: Scalar) -> Scalar:
        if not isinstance(entry, Expression):
            return entry
        if entry.op == "const":
            return float(entry.data[0])
        if entry not in self.written:
            number = len(self.written)
            self.sheet.outputs[number] = entry
            self.written[entry] = self.graph.symbol(("entry", number))
        return self.written[entry]

    def kept_factors(self, factors: LoopFactors) -> LoopFactors:
        """Returns the same factors, read instead of made."""
        made = dict(factors.kept())
        found = factors.read_back(lambda key: self.kept(made[key]))
        if isinstance(factors, Factors) and isinstance(found, Factors):  # multipliers of friction are wanted as well
            pairs = {i: replace(pair, p=self.kept(factors.pairs[i].p)) for i, pair in found.pairs.items()}
            return replace(found, pairs=pairs)
        return found


def tangent_places(residual: Residual, layout: Layout) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Where each group of residuals is written, and where each group of variables is read: states, then rows; inputs
    behind the states, then multipliers."""
    states, loops = layout.sizes["state"], [layout.row_places[name] for name in residual.rows]
    places = {
        "coordinates": [layout.coordinates[name] for name in residual.coordinates],
        "speeds": [layout.speeds[name] for name in residual.speeds],
        "elements": [layout.elements[name] for name in residual.elements],
    }
    inputs = [layout.inputs[part.name] + order for part in residual.model.inputs for order in range(INPUT_WIDTH)]
    columns = places | {
        "inputs": [states + place for place in inputs],
        "multipliers": [states + layout.sizes["inputs"] + place for place in loops],
    }
    rows = {
        "rates": places["coordinates"],
        "dynamics": places["speeds"],
        "flow": places["elements"],
        "powers": [layout.works[name] for name in residual.works],
        "closure acceleration": [states + place for place in loops],
    }
    return rows, columns


def _sheet_of_states(residual: Residual, layout: Layout) -> ProgramSheet:
    """A sheet whose lanes are states: state, inputs and what is held have lanes of their own, other numbers do not."""
    sheet = ProgramSheet(lanes=LANES, graph=residual.sheet.graph)
    for key, place in residual.sheet.symbols.items():
        assert isinstance(place, Place)
        (offset,) = place.offsets
        own = place.array in ("state", "inputs")
        sheet.symbol(key, Place(place.array, _side_by_side(offset) if own else (offset,) * LANES))
    held = held_places(layout)
    for group in ("accelerations", "multipliers"):
        for symbol in residual.symbols(group):
            sheet.symbol(symbol.data, Place("work", _side_by_side(held[symbol.data])))
    return sheet


def _side_by_side(number: int, lanes: int = LANES) -> tuple[int, ...]:
    return tuple(range(lanes * number, lanes * (number + 1)))


def _write_answer(
    residual: Residual,
    layout: Layout,
    known: Mapping[tuple[int, int], Scalar],
    factors: LoopFactors,
    graph: Graph,
    width: int,
) -> Program:
    """Products with all entries, then the solution with the factors. `state` and `inputs` hold changes of directions
    side by side, `tables` the entries of one of the states, `modes` the changes of the residuals by numbers."""
    states, inputs, loops = layout.sizes["state"], layout.sizes["inputs"], layout.row_count
    sheet = ProgramSheet(lanes=width, graph=graph)
    for node in graph.nodes:
        if node.op == "symbol":
            sheet.symbol(node.data, Place("tables", (node.data[1],) * width))

    def change(column: int) -> Expression:
        if column < states:
            return sheet.symbol(("change", column), Place("state", _side_by_side(column, width)))
        return sheet.symbol(("change", column), Place("inputs", _side_by_side(column - states, width)))

    total: list[Scalar] = [
        sheet.symbol(("number", row), Place("modes", _side_by_side(row, width))) for row in range(states + loops)
    ]
    for (row, column), entry in known.items():
        if column < states + inputs:
            total[row] = total[row] + entry * change(column)
    unknowns = _unknown_places(residual, layout)
    right = {unknown: -total[row] for unknown, row in unknowns.items()}
    solved = factors.substitute(factors.reduce(right), {})
    answers = list(total)
    for unknown, row in unknowns.items():
        answers[row] = solved[unknown]
    for (row, column), entry in known.items():
        if column >= states + inputs:  # powers of prescribed motions
            answers[row] = answers[row] + entry * answers[column - inputs]
    sheet.outputs = dict(enumerate(answers))
    stores = [Store(0, row, Place("out", _side_by_side(row, width))) for row in range(states + loops)]
    return ProgramScheduler([sheet]).program(stores, 0)


def _unknown_places(residual: Residual, layout: Layout) -> dict[Unknown, int]:
    """Accelerations at the places of their speeds, multipliers behind the states."""
    found: dict[Unknown, int] = {}
    speeds = iter(residual.speeds)
    for unknown in residual.speed_unknowns:
        found[unknown] = layout.speeds[next(speeds)]
    states = layout.sizes["state"]
    return found | {("row", name): states + layout.row_places[name] for name in residual.rows}


# --- along changes of numbers ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberProgram:
    """Changes of the residuals along changes of numbers, at several states; `coefficients` lie behind the values:
    of each direction the rate of each number that changes along it."""

    program: Program
    coefficients: tuple[tuple[int, int], ...]  # direction, place among values


@collect_garbage_later()
def write_number_tangents(
    model: Model, layout: Layout, directions: Sequence[Sequence[int]], width: int
) -> NumberProgram:
    """`directions` are the places of the values that change along each; `answer` takes `width` of them at once.

    What is written lies as [state in lanes][group of directions][state or row][direction].
    """
    residual = Residual(model, layout=layout)
    sheet = _sheet_of_states(residual, layout)
    symbol_at = {
        place.offsets[0]: sheet.graph.symbol(key)
        for key, place in residual.sheet.symbols.items()
        if isinstance(place, Place) and place.array == "values"
    }
    rows, _ = tangent_places(residual, layout)
    size, values = layout.sizes["state"] + layout.row_count, layout.sizes["values"]
    whole = -(-len(directions) // width) * size * width
    coefficients: list[tuple[int, int]] = []
    seeds: dict[Expression, dict[int, Scalar]] = {}
    for number, places in enumerate(directions):
        for place in places:
            if place in symbol_at:
                at = values + len(coefficients)
                rate = sheet.symbol(("rate", number, place), Place("values", (at,) * LANES))
                seeds.setdefault(symbol_at[place], {})[number] = rate
                coefficients.append((number, place))
    formulas = [(group, i, formula) for group in GROUPS for i, formula in enumerate(residual.formulas(group))]
    switches = [row.s for row in residual.closure_rows]
    stores = []
    for (row, number), entry in eliminate_vertices([f for *_, f in formulas], seeds).items():
        group, i, _ = formulas[row]
        key = rows[group][i], number
        sheet.outputs[key] = switches[i] * entry if group == "closure acceleration" else entry
        first = (number // width * size + rows[group][i]) * width + number % width
        stores.append(Store(0, key, Place("out", tuple(first + lane * whole for lane in range(LANES)))))
    program = ProgramScheduler([sheet]).program(stores, LANES * held_size(layout))
    return NumberProgram(program=program, coefficients=tuple(coefficients))


# --- channels --------------------------------------------------------------------------------------------


@collect_garbage_later()
def write_output_tangents(model: Model, layout: Layout, channels: Sequence[str], changing: Sequence[int]) -> Program:
    """Changes of channels along directions in lanes; `changing` are the places of values that change along any.

    A row of numbers holds state, inputs, what is held; then their changes, those of all directions side by side. Behind
    the values lie the rates of those that change, in lanes.
    """
    residual = Residual(model, outputs=channels, layout=layout)
    graph, sizes = residual.sheet.graph, layout.sizes
    sheet = ProgramSheet(lanes=LANES, graph=graph)
    starts = {"state": 0, "inputs": sizes["state"]}
    start_of_held = sizes["state"] + sizes["inputs"]
    width = start_of_held + held_size(layout)
    changes: dict[Expression, Scalar] = {}

    def vary(key: tuple[object, ...], place: int) -> None:
        sheet.symbol(key, Place("state", (place,) * LANES))
        lanes = tuple(width + LANES * place + lane for lane in range(LANES))
        changes[graph.symbol(key)] = sheet.symbol(("change", key), Place("state", lanes))

    among = {place: number for number, place in enumerate(changing)}
    for key, place in residual.sheet.symbols.items():
        assert isinstance(place, Place)
        (offset,) = place.offsets
        if place.array in starts:
            vary(key, starts[place.array] + offset)  # type: ignore[arg-type]
            continue
        sheet.symbol(key, Place(place.array, (offset,) * LANES))
        if place.array == "values" and offset in among:
            lanes = _side_by_side(among[offset])
            rate = sheet.symbol(("rate", offset), Place("values", tuple(sizes["values"] + lane for lane in lanes)))
            changes[graph.symbol(key)] = rate
    held = held_places(layout)
    for group in ("accelerations", "multipliers"):
        for symbol in residual.symbols(group):
            vary(symbol.data, start_of_held + held[symbol.data])
    sheet.outputs = dict(enumerate(tangent(residual.formulas("outputs"), changes)))
    stores = [Store(0, k, Place("out", _side_by_side(k))) for k in range(len(channels))]
    return ProgramScheduler([sheet]).program(stores, 0)
