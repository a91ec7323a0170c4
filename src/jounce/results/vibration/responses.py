"""Frequency responses of a run that begins and ends at rest, and the excitation that such a run needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

BEYOND = 1.5  # how much farther than asked a sweep goes at both ends: where it fades it has little power
FLAT = (0.35, 0.7)  # of the harmonics' lag: from where to where the gate closes
LATE = (6.0, 12.0)  # s, between which an answer is taken to have decayed
LEAST = 1e-3  # of the smallest power in the band: less is no excitation
FADES = 0.4  # of the way from the far end of a sweep to the asked one, in the logarithm of the frequency


def sine_sweep(
    time: np.ndarray, band: tuple[float, float], duration: float, amplitude: float, fastest: float
) -> np.ndarray:
    """Returns a sine whose frequency grows by the same factor in each second, through the band (Hz) and a little
    beyond.

    Its amplitude is that given while it is slow, and where it would be faster than `fastest` falls as 1/f:
    A/(1 + (w A/fastest)^2)^(1/2). It grows from nothing and ends in nothing, as a Hann window does. [Farina 2000]
    """
    low, high = band[0] / BEYOND, band[1] * BEYOND
    ratio = np.log(high / low)
    t = np.clip(time, 0.0, duration) / duration
    phase = 2 * np.pi * low * duration / ratio * (np.exp(ratio * t) - 1.0)
    w = 2 * np.pi * low * np.exp(ratio * t)
    edge = (1.0 - FADES) * np.log(BEYOND) / ratio
    grown = np.minimum(np.minimum(t, 1.0 - t) / edge, 1.0)
    window = 0.5 - 0.5 * np.cos(np.pi * grown)
    return np.asarray(window * amplitude / np.sqrt(1.0 + (w * amplitude / fastest) ** 2) * np.sin(phase))


def sweep_harmonic_lag(band: tuple[float, float], duration: float) -> float:
    """Tells how much earlier than its own time the second harmonic of a sweep comes: it passes f when the sweep is at
    f/2.
    """
    return float(duration * np.log(2.0) / np.log(BEYOND**2 * band[1] / band[0]))


def frequency_response(
    excitation: np.ndarray,
    answers: np.ndarray,
    step: float,
    band: tuple[float, float],
    harmonic_lag: float,
    integrated: Sequence[int],
) -> tuple[np.ndarray, np.ndarray]:
    """Returns frequencies in Hz within the band, and H there: a row for each answer (a column of `answers`).

    Excitation and answers, less their first values, are at rest at both ends of the history. Then the ratio Y/U of
    their transforms is the response of a linear system, whatever the excitation is. What comes before its cause is no
    answer to it: of Y/U as a function of the lag only what lies between -0.7 `harmonic_lag` and 12 s is kept, and the
    same of U/U. Harmonics of a system that is not linear come earlier, and are left out. [Farina 2000]

    `integrated` says how often each answer is to be integrated: a height from an acceleration, 2.
    """
    n = len(excitation)
    lines = np.fft.rfftfreq(n, step)
    kept = (lines >= band[0]) & (lines <= band[1])
    swept = (lines >= band[0] / BEYOND) & (lines <= band[1] * BEYOND)
    by_integral = np.where(swept, 1.0 / (2j * np.pi * np.where(swept, lines, 1.0)), 0.0)
    U = np.fft.rfft(excitation - excitation[0])
    power = np.abs(U) ** 2
    inverse = np.where(swept, U.conj() / (power + LEAST * power[kept].min()), 0.0)  # 1/U where it has power
    Y = np.fft.rfft(answers - answers[0], axis=0).T * by_integral ** np.array(integrated)[:, None]
    gate = _lag_gate(n, step, harmonic_lag)
    above, below = (np.fft.rfft(gate * np.fft.irfft(ratio, n))[..., kept] for ratio in (Y * inverse, U * inverse))
    return lines[kept], above / below


def _lag_gate(count: int, step: float, harmonic_lag: float) -> np.ndarray:
    """Returns 1 for answers, 0 for what comes long before its cause; lags below zero stand at the end."""
    lag = step * np.where(np.arange(count) < 0.6 * count, np.arange(count), np.arange(count) - count)
    longest = min(0.5 * count * step / LATE[1], 1.0)
    late = np.clip((LATE[1] * longest - lag) / ((LATE[1] - LATE[0]) * longest), 0.0, 1.0)
    early = np.clip((lag + FLAT[1] * harmonic_lag) / ((FLAT[1] - FLAT[0]) * harmonic_lag), 0.0, 1.0)
    return np.asarray((0.5 - 0.5 * np.cos(np.pi * late)) * (0.5 - 0.5 * np.cos(np.pi * early)))


def thin_response(frequency: np.ndarray, responses: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Thins a response to at most as many lines as asked for, evenly spaced in the logarithm of the frequency."""
    wanted = np.geomspace(frequency[0], frequency[-1], count)
    rows = np.unique([*np.searchsorted(frequency, wanted[:-1]), len(frequency) - 1])
    return frequency[rows], responses[:, rows]
