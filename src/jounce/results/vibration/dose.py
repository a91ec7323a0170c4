"""How much of a vibration people take: root mean square, crest factor, running rms, vibration dose. [ISO 2631-1:1997]

Integrals over time are sums of trapezia between samples.
"""

from __future__ import annotations

import numpy as np

RUNNING = 1.0  # s, integration time of the running rms [ISO 2631-1, 6.3.1]


def root_mean_square(values: np.ndarray, step: float) -> float:
    """Returns a_w = (1/T int a^2 dt)^(1/2). [ISO 2631-1, eq. 1]"""
    return float(np.sqrt(_integral(values**2, step) / (step * (len(values) - 1))))


def crest_factor(values: np.ndarray, step: float) -> float:
    """Returns the largest magnitude divided by the root mean square; 0 where nothing moves. [ISO 2631-1, 6.2.1]"""
    rms = root_mean_square(values, step)
    return float(np.abs(values).max() / rms) if rms else 0.0


def running_rms(values: np.ndarray, step: float, over: float = RUNNING) -> np.ndarray:
    """Returns the root mean square over the time before each sample, from the first sample that has so much before it.

    [ISO 2631-1, eq. 2]; a shorter history has one value, its own root mean square.
    """
    count = min(round(over / step), len(values) - 1)
    pieces = 0.5 * step * (values[1:] ** 2 + values[:-1] ** 2)
    total = np.concatenate([[0.0], np.cumsum(pieces)])
    return np.asarray(np.sqrt(np.maximum(total[count:] - total[:-count], 0.0) / (count * step)))


def maximum_transient(values: np.ndarray, step: float) -> float:
    """Returns MTVV: the largest running rms over 1 s. [ISO 2631-1, eq. 4]"""
    return float(running_rms(values, step).max())


def vibration_dose(values: np.ndarray, step: float) -> float:
    """Returns VDV = (int a^4 dt)^(1/4), in m/s^1.75. [ISO 2631-1, eq. 5]"""
    return float(_integral(values**4, step) ** 0.25)


def motion_sickness_dose(values: np.ndarray, step: float) -> float:
    """Returns MSDV = (int a_wf^2 dt)^(1/2), in m/s^1.5. [ISO 2631-1, D.1.1]"""
    return float(_integral(values**2, step) ** 0.5)


def _integral(values: np.ndarray, step: float) -> float:
    return float(step * (values.sum() - 0.5 * (values[0] + values[-1])))
