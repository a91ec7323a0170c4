"""Methods that keep their Jacobian reach the accuracy asked for in mechanisms too, where errors of steps add up."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import jounce
from jounce.parts import GROUND, Body
from jounce.parts.forces import DryFriction, Spring
from jounce.parts.joints import Prismatic
from jounce.parts.laws import Linear

DURATION = 2.0
STARTS = {"pendulum": {}, "four_bar": {}, "quarter_car": {}}
STARTS["whipple_bicycle"] = {"start_rates": {"rear frame.vx": 5.0, "rear frame.wx": 0.3}}


@cache
def converged(name: str) -> jounce.Result:
    return jounce.simulate(jounce.load(name), DURATION, integrator="dormand-prince", rtol=1e-11, **STARTS[name])


@pytest.mark.parametrize("accuracy", [1e-2, 1e-3])
@pytest.mark.parametrize("method", ["ros2", "ros2s", "ros34pw2"])
@pytest.mark.parametrize("name", STARTS)
def test_every_coordinate_is_as_accurate_as_was_asked_for(name, method, accuracy, measured):
    """Largest error of each coordinate that moves, divided by how far it moves, against a converged run."""
    truth = converged(name)
    run = jounce.simulate(jounce.load(name), DURATION, integrator=method, accuracy=accuracy, **STARTS[name])
    moving = [c for c in truth.coordinates if np.ptp(truth[c]) > 1e-6]
    error = max(np.abs(run[c] - truth[c]).max() / np.ptp(truth[c]) for c in moving)
    measured("accuracy.mechanisms", error / accuracy, 1.0)
    assert error <= accuracy


def test_auto_takes_no_exact_derivatives_where_friction_follows_a_load():
    """A block on a slope against a stiff spring: the method that auto would take refuses friction by load."""
    ends = {"parent": GROUND, "child": "block", "point": (-1.0, 0.0, 0.0), "child_point": (0.0, 0.0, 0.0)}
    model = jounce.Model("stiff", gravity=(0.0, 0.0, -9.81)).add(
        Body(name="block", mass=2.0, inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="way", parent=GROUND, child="block", point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
        Spring(name="spring", free_length=1.0, law=Linear(slope=1e8), **ends),
        DryFriction(name="guide", coordinates=("way.displacement",), limit=0.0, load_factor=0.1),
    )
    run = jounce.simulate(model, 0.02, integrator="auto", start_rates={"way.displacement": 0.1})
    assert run.metadata["integrator"] == "ros34pw2"
    assert any("friction follows loads of joints" in note for note in run.metadata["notes"])
