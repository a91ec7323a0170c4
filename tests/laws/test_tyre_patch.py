"""The contact patch between rim and road: steady slip, relaxation, locked wheels, and that it gives no energy away."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import cumulative_trapezoid, solve_ivp
from tyre_cases import CASES, every_case

from jounce.graph import Graph, interpret
from jounce.parts.tyres.tyre import (
    MOST_SLIP,
    SLIDING_TIME,
    tyre_deflection_rate,
    tyre_slip_of_braking,
    tyre_slip_of_deflection,
    tyre_yielding,
)
from jounce.parts.tyres.tyre_law import Contact

SIGMA, FULL = 0.2, 0.06  # m; peak by slope of an ordinary tyre


def steady_deflection(V_s: float, V_x: float, c: float) -> float:
    """u / sigma at which c |V_s| r^2 + |V_x| |r| = |V_s|, against the sliding."""
    size = 2 * abs(V_s) / (abs(V_x) + np.sqrt(V_x**2 + 4 * c * V_s**2))
    return -np.copysign(size, V_s)


@pytest.mark.parametrize("way", [1.0, -1.0])
@pytest.mark.parametrize("slip", [-1.0, -0.3, -1e-4, 0.0, 1e-6, 0.05, 0.9, 2.9])
def test_steady_slip_is_sliding_divided_by_speed_for_every_slip(slip, way):
    """kappa = -V_s / |V_x|, whatever the deflection is; the steady one is the root of a quadratic equation."""
    for V_x in way * np.array([0.01, 1.0, 20.0, 80.0]):
        for full in (0.0, 0.01, 0.06, 0.3, 1.0, 5.0):
            V_s = -slip * abs(V_x)
            c = tyre_yielding(full, V_s, SIGMA)
            r = steady_deflection(V_s, V_x, c) if slip else 0.0
            assert tyre_deflection_rate(r * SIGMA, V_s, V_x, SIGMA, c) == pytest.approx(0.0, abs=1e-13 * abs(V_x))
            assert tyre_slip_of_deflection(r, c) == pytest.approx(slip, rel=1e-12)


@pytest.mark.parametrize("V_x", [-30.0, -0.5, 0.5, 30.0])
def test_small_slip_relaxes_with_sigma_by_speed(V_x):
    """kappa = kappa_end (1 - exp(-|V_x| t / sigma)), but for (kappa / full)^2, by which the patch yields."""
    slip, time = 1e-3, SIGMA / abs(V_x)
    V_s = -slip * abs(V_x)
    c = tyre_yielding(FULL, V_s, SIGMA)
    run = solve_ivp(
        lambda _, u: [tyre_deflection_rate(float(u[0]), V_s, V_x, SIGMA, c)], (0.0, time), [0.0], rtol=1e-10, atol=1e-16
    )
    found = tyre_slip_of_deflection(float(run.y[0, -1]) / SIGMA, c)
    assert found == pytest.approx(slip * (1 - np.exp(-1.0)), rel=(slip / FULL) ** 2)


@pytest.mark.parametrize("V_x", [-40.0, -2.0, 0.01, 10.0])
def test_a_locked_wheel_is_deflected_by_what_its_friction_holds_and_slips_by_one(V_x):
    """q sigma with q = full + SLIDING_TIME |V_x| / sigma: at rest the peak force by the patch's stiffness."""
    c = tyre_yielding(FULL, V_x, SIGMA)
    r = steady_deflection(V_x, V_x, c)
    assert r * SIGMA == pytest.approx(-np.copysign(FULL * SIGMA + SLIDING_TIME * abs(V_x), V_x), rel=1e-12)
    assert tyre_slip_of_deflection(r, c) == pytest.approx(-np.copysign(1.0, V_x), rel=1e-12)


def test_deflections_end_however_long_a_wheel_spins_on_the_spot_or_slides_sideways():
    """V_x = 0: c r^2 = 1, which is r^2 = q^2 / (1 - q), at most (3/2)^2; the slip is that of sliding."""
    for V_s in (0.1, 10.0, 300.0):
        c = tyre_yielding(FULL, V_s, SIGMA)
        r = steady_deflection(V_s, 0.0, c)
        assert abs(r) <= 1.5 * (1 + 1e-12)
        assert tyre_slip_of_deflection(r, c) == -MOST_SLIP
    assert tyre_yielding(1.0, 5.0, SIGMA) == 0.0  # a linear tyre never slides: nothing is added to its equation


def test_braking_slip_stays_within_one_and_no_bound_jumps():
    """Against the way of the wheel, and at rest in both directions; driving is free up to MOST_SLIP from 2 m/s on."""
    slips, speeds = np.linspace(-MOST_SLIP, MOST_SLIP, 61), np.linspace(-4.0, 4.0, 801)
    found = np.array([[tyre_slip_of_braking(float(slip), float(v)) for v in speeds] for slip in slips])
    braking = slips[:, None] * speeds < 0
    assert (np.abs(found[braking]) <= 1.0).all() and (np.abs(found[:, np.abs(speeds) <= 1.0]) <= 1.0).all()
    free = (slips[:, None] * speeds >= 0) & (np.abs(speeds) >= 2.0)
    assert (found == slips[:, None])[free].all() and (found == slips[:, None])[np.abs(slips) <= 1.0].all()
    assert np.abs(np.diff(found, axis=1)).max() <= 2.0 * (speeds[1] - speeds[0]) * (1 + 1e-9)


class Histories:
    """Many random ways to slide and roll: sums of sines from 0.5 to 50 Hz and from 1 mm/s to 10 m/s, half of them
    without rolling."""

    step, steps = 5e-4, 1000  # s

    def __init__(self, count: int, seed: int = 3):
        random = np.random.default_rng(seed)
        t = self.step * np.arange(2 * self.steps + 1) / 2  # middles of steps as well
        size, frequency = 10 ** random.uniform(-3, 1, (count, 3, 1)), 10 ** random.uniform(-0.3, 1.7, (count, 3, 1))
        phase = random.uniform(0, 2 * np.pi, (count, 3, 1))
        self.V_s = (size * np.sin(2 * np.pi * frequency * t + phase)).sum(axis=1)
        rolling = random.integers(0, 2, (count, 1)) * 10 ** random.uniform(-3, 1.5, (count, 1))
        self.V_x = rolling * np.sin(10 ** random.uniform(-1, 1, (count, 1)) * t)

    def energies(self, curve, c: float | None = None):
        """Deflection, energy put in so far and its turnover after each step, for a force over slip; RK4.

        The patch is moved by -V_s against the force on the rim. Without `c` the patch yields as its sliding tells.
        """
        graph = Graph()
        u, V_s, V_x = symbols = [graph.symbol(name) for name in ("u", "V_s", "V_x")]
        given = tyre_yielding(FULL, V_s, SIGMA) if c is None else c
        outputs = [tyre_deflection_rate(u, V_s, V_x, SIGMA, given), tyre_slip_of_deflection(u / SIGMA, given)]
        names = [str(symbol.data) for symbol in symbols]

        def rates(u: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
            rate, slip = interpret(outputs, dict(zip(names, (u, self.V_s[:, k], self.V_x[:, k]), strict=True)))
            return rate, -curve(slip) * self.V_s[:, k]

        h, u = self.step, np.zeros(len(self.V_s))
        energy, turnover = np.zeros_like(u), np.zeros_like(u)
        for k in range(0, 2 * self.steps, 2):
            a, p = rates(u, k)
            b, q = rates(u + 0.5 * h * a, k + 1)
            d, r = rates(u + 0.5 * h * b, k + 1)
            e, s = rates(u + h * d, k + 2)
            u = u + h / 6 * (a + 2 * b + 2 * d + e)
            power = (p + 2 * q + 2 * r + s) / 6
            energy, turnover = energy + h * power, turnover + h * np.abs(power)
            yield u, energy, turnover


@pytest.fixture(scope="module")
def histories():
    return Histories(60)


def force_of(case):
    """Fx over slip at the nominal load, without shifts, for arrays."""
    grid = np.linspace(-MOST_SLIP, MOST_SLIP, 6001)
    rolling = {"slip_angle": 0.0, "inclination": 0.0, "load": case.nominal, "speed": 20.0}
    forces = np.array([case.even.forces(Contact(slip=float(slip), **rolling)).Fx for slip in grid])
    return lambda slip: np.interp(slip, grid, forces)


@every_case({name: CASES[name] for name in ("5.2", "dugoff")})
def test_a_patch_never_gives_back_more_than_was_put_into_it(case, histories):
    """From rest, over any history at constant load: the energy put in is never negative.

    Rounding and the kinks at turning points, of second order in the step, leave less than 1e-5 of the turnover.
    """
    curve, largest = force_of(case), 0.0
    for _, energy, turnover in histories.energies(curve):
        assert (energy >= -1e-5 * turnover).all()
        largest = max(largest, float((turnover - energy).max()))
    assert largest > 1.0  # J: some of it did come back


def test_what_a_patch_holds_is_the_area_under_its_force_and_all_else_is_heat(histories):
    """W(u), the integral of F du, at constant load and yielding: -F V_s = dW/dt + F r (|V_x| + c |V_s| |r|).

    The last term is never negative, so the energy put in is never below W. A grid of 0.1 mm gives W to 1e-3.
    """
    c, curve = tyre_yielding(FULL, 0.0, SIGMA), force_of(CASES["5.2"])
    grid = np.linspace(-2 * FULL * SIGMA, 2 * FULL * SIGMA, 481)
    force = curve(np.array([tyre_slip_of_deflection(float(u) / SIGMA, c) for u in grid]))
    area = cumulative_trapezoid(force, grid, initial=0.0)
    area -= area[240]
    peak = np.abs(force).max() * FULL * SIGMA
    for u, energy, turnover in histories.energies(curve, c):
        assert np.abs(u).max() < grid[-1]
        assert (energy - np.interp(u, grid, area) >= -1e-3 * peak - 1e-4 * turnover).all()
