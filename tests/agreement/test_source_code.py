"""Programs as C and as Python source give the bits of the machine code."""

from __future__ import annotations

import ctypes
import types

import numpy as np
import pytest
from bit_cases import (
    ROAD,
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

from compilers import COMPILERS, needs_compiler, shared_library
from jounce.equations.recursive.derive import KERNELS, derive_equations
from jounce.native.kernel import SIGNATURE
from jounce.native.program import ARRAYS
from jounce.native.source_code.c_source import (
    C_SUPPORT,
    c_arguments,
    c_functions_for,
    c_road_type,
    write_c_kernel,
)
from jounce.native.source_code.numpy_source import numpy_support, write_numpy_kernel
from jounce.simulation.compiled import compiled_programs
from jounce.simulation.lanes.widen import widen
from jounce.simulation.road_kernel import road_function

LANES = (1, 4)


def c_text(programs):
    body = "\n".join(write_c_kernel(program, name, "road_of_test") for name, program in programs.items())
    heads = [f"void {name}_{entry}({c_arguments('road_of_test')});" for name in programs for entry in ("setup", "run")]
    return "\n".join([C_SUPPORT, c_road_type("road_of_test"), *heads, c_functions_for(body), body])


def python_module(programs):
    texts = [write_numpy_kernel(program, name) for name, program in programs.items()]
    module = types.ModuleType("exported")
    exec("\n".join(["import numpy as np", "from math import perm", numpy_support(), *texts]), module.__dict__)
    return module


def road_of_arrays(*at):
    z, z_x, z_y, mu = np.vectorize(road_function(ROAD), otypes=[float] * 4)(*at)
    return z, z_x, z_y, mu


@pytest.fixture(scope="module")
def functions():
    """Every function and table, by lanes: the program, arrays, and what the machine code makes of them."""
    found = {}
    for lanes in LANES:
        places, tables = lane_tables(lanes)
        program, names = elementary_sheet(lanes, places)
        state = elementary_states(lanes)
        arrays = {name: np.zeros(1) for name in ARRAYS} | {"state": state, "tables": tables}
        arrays["work"] = np.zeros((len(state), max(program.work_size, 1)))
        arrays["out"] = np.zeros((len(state), len(names) * lanes))
        BothWays(program, opt=0).machine(arrays)
        found[lanes] = program, arrays
    return found


@pytest.fixture(scope="module")
def corners():
    """Every force, law and signal: programs of all kernels, arrays, and what the machine code leaves of each."""
    model = many_corners(2)
    equations = derive_equations(model)
    programs = compiled_programs(equations)
    arrays = random_arrays(equations.layout, model, seed=2)
    left, work = {}, arrays["work"].copy()
    for name in KERNELS:
        out = np.zeros((STATES, out_sizes(equations.layout)[name]))
        BothWays(programs[name], opt=0).machine(arrays | {"out": out, "work": work})
        left[name] = out, work.copy()
    return programs, arrays, left


def run_c(library, kernel, arrays):
    for row in range(len(arrays["out"])):
        own = [arrays[name][row] if arrays[name].ndim == 2 else arrays[name] for name in ARRAYS]
        for entry in ("setup", "run"):
            SIGNATURE((f"{kernel}_{entry}", library))(*[array.ctypes.data for array in own])


def run_python(module, kernel, arrays):
    for entry in ("setup", "run"):
        getattr(module, f"{kernel}_{entry}")(**arrays | {"road": road_of_arrays})


def same_kernels(run, arrays, left):
    work = arrays["work"].copy()
    for name, (out, kept) in left.items():
        ours = np.zeros_like(out)
        run(name, arrays | {"out": ours, "work": work})
        assert np.isfinite(out).all() and np.count_nonzero(out), name
        assert same_bits(ours, out), name
        assert same_bits(work, kept), name


@needs_compiler
@pytest.mark.parametrize("compiler", COMPILERS)
def test_c_of_every_function_and_kernel_is_strict_and_gives_the_bits_of_the_engine(
    compiler, functions, corners, tmp_path
):
    for lanes, (program, arrays) in functions.items():
        source = tmp_path / f"functions_{lanes}.c"
        source.write_text(c_text({"functions": program}))
        library = ctypes.CDLL(str(shared_library(compiler, source)))
        out = np.zeros_like(arrays["out"])
        run_c(library, "functions", arrays | {"out": out})
        assert same_bits(out, arrays["out"]), lanes
    programs, arrays, left = corners
    source = tmp_path / "corners.c"
    source.write_text(c_text(programs))
    library = ctypes.CDLL(str(shared_library(compiler, source)))
    same_kernels(lambda name, own: run_c(library, name, own), arrays, left)


@needs_compiler
def test_c_of_a_program_for_several_cars_reads_the_tables_of_each(tmp_path):
    """Two lanes of three cars: numbers stand side by side, tables one car behind the other."""
    places, tables = lane_tables(2)
    narrow, names = elementary_sheet(2, places)
    program = widen(narrow, 3, len(tables))
    rng = np.random.default_rng(3)
    state = rng.uniform(-3.0, 4.0, (50, 12))
    arrays = {name: np.zeros(1) for name in ARRAYS} | {"state": state}
    arrays["tables"] = np.concatenate([factor * tables for factor in (1.0, 1.1, 1.2)])
    arrays["work"] = np.zeros((50, max(program.work_size, 1)))
    ours, theirs = (arrays | {"out": np.zeros((50, len(names) * 6))} for _ in range(2))
    BothWays(program, opt=0).machine(theirs)
    source = tmp_path / "cars.c"
    source.write_text(c_text({"cars": program}))
    run_c(ctypes.CDLL(str(shared_library(COMPILERS[-1], source))), "cars", ours)
    assert same_bits(ours["out"], theirs["out"]) and np.count_nonzero(theirs["out"])


def test_python_of_every_function_and_kernel_gives_the_bits_of_the_engine(functions, corners):
    for lanes, (program, arrays) in functions.items():
        out = np.zeros_like(arrays["out"])
        run_python(python_module({"functions": program}), "functions", arrays | {"out": out})
        assert same_bits(out, arrays["out"]), lanes
    programs, arrays, left = corners
    module = python_module(programs)
    same_kernels(lambda name, own: run_python(module, name, own), arrays, left)
