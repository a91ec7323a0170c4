"""A ladder of equal bars: parallelograms side by side, which all lie in line at the same moment.

On its branch every bar stays level and all cranks are parallel, so the ladder is a pendulum in closed form. With n + 1
cranks and n bars, each a round rod of 1 kg, 1 m and radius r, and the cranks at the angle a from upright:

    T = w^2 ((n + 1)(1/3 + r^2/4) + n) / 2,        V = g cos(a) ((n + 1)/2 + n)
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from closed_loops import hinge, pin, rod

import jounce
from jounce.mechanism import connect_mechanism

RUNGS = 12
GRAVITY = 9.81
RADIUS = 0.02  # m, of a rod
ORDERS = ("cranks first", "bars first", "shuffled")


def ladder(order: str = "cranks first", count: int = RUNGS, closing=pin) -> jounce.Model:
    feet = [(float(k), 0.0, 0.0) for k in range(count + 1)]
    tops = [(float(k), 0.0, 1.0) for k in range(count + 1)]
    bodies = [rod(f"crank {k}", feet[k], tops[k], 1.0) for k in range(count + 1)]
    bodies += [rod(f"bar {k}", tops[k], tops[k + 1], 1.0) for k in range(count)]
    cranks = [hinge(f"foot {k}", "ground", f"crank {k}", feet[k]) for k in range(count + 1)]
    left = [hinge(f"left {k}", f"crank {k}", f"bar {k}", tops[k]) for k in range(count)]
    right = [closing(f"right {k}", f"bar {k}", f"crank {k + 1}", tops[k + 1]) for k in range(count)]
    joints = [*left, *right, *cranks] if order == "bars first" else [*cranks, *left, *right]
    if order == "shuffled":
        Random(1).shuffle(joints)
    return jounce.Model("ladder", gravity=(0.0, 0.0, -GRAVITY)).add(*bodies, *joints)


@pytest.fixture(scope="module")
def ready() -> jounce.simulation.Prepared:
    return jounce.prepare(ladder(), start_rates={"foot 0.angle": 1.0})


@pytest.mark.parametrize("step", [1e-3, 2e-4, 1e-4])
def test_a_ladder_passes_the_position_where_all_its_bars_lie_in_line_with_any_step(ready, step):
    """It does so three times in three seconds. Short steps end nearer to it, where rounding is large and must be borne:
    1e-16 v/e^2 at the angle e beside it leaves residuals of 1e-10 in speeds at e = 1e-3.
    """
    run = jounce.simulate(ready, 3.0, step=step)
    angle, rate = run["foot 0.angle"], run["foot 0.angle_rate"]
    assert np.sum(np.diff(np.sign(np.cos(angle))) != 0) >= 3
    for k in range(RUNGS):
        np.testing.assert_allclose(run[f"foot {k}.angle"] + run[f"left {k}.angle"], 0.0, atol=1e-8)
    inertia, lever = (RUNGS + 1) * (1 / 3 + RADIUS**2 / 4) + RUNGS, (RUNGS + 1) / 2 + RUNGS
    exact = np.sqrt(1.0 + 2 * GRAVITY * lever / inertia * (1.0 - np.cos(angle)))
    np.testing.assert_allclose(rate, exact, rtol=1e-8)


def entries(model: jounce.Model) -> int:
    """Blocks of the mass matrix: each link with all that carry it."""
    mechanism = connect_mechanism(model)
    return sum(len(mechanism.path(k)) for k in range(len(mechanism.links)))


@pytest.mark.parametrize("order", ORDERS)
def test_the_order_of_joints_in_a_file_makes_no_long_chain(order):
    """A chain through all bars would have 325 entries instead of 37, and 81 cranks and bars 3321 instead of 121."""
    assert entries(ladder(order, closing=hinge)) <= 2 * entries(ladder(closing=hinge))
    assert entries(ladder(order, 40, hinge)) <= 2 * 121


def test_a_ladder_moves_alike_whatever_the_order_of_its_joints():
    """Two trees, one motion: the chain of three rungs becomes a shallow tree."""
    runs = [
        jounce.simulate(ladder(order, 3, hinge), 0.1, start={}, start_rates={"foot 0.angle": 1.0}, step=1e-3)
        for order in ORDERS[:2]
    ]
    np.testing.assert_allclose(runs[0]["foot 0.angle"], runs[1]["foot 0.angle"], atol=1e-12)


def test_a_short_chain_is_cut_where_the_file_says():
    """Of equal joints the last in the file closes the loop, as long as that is no long chain."""
    names = ("foot 0", "left 0", "right 0", "foot 1")
    joints = {joint.name: joint for joint in ladder(count=1, closing=hinge).joints}
    model = jounce.Model("four-bar").add(*ladder(count=1).bodies, *(joints[name] for name in names))
    assert [closure.name for closure in connect_mechanism(model).closures] == ["foot 1"]
