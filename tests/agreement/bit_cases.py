"""Cases in which all back ends have to give the same bits: programs, states, tables, and numbers of every size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import jounce.graph as g
from jounce.graph.tables import (
    Surface,
    Table,
    hermite_table_data,
    surface_table_data,
    table_columns_side_by_side,
    table_data,
)
from jounce.native.engine import load_object, object_from_ir
from jounce.native.functions import FUNCTIONS
from jounce.native.kernel import SIGNATURE
from jounce.native.llvm import write_llvm_ir
from jounce.native.program import ARRAYS, Place, ProgramScheduler, ProgramSheet, Store
from jounce.native.reference import run_reference_pieces
from jounce.parts.roads import Plank, Road, Slope
from jounce.simulation.road_kernel import road_address, road_function

STATES = 4
ROAD = Road(elements={"hill": Slope(grade=0.1, bank=-0.05), "board": Plank(height=0.02, length=0.4, start=-0.2)})
ROAD_DATA = ROAD.data()
PLACES = np.array([road_address(), ROAD_DATA.ctypes.data], np.int64)


def out_sizes(layout):
    """How many numbers each kernel puts out."""
    sizes = layout.sizes
    found = {"rhs": sizes["state"], "gap": sizes["gap"] + sizes["rate gap"], "correct": sizes["state"]}
    return found | {"observe": sizes["channels"], "matrices": sizes["matrices"]}


def elementary_states(lanes):
    """Rows of x and y of every lane, for the sheet of all functions."""
    xy = arguments(lanes)
    return np.ascontiguousarray(xy.reshape(2, -1, lanes).transpose(1, 0, 2).reshape(-1, 2 * lanes))


class BothWays:
    """A program as machine code and by the interpreter, on arrays of a batch of states."""

    def __init__(self, program, opt):
        self.program = program
        self.code = load_object(object_from_ir(write_llvm_ir(program), opt))

    def interpreter(self, arrays):
        run_reference_pieces(self.program.setup, arrays, road_function(ROAD))
        run_reference_pieces(self.program.run, arrays, road_function(ROAD))

    def machine(self, arrays):
        """Each row of the batch in turn: the kernels know one state."""
        for row in range(len(arrays["out"])):
            own = [arrays[name][row] if arrays[name].ndim == 2 else arrays[name] for name in ARRAYS]
            for entry in ("setup", "run"):
                SIGNATURE(self.code.address_of(entry))(*[array.ctypes.data for array in own])


def same_bits(a, b):
    """Equal to the last bit, the sign of zero included; where one is no number, neither is the other."""
    numbers = ~np.isnan(a)
    return np.array_equal(numbers, ~np.isnan(b)) and np.array_equal(a[numbers].view("u8"), b[numbers].view("u8"))


def random_arrays(layout, model, seed):
    """Random states with open loops, random inputs and times, one row in ten switched off."""
    rng = np.random.default_rng(seed)
    values, tables = layout.fill_values(model)
    state = rng.normal(size=(STATES, layout.sizes["state"])) * 0.3
    for offsets in layout.quaternions:
        state[:, offsets[0]] += 1.0
    inputs = rng.normal(size=(STATES, layout.sizes["inputs"])) * 0.1
    inputs[:, 0] = np.linspace(-0.1, 1.1, STATES)  # before, within and after every signal
    # switches, one in ten off; of dry friction, between on and off its rows never make the equations singular
    modes = rng.uniform(0.1, 0.9, (STATES, layout.first_modes().size))
    modes[:, : layout.sizes["rows"]] = np.where(rng.random((STATES, layout.sizes["rows"])) < 0.1, 0.0, 1.0)
    work = np.zeros((STATES, layout.sizes["work"]))
    return dict(state=state, inputs=inputs, modes=modes, values=values, tables=tables, work=work, road=PLACES)


def elementary_sheet(lanes, tables):
    """Every function of two arguments x and y, and every derivative of a curve and of a surface."""
    sheet = ProgramSheet(lanes)
    x, y = (sheet.symbol(k, Place("state", tuple(range(k * lanes, (k + 1) * lanes)))) for k in range(2))
    made = {name: sheet.graph.node(name, *((y, x) if name == "atan2" else (x,))) for name in FUNCTIONS}
    made |= {"sqrt": g.sqrt(x), "abs": abs(x), "neg": -x, "div": sheet.graph.node("div", x, y), "ratio": x / y}
    made |= {"add": x + y, "sub": x - y, "mul": x * y, "min": g.minimum(x, y), "max": g.maximum(x, y)}
    made |= {"less": g.less(x, y), "select": g.select(g.less(x, y), x, y), "round": sheet.graph.node("round", x)}
    curve, quintic, surface, curves, surfaces = tables
    made |= {f"curve {order}": g.lookup(curve, x, order) for order in range(4)}
    made |= {f"quintic {order}": g.lookup(quintic, x, order) for order in range(6)}
    made |= {f"surface {i} {j}": g.lookup2(surface, x, y, (i, j)) for i in range(4) for j in range(4)}
    for column in (0, 1, 8, 10):  # of vectors of 8, 2 and 1
        own = replace(curves, column=column)
        made |= {f"curve {column} of many {order}": g.lookup(own, x, order) for order in range(3)}
    for column in (1, 5):  # of vectors of 4 and 2
        own = replace(surfaces, column=column)
        orders = [(0, 0), (0, 2), (1, 1), (2, 0)]
        made |= {f"surface {column} of many {order}": g.lookup2(own, x, y, order) for order in orders}
    sheet.outputs |= made
    stores = [Store(0, name, Place("out", tuple(range(k * lanes, (k + 1) * lanes)))) for k, name in enumerate(made)]
    return ProgramScheduler([sheet]).program(stores, 0), list(made)


def lane_tables(lanes):
    """Tables with other numbers in each lane, and the array that holds them.

    A cubic, a quintic and a surface; then eleven curves and six surfaces that stand side by side.
    """
    rng = np.random.default_rng(9)
    knots = np.array([-2.0, -0.5, 0.25, 1.0, 3.0])
    many = (Table(0, 5, 5, columns=11), Surface(0, 5, 3, 3, columns=6))
    kinds = (Table(0, 5, 3), Table(0, 5, 5), Surface(0, 5, 3, 3), *many)

    def numbers(kind):
        if isinstance(kind, Surface):
            own = [surface_table_data(knots, knots[:3], *rng.normal(size=(4, 5, 3))) for _ in range(kind.columns)]
        elif kind.degree == 5:
            own = [hermite_table_data(knots, *rng.normal(size=(3, 5))) for _ in range(kind.columns)]
        else:
            own = [table_data(knots, rng.normal(size=5), "spline")]
        return table_columns_side_by_side(own, kind.head)

    tables, data = [], np.zeros(0)
    for kind in kinds:
        tables.append(replace(kind, offset=len(data), lane_stride=kind.size))
        data = np.concatenate([data, *[numbers(kind) for _ in range(lanes)]])
    return tuple(tables), data


def arguments(lanes):
    """Numbers of all sizes and signs, knots of the tables, whole multiples of pi/4, zeros and infinities."""
    rng = np.random.default_rng(lanes)
    size = 400 * lanes
    decades = np.exp(rng.uniform(-700.0, 700.0, size)) * rng.choice([-1.0, 1.0], size)
    special = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 0.25, -2.0, 3.0, np.inf, -np.inf, 5e-324, 1e-310, 710.0, -746.0]
    turns = np.arange(-40, 41) * (np.pi / 4)
    x = np.concatenate([rng.uniform(-1, 1, size), rng.uniform(-30, 30, size), rng.uniform(-1e6, 1e6, size), decades])
    x = np.concatenate([x, np.tile(special, 8), np.resize(turns, 88)])
    return np.stack([x, rng.permutation(x)])
