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
def invert(A: np.ndarray, pivots: np.ndarray, spare: np.ndarray) -> None:
    """A = its inverse, by Gauss and Jordan in place with partial pivoting."""
    n = len(A)
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[best, k]):
                best = i
        pivots[k] = best
        reciprocal = 1.0 / A[best, k]
        A[best, k] = 1.0
        for j in range(n):
            spare[j] = A[best, j] * reciprocal
        if best != k:
            for j in range(n):
                A[best, j] = A[k, j]
        for j in range(n):
            A[k, j] = spare[j]
        for i in range(n):
            share = A[i, k]
            if i != k and share != 0.0:
                A[i, k] = 0.0
                add_row(-share, spare, A[i])
    for k in range(n - 1, -1, -1):
        best = pivots[k]
        if best != k:
            for i in range(n):
                A[i, k], A[i, best] = A[i, best], A[i, k]
