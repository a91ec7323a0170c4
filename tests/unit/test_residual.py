"""Residuals against the compiled equations, and their derivatives against differences."""

from __future__ import annotations

import numpy as np
import pytest
from floating_corner import floating_corner, random_state, touching_corner, workspace_of

import jounce
from jounce.equations.residual import Residual
from jounce.errors import ModelError
from jounce.model import Model
from jounce.parts import Body
from jounce.simulation.linear.operating_point import point_of, solve_operating_point
from jounce_benchmarks.wishbone_car import wishbone_car

RESIDUALS = ("dynamics", "closure", "closure rate", "closure acceleration", "outputs")
OUTPUTS = ("feel", "knuckle_ball.Fz", "tyre.Fz", "rod.Fy", "car_motion.vz_rate", "steer.effort")
VALUES = ("bodies.car.mass", "bodies.wheel.centre.x", "joints.rod.length", "forces.spring.law.slope", "gravity.z")


@pytest.fixture(scope="module")
def corner():
    work, state = touching_corner()
    return work, Residual(work.model, OUTPUTS, VALUES), state


def car_on_tables() -> Model:
    """Linkages led by tables, and spinners: their accelerations go by entries of the mass matrix."""
    return jounce.load("small_car").at_depth("tabulated").car_model().model


@pytest.mark.parametrize("model", [floating_corner, wishbone_car, car_on_tables], ids=lambda f: f.__name__)
def test_residuals_vanish_at_the_accelerations_of_the_compiled_equations(model):
    """Two ways to the same accelerations: subsystem synthesis in machine code, with composite inertias and a mass
    matrix, and inverse dynamics."""
    work = workspace_of(model())
    residual = Residual(work.model, road=lambda *at: (0.0, 0.0, 0.0, 1.0))
    state = random_state(work, np.random.default_rng(2), 0.05)
    rates = work.rhs(state)
    expected = np.array([rates[work.layout.speeds[name]] for name in residual.speeds])
    point = point_of(residual, work, state)
    np.testing.assert_allclose(point.accelerations, expected, atol=1e-10 * np.abs(expected).max())
    held = residual.changed(point.numbers, "accelerations", expected)
    force, opening = residual.at(held, "dynamics", "closure acceleration")
    scale = np.abs(point.M @ expected).max()
    assert np.abs(force).max() < 1e-10 * scale
    loops = len(work.layout.rows)  # behind them rows of friction that slides
    assert np.abs(opening[:loops]).max() < 1e-10 * np.abs(expected).max()


def test_outputs_with_accelerations_held_are_the_compiled_channels(corner):
    work, residual, state = corner
    point = point_of(residual, work, state)
    observed = work.observe(state)
    (found,) = residual.at(point.numbers, "outputs")
    np.testing.assert_allclose(found, [observed[name] for name in OUTPUTS], rtol=1e-9)


def difference(f, h: float) -> np.ndarray:
    """Central difference, extrapolated once [Richardson 1911]: error of order h^4, rounding of order 1e-16/h.

    A step of 1e-4 keeps the disc on the road (it is 2 mm deep) and leaves some 1e-12 of the size of f.
    """
    coarse, fine = (f(step) - f(-step) for step in (h, h / 2))
    return (4 * fine / h - coarse / (2 * h)) / 3


def variations(residual, numbers, variable: str) -> tuple[str, np.ndarray, np.ndarray]:
    """The group of symbols to vary, its numbers, and a direction for each column of the derivative."""
    group = "coordinates" if variable == "positions" else variable
    base = residual.of(numbers, group)
    T = residual.slopes(numbers, ["steps"], ["variation"])["steps", "variation"]
    return group, base, T if variable == "positions" else np.eye(len(base))


@pytest.mark.parametrize("variable", ["positions", "speeds", "inputs", "values", "accelerations", "multipliers"])
def test_derivatives_are_limits_of_differences(corner, variable):
    work, residual, state = corner
    numbers = point_of(residual, work, state).numbers
    group, base, directions = variations(residual, numbers, variable)

    def all_residuals(h: float) -> np.ndarray:
        moved = residual.changed(numbers, group, base[:, None] + h * directions)
        return np.concatenate(residual.at(moved, *RESIDUALS))

    slopes = residual.slopes(numbers, RESIDUALS, [variable])
    exact = np.concatenate([slopes[r, variable] for r in RESIDUALS])
    found = difference(all_residuals, 1e-4)
    size = np.abs(all_residuals(0.0)).max() + np.abs(exact).max(axis=0)
    assert (np.abs(found - exact).max(axis=0) / size).max() < 1e-9


@pytest.mark.parametrize("variable", ["positions", "speeds", "inputs"])
def test_sensitivities_of_the_solution_are_limits_of_differences(corner, variable):
    """Accelerations, multipliers, outputs and rates of position, through the solve, in four random directions."""
    work, residual, state = corner
    point = point_of(residual, work, state)
    slopes = point.sensitivities()
    group, base, directions = variations(residual, point.numbers, variable)

    def answer(change: np.ndarray) -> np.ndarray:
        there = solve_operating_point(
            residual, residual.changed(point.numbers, group, base + directions @ change), point.on
        )
        (outputs,) = residual.at(there.numbers, "outputs")
        multipliers = residual.of(there.numbers, "multipliers")[point.active]
        return np.concatenate([there.accelerations, multipliers, outputs, there.position_rates])

    names = ("accelerations", "multipliers", "outputs", "position rates")
    matrix = np.vstack([slopes[name, variable] for name in names])
    for change in np.random.default_rng(4).normal(size=(4, matrix.shape[1])):
        found, exact = difference(lambda h, c=change: answer(h * c), 1e-4), matrix @ change
        size = np.abs(exact).max() + np.abs(answer(0.0 * change)).max()
        np.testing.assert_allclose(found, exact, rtol=0, atol=1e-9 * size)


def test_a_falling_body_keeps_its_gravity_when_it_tilts():
    """Felt without gravity, a floating reference still falls along the ground's z: d(vy')/d(roll) = -g."""
    work = workspace_of(Model("stone").add(Body(name="stone", mass=2.0, inertia=(1.0, 1.0, 1.0))))
    residual = Residual(work.model)
    slopes = point_of(residual, work, work.design_state()).sensitivities()
    row, column = residual.speeds.index("stone.vy"), residual.positions.index("stone.turn_x")
    assert slopes["accelerations", "positions"][row, column] == pytest.approx(-9.81, rel=1e-14)


def test_rows_that_are_switched_off_carry_no_force():
    work = workspace_of(floating_corner())
    work.modes[work.layout.rows["rod.length"]] = 0.0
    residual = Residual(work.model)
    state = random_state(work, np.random.default_rng(8), 0.1)
    point = point_of(residual, work, state)
    rates = work.rhs(state)
    expected = np.array([rates[work.layout.speeds[name]] for name in residual.speeds])
    np.testing.assert_allclose(point.accelerations, expected, atol=1e-10 * np.abs(expected).max())
    assert residual.of(point.numbers, "multipliers")[residual.rows.index("rod.length")] == 0.0


def test_unknown_channels_and_values_are_refused_by_name():
    with pytest.raises(ModelError, match=r"feal[\s\S]*Did you mean 'feel'"):
        Residual(floating_corner(), outputs=["feal"])
    with pytest.raises(ModelError, match=r"bodies.car.mas[\s\S]*Did you mean 'bodies.car.mass'"):
        Residual(floating_corner(), values=["bodies.car.mas"])
