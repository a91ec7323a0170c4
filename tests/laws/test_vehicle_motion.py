"""Channels of a car's motion against SciPy's rotations and differences in time."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jounce
from jounce import Model
from jounce.parts import Body, BodyMotion, VehicleMotion

POINT = (0.7, -0.3, 0.4)


@pytest.fixture(scope="module")
def tumbling():
    """A free body that yaws by some turns, pitches and rolls, thrown upward; fine steps for differences in time."""
    model = Model("thrown")
    model.add(
        Body(name="body", mass=2.0, centre=(0.1, 0.0, 0.0), inertia=(0.1, 0.2, 0.25)),
        VehicleMotion(name="vehicle", body="body", point=POINT),
        BodyMotion(name="whole", body="body", point=POINT),
    )
    start = {"body.wx": 0.4, "body.wy": -0.3, "body.wz": 2.0, "body.vx": 12.0, "body.vy": 2.0, "body.vz": 5.0}
    return jounce.simulate(model, duration=2.0, step=5e-4, output_step=1e-3, start_rates=start)


def rotations(run) -> Rotation:
    return Rotation.from_quat(np.column_stack([run[f"body.q{k}"] for k in (1, 2, 3, 0)]))


def heading(run) -> Rotation:
    return Rotation.from_euler("Z", rotations(run).as_euler("ZYX")[:, :1])


def places(run) -> np.ndarray:
    origin = np.column_stack([run[f"body.{axis}"] for axis in "xyz"])
    return origin + rotations(run).apply(POINT)


def test_angles_are_yaw_pitch_and_roll_in_this_order(tumbling):
    found = np.column_stack([tumbling[f"vehicle.{word}"] for word in ("yaw", "pitch", "roll")])
    np.testing.assert_allclose(found, rotations(tumbling).as_euler("ZYX"), atol=1e-12)
    assert np.abs(found).max(axis=0) == pytest.approx([np.pi, 0.4, 0.4], abs=0.4)  # it does turn in all of them


def test_the_point_is_where_the_body_carries_it(tumbling):
    found = np.column_stack([tumbling[f"vehicle.{axis}"] for axis in "xyz"])
    np.testing.assert_allclose(found, places(tumbling), atol=1e-12)


def test_velocities_and_accelerations_are_those_of_the_point_in_level_axes_that_follow_the_heading(tumbling):
    """Central differences over 1 ms err by h^2/6 of the third derivative: 1e-6 m/s here, and 1e-5 m/s^2."""
    h, x = 1e-3, places(tumbling)
    v, a = (x[2:] - x[:-2]) / (2 * h), (x[2:] - 2 * x[1:-1] + x[:-2]) / h**2
    level = heading(tumbling)[1:-1].inv()
    for vector, names, error in ((v, ("vx", "vy", "vz"), 1e-5), (a, ("ax", "ay", "az"), 1e-4)):
        found = np.column_stack([tumbling[f"vehicle.{name}"][1:-1] for name in names])
        np.testing.assert_allclose(found, level.apply(vector), atol=error)


def test_rates_are_the_angular_velocity_in_the_same_axes(tumbling):
    w = rotations(tumbling).apply(np.column_stack([tumbling[f"body.w{axis}"] for axis in "xyz"]))
    level = heading(tumbling).inv().apply(w)
    found = np.column_stack([tumbling[f"vehicle.{word}_rate"] for word in ("roll", "pitch", "yaw")])
    np.testing.assert_allclose(found, level, atol=1e-12)


def test_speed_and_sideslip_are_the_horizontal_velocity_in_polar_form(tumbling):
    vx, vy = tumbling["vehicle.vx"], tumbling["vehicle.vy"]
    np.testing.assert_allclose(tumbling["vehicle.speed"], np.hypot(vx, vy), rtol=1e-12)
    np.testing.assert_allclose(tumbling["vehicle.sideslip"], np.arctan2(vy, vx), atol=1e-12)


def test_a_body_on_end_has_no_heading_and_no_nan():
    model = Model("on end").add(
        Body(name="body", mass=2.0, inertia=(0.1, 0.2, 0.25)), VehicleMotion(name="vehicle", body="body", point=POINT)
    )
    half = np.sqrt(0.5)
    run = jounce.simulate(model, duration=0.1, start={"body.q0": half, "body.q2": half}, integrator="rk4")
    assert all(np.isfinite(run[f"vehicle.{word}"]).all() for word in ("yaw", "pitch", "roll", "vx", "yaw_rate"))
    assert run["vehicle.pitch"][0] == pytest.approx(np.pi / 2, abs=1e-6)


def test_the_eighteen_histories_are_those_of_the_body_in_the_axes_of_the_ground(tumbling):
    """Place and attitude as above; rates by differences over 1 ms, which err by 1e-5 of the motion here."""
    h, x, R = 1e-3, places(tumbling), rotations(tumbling)
    w = R.apply(np.column_stack([tumbling[f"body.w{axis}"] for axis in "xyz"]))
    expected = {
        "v": (x[2:] - x[:-2]) / (2 * h),
        "a": (x[2:] - 2 * x[1:-1] + x[:-2]) / h**2,
        "w": w[1:-1],
        "alpha_": (w[2:] - w[:-2]) / (2 * h),
    }
    for letter, vector in expected.items():
        found = np.column_stack([tumbling[f"whole.{letter}{axis}"][1:-1] for axis in "xyz"])
        np.testing.assert_allclose(found, vector, atol=1e-4)
    for word in ("x", "y", "z", "yaw", "pitch", "roll"):
        np.testing.assert_array_equal(tumbling[f"whole.{word}"], tumbling[f"vehicle.{word}"])
    assert len([name for name in tumbling if name.startswith("whole.")]) == 18


def test_every_body_has_its_histories_on_request():
    model = jounce.load("four_bar").with_histories()
    assert {sensor.name for sensor in model.sensors} >= {f"bodies.{body.name}" for body in model.bodies}
    with pytest.raises(jounce.ModelError, match="Did you mean"):
        jounce.load("four_bar").with_histories("crnk")
