"""Machine code and interpreter give the same bits, for every number of lanes."""

from __future__ import annotations

import numpy as np
import pytest
from bit_cases import (
    STATES,
    BothWays,
    elementary_sheet,
    elementary_states,
    lane_tables,
    out_sizes,
    random_arrays,
    same_bits,
)
from many_corners import many_corners

from campaigns import with_campaign
from jounce.equations.recursive.derive import KERNELS, derive_equations
from jounce.mechanism.lanes import LANES
from jounce.native.engine import register_lanes
from jounce.native.program import ARRAYS
from jounce.parts import FORCES, LAWS, RATE_LAWS, SIGNALS
from jounce.parts.tyres.laws import TYRE_LAWS
from jounce.simulation.compiled import OPTIMISATION, compiled_programs
from jounce_benchmarks.wishbone_car import wishbone_car

INNER_LOOP = ("rhs", "gap", "correct")


@pytest.mark.parametrize("count", with_campaign([1, 2, 3, 4, 5, 6, 8], lambda count: count in (2, 5)))
def test_kernels_give_the_interpreter_s_bits_for_any_number_of_equal_subsystems(count):
    """3, 5 and 6 corners run in two kernels each: 2 + 1, 4 + 1 and 4 + 2 lanes; in more where registers are narrower.

    Compiling takes longest: mixed widths run the inner loop only, and eight lanes leave out the matrices. The sample
    has two lanes, and 4 + 1.
    """
    model = many_corners(count)
    equations = derive_equations(model)
    widths = [len(group.members) for group in equations.mechanism.groups]
    assert sum(widths) == count and widths == sorted(widths, reverse=True)
    assert all(width in LANES and width <= register_lanes() for width in widths)
    assert len(widths) == count // register_lanes() + (count % register_lanes()).bit_count()  # as few as can be
    kernels = compiled_programs(equations)
    arrays = random_arrays(equations.layout, model, seed=count)
    ours = arrays | {"work": arrays["work"].copy()}
    length = out_sizes(equations.layout)
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


@pytest.mark.parametrize("lanes", [1, 2, 4, 8])
def test_every_function_gives_the_interpreter_s_bits_in_lanes(lanes):
    places, tables = lane_tables(lanes)
    program, names = elementary_sheet(lanes, places)
    both = BothWays(program, opt=2)
    state = elementary_states(lanes)
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
