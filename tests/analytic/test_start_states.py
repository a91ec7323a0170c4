"""Steady motions that runs start from: in straight running and circles, whatever drives the car and however."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import numpy as np
import pytest
from driven_cars import SPEED, small_car

import jounce
from jounce.errors import NUMERICAL_FAILURE, NumericalError
from jounce.simulation.linear.linearise import linearise
from jounce.studies.driving.driving_start import start_in_circle, start_in_circles, start_straight

RATE = 0.1  # rad/s
TRIM = 1e-8  # of a steering angle or torque: what 1e-10 of the weight, 1e-6 N, is by some 100 N of side force or drag


def without_engine(car: jounce.Vehicle) -> jounce.Vehicle:
    """Its rotors have the inertia of two motors that turn with the wheels, and the differential no friction."""
    inertia = 2 * jounce.load("small_car_electric").values()["drive.motor_inertia"]
    values = {"differential_friction": 0.0, "input_inertia": 0.0, "differential_inertia": inertia}
    return car.with_values({f"drive.{name}": value for name, value in values.items()})


def test_motors_of_one_torque_drive_a_circle_like_an_open_differential():
    """An open differential halves its torque: two motors that share one torque are the same car, steered alike."""
    engine, motors = (
        start_in_circle(car.car_model(steering="angle"), SPEED, RATE)
        for car in (without_engine(small_car()), jounce.load("small_car_electric").with_values({"drive.turns": 1.0}))
    )
    left, right = (motors.inputs[f"drive.front_{side}.torque"] for side in ("left", "right"))
    ratio = small_car().values()["drive.final_ratio"]
    assert left == right
    assert 2 * left == pytest.approx(ratio * engine.inputs["drive.torque"], rel=TRIM)
    angle = "steering.wheel_angle"
    assert motors.inputs[angle] == pytest.approx(engine.inputs[angle], rel=TRIM)


def test_a_shaft_of_many_elements_carries_the_same_torque_and_twist_as_one():
    """At constant speed the torque is the same all along: n springs of n times the stiffness twist alike."""
    torques, twists = [], []
    for n in (1, 3):
        car = small_car().with_values({"half_shafts.elements": n}).car_model(steering="angle")
        start = start_in_circle(car, SPEED, RATE)
        places = start.ready.layout.coordinates
        inner, outer = (start.ready.state[places[f"front_right.half_shaft_{i}.angle"]] for i in (0, n))
        torques.append(start.inputs["drive.torque"])
        twists.append(inner - outer)
    assert torques[1] == pytest.approx(torques[0], rel=TRIM)
    assert twists[1] == pytest.approx(twists[0], rel=1e-6)  # of 0.01 rad: angles are known to 1e-8 of the wheel's turn


def test_friction_in_the_differential_sticks_in_a_wide_circle_and_slides_in_a_narrow_one():
    """Coulomb: either the outputs turn alike and it carries less than its limit, or they do not and it carries that."""
    car = small_car().car_model(steering="angle")
    speed = 150 / 3.6
    found = []
    for start in start_in_circles(car, speed, [0.2 / speed, 3.0 / speed]):
        layout, state = start.ready.layout, start.ready.state
        left, right = (state[layout.speeds[f"front_{side}.half_shaft_0.angle_rate"]] for side in ("left", "right"))
        found.append((left - right, start.seen()["drive.front_differential_friction.torque"] / 8.0))  # N m of the file
    (stuck, part), (slides, whole) = found
    assert abs(stuck) < 1e-6 and 0.01 < abs(part) < 1.0
    assert abs(slides) > 0.1 and whole == np.sign(slides)


def test_a_differential_without_friction_halves_its_torque_where_any_friction_would_stick():
    """Straight ahead with the load on one side, the wheels of other radii: both half shafts carry the same torque."""
    values = {"drive.differential_friction": 0.0, "body.centre.y": 0.05}
    seen = start_straight(small_car().with_values(values).car_model(steering="angle"), 150 / 3.6).seen()
    left, right = (seen[f"front_{side}.half_shaft_twist_1.torque"] for side in ("left", "right"))
    rates = [seen[f"front_{side}.half_shaft_0.angle_rate"] for side in ("left", "right")]
    assert left == pytest.approx(right, rel=TRIM) and abs(left) > 10.0
    assert abs(rates[0] - rates[1]) > 0.01


def test_a_circle_that_the_tyres_cannot_hold_says_how_far_they_go_and_keeps_what_was_found():
    """No tyre of this car has a friction coefficient of one, so 10 m/s^2 are out of reach."""
    with pytest.raises(NumericalError, match=r"no steady circle of 34.7 m at 60 km/h.*largest lateral.* 7\.\d") as stop:
        jounce.run(small_car(), "steady-circle", lateral_acceleration="10 m/s^2", points=6)
    assert stop.value.exit_code == NUMERICAL_FAILURE
    kept = stop.value.partial
    # cos of the sideslip away from v times rate
    assert kept["vehicle.cg.ay"] == pytest.approx([0.0, 2.0, 4.0, 6.0], abs=0.05)


def test_cardan_joints_start_at_their_mean_speed_and_the_car_stays_on_its_way():
    """In the mean a universal joint carries turn for turn: the car goes as fast as with joints of constant velocity.

    Speeds of shaft and wheel differ by 1/cos b, half the square of a bend b below 1 deg: 2e-4 at most.
    """
    shafts = replace(small_car().half_shafts, wheel_joint="universal", elements=0)
    start = start_straight(replace(small_car(), half_shafts=shafts).car_model(steering="angle"), SPEED)
    assert len(start.notes) == 1 and "Cardan" in start.notes[0]
    state, speeds = start.ready.state, start.ready.layout.speeds
    shaft, wheel = (state[speeds[f"front_left.{name}.angle_rate"]] for name in ("half_shaft_0", "wheel_bearing"))
    assert shaft == pytest.approx(wheel, rel=2e-4)
    run = jounce.simulate(start.ready, 2.0, inputs=start.inputs, integrator="rk4")
    assert np.ptp(run["vehicle.speed"]) < 2e-4 * SPEED
    assert run.metadata["constraint_gap"] < 1e-10


def test_modes_of_a_car_at_speed_are_named_by_what_swings():
    """Wheel hop of small cars lies at 10 to 15 Hz, their bodies swing at 1 to 2 Hz [Gillespie 1992, chapter 5]."""
    start = start_straight(small_car().car_model(steering="angle"), SPEED)
    modes = linearise(start.ready, start.ready.state, start.inputs).modes
    swinging = [mode for mode in modes if mode.eigenvalue.imag > 0.5 * abs(mode.eigenvalue)]
    hop = [mode.name for mode in swinging if 10.0 < mode.frequency < 15.0]
    assert sorted(name.partition("_")[0] for name in hop) == ["front", "front", "rear", "rear"]
    assert all("_left" in name and "_right" in name for name in hop)  # the car is its own mirror image
    body = [set(mode.name.split(" and ")) for mode in swinging if 1.0 < mode.frequency < 2.0]
    assert {"body.z"} in body and {"body.z", "body.turn_y"} in body and {"body.y", "body.turn_x"} in body


def test_a_car_that_nothing_carries_is_told_soon():
    """A body of 1,000 t falls through its springs and tyres by g t^2 / 2: in half a second of the run it is known.

    To follow it for all of its fall took 26 s; four swings of a sound car take less than one.
    """
    car = jounce.load("small_car").with_values({"body.mass": "1e6 kg"})
    began = process_time()
    with pytest.raises(jounce.NumericalError, match="springs and tyres do not carry it"):
        jounce.run(car, "step-steer")
    assert process_time() - began < 8.0
