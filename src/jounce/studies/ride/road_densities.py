"""Densities of a car's channels on a random road: transfer functions of small motions times the road's spectrum.

With H_l and H_r a channel per metre of waves under the left and right wheels, the density G of either track at the
frequency f = n v, G(f) = G_d(n)/v, and the cross spectrum gamma G of both tracks, which is real,

    S = (|H_l|^2 + |H_r|^2 + 2 gamma Re(H_l H_r*)) G

H holds when which axle meets a wave, slopes of the road and the slip that they make. [Dodds, Robson 1973; ISO 8608]
"""

from __future__ import annotations

import numpy as np

from jounce.parts.roads.iso_8608 import Iso8608, iso_8608_coherence
from jounce.simulation.linear.small_motions import SmallMotions

SLOWEST = 0.1  # Hz: below it the road is a hill
LINES = 240  # frequencies, evenly spaced in their logarithm


def road_density_frequencies(profile: Iso8608, speed: float) -> np.ndarray:
    """Returns from the longest to the shortest waves of the road, in Hz."""
    low, high = max(profile.wave_number_min * speed, SLOWEST), profile.wave_number_max * speed
    return np.geomspace(low, high, LINES)


def road_densities(
    small: SmallMotions, profile: Iso8608, speed: float, frequencies: np.ndarray
) -> dict[str, np.ndarray]:
    """Returns one-sided density of each channel of the small motions, in its unit squared by Hz."""
    n = frequencies / speed
    left = small.over_wavelengths(1.0 / n, speed, "left")
    right = small.over_wavelengths(1.0 / n, speed, "right")
    road, gamma = profile.density(n) / speed, iso_8608_coherence(n, profile.track)
    return {
        name: (np.abs(H_l) ** 2 + np.abs(H_r) ** 2 + 2.0 * gamma * (H_l * H_r.conj()).real) * road
        for name, H_l, H_r in ((name, left[name], right[name]) for name in small.channels)
    }
