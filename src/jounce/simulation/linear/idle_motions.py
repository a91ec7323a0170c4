"""Idle motions of a linear model: those that change no rate and no output, such as the place of a car, its course, and
the angles at which wheels and shafts stand that turn together.

A direction d with A d = 0 and C d = 0 can drift for ever unseen. With all of these directions left out, others become
idle that only made them drift: the course of a car, once its place is gone, or the speed of a rod about its own axis.
What is left after a few rounds is the model on the quotient by its largest idle subspace: T x' = (T A) x + T B u with
T A = A_q T and C = C_q T, so that all that is seen is as before, and A_q has no idle direction.

Which directions are idle is a question of rank. Rows and columns of [A; C] are first brought to a size of one, which
units and stiffness of the parts do not change: for cars the singular values of idle directions are then below 1e-12,
and those of all others above 1e-5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.linalg import qr

NOUGHT = 1e-12  # of the largest entry of its row: rounding
IDLE = 1e-9  # singular value, once rows and columns have a size of one
ROUNDS = 20  # of bringing rows and columns to one size
LARGEST_SCALE = 10.0  # of a column by its unit (m, rad, their rates): more would blow up rounding


@dataclass(frozen=True)
class Quotient:
    """A linear model without its idle motions: x_q = T x, x_q' = A x_q + T B u, y = C x_q + D u."""

    A: np.ndarray
    C: np.ndarray
    T: np.ndarray
    pinned: tuple[int, ...]  # of the states of the whole model: one for each idle direction, by which it is told

    def settled(self, B: np.ndarray, order: int = 0) -> np.ndarray:
        """Returns the outputs' Taylor coefficient of (s - A)^-1 B at s = 0: -C A^-(order + 1) T B."""
        x = self.T @ B
        for _ in range(order + 1):
            x = np.linalg.solve(self.A, x)
        found: np.ndarray = -self.C @ x
        return found


@dataclass(frozen=True)
class _Round:
    """One round: the idle directions N, each 1 at its own pinned coordinate and 0 at those of the others."""

    N: np.ndarray
    pinned: np.ndarray
    rest: np.ndarray


def without_idle_motions(A: np.ndarray, C: np.ndarray) -> Quotient:
    """Returns the model without all that changes no rate and no output, in the end."""
    T, own, pinned = np.eye(len(A)), np.arange(len(A)), list[int]()
    for A_left, one in _rounds(A, C):
        pinned += own[one.pinned].tolist()
        project = _projection(len(A_left), one)
        T, own = project @ T, own[one.rest]
        C = C[:, one.rest]
        A = (project @ A_left)[:, one.rest]
    return Quotient(A, C, T, tuple(pinned))


def moving_eigenvalues(A: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[int, ...]]:
    """Returns eigenvalues and vectors of all that is not idle, and the states by which idle motions are told, one for
    each.

    An idle motion that makes another one drift is a double eigenvalue at zero, which rounding would move by its root.
    """
    rounds = list(_rounds(A, np.zeros((0, len(A)))))
    own, pinned = np.arange(len(A)), list[int]()
    left = A
    for before, one in rounds:
        pinned += own[one.pinned].tolist()
        own, left = own[one.rest], (_projection(len(before), one) @ before)[:, one.rest]
    eigenvalues, vectors = np.linalg.eig(left)
    for before, one in reversed(rounds):
        # before N = 0, so that the pinned coordinates p follow from the others: s p = before[p] (0, rest)
        whole = np.zeros((len(before), vectors.shape[1]), vectors.dtype)
        whole[one.rest] = vectors
        vectors = whole + one.N @ (before[one.pinned] @ whole / eigenvalues)
    return eigenvalues, vectors, tuple(pinned)


def _rounds(A: np.ndarray, C: np.ndarray) -> Iterator[tuple[np.ndarray, _Round]]:
    """Yields the rates that are left, and what is idle among them, until nothing is."""
    while len(A) and (one := _idle_directions(np.vstack([A, C]))) is not None:
        yield A, one
        A, C = (_projection(len(A), one) @ A)[:, one.rest], C[:, one.rest]


def _projection(size: int, one: _Round) -> np.ndarray:
    """Coordinates that are left, once every idle direction has been taken as far as brings its own one to zero."""
    P: np.ndarray = np.eye(size)
    P[:, one.pinned] -= one.N
    left: np.ndarray = P[one.rest]
    return left


def _idle_directions(slopes: np.ndarray) -> _Round | None:
    """Finds the null space of rows that are rates and outputs, columns that are states; none where it is empty."""
    M = np.where(np.abs(slopes) > NOUGHT * np.abs(slopes).max(axis=1, keepdims=True), slopes, 0.0)
    rows, columns = _scales(M)
    _, sizes, V = np.linalg.svd(M * rows[:, None] * columns)
    idle = V[int((sizes > IDLE).sum()) :]
    if not len(idle):
        return None
    order = qr(idle, mode="r", pivoting=True)[1]
    pinned = np.sort(order[: len(idle)])
    N = columns[:, None] * idle.T
    N = N @ np.linalg.inv(N[pinned])
    N[np.abs(N) < IDLE * np.abs(N).max(axis=0)] = 0.0
    N[pinned] = np.eye(len(pinned))
    return _Round(N, pinned, np.setdiff1d(np.arange(len(N)), pinned))


def _scales(M: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Scales rows and columns to a largest entry of one in each. [Ruiz 2001, RAL-TR-2001-034]"""
    size = np.abs(M)
    rows, columns = np.ones(len(M)), np.ones(M.shape[1])
    for _ in range(ROUNDS):
        largest = (size * rows[:, None] * columns).max(axis=1)
        rows /= np.sqrt(np.where(largest > 0.0, largest, 1.0))
        largest = (size * rows[:, None] * columns).max(axis=0)
        columns = np.minimum(columns / np.sqrt(np.where(largest > 0.0, largest, 1.0)), LARGEST_SCALE)
    return rows, columns
