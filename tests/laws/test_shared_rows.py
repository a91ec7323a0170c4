"""Rows that a subsystem shares with the interface: numbers decide which of the two they hold; nothing is compiled."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.native.cache import Cache
from jounce.native.kernel import Compiler

Y, Z = (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
PUSH, MASS, INERTIA = 30.0, 4.0, 0.5  # N, kg, kg m2
LEVERS = ("left", "right")
NEITHER = ((0.8, 0.5), (0.8, 0.0), (0.0, 0.5), (0.0, 0.0), (0.8, 0.5))
EXACT = 1e-14  # relative: a dozen roundings


def levers_on_a_rack(*arms: float) -> jounce.Model:
    """A pushed rack, and hinged levers that guide it at an arm's length from their hinges."""
    model = jounce.Model("levers on a rack", gravity=(0.0, 0.0, 0.0)).add(
        jounce.parts.Body(name="rack", mass=MASS, inertia=(1.0, 1.0, 1.0), interface=True),
        jounce.parts.Prismatic(name="way", parent="ground", child="rack", point=(0.0, 0.0, 0.0), axis=Y),
        jounce.parts.AppliedForce(
            name="push",
            body="rack",
            point=(0.0, 0.0, 0.0),
            direction=Y,
            signal=jounce.parts.signals.Constant(value=PUSH),
        ),
    )
    for name, arm in zip(LEVERS, arms, strict=True):
        model.add(
            jounce.parts.Body(name=name, mass=1.0, inertia=(0.5, 0.5, INERTIA)),
            jounce.parts.Revolute(name=f"{name}_hinge", parent="ground", child=name, point=(0.0, 0.0, 0.0), axis=Z),
            jounce.parts.Constraint(
                name=f"{name}_guide", parent=name, child="rack", point=(arm, 0.0, 0.0), locked=("ty",)
            ),
        )
    return model


def acceleration_of_the_rack(*arms: float) -> float:
    """Each lever adds I / arm^2 to the mass; without an arm it holds the rack fast."""
    return 0.0 if 0.0 in arms else PUSH / (MASS + sum(INERTIA / arm**2 for arm in arms))


def test_levers_hold_the_rack_or_move_with_it_by_the_same_machine_code(tmp_path):
    cache = Cache(tmp_path / "cache")
    first = levers_on_a_rack(*NEITHER[0])
    jounce.prepare(first, cache=cache)
    compiled = Compiler.count
    for arms in NEITHER:
        model = first.with_values({f"joints.{n}_guide.point.x": arm for n, arm in zip(LEVERS, arms, strict=True)})
        ready = jounce.prepare(model, cache=cache)
        assert ready.rank.mobility == (2 if arms == (0.0, 0.0) else 1)
        found = ready.workspace().rhs(ready.state)[ready.layout.speeds["way.displacement_rate"]]
        assert found == pytest.approx(acceleration_of_the_rack(*arms), rel=EXACT, abs=EXACT * PUSH / MASS)
    assert Compiler.count == compiled


def test_a_rack_held_by_one_lever_loads_only_that_one():
    run = jounce.simulate(levers_on_a_rack(0.0, 0.5), 0.2, integrator="rk4")
    assert np.abs(run["way.displacement"]).max() < 1e-15
    assert np.abs(np.abs(run["left_guide.Fy"]) - PUSH).max() < EXACT * PUSH
    assert np.abs(run["right_guide.Fy"]).max() < EXACT * PUSH


@pytest.mark.parametrize("integrator", ["rk4", "dormand-prince"])
def test_levers_that_share_a_rack_keep_their_loops_closed_and_their_energy(integrator):
    run = jounce.simulate(levers_on_a_rack(0.8, 0.5), 0.25, integrator=integrator, step=2e-4, rtol=1e-10)
    assert run.metadata["constraint_gap"] < 1e-10
    assert np.ptp(run["energy.balance"]) < 1e-8 * run["energy.kinetic"].max()
