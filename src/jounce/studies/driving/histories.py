"""Histories of what a driver does, ramps and steps without jumps of rate: a hand that starts at once is a blow."""

from __future__ import annotations

import numpy as np

SAMPLE = 2e-3  # s between the points of a history; the spline through them is C2
ROUNDING = 0.05  # s in which a sine takes up its rate

History = tuple[np.ndarray, np.ndarray, str]


def smooth(share: np.ndarray) -> np.ndarray:
    """Rises from 0 to 1 for a share from 0 to 1, with two continuous derivatives."""
    s = np.clip(share, 0.0, 1.0)
    return s * s * s * (10.0 - s * (15.0 - 6.0 * s))


def step_history(level: float, height: float, start: float, rise: float, duration: float) -> History:
    """Rises from `level` by `height` in the time `rise`; the middle is at start + rise/2."""
    t = _times(duration)
    return t, level + height * smooth((t - start) / rise), "spline"


def sine(level: float, amplitude: float, frequency: float, start: float, duration: float) -> History:
    """Returns one period about `level`, its first and last 50 ms rounded."""
    t = _times(duration)
    inside = np.clip(t - start, 0.0, 1.0 / frequency)
    ends = smooth(inside / ROUNDING) * smooth((1.0 / frequency - inside) / ROUNDING)
    return t, level + amplitude * np.sin(2 * np.pi * frequency * inside) * ends, "spline"


def ramp_history(level: float, rate: float, start: float, rise: float, duration: float) -> History:
    """Stays at `level`, then rises at a rate that is taken up in the time `rise`."""
    t = _times(duration)
    s = np.clip((t - start) / rise, 0.0, 1.0)
    taken_up = rise * s**4 * (2.5 - 3.0 * s + s * s)  # integral of the smooth step
    return t, level + rate * (taken_up + np.maximum(t - start - rise, 0.0)), "spline"


def _times(duration: float) -> np.ndarray:
    return np.linspace(0.0, duration, max(3, round(duration / SAMPLE) + 1))
