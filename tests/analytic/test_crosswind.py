"""Wind: what a car feels of it, and how it answers, beside the linear single track."""

from __future__ import annotations

import numpy as np
import pytest
from linear_tyre_car import CORNERING, FRONT_SHARE, MASS, WHEELBASE, linear_tyre_car

import jounce
from jounce.studies.driving.driving_start import start_straight

SPEED = 25.0
G = 9.81
FRONT, REAR = (1 - FRONT_SHARE) * WHEELBASE, FRONT_SHARE * WHEELBASE  # from the centre of mass
STIFFNESS = [CORNERING["front"] * MASS * G * FRONT_SHARE, CORNERING["rear"] * MASS * G * (1 - FRONT_SHARE)]


def single_track_in_wind(force: float, moment: float) -> tuple[float, float]:
    """Yaw rate and sideslip of steady motion with the steering wheel straight, under a side force and a yaw moment.

    m v r = -C_f (b + l_f r/v) - C_r (b - l_r r/v) + F        0 = -l_f C_f (b + l_f r/v) + l_r C_r (b - l_r r/v) + M
    """
    Cf, Cr = STIFFNESS
    rows = [
        [MASS * SPEED + (FRONT * Cf - REAR * Cr) / SPEED, Cf + Cr],
        [(FRONT**2 * Cf + REAR**2 * Cr) / SPEED, FRONT * Cf - REAR * Cr],
    ]
    rate, slip = np.linalg.solve(rows, [force, moment])
    return float(rate), float(slip)


def test_a_lasting_side_wind_turns_the_car_as_the_single_track_says(measured):
    """1 m/s of wind on linear tyres: all angles are small. The air turns with the car, so force and moment at the end
    are taken from the run; 1 % for the roll, whose lateral shift of the loads this theory does not have."""
    car = linear_tyre_car(side=2.2, yaw=-0.6)
    run = jounce.run(car, "crosswind", speed=SPEED, wind=1.0, gust="step", duration=4.0)
    at = int(np.argmin(np.abs(run.time - 2.5)))  # when it has settled; afterwards the heading changes the wind's angle
    rate, slip = single_track_in_wind(run["aerodynamics.Fy"][at], run["aerodynamics.Mz"][at])
    assert rate > 0.0  # wind from the right, behind which the nose turns: to the left
    measured("wind.steady", run["vehicle.yaw_rate"][at] / rate - 1.0, 0.01)
    measured("wind.steady", run["vehicle.cg.sideslip"][at] / slip - 1.0, 0.01)


def test_the_first_side_force_is_that_of_the_wind_triangle():
    """q A c_1 b with b = atan(-w/v) and q of both speeds; at the start the car has not moved yet."""
    wind = 8.0
    run = jounce.run(linear_tyre_car(side=2.2), "crosswind", speed=SPEED, wind=wind, gust="step", rise=1e-3)
    k = int(np.searchsorted(run.time, 1.005))
    expected = 0.5 * 1.2 * (SPEED**2 + wind**2) * 2.0 * 2.2 * np.arctan(wind / SPEED)
    assert run["aerodynamics.Fy"][k] == pytest.approx(expected, rel=2e-3)  # 5 ms of motion
    assert run["aerodynamics.speed"][k] == pytest.approx(np.hypot(SPEED, wind), rel=1e-3)


@pytest.mark.parametrize("gust", ["half-sine", "one-minus-cosine", "stretch"])
def test_a_gust_has_its_shape_and_ends(gust):
    """Over the way of the car: at a quarter, a half and the end of 25 m."""
    run = jounce.run(linear_tyre_car(side=0.01), "crosswind", speed=SPEED, wind=10.0, gust=gust, length=25.0)
    shapes = {
        "half-sine": lambda s: np.sin(np.pi * s),
        "one-minus-cosine": lambda s: 0.5 - 0.5 * np.cos(2 * np.pi * s),
        "stretch": lambda s: np.ones_like(s),
    }
    share = np.array([0.25, 0.5, 0.7])
    wind = -np.interp(1.0 + share * 25.0 / SPEED, run.time, np.tan(run["aerodynamics.slip"])) * SPEED
    np.testing.assert_allclose(wind, 10.0 * shapes[gust](share), rtol=5e-3)
    assert abs(np.interp(2.1, run.time, run["aerodynamics.slip"])) < 1e-3


def test_a_stretch_of_wind_blows_where_the_car_is_and_not_when():
    """The wind of a stretch begins at its place: a car that starts nearer is met by it earlier."""
    car = linear_tyre_car(side=0.01).with_tables(
        {"wind": {"across": 5.0, "zone": "stretch", "zone_start": 40.0, "zone_length": 10.0, "zone_edge": 0.5}}
    )
    start = start_straight(car.car_model("angle"), 20.0)
    run = jounce.simulate(start.ready, 4.0, inputs=dict(start.inputs), integrator="rk4")
    windy = np.abs(run["aerodynamics.slip"]) > 0.1
    x = run["vehicle.x"] - FRONT  # where the air forces act
    assert x[windy].min() == pytest.approx(40.0, abs=0.5)
    assert x[windy].max() == pytest.approx(50.0, abs=0.5)


def test_a_car_is_trimmed_in_the_wind_of_its_file():
    """Straight on in a side wind: tyres give what the air takes, and the steering wheel is turned."""
    car = linear_tyre_car(side=2.2, yaw=-0.6).with_tables({"wind": {"across": 6.0}})
    seen = start_straight(car.car_model("angle"), SPEED).seen()
    sides = sum(seen[f"{corner}.tyre.Fy"] for corner in ("front_left", "front_right", "rear_left", "rear_right"))
    assert sides == pytest.approx(-seen["aerodynamics.Fy"], rel=2e-3)  # the cosine of some degrees
    assert abs(seen["steering.wheel.angle"]) > 0.01
    assert abs(seen["vehicle.yaw_rate"]) < 1e-9


def test_wind_that_does_nothing_is_refused():
    with pytest.raises(jounce.ModelError, match="a gust does nothing"):
        jounce.run(jounce.load("hmmwv"), "crosswind")
    with pytest.raises(jounce.ModelError, match="twice zone_edge"):
        linear_tyre_car(side=1.0).with_tables({"wind": {"zone": "stretch", "zone_length": 1.0}}).car_model("angle")


@pytest.mark.parametrize("name", ["small_car", "golf1", "sedan"])
def test_a_side_wind_blows_cars_of_the_library_down_the_wind(name):
    """Passenger cars turn their nose away from a wind from the side: the air's force acts ahead of the middle of the
    wheelbase [Gillespie 1992, chapter 4]."""
    found = jounce.run(jounce.load(name), "crosswind", wind="5 m/s", gust="step", duration="3 s").metrics
    assert found["yaw_moment_peak"].value > 0.0
    assert found["side_force_peak"].value > 0.0
    assert found["lateral_deviation"].value > 0.0
