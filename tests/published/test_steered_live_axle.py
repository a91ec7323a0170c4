"""A steered live axle next to a solver for rods of constant length: drag link, king-pins, tie rod, pitman arm."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, sin

import numpy as np
import pytest

import jounce
from jounce.simulation.loops.pose import motions
from jounce.simulation.sweeps.sweep import sweep
from jounce.studies.kinematics.held_axle import prepare_held_axle

# king-pins, tie rod, drag link and Panhard rod of the front axle of a Mercedes G 500 as in Project Chrono (BSD-3),
# gclass/suspension/G500_FrontAxle.json; links along the car and the pitman arm are our own
AXLE = {
    "lower_link_inner": [-0.9, 0.4, 0.0],
    "lower_link_outer": [0.0, 0.45, -0.05],
    "upper_link_inner": [-0.8, 0.0, 0.2],
    "upper_link_outer": [0.0, 0.0, 0.2],
    "panhard_inner": [0.1, 0.44, 0.0],
    "panhard_outer": [0.1, -0.44, 0.0],
    "wheel_centre": [0.0, 0.7325, 0.0],
    "kingpin_lower": [0.0, 0.672305806756909, -0.1],
    "kingpin_upper": [0.0, 0.652694193243091, 0.1],
    "tie_rod_end": [-0.190568826619798, 0.601807971522173, 0.1],
    "drag_link_outer": [0.0, 0.5325, 0.2],
    "drag_link_inner": [0.6, 0.5325, 0.2],
    "pitman_pivot": [0.6, 0.5325, 0.42],
    "pitman_axis": [0.6, 0.4325, 0.42],
}
ARM = 0.22  # m of the pitman arm
P = {name: np.array(point) for name, point in AXLE.items()}
MIRROR = np.array([1.0, -1.0, 1.0])


def car(more: str = "") -> jounce.Vehicle:
    points = "\n".join(f"{name} = {place}" for name, place in AXLE.items())
    return jounce.load(  # type: ignore[return-value]
        'format = 1\nkind = "vehicle"\nname = "axle"\n[steering]\nform = "pitman arm"\ngear_ratio = 18\n'
        f'[axles.front]\ntemplate = "live_axle"\nsteered = true\n[axles.front.hardpoints]\n{points}\n'
        f"[axles.front.tyre]\nradius = 0.36\n{more}"
    )


def about(axis: np.ndarray, angle: float) -> np.ndarray:
    """Rodrigues' rotation matrix."""
    x, y, z = axis / np.linalg.norm(axis)
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + sin(angle) * K + (1.0 - cos(angle)) * K @ K


def placed(q: np.ndarray, point: np.ndarray, side: float | None = None) -> np.ndarray:
    """A point of the axle, or of the knuckle of a side, given on the left."""
    mirror = MIRROR if side == -1.0 else 1.0
    p = point * mirror
    if side is not None:
        low, high = P["kingpin_lower"] * mirror, P["kingpin_upper"] * mirror
        p = low + about(high - low, q[6 if side > 0 else 7]) @ (p - low)
    R = about(np.array([0, 0, 1.0]), q[3]) @ about(np.array([0, 1.0, 0]), q[4]) @ about(np.array([1.0, 0, 0]), q[5])
    return q[:3] + R @ p


def gaps(q: np.ndarray, travel: Sequence[float], arm: float) -> np.ndarray:
    """What does not fit: lengths of all rods, heights of both wheels. x, y, z, yaw, pitch, roll, both king-pins."""

    def stretch(inner: np.ndarray, outer: np.ndarray, length: float) -> float:
        return float(np.linalg.norm(outer - inner) - length)

    def rod(name: str, mirror: Sequence[float] = (1.0, 1.0, 1.0)) -> float:
        inner, outer = P[f"{name}_inner"] * mirror, P[f"{name}_outer"] * mirror
        return stretch(inner, placed(q, outer), np.linalg.norm(outer - inner))

    swung = P["pitman_pivot"] + about(P["pitman_axis"] - P["pitman_pivot"], arm) @ (
        P["drag_link_inner"] - P["pitman_pivot"]
    )
    end = P["tie_rod_end"]
    return np.array(
        [
            *(rod("lower_link", mirror) for mirror in ((1.0, 1.0, 1.0), MIRROR)),
            rod("upper_link"),
            rod("panhard"),
            stretch(placed(q, end, 1.0), placed(q, end, -1.0), 2.0 * end[1]),
            stretch(
                swung, placed(q, P["drag_link_outer"], 1.0), np.linalg.norm(P["drag_link_outer"] - P["drag_link_inner"])
            ),
            *(placed(q, P["wheel_centre"], side)[2] - z for side, z in zip((1.0, -1.0), travel, strict=True)),
        ]
    )


def solved(travel: Sequence[float], arm: float) -> np.ndarray:
    """By Newton's method with differences, walked there in steps."""
    q = np.zeros(8)
    for share in np.linspace(0.1, 1.0, 10):
        there = [share * z for z in travel], share * arm
        for _ in range(12):
            J = np.array([(gaps(q + d, *there) - gaps(q - d, *there)) / 2e-6 for d in 1e-6 * np.eye(8)]).T
            q = q - np.linalg.solve(J, gaps(q, *there))
    assert np.abs(gaps(q, travel, arm)).max() < 1e-14
    return q


def spin_axis_of_the_left_wheel(q: np.ndarray) -> np.ndarray:
    centre = P["wheel_centre"]
    return placed(q, centre + np.array([0.0, 1.0, 0.0]), 1.0) - placed(q, centre, 1.0)


@pytest.mark.parametrize(
    ("travel", "arc"),
    [((0.06, 0.06), 0.0), ((0.05, -0.05), 0.0), ((0.0, 0.0), 0.05), ((-0.04, 0.03), -0.06), ((0.05, 0.02), 0.08)],
)
def test_finite_positions_are_those_of_a_solver_for_rods_of_constant_length(travel, arc):
    """Places of the axle and directions of both wheels in heave, in roll, steered, and all of it."""
    axle = car().axle_model("front")
    ready = prepare_held_axle(axle)
    path = {corner.travel: np.linspace(0.0, z, 9) for corner, z in zip(axle.corners.values(), travel, strict=True)}
    path[axle.rack] = np.linspace(0.0, arc, 9)
    state = sweep(ready, path, [dict.fromkeys(path, 1.0)]).states[-1]
    bodies = motions(ready.mechanism, ready.layout, state)

    def body(name: str):
        return bodies[ready.mechanism.index(name)]

    q = solved(travel, arc / ARM)  # the axis points to the right, so that the arm's end goes forward with its angle
    found = np.array(body("front.axle").position((0.0, 0.0, 0.0)))
    assert found == pytest.approx(q[:3], abs=1e-11)
    for side, corner in zip((1.0, -1.0), axle.corners.values(), strict=True):
        own = P["wheel_centre"] * (MIRROR if side < 0 else 1.0)
        expected = placed(q, P["wheel_centre"], side)
        assert np.array(body(corner.carrier).position(tuple(own))) == pytest.approx(expected, abs=1e-11)
        left = np.array(body(corner.carrier).R) @ [0.0, 1.0, 0.0]
        outer = placed(q, P["wheel_centre"] + [0.0, 1.0, 0.0], side) - expected  # outboard
        assert left == pytest.approx(side * outer, abs=1e-11)


def test_bump_steer_is_the_arc_of_the_drag_link():
    """Level and along the car: no bump steer in first order, and in second the toe that the solver finds."""
    h = 1e-3
    x, y, _ = spin_axis_of_the_left_wheel(solved((h, h), 0.0))
    toe = -atan2(-x, y)
    kc = jounce.run(car(), "wheel-travel", axle="front", travel=(-0.01, 0.01), points=3).metrics
    assert kc["front_left.bump_steer"].value == pytest.approx(0.0, abs=1e-12)
    assert 0.5 * kc["front_left.bump_steer_curvature"].value * h**2 == pytest.approx(toe, rel=0.01)  # third order


def test_steering_ratio_is_that_of_levers():
    """Straight ahead the ball goes ARM/gear_ratio per angle of the wheel, and turns the knuckle by its lever about the
    king-pin; with both wheels the Ackermann arms are alike."""
    low, high, outer = P["kingpin_lower"], P["kingpin_upper"], P["drag_link_outer"]
    k = (high - low) / np.linalg.norm(high - low)
    steer = (
        1.0 / np.cross(k, outer - low)[0] * k[2]
    )  # per way of the ball forward: rate about z of an axis leaning in y
    kc = jounce.run(car(), "wheel-travel", axle="front", travel=(-0.01, 0.01), points=3).metrics
    assert abs(kc["front_left.steer_per_rack"].value) == pytest.approx(abs(steer), rel=1e-9)
    assert kc["front.steering_ratio"].value == pytest.approx(18.0 / ARM / abs(steer), rel=1e-9)


def test_what_keeps_a_live_axle_from_being_steered_is_said():
    text = car().to_toml()
    for old, new, where, said in (
        ("steered = true", "steered = false", "axles.front.steered", "points to steer by"),
        ("gear_ratio = 18.0", "gear_ratio = 200", "steering.gear_ratio", "no ratio"),
        ("pitman_pivot =", "# pitman_pivot =", "axles.front.hardpoints.pitman_pivot", "missing"),
    ):
        assert old in text, text
        with pytest.raises(jounce.ModelError) as caught:
            jounce.load(text.replace(old, new))
        assert [(p.where, said in p.what) for p in caught.value.problems] == [(where, True)]
