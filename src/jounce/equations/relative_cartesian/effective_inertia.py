"""Effective inertia and force of a subsystem on its reference body, by both of Kim's eliminations, on arrays (NumPy).

    M_EE y0' + M_EG y' = g_E          M_EG^T y0' + M_GG y' + Phi^T lambda = g_G          Phi y' = gamma        [eq. 20]

What is left of the subsystem is M y0' = g, which is added to that of the reference body. Several subsystems on one
body add up: none of them sees the others. The sign of y0' in [eq. 21] is minus, and y' = N theta'' + p stands in
[eq. 27] and [eq. 28].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve, lu_factor, lu_solve, qr


@dataclass(frozen=True, slots=True)
class SubsystemBlocks:
    """The blocks of a subsystem's equations: E its reference body's speeds, G its own."""

    M_EE: np.ndarray  # of its own bodies, carried by the reference body
    M_EG: np.ndarray
    M_GG: np.ndarray
    Phi: np.ndarray  # rows by its own speeds
    g_E: np.ndarray
    g_G: np.ndarray
    gamma: np.ndarray

    def accelerations(self, y0_rate: np.ndarray) -> np.ndarray:
        """y', once that of the reference body is known. [eq. 21]"""
        Z = np.zeros((len(self.Phi), len(self.Phi)))
        K = np.block([[self.M_GG, self.Phi.T], [self.Phi, Z]])
        right = np.concatenate([self.g_G - self.M_EG.T @ y0_rate, self.gamma])
        found: np.ndarray = np.linalg.solve(K, right)[: len(self.M_GG)]
        return found


def effective_by_multipliers(b: SubsystemBlocks) -> tuple[np.ndarray, np.ndarray]:
    """By elimination of Lagrange multipliers: effective inertia and force. [eq. 22-24]"""
    M_GG = cho_factor(b.M_GG)
    of_rows, of_base = cho_solve(M_GG, b.Phi.T), cho_solve(M_GG, b.M_EG.T)
    S = cho_factor(b.Phi @ of_rows)
    inertia = b.M_EE - b.M_EG @ of_base + b.M_EG @ of_rows @ cho_solve(S, b.Phi @ of_base)
    free = cho_solve(M_GG, b.g_G)
    force = b.g_E - b.M_EG @ free + b.M_EG @ of_rows @ cho_solve(S, b.Phi @ free - b.gamma)
    return inertia, force


def effective_by_independent(b: SubsystemBlocks) -> tuple[np.ndarray, np.ndarray]:
    """By independent coordinates: effective inertia and force. [eq. 25-31]

    Those speeds are independent that the rows determine least.
    """
    rows, speeds = b.Phi.shape
    *_, order = qr(b.Phi, pivoting=True, mode="economic")
    Gamma = np.eye(speeds)[order[rows:]]  # theta is these speeds
    Psi = lu_factor(np.vstack([b.Phi, Gamma]))
    N = lu_solve(Psi, np.vstack([np.zeros((rows, speeds - rows)), np.eye(speeds - rows)]))
    p = lu_solve(Psi, np.concatenate([b.gamma, np.zeros(speeds - rows)]))
    M_Et, M_tt = b.M_EG @ N, N.T @ b.M_GG @ N
    g_E, g_t = b.g_E - b.M_EG @ p, N.T @ (b.g_G - b.M_GG @ p)
    solved = np.linalg.solve(M_tt, np.column_stack([M_Et.T, g_t]))
    return b.M_EE - M_Et @ solved[:, :-1], g_E - M_Et @ solved[:, -1]


def split_subsystem_blocks(
    matrices: Mapping[str, np.ndarray], inner: Sequence[Sequence[int]], outer: Sequence[int]
) -> tuple[np.ndarray, np.ndarray, list[SubsystemBlocks]]:
    """Inertia and force of the reference body with all it carries, and the blocks of subsystems without their M_EE.

    `matrices` has M, rhs, J and gamma of the whole, `inner` the speeds of each subsystem, `outer` those of the
    reference body. Rows belong to the subsystem whose speeds they hold.
    """
    M, right, J, gamma = (matrices[name] for name in ("M", "rhs", "J", "gamma"))
    E = np.array(outer)
    blocks = []
    for own in map(np.array, inner):
        rows = np.flatnonzero(np.abs(J[:, own]).max(axis=1) > 0.0)
        nothing = np.zeros((len(E), len(E)))
        part = J[np.ix_(rows, own)]
        M_EG, M_GG = M[np.ix_(E, own)], M[np.ix_(own, own)]
        blocks.append(SubsystemBlocks(nothing, M_EG, M_GG, part, np.zeros(len(E)), right[own], -gamma[rows]))
    return M[np.ix_(E, E)], right[E], blocks
