"""A mechanism that changes its mind: where crank and rod of equal length lie over each other, two motions part."""

from __future__ import annotations

from math import cos, sin

import numpy as np
import pytest
from closed_loops import hinge, pin, rod

import jounce

LENGTH = 0.2  # m, of crank and rod
METHODS = [
    *({"integrator": "dormand-prince", "rtol": rtol} for rtol in (1e-8, 3e-9, 1e-9, 3e-10, 1e-10)),
    *({"step": step} for step in (2e-3, 1.1e-3, 1e-3, 7e-4, 5e-4)),
]


def isosceles(closing) -> jounce.Model:
    """Crank, rod and a slider level with the crank's bearing: with the crank upright the slider passes the bearing."""
    angle = 0.4
    foot, knee, pin_at = (
        (0.0, 0.0, 0.0),
        (LENGTH * cos(angle), 0.0, LENGTH * sin(angle)),
        (2 * LENGTH * cos(angle), 0.0, 0.0),
    )
    return jounce.Model("isosceles slider-crank").add(
        rod("crank", foot, knee, 1.0),
        rod("rod", knee, pin_at, 1.0),
        jounce.parts.Body(name="slider", mass=0.5, centre=pin_at, inertia=(1e-3, 1e-3, 1e-3)),
        hinge("bearing", "ground", "crank", foot),
        hinge("knee", "crank", "rod", knee),
        jounce.parts.Prismatic(name="way", parent="ground", child="slider", point=pin_at, axis=(1.0, 0.0, 0.0)),
        closing("pin", "rod", "slider", pin_at),
    )


def full_hinge(name, parent, child, point):
    return hinge(name, parent, child, point, cut=True)


@pytest.mark.parametrize("closing", [pin, full_hinge], ids=["two rows", "five rows"])
@pytest.mark.parametrize("method", METHODS, ids=lambda method: " ".join(map(str, method.values())))
def test_a_slider_crank_of_equal_links_stays_on_its_branch_and_keeps_its_energy(method, closing):
    """On the branch the triangle stays isosceles: the knee turns by twice the crank's angle, backwards. On the other
    one the slider stands still at the bearing, and the knee does not turn at all.

    Upright it passes some twenty times in ten seconds. Energy: a thousand tolerances; or, with fixed steps, 1e-6.
    """
    ready = jounce.prepare(isosceles(closing), start_rates={"bearing.angle": 3.0})
    run = jounce.simulate(ready, 10.0, **{"integrator": "rk4", **method})
    upright = np.sum(np.diff(np.sign(run["way.displacement"] + 2 * LENGTH * cos(0.4))) != 0)
    assert upright >= 10
    assert np.abs(run["knee.angle"] + 2 * run["bearing.angle"]).max() < 1e-7
    assert run.metadata["energy_change"] < max(1e-6, 1e3 * method.get("rtol", 0.0))
