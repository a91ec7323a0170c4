"""The single track with one lag that answers the steering wheel in yaw as a car does from 0.2 to 2 Hz.

    G(s) = g (1 + T_z s) / ((1 + 2 zeta s / w + s^2 / w^2) (1 + T s))

A single track has g, T_z, w and zeta [Riekert, Schunck 1940]; the lag stands for all that is faster, such as tyres and
steering. No eigenvalue of a whole car is "the" yaw mode: sideslip, yaw, roll and tyres share several that are heavily
damped and near to each other, and what one of them shows the next one hides.

The parameters are those with the least squares of G / H - 1, each octave with the same weight. The iteration of
[Sanathanan, Koerner 1963] starts from no guess, Gauss and Newton end it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, pi, sqrt

import numpy as np
from scipy.optimize import least_squares

LOWEST, HIGHEST = 0.2, 2.0  # Hz
BAND = np.geomspace(LOWEST, HIGHEST, 47)  # Hz, for a response that is known at every frequency
EDGE = 0.1  # Hz, by which measured lines may begin later and end sooner: they are means of as much
LARGEST_RESIDUAL = 0.05  # |G / H - 1|, above which the fit stands for nothing
NO_LAG = 1e-5  # s
STARTS = 30  # rounds of the linear iteration
LAST_STEPS = 30
Parameters = Callable[[np.ndarray], np.ndarray]
MIDDLE = 2.0 * pi * sqrt(LOWEST * HIGHEST)  # rad/s


@dataclass(frozen=True, kw_only=True)
class YawFit:
    """The parameters of G(s), and how far it is from what it stands for."""

    gain: float  # 1/s
    natural_frequency: float  # Hz, undamped
    damping: float
    lead: float  # s, T_z
    lag: float  # s, T; 0 where none is better
    residual: float  # largest |G / H - 1|

    def response(self, frequencies: np.ndarray) -> np.ndarray:
        """Returns G at frequencies in Hz."""
        s, w = 2j * pi * frequencies, 2.0 * pi * self.natural_frequency
        swing = 1.0 + 2.0 * self.damping * s / w + (s / w) ** 2
        found: np.ndarray = self.gain * (1.0 + self.lead * s) / (swing * (1.0 + self.lag * s))
        return found

    def values(self) -> dict[str, float]:
        """Returns the figures by the names of the metrics in `YAW_FIT_METRICS`."""
        return {
            "yaw_natural_frequency": self.natural_frequency,
            "yaw_damping": self.damping,
            "yaw_fit_gain": self.gain,
            "yaw_fit_lead": self.lead,
            "yaw_fit_lag": self.lag,
            "yaw_fit_residual": self.residual,
        }


YAW_FIT_METRICS = {
    "yaw_natural_frequency": (
        "Hz",
        "w / 2 pi of the single track with one lag, g (1 + T_z s) / ((1 + 2 zeta s/w + s^2/w^2) (1 + T s)), whose yaw "
        "rate is nearest from 0.2 to 2 Hz",
    ),
    "yaw_damping": ("1", "zeta of that single track; 1 and more where it does not oscillate"),
    "yaw_fit_gain": ("1/s", "g of it"),
    "yaw_fit_lead": ("s", "T_z of it"),
    "yaw_fit_lag": ("s", "T of it; 0 where it is nearest without a lag"),
    "yaw_fit_residual": ("1", "largest difference of its answer from the car's, 0.2 to 2 Hz, divided by the latter"),
}


def fit_yaw_rate(frequencies: np.ndarray, H: np.ndarray) -> YawFit | str:
    """Fits a response at frequencies in Hz, or says why there is no fit."""
    used = (frequencies >= LOWEST * (1.0 - 1e-9)) & (frequencies <= HIGHEST * (1.0 + 1e-9))
    f, H = frequencies[used], H[used]
    if len(f) < 6 or f[0] > LOWEST + EDGE or f[-1] < HIGHEST - EDGE:
        return f"the response is not known from {LOWEST:g} to {HIGHEST:g} Hz"
    if (found := _fit(f, H, lag=True)) is None:
        found = _fit(f, H, lag=False)
    if found is None or found.residual > LARGEST_RESIDUAL:
        what = "no stable single track with a lag faster than its swing answers as the car does"
        nearest = f"; the nearest one is off by {100.0 * found.residual:.2g} %" if found else ""
        return f"{what} within {100.0 * LARGEST_RESIDUAL:g} %{nearest}"
    if not LOWEST <= found.natural_frequency <= HIGHEST:
        what = f"the natural frequency of the nearest single track, {found.natural_frequency:.3g} Hz, lies outside the"
        return f"{what} {LOWEST:g} to {HIGHEST:g} Hz that it was fitted to"
    return found


def yaw_fit_values(fit: YawFit | str) -> dict[str, float]:
    """Returns metrics of a fit; none where there is none."""
    return {} if isinstance(fit, str) else fit.values()


def yaw_fit_notes(fit: YawFit | str) -> list[str]:
    """Says why there is no fit."""
    return [f"no yaw natural frequency: {fit}"] if isinstance(fit, str) else []


def _fit(f: np.ndarray, H: np.ndarray, lag: bool) -> YawFit | None:
    """Finds the best one with a lag, if this is faster than the swing, or without; None where it is not stable."""
    x, weight = 1j * 2.0 * pi * f / MIDDLE, np.sqrt(np.gradient(np.log(f)))
    above, below = np.stack([np.ones_like(x), x]), np.stack([x, x**2, x**3][: 3 if lag else 2])

    def error(p: np.ndarray) -> np.ndarray:
        return _parts(weight * (p[:2] @ above / (1.0 + p[2:] @ below) / H - 1.0))

    def slopes(p: np.ndarray) -> np.ndarray:
        D = 1.0 + p[2:] @ below
        return _parts(weight * np.vstack([above, -(p[:2] @ above / D) * below]) / (D * H)).T

    p = _linear_start(above, below, H, weight)
    p = _finish(least_squares(error, p, slopes, method="lm").x, error, slopes)
    residual = float(np.abs(p[:2] @ above / (1.0 + p[2:] @ below) / H - 1.0).max())
    poles = np.roots([*p[:1:-1], 1.0]) * MIDDLE
    if (poles.real >= 0.0).any():
        return None
    pair, fast = _swing_and_lag(poles) if lag else (poles, inf)
    if pair is None or (lag and 1.0 / fast < NO_LAG):
        return None
    w = float(np.sqrt(np.prod(pair).real))
    return YawFit(
        gain=float(p[0]),
        natural_frequency=w / (2.0 * pi),
        damping=float(-pair.sum().real / (2.0 * w)),
        lead=float(p[1] / p[0] / MIDDLE),
        lag=1.0 / fast,
        residual=residual,
    )


def _finish(p: np.ndarray, error: Parameters, slopes: Parameters) -> np.ndarray:
    """Steps of Gauss and Newton while they get shorter: a sum of squares is flat at its least, and ends at half the
    digits of p."""
    before = inf
    for _ in range(LAST_STEPS):
        step = np.linalg.lstsq(slopes(p), error(p), rcond=None)[0]
        if (size := float(np.linalg.norm(step))) >= before:
            break
        p, before = p - step, size
    return p


def _linear_start(above: np.ndarray, below: np.ndarray, H: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Solves B(s) - H A(s) = H by least squares, each time weighted by the last A(s). [Sanathanan, Koerner 1963]"""
    p, scale = np.zeros(len(above) + len(below)), weight / np.abs(H)
    for _ in range(STARTS):
        rows = _parts(np.vstack([above, -H * below]) * scale).T
        p = np.linalg.lstsq(rows, _parts(H * scale), rcond=None)[0]
        scale = weight / np.abs(H * (1.0 + p[2:] @ below))
    return p


def _swing_and_lag(poles: np.ndarray) -> tuple[np.ndarray | None, float]:
    """Returns the pair and the lag's rate; of three real ones the lag is the fastest. No pair where it is slowest."""
    order = np.argsort(np.abs(poles.imag), kind="stable") if np.iscomplex(poles).any() else np.argsort(poles.real)
    fast, pair = -float(poles[order[0]].real), poles[order[1:]]
    return (pair if fast >= np.abs(pair).min() else None), fast


def _parts(values: np.ndarray) -> np.ndarray:
    """Puts real and imaginary parts next to each other."""
    return np.concatenate([values.real, values.imag], axis=-1)
