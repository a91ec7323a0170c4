"""Doses and spectra of vibration against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import welch

from jounce.results.vibration.dose import (
    crest_factor,
    maximum_transient,
    motion_sickness_dose,
    root_mean_square,
    running_rms,
    vibration_dose,
)
from jounce.results.vibration.spectra import band_rms, power_density

STEP = 1e-3


def sine(amplitude: float, frequency: float, duration: float) -> np.ndarray:
    return amplitude * np.sin(2 * np.pi * frequency * np.arange(0.0, duration + STEP / 2, STEP))


@pytest.mark.parametrize(("amplitude", "frequency", "duration"), [(2.0, 5.0, 10.0), (0.3, 1.0, 60.0), (1.0, 80.0, 2.0)])
def test_a_sine_has_its_dose(amplitude, frequency, duration):
    """Over whole periods trapezia are exact for sin^2 and sin^4: VDV = A (3T/8)^(1/4), MTVV = rms = A/sqrt(2)."""
    a = sine(amplitude, frequency, duration)
    assert root_mean_square(a, STEP) == pytest.approx(amplitude / np.sqrt(2), rel=1e-9)
    assert vibration_dose(a, STEP) == pytest.approx(amplitude * (3 * duration / 8) ** 0.25, rel=1e-9)
    assert maximum_transient(a, STEP) == pytest.approx(amplitude / np.sqrt(2), rel=1e-9)
    assert motion_sickness_dose(a, STEP) == pytest.approx(amplitude * np.sqrt(duration / 2), rel=1e-9)
    # the estimate 1.4 a_w T^(1/4) of the standard is 1.2651 times the true dose of a sine
    estimate = 1.4 * root_mean_square(a, STEP) * duration**0.25
    assert estimate / vibration_dose(a, STEP) == pytest.approx(1.2651, rel=1e-4)


def test_the_crest_factor_of_a_sine_is_the_root_of_two():
    assert crest_factor(sine(3.0, 5.0, 10.0), STEP) == pytest.approx(np.sqrt(2), rel=1e-9)
    assert crest_factor(np.zeros(100), STEP) == 0.0


def test_gaussian_noise_has_its_dose():
    """E[a^4] = 3 s^4: VDV = s (3T)^(1/4), of which the estimate 1.4 s T^(1/4) is 1.0638.

    With N independent samples the mean of a^4 scatters by (96/9/N)^(1/2); four times that, by 4 for the root.
    """
    count = 2_000_000
    a = 0.7 * np.random.default_rng(1).standard_normal(count)
    duration, scatter = count * STEP, np.sqrt(96 / 9 / count)
    found = vibration_dose(a, STEP)
    assert found == pytest.approx(0.7 * (3 * duration) ** 0.25, rel=scatter)
    assert 1.4 * root_mean_square(a, STEP) * duration**0.25 / found == pytest.approx(1.0638, rel=2 * scatter)


def test_the_running_rms_of_a_short_shock_is_its_share_of_a_second():
    """A half sine of 0.2 s and height A: the window that holds it all has A (0.1)^(1/2)."""
    t = np.arange(0.0, 5.0, STEP)
    shock = np.where((t >= 2.0) & (t <= 2.2), 4.0 * np.sin(np.pi * (t - 2.0) / 0.2), 0.0)
    assert maximum_transient(shock, STEP) == pytest.approx(4.0 * np.sqrt(0.1), rel=1e-9)
    assert len(running_rms(shock, STEP)) == len(shock) - 1000
    assert running_rms(shock[:500], STEP) == pytest.approx([root_mean_square(shock[:500], STEP)])


def test_the_density_is_that_of_another_program():
    """scipy.signal.welch with the same window, overlap and detrending: to rounding."""
    y = np.random.default_rng(2).standard_normal(30_000).cumsum()
    f, density = power_density(y, STEP, segment=4.0)
    g, wanted = welch(y, fs=1 / STEP, window="hann", nperseg=4000, noverlap=2000, detrend="constant")
    np.testing.assert_allclose(f, g, rtol=1e-12)
    np.testing.assert_allclose(density, wanted, rtol=1e-9)


def test_the_density_holds_the_variance_of_a_sine():
    """All of A^2/2, within three lines of its frequency: the Hann window spreads it over no more."""
    y = sine(2.0, 10.0, 40.0)
    f, density = power_density(y, STEP)
    near = np.abs(f - 10.0) <= 0.75
    assert band_rms(f, density) == pytest.approx(np.sqrt(2), rel=1e-3)
    assert band_rms(f[near], density[near]) == pytest.approx(np.sqrt(2), rel=1e-3)
