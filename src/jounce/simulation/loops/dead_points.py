"""Rows that say nothing in the assembled pose but hold beside it: stretched links, dead centres.

To first order such a row looks redundant. What tells the two apart is the second: along any motion that the other rows
allow, a redundant row stays closed, and so does its second rate, while the end of a stretched link leaves its circle.
Drives are left out, for they may have any rate: what they move is a freedom here. A drive whose row the loops give is
dead itself, if its coordinate moves to second order.
"""

from __future__ import annotations

import numpy as np

from jounce.mechanism import tree_row_names
from jounce.parts.ends import is_driven_at_ends
from jounce.parts.signals import is_constant_signal
from jounce.simulation.loops.assemble import move_coordinates_to_assemble
from jounce.simulation.loops.independent_rows import DEPENDENT, FAR_APART, independent_rows
from jounce.simulation.workspace import Workspace

CURVED = 1e-4  # of the longest row of its unit, for speeds of 1 m/s or rad/s: beyond what rounded hardpoints leave
SHORTEST = 0.1  # m or 1: taken for the longest where all rows of a unit are shorter, or vanish
ROUNDING = 1e-12  # the same, of a row that sees no speed: of numbers of the size 1, some hundred roundings in a row
MOTIONS = 4  # tried at random, but the same each time: one alone may hardly move the links in question
ASIDE = 0.3  # m or rad: to a pose where no entry of J vanishes by chance


def dead_rows(work: Workspace, state: np.ndarray, found: dict[str, np.ndarray]) -> list[int]:
    """Returns rows whose second rate those that they depend on do not give.

    With J_i = c^T J of independent rows, a redundant row has gamma_i = c^T gamma for all speeds that close them.
    """
    J = found["J"]
    if _apart(J):
        return []
    drives = _drives(work)
    loops = [i for i in range(len(J)) if i not in drives]
    on = [loops[k] for k in independent_rows(J[loops], found["M"], first=work.compiled.position_rows[loops])]
    c = np.linalg.lstsq(J[on].T, J.T, rcond=None)[0].T
    depends = np.linalg.norm(J - c @ J[on], axis=1) <= DEPENDENT * np.maximum(np.linalg.norm(J, axis=1), 1.0)
    off = [i for i in range(len(J)) if i not in on and depends[i]]
    if not off:
        return []
    longest = np.maximum(_longest_alike(work, J), SHORTEST)[off]
    moves = _columns(work, state)[off]
    at_rest = _gamma(work, state, np.zeros(J.shape[1]))
    lost = np.zeros(len(off), bool)
    for speeds in _motions(J[on]):
        bend = _gamma(work, state, speeds) - at_rest
        fastest = np.where(moves, np.abs(speeds), 0.0).max(axis=1)  # that the row sees: gears may be far faster
        lost |= np.abs(bend[off] - c[off] @ bend[on]) > (CURVED * fastest**2 + ROUNDING) * longest
    return [i for i, is_lost in zip(off, lost, strict=True) if is_lost]


def _apart(J: np.ndarray) -> bool:
    """Tells whether no row depends on the others: of rows of unit length, no sine is below the least singular value."""
    lengths = np.linalg.norm(J, axis=1)
    if not len(J) or len(J) > J.shape[1] or lengths.min() < DEPENDENT / FAR_APART:
        return False
    rows = J / lengths[:, np.newaxis]
    return bool(np.linalg.eigvalsh(rows @ rows.T)[0] > FAR_APART**2)


def _motions(J: np.ndarray) -> list[np.ndarray]:
    """Returns speeds that keep the rows closed, the largest of them 1."""
    free = np.linalg.svd(J)[2][len(J) :] if len(J) else np.eye(J.shape[1])
    random = np.random.default_rng(0)
    found = [random.standard_normal(len(free)) @ free for _ in range(MOTIONS if len(free) else 0)]
    return [speeds / np.abs(speeds).max() for speeds in found]


def _columns(work: Workspace, state: np.ndarray) -> np.ndarray:
    """Returns which speeds are in which rows, seen in a pose aside."""
    pose = state.copy()
    move_coordinates_to_assemble(
        work, pose, ASIDE * np.random.default_rng(1).uniform(0.5, 1.0, len(work.layout.speeds))
    )
    found: np.ndarray = work.matrices(pose)["J"] != 0.0
    return found


def _gamma(work: Workspace, state: np.ndarray, speeds: np.ndarray) -> np.ndarray:
    """Returns second rates of all rows without accelerations."""
    moving, first = state.copy(), min(work.layout.speeds.values())
    moving[first : first + len(speeds)] = speeds
    return work.matrices(moving)["gamma"]


def _drives(work: Workspace) -> set[int]:
    """Returns rows of drives that may move."""
    moving = [
        part for part in work.mechanism.closures if is_driven_at_ends(part) and not is_constant_signal(part.signal)
    ]
    return {work.layout.rows[row.name] for part in moving for row in tree_row_names(part)}


def _longest_alike(work: Workspace, J: np.ndarray) -> np.ndarray:
    """Returns for each row the length of the longest one of the same unit."""
    lengths = np.linalg.norm(J, axis=1)
    units = {row.name: row.unit for part in work.mechanism.closures for row in tree_row_names(part)}
    of_row = [units[name] for name in sorted(work.layout.rows, key=work.layout.rows.__getitem__)]
    longest = {unit: max(lengths[i] for i, u in enumerate(of_row) if u == unit) for unit in set(of_row)}
    return np.array([longest[unit] for unit in of_row])
