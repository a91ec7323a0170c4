"""Poles of frequency responses: natural frequencies and damping from what was measured. [Gustavsen, Semlyen 1999]

Vector fitting. All responses H_k share the poles a_m. With poles that are known roughly, find residues and the scale
sigma(s) = 1 + sum of c_m/(s - a_m) such that sigma H_k = sum of r_km/(s - a_m) + d_k + e_k s: these are linear
equations. The zeros of sigma are better poles; start again with them.
"""

from __future__ import annotations

import numpy as np

ROUNDS = 40
STEADY = 1e-10  # relative change of all poles at which they are found
ENOUGH = 5e-3  # relative difference of responses that more poles need not explain
LIGHT = 0.05  # damping ratio with which the search begins


def fit_poles(frequency: np.ndarray, responses: np.ndarray, most_pairs: int, enough: float = ENOUGH) -> np.ndarray:
    """Returns the complex poles (1/s, with positive imaginary part, slowest first) that all responses (a row each)
    share.

    As few pairs as describe the responses well `enough` (root mean square of relative differences), or the most.
    """
    w = 2 * np.pi * frequency
    scale = float(np.sqrt(w[0] * w[-1]))  # numbers near 1: powers of s would span many decades
    s, weights = 1j * w / scale, 1.0 / np.abs(responses)
    found = np.zeros(0, complex)
    for pairs in range(1, most_pairs + 1):
        found = _relocate_poles(s, responses, weights, np.geomspace(w[0], w[-1], pairs) / scale * (-LIGHT + 1j))
        if _misfit_of_poles(s, responses, weights, found) <= enough:
            break
    return scale * found


def _relocate_poles(s: np.ndarray, responses: np.ndarray, weights: np.ndarray, poles: np.ndarray) -> np.ndarray:
    """Relocates poles, round after round, until they stay where they are."""
    for _ in range(ROUNDS):
        before, poles = poles, _better_poles(s, responses, weights, poles)
        if len(before) == len(poles) and np.abs(poles - before).max() <= STEADY * np.abs(poles).max():
            break
    return poles


def _misfit_of_poles(s: np.ndarray, responses: np.ndarray, weights: np.ndarray, poles: np.ndarray) -> float:
    """Returns the root mean square of the relative difference of the responses from the best ones with these poles."""
    own = np.column_stack([_basis(s, poles), np.ones_like(s), s])
    squares = []
    for H, weight in zip(responses, weights, strict=True):
        rows, right = own * weight[:, None], weight * H
        both, wanted = np.vstack([rows.real, rows.imag]), np.concatenate([right.real, right.imag])
        squares.append(((both @ np.linalg.lstsq(both, wanted, rcond=None)[0] - wanted) ** 2).sum() / len(s))
    return float(np.sqrt(np.mean(squares)))


def _better_poles(s: np.ndarray, responses: np.ndarray, weights: np.ndarray, poles: np.ndarray) -> np.ndarray:
    """Returns the zeros of sigma: one round."""
    basis = _basis(s, poles)
    count, own = basis.shape[1], np.column_stack([basis, np.ones_like(s), s])
    blocks, wanted = [], []
    for H, weight in zip(responses, weights, strict=True):
        rows = np.column_stack([own, -H[:, None] * basis]) * weight[:, None]
        # of each response only what its own unknowns leave over: the rest of a QR factorisation
        both = np.vstack([rows.real, rows.imag])
        right = np.concatenate([(weight * H).real, (weight * H).imag])
        Q, R = np.linalg.qr(both)
        blocks.append(R[own.shape[1] :, own.shape[1] :])
        wanted.append(Q[:, own.shape[1] :].T @ right)
    c, *_ = np.linalg.lstsq(np.vstack(blocks), np.concatenate(wanted), rcond=None)
    A, b = np.zeros((count, count)), np.zeros(count)
    for k, pole in enumerate(poles):
        A[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = [[pole.real, pole.imag], [-pole.imag, pole.real]]
        b[2 * k] = 2.0
    found = np.linalg.eigvals(A - np.outer(b, c))
    found = -np.abs(found.real) + 1j * found.imag  # a pole that grows is mirrored
    return _pairs(found, len(poles))


def _pairs(found: np.ndarray, count: int) -> np.ndarray:
    """Returns always as many pairs: two real poles become a pair of the same product, with little imaginary part."""
    complex_ones = found[found.imag > 1e-9 * np.abs(found)]
    real = np.sort(np.abs(found[np.abs(found.imag) <= 1e-9 * np.abs(found)]))
    joined = [np.sqrt(a * b) * (-1.0 + 1e-3j) for a, b in zip(real[0::2], real[1::2], strict=False)]
    every = np.concatenate([complex_ones, np.array(joined, complex)])
    return every[np.argsort(np.abs(every))][:count]


def _basis(s: np.ndarray, poles: np.ndarray) -> np.ndarray:
    """Returns 1/(s - a) + 1/(s - a*) and i/(s - a) - i/(s - a*) of each pair: real residues."""
    first, second = 1.0 / (s[:, None] - poles), 1.0 / (s[:, None] - poles.conj())
    found = np.empty((len(s), 2 * len(poles)), complex)
    found[:, 0::2], found[:, 1::2] = first + second, 1j * (first - second)
    return found
