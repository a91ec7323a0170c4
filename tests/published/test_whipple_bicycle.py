"""The Whipple bicycle against its published benchmark [Meijaard, Papadopoulos, Ruina, Schwab 2007].

A model of four bodies with wheels that roll without slip, linearised by the program; nothing of the paper's equations
is in it. The paper gives M q'' + v C1 q' + (g K0 + v^2 K2) q = 0 for lean and steer, to 14 digits.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import jounce

G = 9.81
# section 5 of the paper, with z down and y to the right: eigenvalues do not depend on that
M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
K2 = np.array([[0.0, 76.59734589573222], [0.0, 2.65431523794604]])
C1 = np.array([[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
# table 2 of the paper, at 5 m/s: castering, weave, capsize
AT_FIVE = (-14.07838969279822, -0.77534188219585 + 4.46486771378823j, -0.32286642900409)
WEAVE, CAPSIZE = 4.29238253634111, 6.02426201538837  # m/s: self-stable between
# matrices rounded to 14 digits, and eigenvalues whose condition is below 1e3
WITHIN = 1e-10


@pytest.fixture(scope="module")
def bicycle() -> jounce.Model:
    return jounce.load("whipple_bicycle")


def linear_at(bicycle: jounce.Model, speed: float) -> jounce.simulation.LinearModel:
    """Upright, straight ahead; the wheels' rates follow from rolling."""
    return jounce.linearise(jounce.prepare(bicycle, start_rates={"rear frame.vx": speed}))


def of_matrices(speed: float) -> np.ndarray:
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, G * K0 + speed**2 * K2), np.zeros((2, 2))]])
    A[2:, 2:] = -np.linalg.solve(M, speed * C1)
    return np.linalg.eigvals(A)


def test_positions_have_seven_freedoms_and_speeds_three(bicycle):
    """As the paper counts: two contacts take two positions and four more speeds from nine."""
    rank = jounce.prepare(bicycle).rank
    assert (rank.mobility, rank.mobility_of_positions, rank.redundant, rank.idle) == (3, 7, (), ())


@pytest.mark.parametrize("speed", [0.0, 1.0, 3.0, 5.0, 7.0, 10.0])
def test_eigenvalues_are_those_of_the_published_matrices(bicycle, speed, measured):
    """The other six are zero: place, heading, both wheels' angles, and the speed itself."""
    linear = linear_at(bicycle, speed)
    assert len(linear.A) == 7 + 3
    expected = of_matrices(speed)
    for value in expected:
        nearest = linear.eigenvalues[np.abs(linear.eigenvalues - value).argmin()]
        measured("bicycle.eigenvalues", abs(nearest / value - 1.0), WITHIN)
        assert abs(nearest - value) <= WITHIN * abs(value)
    assert np.sum(np.abs(linear.eigenvalues) < 1e-6) == 6


def test_eigenvalues_at_five_metres_per_second_are_those_of_the_published_table(bicycle):
    found = linear_at(bicycle, 5.0).eigenvalues
    for value in AT_FIVE:
        assert np.abs(found - value).min() <= WITHIN * abs(value)


def test_it_balances_itself_between_the_published_speeds(bicycle):
    """Weave ends where the real part of the pair vanishes, capsize begins where the slow eigenvalue does.

    There the product of the four eigenvalues changes its sign: the coefficient of s^6 of the characteristic polynomial,
    as the other six are zero.
    """

    def oscillating(speed: float) -> float:
        return max(e.real for e in linear_at(bicycle, speed).eigenvalues if e.imag > 1.0)

    def product(speed: float) -> float:
        return float(np.poly(linear_at(bicycle, speed).A)[4])

    assert brentq(oscillating, 4.2, 4.4, xtol=1e-11) == pytest.approx(WEAVE, rel=WITHIN)
    assert brentq(product, 5.9, 6.1, xtol=1e-11) == pytest.approx(CAPSIZE, rel=WITHIN)


def test_a_push_dies_out_between_these_speeds_and_energy_stays(bicycle):
    """Nonlinear, at 5 m/s: lean and steer decay with the weave's 0.775 1/s; what they lose makes it faster."""
    start = {"rear frame.vx": 5.0, "rear frame.wx": 0.1}
    run = jounce.simulate(bicycle, "8 s", start_rates=start, integrator="dormand-prince", rtol=1e-10, atol=1e-10)
    assert np.ptp(run["energy.balance"]) < 1e-6
    assert run["constraints.gap"].max() < 1e-10 and run["constraints.velocity_gap"].max() < 1e-9
    early, late = (np.abs(run["head.angle"][(run.time >= t) & (run.time < t + 1.5)]).max() for t in (1.0, 6.0))
    assert late < 0.1 * early


def test_modes_are_named_by_what_the_paper_says_moves(bicycle):
    """Section 5d: in castering the front assembly turns, in capsize the bicycle leans; weave leans and steers."""
    castering, weave, capsize = AT_FIVE
    modes = {mode.eigenvalue: mode.name for mode in linear_at(bicycle, 5.0).modes}
    named = {value: next(name for found, name in modes.items() if abs(found - value) < 1e-6) for value in AT_FIVE}
    assert named[castering] == "head.angle"
    assert named[capsize] == "rear frame.turn_x" == named[weave].split(" and ")[0]
