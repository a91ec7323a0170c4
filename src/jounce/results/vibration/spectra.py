"""Power spectral densities of histories, root mean squares of bands, and frequency responses with their coherence."""

from __future__ import annotations

import numpy as np

SEGMENT = 4.0  # s: lines 0.25 Hz apart
# what a report says of it
WELCH = f"Welch's mean over Hann windows of {SEGMENT:g} s that overlap by half, each less its mean"


def power_density(values: np.ndarray, step: float, segment: float = SEGMENT) -> tuple[np.ndarray, np.ndarray]:
    """Returns frequencies in Hz, and the one-sided density whose integral over them is the variance. [Welch 1967]

    Hann windows that overlap by half; each segment less its mean. A shorter history is one segment.
    """
    count = min(round(segment / step), len(values))
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(count) / count)
    parts = np.lib.stride_tricks.sliding_window_view(values, count)[:: max(count // 2, 1)]
    lines = np.fft.rfft((parts - parts.mean(axis=1, keepdims=True)) * window, axis=1)
    density = (np.abs(lines) ** 2).mean(axis=0) * 2.0 * step / (window**2).sum()
    density[0] *= 0.5
    if count % 2 == 0:
        density[-1] *= 0.5
    return np.fft.rfftfreq(count, step), density


def frequency_response(
    cause: np.ndarray, effect: np.ndarray, step: float, band: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns frequencies in Hz, H = S_ce / S_cc, and the coherence |S_ce|^2 / (S_cc S_ee). [Bendat, Piersol 2010]

    Both histories begin and end at rest, so their transforms over the whole of them hold all there is, and no window
    is needed. Spectra are means over neighbouring lines within `band` Hz; a linear system without noise has the
    coherence 1 but for the change of H within a band.
    """
    width = max(1, round(band * len(cause) * step))
    c, e = (np.fft.rfft(values - values[0]) for values in (cause, effect))
    bands = len(c) // width

    def mean(lines: np.ndarray) -> np.ndarray:
        return lines[: bands * width].reshape(bands, width).mean(axis=1)

    cross, own, other = mean(c.conj() * e), mean(np.abs(c) ** 2), mean(np.abs(e) ** 2)
    # where the cause lies in its band: with a sloping H any other place would shift the answer
    frequency = mean(np.fft.rfftfreq(len(cause), step) * np.abs(c) ** 2) / own
    return frequency, cross / own, np.abs(cross) ** 2 / (own * other)


def band_rms(frequency: np.ndarray, density: np.ndarray) -> float:
    """Returns the root mean square of what a one-sided density holds over its frequencies, by trapezia."""
    return float(np.sqrt(max(np.trapezoid(density, frequency), 0.0)))
