"""What is read off a history: by splines through all rows, not as the studies do it."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import minimize_scalar


def first_time(t, y, level: float, after: float = -np.inf) -> float:
    """When the spline through the rows first passes a level."""
    kept = t >= after
    roots = CubicSpline(t[kept], y[kept]).solve(level, extrapolate=False)
    return float(roots[0]) if len(roots) else np.nan


def turning_points(t, y):
    """Times and values where the spline through the rows turns."""
    curve = CubicSpline(t, y)
    at = curve.derivative().roots(extrapolate=False)
    at = at[np.isfinite(at)]
    return at, curve(at)


def first_top(t, y, ripple: float):
    """The first maximum above half the largest value from which the history falls by more than a ripple."""
    at, values = turning_points(t, y)
    high = values > 0.5 * np.max(y)
    at, values = at[high], values[high]
    for k, (when, value) in enumerate(zip(at, values, strict=True)):
        later = values[k + 1 :] if k + 1 < len(values) else np.array([y[-1]])
        if value < max(values[: k + 1]):
            continue
        rises = np.flatnonzero(later > value)
        until = later[: rises[0]] if rises.size else np.append(later, y[-1])
        if until.size and value - until.min() > ripple:
            return float(when), float(value)
    return np.nan, np.nan


def lag_between(t, first, second, most: float) -> float:
    """By how much the second history is later: the shift at which the coefficient of correlation is largest."""
    one, other = CubicSpline(t, first), CubicSpline(t, second)

    def unlike(shift: float) -> float:
        common = np.linspace(t[0] + max(0.0, -shift), t[-1] - max(0.0, shift), 4001)
        return -float(np.corrcoef(one(common), other(common + shift))[0, 1])

    rough = np.arange(-most, most, 0.01)
    best = rough[int(np.argmin([unlike(s) for s in rough]))]
    return float(
        minimize_scalar(unlike, bounds=(best - 0.02, best + 0.02), method="bounded", options={"xatol": 1e-6}).x
    )


def harmonic(t, y, frequency: float) -> complex:
    """Amplitude of the part at a frequency, over whole periods, by least squares with drift and the second harmonic."""
    w = 2.0 * np.pi * frequency * t
    terms = np.stack(
        [
            np.cos(w),
            np.sin(w),
            np.cos(2 * w),
            np.sin(2 * w),
            np.cos(3 * w),
            np.sin(3 * w),
            np.ones_like(t),
            t - t.mean(),
        ],
        axis=1,
    )
    c, *_ = np.linalg.lstsq(terms, y, rcond=None)
    return complex(c[0], -c[1])


def slope_at(a, y, at: float) -> float:
    """Derivative of the polynomial through all points."""
    a, y = np.asarray(a, float), np.asarray(y, float)
    return float(np.polyder(np.poly1d(np.polyfit(a - at, y, len(a) - 1)))(0.0))


def integral(t, y) -> float:
    return float(CubicSpline(t, y).integrate(t[0], t[-1]))
