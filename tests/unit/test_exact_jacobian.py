"""The exact Jacobian of the rates against limits of differences, and what is made of it."""

from __future__ import annotations

from dataclasses import replace

import numba
import numpy as np
import pytest
from floating_corner import floating_corner, random_state, touching_corner, workspace_of

import jounce
from jounce.simulation.integrators.exact.elimination import factor, pack, solve_packed
from jounce.simulation.integrators.exact.record import jacobian_record
from jounce.simulation.integrators.exact.stages import (
    factor_stages,
    find_slopes,
    jacobian_at,
    solve_stages,
)
from jounce.simulation.integrators.job import JOB
from jounce.simulation.integrators.kernels import kernels_job_at
from jounce.simulation.linear import jacobian_kernel
from jounce.simulation.linear.jacobian_kernel import jacobian_of, rate_slopes
from jounce.simulation.linear.linearise import linearise
from jounce.studies.driving.driving_start import start_straight
from rate_differences import assert_same_slopes, differences_by_state, differences_by_time

ROUNDING = 1e-12  # of the largest entry: two ways to solve the same equations, whose condition is some 1e3


def assert_exact(work, state: np.ndarray, third_rates: np.ndarray) -> None:
    """Rates of all states, works included, by the controlled ones and by time."""
    slopes, rates = rate_slopes(work, state), work.rhs(state)
    assert_same_slopes(differences_by_state(work, state, work.layout.sizes["controlled"]), slopes.by_state, rates)
    by_time = differences_by_time(work, state, third_rates)
    assert_same_slopes(by_time, slopes.by_time(work.inputs, third_rates), rates)


@pytest.mark.parametrize("baumgarte", [0.0, 20.0])
@pytest.mark.parametrize("off", [(), ("rod.length",)])
def test_loops_quaternions_and_prescribed_motions_have_an_exact_jacobian(off, baumgarte):
    """Also where rows are switched off, and where rates depend on how far loops are open."""
    work, state = touching_corner()
    work.inputs[5:] = 12.0, -80.0  # of the force that pushes
    work.set_stabilisation(baumgarte)
    work.set_up()
    for row in off:
        work.modes[work.layout.rows[row]] = 0.0
    assert_exact(work, state, np.array([5.0, -300.0]))


def test_a_car_at_speed_has_an_exact_jacobian():
    """Four tyres with carcass, eleven subsystems' worth of loops, steering by an angle that moves; smooth friction."""
    car = jounce.load("small_car")
    smooth = {name: replace(getattr(car, name), friction_law="smooth") for name in ("steering", "drive", "brakes")}
    start = start_straight(replace(car, **smooth).car_model(steering="angle"), 20.0)
    work, state = start.ready.workspace(start.inputs), start.ready.state.copy()
    random = np.random.default_rng(3)
    work.inputs[1:] += 0.05 * random.normal(size=len(work.inputs) - 1)
    state[: work.layout.sizes["controlled"]] += 1e-3 * random.normal(size=work.layout.sizes["controlled"])
    assert_exact(work, state, random.normal(size=len(work.model.inputs)))


@numba.njit
def _stages(job_address, record_address, state, c, t, b):
    job, own = kernels_job_at(job_address), jacobian_at(record_address)
    find_slopes(job, own, state)
    done = factor_stages(job, own, c)
    solve_stages(job, own, c, t, b)
    return done


@pytest.mark.parametrize("off", [(), ("rod.length",)])
def test_stages_of_machine_code_are_solved_as_dense_ones(off):
    """(c - A) x = b + t F_t for all states, with A and F_t of NumPy."""
    work, state = touching_corner()
    for row in off:
        work.modes[work.layout.rows[row]] = 0.0
    count, size, c, t = work.layout.sizes["controlled"], len(state), 700.0, 0.3
    pieces, current = np.zeros((2, 6)), np.arange(2)
    pieces[:, 5] = 1.5, -40.0  # of cubic inputs
    job, own = np.zeros((), JOB), jacobian_record(work)
    work.fill(job, {"pieces": pieces, "current_piece": current})
    job["input_count"] = 2
    b = np.random.default_rng(1).normal(size=size)
    x = b.copy()
    assert _stages(job.ctypes.data, own.address, state, c, t, x)
    slopes = rate_slopes(work, state)
    by_time = slopes.by_time(work.inputs, 6.0 * pieces[:, 5])
    whole = np.zeros((size, size))
    whole[:, :count] = slopes.by_state
    expected = np.linalg.solve(c * np.eye(size) - whole, b + t * by_time)
    np.testing.assert_allclose(x, expected, rtol=0, atol=ROUNDING * np.abs(expected).max())


def test_equations_are_solved_in_any_order_of_their_rows_and_singular_ones_are_told():
    """Against LAPACK; rows of very different sizes, zeros on the diagonal."""
    random = np.random.default_rng(6)
    matrix = random.normal(size=(20, 20)) * 10.0 ** random.integers(-6, 7, size=(20, 1))
    matrix[random.random((20, 20)) < 0.6] = 0.0
    np.fill_diagonal(matrix[:10, :10], 0.0)
    right = matrix @ np.arange(1.0, 21.0)
    factors, pivots, found = matrix.copy(), np.zeros(20, np.int64), right.copy()
    assert factor(factors, pivots, np.zeros(20), np.zeros(20, np.int64))
    starts, columns, values = np.zeros(41, np.int64), np.zeros(400, np.int64), np.zeros(400)
    pack(factors, starts, columns, values)
    solve_packed(starts, columns, values, pivots, found)
    np.testing.assert_allclose(found, np.linalg.solve(matrix, right), rtol=1e-10)
    for wrong in (np.nan, 0.0):
        matrix[:, 3] = wrong
        assert not factor(matrix.copy(), pivots, np.zeros(20), np.zeros(20, np.int64))


def test_linear_models_of_machine_code_and_of_the_interpreter_are_the_same(monkeypatch):
    """States, inputs and outputs of a mechanism with loops, a floating body and prescribed motion."""
    ready = jounce.prepare(floating_corner(), integrator=None)
    asked = {"outputs": ["feel", "rod.Fy", "steer.effort"], "inputs_of": ["rack", "rack.second_rate", "push"]}
    by_code = linearise_with(monkeypatch, ready, jacobian_of(ready.compiled), asked)
    interpreted = linearise_with(monkeypatch, ready, None, asked)
    assert by_code.states == interpreted.states
    for name in "ABCD":
        a, b = getattr(by_code, name), getattr(interpreted, name)
        np.testing.assert_allclose(a, b, rtol=0, atol=ROUNDING * np.abs(b).max())


def linearise_with(monkeypatch, ready, jacobian, asked):
    monkeypatch.setattr("jounce.simulation.linear.operating_point.ready_jacobian", lambda _: jacobian)
    return linearise(ready, **asked)


def test_machine_code_is_made_when_it_has_been_asked_for_some_times(monkeypatch, tmp_path):
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path))
    model = jounce.Model("stone").add(jounce.parts.Body(name="stone", mass=2.0, inertia=(1.0, 1.0, 1.0)))
    compiled = workspace_of(model).compiled
    asked = [jacobian_kernel.ready_jacobian(compiled) for _ in range(jacobian_kernel.PATIENCE + 1)]
    assert asked[:-1] == [None] * jacobian_kernel.PATIENCE
    assert asked[-1] is jacobian_of(compiled)


def test_the_derivative_is_that_of_the_closed_form():
    """A falling stone, turned: d(vy')/d(q1) = -2 g, and nothing but its rotation depends on its attitude."""
    work = workspace_of(jounce.Model("stone").add(jounce.parts.Body(name="stone", mass=2.0, inertia=(1.0, 1.0, 1.0))))
    A, layout = jacobian_kernel.rates_by_state(work, work.design_state()), work.layout
    row, column = layout.speeds["stone.vy"], layout.coordinates["stone.q1"]
    assert A[row, column] == pytest.approx(-2 * 9.81, rel=1e-14)
    assert np.count_nonzero(np.abs(A[:, column]) > 1e-12) == 1
    random = random_state(work, np.random.default_rng(1), 0.1)
    assert jacobian_kernel.rates_by_time(work, random) == pytest.approx(np.zeros(layout.sizes["controlled"]))
