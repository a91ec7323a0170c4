"""Benchmarks of drives: small ones, so that their names and figures are there."""

from __future__ import annotations

import pytest

from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.handling.sine_steer import SineSteer
from jounce.studies.numerics.timed_runs import timed_run_of_drive
from jounce_benchmarks import functional_car, hard_drives, stiff_car
from jounce_benchmarks.bench import BENCHMARKS, run_benchmark


def test_all_benchmarks_of_drives_have_names():
    assert {"structural-car", "functional-car", "stiff-car", "hard-drives"} <= set(BENCHMARKS)


def test_hard_drives_give_factor_and_errors(monkeypatch):
    """RK4 at 1 ms is the outside measure: it must be accurate where `auto` is called accurate."""
    monkeypatch.setattr(hard_drives, "ROUNDS", 1)
    monkeypatch.setattr(hard_drives, "CARS", ("small_car",))
    monkeypatch.setattr(hard_drives, "DRIVES", {"step_steer": hard_drives.DRIVES["step_steer"]})
    found = run_benchmark("hard-drives")["ours"]
    assert found["real_time_factor_small_car_step_steer"] > 0
    assert found["rms_error_small_car_step_steer"] <= found["largest_error_small_car_step_steer"]
    assert found["largest_error_small_car_step_steer"] < hard_drives.ACCURACY


def test_physical_shafts_are_as_stiff_as_stated():
    """|lambda| of 8.9e4 1/s: five elements of a 25 mm steel shaft, as measured apart from this code."""
    drive = timed_run_of_drive(stiff_car.car_on_physical_shafts(), SineSteer(**stiff_car.SETTINGS))
    fastest = abs(small_motions(drive.ready, drive.ready.state, {}).modes()[0]).max()
    assert fastest == pytest.approx(8.9e4, rel=0.01)


def test_a_functional_car_is_timed_beside_commonroad(monkeypatch):
    """`auto` keeps to its accuracy, by RK4 at 0.1 ms; the peer in Python is there, compiled it takes long to make."""
    monkeypatch.setattr(functional_car, "ROUNDS", 1)
    monkeypatch.setattr(functional_car, "PEERS", {"python": functional_car.PEERS["commonroad_python"]})
    found = run_benchmark("functional-car")
    assert found["ours"]["yaw_rate_error"] < functional_car.ACCURACY
    assert found["ours"]["real_time_factor"] > found["ours"]["real_time_factor_rk4"] > 0
    assert found["ours"]["rk4_step_s"] == 1e-3 and found["ours"]["auto_mean_step_s"] > 1e-3
    assert found["peers"]["python"]["real_time_factor"] > 0 and found["ratios"]["python"] > 1
