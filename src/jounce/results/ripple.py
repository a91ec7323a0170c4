"""Decaying oscillations in a history, by the matrix pencil method. [Hua, Sarkar 1990]"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

SMALLEST = 1e-4  # singular value, relative to the largest, that is still a signal
MOST = 400  # samples; a longer history is thinned out


class Ripple(NamedTuple):
    """a exp(-decay t) cos(2 pi frequency t + phase) at the start of the history."""

    frequency: float  # Hz
    decay: float  # 1/s
    amplitude: float


def ripples(time: np.ndarray, values: np.ndarray) -> list[Ripple]:
    """The oscillations that an evenly sampled history is made of, largest first; slow drifts are left out."""
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
        Ripple(float(rate.imag / (2 * np.pi)), float(-rate.real), float(2 * abs(a)))
        for rate, a in zip(rates, amplitudes, strict=True)
        if rate.imag * (t[-1] - t[0]) > 2 * np.pi  # at least one period
    ]
    return sorted(found, key=lambda ripple: -ripple.amplitude)
