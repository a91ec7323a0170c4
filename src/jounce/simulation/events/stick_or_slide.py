"""Phases of dry friction: which contacts stick and which slide, all of them at once.

Where contacts are at rest, their accelerations are a = b - A T, with T the forces against positive speeds: b with all
T zero, and a column of A for each unit force, by as many calls of the right-hand side. Wanted are phases with

    sticks:  a = 0 and |T| <= static limit         slides to a side:  T = side limit and side a >= 0

A is symmetric and not negative. Where static and sliding limit agree, these are the conditions of the least value of
T A T / 2 - b T within the limits, so accelerations are unique, and so are forces where A is definite. They are found
by pivoting from "all stick", so among several patterns (static above sliding limit) one that sticks most is taken.

Contacts that depend on each other (two brakes and a differential on two rigid shafts) leave forces that are not
unique. They share the load in proportion to their limits; as many rows are on as are independent, and the forces of
the others are kept until something slides. A contact that no force can move, because its motion is prescribed, never
sticks: it is a force only, while it slides.
"""

from __future__ import annotations

import numpy as np

from jounce.errors import NumericalError

SAME = 1e-9  # of limits and of accelerations: what counts as equal in the choice of phases
HELD = 1e-10  # of what a contact would accelerate without loops: less, and its motion is given
TRIES = 20  # all contacts that are wrong change at once; then one at a time, which ends [Murty 1974]


def choose_phases(
    A: np.ndarray, b: np.ndarray, limit: np.ndarray, static: np.ndarray, names: list[str]
) -> tuple[np.ndarray, np.ndarray]:
    """The side to which each contact slides, 0 where it sticks, and the forces T; see above."""
    side = np.zeros(len(b))
    small = SAME * max(float(np.abs(b).max(initial=0.0)), float((np.abs(A) @ static).max(initial=0.0)))
    for attempt in range(TRIES + 4 ** min(len(b), 8)):
        T = _forces(A, b, limit, static, side)
        a = b - A @ T
        wrong = np.where(side == 0.0, np.abs(T) > (1.0 + SAME) * static, side * a < -small)
        if not wrong.any():
            return side, T
        change = np.flatnonzero(wrong)
        if attempt >= TRIES:
            change = change[:1]
        side[change] = np.where(side[change] == 0.0, np.sign(T[change]), 0.0)
    raise NumericalError(f"dry friction of {', '.join(names)}: no choice of sticking and sliding fits the forces")


def _forces(A: np.ndarray, b: np.ndarray, limit: np.ndarray, static: np.ndarray, side: np.ndarray) -> np.ndarray:
    """Of sliding contacts their limits, of the others what holds them; where that is not unique, by their limits."""
    T: np.ndarray = side * limit
    stuck = np.flatnonzero(side == 0.0)
    weight = static[stuck]
    held = np.linalg.lstsq(A[np.ix_(stuck, stuck)] * weight, (b - A @ T)[stuck], rcond=HELD)[0]
    T[stuck] = weight * held
    return T


def independent(A: np.ndarray) -> np.ndarray:
    """Contacts whose speeds can be given apart from each other: pivoted Cholesky of A, scaled to a unit diagonal."""
    rest = A / np.sqrt(np.outer(np.diag(A), np.diag(A))) if len(A) else A.copy()
    chosen: list[int] = []
    for _ in range(len(A)):
        k = int(np.argmax(np.diag(rest)))
        if rest[k, k] <= HELD:
            break
        chosen.append(k)
        rest = rest - np.outer(rest[:, k], rest[k]) / rest[k, k]
    return np.array(sorted(chosen), int)
