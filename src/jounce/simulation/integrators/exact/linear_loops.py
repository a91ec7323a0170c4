"""Sums of columns and inverses for implicit methods: products and sums may round once, which none of them minds."""

from __future__ import annotations

from typing import TypeVar, cast

import numba
import numpy as np

Function = TypeVar("Function")


def contracted(function: Function) -> Function:
    """Machine code whose products and sums may be fused where the processor can."""
    return cast(Function, numba.njit(error_model="numpy", fastmath={"contract"})(function))


@contracted
def add_row(factor: float, row: np.ndarray, out: np.ndarray) -> None:
    """out += factor row"""
    for i in range(out.size):
        out[i] += factor * row[i]


@contracted
def add_rows(factors: np.ndarray, rows: np.ndarray, out: np.ndarray) -> None:
    """out += the sum of factor times row, four rows at a time: `out` is loaded and stored a quarter as often."""
    count = len(factors)
    fours = count - count % 4
    for k in range(0, fours, 4):
        f0, f1, f2, f3 = factors[k], factors[k + 1], factors[k + 2], factors[k + 3]
        r0, r1, r2, r3 = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        for i in range(out.size):
            out[i] += (f0 * r0[i] + f1 * r1[i]) + (f2 * r2[i] + f3 * r3[i])
    for k in range(fours, count):
        add_row(factors[k], rows[k], out)


@contracted
def choose_pivots(A: np.ndarray, first: int, width: int, pivots: np.ndarray, panel: np.ndarray) -> None:
    """Bring the largest pivots of some columns to their rows, by elimination in a copy of these columns."""
    n = len(A)
    for i in range(first, n):
        for a in range(width):
            panel[a, i] = A[i, first + a]
    for a in range(width):
        k = first + a
        best = k
        for i in range(k + 1, n):
            if abs(panel[a, i]) > abs(panel[a, best]):
                best = i
        pivots[k] = best
        if best != k:
            for j in range(n):
                A[k, j], A[best, j] = A[best, j], A[k, j]
            for c in range(width):
                panel[c, k], panel[c, best] = panel[c, best], panel[c, k]
        for c in range(a + 1, width):
            share = panel[c, k] / panel[a, k]
            for i in range(k + 1, n):
                panel[c, i] -= share * panel[a, i]


@contracted
def solve_block(block: np.ndarray, width: int, rows: np.ndarray) -> None:
    """rows = block^-1 rows, by Gauss and Jordan; its pivots are in their places."""
    for a in range(width):
        reciprocal = 1.0 / block[a, a]
        for j in range(rows.shape[1]):
            rows[a, j] *= reciprocal
        for c in range(width):
            block[a, c] *= reciprocal
        for b in range(width):
            if b != a:
                share = block[b, a]
                add_row(-share, rows[a], rows[b])
                for c in range(width):
                    block[b, c] -= share * block[a, c]


@contracted
def subtract_block(G: np.ndarray, first: int, width: int, row: np.ndarray) -> None:
    """row -= its own entries in the columns of a block, which vanish first, times G."""
    f0, f1, f2, f3 = row[first], 0.0, 0.0, 0.0
    row[first] = 0.0
    if width > 1:
        f1, row[first + 1] = row[first + 1], 0.0
    if width > 2:
        f2, row[first + 2] = row[first + 2], 0.0
    if width > 3:
        f3, row[first + 3] = row[first + 3], 0.0
    g0, g1, g2, g3 = G[0], G[1], G[2], G[3]
    for j in range(row.size):
        row[j] -= (f0 * g0[j] + f1 * g1[j]) + (f2 * g2[j] + f3 * g3[j])


@contracted
def invert(A: np.ndarray, pivots: np.ndarray, room: np.ndarray) -> None:
    """A = its inverse, by Gauss and Jordan in place with partial pivoting, four columns at a time: with P the block of
    their pivots and G = P^-1 (its rows, with the unit matrix in place of P), other rows lose their part of it times G.

    `room` is 12 rows of the length of A's.
    """
    n = len(A)
    G, panel, block = room[:4], room[4:8], room[8:]
    for first in range(0, n, 4):
        width = min(4, n - first)
        choose_pivots(A, first, width, pivots, panel)
        for a in range(4):
            for j in range(n):
                G[a, j] = A[first + a, j] if a < width else 0.0
        for a in range(width):
            for c in range(width):
                block[a, c] = G[a, first + c]
                G[a, first + c] = 1.0 if a == c else 0.0
        solve_block(block, width, G)
        for i in range(n):
            if i < first or i >= first + width:
                subtract_block(G, first, width, A[i])
            else:
                for j in range(n):
                    A[i, j] = G[i - first, j]
    for k in range(n - 1, -1, -1):
        best = pivots[k]
        if best != k:
            for i in range(n):
                A[i, k], A[i, best] = A[i, best], A[i, k]
