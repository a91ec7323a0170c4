"""What studies read off histories, on histories whose figures are known in closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.results.read_offs import (
    deviation,
    extreme,
    first_instant,
    first_local_peak,
    highest,
    highest_top,
    integral,
    integral_of_integral,
    largest,
    largest_gain,
    lowest,
    mean,
    overshoot,
    peak,
    root_mean_square,
    swing,
    time_held,
    value_at,
    whole,
    within,
)

T = np.linspace(0.0, 2.0, 401)
W = 2.0 * math.pi * 1.3  # rad/s


@pytest.mark.parametrize("step", [5e-3, 20e-3])
def test_the_highest_value_of_a_wave_is_its_amplitude(step):
    """A parabola through three samples of a cosine, h apart in phase, is low by at most 3 h^4/128; the highest sample
    by up to h^2/8, which is 300 times as much at 20 ms."""
    h = W * step
    t = np.arange(0.0, 3.0, step)
    for phase in np.linspace(0.0, 6.0, 25):
        y = 3.0 * np.cos(W * t + phase)
        bound = 3.0 * 3.0 * h**4 / 128 + 1e-12
        assert highest(t, y) == pytest.approx(3.0, abs=bound)
        assert lowest(t, y) == pytest.approx(-3.0, abs=bound)
        assert largest(t, y) == pytest.approx(3.0, abs=bound)
        assert abs(extreme(t, y - 0.5)) == pytest.approx(3.5, abs=bound) and extreme(t, y - 0.5) < 0.0


def test_no_parabola_is_laid_over_a_jump_or_a_kink():
    """A deceleration that jumps to 10 and falls to 9 is 10, a load that is lifted to zero is zero: parabolas through
    three samples would give 10.9 and -0.6."""
    jump = np.array([0.0, 0.0, 0.0, 10.0, 9.0, 8.9, 8.8, 8.7])
    lift = np.array([15.0, 10.0, 5.0, 0.0, 0.0, 0.0, 4.0, 9.0])
    t = 5e-3 * np.arange(8)
    assert highest(t, jump) == 10.0 and lowest(t, lift) == 0.0


def test_a_peak_beside_the_last_uneven_row_is_that_of_the_parabola():
    """A run that an event ends has a shorter last interval."""
    t = np.array([0.0, 0.1, 0.2, 0.3, 0.32])
    assert peak(t, 4.0 - (t - 0.29) ** 2) == pytest.approx((0.29, 4.0), abs=1e-12)


def test_integrals_and_means_begin_and_end_between_samples():
    """Of 1 + 2 t from 0.3012 to 1.7773 trapezoids are exact; the root mean square of a sine over whole periods is
    1/sqrt(2), by trapezoids but for their corners: (h W)^2/12 of the pieces at both ends, 1e-5."""
    a, b = 0.3012, 1.7773
    assert integral(T, 1.0 + 2.0 * T, (a, b)) == pytest.approx(b - a + b * b - a * a, rel=1e-12)
    assert mean(T, 1.0 + 2.0 * T, (a, b)) == pytest.approx(1.0 + a + b, rel=1e-12)
    t = np.linspace(0.0, 2.0, 4001)
    assert root_mean_square(t, np.sin(W * t), (0.1, 0.1 + 2.0 / 1.3)) == pytest.approx(math.sqrt(0.5), rel=1e-5)


def test_the_mean_does_not_count_rows_but_time():
    """Rows that lie close together weigh no more."""
    t = np.concatenate([np.linspace(0.0, 1.0, 11), np.linspace(1.001, 1.01, 500), [2.0]])
    assert mean(t, t, (0.0, 2.0)) == pytest.approx(1.0, rel=1e-12)


def test_overshoot_is_a_share_of_the_settled_value():
    """Step response of an oscillator: exp(-decay pi/omega) above its end; also where all is negative."""
    decay, omega = 3.0, 3.5
    t = np.linspace(0.0, 6.0, 1201)
    y = 1.0 - np.exp(-decay * t) * (np.cos(omega * t) + decay / omega * np.sin(omega * t))
    for sign in (1.0, -2.0):
        top = extreme(t, sign * y)
        assert overshoot(top, sign) == pytest.approx(math.exp(-decay * math.pi / omega), rel=1e-4)


def test_the_first_local_peak_counts_however_small():
    """A bump of 0.2 at 0.4 s before a rise to 3 at the end: 0.2, not the last sample; without it there is none."""
    bump, spin = 0.2 * np.exp(-(((T - 0.4) / 0.1) ** 2)), 3.0 * np.maximum(T - 0.9, 0.0) ** 2
    assert first_local_peak(T, bump + spin, 3.0) == pytest.approx((0.4, 0.2), rel=1e-6)
    assert first_local_peak(T, spin, 3.0) is None
    assert first_local_peak(T, -spin, 3.0) is None  # it only falls


def test_ripples_of_the_numbers_are_no_peaks():
    """Ripples of 1e-3 of the largest value on a rise have tops of their own."""
    assert first_local_peak(T, T + 1e-3 * np.cos(0.5 * math.pi * np.arange(len(T))), 2.0) is None


def test_a_swing_is_twice_the_amplitude_and_a_deviation_its_share():
    """Of 4 + 3 cos over whole periods: 6, and 3/sqrt(2)."""
    y = 4.0 + 3.0 * np.cos(W * T + 0.4)
    assert swing(T, y) == pytest.approx(6.0, rel=1e-6)
    t = np.linspace(0.0, 2.0, 4001)
    assert deviation(t, 4.0 + 3.0 * np.sin(W * t), (0.1, 0.1 + 2.0 / 1.3)) == pytest.approx(
        3.0 * math.sqrt(0.5), rel=1e-5
    )


def test_what_holds_begins_at_a_sample_and_lasts_to_half_way_between():
    """From 0.5 to 0.8 s, samples 5 ms apart: both ends half a sample further out."""
    holds = (T > 0.4975) & (T < 0.8025)
    assert first_instant(T, holds) == pytest.approx(0.5, abs=1e-12)
    assert time_held(T, holds) == pytest.approx(0.3 + 5e-3, abs=1e-12)
    assert math.isnan(first_instant(T, T > 3.0)) and time_held(T, T > 3.0) == 0.0


def test_a_value_and_a_window_lie_between_samples():
    """Of a straight line, exactly."""
    assert value_at(T, 1.0 + 2.0 * T, 0.3012) == pytest.approx(1.6024, abs=1e-14)
    t, y = within(T, 1.0 + 2.0 * T, (0.3012, 0.3312))
    assert (t[0], t[-1], y[0], y[-1]) == pytest.approx((0.3012, 0.3312, 1.6024, 1.6624), abs=1e-14)
    assert whole(T) == (0.0, 2.0)


def test_the_largest_gain_is_that_of_the_steepest_stretch():
    """Of t^3 within 0.5 s, up to 2 s: the last half second; of a sine by symmetry about its zero."""
    assert largest_gain(T, T**3, 0.5) == pytest.approx(8.0 - 1.5**3, rel=1e-12)
    assert largest_gain(T, np.sin(W * T), 0.1) == pytest.approx(2.0 * math.sin(0.05 * W), rel=1e-5)


def test_the_highest_top_is_one_of_those_that_are_asked_for():
    """Bumps of 1, 3 and 2 at 0.4, 1.0 and 1.6 s; a rise to the end of the stretch is no top."""
    y = sum(a * np.exp(-(((T - t) / 0.1) ** 2)) for t, a in ((0.4, 1.0), (1.0, 3.0), (1.6, 2.0)))
    assert highest_top(T, y, T > 1.2) == pytest.approx((1.6, 2.0), rel=1e-6)
    assert highest_top(T, y, T < 2.0) == pytest.approx((1.0, 3.0), rel=1e-6)
    assert highest_top(T, y, (T > 0.6) & (T < 0.95)) is None


def test_the_way_of_an_acceleration_is_exact_for_straight_pieces():
    """a = 1 + 2 t from 0.3 s on, from rest: tau^2/2 (1 + 0.6) + tau^3/3."""
    tau = 0.7012
    assert integral_of_integral(T, 1.0 + 2.0 * T, (0.3, 0.3 + tau)) == pytest.approx(
        0.8 * tau**2 + tau**3 / 3, rel=1e-12
    )
