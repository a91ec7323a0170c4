"""Weightings of ISO 2631-1 against the numbers that standards and instrument makers print."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad

from jounce.results.vibration.weighting import WEIGHTINGS, weight_history

THIRDS = [0.5, 0.63, 0.8, 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8, 10, 12.5, 16, 20, 25, 31.5, 40, 50, 63, 80]  # Hz
# thousandths at nominal third octaves [ISO 2631-1:1997, tables 3 and 4; HVM200 manual of Larson Davis, appendix]
TABLES = {
    "Wk": "418 459 477 482 484 494 531 631 804 967 1039 1054 1036 988 902 768 636 513 405 314 246 186 132",
    "Wd": "853 944 992 1011 1008 968 890 776 642 512 409 323 253 202 161 125 100 80 63.2 49.4 38.8 29.5 21.1",
}
SICKNESS = {0.1: 695, 0.125: 895, 0.16: 1006, 0.2: 992, 0.25: 854, 0.315: 619, 0.4: 384, 0.5: 224, 0.63: 116}
# at 100 rad/s, and int |H|^2 df in Hz: computed from the transfer functions of ISO 8041 by another program
AT_100 = {"Wk": 0.7718, "Wd": 0.1261, "Wc": 0.5145, "We": 0.06287, "Wj": 1.0185, "Wb": 0.8126}
BANDWIDTH = {"Wk": 20.924, "Wd": 3.4657, "Wc": 14.676, "We": 1.5199, "Wj": 108.14, "Wf": 0.21342}


@pytest.mark.parametrize("name", TABLES)
def test_weightings_at_third_octaves_are_those_of_the_standard(name):
    """To a unit of the last digit: some entries are cut off where others are rounded, as 768 for 768.7 at 16 Hz."""
    printed = TABLES[name].split()
    found = 1e3 * np.abs(WEIGHTINGS[name].response(np.array(THIRDS)))
    for value, text in zip(found, printed, strict=True):
        digit = 0.1 if "." in text else 1.0
        assert abs(value - float(text)) <= digit


def test_the_weighting_of_motion_sickness_is_that_of_the_standard():
    found = 1e3 * np.abs(WEIGHTINGS["Wf"].response(np.array(list(SICKNESS))))
    np.testing.assert_allclose(found, list(SICKNESS.values()), atol=0.5)


@pytest.mark.parametrize("name", AT_100)
def test_weightings_at_100_radians_per_second(name):
    found = float(np.abs(WEIGHTINGS[name].response(np.array([100 / (2 * np.pi)])))[0])
    assert found == pytest.approx(AT_100[name], abs=5e-5 if name != "We" else 5e-6)  # as printed


@pytest.mark.parametrize("name", WEIGHTINGS)
def test_the_magnitude_is_the_formula_of_the_standard(name):
    """|H| in real numbers, as the standard prints it beside the transfer function. [ISO 2631-1, eq. A.1 to A.4]"""
    w, f = WEIGHTINGS[name], np.array([0.02, 0.1, *THIRDS, 100.0, 400.0])
    square = f**4 / (f**4 + w.f1**4) * w.f2**4 / (f**4 + w.f2**4)
    if np.isfinite(w.f4):
        square *= (1 + (f / w.f3) ** 2) * w.f4**4 * w.Q4**2
        square /= f**4 * w.Q4**2 + f**2 * w.f4**2 * (1 - 2 * w.Q4**2) + w.f4**4 * w.Q4**2
    if np.isfinite(w.f5):
        square *= (f**4 * w.Q5**2 + f**2 * w.f5**2 * (1 - 2 * w.Q5**2) + w.f5**4 * w.Q5**2) * w.Q6**2
        square /= (f**4 * w.Q6**2 + f**2 * w.f6**2 * (1 - 2 * w.Q6**2) + w.f6**4 * w.Q6**2) * w.Q5**2
    np.testing.assert_allclose(np.abs(w.response(f)), w.gain * np.sqrt(square), rtol=1e-12)


@pytest.mark.parametrize("name", BANDWIDTH)
def test_white_noise_is_weighted_to_the_root_of_its_density_times_the_bandwidth(name):
    """By the integral of |H|^2 to the printed digits, and by a filtered history of white noise.

    Its variance has the density S up to half the sampling rate. Of a finite history the weighted mean square scatters
    by (1/(B_e T))^(1/2) with B_e = (int |H|^2)^2 / int |H|^4; four times that is allowed.
    """
    w, wanted = WEIGHTINGS[name], BANDWIDTH[name]
    power = lambda f, order: float(np.abs(w.response(np.array([f]))[0]) ** order)  # noqa: E731
    assert quad(power, 0, np.inf, args=(2,), limit=500)[0] == pytest.approx(wanted, rel=3e-5)
    step, count = (0.002, 2**19) if name != "Wf" else (0.2, 2**19)
    highest = 0.5 / step
    inside, fourth = (quad(power, 0, highest, args=(k,), limit=500)[0] for k in (2, 4))
    density = 0.3
    noise = np.random.default_rng(3).standard_normal(count) * np.sqrt(density * highest)
    found = (weight_history(noise, step, w) ** 2).mean()
    assert found == pytest.approx(density * inside, rel=4 * np.sqrt(fourth / (inside**2 * count * step)))


@pytest.mark.parametrize("step", [0.004, 0.001], ids=["4 ms", "1 ms"])
@pytest.mark.parametrize("name", ["Wk", "Wd", "Wc", "We", "Wj", "Wb"])
def test_a_weighted_sine_has_the_gain_of_the_filter_at_every_third_octave(name, step):
    """At the rates at which studies sample. From rest, so its onset decays first: exp(-2 pi 0.4/sqrt(2) 12) = 6e-10."""
    w, t = WEIGHTINGS[name], np.arange(0.0, 24.0, step)
    for f in THIRDS:
        answer = weight_history(np.sin(2 * np.pi * f * t), step, w)
        later = t >= 12.0
        basis = np.column_stack([np.sin(2 * np.pi * f * t[later]), np.cos(2 * np.pi * f * t[later])])
        (a, b), *_ = np.linalg.lstsq(basis, answer[later], rcond=None)
        exact = complex(w.response(np.array([f]))[0])
        # a sine that is cut off at its ends has a little above half the sampling rate, which is folded back
        assert complex(a, b) == pytest.approx(exact, abs=2e-4)
