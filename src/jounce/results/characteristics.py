"""Characteristics of a history: peaks, crossings, lags, spectra, ripples; between samples, not at the nearest."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

SMALLEST = 1e-4  # singular value, relative to the largest, that is still a signal
RIPPLE = 2e-3  # of the largest value: twice the usual accuracy of a run
FLAT = 1e-3  # of a peak: samples that lie no lower belong to its top
LEAST_FLAT = 7  # samples, for a cubic
MOST = 400  # samples among which oscillations are sought; a longer history is thinned out


def crossing(time: np.ndarray, values: np.ndarray, level: float) -> float:
    """First time at which the history passes the level, on the straight line between samples; nan if never."""
    above = values >= level
    changes = np.flatnonzero(above[1:] != above[:-1])
    if not changes.size:
        return math.nan
    k = int(changes[0])
    share = (level - values[k]) / (values[k + 1] - values[k])
    return float(time[k] + share * (time[k + 1] - time[k]))


def peak(time: np.ndarray, values: np.ndarray) -> tuple[float, float]:
    """Time and value of the largest sample, sharpened by the parabola through it and its neighbours."""
    return _vertex(time, values, int(np.argmax(values)))


def largest(time: np.ndarray, values: np.ndarray) -> float:
    """Largest magnitude of a history, each of its turning points sharpened as a peak: no peak lies above it."""
    turns = np.flatnonzero((values[1:-1] - values[:-2]) * (values[2:] - values[1:-1]) <= 0.0) + 1
    return max(float(np.abs(values).max()), *(abs(_vertex(time, values, int(k))[1]) for k in turns), 0.0)


def first_peak(time: np.ndarray, values: np.ndarray) -> tuple[float, float]:
    """Time and value of the first peak that reaches nine tenths of the largest value; the last sample without one.

    A peak is what the history falls from by more than a ripple of the numbers may. Where many samples lie at its top,
    their cubic of least squares says where it is: three neighbours would find the top of a ripple.
    """
    most, highest = float(values.max()), np.maximum.accumulate(values)
    falls = np.flatnonzero((highest >= 0.9 * most) & (values < highest - RIPPLE * abs(most)))
    if not falls.size:
        return _vertex(time, values, len(values) - 1)
    k = int(np.argmax(values[: falls[0]]))
    return _flat_vertex(time, values, k) or _vertex(time, values, k)


def _flat_vertex(time: np.ndarray, values: np.ndarray, k: int) -> tuple[float, float] | None:
    """The top of a flat peak about a sample; None where too few samples lie there, or their cubic has no top.

    Samples count less the lower they lie, so that none comes or goes at once when the history changes a little.
    """
    weights = 1.0 - (values[k] - values) / (FLAT * abs(values[k]))
    low = np.concatenate([[-1], np.flatnonzero(weights <= 0.0), [len(values)]])
    after = int(np.searchsorted(low, k))
    own = slice(int(low[after - 1]) + 1, int(low[after]))
    if own.stop - own.start < LEAST_FLAT:
        return None
    x, scale = time[own] - time[k], float(time[own][-1] - time[own][0])
    c3, c2, c1, c0 = np.polyfit(x / scale, values[own] - values[k], 3, w=weights[own])
    inside = c2 * c2 - 3.0 * c1 * c3
    if c2 >= 0.0 or inside <= 0.0:
        return None
    top = c1 / (math.sqrt(inside) - c2)  # of both turning points the one with a bend downwards
    return float(time[k] + top * scale), float(values[k] + c0 + top * (c1 + top * (c2 + top * c3)))


def lag(time: np.ndarray, first: np.ndarray, second: np.ndarray, largest: float | None = None) -> float:
    """How much later the second history comes than the first, in s: where they correlate best.

    For every shift the coefficient of correlation over the time that both then have in common, at least half of it;
    neither scale nor offset nor the length of the overlap counts. Sharpened by a parabola. `largest` bounds the lag.
    """
    step = float(np.median(np.diff(time)))
    even = np.arange(time[0], time[-1] + 0.5 * step, step)
    a, b = (np.interp(even, time, y) for y in (first, second))
    a, b = a - a.mean(), b - b.mean()
    n = len(even)
    most = n // 2 if largest is None else min(n // 2, int(largest / step))
    shifts = np.arange(-most, most + 1)
    size = 1 << (2 * n - 1).bit_length()
    products = np.fft.irfft(np.conj(np.fft.rfft(a, size)) * np.fft.rfft(b, size), size)[shifts]
    count = n - np.abs(shifts)
    begins_a, begins_b = np.maximum(-shifts, 0), np.maximum(shifts, 0)
    sums = [_window(y, begin, count) for y, begin in ((a, begins_a), (b, begins_b))]
    squares = [_window(y * y, begin, count) for y, begin in ((a, begins_a), (b, begins_b))]
    spread = [np.maximum(square - total**2 / count, 0.0) for square, total in zip(squares, sums, strict=True)]
    size_of_both = np.sqrt(spread[0] * spread[1])
    alike = (products - sums[0] * sums[1] / count) / np.maximum(size_of_both, 1e-12 * size_of_both.max(initial=1e-300))
    return _vertex(shifts * step, alike, int(np.argmax(alike)))[0]


def _window(y: np.ndarray, begins: np.ndarray, count: np.ndarray) -> np.ndarray:
    """Sums over windows of y."""
    total = np.concatenate([[0.0], np.cumsum(y)])
    return total[begins + count] - total[begins]


def amplitude_spectrum(time: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies in Hz and amplitudes of an evenly sampled history, no window.

    Scaled so that a sine of amplitude a that fits the time has the amplitude a; Parseval's sum then reads
    mean(y^2) = A_0^2 + sum of A_k^2 / 2 (A_n^2 in full for the last one of an even number of samples).
    """
    n, step = len(values), float(time[-1] - time[0]) / (len(time) - 1)
    amplitudes = np.abs(np.fft.rfft(values)) / n
    amplitudes[1 : (n + 1) // 2] *= 2.0
    return np.fft.rfftfreq(n, step), amplitudes


def _vertex(x: np.ndarray, y: np.ndarray, k: int) -> tuple[float, float]:
    if k in (0, len(y) - 1):
        return float(x[k]), float(y[k])
    before, here, after = (float(y[i]) for i in (k - 1, k, k + 1))
    bend = before - 2.0 * here + after
    shift = 0.5 * (before - after) / bend if bend else 0.0
    return float(x[k] + shift * 0.5 * (x[k + 1] - x[k - 1])), here - 0.25 * (before - after) * shift


class Ripple(NamedTuple):
    """a exp(-decay t) cos(2 pi frequency t + phase) at the start of the history."""

    frequency: float  # Hz
    decay: float  # 1/s
    amplitude: float
    phase: float = 0.0  # rad

    def values(self, time: np.ndarray) -> np.ndarray:
        """Returns the oscillation at times since its start."""
        swing: np.ndarray = np.cos(2 * np.pi * self.frequency * time + self.phase)
        return self.amplitude * np.exp(-self.decay * time) * swing


def find_ripples(time: np.ndarray, values: np.ndarray) -> list[Ripple]:
    """The oscillations in an evenly sampled history, largest first, by the matrix pencil method. [Hua, Sarkar 1990]

    Slow drifts are left out.
    """
    thin = max(1, len(values) // MOST)
    t, y = time[::thin], values[::thin]
    n, half = len(y), len(y) // 2
    hankel = np.lib.stride_tricks.sliding_window_view(y, half)  # rows of `half` samples each
    _, s, Vh = np.linalg.svd(hankel, full_matrices=False)
    V = Vh[s > SMALLEST * s[0]].T
    z = np.linalg.eigvals(np.linalg.lstsq(V[:-1], V[1:], rcond=None)[0])
    powers = z[None, :] ** np.arange(n)[:, None]
    amplitudes, *_ = np.linalg.lstsq(powers, y.astype(complex), rcond=None)
    rates = np.log(z) / (t[1] - t[0])
    found = [
        Ripple(float(rate.imag / (2 * np.pi)), float(-rate.real), float(2 * abs(a)), float(np.angle(a)))
        for rate, a in zip(rates, amplitudes, strict=True)
        if rate.imag * (t[-1] - t[0]) > 2 * np.pi  # at least one period
    ]
    return sorted(found, key=lambda ripple: -ripple.amplitude)
