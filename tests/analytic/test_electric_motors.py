"""Electric motors against closed forms: what they give at each speed, what they draw, how they lag."""

from __future__ import annotations

import numpy as np
import pytest
from drive_rig import WHEEL_INERTIA, bench

import jounce
from jounce import Model
from jounce.model.assemblies.drive.data import DriveData, HalfShaftData, MotorData
from jounce.parts import GROUND, Body, Input
from jounce.parts.axle_drives import ElectricMotor
from jounce.parts.forces import Brake
from jounce.parts.joints import Revolute
from jounce.parts.laws import Grid, Points
from jounce.parts.signals import Constant, External
from jounce.studies.driving.driving_start import start_straight

J, PEAK, POWER = 2.0, 100.0, 5e3  # kg m^2, N m, W: the corner speed is 50 rad/s
CORNER = POWER / PEAK


def flywheel(factor: float = 1.0, **motor) -> Model:
    """A motor on a flywheel."""
    return Model("flywheel", gravity=(0.0, 0.0, 0.0)).add(
        Body(name="wheel", mass=1.0, inertia=(1.0, J, 1.0)),
        Revolute(name="axle", parent=GROUND, child="wheel", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)),
        Input(name="demand", unit="N m"),
        ElectricMotor(
            name="motor", coordinates=("axle.angle",), factors=(factor,), signal=External(input="demand"), **motor
        ),
    )


def spin(model: Model, demand, duration: float, start: float = 0.0, **other):
    settings = {"integrator": "dormand-prince", "rtol": 1e-10} | other
    rates = {"axle.angle": start}
    return jounce.simulate(
        model, duration=duration, inputs={"demand": demand}, start_rates=rates, **{"integrator": "rk4", **settings}
    )


def test_full_torque_and_then_full_power(measured):
    """J w' = T up to the corner speed w_c, J w w' = P beyond: w^2 = w_c^2 + 2 P (t - t_c)/J, by quadrature."""
    run = spin(flywheel(peak_torque=PEAK, peak_power=POWER), 1e4, duration=4.0)
    at = J * CORNER / PEAK
    beyond = np.sqrt(CORNER**2 + 2 * POWER * np.maximum(run.time - at, 0.0) / J)
    expected = np.where(run.time < at, PEAK * run.time / J, beyond)
    measured("drive.constant power", np.abs(run["axle.angle_rate"] - expected).max() / expected[-1], 1e-7)
    late = run.time > at + 0.01
    np.testing.assert_allclose(run["motor.power"][late], POWER, rtol=1e-9)


def test_a_gear_multiplies_torque_and_divides_speed():
    """Through 5:1 the flywheel feels 5 T up to a fifth of the corner speed, and then the same power."""
    run = spin(flywheel(factor=5.0, peak_torque=PEAK, peak_power=POWER), 1e4, duration=1.0)
    assert run["axle.angle_acceleration"][0] == pytest.approx(5 * PEAK / J, rel=1e-12)
    assert run["motor.power"][-1] == pytest.approx(POWER, rel=1e-9)
    np.testing.assert_allclose(run["motor.speed"], 5 * run["axle.angle_rate"], rtol=1e-12)


def test_a_table_of_torque_over_speed_is_followed():
    """T falls from 100 N m at rest to 20 at 80 rad/s, straight: J w' = 100 - w, w = 100 (1 - exp(-t/J))."""
    limit = Points(x=(0.0, 80.0), y=(100.0, 20.0), interpolation="linear")
    run = spin(flywheel(limit=limit), 1e4, duration=3.0)
    np.testing.assert_allclose(run["axle.angle_rate"], 100 * (1 - np.exp(-run.time / J)), rtol=1e-8)


def test_what_is_asked_below_the_limit_is_given_as_it_is():
    run = spin(flywheel(peak_torque=PEAK, peak_power=POWER, efficiency=0.9), 60.0, duration=1.0)
    np.testing.assert_array_equal(run["motor.torque"], 60.0)


def test_beyond_its_top_speed_it_does_not_drive():
    """Over the last 2 % the torque falls to zero: w comes near 40 rad/s by exp(-t T/(J 0.8)) and never passes it."""
    run = spin(flywheel(peak_torque=PEAK, peak_power=POWER, top_speed=40.0), 1e4, duration=2.0)
    speed = run["axle.angle_rate"]
    assert speed.max() < 40.0 + 1e-8  # its tolerance
    assert speed[-1] == pytest.approx(40.0, abs=1e-6)
    late = run.time > 1.0
    begin = np.argmax(speed > 39.2)
    left = 0.8 * np.exp(-(run.time - run.time[begin]) * PEAK / (J * 0.8))
    assert np.abs(40.0 - speed[late] - left[late]).max() < 1e-6


def test_braking_is_limited_to_its_share():
    run = spin(flywheel(peak_torque=PEAK, peak_power=POWER, regeneration=0.3), -1e4, duration=0.5, start=45.0)
    np.testing.assert_allclose(run["motor.torque"], -0.3 * PEAK, rtol=1e-9)
    run = spin(flywheel(peak_torque=PEAK, peak_power=POWER, regeneration=0.3), 1e4, duration=0.5, start=-45.0)
    np.testing.assert_allclose(run["motor.torque"], 0.3 * PEAK, rtol=1e-9)  # the same backward


def test_the_torque_has_no_jump_where_the_motor_passes_standstill():
    """From braking at 30 N m forward to driving at 100 N m backward, over 1 rad/s either way."""
    run = spin(flywheel(peak_torque=PEAK, peak_power=POWER, regeneration=0.3), -1e4, duration=1.0, start=10.0)
    torque, speed = run["motor.torque"], run["axle.angle_rate"]
    assert torque[0] == pytest.approx(-30.0)
    assert torque[-1] == pytest.approx(-100.0)
    slope = 70.0 / 2.0  # N m s/rad
    assert np.all(np.abs(np.diff(torque)) <= slope * np.abs(np.diff(speed)) + 1e-9)


@pytest.mark.parametrize("efficiency", [1.0, 0.85])
def test_what_it_draws_and_gives_back_is_the_work_by_its_efficiency(efficiency, measured):
    """80 N m for 1 s and -80 N m for another: W = (80 N m)^2 (1 s)^2 / 2 J each way; drawn is W/e - e W."""
    history = ([0.0, 1.0, 1.0 + 1e-9, 2.0], [80.0, 80.0, -80.0, -80.0], "linear")
    run = spin(flywheel(efficiency=efficiency), history, duration=2.0)
    work = 80.0**2 / (2 * J)
    drawn = run["motor.electrical_energy"]
    half = np.argmin(np.abs(run.time - 1.0))
    assert drawn[half] == pytest.approx(work / efficiency, rel=1e-6)
    left = work / efficiency - efficiency * work
    measured("drive.efficiency", abs(drawn[-1] - left) / work, 1e-6)


def test_a_map_of_efficiencies_is_read_at_speed_and_torque():
    """P = T w / e(w, T) with e bilinear on the grid."""
    grid = Grid(x=(0.0, 100.0), v=(0.0, 100.0), y=(0.5, 0.7, 0.8, 0.9), interpolation="linear", beyond="clamped")
    run = spin(flywheel(efficiency_map=grid), 50.0, duration=2.0, start=10.0)
    speed = run["axle.angle_rate"]
    expected = 50.0 * speed / (0.6 + 0.25 * speed / 100.0)
    np.testing.assert_allclose(run["motor.electrical_power"], expected, rtol=1e-9)


def test_a_lag_follows_a_step_exponentially():
    run = spin(flywheel(lag=0.05), 40.0, duration=0.3)
    np.testing.assert_allclose(run["motor.torque"], 40 * (1 - np.exp(-run.time / 0.05)), atol=1e-6)


RIGID = HalfShaftData(elements=0, inertia=1e-3)
OWN = 1e-3 + 0.0013 + 0.0016 + WHEEL_INERTIA  # kg m^2 of a wheel with its shaft


@pytest.mark.parametrize("layout", ["axle motors", "axle torques"])
def test_the_motor_of_an_axle_drives_both_wheels_through_its_differential(layout):
    """T i = (i^2 J_in + J_case + 2 J_wheel) a with shafts; without, wheels alone. The other axle is left alone."""
    inertia = {"input_inertia": 0.02, "differential_inertia": 0.01} if layout == "axle motors" else {}
    drive = DriveData(layout=layout, axles=("front", "rear"), final_ratio=9.0, **inertia)
    run = jounce.simulate(bench(drive, RIGID), duration=0.1, inputs={"drive.rear.torque": 20.0}, integrator="rk4")
    total = 81 * 0.02 + 0.01 + 2 * OWN if layout == "axle motors" else 2 * WHEEL_INERTIA
    for side in ("left", "right"):
        np.testing.assert_allclose(run[f"rear_{side}.wheel_bearing.angle_acceleration"], 180.0 / total, rtol=1e-9)
        assert np.abs(run[f"front_{side}.wheel_bearing.angle"]).max() < 1e-12


@pytest.mark.parametrize("layout", ["motors", "wheel torques", "axle motors", "axle torques"])
def test_limits_hold_in_every_layout(layout):
    """P per motor at most: four wheels or two axles, with 30 and with 60 N m each."""
    ratio = {} if layout in ("motors", "wheel torques") else {"final_ratio": 8.0}
    drive = DriveData(layout=layout, axles=("front", "rear"), **ratio)
    motor = MotorData(peak_torque=60.0, peak_power=3e3, efficiency=0.9)
    model = bench(drive, RIGID, motor=motor)
    demands = {part.name: 1e3 for part in model.inputs}
    run = jounce.simulate(model, duration=2.0, inputs=demands, integrator="rk4")
    names = [name.split(".")[1] for name in demands]
    assert len(names) == (2 if ratio else 4)
    for name in names:
        assert run[f"{name}.motor.torque"][0] == pytest.approx(60.0)
        assert run[f"{name}.motor.power"][-1] == pytest.approx(3e3, rel=1e-9)
        assert run[f"{name}.motor.electrical_power"][-1] == pytest.approx(3e3 / 0.9, rel=1e-9)
    total = sum(run[f"{name}.motor.work"][-1] for name in names)
    assert total == pytest.approx(run["energy.kinetic"][-1], rel=1e-6)


@pytest.mark.parametrize("layout", ["axle motors", "axle torques"])
def test_a_biased_differential_follows_what_its_motor_gives_and_not_what_it_is_asked_for(layout):
    """Asked for 1 kN m, a motor of 10 N m holds the wheel that grips with B/(1 + B) of 10 N m times its gear.

    Less what accelerates case and motor, half as fast as the wheel that spins: T_c = T - J_c a/2, J a = T_c/4 - ice.
    """
    inertia = {"differential_inertia": 0.1} if layout == "axle motors" else {"motor_inertia": 0.1}
    drive = DriveData(layout=layout, final_ratio=8.0, differential="limited slip", differential_bias=3.0, **inertia)
    model = bench(drive, RIGID, motor=MotorData(peak_torque=10.0, peak_power=1e4))
    for side, held in (("left", 400.0), ("right", 5.0)):
        model.add(
            Brake(name=side, coordinate=f"front_{side}.wheel_bearing.angle", torque=held, signal=Constant(value=1.0))
        )
    run = jounce.simulate(model, duration=0.2, step=5e-4, inputs={"drive.front.torque": 1e3})
    wheel = OWN if layout == "axle motors" else WHEEL_INERTIA
    spin_up = (80.0 / 4 - 5.0) / (wheel + 0.1 / 8)
    np.testing.assert_allclose(run["left.torque"][1:], 0.75 * (80.0 - 0.1 * spin_up / 2), rtol=2e-3)
    np.testing.assert_allclose(run["front_right.wheel_bearing.angle_acceleration"][1:], spin_up, rtol=2e-3)


def test_a_steady_speed_asks_motors_for_what_it_takes():
    """Trim finds torques below the limit, and a lag that has settled; what is drawn goes on to add up."""
    car = jounce.load("small_car_electric")
    limits = {"peak_torque": "120 N m", "peak_power": "20 kW", "efficiency": 0.9, "lag": "30 ms"}
    for depth in ("structural", "functional"):
        limited = car.with_tables({"motor": limits}).at_depth(depth)
        start, free = (start_straight(c.car_model("angle"), 15.0) for c in (limited, car.at_depth(depth)))
        run = jounce.simulate(start.ready, 1.0, inputs=dict(start.inputs), integrator="auto")
        torque = run["front_left.motor.torque"]
        assert torque[0] == pytest.approx(free.inputs["drive.front_left.torque"], rel=1e-6)
        assert np.ptp(torque) < 1e-6 * abs(torque[0])
        drawn, work = run["front_left.motor.electrical_energy"][-1], run["front_left.motor.work"][-1]
        assert drawn == pytest.approx(work / 0.9, rel=1e-6)
