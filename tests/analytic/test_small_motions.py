"""Small motions by differences, on a mechanism whose small motions are known in closed form."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.simulation.small_motions import small_motions

MASS, STIFFNESS, DAMPING = 2.0, 8.0e6, 400.0


@pytest.fixture(scope="module")
def oscillator():
    """A mass on a slider with a spring and a damper along it: m x'' + c x' + k x = 0."""
    model = jounce.Model("oscillator", gravity=(0.0, 0.0, 0.0))
    x = (1.0, 0.0, 0.0)
    model.add(
        jounce.Body(name="mass", mass=MASS, inertia=(1.0, 1.0, 1.0)),
        jounce.Prismatic(name="slider", parent="ground", child="mass", point=(0.0, 0.0, 0.0), axis=x),
        jounce.TorsionSpring(name="spring", coordinate="slider.displacement", law=jounce.Linear(slope=STIFFNESS)),
        jounce.TorsionDamper(name="damper", coordinate="slider.displacement", law=jounce.Linear(slope=DAMPING)),
    )
    return jounce.prepare(model)


def test_eigenvalues_are_those_of_the_oscillator(oscillator):
    """Central differences of a linear law err only by rounding: 1e-16 of the rates over 1e-6."""
    small = small_motions(oscillator.compiled, oscillator.state, {})
    eigenvalues, _ = small.modes()
    decay = DAMPING / (2 * MASS)
    exact = -decay + 1j * np.sqrt(STIFFNESS / MASS - decay**2)
    found = eigenvalues[np.argmax(eigenvalues.imag)]
    assert found == pytest.approx(exact, rel=1e-7)


def test_the_step_is_as_long_as_rk4_bears(oscillator):
    """|eigenvalue| = sqrt(k/m) = 2000 1/s: 0.9 of 2.7 / 2000 s, rounded down to two digits."""
    step = small_motions(oscillator.compiled, oscillator.state, {}).stable_step(0.01)
    assert step == pytest.approx(1.2e-3, rel=1e-12)
    run = jounce.simulate(
        jounce.prepare(oscillator.model, start={"slider.displacement": 1e-3}), 1.0, step=step, output_step=0.1
    )
    assert np.abs(run["slider.displacement"]).max() <= 1e-3
    with pytest.raises(jounce.NumericalError):  # and not much longer: three times as long, it blows up
        jounce.simulate(
            jounce.prepare(oscillator.model, start={"slider.displacement": 1e-3}), 10.0, step=3 * step, output_step=0.1
        )


def test_a_model_that_is_slow_gets_the_longest_step(oscillator):
    assert small_motions(oscillator.compiled, oscillator.state, {}).stable_step(1e-4) == 1e-4
