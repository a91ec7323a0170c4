"""Benchmark `kc-sweep`: 141 positions of a double-wishbone axle with all its outputs, after the first call."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import jounce
from jounce.model import load
from jounce.model.assembly.names import Side
from jounce.model.vehicle import Vehicle
from jounce.results import Result, machine_class
from jounce.studies.kinematics.sensitivity import sensitivity
from jounce.studies.kinematics.wheel_travel import MountedAxle, mount
from jounce.views.page.encoding import Encoder
from jounce.views.page.scene import scene_of
from jounce_benchmarks.peers import Peer, find_peer_model

ROUNDS, REPEATS = 7, 10
POINTS, TRAVEL = 141, 0.08  # m upwards, where the baseline goes too
# so that no output is left out
FIGURES = {"wheelbase": 2.6, "front_brake_share": 0.6, "front_drive_share": 0.5, "sprung_mass": 350.0}
LINKS = (
    ("lower_arm_front", "lower_ball_joint"),
    ("lower_arm_rear", "lower_ball_joint"),
    ("upper_arm_front", "upper_ball_joint"),
    ("upper_arm_rear", "upper_ball_joint"),
    ("tie_rod_inner", "tie_rod_outer"),
)
BASELINE = Peer("numpy", "kc_baseline")
COORDINATES = 30  # of hardpoints, by which outputs are differentiated
DRAGGED = "axles.front.hardpoints.lower_ball_joint.z"
VARIANTS, READ = 40, ["front.roll_centre_height", "front_left.bump_steer"]  # of a batch, and what is kept of each


def kc_sweep_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Processor time of one study: all outputs of both wheels here, one wheel's place and angles in the baseline."""
    car = load("double_wishbone")
    mounted = mount(car, figures=FIGURES)
    ways = _ways(car, mounted)
    if baseline := find_peer_model(BASELINE):
        geometry, travels = _geometry(car), np.linspace(0.0, 1000.0 * TRAVEL, POINTS)
        ways["numpy_baseline"] = lambda: baseline.sweep(*geometry, travels)
    with tempfile.TemporaryDirectory() as folder:
        ways |= _ways_of_users(car, Path(folder) / "page.html")
        costs = _cpu_times(ways, on_progress)
    best = {who: min(times) for who, times in costs.items()}
    peers, ratios = {}, {}
    if baseline:
        peers["numpy_baseline"] = {
            "cpu_s_per_study": best["numpy_baseline"],
            "outputs": 5.0,
            "largest_difference_rad": _largest_difference(ways["ours"](), ways["numpy_baseline"]()),
        }
        ratios["numpy_baseline"] = best["numpy_baseline"] / best["ours"]
    return {
        "name": "kc-sweep",
        "machine": machine_class(),
        "ours": {
            "cpu_s_per_study": best["ours"],
            "cpu_s_per_study_up_and_down": best["ours up and down"],
            "cpu_s_per_study_after_a_drag": best["ours dragged"],
            "cpu_s_of_a_drag_values_and_rules": best["ours values"],
            "cpu_s_of_a_drag_values_and_rig": best["ours rig"],
            "cpu_s_of_a_drag_through_run": best["ours run"],
            "cpu_s_of_a_scene": best["ours scene"],
            "cpu_s_of_a_page": best["ours page"],
            "cpu_s_per_variant_in_a_batch": best["ours variants"] / VARIANTS,
            "cpu_s_per_study_with_derivatives": best["ours derivatives"],
            "derivatives_by": float(COORDINATES),
            "outputs": float(len(mounted.run().channels) - 1),
        },
        "peers": peers,
        "missing": [] if baseline else ["numpy_baseline"],
        "ratios": ratios,
        "spread": {who: (median(times) - min(times)) / min(times) for who, times in costs.items()},
    }


def _cpu_times(ways: Mapping[str, Callable[[], Any]], on_progress: Callable[[str], None]) -> dict[str, list[float]]:
    """Measures each way several times, interleaved, so that a noisy machine hits all alike."""
    costs: dict[str, list[float]] = {who: [] for who in ways}
    for study in ways.values():
        study()  # what is compiled on demand
    for number in range(ROUNDS):
        on_progress(f"round {number + 1} of {ROUNDS}")
        for who, study in ways.items():
            began = time.process_time()
            for _ in range(REPEATS):
                study()
            costs[who].append((time.process_time() - began) / REPEATS)
    return costs


def _ways(car: Vehicle, mounted: MountedAxle) -> dict[str, Callable[[], Any]]:
    """What is measured. After a drag: values checked as a file is, loops closed again, all curves anew."""
    heights = cycle(np.linspace(0.190, 0.200, 1000).tolist())
    paths = [path for path in car.values() if path.startswith("axles.front.hardpoints.")][:COORDINATES]

    def dragged() -> Vehicle:
        return car.with_values({DRAGGED: next(heights)})

    return {
        "ours": lambda: mounted.run("parallel", (0.0, TRAVEL), POINTS),
        "ours up and down": lambda: mounted.run("parallel", (-TRAVEL, TRAVEL), POINTS),
        "ours dragged": lambda: mounted.with_car(dragged()).run("parallel", (0.0, TRAVEL), POINTS),
        "ours values": dragged,
        "ours rig": lambda: mounted.with_car(dragged()),
        "ours derivatives": lambda: sensitivity(
            mounted, "wheel-travel", paths, travel=(-TRAVEL, TRAVEL), points=POINTS
        ),
    }


def _ways_of_users(car: Vehicle, page: Path) -> dict[str, Callable[[], Any]]:
    """What is measured as users call it: a drag to all curves, what they look like, and designs next to each other."""
    heights = np.linspace(0.190, 0.200, VARIANTS).tolist()
    turns, run = cycle(heights), jounce.run(car, "wheel-travel", axle="front")
    return {
        "ours run": lambda: jounce.run(car.with_values({DRAGGED: next(turns)}), "wheel-travel", axle="front"),
        "ours scene": lambda: scene_of(run, np.arange(POINTS), Encoder()),
        "ours page": lambda: run.view(page),
        "ours variants": lambda: jounce.vary(
            car, "wheel-travel", {DRAGGED: heights}, metrics=READ, workers=1, axle="front"
        ),
    }


def _geometry(car: Vehicle) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Ends of the links and wheel centre in mm, spin axis."""
    points = {name: 1000.0 * np.array(at) for name, at in car.axles["front"].hardpoints.items()}
    inner, outer = (np.array([points[link[end]] for link in LINKS]) for end in (0, 1))
    return inner, outer, points["wheel_centre"], np.array(car.axle_model("front").corners[Side.LEFT].spin_axis, float)


def _largest_difference(ours: Result, theirs: np.ndarray) -> float:
    """In steer angle and inclination, rad: both solve the same mechanism."""
    angles = np.column_stack([ours["front_left.steer"], ours["front_left.inclination"]])
    return float(np.abs(theirs[:, 3:] - angles).max())
