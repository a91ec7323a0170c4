"""Actuators on the corners of a car, and speed control, against statics and closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from controlled_models import SPEED, block_on_rail
from jounce.studies.driving.driving_start import start_straight

ACTIVE = {"axles.front.actuator": {}, "axles.rear.actuator": {}}


@pytest.fixture(scope="module")
def car():
    return jounce.load("small_car")


def test_an_actuator_pulls_as_the_spring_does_on_whose_line_it_acts(car, measured):
    """A tension of 100 N more is one of the actuator, or of a spring whose free length is 100 N / rate less: all
    accelerations of the car are the same, but for rounding of free lengths (1e-16 m times 3e4 N/m on 5 kg).
    """
    active = car.with_tables(ACTIVE).car_model()
    start = start_straight(active, 10.0)
    pulled = start.ready.workspace(
        dict(start.inputs) | {f"{corner}.actuator.force": 100.0 for corner in active.corners}
    )
    sprung = start.ready.workspace(start.inputs)
    places = sprung.layout.values
    values, before = sprung.values.copy(), start.ready.workspace(start.inputs).rhs(start.ready.state)
    for corner in active.corners:
        rate = values[places[f"forces.{corner}.spring.law.slope"]]
        values[places[f"forces.{corner}.spring.free_length"]] -= 100.0 / rate
    sprung.set_values(values)
    controlled = sprung.layout.sizes["controlled"]  # behind them is the work of each element
    rates = [work.rhs(start.ready.state)[:controlled] for work in (pulled, sprung)]
    apart = np.abs(rates[0] - rates[1]).max()
    measured("controls.actuator", apart, 1e-9)
    assert apart < 1e-9 and np.abs(rates[0] - before[:controlled]).max() > 1.0


def test_actuators_that_do_nothing_leave_the_car_as_it_was(car):
    """The same motion but for rounding: their inputs are zero."""
    runs = []
    for one in (car, car.with_tables(ACTIVE)):
        begin = start_straight(one.car_model(), 15.0)
        inputs = dict(begin.inputs) | {"steering.wheel_angle": ([0.0, 0.1, 0.4], [0.0, 0.0, 0.3])}
        runs.append(jounce.simulate(begin.ready, 0.5, inputs=inputs, integrator="rk4"))
    np.testing.assert_allclose(runs[0]["vehicle.yaw_rate"], runs[1]["vehicle.yaw_rate"], atol=1e-10)


def test_the_integral_of_speed_control_comes_to_the_limit_and_no_further():
    """While the torque is at its limit, I' = (limit - I) / T whatever the error is: at tick k the integral is
    limit (1 - (1 - 1/(rate T))^k), T = proportional / integral. [Astrom, Hagglund 1995, section 3.5]
    """
    control = jounce.parts.controls.SpeedControl(
        name="cruise",
        speed=1000.0,
        proportional=60.0,
        integral=30.0,
        most_torque=50.0,
        drives=("force",),
        brake="",
        channel=SPEED,
    )
    run = jounce.simulate(block_on_rail(), 5.0, controllers=[control], output_step=0.01, step=0.01)
    k = np.arange(1, 502)
    np.testing.assert_array_equal(run["controls.cruise.force"], 50.0)
    exact = 50.0 * (1.0 - (1.0 - 30.0 / (60.0 * 100.0)) ** k)
    np.testing.assert_allclose(run["controls.cruise.integral"], exact, rtol=1e-9)


def test_speed_control_drives_and_brakes_a_car_to_its_speed(car):
    """From 15 m/s at the limit of torque, from 25 m/s by the pedal; after six times T it is there within 0.1 m/s."""
    control = jounce.parts.controls.SpeedControl(
        name="cruise", speed="20 m/s", proportional=60.0, integral=30.0, most_torque=100.0, brake_torque=300.0
    )
    for speed in (15.0, 25.0):
        sim = jounce.start(car, speed=speed, controllers=[control], step=1e-3)
        for _ in range(120):
            sim.step(None, 0.1)
        run = sim.result()
        assert run["vehicle.vx"][-1] == pytest.approx(20.0, abs=0.1)
        assert (run["controls.cruise.drive.torque"].max() == 100.0) == (speed < 20.0)
        assert (run["controls.cruise.brakes.pedal"].max() > 0.1) == (speed > 20.0)


def test_a_vehicle_file_carries_its_controllers(car, tmp_path):
    """Written, read back, changed by path; and a study drives with it."""
    entry = {"type": "speed_control", "speed": "72 km/h", "proportional": 60, "integral": 15, "most_torque": 100}
    one = car.with_tables({"controllers.cruise": entry})
    read = jounce.load(one.save(tmp_path / "car.toml"))
    assert read == one and read.controllers["cruise"].speed.value == pytest.approx(20.0)
    faster = read.with_values({"controllers.cruise.speed.value": "25 m/s", "controllers.cruise.rate": 50.0})
    assert faster.controllers["cruise"].rate == 50.0
    run = jounce.run(faster, "drive-road", speed="20 m/s", duration="2 s")
    assert run["controls.cruise.drive.torque"].max() == 100.0 and run["vehicle.vx"][-1] > 20.3
    report = run.report(tmp_path / "report.html").read_text("utf-8")
    assert "speed control" in report and "cruise" in report and "Åström" in report
    assert "cruise (speed_control, 100 Hz)" in one.summary()


def test_a_study_that_gives_what_a_controller_sets_is_refused(car):
    entry = {"type": "speed_control", "speed": 20.0, "proportional": 60, "integral": 15, "most_torque": 100}
    one = car.with_tables({"controllers.cruise": entry})
    with pytest.raises(jounce.ModelError, match=r"'brakes.pedal' has a history of its own in `inputs`"):
        jounce.run(one, "brake-to-standstill", speed="10 m/s")
