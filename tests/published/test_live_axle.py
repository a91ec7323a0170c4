"""Live axles beside a solver for rods of constant length, and beside the geometry of their roll axis."""

from __future__ import annotations

import json
from math import asin, atan2, cos, sin
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.simulation.loops.pose import motions
from jounce.simulation.sweeps.sweep import sweep
from jounce.studies.kinematics.held_axle import prepare_held_axle

DATA = json.loads((Path(__file__).parent / "data" / "live_axles.json").read_text())
HALF_TRACK, RADIUS = 0.7, 0.35  # m
LOWER = {"lower_link_inner": [0.45, 0.35, -0.045], "lower_link_outer": [0.01, 0.6, -0.075]}
PANHARD = {"panhard_inner": [-0.1, -0.61, 0.02], "panhard_outer": [-0.1, 0.61, -0.02]}
PAIR = {"upper_link_inner": [0.355, 0.5, 0.15], "upper_link_outer": [-0.055, 0.475, 0.15]}
MIDDLE = {"upper_link_inner": [0.355, 0.0, 0.15], "upper_link_outer": [-0.055, 0.0, 0.15]}
AXLES = {
    "three links and Panhard": ("live_axle", {**LOWER, **MIDDLE, **PANHARD}),
    "chrono generic SolidAxle": ("four_link_axle", {**LOWER, **PAIR}),
}


def loaded(template: str, points: dict[str, list[float]]) -> jounce.Vehicle:
    """One axle with its wheel centres at z = 0."""
    written = "\n".join(f"{name} = {place}" for name, place in points.items())
    head = 'format = 1\nkind = "vehicle"\nname = "axle"\n[axles.rear]\n'
    wheel = f"wheel_centre = [0.0, {HALF_TRACK}, 0.0]\n[axles.rear.tyre]\nradius = {RADIUS}\n"
    return jounce.load(f'{head}template = "{template}"\n[axles.rear.hardpoints]\n{written}\n{wheel}')  # type: ignore[return-value]


def reference(name: str) -> dict:
    return next(result for result in DATA["results"] if result["name"].startswith(name))


@pytest.mark.parametrize("name", AXLES)
def test_finite_positions_are_those_of_a_solver_for_rods_of_constant_length(name):
    """The pads stand where that solver's pose has the wheel centres; both are closed to 1e-14."""
    axle = loaded(*AXLES[name]).axle_model("rear")
    ready = prepare_held_axle(axle)
    for there in reference(name)["points"]:
        apart = HALF_TRACK * cos(there["pitch"]) * sin(there["roll"])
        path = {
            corner.travel: np.linspace(0.0, there["heave"] + corner.side.sign * apart, 9)
            for corner in axle.corners.values()
        }
        state = sweep(ready, path, [dict.fromkeys(path, 1.0)]).states[-1]
        body = motions(ready.mechanism, ready.layout, state)[ready.mechanism.index("rear.axle")]
        x, y, z = body.position((0.0, 0.0, 0.0))
        R = np.array(body.R)
        found = {"x": x, "y": y, "heave": z, "yaw": atan2(R[1, 0], R[0, 0]), "pitch": -asin(R[2, 0])}
        found["roll"] = atan2(R[2, 1], R[2, 2])
        assert found == pytest.approx({key: there[key] for key in found}, abs=1e-12)


def rates(points: dict[str, list[float]], heave: float, roll: float) -> np.ndarray:
    """Velocity of the middle of the axle and its turning rate: no rod changes its length."""
    rods = []
    for name in ("lower_link", "upper_link", "panhard"):
        if f"{name}_inner" in points:
            ends = np.array([points[f"{name}_inner"], points[f"{name}_outer"]])
            sides = [1.0] if ends[1][1] == 0.0 or name == "panhard" else [1.0, -1.0]
            rods += [ends * [1.0, side, 1.0] for side in sides]
    rows = [np.concatenate([outer - inner, np.cross(outer, outer - inner)]) for inner, outer in rods]
    given = np.eye(6)[[2, 3]]
    return np.linalg.solve(np.vstack([*rows, given]), [*np.zeros(len(rods)), heave, roll])


@pytest.mark.parametrize("name", AXLES)
def test_rates_in_roll_and_in_heave_are_those_of_rods_of_constant_length(name):
    """Linear equations of the rods, solved apart from jounce; and the stored differences, which are good to 1e-8."""
    template, points = AXLES[name]
    found = jounce.run(loaded(template, points), "wheel-travel", axle="rear", travel=(-0.01, 0.01), points=3).metrics
    heave, roll, stored = rates(points, 1.0, 0.0), rates(points, 0.0, 1.0), reference(name)
    # the body rolls against the axle, so its yaw has the other sign; toe-in of the left wheel is yaw to the right
    assert found["rear.roll_steer"].value == pytest.approx(-roll[5], abs=1e-12)
    assert found["rear_left.bump_steer"].value == pytest.approx(-heave[5], abs=1e-12)
    assert found["rear_left.caster_change"].value == pytest.approx(-heave[4], abs=1e-12)
    centre = found["rear.roll_centre_height"].value - RADIUS
    assert [found["rear.roll_steer"].value, centre] == pytest.approx(
        [-stored["roll_steer_rad_per_rad"], stored["roll_centre_above_wheel_centre_m"]], abs=1e-8
    )
    assert found["rear_left.bump_steer"].value == pytest.approx(-stored["heave"]["yaw_per_m"], abs=1e-8)


def test_the_roll_axis_goes_through_panhard_rod_and_meeting_point_of_the_lower_links():
    """Both where they cross the plane of symmetry: (-0.1, 0, 0), and (1.066, 0, -0.003) by the lower links' lines."""
    found = jounce.run(
        loaded(*AXLES["three links and Panhard"]), "wheel-travel", travel=(-0.01, 0.01), points=3
    ).metrics
    slope = -0.003 / (1.066 + 0.1)
    assert found["rear.roll_steer"].value == pytest.approx(-slope, abs=1e-14)
    assert found["rear.roll_centre_height"].value - RADIUS == pytest.approx(0.1 * slope, abs=1e-14)


def test_outputs_that_mean_nothing_for_a_live_axle_are_left_out():
    """No wheel has an instant centre of its own in parallel travel, and no half-shaft leads torque to the body."""
    figures = {"wheelbase": "2.6 m", "centre_height": "0.6 m", "front_brake_share": 0.7, "front_drive_share": 0.0}
    run = jounce.run(
        loaded(*AXLES["three links and Panhard"]), "wheel-travel", travel=(-0.01, 0.01), points=3, figures=figures
    )
    void = {"front_view_centre_y", "front_view_swing_arm", "support_slope_inboard", "anti_squat", "anti_lift_inboard"}
    words = {name.rpartition(".")[2] for name in run.keys()}
    assert not void & words
    assert {"anti_squat_carrier", "anti_lift", "side_view_swing_arm", "roll_centre_height"} <= words
