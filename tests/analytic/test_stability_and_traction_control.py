"""Stability and traction control: their laws as closed forms, and cars that pass with them what they fail without."""

from __future__ import annotations

import math

import numpy as np
import pytest
from braked_cars import by_pressure, golf, with_dugoff

import jounce
from jounce.parts import Input
from jounce.parts.axle_drives import ElectricMotor
from jounce.parts.controls import StabilityControl, TractionControl
from jounce.parts.controls.controller import Hold
from jounce.parts.roads import FrictionPatch, Road
from jounce.studies.driving.driving_start import start_straight

G, L, V_CH = 9.81, 2.6, 22.0
CUT = jounce.parts.signals.External(input="cut")
CORNERS = ("front_left", "front_right", "rear_left", "rear_right")
ESC = StabilityControl(
    name="esc",
    wheelbase=L,
    characteristic_speed=V_CH,
    lag=0.1,
    friction=0.8,
    reserve=3.0,
    dead_band=0.03,
    band_speed=30.0,
    band_steering=0.2,
    gain=2e7,
    sideslip_gain=1.5,
)
STRAIGHT = dict.fromkeys(("front_left.steer", "front_right.steer"), 0.0)
STRAIGHT |= dict.fromkeys((f"vehicle.cg.{word}" for word in ("yaw_rate", "sideslip", "ay")), 0.0)


def drive(controller, readings, memory=None):
    """Commands and memories over ticks, as a run makes them."""
    memory = controller.begin(readings[0], {}) if memory is None else memory
    found = []
    for k, reading in enumerate(readings):
        commands, memory = controller.tick(k / 100.0, reading, memory)
        found.append(({name: command.value for name, command in commands.items()}, memory))
    return found


@pytest.mark.parametrize("speed", [8.0, 22.0, 45.0])
def test_the_wanted_yaw_rate_is_that_of_the_single_track(speed):
    """r = v delta/(L + K v^2), K = L/v_ch^2; at the characteristic speed half of v delta/L. On a road that gives more,
    it is at most 0.85 mu g/v, and where the tyres give a_y only, (a_y + 3 m/s^2)/v."""
    steer = 0.001
    wanted = ESC.yaw_target(speed, steer, 0.0)
    assert wanted == pytest.approx(speed * steer / (L + L * speed**2 / V_CH**2), rel=1e-14)
    assert ESC.yaw_target(V_CH, steer, 0.0) == pytest.approx(0.5 * V_CH * steer / L, rel=1e-14)
    for sign in (1.0, -1.0):
        assert ESC.yaw_target(speed, sign * 2.0, 9.0) == pytest.approx(sign * 0.85 * 0.8 * G / speed, rel=1e-14)
        for side in (1.5, -1.5):
            assert ESC.yaw_target(speed, sign * 2.0, side) == pytest.approx(sign * 4.5 / speed, rel=1e-14)


def test_the_wanted_yaw_rate_follows_with_its_lag():
    """A step of the steering wheel: r_ref = r_ss (1 - exp(-t/lag)) at the ticks, which hold their target."""
    straight, turned = (
        STRAIGHT | {"vehicle.cg.vx": 20.0},
        dict.fromkeys(("front_left.steer", "front_right.steer"), 0.01),
    )
    found = [memory[0] for _, memory in drive(ESC, [straight, *[straight | turned] * 40])]
    t = np.arange(41) / 100.0
    steady = ESC.yaw_target(20.0, 0.01, 0.0)
    np.testing.assert_allclose(found, steady * (1.0 - np.exp(-t / 0.1)), atol=1e-15)


def test_the_dead_band_grows_with_the_speed_and_with_the_rate_of_steering():
    """0.03 (1 + v/30) + 0.2 |delta'|; a peak of the rate fades by exp(-t/0.3) where nothing is steered."""
    assert ESC.yaw_band(0.0, 0.0) == 0.03 and ESC.yaw_band(30.0, 0.0) == pytest.approx(0.06)
    straight = STRAIGHT | {"vehicle.cg.vx": 15.0}
    turned = straight | {"front_left.steer": -0.004, "front_right.steer": -0.006}  # 0.5 rad/s over one tick
    bands = [memory[2] for _, memory in drive(ESC, [straight, turned, *[turned] * 30])]
    faded = 0.1 * np.exp(-np.arange(31) / 100.0 / 0.3)
    np.testing.assert_allclose(bands, [0.045, *(0.045 + faded)], rtol=1e-12)


def test_control_begins_beyond_the_band_and_ends_within_half_of_it():
    """At 15 m/s the band is 0.045 rad/s, and control ends at 0.0225, 0.1 s after it began at the earliest. In between
    the pressure is 2e7 Pa for each rad/s beyond 0.0225."""
    rates = [0.0, 0.044, 0.046, 0.01, 0.01, *[0.03] * 8, 0.022, 0.044, -0.05]
    readings = [STRAIGHT | {"vehicle.cg.vx": 15.0, "vehicle.cg.yaw_rate": rate} for rate in rates]
    asked = [commands["brakes.front_right.demand"] for commands, _ in drive(ESC, readings)]
    by_band = [2e7 * (rate - 0.0225) for rate in rates]
    np.testing.assert_allclose(asked[:6], [0.0, 0.0, by_band[2], 0.0, 0.0, by_band[5]], atol=1e-6)
    np.testing.assert_allclose(asked[6:13], by_band[6:13])  # 0.1 s are over, and it goes on
    assert asked[13:15] == [0.0, 0.0]  # it has ended, and 0.044 does not begin it again
    last, memory = drive(ESC, readings)[-1]
    assert last["brakes.front_left.demand"] == pytest.approx(2e7 * 0.0275)
    total = sum(max(p, 0.0) for p in asked) + last["brakes.front_left.demand"]
    assert memory[4] == 0.02 and memory[5] == pytest.approx(0.01 * total)  # when it first acted, and Pa s in all


def test_sideslip_counts_beyond_its_limit():
    """b_lim = atan(0.02 mu g): 8.9 deg at 0.8."""
    limit = math.atan(0.02 * 0.8 * G)
    assert np.degrees(limit) == pytest.approx(8.92, abs=0.01)
    assert ESC.yaw_error(0.0, 0.0, 0.05, 0.99 * limit) == (0.0, 0.0)
    # sliding to the right of its heading, as in a left turn: it has to turn to the right
    assert ESC.yaw_error(0.0, 0.0, 0.05, -limit - 0.1) == pytest.approx((0.15, 0.15), rel=1e-12)
    assert ESC.yaw_error(0.1, 0.0, 0.06, 0.0) == pytest.approx((0.04, 0.07), rel=1e-12)


@pytest.mark.parametrize(
    ("error", "yaw_rate", "braked"),
    [
        (0.1, 0.3, "front_right"),  # turns left too much: outer front
        (-0.1, 0.3, "rear_left"),  # turns left too little: inner rear
        (-0.1, -0.3, "front_left"),
        (0.1, -0.3, "rear_right"),
    ],
)
def test_one_wheel_is_braked_and_its_moment_is_against_the_error(error, yaw_rate, braked):
    """A brake on the right turns the car to the right. 2e7 Pa for 1 rad/s, at most 150 bar."""
    found = dict(zip(CORNERS, ESC.pressures(error, yaw_rate), strict=True))
    assert found == pytest.approx({corner: 2e6 if corner == braked else 0.0 for corner in CORNERS})
    assert ("right" in braked) == (error > 0.0)
    assert max(ESC.pressures(50.0 * error, yaw_rate)) == 1.5e7


def test_it_rests_at_low_speed():
    reading = STRAIGHT | {"vehicle.cg.yaw_rate": 0.5}
    for speed, wanted in ((4.9, 0.0), (5.1, 2e7 * (0.5 - 0.5 * 0.03 * (1.0 + 5.1 / 30.0)))):
        ((commands, _),) = drive(ESC, [reading | {"vehicle.cg.vx": speed}])
        assert commands["brakes.front_right.demand"] == pytest.approx(wanted)


def test_a_brake_demand_turns_the_car_as_its_force_does():
    """The front right wheel alone, on tyres without side force: (Izz + sum I (y/R)^2) r' = -y T/R, since wheels on
    both sides turn faster and slower as the car yaws. Loads and radii change by less than 1 %."""
    car = by_pressure(with_dugoff(golf(), 1.0, cornering=1.0))
    start = start_straight(car.car_model("angle"), 60.0 / 3.6)
    demand = (np.array([0.0, 0.05, 1.0]), np.array([0.0, 1e6, 1e6]), "linear")
    given = dict(start.inputs) | {"brakes.front_right.demand": demand}
    run = jounce.simulate(start.ready, 0.5, inputs=given, integrator="rk4", step=5e-4, output_step=5e-3)
    assert run["front_right.brake.pressure"][-1] == pytest.approx(1e6) and not run["front_left.brake.pressure"].any()
    rows = run.time > 0.3
    spin = np.polyfit(run.time[rows], run["vehicle.yaw_rate"][rows], 1)[0]
    force = car.brakes.wheel_torque(0.1, True) / 0.273
    turning = sum(
        2.0 * axle.bodies["wheel"].inertia[1] * (0.5 * axle.track() / axle.tyre.radius) ** 2
        for axle in car.axles.values()
    )
    assert spin == pytest.approx(-0.695 * force / (1350.0 + turning), rel=0.015)


def verdict(car, **settings) -> dict[str, float]:
    run = jounce.run(car, "sine-with-dwell", **settings)
    return {name: metric.value for name, metric in run.metrics.items()}


def test_golf1_fails_sine_with_dwell_and_passes_it_with_stability_control():
    """The whole procedure of 49 CFR 571.126 at 80 km/h, first turns to the left: golf1 as the library has it yaws on
    after 4 A, with brakes by pressure or by torque; with [esc] and its usual numbers it does not, up to 270 deg."""
    car = by_pressure(golf(), esc={})
    without, withit = verdict(car.with_values({"esc.on": False}), sides="left"), verdict(car, sides="left")
    assert without["passed"] == 0 and without["yaw_ratio_1s"] > 0.35
    assert withit["passed"] == 1 and withit["largest_angle"] == pytest.approx(np.radians(270.0))
    assert withit["yaw_ratio_1s"] < 0.1 and withit["displacement"] > 1.83


@pytest.mark.parametrize("depth", ["structural", "functional"])
def test_stability_control_works_at_every_depth_with_wheels(depth):
    """small_car in one run of 200 deg: it yaws on without, and not with it; anti-lock brakes act behind it."""
    car = by_pressure(jounce.load("small_car"), esc={}, abs={}).at_depth(depth)
    settings = {"sides": "left", "angle": "200 deg"}
    runs = [jounce.run(one, "sine-with-dwell", **settings) for one in (car.with_values({"esc.on": False}), car)]
    rates = [np.abs(run["vehicle.yaw_rate"][run.time > 5.0]).max() for run in runs]
    assert rates[1] < 0.02 and "controls.esc.error" in runs[1]
    assert runs[1]["front_left.brake.pressure"].max() > 1e6
    assert not runs[0]["front_left.brake.asked_pressure"].any()


def test_a_controller_of_ones_own_takes_its_place():
    """esc.on = false leaves the inputs free: a Python function brakes a wheel as it likes."""
    car = by_pressure(golf(), esc={"on": False})
    own = jounce.parts.controls.PythonController(
        name="own",
        rate=100.0,
        sets=("brakes.rear_left.demand",),
        function=lambda time, reading: {"brakes.rear_left.demand": 5e5},
    )
    start = start_straight(car.car_model("angle"), 15.0)
    run = jounce.simulate(start.ready, 0.1, inputs=dict(start.inputs), controllers=[own], integrator="rk4")
    np.testing.assert_allclose(run["rear_left.brake.pressure"], 5e5)


TRACTION = TractionControl(
    name="tc", radius=0.3, slip=0.1, margin=0.5, demands=("left", "right"), spins=("a", "b"), reduction="cut"
)


def test_a_wheel_that_spins_is_braked_and_two_of_them_take_the_drive_away():
    """e = omega R - 1.1 v - 0.5 m/s; 1.5 MPa for each m/s, at most 6 MPa; the drive by the smaller e, or by what a full
    brake, which 4 m/s ask for, leaves of the larger."""
    assert TRACTION.spinning(10.0, 40.0) == pytest.approx(0.5) and TRACTION.spinning(10.0, 38.0) == 0.0

    def tick(a: float, b: float, integral: float = 0.0):
        commands, memory = TRACTION.tick(0.0, {"vehicle.vx": 10.0, "a": a, "b": b}, (integral, 0.0, -1.0, 0.0, 0.0))
        return {name: command.value for name, command in commands.items()}, memory[0]

    commands, integral = tick(45.0, 30.0)
    assert commands == pytest.approx({"left": 3e6, "right": 0.0, "cut": 0.0}) and integral == 0.0
    commands, integral = tick(45.0, 40.0)  # 2 and 0.5 m/s
    assert integral == pytest.approx(0.5 / 100.0) and commands["cut"] == pytest.approx(0.05 + 0.5 / 100.0)
    commands, integral = tick(60.0, 30.0)  # 6.5 m/s: 2.5 more than the brake takes
    assert commands["left"] == 6e6 and commands["cut"] == pytest.approx(0.25 + 2.5 / 100.0)
    assert tick(30.0, 30.0, integral=0.4)[1] == pytest.approx(0.4 - 0.5 / 100.0)
    assert tick(200.0, 200.0, integral=0.9)[0]["cut"] == 0.95
    assert all(
        isinstance(one, Hold)
        for one in TRACTION.tick(0.0, {"vehicle.vx": 1.0, "a": 1.0, "b": 1.0}, (0.0, 0.0, -1.0, 0.0, 0.0))[0].values()
    )


def drive_off(car, patches, torque: float = 150.0):
    """From 3 m/s, with more torque than the road takes, from 0.5 s on."""
    start = start_straight(car.car_model("angle"), 3.0)
    ready = start.ready.on_road(Road(name="ice", elements=patches))
    level = start.inputs["drive.torque"]
    course = (np.array([0.0, 0.5, 0.7, 3.0]), np.array([level, level, torque, torque]), "linear")
    return jounce.simulate(ready, 3.0, inputs=dict(start.inputs) | {"drive.torque": course}, integrator="auto")


def rims(run) -> np.ndarray:
    return 0.28 * np.stack([run[f"front_{side}.wheel_bearing.angle_rate"] for side in ("left", "right")])


@pytest.mark.parametrize("pressures", [True, False])
def test_driven_wheels_spin_no_more_on_ice(pressures):
    """mu 0.2 under all wheels: at most 0.2 g of the front axle's share drives. Without control rims run away; with it,
    by brakes and drive or by the drive alone, they stay near the car's speed, and the car gains more of it."""
    car = by_pressure(golf(), traction_control={}) if pressures else golf().with_tables({"traction_control": {}})
    ice = {"ice": FrictionPatch(friction=0.2)}
    free, held = drive_off(car.with_values({"traction_control.on": False}), ice), drive_off(car, ice)
    assert rims(free)[:, -1].max() > 50.0
    assert rims(held)[:, -1].max() < 2.0 * held["vehicle.vx"][-1]
    assert held["vehicle.vx"][-1] > 1.02 * free["vehicle.vx"][-1]
    cut = held["controls.traction_control.drive.reduction"]
    late = held.time > 1.0  # the driver asks for 150 N m, and half of it reaches each wheel through the gears
    asked = 150.0 * car.drive.final_ratio / 2.0
    np.testing.assert_allclose(held["front_left.drive.torque"][late], asked * (1.0 - cut[late]), rtol=1e-9)


def test_a_brake_on_the_spinning_wheel_drives_the_other_one():
    """Ice under the right wheels: an open differential gives both wheels the torque that the worse one bears; its
    brake raises that. The car is accelerated by what both tyres push, which is more than twice the worse one's."""
    split = {"ice": FrictionPatch(friction=0.1, y_max=0.0)}
    run = drive_off(by_pressure(golf(), traction_control={}), split, torque=120.0)
    rows = (run.time > 1.0) & (run.time < 2.0)
    left, right = (run[f"front_{side}.tyre.Fx"][rows].mean() for side in ("left", "right"))
    assert left > 3.0 * right > 0.0
    assert run["front_right.brake.pressure"][rows].min() > 1e5 and not run["front_left.brake.pressure"][rows].any()
    assert not run["controls.traction_control.drive.reduction"][rows].any()


@pytest.mark.parametrize(
    "motor",
    [
        jounce.parts.Motor(name="motor", coordinate="axle.angle", signal=10.0, gain=3.0, reduction=CUT),
        ElectricMotor(name="motor", coordinates=("axle.angle",), factors=(3.0,), signal=10.0, reduction=CUT),
    ],
    ids=("plain", "electric"),
)
def test_a_motor_gives_what_is_left_of_its_torque(motor):
    """T (1 - u) on an inertia of 2 kg m^2."""
    model = jounce.Model("rotor", gravity=(0.0, 0.0, 0.0)).add(
        Input(name="cut"),
        jounce.parts.Body(name="rotor", mass=1.0, inertia=(2.0, 2.0, 2.0)),
        jounce.parts.Revolute(name="axle", parent="ground", child="rotor", point=(0, 0, 0), axis=(0, 1, 0)),
        motor,
    )
    run = jounce.simulate(model, 0.1, inputs={"cut": 0.4}, integrator="rk4")
    np.testing.assert_allclose(run["axle.angle_acceleration"], 10.0 * 3.0 * 0.6 / 2.0, rtol=1e-12)
