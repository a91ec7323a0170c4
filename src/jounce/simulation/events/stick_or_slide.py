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

Arrays are those of all contacts; flags say which of them are meant.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from jounce.native.pointers import compiled

SAME = 1e-9  # of limits and of accelerations: what counts as equal in the choice of phases
HELD = 1e-10  # of what a contact would accelerate without loops: less, and its motion is given
ALL_AT_ONCE = 20  # tries in which all contacts that are wrong change; then one at a time, which ends [Murty 1974]
ONE_AT_A_TIME = 65_536


@compiled
def choose_sides(
    A: np.ndarray,
    b: np.ndarray,
    limit: np.ndarray,
    static: np.ndarray,
    among: np.ndarray,
    side: np.ndarray,
    T: np.ndarray,
    squares: np.ndarray,
    flags: np.ndarray,
) -> bool:
    """`side` = where each contact of `among` slides to, 0 where it sticks; T = the forces. False if no phases fit.

    `squares` are two more matrices, `flags` three rows of room.
    """
    n, wrong = len(A), flags[2]
    small = 0.0
    for i in range(n):
        if among[i]:
            side[i] = 0.0
            reached = 0.0
            for j in range(n):
                if among[j]:
                    reached += abs(A[i, j]) * static[j]
            small = max(small, SAME * max(abs(b[i]), reached))
    for attempt in range(ALL_AT_ONCE + ONE_AT_A_TIME):
        find_forces(A, b, limit, static, among, side, T, squares, flags)
        if not find_wrong_sides(A, b, static, among, side, T, small, wrong):
            return True
        for i in range(n):
            if wrong[i]:
                side[i] = np.sign(T[i]) if side[i] == 0.0 else 0.0
                if attempt >= ALL_AT_ONCE:
                    break
    return False


@compiled
def find_wrong_sides(
    A: np.ndarray,
    b: np.ndarray,
    static: np.ndarray,
    among: np.ndarray,
    side: np.ndarray,
    T: np.ndarray,
    small: float,
    wrong: np.ndarray,
) -> bool:
    """Flag contacts that hold more than their limit, or slide against their acceleration; whether there are any."""
    found = False
    for i in range(len(A)):
        wrong[i] = 0
        if among[i]:
            a = b[i]
            for j in range(len(A)):
                if among[j]:
                    a -= A[i, j] * T[j]
            over = side[i] == 0.0 and abs(T[i]) > (1.0 + SAME) * static[i]
            back = side[i] != 0.0 and side[i] * a < -small
            if over or back:
                wrong[i], found = 1, True
    return found


@compiled
def find_forces(
    A: np.ndarray,
    b: np.ndarray,
    limit: np.ndarray,
    static: np.ndarray,
    among: np.ndarray,
    side: np.ndarray,
    T: np.ndarray,
    squares: np.ndarray,
    flags: np.ndarray,
) -> None:
    """T: of sliding contacts their limits, of the others what holds them; where that is not unique, by their limits."""
    n, stuck, chosen, gram = len(A), flags[0], flags[1], squares[1]
    dependent = False
    for i in range(n):
        stuck[i] = 1 if among[i] and side[i] == 0.0 else 0
        T[i] = side[i] * limit[i] if among[i] else 0.0
    pick_independent(A, stuck, squares[0], chosen)
    for i in range(n):
        if stuck[i] and not chosen[i]:
            dependent = True
    for i in range(n):
        if chosen[i]:
            right = b[i]
            for j in range(n):
                if among[j] and not stuck[j]:
                    right -= A[i, j] * T[j]
            T[i] = right
            for j in range(n):
                gram[i, j] = shared_response(A, static, stuck, i, j) if dependent else A[i, j]
    solve_definite(gram, chosen, T)
    if dependent:  # T = limits^2 A^T x is the least in terms of limits
        for i in range(n):
            squares[0, 0, i] = T[i] if chosen[i] else 0.0
        for i in range(n):
            if stuck[i]:
                T[i] = 0.0
                for j in range(n):
                    T[i] += static[i] * static[i] * A[i, j] * squares[0, 0, j]


@compiled
def shared_response(A: np.ndarray, static: np.ndarray, stuck: np.ndarray, i: int, j: int) -> float:
    """Of contacts i and j, to forces that all stuck contacts share by their limits."""
    total = 0.0
    for k in range(len(A)):
        if stuck[k]:
            total += A[i, k] * static[k] * static[k] * A[k, j]
    return total


@compiled
def solve_definite(A: np.ndarray, among: np.ndarray, x: np.ndarray) -> None:
    """x = A^-1 x by elimination; A is symmetric and definite, and overwritten."""
    n = len(A)
    for k in range(n):
        if among[k]:
            for i in range(k + 1, n):
                if among[i]:
                    share = A[i, k] / A[k, k]
                    x[i] -= share * x[k]
                    for j in range(k + 1, n):
                        A[i, j] -= share * A[k, j]
    for k in range(n - 1, -1, -1):
        if among[k]:
            for j in range(k + 1, n):
                if among[j]:
                    x[k] -= A[k, j] * x[j]
            x[k] /= A[k, k]


@compiled
def pick_independent(A: np.ndarray, among: np.ndarray, rest: np.ndarray, chosen: np.ndarray) -> None:
    """Flag contacts whose speeds can be given apart from each other: pivoted Cholesky of A with a unit diagonal."""
    n = len(A)
    for i in range(n):
        chosen[i] = 0
        for j in range(n):
            rest[i, j] = A[i, j] / sqrt(A[i, i] * A[j, j]) if among[i] and among[j] else 0.0
    for _ in range(n):
        best, largest = -1, HELD
        for i in range(n):
            if not chosen[i] and rest[i, i] > largest:
                best, largest = i, rest[i, i]
        if best < 0:
            break
        chosen[best] = 1
        for i in range(n):
            if i != best and among[i]:
                share = rest[i, best] / largest
                for j in range(n):
                    rest[i, j] -= share * rest[best, j]
