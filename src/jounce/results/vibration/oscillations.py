"""Characteristics of a history as a whole: its spectrum, and the oscillations in it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

SMALLEST = 1e-4  # singular value, relative to the largest, that is still a signal
MOST = 400  # samples among which oscillations are sought; a longer history is thinned out


def amplitude_spectrum(time: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns frequencies in Hz and amplitudes of an evenly sampled history, no window.

    Scaled so that a sine of amplitude a that fits the time has the amplitude a; Parseval's sum then reads
    mean(y^2) = A_0^2 + sum of A_k^2 / 2 (A_n^2 in full for the last one of an even number of samples).
    """
    n, step = len(values), float(time[-1] - time[0]) / (len(time) - 1)
    amplitudes = np.abs(np.fft.rfft(values)) / n
    amplitudes[1 : (n + 1) // 2] *= 2.0
    return np.fft.rfftfreq(n, step), amplitudes


class Ripple(NamedTuple):
    """a exp(-decay t) cos(2 pi frequency t + phase) at the start of the history."""

    frequency: float  # Hz
    decay: float  # 1/s
    amplitude: float
    phase: float = 0.0  # rad

    def values(self, time: np.ndarray) -> np.ndarray:
        """Returns the oscillation at times since its start, as a complex number whose real part it is."""
        pulse = complex(-self.decay, 2 * np.pi * self.frequency)
        turning: np.ndarray = self.amplitude * np.exp(1j * self.phase + pulse * time)
        return turning


def find_ripples(time: np.ndarray, values: np.ndarray) -> list[Ripple]:
    """Finds the oscillations in an evenly sampled history, largest first, by the matrix pencil. [Hua, Sarkar 1990]

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
