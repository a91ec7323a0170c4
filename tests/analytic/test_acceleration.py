"""Full throttle of cars: motors against quadratures, grip and shift lines, and events of a whole drive in one run."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad

import jounce
from jounce.studies.driving.driving_start import start_parked, start_straight
from jounce.studies.performance.top_speed import top_speed_of_motors

MOTOR = {"peak_torque": "120 N m", "peak_power": "15 kW", "ratio": 8.0, "efficiency": 0.9}
MOTORS = ("front_left.motor", "front_right.motor")


@pytest.fixture(scope="module")
def electric() -> jounce.Vehicle:
    return jounce.load("small_car_electric").with_tables({"motor": MOTOR})


def events(run: jounce.Result, what: str) -> list[dict]:
    return [event for event in run.metadata["events"] if what in str(event["what"])]


def test_motors_at_their_peak_power_speed_a_car_up_as_a_mass_point(electric, measured):
    """m v' = P/v - rolling - air from 15 to 25 m/s, where both motors give 15 kW, their torque beyond the corner speed.

    Slip of 1.5 % takes that much of the power, and rolling resistance, 7 % of the force, is known to a fifth: 3 %.
    """
    run = jounce.run(electric.at_depth("functional"), "acceleration", duration="16 s", top=False)
    v, values = run["vehicle.vx"], electric.values()
    took = np.interp(25.0, v, run.time) - np.interp(15.0, v, run.time)
    radius, mass = values["axles.front.tyre.radius"], float(electric.car_model().mass)
    wheels = sum(2 * values[f"axles.{axle}.bodies.wheel.inertia.y"] for axle in ("front", "rear"))
    mass += (wheels + 2 * values["drive.motor_inertia"]) / radius**2
    air = 0.5 * values["aero.density"] * values["aero.area"] * values["aero.drag.0"]
    rolling = 0.013 * float(electric.car_model().mass) * 9.81
    time = quad(lambda u: mass / (30e3 / u - rolling - air * u * u), 15.0, 25.0)[0]
    measured("time from 15 to 25 m/s at constant power, against a mass point", took / time - 1.0, 0.03)
    power = sum(run[f"{name}.torque"] * run[f"{name}.speed"] for name in MOTORS)
    assert power[(v > 15) & (v < 25)] == pytest.approx(30e3, rel=1e-9)


def test_motors_draw_their_work_by_the_efficiency(electric):
    run = jounce.run(electric.at_depth("functional"), "acceleration", duration="6 s", top=False)
    work = sum(np.trapezoid(run[f"{name}.torque"] * run[f"{name}.speed"], run.time) for name in MOTORS)
    assert run.metrics["electrical_energy"].value == pytest.approx(work / 0.9, rel=1e-3)  # rows of 5 ms


def test_top_speed_of_motors_is_where_they_give_all_they_have(electric):
    car = electric.at_depth("functional").car_model("angle")
    parked = start_parked(car)
    speed = top_speed_of_motors(car, parked, MOTORS)
    at, below = (start_straight(car, share * speed, parked).seen() for share in (1.0 - 1e-7, 0.98))
    assert min(at[f"{name}.most"] / at[f"{name}.torque"] for name in MOTORS) == pytest.approx(1.0, abs=1e-5)
    assert all(below[f"{name}.torque"] < below[f"{name}.most"] for name in MOTORS)


@pytest.mark.parametrize(
    ("car", "figure", "within"), [("electric", "time_to_60_kmh", 0.01), ("sedan", "time_to_100_kmh", 0.03)]
)
def test_both_depths_speed_up_alike(car, figure, within, electric, measured):
    """On grip the pull is that of the tyres, whose loads the functional car finds by other springs: a percent of it.
    Shafts of the sedan that twist ring behind each shift, which slip and torque reduction follow: another two."""
    vehicle = electric if car == "electric" else jounce.load(car)
    found = [
        jounce.run(each, "acceleration", duration="9 s", top=False).metrics[figure].value
        for each in (vehicle, vehicle.at_depth("functional"))
    ]
    measured("times of full throttle, structural and functional", found[1] / found[0] - 1.0, within)


def test_no_wheel_spins_up_in_a_full_throttle_shift():
    """Behind the clutches the torque goes on as it was, so slip stays what it was before the shift, to a tenth of it.

    At once with their full torque the wheels of this car spin up to a slip of 3.
    """
    run = jounce.run(jounce.load("sedan"), "acceleration", duration="6 s", top=False)
    slip = np.max([run[f"rear_{side}.tyre.slip"] for side in ("left", "right")], axis=0)
    shifts = [event["time"] for event in events(run, "shifts up")]
    assert len(shifts) >= 3
    for time in shifts:
        before = slip[(run.time > time - 0.1) & (run.time < time)].max()
        assert slip[(run.time > time) & (run.time < time + 0.8)].max() < 1.1 * before


@pytest.mark.parametrize("gear", [2, 3])
def test_a_gear_that_is_asked_for_is_held_from_rest(gear):
    """No gear but that one; at the end the limiter holds the car at that gear's speed, r w/(i final): rolling radius
    and slip are known to 5 %."""
    car = jounce.load("sedan").at_depth("functional")
    run = jounce.run(car, "acceleration", gear=gear, duration="12 s", top=False)
    assert set(run["gearbox.gear"]) == {float(gear)}
    radius, ratio = car.values()["axles.rear.tyre.radius"], car.values()[f"gearbox.ratios.{gear - 1}"] * 5.0
    assert run["vehicle.vx"][-1] == pytest.approx(6450 * np.pi / 30 * radius / ratio, rel=0.05)


@pytest.mark.parametrize("depth", ["structural", "functional"])
def test_elasticity_from_80_counts_from_the_throttle(depth):
    """The body is pitched, so that the car starts a little above 80 km/h, and never crosses it."""
    run = jounce.run(
        jounce.load("sedan").at_depth(depth), "acceleration", speed="80 km/h", gear=5, duration="6 s", top=False
    )
    assert run["vehicle.vx"][0] > 80 / 3.6
    reached = np.interp(120 / 3.6, run["vehicle.vx"], run.time)
    assert run.metrics["time_80_120_kmh"].value == pytest.approx(reached - 0.5, abs=1e-3)


def test_a_pedal_on_the_floor_lets_no_gear_hunt_while_wheels_spin():
    """Torque is taken back beside the throttle, so that shift lines see the pedal: gears only rise."""
    run = jounce.run(jounce.load("sedan").at_depth("functional"), "acceleration", duration="8 s", top=False)
    assert run["controls.foot.engine.reduction"].max() > 0.3
    assert not events(run, "shifts down") and len(events(run, "shifts up")) >= 3


@pytest.mark.parametrize("depth", ["structural", "functional"])
def test_gears_lock_up_and_anti_lock_are_located_in_one_run(depth):
    """One run speeds up and stops. A shift up lies where the engine reaches the line at 0.6 of throttle, 3367 rpm, or a
    dwell of 0.5 s after the last one. Between rows of 1 ms the engine's speed changes by less than 1 rad/s."""
    phases = [
        {"name": "drive", "throttle": 0.6, "duration": "8 s"},
        {"name": "brake", "throttle": 0.0, "pedal": 1.0, "duration": "3 s"},
    ]
    car = jounce.load("sedan").at_depth(depth)
    run = jounce.run(car, "script", speed="25 km/h", phases=phases, output_step="1 ms")
    ups = [event for event in events(run, "shifts up") if event["time"] < 8.0]
    downs = [event for event in events(run, "shifts down") if event["time"] > 8.0]
    assert len(ups) >= 2 and len(downs) >= 2
    line = (2800 + (4500 - 2800) * (0.6 - 0.4) / (1.0 - 0.4)) * np.pi / 30
    for before, event in pairwise([{"time": -1.0}, *ups]):
        waited = event["time"] - before["time"] == pytest.approx(0.5, abs=1e-6)
        assert waited or np.interp(event["time"], run.time, run["engine.speed"]) == pytest.approx(line, abs=1.0)
    assert events(run, "opens its lock-up clutch")
    released = events(run, "releases")
    assert len(released) >= 4  # wheels are let go again and again
    assert all(event["time"] > 8.0 for event in released)
    assert run["vehicle.vx"][-1] < 5.0 and run.metrics["energy_error"].value < 1e-4
