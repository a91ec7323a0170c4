"""What is read off histories, on histories whose answer is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.results.comparison.agreement import agreement, base_to_compare
from jounce.results.measured import read_measured
from jounce.results.read_offs import crossing, first_peak, lag, peak
from jounce.results.vibration.oscillations import amplitude_spectrum, find_ripples

T = np.linspace(0.0, 2.0, 401)


def test_a_crossing_lies_between_samples():
    """A straight line is followed exactly."""
    assert crossing(T, 3.0 * T - 1.0, 0.0) == pytest.approx(1.0 / 3.0, abs=1e-15)
    assert math.isnan(crossing(T, T, 5.0))


def test_a_peak_is_that_of_the_parabola():
    time, value = peak(T, 4.0 - (T - 1.2345) ** 2)
    assert (time, value) == pytest.approx((1.2345, 4.0), abs=1e-12)


def test_the_first_peak_is_not_the_first_ripple():
    """0.5 and 0.95 of the largest: the second one counts."""
    y = sum(a * np.exp(-(((T - t) / 0.05) ** 2)) for t, a in ((0.3, 0.5), (0.8, 0.95), (1.5, 1.0)))
    assert first_peak(T, y)[0] == pytest.approx(0.8, abs=1e-3)


def test_a_flat_peak_is_found_through_ripples_of_the_numbers():
    """The step response of an oscillator: its first peak is at pi/omega, exp(-decay pi/omega) above its end.

    Ripples of 3e-4 with the period of four samples, as rows between ends of steps have them, make tops of their own.
    Over the samples of the top they nearly cancel; higher samples count more, so that less than half of them is left.
    """
    decay, omega = 3.0, 3.5
    y = 1.0 - np.exp(-decay * T) * (np.cos(omega * T) + decay / omega * np.sin(omega * T))
    at, top = math.pi / omega, 1.0 + math.exp(-decay * math.pi / omega)
    assert first_peak(T, y) == pytest.approx((at, top), rel=1e-4)
    rippled = first_peak(T, y + 3e-4 * np.cos(0.5 * math.pi * np.arange(len(T))))
    assert rippled[0] == pytest.approx(at, rel=5e-3)
    assert rippled[1] == pytest.approx(top, abs=1.5e-4)


def test_a_history_that_only_rises_has_no_peak_by_ripples():
    y = 1.0 - np.exp(-5.0 * T) + 3e-4 * np.cos(0.5 * math.pi * np.arange(len(T)))
    assert first_peak(T, y)[0] == T[-1]


def test_a_lag_is_found_between_samples():
    """A pulse moved by 37.3 ms, samples every 5 ms; a parabola through a maximum of this width errs below 0.1 ms."""
    pulse = np.exp(-(((T - 1.0) / 0.1) ** 2))
    assert lag(T, pulse, np.exp(-(((T - 1.0373) / 0.1) ** 2))) == pytest.approx(0.0373, abs=1e-4)


@pytest.mark.parametrize("count", [400, 401])
def test_a_sine_shows_its_amplitude_in_the_spectrum(count):
    t = np.arange(count) * 0.01
    f = 7 / (count * 0.01)
    frequencies, amplitudes = amplitude_spectrum(t, 0.3 + 1.5 * np.sin(2 * np.pi * f * t))
    assert frequencies[7] == pytest.approx(f, rel=1e-12)
    assert amplitudes[7] == pytest.approx(1.5, rel=1e-12) and amplitudes[0] == pytest.approx(0.3, rel=1e-12)
    squares = amplitudes**2 / 2
    squares[0] *= 2
    assert squares.sum() == pytest.approx(0.3**2 + 1.5**2 / 2, rel=1e-10)


def test_decaying_oscillations_are_told_apart():
    """Two of them and a drift, no noise: the pencil is exact up to what it leaves out, 1e-4 of the largest."""
    y = (
        5.0
        + 2.0 * np.exp(-11.0 * T) * np.cos(2 * np.pi * 7.3 * T)
        + 0.5 * np.exp(-9.0 * T) * np.cos(2 * np.pi * 31.0 * T)
    )
    first, second = find_ripples(T, y)[:2]
    assert (first.frequency, first.decay, first.amplitude) == pytest.approx((7.3, 11.0, 2.0), rel=1e-3)
    assert (second.frequency, second.decay) == pytest.approx((31.0, 9.0), rel=1e-3)


def test_agreement_gives_both_error_integrals_and_finds_the_shift():
    """C = 1.1 M: the integrals are 0.1 of the measured and 0.1/1.1 of the computed history."""
    measured = np.exp(-(((T - 1.0) / 0.1) ** 2))
    found = agreement(T, 1.1 * measured, T + 0.25, measured, "auto")
    assert found.shift == pytest.approx(-0.25, abs=1e-3)
    assert found.error_by_measured == pytest.approx(0.1, rel=0.05)  # the shift is met to a part of a sample
    exact = agreement(T, 1.1 * measured, T, measured)
    assert exact.error_by_measured == pytest.approx(0.1, rel=1e-9)
    assert exact.error_by_computed == pytest.approx(0.1 / 1.1, rel=1e-9)


@pytest.mark.parametrize("ahead", [1.7e9, -3600.0, 1.95])  # s: since 1970, an hour before, hardly meeting
def test_clocks_far_apart_are_set_alike(ahead):
    """The same history on another clock agrees with itself; a clock at 1.7e9 s counts in steps of 2.4e-7 s."""
    history = np.exp(-(((T - 1.0) / 0.1) ** 2))
    found = agreement(T, history, T + ahead, history, "auto")
    assert found.shift == pytest.approx(-ahead, abs=1e-5)
    assert found.error_by_measured < 1e-4


def test_a_file_with_semicolons_has_decimal_commas(tmp_path):
    file = tmp_path / "measured.csv"
    file.write_text("time [s];yaw_rate [deg/s]\n0,00;1,5\n0,01;-2,25e1\n", "utf-8")
    run = read_measured(file)
    np.testing.assert_allclose(run.time, [0.0, 0.01])
    np.testing.assert_allclose(run["yaw_rate"], np.radians([1.5, -22.5]))


def test_an_empty_cell_and_nan_are_gaps_and_empty_rows_are_none(tmp_path):
    file = tmp_path / "measured.csv"
    file.write_text("time [s],a [m],b [m]\n0,1,\n1,nan,2\n2, ,3\n,,\n", "utf-8")
    run = read_measured(file)
    np.testing.assert_array_equal(run.time, [0.0, 1.0, 2.0])
    np.testing.assert_array_equal(run["a"], [1.0, np.nan, np.nan])
    np.testing.assert_array_equal(run["b"], [np.nan, 2.0, 3.0])


def test_a_measured_file_may_run_over_travel(tmp_path):
    file = tmp_path / "measured.csv"
    file.write_text("travel [mm],front_left.toe [deg]\n-10,1\n10,2\n", "utf-8")
    base = base_to_compare(read_measured(file, "travel"))
    assert (base.name, base.unit) == ("travel", "m")
    np.testing.assert_allclose(base.values, [-0.01, 0.01])


def test_a_measured_file_comes_in_si(tmp_path):
    file = tmp_path / "measured.csv"
    file.write_text("time [ms],yaw_rate [deg/s],share [1]\n0,1,0.5\n10,2,0.6\n", "utf-8")
    run = read_measured(file)
    np.testing.assert_allclose(run.time, [0.0, 0.01])
    np.testing.assert_allclose(run["yaw_rate"], np.radians([1.0, 2.0]))
    assert dict(run.units) == {"yaw_rate": "rad/s", "share": "1"}  # as in runs, so that views show both alike


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("yaw_rate [deg/s]\n1\n", "one column time [s]"),
        ("time [s],yaw_rate\n0,1\n1,2\n", "has no unit"),
        ("time [s],yaw_rate [nonsense]\n0,1\n1,2\n", "yaw_rate"),
        ("time [s],a [1],a [1]\n0,1,1\n1,2,2\n", "stands there twice"),
        ("time [s],a [1]\n0,1\n0,2\n", "does not rise"),
        ("time [s],a [1]\n0,x\n1,2\n", "2 numbers"),
        ("time [s],a [1]\n0,inf\n1,2\n", "2 numbers"),
        ("time [s],a [1]\n,1\n1,2\n", "a number in the column it runs over"),
        ("time [s],a [1]\n0,0,1,5\n0,1,2,5\n", "a decimal comma needs semicolons"),
        ("time [s];a [1]\n0;1.000,5\n1;2\n", "2 numbers"),
        ("time [s],a [1]\n0,1\n", "at least two"),
        ("", "the file is empty"),
    ],
)
def test_a_measured_file_is_refused_with_its_reason(tmp_path, text, words):
    file = tmp_path / "measured.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(ModelError) as refusal:
        read_measured(file)
    assert words in str(refusal.value)


def test_a_file_that_is_not_text_or_not_there_is_refused(tmp_path):
    (tmp_path / "binary.csv").write_bytes(b"\0\1\2")
    for name in ("binary.csv", "missing.csv"):
        with pytest.raises(ModelError):
            read_measured(tmp_path / name)
