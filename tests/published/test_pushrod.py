"""A pushrod corner next to a solver for rigid links, and what stands across between both rockers."""

from __future__ import annotations

import json
from math import atan2
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.simulation.loops.pose import motions
from jounce.simulation.sweeps.sweep import sweep
from jounce.studies.kinematics.held_axle import prepare_held_axle

DATA = json.loads((Path(__file__).parent / "data" / "pushrod_corner.json").read_text())
NAMES = {
    "lower_arm_front": "lower_front",
    "lower_arm_rear": "lower_rear",
    "lower_ball_joint": "lower_ball",
    "upper_arm_front": "upper_front",
    "upper_arm_rear": "upper_rear",
    "upper_ball_joint": "upper_ball",
    "tie_rod_inner": "tie_in",
    "tie_rod_outer": "tie_out",
    "wheel_centre": "wheel_centre",
    "pushrod_outer": "pushrod_lower",
    "pushrod_inner": "pushrod_upper",
    "rocker_pivot": "rocker_pivot",
    "spring_top": "spring_body",
    "spring_bottom": "spring_rocker",
    "third_spring_end": "third_rocker",
    "bar_link": "tbar_rocker",
}
POINTS = {ours: DATA["hardpoints"][theirs] for ours, theirs in NAMES.items()}
POINTS["rocker_axis"] = [0.1, *POINTS["rocker_pivot"][1:]]
SPRINGS = """
[axles.front.spring]
law = 1e5
preload = 0.0
[axles.front.third_spring]
law = 1e5
preload = 0.0
"""
ROCKER = '[axles.front.rocker]\nbody = "lower_arm"\n'


def loaded(more: str = ROCKER + SPRINGS, points=POINTS) -> jounce.Vehicle:
    written = "\n".join(f"{name} = {place}" for name, place in points.items())
    head = 'format = 1\nkind = "vehicle"\nname = "racer"\n[axles.front]\ntemplate = "double_wishbone"\n'
    return jounce.load(f"{head}[axles.front.hardpoints]\n{written}\n[axles.front.tyre]\nradius = 0.23\n{more}")  # type: ignore[return-value]


def test_motion_ratios_are_those_of_a_solver_for_rigid_links():
    """The stored ratios are differences, good to 1e-9; the positions are closed to 1e-13 m."""
    run = jounce.run(loaded(), "wheel-travel", axle="front", travel=(-0.03, 0.03), points=7)
    stored = DATA["results"]
    ratios = [there["motion_ratio_spring"] for there in stored]
    assert run["front_left.spring.motion_ratio"] == pytest.approx(ratios, abs=1e-9)
    axes = [there["wheel_axis"] for there in stored]  # toe of the left wheel turns its axis forward
    assert run["front_left.toe"] == pytest.approx([atan2(x, y) for x, y, _ in axes], abs=1e-11)


def test_springs_have_the_lengths_of_that_solver():
    for there in DATA["results"]:
        point, _ = poses(loaded(), there["wheel_travel"], there["wheel_travel"])
        length = np.linalg.norm(point("front_left.rocker", POINTS["spring_bottom"]) - POINTS["spring_top"])
        assert length == pytest.approx(there["spring_length"], abs=1e-12)


def poses(car: jounce.Vehicle, left: float, right: float):
    """Where a point of a body is with both wheels lifted, and the value of a coordinate."""
    model = car.axle_model("front")
    ready = prepare_held_axle(model)
    path = {c.travel: np.linspace(0.0, z, 9) for c, z in zip(model.corners.values(), (left, right), strict=True)}
    state = sweep(ready, path, [dict.fromkeys(path, 1.0)]).states[-1]
    placed = motions(ready.mechanism, ready.layout, state)

    def point(body: str, at) -> np.ndarray:
        return np.array(placed[ready.mechanism.index(body)].position(tuple(at)))

    return point, lambda name: state[ready.layout.coordinates[name]]


def third_length(left: float, right: float) -> float:
    point, _ = poses(loaded(), left, right)
    at = np.array(POINTS["third_spring_end"])
    ends = [point(f"front_{side}.rocker", at * [1, sign, 1]) for side, sign in (("left", 1), ("right", -1))]
    return float(np.linalg.norm(ends[0] - ends[1]))


def test_a_third_spring_works_in_heave_and_in_roll_in_second_order_only():
    stored, rest = DATA["third_spring"], third_length(0.0, 0.0)
    assert rest == pytest.approx(stored["length_at_design"], abs=1e-14)
    for name, left, right in (
        ("heave_plus_20mm", 0.02, 0.02),
        ("heave_minus_20mm", -0.02, -0.02),
        ("roll_20mm", 0.02, -0.02),
        ("roll_10mm", 0.01, -0.01),
    ):
        assert third_length(left, right) - rest == pytest.approx(stored[name], abs=1e-12)


def test_a_third_spring_adds_to_the_rate_in_heave_and_not_to_that_in_roll():
    """2 k r^2, r = -dy/dz of its end on either side; both wheels share it."""
    found = {}
    for law in (1e5, 2e5):
        car = loaded().with_values({"axles.front.third_spring.law.slope": law})
        metrics = jounce.run(car, "compliance", axle="front").metrics
        found[law] = [metrics[f"front.{name}_rate"].value for name in ("parallel", "roll")]
    (heave, roll), (stiffer, same) = found.values()
    ratio = next(there["d_third_y_dz"] for there in DATA["results"] if there["wheel_travel"] == 0)
    assert stiffer - heave == pytest.approx(2.0 * 1e5 * ratio**2, rel=1e-8)
    assert same == pytest.approx(roll, rel=1e-9)


@pytest.mark.parametrize(("form", "moved"), [("t bar", "front.bar_twist.angle"), ("linkage", None)])
def test_a_t_bar_and_a_u_bar_between_rockers_twist_in_roll_and_not_in_heave(form, moved):
    """Heave swings the T about its foot, and turns both arms of the U alike; roll turns head and arms apart."""
    foot = [-0.06, 0.0, 0.56] if form == "t bar" else [-0.06, 0.12, 0.3]
    points = {**POINTS, "bar_bearing": foot, "bar_end": [-0.06, 0.14, 0.385]}
    bar = f'[axles.front.anti_roll_bar]\nform = "{form}"\nbody = "rocker"\nstiffness = 300.0\n'
    car = loaded(ROCKER + SPRINGS + bar, points)
    twists = []
    for left, right in ((0.02, 0.02), (0.01, -0.01)):
        _, coordinate = poses(car, left, right)
        arms = [f"front_{side}.bar_bearing.angle" for side in ("left", "right")]
        twists.append(coordinate(moved) if moved else coordinate(arms[0]) - coordinate(arms[1]))
    assert abs(twists[0]) < 1e-12 and abs(twists[1]) > 0.01


def test_a_pullrod_hangs_on_the_upper_arm():
    points = {**POINTS, "pushrod_outer": [0.0, 0.5, 0.31], "pushrod_inner": [0.0, 0.235, 0.14]}
    points |= {"rocker_pivot": [0.0, 0.185, 0.165], "rocker_axis": [0.1, 0.185, 0.165]}
    points |= {"spring_bottom": [0.0, 0.19, 0.225], "spring_top": [0.0, 0.03, 0.21]}
    points |= {"third_spring_end": [0.0, 0.15, 0.12]}
    run = jounce.run(
        loaded(ROCKER.replace("lower", "upper") + SPRINGS, points), "wheel-travel", travel=(-0.01, 0.01), points=3
    )
    assert 0.3 < run.metrics["front_left.spring.motion_ratio"].value < 1.5


@pytest.mark.parametrize(
    ("more", "left_out", "where", "said"),
    [
        (ROCKER + SPRINGS, "rocker_pivot", "axles.front.hardpoints.rocker_pivot", "missing"),
        (ROCKER + SPRINGS, "third_spring_end", "axles.front.hardpoints.third_spring_end", "missing"),
        (ROCKER.replace("lower_arm", "rocker") + SPRINGS, "", "axles.front.rocker.body", "there is no body"),
        (ROCKER + SPRINGS.replace("preload = 0.0\n", ""), "", "axles.front.spring", "neither"),
    ],
)
def test_what_is_missing_of_a_rocker_is_named(more, left_out, where, said):
    with pytest.raises(ModelError) as caught:
        loaded(more, {name: place for name, place in POINTS.items() if name != left_out})
    problem = caught.value.problems[0]
    assert problem.where == where and said in problem.what
