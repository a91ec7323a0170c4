"""Square systems of linear equations in machine code: LU with scaled partial pivoting, made for many zeros.

The matrix is stored densely, and zeros are skipped: with unknowns in a good order most of a car's are never touched.
A diagonal entry is taken as pivot unless another one of its column is ten times as large, both as shares of the
largest entry of their rows, so that the order that keeps zeros is kept [Duff, Erisman, Reid 2017, section 5.2].
"""

from __future__ import annotations

from math import inf

import numpy as np

from jounce.native.pointers import compiled

PREFERENCE = 0.1  # share of the best pivot of its column with which the one on the diagonal is taken
SPARSE = 0.25  # share of entries of a pivot's row up to which they are taken one by one


@compiled
def factor(matrix: np.ndarray, pivots: np.ndarray, spare: np.ndarray, places: np.ndarray) -> bool:
    """Put L and U in place of the matrix; `pivots` are rows to exchange. False where it is singular or not finite.

    `spare` and `places` are as long as the matrix.
    """
    n = len(matrix)
    for i in range(n):
        largest = 0.0
        for j in range(n):
            largest = max(largest, abs(matrix[i, j]))
        if not 0.0 < largest < inf:
            return False
        spare[i] = 1.0 / largest
    for k in range(n):
        p = choose_pivot(matrix, spare, k)
        pivots[k] = p
        if p < 0:
            return False
        if p != k:
            spare[p] = spare[k]
            for j in range(n):
                matrix[k, j], matrix[p, j] = matrix[p, j], matrix[k, j]
        eliminate_column(matrix, places, k)
    return True


@compiled
def choose_pivot(matrix: np.ndarray, scale: np.ndarray, k: int) -> int:
    """The row to divide by in column k; -1 where all of it is zero."""
    best, p = 0.0, -1
    for i in range(k, len(matrix)):
        size = abs(matrix[i, k]) * scale[i]
        if size > best:
            best, p = size, i
    if p >= 0 and abs(matrix[k, k]) * scale[k] >= PREFERENCE * best:
        return k
    return p


@compiled
def eliminate_column(matrix: np.ndarray, places: np.ndarray, k: int) -> None:
    """Subtract multiples of row k from those below it; only its entries that are not zero where these are few."""
    n, count = len(matrix), 0
    for j in range(k + 1, n):
        if matrix[k, j] != 0.0:
            places[count] = j
            count += 1
    inverse, few = 1.0 / matrix[k, k], count < SPARSE * (n - k)
    for i in range(k + 1, n):
        if matrix[i, k] == 0.0:
            continue
        share = matrix[i, k] * inverse
        matrix[i, k] = share
        if few:
            for c in range(count):
                matrix[i, places[c]] -= share * matrix[k, places[c]]
        else:
            for j in range(k + 1, n):
                matrix[i, j] -= share * matrix[k, j]


@compiled
def product(row: np.ndarray, vector: np.ndarray, first: int, end: int) -> float:
    """Sum of row[j] vector[j] from first to before end, as four sums: one would wait for itself at every entry."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    j = first
    while j + 3 < end:
        a += row[j] * vector[j]
        b += row[j + 1] * vector[j + 1]
        c += row[j + 2] * vector[j + 2]
        d += row[j + 3] * vector[j + 3]
        j += 4
    while j < end:
        a += row[j] * vector[j]
        j += 1
    return (a + b) + (c + d)


@compiled
def exchange(pivots: np.ndarray, right: np.ndarray) -> None:
    """Put the right-hand side into the order of the pivots."""
    for k in range(len(pivots)):
        p = pivots[k]
        right[k], right[p] = right[p], right[k]


@compiled
def pack(matrix: np.ndarray, starts: np.ndarray, columns: np.ndarray, values: np.ndarray) -> None:
    """Factors without their zeros: row by row L's entries, then U's, of which the first is one over the diagonal.

    `starts` has two numbers for each row and one behind the last; `columns` and `values` have room for all entries.
    """
    n, count = len(matrix), 0
    for i in range(n):
        starts[2 * i] = count
        for j in range(n):
            if j == i:
                starts[2 * i + 1] = count
                columns[count], values[count] = i, 1.0 / matrix[i, i]
                count += 1
            elif matrix[i, j] != 0.0:
                columns[count], values[count] = j, matrix[i, j]
                count += 1
    starts[2 * n] = count


@compiled
def solve_packed(
    starts: np.ndarray, columns: np.ndarray, values: np.ndarray, pivots: np.ndarray, right: np.ndarray
) -> None:
    """Put the solution in place of the right-hand side, by the factors that `pack` left."""
    exchange(pivots, right)
    n = len(pivots)
    for i in range(n):
        total = right[i]
        for c in range(starts[2 * i], starts[2 * i + 1]):
            total -= values[c] * right[columns[c]]
        right[i] = total
    for i in range(n - 1, -1, -1):
        total, first = right[i], starts[2 * i + 1]
        for c in range(first + 1, starts[2 * i + 2]):
            total -= values[c] * right[columns[c]]
        right[i] = total * values[first]
