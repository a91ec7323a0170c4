"""Replay of records that are made up: what was put in comes out again, offsets to their statistic bound."""

from __future__ import annotations

import numpy as np
import pytest
from made_up_record import CLOCK, STRAIGHT, Faults, recorded_car, true_drive, write_made_up_record

import jounce
from jounce.studies.measured.record_errors import record_errors
from jounce.studies.measured.record_signals import filter_record_signal, record_signal

ZEROS = (CLOCK + 0.1, CLOCK + STRAIGHT - 0.1)
SIGNALS = ("yaw_rate", "lateral_acceleration")
ACCURACY = 1e-3  # of runs, by default
SURE = 4.0  # standard errors: one in 16000 is beyond


def replayed(path, faults: Faults, rate: float = 100.0, **settings) -> jounce.Result:
    record = write_made_up_record(path / "record.csv", faults, rate, **settings.pop("written", {}))
    return jounce.run(recorded_car(), "replay", record=str(record), **settings)


def value(run: jounce.Result, name: str) -> float:
    return run.metrics[name].value


def test_a_car_beside_its_own_drive_differs_by_the_accuracy_of_both_runs_and_by_its_speed(tmp_path, measured):
    """Yaw rate is at most proportional to speed, lateral acceleration to its square: the speed that a foot follows to
    some accuracy adds as much to the errors."""
    run = replayed(tmp_path, Faults(), cutoff=0)
    assert value(run, "speed_largest_error") < 0.15
    share = value(run, "speed_rms_error") / run["vehicle.vx"].mean()
    for power, word in enumerate(SIGNALS, 1):
        limit = 2 * ACCURACY + power * share
        measured("a car driven by the record of its own run", value(run, f"{word}_error"), limit)
        assert abs(value(run, f"{word}_lag")) < 1e-3 and abs(value(run, f"{word}_peak_error")) < limit
    assert value(run, "gaps_bridged") == 0 and "no offset was taken off" in str(run.metadata["notes"])


def test_offsets_are_found_to_their_statistic_bound(tmp_path):
    """The mean of n samples with a standard deviation s errs by s / sqrt(n); s itself by a share of 1 / sqrt(2 n)."""
    put = {"steering": np.radians(2.0), "yaw_rate": np.radians(-0.6), "acceleration": 0.25}
    noise = {"steering": np.radians(0.3), "yaw_rate": np.radians(0.25), "acceleration": 0.2}
    run = replayed(tmp_path, Faults(offsets=put, noise=noise), zero_window=ZEROS)
    n = round((ZEROS[1] - ZEROS[0]) * 100) + 1
    names = {"steering": "steering_angle", "yaw_rate": "yaw_rate", "acceleration": "lateral_acceleration"}
    note = next(note for note in run.metadata["notes"] if note.startswith("offsets"))
    assert f"{n} samples" in note
    for word, name in names.items():
        found = value(run, f"{name}_offset")
        assert abs(found - put[word]) < SURE * noise[word] / np.sqrt(n)
        assert abs(found) > 0.5 * abs(put[word])  # which is far beyond that bound
    shown = float(note.split("yaw_rate")[1].split("+-")[1].split()[0])  # deg/s
    assert shown == pytest.approx(0.25 / np.sqrt(n), rel=SURE / np.sqrt(2 * n))
    for word, most in zip(SIGNALS, (0.03, 0.06), strict=True):
        assert value(run, f"{word}_error") < most
    left = replayed(tmp_path, Faults(offsets=put, noise=noise))  # without a window they stay, and show as errors
    assert value(left, "yaw_rate_error") > 2 * value(run, "yaw_rate_error")


@pytest.mark.parametrize("cutoff", [0, 10])
def test_noise_of_the_record_is_what_is_left_between_it_and_the_run(tmp_path, cutoff):
    """White noise of standard deviation s at 100 Hz: all of it, or what a zero-phase filter of four poles lets pass, of
    variance 3 pi / (8 sqrt 2) cutoff / 50 Hz, the integral of 1 / (1 + x^4)^2."""
    noise = {"yaw_rate": np.radians(0.5), "acceleration": 0.3}
    run = replayed(tmp_path, Faults(noise=noise), cutoff=cutoff)
    passed = 3 * np.pi / (8 * np.sqrt(2)) * cutoff / 50 if cutoff else 1.0
    independent = 600 * passed
    for word, name in (("yaw_rate", "yaw_rate"), ("acceleration", "lateral_acceleration")):
        expected = noise[word] * np.sqrt(passed)
        assert value(run, f"{name}_rms_error") == pytest.approx(expected, rel=0.05 + SURE / np.sqrt(2 * independent))


def test_a_factor_and_a_delay_of_the_record_come_out_as_they_were_put_in(tmp_path):
    """A record that is 1.2 times the truth: the error integral is 0.2 / 1.2, the peak 1 / 1.2 - 1, exactly."""
    run = replayed(tmp_path, Faults(factors={"yaw_rate": 1.2}, late={"acceleration": 0.03}), cutoff=0)
    assert value(run, "yaw_rate_error") == pytest.approx(0.2 / 1.2, abs=4e-3)
    assert value(run, "yaw_rate_peak_error") == pytest.approx(1 / 1.2 - 1, abs=4e-3)
    assert value(run, "yaw_rate_lag") == pytest.approx(0.0, abs=1e-3)
    assert value(run, "lateral_acceleration_lag") == pytest.approx(-0.03, abs=1e-3)
    assert value(run, "lateral_acceleration_peak_error") == pytest.approx(0.0, abs=6e-3)


def test_a_steering_angle_that_was_recorded_late_is_moved_back(tmp_path):
    late = Faults(late={"steering": 0.04})
    assert value(replayed(tmp_path, late, cutoff=0), "yaw_rate_lag") == pytest.approx(0.04, abs=2e-3)
    moved = replayed(tmp_path, late, cutoff=0, steering_late="40 ms")
    assert value(moved, "yaw_rate_lag") == pytest.approx(0.0, abs=1e-3)


def test_a_sensor_behind_the_centre_of_mass_feels_less_when_the_car_turns_in(tmp_path):
    """a_y of a point at x is that of the centre of mass and x times the yaw acceleration."""
    true = true_drive()
    record = write_made_up_record(tmp_path / "record.csv", Faults())
    lines = record.read_text().splitlines()
    behind = true["vehicle.cg.ay"] - 1.2 * np.gradient(true["vehicle.yaw_rate"], true.time)
    cells = [line.split(",") for line in lines[1:]]
    felt = np.interp([float(row[0]) - CLOCK for row in cells], true.time, behind) / 9.80665
    record.write_text(
        "\n".join([lines[0], *(",".join([*r[:4], f"{a:.6f}"]) for r, a in zip(cells, felt, strict=True))])
    )
    car = recorded_car()
    at_cg, there = (
        jounce.run(car, "replay", record=str(record), cutoff=0, sensor_ahead=x, beside={"sensor.vy": "speed"})
        for x in (0.0, -1.2)
    )
    assert value(there, "lateral_acceleration_error") < 8e-3 < 0.05 < value(at_cg, "lateral_acceleration_error")
    r = there["vehicle.yaw_rate"]
    np.testing.assert_allclose(there["sensor.vy"], there["vehicle.cg.vy"] - 1.2 * r, atol=1e-12)
    assert "sensor_vy_error" in there.metrics


def test_gaps_are_bridged_or_left_out_and_counted(tmp_path):
    """Cells from 2.2 to 2.3 s and rows from 3.0 to 3.2 s: what is between the samples next to them is missing."""
    plain = replayed(tmp_path, Faults())
    faults = Faults(empty={"steering": [(2.2, 2.3)], "yaw_rate": [(4.0, 4.5)]}, lost=((3.0, 3.2),))
    run = replayed(tmp_path, faults, longest_gap="0.25 s")
    assert value(run, "gaps_bridged") == 3  # the rows are missing in steering and in speed
    assert value(run, "longest_gap_bridged") == pytest.approx(0.2, abs=0.021)
    notes = " ".join(run.metadata["notes"])
    assert "3 gaps of steering or speed bridged" in notes and "yaw_rate: 2 gaps" in notes
    inside = (run.time > 4.02) & (run.time < 4.48)
    assert (
        np.isnan(run["record.yaw_rate"][inside]).all() and np.isfinite(run["record.lateral_acceleration"][inside]).all()
    )
    # a chord over 0.1 s of a sine of 0.5 Hz is at most (pi / 20)^2 / 2 of its amplitude below it
    assert value(run, "yaw_rate_error") < value(plain, "yaw_rate_error") + 0.012


def test_what_is_missing_in_a_record_counts_in_no_error():
    t = np.linspace(0.0, 6.0, 601)
    record = np.sin(t)
    run = record + np.where((t > 3.0) & (t < 3.5), 5.0, 0.0)
    known = np.where((t >= 3.0) & (t <= 3.5), np.nan, record)
    errors = record_errors(t, run, t, known)
    assert errors.error == errors.rms_error == errors.largest_error == 0.0 and errors.correlation == pytest.approx(1.0)
    assert record_errors(t, run, t, record).largest_error == pytest.approx(5.0)


@pytest.mark.parametrize("case", ["road wheel", "full scale", "right", "other names", "semicolons"])
def test_units_signs_and_ratios_of_a_record_are_read_as_said(tmp_path, case):
    """The same drive, written in another way, is the same run; 14.3 is the steering ratio of the car."""
    plain = replayed(tmp_path, Faults(), cutoff=0)
    factors, settings, written = {}, {}, {}
    header = "Time (s),steering_wheel_angle [deg],speed [km/h],yaw_rate [deg/s],lateral_acceleration [g]"
    if case == "road wheel":
        factors, settings = {"steering": 1 / 14.3}, {"angle_of": "road wheel", "ratio": 14.3}
    elif case == "full scale":  # the column holds 1 where the steering wheel stands at 400 deg
        factors = {"steering": 1 / 400}
        settings = {"steering_angle": "normalised [1]", "full_scale": "400 deg"}
        written = {"header": header.replace("steering_wheel_angle [deg]", "normalised")}
    elif case == "right":
        factors = {"steering": -1.0, "yaw_rate": -1.0}
        settings = {"to_the_right": "steering_angle, yaw_rate"}
    elif case == "other names":  # units are said by who asks, in full
        written = {"header": "clock,swa,v,r,ay"}
        settings = {"time": "clock [s]", "steering_angle": "swa [deg]", "speed": "v [km/h]"}
        settings |= {"yaw_rate": "r [deg/s]", "lateral_acceleration": "ay [g]"}
    run = replayed(tmp_path, Faults(factors=factors), cutoff=0, written=written, **settings)
    if case == "semicolons":
        file = tmp_path / "record.csv"
        file.write_text(file.read_text().replace(",", ";").replace(".", ","))
        run = jounce.run(recorded_car(), "replay", record=str(file), cutoff=0)
    for name in ("vehicle.yaw_rate", "record.yaw_rate", "record.lateral_acceleration"):
        np.testing.assert_allclose(run[name], plain[name], atol=2e-3 * np.ptp(plain[name]))


def test_a_column_of_the_other_sign_is_noticed(tmp_path):
    run = replayed(tmp_path, Faults(factors={"yaw_rate": -1.0}))
    assert any("yaw_rate goes one way in the record and the other way in the run" in n for n in run.metadata["notes"])


def test_rows_that_are_unevenly_apart_are_read_at_their_own_times(tmp_path):
    even, uneven = (replayed(tmp_path, Faults(jitter=jitter)) for jitter in (0.0, 0.9))
    for word in SIGNALS:
        assert value(uneven, f"{word}_error") < value(even, f"{word}_error") + 2e-3


def test_a_filter_without_a_phase_halves_its_cutoff_and_moves_nothing():
    """|H|^2 of two Butterworth poles is 1/2 at the cut-off; run forward and back, that is the gain of the amplitude."""
    t = np.linspace(0.0, 10.0, 2001)
    for frequency, gain in ((0.5, 1.0), (10.0, 0.5)):
        wave = record_signal("wave", t, np.sin(2 * np.pi * frequency * t))
        passed = filter_record_signal(wave, 0.005, 10.0)
        middle = slice(400, 1600)
        np.testing.assert_allclose(passed.values[middle], gain * wave.values[middle], atol=1e-3)


def test_a_car_without_a_drive_keeps_its_speed_and_says_so(tmp_path):
    record = write_made_up_record(tmp_path / "record.csv", Faults())
    run = jounce.run(jounce.load("large_sedan").at_depth("single-track"), "replay", record=str(record))
    assert any("keeps the speed of its start" in note for note in run.metadata["notes"])
    assert value(run, "yaw_rate_correlation") > 0.98  # at a tenth less speed it still turns the same way


def test_the_installed_example_says_that_it_is_made_up_and_fits_the_car(tmp_path):
    run = jounce.run(jounce.load("large_sedan"), "replay", zero_window=ZEROS)
    assert value(run, "yaw_rate_error") < 0.03 and np.isfinite(run.numbers).all()
    from jounce.studies.measured.driving_record import EXAMPLE_FILE

    assert EXAMPLE_FILE.read_text().startswith("# made up")
