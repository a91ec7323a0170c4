"""Rows that hold a subsystem only together with the interface: the steering column coupled to a rack."""

from __future__ import annotations

import numpy as np
import pytest

import jounce


def steering(ratio: float, interface: bool, chain: bool = False) -> jounce.Model:
    """A column with prescribed angle drives a rack on a floating car; with `chain`, through a shaft between."""
    model = jounce.Model("steering", gravity=(0.0, 0.0, 0.0))
    model.add(
        jounce.parts.Body(name="car", mass=1000.0, inertia=(500.0, 1500.0, 1600.0), interface=interface),
        jounce.parts.Body(name="rack", mass=3.0, inertia=(0.1, 0.1, 0.1), interface=interface),
        jounce.parts.Body(name="column", mass=2.0, inertia=(0.03, 0.03, 0.03)),
        jounce.parts.Prismatic(name="slide", parent="car", child="rack", point=(1.0, 0.0, 0.2), axis=(0, 1, 0)),
        jounce.parts.Revolute(name="turn", parent="car", child="column", point=(0.5, 0.3, 0.8), axis=(1, 0, 0.5)),
    )
    last = "turn.angle"
    if chain:
        model.add(
            jounce.parts.Body(name="shaft", mass=1.0, inertia=(0.02, 0.02, 0.02)),
            jounce.parts.Revolute(name="pinion", parent="car", child="shaft", point=(0.9, 0.1, 0.2), axis=(1, 0, 0)),
            jounce.parts.Coupling(name="joint", coordinates=("turn.angle", "pinion.angle"), factors=(1.0, -1.0)),
        )
        last = "pinion.angle"
    return model.add(
        jounce.parts.Coupling(name="mesh", coordinates=("slide.displacement", last), factors=(1.0, -ratio)),
        jounce.parts.Prescribed(
            name="hands", coordinate="turn.angle", signal=jounce.parts.signals.Harmonic(amplitude=0.5, frequency=1.0)
        ),
    )


@pytest.mark.parametrize("chain", [False, True])
@pytest.mark.parametrize("interface", [False, True])
@pytest.mark.parametrize("ratio", [0.01, 0.0123456, 0.5])
def test_a_prescribed_column_moves_the_rack_by_its_ratio(ratio, interface, chain):
    """y = ratio times angle at all times; momentum of car, rack and column together stays zero."""
    run = jounce.simulate(steering(ratio, interface, chain), 0.25, integrator="rk4")
    angle = 0.5 * np.sin(2 * np.pi * run.time)
    np.testing.assert_allclose(run["slide.displacement"], ratio * angle, rtol=0, atol=1e-11)
    np.testing.assert_allclose(run["turn.angle"], angle, rtol=0, atol=1e-11)
    total = run["energy.kinetic"] - run["energy.work"]
    # work of RK4 at 1 ms on a 1 Hz sine: (2 pi 1e-3)^4 of the energy exchanged
    assert np.abs(total - total[0]).max() < 1e-8 * np.abs(run["energy.kinetic"]).max()
