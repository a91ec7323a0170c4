"""Benchmark `tyre`: evaluations of MF 5.2 at combined slip, as machine code, in NumPy and in another library."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import fields
from statistics import median
from typing import Any

import numpy as np

from jounce.model import load
from jounce.native.cache import Cache
from jounce.native.engine import load_object
from jounce.native.kernel import Compiler
from jounce.native.kernel_rows import run_kernel_on_rows
from jounce.native.program import Place, ProgramScheduler, ProgramSheet, Store
from jounce.parts.tyres.magic_formula_data import MagicFormula52
from jounce.parts.tyres.tyre_law import Contact
from jounce.results import machine_class
from jounce_benchmarks.peers import Peer, find_peer_model

ROUNDS = 9
COUNT = 8192  # states, in one batch for NumPy and for machine code
CALLS = 300  # of scalar Python
STATE = ("slip", "slip_angle", "inclination", "load", "speed")
FORCES, MOMENTS = ("Fx", "Fy"), ("Mx", "My", "Mz")
Evaluate = Callable[[], Any]
BASELINE, LIBRARY = Peer("numpy", "tyre_baseline"), Peer("vehiclemodels", "commonroad_tyre")
OUTPUTS = {"numpy_batch": FORCES + MOMENTS, "numpy_call": FORCES + MOMENTS, "commonroad": FORCES}  # of each peer


def tyre_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Processor time of one evaluation.

    Ours and NumPy's give two forces and three moments. The library gives two forces, so it is compared with our
    kernel of two forces. Ratios are to eight lanes; those to one lane are listed with each peer.
    """
    tyre = load("tyre_205_55_r16").tyre
    states = _states()
    ways: dict[str, tuple[Evaluate, int]] = {}
    for lanes in (1, 8):
        ways[f"forces and moments, {lanes}"] = (_compiled(tyre, states, lanes, FORCES + MOMENTS), COUNT)
        ways[f"forces, {lanes}"] = (_compiled(tyre, states, lanes, FORCES), COUNT)
    ways["forces, 8 contracted"] = (_compiled(tyre, states, 8, FORCES, contract=True), COUNT)
    peers = _peers(tyre, states)
    costs = _measured({**ways, **peers}, on_progress)
    best = {who: min(times) for who, times in costs.items()}
    compared = {who: "forces" if OUTPUTS[who] == FORCES else "forces and moments" for who in peers}
    ours = {f"cpu_s_per_evaluation ({who} lanes)": best[who] for who in ways}
    ours["evaluations_per_s (forces and moments, 8 lanes)"] = 1.0 / best["forces and moments, 8"]
    if "numpy_batch" in peers:  # both must be the same formula
        difference = ways["forces and moments, 8"][0]() - np.array(peers["numpy_batch"][0]())
        ours["largest_difference_to_numpy_n"] = float(np.abs(difference).max())  # N, or N m of a moment
    return {
        "name": "tyre",
        "machine": machine_class(),
        "ours": ours,
        "peers": {
            who: {"cpu_s_per_evaluation": best[who], "ratio_to_one_lane": best[who] / best[f"{compared[who]}, 1"]}
            for who in peers
        },
        "missing": [who for who in OUTPUTS if who not in peers],
        "ratios": {who: best[who] / best[f"{compared[who]}, 8"] for who in peers},
        "spread": {who: (median(times) - min(times)) / min(times) for who, times in costs.items()},
    }


def _peers(tyre: MagicFormula52, states: np.ndarray) -> dict[str, tuple[Evaluate, int]]:
    """What evaluates each peer that is here, and for how many states."""
    found: dict[str, tuple[Evaluate, int]] = {}
    if baseline := find_peer_model(BASELINE):
        found["numpy_batch"] = (lambda: baseline.forces(states, tyre), COUNT)
        found["numpy_call"] = (lambda: [baseline.forces(states[:, k], tyre) for k in range(CALLS)], CALLS)
    if library := find_peer_model(LIBRARY):
        found["commonroad"] = (library.evaluation(states[:, :CALLS]), CALLS)
    return found


def _measured(ways: dict[str, tuple[Evaluate, int]], on_progress: Callable[[str], None]) -> dict[str, list[float]]:
    costs: dict[str, list[float]] = {who: [] for who in ways}
    for number in range(ROUNDS):  # interleaved, so that a noisy machine hits all alike
        on_progress(f"round {number + 1} of {ROUNDS}")
        for who, (evaluate, count) in ways.items():
            evaluate()
            began = time.process_time()
            evaluate()
            evaluate()
            costs[who].append((time.process_time() - began) / (2 * count))
    return costs


def _states() -> np.ndarray:
    """Slips up to the peak and beyond, loads around the nominal one, rolling forwards."""
    random = np.random.default_rng(1)
    slips = random.normal(0.0, 0.1, (2, COUNT))
    return np.array(
        [*slips, random.normal(0.0, 0.03, COUNT), random.uniform(1e3, 8e3, COUNT), random.uniform(5, 40, COUNT)]
    )


def _compiled(
    tyre: MagicFormula52, states: np.ndarray, lanes: int, outputs: tuple[str, ...], contract: bool = False
) -> Evaluate:
    """All states in one loop of machine code that calls the kernel of one evaluation, or of one for each lane."""
    sheet, places = ProgramSheet(lanes=lanes, chains=True), range(lanes)
    numbers = {f.name: float(getattr(tyre, f.name)) for f in fields(tyre) if f.name not in ("slip_measure", "aligning")}
    symbols: dict[str, Any] = {
        name: sheet.symbol(name, Place("values", (k,) * lanes)) for k, name in enumerate(numbers)
    }
    contact = Contact(
        **{
            name: sheet.symbol(name, Place("state", tuple(k * lanes + i for i in places)))
            for k, name in enumerate(STATE)
        }
    )
    forces = MagicFormula52(**symbols).forces(contact)
    sheet.outputs.update({name: getattr(forces, name) for name in outputs})
    stores = [Store(0, name, Place("out", tuple(k * lanes + i for i in places))) for k, name in enumerate(outputs)]
    program = ProgramScheduler([sheet]).program(stores, 0)
    code = load_object(Compiler(Cache()).compile(program, opt=2, contract=contract)[1])
    state = np.ascontiguousarray(states.reshape(len(STATE), -1, lanes).transpose(1, 0, 2)).reshape(
        -1, len(STATE) * lanes
    )
    out, work = np.zeros((len(state), len(outputs) * lanes)), np.zeros(program.work_size + 1)
    nothing, values = np.zeros(1), np.array(list(numbers.values()))
    run_kernel_on_rows(code.address_of("setup"), state[:1], out.shape[1], values, nothing, work, out=out[:1])
    run = code.address_of("run")

    def evaluate() -> np.ndarray:
        assert code is not None  # keeps the machine code in memory
        run_kernel_on_rows(run, state, out.shape[1], values, nothing, work, out=out)
        return out.reshape(-1, len(outputs), lanes).transpose(1, 0, 2).reshape(len(outputs), -1)

    return evaluate
