"""Find jumps of functions of several variables: where halving a path does not halve the difference along it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

PIECES, HALVINGS = 32, 30

Function = Callable[[np.ndarray], np.ndarray]  # (variables, points) -> (outputs, points)


@np.errstate(over="ignore", invalid="ignore")  # a function without a finite number there is told as a jump of nan
def find_jumps(function: Function, begin: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns what is left of the difference of each output (outputs, paths), and where (variables, outputs, paths).

    The straight path from begin to end, (variables, paths), is cut into pieces. Of these the one where the difference
    stands out most from its neighbours' is halved again and again, always keeping the half with the larger
    difference. 1e-11 of the path is left of it: a slope leaves as little of the difference, a jump all of it.
    """
    way = end - begin
    shares = np.linspace(0.0, 1.0, PIECES + 1)
    along = np.stack([function(begin + share * way) for share in shares])  # (shares, outputs, paths)
    change = np.diff(along, axis=0)
    around = np.pad(change, ((1, 1), (0, 0), (0, 0)), mode="edge")
    piece = np.abs(change - 0.5 * (around[:-2] + around[2:])).argmax(axis=0)
    low, high = shares[piece], shares[piece + 1]
    f_low, f_high = (np.take_along_axis(along, (piece + k)[np.newaxis], axis=0)[0] for k in (0, 1))
    rows = np.arange(len(piece))

    def at(share: np.ndarray) -> np.ndarray:
        """Returns each output at its own places."""
        places = begin[:, np.newaxis] + share * way[:, np.newaxis]  # (variables, outputs, paths)
        found = function(places.reshape(len(begin), -1)).reshape(len(rows), *share.shape)
        return found[rows, rows]

    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        f_middle = at(middle)
        first = np.abs(f_middle - f_low) >= np.abs(f_high - f_middle)
        low, f_low = np.where(first, low, middle), np.where(first, f_low, f_middle)
        high, f_high = np.where(first, middle, high), np.where(first, f_middle, f_high)
    return np.abs(f_high - f_low), begin[:, np.newaxis] + high * way[:, np.newaxis]
