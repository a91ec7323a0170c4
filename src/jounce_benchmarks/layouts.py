"""Benchmark `layouts`: what a live axle and pushrods cost, by the right-hand side of a car with and without them."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any

from jounce.model import Vehicle, load
from jounce.results import machine_class
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce_benchmarks.costs.operations import time_right_hand_side
from jounce_benchmarks.structural_car import SPEED

ROUNDS = 15
LIVE_AXLE = {  # points of `live_axle` of the library about the wheel centre, narrower by the track of the small car; m
    "lower_link_inner": (0.55, 0.42, -0.057),
    "lower_link_outer": (0.02, 0.45, -0.052),
    "upper_link_inner": (0.4, 0.0, 0.148),
    "upper_link_outer": (0.03, 0.0, 0.168),
    "panhard_inner": (-0.13, -0.45, 0.018),
    "panhard_outer": (-0.13, 0.46, -0.002),
}
AXLE = {"mass": 32.0, "inertia": [4.0, 0.4, 4.1]}
OUTBOARD_SPRING = {"front": ((0.0, 0.25, 0.5), (0.0, 0.5, 0.19)), "rear": ((-2.74, 0.25, 0.48), (-2.74, 0.48, 0.19))}
THIRD = ("third_spring", "third_damper", "anti_roll_bar", "rebound_stop")  # what needs rockers
BARS = {"front": ("bar_stem", "bar_head", "drop_link"), "rear": ("bar_arm", "drop_link")}


def layouts_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Processor time of one core at 60 km/h, straight ahead, interleaved; a ratio is that of a car with by without."""
    starts: dict[str, SteadyMotionStart] = {}
    for word, car in layouts().items():
        on_progress(f"trim of {word}")
        starts[word] = start_straight(car.car_model(), SPEED)
    costs: dict[str, list[float]] = {word: [] for word in starts}
    for number in range(ROUNDS):
        on_progress(f"round {number + 1} of {ROUNDS}")
        for word, start in starts.items():
            costs[word].append(time_right_hand_side(start))
    best = {word: min(times) for word, times in costs.items()}
    ours = {f"{word}_rhs_cpu_s": cost for word, cost in best.items()}
    ours["live_axle_ratio"] = best["live_axle"] / best["small_car"]
    ours["live_axle_in_place_of_plain_arms_ratio"] = best["live_axle"] / best["trailing_arms"]
    ours["pushrods_ratio"] = best["pushrods"] / best["wishbones"]
    return {
        "name": "layouts",
        "machine": machine_class(),
        "ours": ours,
        "peers": {},
        "missing": [],
        "ratios": {},
        "spread": {word: (median(times) - min(times)) / min(times) for word, times in costs.items()},
    }


def layouts() -> dict[str, Vehicle]:
    """Returns the small car as it is, on trailing arms without bodies of dampers, and on a live axle without these; and
    a single-seater with and without pushrods.

    Arms of both sides share lanes, and what hangs on one axle cannot.
    """
    small, racing = load("small_car"), load("open_wheel")
    assert isinstance(small, Vehicle) and isinstance(racing, Vehicle)
    dampers = {f"axles.rear.bodies.damper_{end}": None for end in ("upper", "lower")}
    arms = small.with_tables({"axles.rear.spinning_rods": False, **dampers})
    left_out = [f"{axle}.{word}" for axle in BARS for word in THIRD]
    left_out += [f"{axle}.bodies.{role}" for axle, roles in BARS.items() for role in roles]
    plain = racing.with_tables({f"axles.{path}": None for path in left_out})
    return {
        "small_car": small,
        "trailing_arms": arms,
        "live_axle": _on_live_axle(arms),
        "wishbones": _without_pushrods(plain),
        "pushrods": plain,
    }


def _on_live_axle(car: Vehicle) -> Vehicle:
    """The same springs, dampers, stops and wheels, on an axle that weighs twice as much as both arms."""
    rear = car.axles["rear"]
    x, _, z = rear.hardpoints["wheel_centre"]
    points = {name: (x + a, b, z + c) for name, (a, b, c) in LIVE_AXLE.items()}
    kept = {name: place for name, place in rear.hardpoints.items() if not name.startswith("pivot")}
    changed = {"template": "live_axle", "hardpoints": kept | points, "bodies.arm": None, "bodies.axle": AXLE}
    return car.with_tables({f"axles.rear.{word}": value for word, value in changed.items()})


def _without_pushrods(car: Vehicle) -> Vehicle:
    """Springs and dampers stand on the lower arms."""
    changed: dict[str, Any] = {}
    for axle, (top, bottom) in OUTBOARD_SPRING.items():
        changed |= {f"axles.{axle}.{word}": None for word in ("rocker", "bodies.rocker", "bodies.pushrod")}
        changed |= {f"axles.{axle}.hardpoints.spring_top": top}
        changed |= {f"axles.{axle}.hardpoints.spring_bottom": bottom}
    return car.with_tables(changed)
