"""Live axles next to a solver for rods of constant length, and next to the geometry of their roll axis."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import asin, atan2, cos, sin, sqrt
from pathlib import Path
from typing import Any

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
FRAME = {"a_frame_pivot": [-0.762, 0.42, 0.1], "a_frame_ball": [0.0, 0.0, 0.26]}
LONG = {"lower_link_inner": [1.139, 0.4, 0.1], "lower_link_outer": [0.115, 0.688, -0.09]}
TUBE = {"tube_ball": [1.0, 0.0, 0.0], "panhard_inner": [-0.1, 0.5, 0.0], "panhard_outer": [-0.1, -0.5, 0.0]}
WATT = {
    "watt_left_link_inner": [-0.2, -0.44, 0.25],
    "watt_left_link_outer": [-0.2, 0.0, 0.25],
    "watt_right_link_inner": [-0.2, 0.44, 0.05],
    "watt_right_link_outer": [-0.2, 0.0, 0.05],
    "watt_pivot": [-0.2, 0.0, 0.15],
}
AXLES = {
    "three links and Panhard": ("live_axle", {**LOWER, **MIDDLE, **PANHARD}),
    "chrono generic SolidAxle": ("four_link_axle", {**LOWER, **PAIR}),
    "UAZBUS rear push-pipe axle": ("torque_tube_axle", TUBE),
    "generic De Dion: ball at (1.905,0,0.1), Watt link at x -0.2, centre link pivot on axle": (
        "de_dion_axle",
        {"frame_ball": [1.905, 0.0, 0.1], **WATT},
    ),
}
LEAVES = {
    "leaf_link_inner": [0.435, 0.47, 0.04],
    "leaf_link_outer": [0.0, 0.5, 0.02],
    "leaf_middle": [0.0, 0.0, 0.02],
    "spring_top": [0.0, 0.5, 0.3],
    "spring_bottom": [0.0, 0.5, 0.02],
}
UAZ = {  # hanger and front clamp of the rear leaves of a UAZ bus in Project Chrono (BSD-3), uaz/suspension
    "leaf_link_inner": [0.494081171752993, 0.5142, 0.126],
    "leaf_link_outer": [0.044697881113434, 0.5142, 0.102479751287605],
    "leaf_middle": [0.0, 0.0, 0.1],
    "spring_top": [0.0, 0.5142, 0.2476],
    "spring_bottom": [0.0, 0.5142, 0.0476],
}
LEAF = "[axles.rear.leaf]\nwind_up_stiffness = 17000.0\n[axles.rear.spring]\nlaw = 35000.0\npreload = 0.0\n"
OWN = {  # no stored reference: the constraints below are solved here
    "A-frame": ("a_frame_axle", {**LONG, **FRAME}),
    "Watt": ("watt_axle", {**LOWER, **MIDDLE, **WATT}),
    "leaf springs": ("leaf_axle", LEAVES),
    "leaf springs of a UAZ": ("leaf_axle", UAZ),
}


def loaded(template: str, points: dict[str, list[float]]) -> jounce.Vehicle:
    """One axle with its wheel centres at z = 0."""
    written = "\n".join(f"{name} = {place}" for name, place in points.items())
    more = LEAF if template == "leaf_axle" else ""
    head = 'format = 1\nkind = "vehicle"\nname = "axle"\n[axles.rear]\n'
    wheel = f"wheel_centre = [0.0, {HALF_TRACK}, 0.0]\n[axles.rear.tyre]\nradius = {RADIUS}\n"
    return jounce.load(f'{head}template = "{template}"\n[axles.rear.hardpoints]\n{written}\n{wheel}{more}')  # type: ignore[return-value]


def reference(name: str) -> dict:
    return next(result for result in DATA["results"] if result["name"].startswith(name))


def pose_on_pads(template: str, points: dict[str, list[float]], heave: float, roll: float, pitch: float) -> dict:
    """Where jounce has the axle when its wheel centres are lifted as a pose of that heave, roll and pitch has them."""
    axle = loaded(template, points).axle_model("rear")
    ready = prepare_held_axle(axle)
    apart = HALF_TRACK * cos(pitch) * sin(roll)
    path = {corner.travel: np.linspace(0.0, heave + corner.side.sign * apart, 9) for corner in axle.corners.values()}
    state = sweep(ready, path, [dict.fromkeys(path, 1.0)]).states[-1]
    body = motions(ready.mechanism, ready.layout, state)[ready.mechanism.index("rear.axle")]
    x, y, z = body.position((0.0, 0.0, 0.0))
    R = np.array(body.R)
    found = {"x": x, "y": y, "heave": z, "yaw": atan2(R[1, 0], R[0, 0]), "pitch": -asin(R[2, 0])}
    return found | {"roll": atan2(R[2, 1], R[2, 2])}


@pytest.mark.parametrize("name", AXLES)
def test_finite_positions_are_those_of_a_solver_for_rods_of_constant_length(name):
    """The pads stand where that solver's pose has the wheel centres; both are closed to 1e-14.

    A ball on the body at which the axle turns by 1 rad per metre of heave has 1e-12 by rounding.
    """
    for there in reference(name)["points"]:
        found = pose_on_pads(*AXLES[name], there["heave"], there["roll"], there["pitch"])
        assert found == pytest.approx({key: there[key] for key in found}, abs=1e-11)


def turned(yaw: complex, pitch: complex, roll: complex, point: Sequence[complex]) -> np.ndarray:
    """A point turned about x, then y, then z."""
    x, y, z = point
    y, z = y * np.cos(roll) - z * np.sin(roll), y * np.sin(roll) + z * np.cos(roll)
    x, z = x * np.cos(pitch) + z * np.sin(pitch), z * np.cos(pitch) - x * np.sin(pitch)
    return np.array([x * np.cos(yaw) - y * np.sin(yaw), x * np.sin(yaw) + y * np.cos(yaw), z])


def gaps(points: dict[str, list[float]], q: np.ndarray) -> np.ndarray:
    """Squared lengths less those of the design, of everything that holds an axle: x, y, z, yaw, pitch, roll, and the
    turn of a centre link about its pivot. An A-frame is two rods that meet, a ball three components."""

    def moved(point: Sequence[float]) -> np.ndarray:
        return q[:3] + turned(*q[3:6], point)

    def stretch(inner: Any, outer: Any, now: np.ndarray) -> complex:
        inner, outer = np.array(inner), np.array(outer)
        return (now - inner) @ (now - inner) - (outer - inner) @ (outer - inner)

    found = []
    for name in ("lower_link", "upper_link", "panhard", "leaf_link"):
        if f"{name}_inner" in points:
            ends = np.array([points[f"{name}_inner"], points[f"{name}_outer"]])
            sides = [1.0] if ends[1][1] == 0.0 or name == "panhard" else [1.0, -1.0]
            for inner, outer in (ends * [1.0, side, 1.0] for side in sides):
                found.append(stretch(inner, outer, moved(outer)))
    for ball in ("tube_ball", "frame_ball"):
        if ball in points:
            found += [*(moved(points[ball]) - points[ball])]
    if "leaf_middle" in points:  # it stays in its plane, and the axle upright in the side view
        found += [(moved(points["leaf_middle"]) - points["leaf_middle"])[1], turned(*q[3:6], [0.0, 0.0, 1.0])[0]]
    if "a_frame_ball" in points:
        x, y, z = points["a_frame_pivot"]
        found += [stretch([x, side * y, z], points["a_frame_ball"], moved(points["a_frame_ball"])) for side in (1, -1)]
    if "watt_pivot" in points:
        pivot = np.array(points["watt_pivot"])
        for role in ("watt_left_link", "watt_right_link"):
            outer = np.array(points[f"{role}_outer"])
            on_axle = pivot + turned(0.0, 0.0, q[6], outer - pivot)
            found.append(stretch(points[f"{role}_inner"], outer, moved(on_axle)))
    else:
        found.append(q[6])
    return np.array(found)


def jacobian(points: dict[str, list[float]], q: np.ndarray) -> np.ndarray:
    """By the complex step: exact to rounding."""
    return np.array([gaps(points, q + 1e-30j * unit).imag / 1e-30 for unit in np.eye(7)]).T


def solved(points: dict[str, list[float]], heave: float, roll: float) -> np.ndarray:
    """The pose of that heave and roll, by Newton's method."""
    q = np.zeros(7)
    for share in np.linspace(0.1, 1.0, 10):
        q[2], q[5] = share * heave, share * roll
        free = [0, 1, 3, 4, 6]
        for _ in range(8):
            q[free] -= np.linalg.solve(jacobian(points, q)[:, free], gaps(points, q).real)
    return q


@pytest.mark.parametrize("name", OWN)
def test_finite_positions_are_those_of_constraints_solved_here(name):
    template, points = OWN[name]
    for heave, roll in ((0.05, 0.0), (-0.05, 0.0), (0.0, 0.05), (0.03, -0.05)):
        x, y, _, yaw, pitch, _, _ = solved(points, heave, roll)
        found = pose_on_pads(template, points, heave, roll, pitch)
        there = {"x": x, "y": y, "heave": heave, "yaw": yaw, "pitch": pitch, "roll": roll}
        assert found == pytest.approx(there, abs=1e-11)


def rates(points: dict[str, list[float]], heave: float, roll: float) -> np.ndarray:
    """Velocity of the middle of the axle and its yaw, pitch and roll rates: linear equations of what holds it."""
    rows = np.vstack([jacobian(points, np.zeros(7)), np.eye(7)[[2, 5]]])
    return np.linalg.solve(rows, [*np.zeros(5), heave, roll])


@pytest.mark.parametrize("name", [*AXLES, *OWN])
def test_rates_in_roll_and_in_heave_are_those_of_what_holds_the_axle(name):
    """Linear equations, solved apart from jounce; and the stored differences, which are good to 1e-8."""
    template, points = (AXLES | OWN)[name]
    found = jounce.run(loaded(template, points), "wheel-travel", axle="rear", travel=(-0.01, 0.01), points=3).metrics
    heave, roll = rates(points, 1.0, 0.0), rates(points, 0.0, 1.0)
    # the body rolls against the axle, so its yaw has the other sign; toe-in of the left wheel is yaw to the right
    assert found["rear.roll_steer"].value == pytest.approx(-roll[3], abs=1e-12)
    assert found["rear_left.bump_steer"].value == pytest.approx(-heave[3], abs=1e-12)
    assert found["rear_left.caster_change"].value == pytest.approx(-heave[4], abs=1e-12)
    if name in OWN:
        return
    stored, centre = reference(name), found["rear.roll_centre_height"].value - RADIUS
    assert [found["rear.roll_steer"].value, centre] == pytest.approx(
        [-stored["roll_steer_rad_per_rad"], stored["roll_centre_above_wheel_centre_m"]], abs=1e-8
    )
    assert found["rear_left.bump_steer"].value == pytest.approx(-stored["heave"]["yaw_per_m"], abs=1e-8)


@pytest.mark.parametrize(
    ("name", "front", "rear"),
    [
        ("three links and Panhard", (0.45 + 0.35 / 0.25 * 0.44, -0.045 + 0.35 / 0.25 * 0.03), (-0.1, 0.0)),
        ("UAZBUS rear push-pipe axle", (1.0, 0.0), (-0.1, 0.0)),
        (
            "generic De Dion: ball at (1.905,0,0.1), Watt link at x -0.2, centre link pivot on axle",
            (1.905, 0.1),
            (-0.2, 0.15),
        ),
        ("A-frame", (1.139 + 0.4 / 0.288 * 1.024, 0.1 + 0.4 / 0.288 * 0.19), (0.0, 0.26)),
    ],
)
def test_the_roll_axis_goes_through_the_points_where_guides_meet_the_plane_of_symmetry(name, front, rear):
    """Meeting point of the lower links' lines or ball; Panhard rod, pivot of the Watt linkage or apex. (x, z)"""
    template, points = (AXLES | OWN)[name]
    found = jounce.run(loaded(template, points), "wheel-travel", travel=(-0.01, 0.01), points=3).metrics
    slope = (front[1] - rear[1]) / (front[0] - rear[0])
    assert found["rear.roll_steer"].value == pytest.approx(-slope, abs=1e-12)
    assert found["rear.roll_centre_height"].value - RADIUS == pytest.approx(rear[1] - rear[0] * slope, abs=1e-12)


def test_a_watt_linkage_leads_its_pivot_straight_where_a_panhard_rod_leads_its_end_on_a_circle():
    """In heave the level Panhard rod of length L shifts the end by L - sqrt(L^2 - z^2), the Watt linkage by less than
    a hundredth of it: its shift is of higher order."""
    heave, length = 0.05, 1.22
    level = {"panhard_inner": [-0.1, -0.61, 0.0], "panhard_outer": [-0.1, 0.61, 0.0]}
    watt = {name: [-0.1, y, z - 0.15] for name, (_, y, z) in WATT.items()}
    links = {
        "lower_link_inner": [1.0, 0.5, -0.1],
        "lower_link_outer": [0.0, 0.5, -0.1],
        "upper_link_inner": [1.0, 0.0, 0.1],
        "upper_link_outer": [0.0, 0.0, 0.1],
    }
    shift = {}
    for template, guide in (("live_axle", level), ("watt_axle", watt)):
        there = pose_on_pads(template, {**links, **guide}, heave, 0.0, 0.0)
        shift[template] = there["y"] + 0.1 * sin(-there["yaw"])  # of the guide's plane
    end = length - sqrt(length**2 - heave**2)
    assert shift["live_axle"] == pytest.approx(-end, rel=1e-3)  # the end of the rod, but for the yaw of the axle
    assert abs(shift["watt_axle"]) < 0.01 * end


def test_braking_winds_an_axle_up_on_its_leaf_springs():
    """Wheels locked, links level at the height of the seats: moment by stiffness, of 1 N at each contact point."""
    template, points = OWN["leaf springs"]
    level = {**points, "leaf_link_inner": [0.435, 0.47, 0.02]}
    car = loaded(template, level)
    found = jounce.run(car, "compliance", axle="rear").metrics["rear_left.forward_force_locked_parallel.caster"].value
    assert found == pytest.approx(2.0 * (RADIUS + 0.02) / 17000.0, rel=1e-9)


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
