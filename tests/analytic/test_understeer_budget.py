"""The understeer budget: its sum beside steady circles, its parts beside closed forms and beside kinematics."""

from __future__ import annotations

import numpy as np
import pytest
from linear_tyre_car import CORNERING, FRONT_SHARE, MASS, WHEELBASE, linear_tyre_car

import jounce
from campaigns import with_campaign
from jounce.studies.driving.driving_start import start_in_circle, start_straight

G = 9.81
SHARES = {"front": FRONT_SHARE, "rear": 1.0 - FRONT_SHARE}
SMALL = "0.5 m/s^2"  # of a budget beside a theory for small angles
NEAR = 2e-3  # squares of angles of some degrees: (0.05 rad)^2
CARS = [
    ("small_car", "structural", False),
    ("golf1", "structural", False),
    ("small_car", "functional", False),
    ("small_car_compliant", "structural", True),
    ("hmmwv", "structural", False),
    ("vw_vanagon", "structural", False),
    ("small_car", "tabulated", False),
]


def budget(car, **settings):
    return {name: metric.value for name, metric in jounce.run(car, "understeer-budget", **settings).metrics.items()}


@pytest.mark.parametrize(("name", "depth", "compliance"), with_campaign(CARS, lambda case: case in CARS[:4]))
def test_effects_add_up_to_the_understeer_gradient_of_steady_circles(name, depth, compliance, measured):
    """1 % is what an engineer asks for; the remainder is not among the effects."""
    car = jounce.load(name).at_depth(depth)
    found = budget(car, compliance=compliance)
    circles = jounce.run(car, "steady-circle", compliance=compliance).metrics["understeer_gradient"].value
    assert found["understeer_gradient"] == pytest.approx(circles, rel=1e-9)
    measured("budget.understeer", found["sum_of_effects"] / circles - 1.0, 0.01)


def test_weight_and_cornering_stiffness_make_what_the_text_book_says():
    """K = W_f/C_f - W_r/C_r [Gillespie 1992, eq. 6-15]; with C = c W of both tyres, 1/c_f - 1/c_r in rad per g."""
    found = budget(linear_tyre_car(), lateral_acceleration=SMALL)
    expected = np.degrees(1.0 / CORNERING["front"] - 1.0 / CORNERING["rear"])
    assert found["tyres_and_weight"] == pytest.approx(expected, rel=NEAR)
    assert found["front.tyres_and_weight"] == pytest.approx(np.degrees(1.0 / CORNERING["front"]), rel=NEAR)
    assert found["understeer_gradient"] == pytest.approx(expected, rel=NEAR)
    others = ("aligning_moment", "load_transfer", "camber", "roll_steer", "steering_column", "lateral_force_steer")
    assert all(abs(found[word]) < NEAR * expected for word in others)


def test_aligning_moments_add_what_their_yaw_moment_asks_of_the_axles():
    """A trail t on all wheels turns the car out of the circle with t m a_y: the front axle carries t m a_y / L more,
    the rear one as much less, K = t m / L (1/C_f + 1/C_r) [Gillespie 1992, chapter 6]."""
    trail = 0.03
    found = budget(linear_tyre_car(trail=trail), lateral_acceleration=SMALL)
    stiffness = [CORNERING[axle] * MASS * G * share for axle, share in SHARES.items()]
    expected = np.degrees(trail * MASS / WHEELBASE * sum(1.0 / C for C in stiffness)) * G
    assert found["aligning_moment"] == pytest.approx(expected, rel=2 * NEAR)
    assert found["understeer_gradient"] == pytest.approx(found["tyres_and_weight"] + expected, rel=NEAR)


def test_camber_thrust_of_leaning_wheels_adds_to_the_slip_angles():
    """Wheels lean with the body. c alpha + c_g gamma has to stay: K = (c_gf/c_f - c_gr/c_r) times the roll gradient."""
    camber = (1.2, 0.5)
    car = linear_tyre_car(camber=camber)
    found = budget(car, lateral_acceleration=SMALL)
    roll = jounce.run(car, "steady-circle", lateral_acceleration=SMALL).metrics["roll_gradient"].value
    slopes = [thrust / c for thrust, c in zip(camber, CORNERING.values(), strict=True)]
    assert found["front.camber"] == pytest.approx(slopes[0] * roll, rel=0.01)  # the tyres give way: 0.3 % of the roll
    assert found["camber"] == pytest.approx((slopes[0] - slopes[1]) * roll, rel=0.02)


def test_roll_steer_is_the_slope_of_the_steer_curve_times_the_travel_of_the_wheels():
    """The curve is that of `wheel-travel`, the travel that of a circle of 0.5 m/s^2, where the gradient is read.

    5 %: the wheels also move together, and the rack of the circle is not in the middle.
    """
    car, speed, at = jounce.load("small_car"), 60 / 3.6, 0.5
    found = budget(car, speed=speed, lateral_acceleration=2 * at)
    model = car.car_model("angle")
    straight = start_straight(model, speed)
    turned = start_in_circle(model, speed, at / speed, straight)
    for axle, sign in (("front", -1.0), ("rear", 1.0)):
        kc = jounce.run(car, "wheel-travel", axle=axle, mode="opposite", travel=(-0.02, 0.02), points=41)
        steer = 0.5 * (kc[f"{axle}_left.steer"] + kc[f"{axle}_right.steer"])
        slope = np.polyfit(kc[kc.metadata["abscissa"]], steer, 3)[-2]
        left, right = (
            turned.seen()[f"{axle}_{side}.travel"] - straight.seen()[f"{axle}_{side}.travel"]
            for side in ("left", "right")
        )
        expected = sign * np.degrees(slope * 0.5 * (left - right)) / at * G
        assert found[f"{axle}.roll_steer"] == pytest.approx(expected, rel=0.05)


def test_a_column_that_does_not_twist_adds_nothing():
    car = jounce.load("small_car")
    soft, stiff = (
        budget(car.with_values({"steering.column_stiffness": k}), lateral_acceleration="1 m/s^2")["steering_column"]
        for k in (550.0, 550e4)
    )
    assert soft > 0.01
    assert abs(stiff) < 1e-3 * soft


def test_a_car_without_wheels_is_refused():
    with pytest.raises(jounce.ModelError, match="no wheels"):
        jounce.run(jounce.load("small_car").at_depth("roll"), "understeer-budget")
