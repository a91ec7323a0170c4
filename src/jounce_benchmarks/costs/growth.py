"""Benchmark `growth`: what a right-hand side costs with more corners on a car, links in a chain, and cars in lanes.

Corners are those of the wishbone car, in pairs one behind the other. Each has its own loops, which are eliminated
corner by corner, so the cost should grow with their number and no faster. A chain of hinges has no such pieces.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from math import inf, log
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from jounce.model.model import Model
from jounce.native.cache import Cache
from jounce.parts import GROUND, Body
from jounce.parts.joints import Revolute
from jounce.results import machine_class
from jounce.simulation.compiled import compile_model
from jounce.simulation.workspace import Workspace
from jounce.spatial.vector import Y
from jounce_benchmarks.costs.lane_growth import measure_lane_growth
from jounce_benchmarks.wishbone_car import wishbone_corners

CORNERS = (2, 4, 8, 16, 40)
LINKS = (1, 2, 5, 10, 20, 40)
ROUNDS, CALLS = 9, 50
FULL = 4  # corners from which on the lanes of a register are full on every processor


class Grown(NamedTuple):
    """A structure that is compiled, and what that took."""

    work: Workspace
    compile_time: float  # s of processor time, with an empty cache


def growth_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Processor time of one right-hand side, and of compiling all kernels."""
    models = {f"{count}_corners": (wishbone_corners, count) for count in CORNERS}
    models |= {f"{count}_links": (chain_of_hinges, count) for count in LINKS}
    grown: dict[str, Grown] = {}
    for word, (make, count) in models.items():
        on_progress(f"compile {word}")
        grown[word] = _compile(make(count))
    costs: dict[str, list[float]] = {word: [] for word in grown}
    for number in range(ROUNDS):  # interleaved, so that a noisy machine hits all alike
        on_progress(f"round {number + 1} of {ROUNDS}")
        for word, one in grown.items():
            costs[word].append(_time_right_hand_side(one.work))
    ours: dict[str, float] = {}
    for word, one in grown.items():
        ours |= {
            f"rhs_cpu_s_{word}": min(costs[word]),
            f"compile_cpu_s_{word}": one.compile_time,
            f"work_bytes_{word}": float(one.work.work.nbytes),
        }
    ours |= measure_lane_growth(on_progress)
    ours["corners_exponent"] = _exponent(ours, "corners", FULL, CORNERS[-1])
    ours["links_exponent"] = _exponent(ours, "links", LINKS[-2], LINKS[-1])
    return {
        "name": "growth",
        "machine": machine_class(),
        "ours": ours,
        "peers": {},
        "missing": [],
        "ratios": {},
        "spread": {word: (median(times) - min(times)) / min(times) for word, times in costs.items()},
    }


def chain_of_hinges(count: int) -> Model:
    """Rods of 1 kg one behind the other, each on a hinge of the one before."""
    model = Model(f"chain of {count} links")
    before = GROUND
    for k in range(count):
        name = f"link_{k}"
        model.add(
            Body(name=name, mass=1.0, centre=(k + 0.5, 0.0, 0.0), inertia=(0.01, 0.1, 0.1)),
            Revolute(name=f"hinge_{k}", parent=before, child=name, point=(float(k), 0.0, 0.0), axis=Y),
        )
        before = name
    return model


def _compile(model: Model) -> Grown:
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        compiled = compile_model(model, Cache(folder))
        return Grown(compiled.workspace().copy(), time.process_time() - began)


def _time_right_hand_side(work: Workspace) -> float:
    states, best = np.tile(work.design_state(), (CALLS, 1)), inf
    for _ in range(3):
        began = time.process_time()
        work.call_rows("rhs", states, work.layout.sizes["state"])
        best = min(best, (time.process_time() - began) / CALLS)
    return best


def _exponent(ours: dict[str, float], what: str, few: int, many: int) -> float:
    """p of cost = c n^p between two sizes: 1 is linear."""
    return log(ours[f"rhs_cpu_s_{many}_{what}"] / ours[f"rhs_cpu_s_{few}_{what}"]) / log(many / few)
