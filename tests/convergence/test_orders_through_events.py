"""Orders of the integrators through an event: the instant is located, so that at most one is lost."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jounce
from jounce.parts.forces import DryFriction
from jounce.simulation.events.watch import Watch
from jounce.simulation.integrators import METHODS, integrate
from jounce.simulation.prepare import prepare_input_histories

O = (0.0, 0.0, 0.0)
MASS, STIFFNESS, LIMIT, AMPLITUDE = 2.0, 200.0, 8.0, 0.3
FREQUENCY, SHIFT = math.sqrt(STIFFNESS / MASS), LIMIT / STIFFNESS
DURATION = 1.6 * math.pi / FREQUENCY  # the block turns round at 1/1.6 of it, between ends of steps
# steps, then twice as many: errors are above what the instant is located to
STEPS = {"bulirsch-stoer": 10, "rodas5p": 10, "bulirsch-stoer-deuflhard": 20, "dormand-prince": 80}
USUAL = 40


@pytest.fixture(scope="module")
def block():
    """On a spring, rubbing: released, it turns round at half a period and slides back."""
    model = jounce.Model("rubbing block", gravity=O).add(
        jounce.parts.Body(name="block", mass=MASS, inertia=(1.0, 1.0, 1.0)),
        jounce.parts.Prismatic(name="way", parent="ground", child="block", point=O, axis=(1.0, 0.0, 0.0)),
        jounce.parts.Bushing(name="spring", parent="ground", child="block", point=O, stiffness=(STIFFNESS,) * 6),
        DryFriction(name="friction", coordinates=("way.displacement",), limit=LIMIT),
    )
    return jounce.prepare(model, start={"way.displacement": AMPLITUDE})


def place_at(t):
    """m x'' = -k x - limit sign(x'): half a sine about SHIFT, then one about -SHIFT."""
    assert math.pi < FREQUENCY * t < 2 * math.pi
    turned = -(AMPLITUDE - 2 * SHIFT)
    return -SHIFT + (turned + SHIFT) * math.cos(FREQUENCY * t - math.pi)


@pytest.mark.parametrize("method", METHODS)
def test_a_method_loses_at_most_one_order_where_friction_turns_round(block, method):
    inputs, place = prepare_input_histories(block.model, {}), block.layout.coordinates["way.displacement"]

    def error(steps):
        work = block.workspace()
        watch = Watch(work, inputs)
        run = integrate(
            work,
            block.state,
            0.0,
            DURATION,
            samples=np.array([DURATION]),
            method=method,
            step=DURATION / steps,
            fixed=True,
            inputs=inputs,
            watch=watch,
        )
        assert run.status == "finished" and len(watch.events) == 1
        return abs(run.y_end[place] - place_at(DURATION))

    steps = STEPS.get(method, USUAL)
    assert math.log2(error(steps) / error(2 * steps)) > METHODS[method].order - 1
