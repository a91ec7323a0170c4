"""Random roads against ISO 8608: spectrum by octave, classes, coherence of left and right."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad

from jounce.parts.roads import Iso8608, Road
from jounce.simulation.road_kernel import road_along

OCTAVES = [(2.0 ** (k - 0.5), 2.0 ** (k + 0.5)) for k in range(-6, 2)]  # ISO 8608, table B.1: centres 2^-6 to 2^1
GEOMETRIC_MEAN = {"A": 16, "B": 64, "C": 256, "D": 1024, "E": 4096, "F": 16384, "G": 65536, "H": 262144}  # 1e-6 m^3
LENGTH, FADE, TRACK, STEP = 2000.0, 10.0, 1.5, 0.05  # m


@cache
def spectra(roughness: str, seed: int) -> tuple[np.ndarray, ...]:
    """Frequencies and transforms of both tracks between the fades, so that |transform|^2 is a variance."""
    profile = Iso8608(roughness=roughness, length=LENGTH, seed=seed, track=TRACK, fade=FADE)
    data, x = Road(elements={"only": profile}).data(), np.arange(FADE, LENGTH - FADE, STEP)
    tracks = [road_along(data, x, y, (0.0, 1.0, 2.0))[:, 0] for y in (TRACK / 2, -TRACK / 2)]
    left, right = (np.fft.rfft(z) / len(x) * np.sqrt(2) for z in tracks)
    return np.fft.rfftfreq(len(x), STEP), left, right


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_spectrum_is_within_1_dB_of_its_class_in_each_octave(seed, measured):
    """G_d(n) = G_d(0.1) (n/0.1)^-2, so a band holds G_d(0.1) 0.01 (1/n_1 - 1/n_2). [ISO 8608, eq. 1, table C.1]"""
    n, *tracks = spectra("C", seed)
    for transform in tracks:
        for low, high in OCTAVES:
            found = (np.abs(transform[(n >= low) & (n < high)]) ** 2).sum()
            wanted = GEOMETRIC_MEAN["C"] * 1e-6 * 0.01 * (1 / low - 1 / high)
            measured("roads.spectrum", 10 * np.log10(found / wanted), 1.0)
            assert abs(10 * np.log10(found / wanted)) < 1.0


@pytest.mark.parametrize("roughness", GEOMETRIC_MEAN)
def test_classes_have_the_roughness_of_the_standard(roughness):
    """Above 0.044 cycle/m, over 40 waves of any length: amplitudes are given and phases random, so what is left is
    the cut at the ends of the record, 1/40 of the power or 0.1 dB, twice of which is allowed."""
    n, left, _ = spectra(roughness, 0)
    low, high = OCTAVES[2][0], OCTAVES[-1][1]
    found = (np.abs(left[(n >= low) & (n < high)]) ** 2).sum()
    wanted = GEOMETRIC_MEAN[roughness] * 1e-6 * 0.01 * (1 / low - 1 / high)
    assert abs(10 * np.log10(found / wanted)) < 0.2


def isotropic_coherence(n: float, distance: float) -> float:
    """Cross spectrum over spectrum of a surface whose spectrum depends on (n^2 + m^2)^(1/2) alone.

    One track has the integral of (n^2 + m^2)^(-3/2) over m, which is 2/n^2: the law n^-2 of the standard.
    """
    density = lambda m: (n * n + m * m) ** -1.5  # noqa: E731
    return quad(density, 0, np.inf, weight="cos", wvar=2 * np.pi * distance)[0] * n * n


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_left_and_right_are_coherent_like_an_isotropic_surface(seed, measured):
    """In each octave the in-phase part of the cross spectrum has the share of the isotropic surface; the rest has
    random sign and averages out as 1/sqrt(lines), three times of which is allowed.
    """
    n, left, right = spectra("C", seed)
    for low, high in OCTAVES:
        band = (n >= low) & (n < high)
        power = np.sqrt((np.abs(left[band]) ** 2).sum() * (np.abs(right[band]) ** 2).sum())
        cross = (left[band] * right[band].conj()).sum() / power
        fine = np.geomspace(low, high, 40)
        weight = fine**-1.0  # n^-2 dn on a geometric grid
        wanted = (weight * [isotropic_coherence(v, TRACK) for v in fine]).sum() / weight.sum()
        measured("roads.coherence", cross.real - wanted, 0.03)
        assert cross.real == pytest.approx(wanted, abs=0.03)
        assert abs(cross.imag) < 3 * np.sqrt(1 - wanted**2) / np.sqrt(band.sum() / 2)


def test_a_seed_repeats_its_road_and_another_gives_another():
    a, b, c = (Iso8608(roughness="B", length=50, seed=seed).tracks()[1] for seed in (7, 7, 8))
    assert np.array_equal(a, b)
    assert np.abs(a - c).max() > 1e-3


def test_a_random_road_begins_and_ends_level():
    """Height, slope and curvature: the fade is C2, so all three are small within 1 % of it."""
    at = Road(elements={"only": Iso8608(roughness="C", length=100, start=20, fade=10)}).function()
    inside = max(abs(at(x, 0.75)[0]) for x in np.arange(40, 100, 0.5))
    for x in (20.1, 119.9):
        # fade(0.01) = 1e-5
        assert abs(at(x, 0.75)[0]) < 2e-5 * inside
    assert at(19.99, 0.75)[:3] == (0.0, 0.0, 0.0) and at(120.01, 0.75)[:3] == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("band", [(0.05, 0.5), (0.1, 5.0)])
def test_a_band_of_choice_holds_the_spectrum_of_the_class_and_nothing_else(band, measured):
    """In each octave of the band within 1 dB; outside of it there is what the cut at the ends of the record leaks."""
    low, high = band
    profile = Iso8608(roughness="C", length=LENGTH, track=TRACK, fade=FADE, wave_number_min=low, wave_number_max=high)
    step = 0.02
    data, x = Road(elements={"only": profile}).data(), np.arange(FADE, LENGTH - FADE, step)
    z = road_along(data, x, TRACK / 2, (0.0, 1.0, 2.0))[:, 0]
    n, power = np.fft.rfftfreq(len(x), step), np.abs(np.fft.rfft(z) / len(x)) ** 2 * 2
    for first, last in pairwise(np.geomspace(low, high, 7)):
        wanted = GEOMETRIC_MEAN["C"] * 1e-6 * 0.01 * (1 / first - 1 / last)
        found = power[(n >= first) & (n < last)].sum()
        measured("roads.spectrum", 10 * np.log10(found / wanted), 1.0)
        assert abs(10 * np.log10(found / wanted)) < 1.0
    outside = power[1:][(n[1:] < 0.8 * low) | (n[1:] > 1.25 * high)].sum()
    assert outside < 0.01 * power[1:].sum()
    densities = profile.density(np.array([low, 0.5 * (low + high), high, 0.9 * low, 1.1 * high]))
    assert densities == pytest.approx([256e-6 * (0.1 / k) ** 2 for k in (low, 0.5 * (low + high), high)] + [0.0, 0.0])


def test_the_whole_band_has_the_height_of_the_class():
    """Class C from 0.011 to 2.83 cycle/m: the integral of the density is 15.226 mm squared."""
    _, left, _ = Iso8608(roughness="C", length=20000).tracks()
    assert np.sqrt(np.mean(left[300:-300] ** 2)) == pytest.approx(15.226e-3, rel=5e-3)


def test_a_narrow_blend_leaves_both_tracks_as_they_are():
    """The same waves and the same coherence; level across from the blend outwards, half-way the mean of both."""
    wide, narrow = (Iso8608(roughness="C", length=60, track=TRACK, blend=blend) for blend in (None, 0.3))
    at = [Road(elements={"only": profile}).function() for profile in (wide, narrow)]
    for x in np.linspace(15.0, 45.0, 7):
        for side in (1, -1):
            assert at[0](x, side * TRACK / 2)[0] == at[1](x, side * 0.2)[0] == at[1](x, side * TRACK)[0]
            assert at[1](x, side * 0.2)[2] == 0.0
        assert at[1](x, 0.0)[0] == pytest.approx(0.5 * (at[0](x, TRACK)[0] + at[0](x, -TRACK)[0]), abs=1e-15)
