"""Benchmark `tabulated-corner`: a step of a quarter car over a bump, tables in place of its links."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from jounce.depths.tables.running_corner import running_corner
from jounce.depths.tables.tabulated_corner import linkage_tables
from jounce.model import Model, load
from jounce.model.assembly.names import Side
from jounce.parts import Body
from jounce.parts.joints import Prismatic
from jounce.parts.joints.tabulated import TabulatedLinkage
from jounce.parts.signals import HalfSine
from jounce.parts.tyres.vertical import VerticalTyre
from jounce.results import machine_class
from jounce.simulation.integrators.run_method import integrate
from jounce.simulation.prepare import Prepared, prepare
from jounce.spatial.vector import Z

ROUNDS = 5
STEP, DURATION, OUTPUT_STEP = 1e-4, 5.0, 0.01  # s
# library vehicle and axle: loops that tables remove, and one hinge, where there is nothing to remove
CORNERS = {"double_wishbone": "front", "semi_trailing_arm": "semi_trailing"}
RANGE, NODES = (-0.08, 0.08), 15  # m
SPRUNG, UNSPRUNG = 350.0, 50.0  # kg
STIFFNESS = 2e5  # N/m, of the tyre


def tabulated_corner_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Processor time of a step of 0.1 ms: ours with tables, the peer is ours with links."""
    ours: dict[str, float] = {}
    peers: dict[str, dict[str, float]] = {}
    ratios: dict[str, float] = {}
    spread: dict[str, float] = {}
    for name, axle in CORNERS.items():
        on_progress(f"{name}: tables of {NODES} nodes")
        vehicle = load(name)
        rig = vehicle.axle_model(axle)
        tables = linkage_tables(prepare(rig.model), rig, Side.LEFT, [RANGE], (NODES,))
        ready = {way: prepare(quarter_car(name, axle, t)) for way, t in (("tables", tables), ("links", None))}
        costs: dict[str, list[float]] = {way: [] for way in ready}
        heave: dict[str, np.ndarray] = {}
        for number in range(ROUNDS):  # interleaved, so that a noisy machine hits both alike
            on_progress(f"{name}: round {number + 1} of {ROUNDS}")
            for way, one in ready.items():
                cost, heave[way] = _timed(one)
                costs[way].append(cost)
        best = {way: min(times) for way, times in costs.items()}
        ours[f"cpu_s_per_step_{name}"] = best["tables"]
        ours[f"difference_m_{name}"] = float(np.abs(heave["tables"] - heave["links"]).max())
        ours[f"error_bound_m_{name}"] = tables.error_bound
        peers[f"links_of_{name}"] = {"cpu_s_per_step": best["links"]}
        ratios[f"links_of_{name}"] = best["links"] / best["tables"]
        spread |= {f"{way} {name}": (median(t) - min(t)) / min(t) for way, t in costs.items()}
    return {
        "name": "tabulated-corner",
        "machine": machine_class(),
        "ours": ours,
        "peers": peers,
        "missing": [],
        "ratios": ratios,
        "spread": spread,
    }


def quarter_car(name: str, axle: str, tables: TabulatedLinkage | None) -> Model:
    """A chassis that can only heave, one corner, a tyre over a bump of 40 mm."""
    corner, parts = running_corner(load(name), axle, Side.LEFT, "chassis", tables=tables)
    at = corner.wheel_centre
    weight = 9.81 * (SPRUNG + UNSPRUNG)
    return Model("quarter car").add(
        Body(name="chassis", mass=SPRUNG, centre=(at[0], 0.0, 0.5), inertia=(100.0, 100.0, 100.0)),
        Prismatic(name="heave", parent="ground", child="chassis", point=(at[0], 0.0, 0.5), axis=Z),
        *parts,
        VerticalTyre(
            name="tyre",
            body=f"{corner.prefix}.wheel",
            point=at,
            radius=at[2] + weight / STIFFNESS,
            stiffness=STIFFNESS,
            damping=100.0,
            road=HalfSine(height=0.04, start=0.3, duration=0.06),
        ),
    )


def _timed(ready: Prepared) -> tuple[float, np.ndarray]:
    """Processor time of a step, and the heave."""
    samples = np.arange(round(DURATION / OUTPUT_STEP) + 1) * OUTPUT_STEP
    began = time.process_time()
    run = integrate(ready.workspace(), ready.state, 0.0, DURATION, samples=samples, method="rk4", step=STEP)
    cost = (time.process_time() - began) / run.steps
    return cost, run.channels[:, ready.layout.channels["heave.displacement"][0]]
