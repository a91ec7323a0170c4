"""What holds on every drive: balance of forces and energy, closed loops, mirror images, finite numbers."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from campaigns import with_campaign

sys.path.append(str(Path(__file__).parents[1] / "analytic"))
from driven_cars import SPEED, small_car, symmetric_car
from scipy.signal import find_peaks

import jounce
from jounce.errors import ModelError
from jounce.studies.driving.driving_start import start_parked, start_straight

G = 9.81


@pytest.fixture(scope="module", params=["small_car", "small_car_electric", "hmmwv"])
def standing(request):
    start = start_parked(jounce.load(request.param).car_model())
    return start, start.seen()


def test_a_parked_car_stands_on_its_weight(standing):
    """Loads and weights to 1e-6 N, and nothing moves, not even a rod about its own axis."""
    start, seen = standing
    loads = sum(seen[f"{corner}.tyre.Fz"] for corner in start.car.corners)
    assert loads == pytest.approx(start.car.mass * G, abs=1e-6)
    rates = start.ready.workspace().rhs(start.ready.state)
    assert np.abs(rates[: start.ready.layout.sizes["controlled"]]).max() < 1e-6


def test_every_wheel_hangs_between_road_and_bearing(standing):
    """Bearing on the wheel, road on the wheel and its weight: by magnitude, since they are given in different axes."""
    start, seen = standing
    for corner in start.car.corners:
        bearing = np.linalg.norm([seen[f"{corner}.wheel_bearing.F{axis}"] for axis in "xyz"])
        mass = next(body.mass for body in start.car.model.bodies if body.name == f"{corner}.wheel")
        road = [seen[f"{corner}.tyre.Fx"], seen[f"{corner}.tyre.Fy"], seen[f"{corner}.tyre.Fz"] - mass * G]
        assert bearing == pytest.approx(np.linalg.norm(road), abs=1e-6)


def test_a_symmetric_car_runs_straight_with_hands_off(measured):
    """Mirrored lanes round alike, so there is no side force to begin with: below 1e-9 m after 10 s."""
    start = start_straight(symmetric_car().car_model(steering="torque"), SPEED)
    assert start.inputs["steering.wheel_torque"] == 0.0
    run = jounce.simulate(start.ready, 10.0, inputs=start.inputs, output_step=0.1, integrator="rk4")
    assert run["vehicle.x"][-1] > 166.0
    measured("drive.hands off", run["vehicle.y"], 1e-9)
    assert np.abs(run["vehicle.y"]).max() < 1e-9
    assert np.ptp(run["vehicle.speed"]) < 1e-6  # m/s: and the drive holds the speed


def test_a_parked_car_stays_on_a_slope_for_a_minute(measured):
    run = jounce.run(small_car(), "park-on-slope", grade="10 %", duration="60 s")
    measured("drive.slope", run.metrics["displacement"].value, 1e-4)
    assert run.metrics["displacement"].value < 1e-4
    weight = small_car().car_model().mass * G
    assert run.metrics["sum_of_loads"].value == pytest.approx(weight * np.cos(np.arctan(0.1)), rel=1e-9)


SMOOTH = {
    "step-steer": {"angle": "50 deg", "duration": "2 s"},
    "sine-steer": {"angle": "50 deg", "frequency": "1 Hz", "duration": "2 s"},
    "brake-to-standstill": {"speed": "20 km/h", "duration": "2.5 s"},
    "park-on-slope": {"duration": "1 s"},
    "roll-over": {"duration": "1.5 s"},
    "three-bumps": {},
    "torque-step": {"duration": "0.9 s"},
}


DRIVEN = [(car, study) for car in ("small_car", "small_car_electric") for study in SMOOTH]
DRIVEN += [("hmmwv", "step-steer"), ("hmmwv", "three-bumps")]
IN_SAMPLE = [*(case for case in DRIVEN if case[0] == "small_car"), ("hmmwv", "step-steer")]
IN_SAMPLE += [("small_car_electric", "torque-step"), ("small_car_electric", "three-bumps")]


@pytest.mark.parametrize(("car", "study"), with_campaign(DRIVEN, IN_SAMPLE.__contains__))
def test_smooth_drives_keep_the_balance_of_energy_and_the_loops_closed(car, study, measured):
    """1e-6 of the work of all elements, work integrated with the states, at 0.25 ms; loops to 1e-10 m."""
    run = jounce.run(jounce.load(car), study, step="0.25 ms", **SMOOTH[study])
    measured("drive.energy", run.metrics["energy_error"].value, 1e-6)
    assert run.metrics["energy_error"].value < 1e-6
    assert run.metrics["largest_gap"].value < 1e-10
    assert finite(run)


@pytest.fixture(scope="module")
def planks():
    """With the step that the study takes for RK4, and with half of it."""
    run = jounce.run(small_car(), "three-planks", integrator="rk4")
    return run, jounce.run(small_car(), "three-planks", step=0.5 * run.metadata["settings"]["step"])


def test_planks_keep_the_balance_of_energy_to_a_thousandth(planks):
    for run in planks:
        assert run.metrics["energy_error"].value < 1e-3
        assert run.metrics["largest_gap"].value < 1e-10


def test_the_peak_over_planks_does_not_depend_on_the_step(planks, measured):
    """Two cams roll over an edge in finite time: halving the step changes the peaks by less than 1 %."""
    for k in (1, 2, 3):
        coarse, fine = (run.metrics[f"hub_peak_{k}"].value for run in planks)
        measured("drive.peak", coarse / fine - 1.0, 0.01)
        assert coarse == pytest.approx(fine, rel=0.01)


def test_a_plank_as_high_as_a_wheel_is_refused():
    with pytest.raises(ModelError, match=r"0\.4 m is a wall"):
        jounce.run(small_car(), "one-obstacle", height="0.4 m")
    with pytest.raises(ModelError, match="output_step"):
        jounce.run(small_car(), "one-obstacle", output_step="0 s")


def test_rows_over_planks_are_a_twentieth_of_the_contact_length_apart(planks):
    """0.1 m / 20 at 30 km/h: 0.6 ms, printed."""
    run, _ = planks
    assert run.metadata["settings"]["output_step"] == pytest.approx(0.6e-3, abs=1.1e-6)
    told = "metrics are read every 0.6 ms: 20 rows while a wheel rolls by its contact length"
    assert run.metadata["notes"][0].startswith(told)


@pytest.mark.parametrize(
    ("car", "speed"),
    with_campaign(
        [("small_car", 30), ("small_car", 60), ("small_car_electric", 30), ("hmmwv", 30)],
        lambda case: case[0] == "small_car",
    ),
)
def test_three_planks_push_the_hub_up_three_times(car, speed):
    """1 m/v apart, at 30 km/h too, where the rebound behind a plank is harder than the climb.

    A wheel climbs in 0.1 m; a quarter of the last vibration on top moves the peak by no more than a quarter of half
    of that: 2 % of the interval.
    """
    run = jounce.run(jounce.load(car), "three-planks", speed=f"{speed} km/h")
    for k in (1, 2):
        found = run.metrics[f"hub_interval_{k}"].value * speed / 3.6
        assert found == pytest.approx(1.0, abs=0.02)


def test_the_spectrum_holds_the_energy_of_the_history(planks):
    """Parseval's sum to 1e-10."""
    from jounce.results.vibration.oscillations import amplitude_spectrum

    run = planks[0]
    y = run["front_right.hub.az"]
    _, amplitudes = amplitude_spectrum(run.time, y)
    squares = amplitudes**2 / 2
    squares[0] *= 2
    if len(y) % 2 == 0:
        squares[-1] *= 2
    assert squares.sum() == pytest.approx(np.mean(y**2), rel=1e-10)


def test_three_bumps_shake_the_hub_three_times():
    """1 m/v apart. The wheel rings at 13 Hz and decays by exp(-31 t), to 2 % within the 0.12 s from bump to bump;
    what is left of it moves a peak 40 ms wide by that part: 3 % of the interval."""
    run = jounce.run(small_car(), "three-bumps")
    for k in (1, 2):
        assert run.metrics[f"hub_interval_{k}"].value == pytest.approx(1.0 / (30 / 3.6), rel=0.03)


def test_a_peak_of_the_hub_is_one_also_where_the_wheel_jumps_from_bump_to_bump():
    """At 40 km/h the climb onto a bump begins before its edge: it rises there, and is no peak of the bump before.

    SciPy finds the peaks; the parabola through the highest of three rows lies above it by less than their curvature.
    """
    run = jounce.run(small_car(), "three-bumps", speed="40 km/h")
    az = run["front_left.hub.az"]
    places, _ = find_peaks(az, prominence=10.0)
    tops = az[places]
    for k in (1, 2, 3):
        nearest = int(np.abs(tops - run.metrics[f"hub_peak_{k}"].value).argmin())
        curved = abs(np.diff(az[places[nearest] - 1 : places[nearest] + 2], 2)[0])
        assert tops[nearest] <= run.metrics[f"hub_peak_{k}"].value <= tops[nearest] + curved


def finite(run) -> bool:
    return bool(np.isfinite(run.numbers).all())


def test_locked_wheels_slide_to_standstill_and_stand():
    run = jounce.run(small_car(), "brake-to-standstill", pedal=1.0, speed="40 km/h", duration="4 s")
    assert finite(run)
    assert run.metrics["lowest_slip"].value < -0.9
    assert run["vehicle.speed"][-1] < 1e-2


def test_a_car_that_still_rolls_has_no_stopping_distance_and_the_note_says_so():
    run = jounce.run(small_car(), "brake-to-standstill", speed="150 km/h", duration="2 s")
    assert "stopping_distance" not in run.metrics
    assert all(np.isfinite(metric.value) for metric in run.metrics.values())
    assert any("still rolling" in note for note in run.metadata["notes"])


def test_braking_from_any_speed_lasts_until_the_car_stands():
    """Half the pedal gives 1366 N m on wheels of 0.253 m under 850 kg: 6.35 m/s^2, to a tenth for rolling and pitch."""
    run = jounce.run(small_car(), "brake-to-standstill", speed="150 km/h")
    assert run.metrics["mean_deceleration"].value == pytest.approx(1366 / 0.253 / 850, rel=0.1)
    assert run["vehicle.speed"][-1] < 1e-2


def test_wheels_spin_on_the_spot_without_harm():
    start = start_straight(small_car().car_model(), 1.0)
    run = jounce.simulate(start.ready, 2.0, inputs=dict(start.inputs) | {"drive.torque": 500.0}, integrator="rk4")
    assert finite(run)
    assert run["front_left.tyre.slip"].max() > 1.0


def test_wheels_that_lift_come_down_again():
    run = jounce.run(small_car(), "three-bumps", speed="60 km/h", length="0.4 m")
    assert finite(run) and run.metrics["lifted_time"].value > 0.02
    assert run["front_left.tyre.Fz"][-1] > 1000.0


def test_a_car_rolls_over_on_its_side_and_beyond():
    run = jounce.run(small_car(), "roll-over")
    assert finite(run)
    assert run.metrics["largest_roll"].value > 0.5 * np.pi
    assert run.metrics["largest_gap"].value < 1e-10


def test_the_energy_error_of_a_parked_car_is_no_quotient_of_roundings():
    """Nothing does work on a level road: the balance of some kilojoules rounds at 1e-12 J, by 1 J at least."""
    run = jounce.run(jounce.load("small_car"), "park-on-slope", grade=0.0, duration="0.2 s")
    assert run.metrics["energy_error"].value < 1e-6
