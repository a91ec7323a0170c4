"""Benchmark `formulations`: size and speed of the equations of motion by every route, of a quarter and a whole car.

What the papers claim on size and speed can be read off: few coordinates but a full mass matrix [Szczotka 2004, section
4], subsystems against one piece [Kim], machine code against an interpreter [Szczotka 2007, section 6; Kim, section 7].
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from jounce.equations.recursive.derive import derive_equations
from jounce.equations.route import FORMULATIONS, INDEPENDENT, MULTIPLIERS, RECURSIVE
from jounce.model import load
from jounce.native.cache import Cache
from jounce.native.engine import load_object
from jounce.native.kernel import Compiler, Kernel
from jounce.native.program import Program
from jounce.native.reference import run_reference_pieces
from jounce.results import machine_class
from jounce.simulation.compiled import OPTIMISATION, Compiled, compiled_programs
from jounce.simulation.loops.route_state import state_by_route
from jounce.simulation.prepare import Prepared
from jounce.simulation.workspace import Workspace
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.numerics.quarter_car_routes import quarter_car_at_rest, time_quarter_car_routes

TIMED = ("rhs", "gap", "correct")  # what a step of RK4 with projection runs
ROUTES_OF = {  # by car; one piece of the whole car takes a minute and more by each of the routes besides
    "quarter_car": (
        *FORMULATIONS,
        *(f"{f}/{w}" for f in ("lagrange", "relative_cartesian") for w in (MULTIPLIERS, INDEPENDENT)),
    ),
    "small_car": tuple(FORMULATIONS),
}
MOST_OPERATIONS = 200_000  # in a right-hand side: beyond it only the interpreter runs
ROUNDS, CALLS = 5, 200
SPEED = 60 / 3.6  # m/s


def formulations_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Figures by car and route, and the table of Kim's paper."""
    ours: dict[str, float] = {}
    for car, routes in ROUTES_OF.items():
        ready = _start(car)
        for route in routes:
            on_progress(f"{car} by {route}")
            ours |= {f"{car} {route} {what}": value for what, value in measure_route(ready, route).items()}
    for row in time_quarter_car_routes(on_progress=on_progress):
        ours[f"bump {row.route} cpu_s_per_frame"] = row.time_per_frame
        ours[f"bump {row.route} ratio"] = row.ratio
        ours[f"bump {row.route} real_time_factor"] = row.real_time_factor
        if row.published:
            ours[f"bump {row.route} published_s_per_frame"] = row.published
    names = {"name": "formulations", "machine": machine_class(), "notes": notes_of_routes(ours)}
    return names | {"ours": ours, "peers": {}, "missing": [], "ratios": {}, "spread": {}}


def notes_of_routes(figures: dict[str, float]) -> list[str]:
    """Why some routes have no times of machine code."""
    return [
        f"{name.removesuffix(' operations')} is not compiled: its right-hand side has {count:,.0f} operations, and "
        f"beyond {MOST_OPERATIONS:,} a compiler takes minutes; the interpreter runs it"
        for name, count in figures.items()
        if name.endswith(" operations") and count > MOST_OPERATIONS
    ]


def _start(car: str) -> Prepared:
    if car == "quarter_car":
        return quarter_car_at_rest()
    return start_straight(load(car).car_model(), SPEED).ready  # type: ignore[union-attr]


def measure_route(ready: Prepared, route: str) -> dict[str, float]:
    """Coordinates, rows, operations, times to build and to compile, times of a right-hand side and of a step."""
    began = time.process_time()
    equations = derive_equations(ready.model, route=route)
    programs = compiled_programs(equations)
    built, layout = time.process_time() - began, equations.layout
    found: dict[str, float] = {
        "coordinates": len(layout.coordinates),
        "constraints": layout.sizes["rows"],
        "operations": count_operations(programs["rhs"]),
        "build_cpu_s": built,
    }
    kernels: dict[str, Kernel] = {}
    if found["operations"] <= MOST_OPERATIONS:
        began = time.process_time()
        kernels = _compile(programs)
        found["compile_cpu_s"] = time.process_time() - began
    work = Compiled(layout, kernels, equations.mechanism, route).workspace()
    state = _same_state(ready, work, route)
    if kernels:
        cost = {name: _cost(work, name, state) for name in TIMED}
        found["cpu_s_per_rhs"] = cost["rhs"]
        found["cpu_s_per_rk4_step"] = 4.0 * cost["rhs"] + cost["gap"] + cost["correct"]
    found["interpreter_s_per_rhs"] = _interpreted(programs["rhs"], work, state)
    return found


def count_operations(program: Program) -> int:
    """Scalar operations each time a kernel runs: of each piece, as many as it has lanes."""
    return sum(len(piece.nodes) * piece.lanes for piece in program.run)


def _compile(programs: dict[str, Program]) -> dict[str, Kernel]:
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(Cache(Path(folder)))
        objects = {name: compiler.compile(programs[name], OPTIMISATION[name])[1] for name in TIMED}
    return {name: Kernel.of(load_object(data)) for name, data in objects.items()}


def _same_state(ready: Prepared, work: Workspace, route: str) -> np.ndarray:
    work.inputs[:] = ready.numbers.inputs
    return ready.state if route == RECURSIVE else state_by_route(ready.numbers, ready.state, work)


def _cost(work: Workspace, kernel: str, state: np.ndarray) -> float:
    """Processor time of a call, the least of several rounds; the state is the same, so that all calls cost alike."""
    states = np.tile(state, (CALLS, 1))
    best = np.inf
    for _ in range(ROUNDS):
        began = time.process_time()
        work.call_rows(kernel, states, work.layout.sizes["state"] + work.layout.sizes["gap"] * 2)
        best = min(best, (time.process_time() - began) / CALLS)
    return float(best)


def _interpreted(program: Program, work: Workspace, state: np.ndarray) -> float:
    """Time of one right-hand side by the interpreter, operation by operation."""
    sizes = work.layout.sizes
    arrays = {name: getattr(work, name) for name in ("inputs", "modes", "values", "tables")}
    arrays |= {"state": state, "out": np.zeros(sizes["state"]), "work": np.zeros(program.work_size)}
    run_reference_pieces(program.setup, arrays)
    began = time.process_time()
    run_reference_pieces(program.run, arrays, lambda *place: (0.0, 0.0, 0.0, 1.0))
    return time.process_time() - began
