"""Benchmark `operations`: how many operations a right-hand side takes, and how many of them go into a cycle.

Operations are those of the tape on floating-point numbers, of all lanes; a multiply-add counts as two, and tables as
their polynomials. Searches in tables and what the road does are not counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from statistics import median
from typing import Any

import numpy as np

from jounce.equations.recursive.derive import derive_equations
from jounce.graph import Expression
from jounce.graph.tables import Table
from jounce.model import Vehicle, load
from jounce.native.functions import FUNCTIONS
from jounce.native.program import Piece, Program
from jounce.results import machine_class
from jounce.simulation.compiled import compiled_programs
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce_benchmarks.costs.processor_peak import measure_processor_peak
from jounce_benchmarks.structural_car import without_idle_spins

SPEED = 60 / 3.6  # m/s
ROUNDS, CALLS = 15, 200
FREE = ("symbol", "const", "select", "road", *FUNCTIONS)  # nothing is computed, or not by us


def operations_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Of the library's cars at 60 km/h, straight ahead, in processor time of one core."""
    on_progress("peak of the processor")
    peak = measure_processor_peak()
    ours = {"clock_hz": peak.clock, "scalar_peak_per_cycle": peak.scalar, "vector_peak_per_cycle": peak.vector}
    starts: dict[str, SteadyMotionStart] = {}
    for word, car in _cars().items():
        on_progress(f"trim of {word}")
        starts[word] = start_straight(car.car_model(), SPEED)
    costs: dict[str, list[float]] = {word: [] for word in starts}
    for number in range(ROUNDS):  # interleaved, so that a noisy machine hits all alike
        on_progress(f"round {number + 1} of {ROUNDS}")
        for word, start in starts.items():
            costs[word].append(time_right_hand_side(start))
    for word, start in starts.items():
        programs = compiled_programs(derive_equations(start.ready.model))
        count, best = count_operations(programs["rhs"]), min(costs[word])
        per_cycle = count / (best * peak.clock)
        ours |= {
            f"{word}_rhs_cpu_s": best,
            f"{word}_rhs_operations": float(count),
            f"{word}_operations_per_cycle": per_cycle,
            f"{word}_share_of_scalar_peak": per_cycle / peak.scalar,
            f"{word}_share_of_vector_peak": per_cycle / peak.vector,
        }
    return {
        "name": "operations",
        "machine": machine_class(),
        "ours": ours,
        "peers": {},
        "missing": [],
        "ratios": {},
        "spread": {word: (median(times) - min(times)) / min(times) for word, times in costs.items()},
    }


def _cars() -> dict[str, Vehicle]:
    small = load("small_car")
    return {
        "small_car": small,
        "small_car_without_spins": without_idle_spins(small),
        "hmmwv": load("hmmwv"),
        "golf1": load("golf1"),
    }


def time_right_hand_side(start: SteadyMotionStart) -> float:
    """The shortest of a few calls of many rows each."""
    work, state = start.ready.workspace(start.inputs), start.ready.state
    states, best = np.tile(state, (CALLS, 1)), inf
    for _ in range(5):
        began = time.process_time()
        work.call_rows("rhs", states, len(state))
        best = min(best, (time.process_time() - began) / CALLS)
    return best


def count_operations(program: Program) -> int:
    """Floating-point operations of one evaluation, in all lanes."""
    return sum(piece.lanes * sum(_operations(piece, node) for node in piece.nodes) for piece in program.run)


def _operations(piece: Piece, node: Expression) -> int:
    if node in piece.fused:
        return 2
    if node.op == "lookup":
        table, order = node.data
        return 2 * (table.degree - order) if isinstance(table, Table) else 0
    if node.op == "lookup2":
        surface, (x, y) = node.data
        return 2 * (surface.degree + 1) * (surface.degree - x) + 2 * (surface.degree - y)
    return 0 if node.op in FREE else 1
