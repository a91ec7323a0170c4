"""Cars in the linear range against closed forms of the single-track model that was derived from them."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.depths.axle_numbers import axle_numbers
from jounce.depths.derive import derive, derived_vehicle
from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.handling.standing_car import standing_start
from jounce.studies.handling.steady_cornering import steady_cornering_geometry

ONE_PERCENT = 0.01
SMALL = 0.05  # m/s^2, of circles
# in the linear range dry friction would hold or push by itself
FRICTIONLESS = {"steering.rack_friction": 0.0, "drive.differential_friction": 0.0}
# the closed forms know no force that grows with the speed: air steers a car, and a pull against more resistance at the
# steered wheels softens them; 1 % of their stiffness is 6 % of the difference that understeer is
AIRLESS = {"aero.area": 1e-6}
ROLLING = {f"axles.{axle}.tyre.law.{name}": 0.0 for axle in ("front", "rear") for name in ("QSY3", "QSY4")}
# the body's centre near the roll axis and a light engine: then the car does not roll as it yaws
LOW = {"body.centre.z": "60 mm", "drive.input_inertia": 1e-4}
MOTIONS = ("vehicle.cg.ay", "vehicle.yaw_rate", "vehicle.roll_rate")


def car_at(depth, **changes):
    """A vehicle of its own at that depth, from which a single-track model can be derived in turn."""
    car = jounce.load("small_car").with_values(FRICTIONLESS | AIRLESS | ROLLING | changes)
    return car if depth == "structural" else derived_vehicle(car.at_depth(depth))


@pytest.mark.parametrize("depth", ["structural", "functional"])
def test_gain_and_understeer_are_the_closed_forms(depth, measured):
    """Derived from one circle at 72 km/h, compared at others: V / (i (L + K V^2)), K = m (b/Cf - a/Cr)/L.

    Without air, and with a rolling resistance that does not grow: see AIRLESS and ROLLING.
    """
    vehicle = car_at(depth)
    single = derive(vehicle.at_depth("single-track")).linear
    car = vehicle.car_model("angle")
    about = steady_cornering_geometry(vehicle, car)
    for speed in (60 / 3.6, 80 / 3.6, 100 / 3.6):
        straight = start_straight(car, speed)
        turning = start_in_circle(car, speed, SMALL / speed, at=straight)
        rate = turning.seen()["vehicle.yaw_rate"] - straight.seen()["vehicle.yaw_rate"]
        wheel = turning.inputs[car.steering] - straight.inputs[car.steering]
        gain = rate / wheel / single.yaw_rate_gain(speed) - 1.0
        excess = wheel / about["steering_ratio"] - about["wheelbase"] * rate / speed
        understeer = excess / (rate * speed) / single.understeer_gradient() - 1.0
        assert abs(gain) < ONE_PERCENT and abs(understeer) < ONE_PERCENT
        measured("depths.gain", abs(gain), ONE_PERCENT)
        measured("depths.understeer", abs(understeer), ONE_PERCENT)


@pytest.mark.parametrize("speed", [72, 120])
def test_air_moves_the_understeer_of_a_car_by_its_side_force_and_yaw_moment(speed):
    """`golf1` with side force and yaw moment of the air, and without: the difference is that of the closed form.

    What is left out here is the same on both sides: lift and the pull against drag. The yaw moment turns the nose
    away from the air that comes from the side, so that the car understeers less.
    """
    vehicle, V = jounce.load("golf1"), speed / 3.6
    still = vehicle.with_values({"aero.side": [0.0, 0.0], "aero.yaw": [0.0, 0.0], "aero.roll": [0.0, 0.0]})
    single = derive(still.at_depth("single-track")).linear
    pressure = 0.5 * 1.2 * 1.86148 * V**2  # N, of golf1's air
    side, yaw = -pressure * 2.2, -pressure * 2.4 * 0.65  # N/rad, N m/rad of slip, at the centre of mass
    found = understeer_in_circle(vehicle, V) - understeer_in_circle(still, V)
    expected = understeer_by_closed_form(single, side, yaw, V) - understeer_by_closed_form(single, 0.0, 0.0, V)
    assert understeer_by_closed_form(single, 0.0, 0.0, V) == pytest.approx(single.understeer_gradient(), rel=1e-12)
    assert expected < 0.0
    assert found == pytest.approx(expected, abs=ONE_PERCENT * single.understeer_gradient())


def understeer_by_closed_form(single, side, yaw, speed):
    """rad s^2/m of a single track with a side force and a yaw moment for each unit of sideslip, for a yaw rate of 1/s.

    Sum of forces m V r = F_f + F_r + Y b, of moments 0 = a F_f - l F_r + N b, F_r = C_r (l r/V - b), and last
    F_f = C_f (delta - b - a r/V).
    """
    m, a, rear, V = single.mass, single.front, single.rear, speed
    C_f, C_r, L = single.front_stiffness, single.rear_stiffness, single.wheelbase
    b = (C_r * rear / V - a * m * V / L) / (C_r + (yaw - a * side) / L)
    F_f = (rear * (m * V - side * b) - yaw * b) / L
    delta = F_f / C_f + b + a / V
    return (delta - L / V) / V


def understeer_in_circle(vehicle, speed):
    """rad s^2/m at the road wheels, from straight ahead to a wide circle."""
    car = vehicle.car_model("angle")
    about = steady_cornering_geometry(vehicle, car)
    straight = start_straight(car, speed)
    turning = start_in_circle(car, speed, SMALL / speed, at=straight)
    rate = turning.seen()["vehicle.yaw_rate"] - straight.seen()["vehicle.yaw_rate"]
    wheel = turning.inputs[car.steering] - straight.inputs[car.steering]
    return (wheel / about["steering_ratio"] - about["wheelbase"] * rate / speed) / (rate * speed)


def yaw_mode(car, speed):
    """The oscillation with the most yaw for its sideways acceleration, and hardly any roll."""
    start = start_straight(car, speed)
    values, shares = small_motions(start.ready, start.ready.state, start.inputs, MOTIONS).modes()
    kept = [
        k
        for k in range(len(values))
        if values[k].imag > 0 and 3.0 < abs(values[k]) < 20.0 and -values[k].real > 0.6 * abs(values[k])
    ]
    return values[max(kept, key=lambda k: abs(shares[1, k]))]


@pytest.mark.parametrize("depth", ["structural", "functional"])
def test_the_natural_frequency_of_a_car_that_does_not_roll_is_the_closed_form(depth, measured):
    """Roots of the polynomial with lagging tyres; without the lag it would be 7 % less at 80 km/h."""
    vehicle = car_at(depth, **LOW)
    single = derive(vehicle.at_depth("single-track")).linear
    car = vehicle.car_model("angle")
    for speed in (60 / 3.6, 80 / 3.6, 100 / 3.6, 120 / 3.6):
        found = abs(yaw_mode(car, speed)) / single.natural_frequency(speed) - 1.0
        assert abs(found) < ONE_PERCENT
        measured("depths.natural frequency", abs(found), ONE_PERCENT)


def test_the_roll_model_has_the_yaw_mode_of_a_car_that_rolls():
    """At 120 km/h, where yaw and roll lie apart: 1.02 Hz at a damping of 0.77; the single-track model has 0.89 Hz."""
    vehicle = car_at("structural")
    rolling = derive(vehicle.at_depth("roll")).linear
    speed = 120 / 3.6
    true = yaw_mode(vehicle.car_model("angle"), speed)
    start = start_straight(rolling.car_model(), speed)
    modes = jounce.linearise(start.ready, start.ready.state, start.inputs).modes
    mode = next(m for m in modes if 0.6 < m.damping_ratio < 0.95 and 0.5 < m.frequency < 3.0)
    assert 2 * np.pi * mode.frequency == pytest.approx(abs(true), rel=ONE_PERCENT)
    assert mode.damping_ratio == pytest.approx(-true.real / abs(true), rel=0.02)
    flat = derive(vehicle.at_depth("single-track")).linear
    assert flat.natural_frequency(speed) < 0.9 * abs(true)


def test_a_derived_car_is_derived_anew_when_its_parent_changes():
    """Half as much load on the rear: mass, place of the centre and both stiffnesses follow."""
    car = jounce.load("small_car").at_depth("single-track")
    heavier = car.with_values({"body.mass": "900 kg"})
    assert heavier.depth == "single-track"
    before, after = car.computed(), heavier.computed()
    assert after["mass"].value - before["mass"].value == pytest.approx(900.0 - 726.7, rel=1e-12)
    assert after["front_stiffness"].value > before["front_stiffness"].value
    assert car.computed()["mass"].value == before["mass"].value
    softer = jounce.load("small_car").at_depth("functional").with_values({"axles.front.spring.law.slope": "12 N/mm"})
    assert softer.computed()["front.wheel_rate"].value < 14e3
    assert softer.at_depth("structural").depth == "structural"


def test_wheel_rates_are_those_at_which_a_loaded_car_sinks():
    """hmmwv stands 0.1 m away from its design position, where progressive springs are almost three times as stiff.

    The whole car with 1 % more and 1 % less body mass, in equilibrium: change of load divided by change of travel. Side
    forces by toe and camber change with the load and lift the body too, by some 6 % at the front: a tenth is allowed.
    """
    car = jounce.load("hmmwv")
    mass = car.values()["body.mass"]
    light, heavy = (
        standing_start(car.with_values({"body.mass": share * mass}).car_model("angle")).seen() for share in (0.99, 1.01)
    )
    for axle in car.axles:
        load, travel = (f"{axle}_left.{word}" for word in ("tyre.Fz", "travel"))
        rate = (heavy[load] - light[load]) / (heavy[travel] - light[travel])
        found = axle_numbers(car, axle, 0.5 * (heavy[travel] + light[travel]))
        assert found.wheel_rate == pytest.approx(rate, rel=0.1)
        assert axle_numbers(car, axle, 0.0).wheel_rate > 2.0 * rate
