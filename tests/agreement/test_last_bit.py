"""Machine code and interpreter give the same bits, for every number of lanes."""

from __future__ import annotations

import numpy as np
import pytest
from many_corners import many_corners

import jounce.graph as g
from campaigns import with_campaign
from jounce.benchmarks.wishbone_car import wishbone_car
from jounce.equations.recursive.derive import KERNELS, derive_equations
from jounce.graph.tables import Surface, Table, hermite_table_data, surface_table_data, table_data
from jounce.native.engine import load_object, object_from_ir
from jounce.native.functions import FUNCTIONS
from jounce.native.kernel import SIGNATURE
from jounce.native.llvm import write_llvm_ir
from jounce.native.program import ARRAYS, Place, ProgramScheduler, ProgramSheet, Store
from jounce.native.reference import run_reference_pieces
from jounce.parts import FORCES, LAWS, RATE_LAWS, SIGNALS
from jounce.parts.roads import Plank, Road, Slope
from jounce.parts.tyres.laws import TYRE_LAWS
from jounce.simulation.compiled import OPTIMISATION, compiled_programs
from jounce.simulation.road_kernel import road_address, road_function

STATES = 4
ROAD = Road(elements={"hill": Slope(grade=0.1, bank=-0.05), "board": Plank(height=0.02, length=0.4, start=-0.2)})
ROAD_DATA = ROAD.data()
PLACES = np.array([road_address(), ROAD_DATA.ctypes.data], np.int64)
INNER_LOOP = ("rhs", "gap", "correct")


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


@pytest.mark.parametrize("count", with_campaign([1, 2, 3, 4, 5, 6, 8], lambda count: count in (2, 5)))
def test_kernels_give_the_interpreter_s_bits_for_any_number_of_equal_subsystems(count):
    """3, 5 and 6 corners run in two kernels each: 2 + 1, 4 + 1 and 4 + 2 lanes.

    Compiling takes longest: mixed widths run the inner loop only, and eight lanes leave out the matrices. The sample
    has two lanes, and 4 + 1.
    """
    model = many_corners(count)
    equations = derive_equations(model)
    widths = [len(group.members) for group in equations.mechanism.groups]
    assert widths == {3: [2, 1], 5: [4, 1], 6: [4, 2]}.get(count, [count])
    kernels = compiled_programs(equations)
    arrays = random_arrays(equations.layout, model, seed=count)
    ours = arrays | {"work": arrays["work"].copy()}
    sizes = equations.layout.sizes
    length = {"rhs": sizes["state"], "gap": sizes["gap"] + sizes["rate gap"], "correct": sizes["state"]}
    length |= {"observe": sizes["channels"], "matrices": sizes["matrices"]}
    chosen = {8: (*INNER_LOOP, "observe"), 3: INNER_LOOP, 5: INNER_LOOP, 6: INNER_LOOP}.get(count, KERNELS)
    for name in chosen:
        both = BothWays(kernels[name], OPTIMISATION[name])
        arrays["out"], ours["out"] = (np.zeros((STATES, length[name])) for _ in range(2))
        both.interpreter(arrays)
        both.machine(ours)
        assert np.isfinite(arrays["out"]).all(), name
        assert np.count_nonzero(arrays["out"]) > 0, name
        assert same_bits(ours["out"], arrays["out"]), name
        assert same_bits(ours["work"], arrays["work"]), name


def test_the_corners_use_every_force_law_signal_and_operation():
    model = many_corners(2)
    kinds = {type(force) for force in model.forces}
    assert kinds == set(FORCES.values())
    records = {type(getattr(p, f)) for p in model.parts for f in ("law", "signal", "road") if hasattr(p, f)}
    assert records - set(TYRE_LAWS.values()) - {type(None), str} == {
        *LAWS.values(),
        *RATE_LAWS.values(),
        *SIGNALS.values(),
    }


def elementary_sheet(lanes, tables):
    """Every function of two arguments x and y, and every derivative of a curve and of a surface."""
    sheet = ProgramSheet(lanes)
    x, y = (sheet.symbol(k, Place("state", tuple(range(k * lanes, (k + 1) * lanes)))) for k in range(2))
    made = {name: sheet.graph.node(name, *((y, x) if name == "atan2" else (x,))) for name in FUNCTIONS}
    made |= {"sqrt": g.sqrt(x), "abs": abs(x), "neg": -x, "div": sheet.graph.node("div", x, y), "ratio": x / y}
    made |= {"add": x + y, "sub": x - y, "mul": x * y, "min": g.minimum(x, y), "max": g.maximum(x, y)}
    made |= {"less": g.less(x, y), "select": g.select(g.less(x, y), x, y), "round": sheet.graph.node("round", x)}
    curve, quintic, surface = tables
    made |= {f"curve {order}": g.lookup(curve, x, order) for order in range(4)}
    made |= {f"quintic {order}": g.lookup(quintic, x, order) for order in range(6)}
    made |= {f"surface {i} {j}": g.lookup2(surface, x, y, (i, j)) for i in range(4) for j in range(4)}
    sheet.outputs |= made
    stores = [Store(0, name, Place("out", tuple(range(k * lanes, (k + 1) * lanes)))) for k, name in enumerate(made)]
    return ProgramScheduler([sheet]).program(stores, 0), list(made)


def lane_tables(lanes):
    """A cubic, a quintic and a surface with other numbers in each lane, and the array that holds them."""
    rng = np.random.default_rng(9)
    knots = np.array([-2.0, -0.5, 0.25, 1.0, 3.0])
    curves = [table_data(knots, rng.normal(size=5), "spline") for _ in range(lanes)]
    quintics = [hermite_table_data(knots, *rng.normal(size=(3, 5))) for _ in range(lanes)]
    surfaces = [surface_table_data(knots, knots[:3], *rng.normal(size=(4, 5, 3))) for _ in range(lanes)]
    at = np.cumsum([0, lanes * len(curves[0]), lanes * len(quintics[0])])
    tables = (
        Table(int(at[0]), 5, 3, lane_stride=len(curves[0])),
        Table(int(at[1]), 5, 5, lane_stride=len(quintics[0])),
        Surface(int(at[2]), 5, 3, 3, lane_stride=len(surfaces[0])),
    )
    return tables, np.concatenate([*curves, *quintics, *surfaces])


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


@pytest.mark.parametrize("lanes", [1, 2, 4, 8])
def test_every_function_gives_the_interpreter_s_bits_in_lanes(lanes):
    places, tables = lane_tables(lanes)
    program, names = elementary_sheet(lanes, places)
    both = BothWays(program, opt=2)
    xy = arguments(lanes)
    state = np.ascontiguousarray(xy.reshape(2, -1, lanes).transpose(1, 0, 2).reshape(-1, 2 * lanes))
    arrays = {name: np.zeros(1) for name in ARRAYS} | {"state": state, "tables": tables}
    arrays["work"] = np.zeros((len(state), max(program.work_size, 1)))
    found = []
    for way in (both.interpreter, both.machine):
        arrays["out"] = np.zeros((len(state), len(names) * lanes))
        way(arrays)
        found.append(arrays["out"].reshape(len(state), len(names), lanes))
    for k, name in enumerate(names):
        assert same_bits(np.ascontiguousarray(found[1][:, k]), np.ascontiguousarray(found[0][:, k])), name


# left to right: a rotation about an axis that is the mirror image as a vector turns the other way
MIRROR = {
    "lower_arm_pivot": {"angle": -1.0},
    "upper_arm_pivot": {"angle": -1.0},
    "wheel_bearing": {"angle": 1.0},
    "tie_rod_inner": {"angle": 1.0, "child_angle": -1.0},
    "lower_ball_joint": {"q0": 1.0, "q1": -1.0, "q2": 1.0, "q3": -1.0, "wx": -1.0, "wy": 1.0, "wz": -1.0},
}
CAR = {"x": 1.0, "y": -1.0, "z": 1.0, "q0": 1.0, "q1": -1.0, "q2": 1.0, "q3": -1.0}
CAR |= {"wx": -1.0, "wy": 1.0, "wz": -1.0, "vx": 1.0, "vy": -1.0, "vz": 1.0}


def reflection(layout):
    """Mirrored state = sign * state[place]: left and right change places, and what points across changes sign."""
    places = layout.coordinates | layout.speeds
    order, signs = np.arange(layout.sizes["controlled"]), np.zeros(layout.sizes["controlled"])
    for name, place in places.items():
        joint, _, what = name.rpartition(".")
        base, _, corner = joint.rpartition("_")
        if base in MIRROR:
            twin = f"{base}_{corner[0]}{'r' if corner[1] == 'l' else 'l'}"
            order[place], signs[place] = places[f"{twin}.{what}"], MIRROR[base][what.removesuffix("_rate")]
        else:
            signs[place] = CAR[what]
    return order, signs


def test_the_mirror_image_of_a_car_moves_as_its_mirror_image_to_the_last_bit():
    """Left and right are lanes of one kernel, no rounding depends on a sign, and sums do not know the sides.

    The first half of the states is symmetric: they must stay so.
    """
    model = wishbone_car()
    equations = derive_equations(model)
    layout = equations.layout
    both = BothWays(compiled_programs(equations)["rhs"], OPTIMISATION["rhs"])
    arrays = random_arrays(layout, model, seed=3)
    arrays["modes"][:] = 1.0
    arrays["inputs"][:] = 0.0  # no side wind
    order, signs = reflection(layout)
    moving = slice(layout.sizes["controlled"])
    y = arrays["state"][: STATES // 2, moving]
    y[:] = 0.5 * (y + signs * y[:, order])
    image = arrays | {"state": arrays["state"].copy(), "work": arrays["work"].copy()}
    image["state"][:, moving] = signs * arrays["state"][:, moving][:, order]
    for case in (arrays, image):
        case["out"] = np.zeros_like(case["state"])
        both.machine(case)
    rates = arrays["out"][:, moving]
    assert np.isfinite(rates).all() and np.abs(rates).max() > 1.0
    for ours, theirs in zip(image["out"][:, moving], signs * rates[:, order], strict=True):
        assert np.array_equal(ours, theirs)
