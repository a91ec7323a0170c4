"""A random road by its class."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, pi
from typing import Annotated

import numpy as np

from jounce.parts.citation import Citation
from jounce.parts.drawing import Ground
from jounce.parts.roads.layout import RANDOM, Range, record, road_layout_looking_distance
from jounce.parts.roads.profiles import profile_fade
from jounce.parts.roads.quantities import Length, Number, PositiveLength, PositiveWaveNumber
from jounce.units import OneOf

# G_d(n_0) in m^3 at n_0 = 0.1 cycle/m, geometric mean of each class [ISO 8608:2016, table C.1]
ROUGHNESS = {word: 16e-6 * 4**k for k, word in enumerate("ABCDEFGH")}
REFERENCE = 0.1  # cycle/m, n_0
BAND = (2**-6.5, 2**1.5)  # cycle/m, 0.011 to 2.83: the eight octaves of the standard
ROUNDED = 1 + 1e-9  # the ends of the band belong to it, also when a product is rounded
STEP = 0.04  # m between the points of the splines: nine on the shortest wave of the band


@dataclass(frozen=True, slots=True, kw_only=True)
class Iso8608:
    """Random tracks left and right with the spectrum of a class (4) and the coherence of an isotropic surface (5)."""

    roughness: Annotated[str, OneOf(*ROUGHNESS)]  # class "A" (very good) to "H"; on public roads up to "D"
    length: PositiveLength  # level behind it
    start: Length = 0.0  # level before it
    seed: Number = 0  # another whole number, another road of the same kind
    track: PositiveLength = 1.5  # between the two tracks
    blend: PositiveLength | None = None  # width in the middle where one track becomes the other; `track` if left out
    fade: PositiveLength = 10.0  # over which it grows at the start and shrinks at the end
    wave_number_min: PositiveWaveNumber = BAND[0]  # of the longest waves, cycles per metre
    wave_number_max: PositiveWaveNumber = BAND[1]  # of the shortest waves

    source = (Citation("ISO 8608"), Citation("Dodds, Robson 1973"))
    drawing = Ground()

    def data(self) -> np.ndarray:
        from scipy.interpolate import CubicSpline  # slow to import

        x, left, right = self.tracks()
        splines = [CubicSpline(x, z, bc_type="clamped") for z in (left, right)]
        nodes = np.stack([f(x, order) for f in splines for order in (0, 1)], axis=1)
        curvature = max(np.abs(f(x, 2)).max() for f in splines)
        shape = [self.start, x[1] - x[0], len(x), 0.5 * (self.blend or self.track)]
        own = np.concatenate(
            [[curvature, road_layout_looking_distance(1 / self.wave_number_max)], shape, nodes.ravel(), [0.0]]
        )  # no tables yet
        return record(RANDOM, own, (self.start, self.start + self.length))

    def uneven(self) -> list[Range]:
        """x from where to where it shakes a wheel."""
        return [(self.start, self.start + self.length)]

    def point_count(self) -> int:
        """Steps of the splines on the length."""
        return ceil(self.length / (STEP * min(1.0, BAND[1] / self.wave_number_max)))

    def density(self, n: np.ndarray) -> np.ndarray:
        """(4): one-sided density of either track in m^3 over wave numbers in cycles per metre; zero out of the band."""
        inside = (n >= self.wave_number_min / ROUNDED) & (n <= self.wave_number_max * ROUNDED)
        return np.where(inside, ROUGHNESS[self.roughness] * (REFERENCE / np.where(inside, n, REFERENCE)) ** 2, 0.0)

    def tracks(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """x, and the heights there of the left and the right track, (6)."""
        band, count = (self.wave_number_min, self.wave_number_max), self.point_count()
        x = self.start + self.length * np.arange(count + 1) / count
        line = np.arange(1, int(band[1] * self.length + 0.5) + 1)  # whole waves on the length
        low, high = (np.clip((line + side) / self.length, *band) for side in (-0.5, 0.5))
        variance = ROUGHNESS[self.roughness] * REFERENCE**2 * (1 / low - 1 / high)
        random = np.random.default_rng(int(self.seed))
        phase, sign = 2 * pi * random.random(len(line)), np.where(random.random(len(line)) < 0.5, -1, 1)
        apart = 0.5 * sign * np.arccos(iso_8608_coherence(line / self.length, self.track))
        from_end = np.minimum(x - self.start, self.start + self.length - x) / self.fade
        grown = np.array([profile_fade(v)[0] if v < 1 else 1.0 for v in from_end])
        tracks = []
        for angle in (phase + apart, phase - apart):
            spectrum = np.zeros(count // 2 + 1, complex)
            spectrum[line] = 0.5 * count * np.sqrt(2 * variance) * np.exp(1j * angle)
            z = np.fft.irfft(spectrum, count)
            tracks.append(grown * np.append(z, z[0]))
        return x, tracks[0], tracks[1]


def iso_8608_coherence(n: np.ndarray, distance: float) -> np.ndarray:
    """(5): cross spectrum over spectrum of two parallel tracks on an isotropic surface. [Dodds, Robson 1973]"""
    from scipy.special import k1  # slow to import

    u = 2 * pi * distance * n
    held: np.ndarray = np.minimum(u * k1(u), 1.0)  # rounding, where u is tiny
    return held
