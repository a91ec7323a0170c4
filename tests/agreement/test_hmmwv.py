"""The heavy car with double wishbones: it comes down on its springs where statics say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

import jounce
from jounce.studies.driving.driving_start import start_parked, start_straight

# force over compression of the front spring [TACOM report 13337 by way of Project Chrono], m and N
COMPRESSION = 0.02 * np.arange(8)
FRONT = [0, 3629.923, 8991.945, 17818.165, 31840.681, 52791.592, 82402.997, 122406.996]
CHASSIS, CORNER = 2086.52, 71.105 + 19.45 + 5.813 + 23.965 + 6.0  # kg: wheel with hub, knuckle, arms, tie rod
EXTRA = 9.072 + 2.5  # kg of rack and steering wheel


@pytest.fixture(scope="module")
def car():
    return jounce.load("hmmwv").car_model()


@pytest.fixture(scope="module")
def standing(car):
    return start_parked(car)


def test_the_wheels_carry_the_weight_as_a_beam_on_two_axles(car, standing, measured):
    """Axle loads from the masses and their places in the data: within the 1 % that moving arms may change."""
    seen = standing.seen()
    front, rear = (seen[f"{axle}_left.tyre.Fz"] + seen[f"{axle}_right.tyre.Fz"] for axle in ("front", "rear"))
    weight = (CHASSIS + 4 * CORNER + EXTRA) * 9.81
    assert front + rear == pytest.approx(weight, abs=1e-4)
    # centre of the chassis 56 mm ahead of the middle of the axle frames, wheels 40 mm behind and 36 mm ahead of theirs
    wheelbase, behind = 2 * 1.688965 - 0.076, 1.688965 - 0.056 - 0.040
    sprung = CHASSIS * 9.81 * (1 - behind / wheelbase)
    measured("hmmwv.axle load", front / (sprung + 2 * CORNER * 9.81) - 1, 0.01)
    assert front == pytest.approx(sprung + 2 * CORNER * 9.81, rel=0.01)


def test_the_spring_force_is_that_of_the_published_table(standing):
    """Between its points as SciPy's monotone interpolant has it; ours chooses other slopes, 1 % of the force apart."""
    seen = standing.seen()
    compression = 0.339 - seen["front_left.spring.length"]
    assert 0.04 < compression < 0.06
    assert -seen["front_left.spring.force"] == pytest.approx(
        PchipInterpolator(COMPRESSION, FRONT)(compression), rel=0.01
    )


def test_it_drives_straight_by_all_four_wheels(car, standing):
    start = start_straight(car, 10.0, at=standing)
    run = jounce.simulate(start.ready, duration=1.0, step=5e-4, inputs=start.inputs)
    # 10 m/s along the body's own axis, which is pitched by 2 mrad: the same up to 2e-6, and it stays
    np.testing.assert_allclose(run["vehicle.speed"], 10.0, rtol=1e-5)
    np.testing.assert_allclose(run["vehicle.speed"], run["vehicle.speed"][0], rtol=1e-8)
    # the input shaft lies along the car, so it is no mirror image of itself: it settles with a yaw of 8e-6 rad
    aside = run["vehicle.y"] - run["vehicle.y"][0] - run["vehicle.yaw"][0] * (run["vehicle.x"] - run["vehicle.x"][0])
    assert np.abs(run["vehicle.yaw"]).max() < 1e-5
    assert np.abs(aside).max() < 1e-9
    assert start.inputs["drive.torque"] > 0
    shares = [run[f"{corner}.half_shaft_twist_1.torque"][-1] for corner in car.corners]
    np.testing.assert_allclose(shares, np.mean(shares), rtol=0.05)
