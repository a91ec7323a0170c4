"""Gradients of metrics against differences of whole runs, extrapolated; of trims, linear models, kinematics too.

Differences of step h and 2h, extrapolated once, err by h^4 and by the noise of trims over h. The dampers are linear: a
damper with two slopes has its kink where a car runs straight, and there the metrics of some numbers have none.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import jounce
from campaigns import only_in_campaign

RK4 = {"integrator": "rk4", "step": "1 ms"}
CASES = {
    "step-steer": ({"duration": "2 s", **RK4}, ["yaw_rate_response_time", "steady_roll", "steady_sideslip"]),
    "sine-steer": (
        {"duration": "3 s", **RK4},
        ["yaw_rate_first_peak", "yaw_rate_peak_ratio", "lateral_acceleration_lag", "lateral_offset", "largest_roll"],
    ),
    "three-bumps": (
        {"integrator": "rk4", "step": "1 ms"},
        ["hub_largest", "mount_largest", "largest_load", "largest_pitch"],
    ),
    "steady-circle": (
        {},
        [
            "understeer_gradient",
            "roll_gradient",
            "sideslip_gradient",
            "final steering.wheel.angle",
            "final vehicle.roll",
        ],
    ),
    "linear-steer": (
        {"speed": "80 km/h", "points": 2},
        [
            *("yaw_rate_gain", "characteristic_speed", "roll_gain", "yaw_natural_frequency", "yaw_damping"),
            *("bounce", "bounce_damping", "wheel_hop_front", "wheel_hop_rear_damping"),
        ],
    ),
}
PATHS = ["body.mass", "axles.front.spring.law.slope", "axles.front.tyre.law.LMUY"]


@cache
def golf():
    """The functional car, with linear dampers."""
    car = jounce.load("golf1")
    law = {axle: car.values()[f"axles.{axle}.damper.law.extension"] for axle in ("front", "rear")}
    return car.with_values(
        {f"axles.{a}.damper.law.{way}": c for a, c in law.items() for way in ("compression", "extension")}
    )


@cache
def small():
    """Every link, with dry friction at the rack that sticks and slides."""
    return jounce.load("small_car")


def differences(car, study, settings, metrics, path, share):
    """Central differences of the study's own metrics, extrapolated once."""
    value = car.values()[path]
    h = share * abs(value)

    def read(by):
        run = jounce.run(car.with_values({path: value + by}), study, **settings)
        final = {name: run[name.removeprefix("final ")][-1] for name in metrics if name.startswith("final ")}
        return np.array([final[name] if name in final else run.metrics[name].value for name in metrics])

    near, far = ((read(k * h) - read(-k * h)) / (2 * k * h) for k in (1, 2))
    return (4.0 * near - far) / 3.0


@pytest.mark.parametrize("study", CASES)
def test_gradients_are_those_of_whole_runs(study, measured):
    """By parts of the largest: what the most important number changes is 1."""
    settings, metrics = CASES[study]
    found = jounce.gradient(golf(), study, PATHS, metrics=metrics, **settings)
    by_part = found.values * found.path_values
    expected = np.array([differences(golf(), study, settings, metrics, p, 2e-4) for p in PATHS]).T * found.path_values
    measured("gradients", (by_part - expected) / np.abs(by_part).max(axis=1, keepdims=True), 1e-6)


@pytest.mark.parametrize(
    ("setting", "value", "share"), [("angle", 0.5, 5e-5), ("speed", 17.0, 1e-5), ("frequency", 0.5, 1e-5)]
)
def test_settings_of_a_study_are_differentiated_as_numbers_are(setting, value, share, measured):
    """The angle only scales what the driver does; with the speed the trimmed start changes too, and with the frequency
    the end of the sine moves between the knots of its history. Steps of the reference are short: largest values of
    samples bend where another sample is the largest, and the sine where its end meets a knot. With twenty times the
    step, the reference by the frequency is off by 2e-5."""
    given = {"duration": "3 s", "speed": 16.0, "angle": 0.5, **RK4}
    metrics = ["yaw_rate_first_peak", "lateral_offset", "largest_roll"]
    found = jounce.gradient(golf(), "sine-steer", f"settings.{setting}", metrics=metrics, **given | {setting: value})

    def read(by):
        run = jounce.run(golf(), "sine-steer", **given | {setting: value + by})
        return np.array([run.metrics[name].value for name in metrics])

    h = share * value
    near, far = ((read(k * h) - read(-k * h)) / (2 * k * h) for k in (1, 2))
    measured("gradients by settings", found.values[:, 0] / ((4.0 * near - far) / 3.0) - 1.0, 1e-6)


INNER_CAR = {  # of the driver, given: what is read off a car is known to eight digits only
    **{"mass": 900.0, "yaw_inertia": 1400.0, "front_length": 1.0, "rear_length": 1.4},
    **{"front_stiffness": 6e4, "rear_stiffness": 7e4, "steering_ratio": 19.0},
}


@pytest.mark.parametrize("path", ["body.mass", "axles.front.tyre.law.LMUY"])
def test_gradients_go_round_the_loop_of_a_driver_who_looks(path, measured):
    """A double lane change: what the driver sees changes, after a delay its hand, a hundred times a second."""
    given = {"speed": "60 km/h", "single_track": INNER_CAR, "run_in": "5 m", "width": "1.6 m", **RK4}
    metrics = ["final vehicle.y", "largest_path_error", "largest_roll", "largest_steering_angle"]
    found = jounce.gradient(golf(), "lane-change", [path], metrics=metrics, **given)
    expected = differences(golf(), "lane-change", given, metrics, path, 5e-5)
    measured("gradients in closed loop", found.values[:, 0] / expected - 1.0, 1e-6)


@pytest.mark.parametrize(
    "path", [only_in_campaign("axles.rear.spring.law.slope"), only_in_campaign("axles.front.tyre.law.LMUY")]
)
def test_gradients_pass_through_friction_that_sticks_and_slides(path, measured):
    """The rack of the small car sticks and slides five times in this second; metrics between events are smooth."""
    metrics, settings = (
        ["yaw_rate_response_time", "steady_roll", "lateral_acceleration_rise_time"],
        {"duration": "2 s", "integrator": "rk4", "step": "1 ms"},
    )
    found = jounce.gradient(small(), "step-steer", [path], metrics=metrics, **settings)
    assert len(found.run.metadata["events"]) >= 5
    expected = differences(small(), "step-steer", settings, metrics, path, 2e-5)
    measured("gradients through events", found.values[:, 0] / expected - 1.0, 1e-6)


def test_outputs_of_kinematics_are_differentiated_as_well(measured):
    """Six outputs of an axle on its rig, by the height of a ball joint."""
    car, path = jounce.load("double_wishbone"), "axles.front.hardpoints.lower_ball_joint.z"
    words = ("bump_steer", "bump_camber", "caster", "kingpin", "scrub_radius", "caster_trail")
    metrics = [f"front_left.{word}" for word in words]
    found = jounce.gradient(car, "wheel-travel", [path], metrics=metrics, axle="front")
    expected = differences(car, "wheel-travel", {"axle": "front"}, metrics, path, 1e-4)
    measured("gradients of kinematics", (found.values[:, 0] - expected) / np.abs(expected).max(), 1e-6)


def test_a_function_of_metrics_serves_an_optimiser():
    """The mass at which the car rolls as much as it is asked to, by Newton's method of SciPy with our derivatives."""
    from scipy.optimize import root

    f = jounce.studies.metric_function(golf(), "steady-circle", "roll_gradient", "body.mass")
    wanted = 1.05 * f(f.x0)
    found = root(lambda x: f(x) - wanted, f.x0, jac=f.jac, tol=1e-12)
    assert found.success
    run = jounce.run(f.car_at(found.x), "steady-circle")
    assert run.metrics["roll_gradient"].value == pytest.approx(wanted[0], rel=1e-9)
