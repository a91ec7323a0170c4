"""Derivatives of the compiled rates as limits of differences."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

STEP = 2e-5  # error h^6 f^(7) of what bends over 1e-3, as friction does: 1e-11; rounding of f: 1e-16/h = 5e-12
GRAVITY = 9.81  # m/s^2
TOLERANCE = 1e-9  # of the largest entry and of the largest rate: rounding, a few times magnified by solving for rates


def limit(quotient: Callable[[float], np.ndarray], h: float = STEP) -> np.ndarray:
    """Of central differences, extrapolated twice [Richardson 1911]."""
    coarse, middle, fine = (quotient(h / 2**k) for k in range(3))
    return (16 * (4 * fine - middle) - (4 * middle - coarse)) / 45


def differences_by_state(work, state: np.ndarray, count: int) -> np.ndarray:
    """Of all rates by the first states."""
    directions = np.eye(len(state))[:count]

    def quotient(h: float) -> np.ndarray:
        rates = work.call_rows("rhs", np.vstack([state + h * directions, state - h * directions]), len(state))
        return (rates[:count] - rates[count:]).T / (2 * h)

    return limit(quotient)


def differences_by_time(work, state: np.ndarray, third_rates: np.ndarray) -> np.ndarray:
    """Of all rates, while each input runs along the cubic that its three numbers and its third rate give."""
    begin = work.inputs.copy()
    u, v, a = begin[1:].reshape(-1, 3).T

    def inputs_after(t: float) -> np.ndarray:
        course = [
            u + t * (v + t * (a / 2 + t * third_rates / 6)),
            v + t * (a + t * third_rates / 2),
            a + t * third_rates,
        ]
        return np.concatenate([[begin[0] + t], np.column_stack(course).ravel()])

    def quotient(h: float) -> np.ndarray:
        inputs = np.array([inputs_after(h), inputs_after(-h)])
        later, before = work.call_rows("rhs", np.array([state, state]), len(state), inputs)
        return (later - before) / (2 * h)

    return limit(quotient)


def assert_same_slopes(found: np.ndarray, exact: np.ndarray, rates: np.ndarray) -> None:
    """Rates may be small where gravity and what bears it cancel: it is added to their size."""
    size = np.abs(exact).max(initial=0.0) + np.abs(rates).max(initial=0.0) + GRAVITY
    np.testing.assert_allclose(found, exact, rtol=0, atol=TOLERANCE * size)
