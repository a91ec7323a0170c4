"""Rows that say nothing in the assembled pose but hold beside it: stretched links, dead centres.

To first order such a row looks redundant. What tells the two apart is the second: along any motion that the chosen rows
allow, a redundant row stays closed, and so does its second rate, while the end of a stretched link leaves its circle.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from jounce.mechanism import Mechanism, row_names
from jounce.parts import Prescribed
from jounce.parts.joints import DrivenPoint
from jounce.parts.signals import Constant
from jounce.simulation.compiled import Compiled

CURVED = 1e-4  # of the longest row of its unit, for speeds of 1 m/s or rad/s: beyond what rounded hardpoints leave
SHORTEST = 0.1  # m or 1: taken for the longest where all rows of a unit are shorter, or vanish
MOTIONS = 4  # tried at random, but the same each time: one alone may hardly move the links in question


def dead_rows(
    compiled: Compiled, mechanism: Mechanism, state: np.ndarray, found: dict[str, np.ndarray], chosen: Collection[int]
) -> list[int]:
    """Of the rows not chosen, those whose second rate the chosen ones do not give.

    With J_i = c^T J of chosen rows, a redundant row has gamma_i = c^T gamma for all speeds that close the chosen ones;
    drives may have any rate.
    """
    J, on = found["J"], sorted(chosen)
    off = [i for i in range(len(J)) if i not in chosen]
    if not off:
        return []
    c = np.linalg.lstsq(J[on].T, J[off].T, rcond=None)[0]
    longest = np.maximum(_longest_alike(compiled, mechanism, J), SHORTEST)[off]
    at_rest = _gamma(compiled, state, np.zeros(J.shape[1]))
    lost = np.zeros(len(off), bool)
    for speeds in _motions(J[on], _driven(compiled, mechanism)[on]):
        bend = _gamma(compiled, state, speeds) - at_rest
        lost |= np.abs(bend[off] - c.T @ bend[on]) > CURVED * longest
    return [i for i, is_lost in zip(off, lost, strict=True) if is_lost]


def _motions(J: np.ndarray, driven: np.ndarray) -> list[np.ndarray]:
    """Speeds, the largest of them 1, that keep the rows closed but for those that are driven."""
    free = np.linalg.svd(J)[2][len(J) :]
    random = np.random.default_rng(0)
    found = []
    for _ in range(MOTIONS):
        rates = driven * random.standard_normal(len(J))
        speeds = np.linalg.lstsq(J, rates, rcond=None)[0] + random.standard_normal(len(free)) @ free
        largest = np.abs(speeds).max()
        if largest > 0.0:
            found.append(speeds / largest)
    return found


def _gamma(compiled: Compiled, state: np.ndarray, speeds: np.ndarray) -> np.ndarray:
    """Second rates of all rows without accelerations."""
    moving, first = state.copy(), min(compiled.layout.speeds.values())
    moving[first : first + len(speeds)] = speeds
    return compiled.matrices(moving)["gamma"]


def _driven(compiled: Compiled, mechanism: Mechanism) -> np.ndarray:
    """1 for rows of drives that may move, else 0."""
    found = np.zeros(len(compiled.layout.rows))
    for part in mechanism.closures:
        if isinstance(part, Prescribed | DrivenPoint) and not isinstance(part.signal, Constant):
            for row in row_names(part):
                found[compiled.layout.rows[row.name]] = 1.0
    return found


def _longest_alike(compiled: Compiled, mechanism: Mechanism, J: np.ndarray) -> np.ndarray:
    """For each row the length of the longest one of the same unit."""
    lengths = np.linalg.norm(J, axis=1)
    units = {row.name: row.unit for part in mechanism.closures for row in row_names(part)}
    of_row = [units[name] for name in sorted(compiled.layout.rows, key=compiled.layout.rows.__getitem__)]
    longest = {unit: max(lengths[i] for i, u in enumerate(of_row) if u == unit) for unit in set(of_row)}
    return np.array([longest[unit] for unit in of_row])
