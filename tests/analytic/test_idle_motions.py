"""What may drift: gains at rest and eigenvalues of shafts, differentials and free bodies against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.simulation.linear.idle_motions import moving_eigenvalues, without_idle_motions

STIFF, SLOW = 8e3, 40.0  # N m/rad, N m s/rad
INERTIA, GEAR = 0.05, 3.7  # kg m^2, turns of the motor for one of the load


def shaft():
    """A motor of torque u drives, by a gear and a shaft that twists, a load in oil. States: both angles, both rates.

    At rest the load turns with n u / d, and the shaft twists by n u / k; both angles go on for ever.
    """
    n, k, d, I = GEAR, STIFF, SLOW, INERTIA
    twist = np.array([1.0 / n, -1.0, 0.0, 0.0])
    A = np.zeros((4, 4))
    A[0, 2] = A[1, 3] = 1.0
    A[2], A[3] = -k / n * twist / I, k * twist / I
    A[3, 3] -= d / I
    return A, np.array([0.0, 0.0, 1.0 / I, 0.0]), np.array([twist, [0.0, 0.0, 0.0, 1.0]]), [n / k, n / d]


def differential(locked):
    """Half shafts between a case and two wheels, which a road turns by the slip of tyres, with the speeds +u and -u.

    States: angles of the case, of the half shafts against it (one goes as much ahead as the other stays behind), and of
    both wheels; then their rates. Open, it lets the wheels go their ways, and no shaft twists; locked, both stand still
    against the road's whole difference: k twist = d u.
    """
    k, d, I, size = STIFF, SLOW, INERTIA, 3 if locked else 4
    apart = np.zeros(4) if locked else np.eye(4)[1]
    wheel = np.eye(4)[2:] if not locked else np.eye(4)[1:3]
    twists = [np.eye(4)[0] + apart - wheel[0], np.eye(4)[0] - apart - wheel[1]]
    K = k * sum(np.outer(t, t) for t in twists)
    D = d * sum(np.outer(w, w) for w in wheel)
    K, D, pushed = K[:size, :size], D[:size, :size], d * (wheel[0] - wheel[1])[:size]
    A = np.block([[np.zeros((size, size)), np.eye(size)], [-K / I, -D / I]])
    C = np.concatenate([np.array(twists)[:, :size], np.zeros((2, size))], axis=1)
    held = -d / k if locked else 0.0
    return A, np.concatenate([np.zeros(size), pushed / I]), C, [held, -held]


def course():
    """A car whose yaw rate follows the wheel late; its place follows its course, and this its yaw rate."""
    V, lag = 30.0, 0.2
    A = np.zeros((4, 4))
    A[0, 1], A[1, 2], A[2, 3], A[3, 3] = V, 1.0, 1.0 / lag, -1.0 / lag
    A[2, 2] = -1.0 / lag
    return A, np.array([0.0, 0.0, 0.0, 1.0 / lag]), np.array([[0.0, 0.0, 1.0, 0.0]]), [1.0]


CASES = {
    "shaft": (shaft, 1),
    "open differential": (lambda: differential(locked=False), 2),
    "locked differential": (lambda: differential(locked=True), 1),
    "course and place": (course, 2),
}


@pytest.mark.parametrize("mixed", [False, True], ids=["as written", "in mixed units and coordinates"])
@pytest.mark.parametrize("case", CASES)
def test_what_is_seen_settles_while_the_rest_drifts(case, mixed):
    """Exact but for rounding, which grows with the condition of the coordinates, about 1e4 here."""
    build, idle = CASES[case]
    A, b, C, expected = build()
    if mixed:
        T = np.random.default_rng(3).normal(size=A.shape) @ np.diag(np.geomspace(1e-2, 1e2, len(A)))
        A, b, C = np.linalg.solve(T, A @ T), np.linalg.solve(T, b), C @ T
    quotient = without_idle_motions(A, C)
    assert len(quotient.pinned) == idle
    assert quotient.settled(b) == pytest.approx(expected, rel=1e-9, abs=1e-13)


def test_the_next_coefficient_is_the_slope_of_the_response():
    """1 / (1 + s lag)^2 begins with 1 - 2 lag s."""
    A, b, C, _ = course()
    assert without_idle_motions(A, C).settled(b, order=1) == pytest.approx([-0.4], rel=1e-12)


def test_eigenvalues_that_vanish_are_left_out_whole_and_the_others_are_exact():
    """A rod that spins about its axis is a double zero, and so are course and place; numpy finds them to the root of
    rounding. The others are -1/lag twice and those of a pendulum with damping."""
    A, *_ = course()
    rod, pendulum = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0.0, 1.0], [-9.0, -2.0]])
    whole = np.zeros((8, 8))
    whole[:4, :4], whole[4:6, 4:6], whole[6:, 6:] = A, rod, pendulum
    T = np.linalg.qr(np.random.default_rng(5).normal(size=(8, 8)))[0]
    mixed = T.T @ whole @ T
    eigenvalues, vectors, idle = moving_eigenvalues(mixed)
    assert len(idle) == 4
    swings = eigenvalues[np.abs(eigenvalues.imag) > 1.0]
    np.testing.assert_allclose(np.sort_complex(swings), [-1.0 - np.sqrt(8.0) * 1j, -1.0 + np.sqrt(8.0) * 1j], rtol=1e-9)
    np.testing.assert_allclose(mixed @ vectors, vectors * eigenvalues, atol=1e-9)
    assert np.sort(np.abs(np.linalg.eigvals(mixed)))[3] > 1e-8
    assert eigenvalues.real.max() < -0.9


def test_what_is_slow_but_not_idle_stays():
    """A speed that resistance of 1e-3 1/s takes away, beside a spring of 1e4 Hz."""
    w = 2.0 * np.pi * 1e4
    A = np.array([[0.0, 1.0, 0.0], [-w * w, -0.1 * w, 0.0], [0.0, 0.0, -1e-3]])
    eigenvalues, _, idle = moving_eigenvalues(A)
    assert not idle and eigenvalues.real.max() == pytest.approx(-1e-3, rel=1e-9)


def test_rounding_does_not_make_an_idle_coordinate_count():
    """Derivatives that vanish by cancelling leave 1e-13 of their terms; all that a column has is then rounding."""
    A, b, C, expected = course()
    noisy = A.copy()
    noisy[2:, 0] = 1e-11 * np.abs(A[2:]).max(axis=1)
    quotient = without_idle_motions(noisy, C)
    assert len(quotient.pinned) == 2
    assert quotient.settled(b) == pytest.approx(expected, rel=1e-9)
