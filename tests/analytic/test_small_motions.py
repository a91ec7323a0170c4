"""Small motions by differences, on a mechanism whose small motions are known in closed form."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.simulation.integrators import integrate
from jounce.simulation.linear.small_motions import small_motions
from jounce.simulation.linear.step_matrix import step_matrix

MASS, STIFFNESS, DAMPING = 2.0, 8.0e6, 400.0


def mass_on_a_slider(damping: float) -> jounce.Model:
    """A mass with a spring and a damper along its way: m x'' + c x' + k x = 0."""
    x = (1.0, 0.0, 0.0)
    return jounce.Model("oscillator", gravity=(0.0, 0.0, 0.0)).add(
        jounce.parts.Body(name="mass", mass=MASS, inertia=(1.0, 1.0, 1.0)),
        jounce.parts.Prismatic(name="slider", parent="ground", child="mass", point=(0.0, 0.0, 0.0), axis=x),
        jounce.parts.TorsionSpring(
            name="spring", coordinate="slider.displacement", law=jounce.parts.laws.Linear(slope=STIFFNESS)
        ),
        jounce.parts.TorsionDamper(
            name="damper", coordinate="slider.displacement", law=jounce.parts.laws.Linear(slope=damping)
        ),
    )


@pytest.fixture(scope="module")
def oscillator():
    return jounce.prepare(mass_on_a_slider(DAMPING))


def test_eigenvalues_are_those_of_the_oscillator(oscillator):
    """Central differences of a linear law err only by rounding: 1e-16 of the rates over 1e-6."""
    small = small_motions(oscillator, oscillator.state, {})
    eigenvalues, _ = small.modes()
    decay = DAMPING / (2 * MASS)
    exact = -decay + 1j * np.sqrt(STIFFNESS / MASS - decay**2)
    found = eigenvalues[np.argmax(eigenvalues.imag)]
    assert found == pytest.approx(exact, rel=1e-7)


def test_the_matrix_of_a_step_is_what_rk4_does(oscillator):
    """On a linear mechanism a step is linear in the state; rounding of a few sums of numbers up to k/m = 4e6."""
    h = 1e-3
    small = small_motions(oscillator, oscillator.state, {})
    matrix = step_matrix(small.J[:2, :2], oscillator.layout.plain, h)
    for start in ([1e-3, 0.0], [0.0, 2.0]):
        state = np.array([*start, *oscillator.state[2:]])
        run = integrate(oscillator.workspace(), state, 0.0, h, samples=np.array([h]), step=h)
        assert run.states[0, :2] == pytest.approx(matrix @ start, rel=1e-7)  # differences of rates have eight digits


@pytest.mark.parametrize(
    ("damping_ratio", "limit"),
    [(0.05, 2.75), (0.2, 2.92), (0.5, 2.60), (1.0, 1.74), (1.2, 1.33), (3.0, 0.475), (10.0, 0.139)],
)
def test_the_step_is_as_long_as_rk4_bears(damping_ratio, limit):
    """sqrt(k/m) = 2000 1/s. A tenth less than the limit, to two digits, decays; a tenth more blows up.

    The limits of sqrt(k/m) h are where the larger root of u^2 - trace u + determinant is 1 in size, with the step
    written out for one coordinate. Two digits cut off up to a tenth, the search up to a hundredth.
    """
    model = mass_on_a_slider(damping_ratio * 2 * np.sqrt(STIFFNESS * MASS))
    ready = jounce.prepare(model, start={"slider.displacement": 1e-3})
    step = small_motions(ready, ready.state, {}).stable_step(0.01)
    longest = limit / np.sqrt(STIFFNESS / MASS)
    assert 0.8 * longest < step < 0.91 * longest
    samples = 10 * step * np.arange(101)
    run = integrate(ready.workspace(), ready.state, 0.0, 1000 * step, samples=samples, step=step)
    displacement = run.states[:, ready.layout.coordinates["slider.displacement"]]
    assert np.abs(displacement).max() <= 1e-3
    assert abs(displacement[-1]) < 1e-5  # with the ratio 10 the slow part has decayed by exp(-6)
    with pytest.raises(jounce.NumericalError):
        jounce.simulate(ready, 1e5 * step, step=1.1 * longest, output_step=1000 * step)


def test_a_model_that_is_slow_gets_the_longest_step(oscillator):
    assert small_motions(oscillator, oscillator.state, {}).stable_step(1e-4) == 1e-4
