"""The tyre of cars over a plank, on a rig with a sprung carriage: results that do not depend on the step."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

import jounce
from jounce import Model
from jounce.parts import Body
from jounce.parts.forces import TorsionDamper, TorsionSpring
from jounce.parts.joints import Prismatic, Revolute
from jounce.parts.laws import Linear
from jounce.parts.roads import Plank, Road
from jounce.parts.tyres.tyre import Tyre
from jounce.simulation.prepare import prepare
from jounce.simulation.simulate import simulate
from jounce.simulation.trim import standing
from jounce.studies.ride.obstacles import row_step

SPRUNG, HUB, WHEEL, CONTACT = 270.0, 20.0, 15.0, 0.1  # kg, and m


@cache
def rig():
    """A quarter of a small car at rest on its tyre of the library; with its law, load and model."""
    law = jounce.load("tyre_155_65_r13").tyre
    centre = (0.0, 0.0, law.UNLOADED_RADIUS)
    model, load = Model("plank rig"), 9.81 * (SPRUNG + HUB + WHEEL + 1.0)
    model.add(
        Body(name="lift", mass=1.0, inertia=(0.1, 0.1, 0.1), centre=centre),
        Body(name="carriage", mass=SPRUNG, inertia=(10.0, 10.0, 10.0), centre=centre),
        Body(name="hub", mass=HUB, inertia=(0.1, 0.1, 0.1), centre=centre),
        Body(name="wheel", mass=WHEEL, inertia=(0.3, 0.5, 0.3), centre=centre),
        Prismatic(name="ahead", parent="ground", child="lift", point=centre, axis=(1.0, 0.0, 0.0)),
        Prismatic(name="up", parent="lift", child="carriage", point=centre, axis=(0.0, 0.0, 1.0)),
        Prismatic(name="travel", parent="carriage", child="hub", point=centre, axis=(0.0, 0.0, 1.0)),
        Revolute(name="axle", parent="hub", child="wheel", point=centre, axis=(0.0, 1.0, 0.0)),
        TorsionSpring(name="spring", coordinate="travel.displacement", law=Linear(slope=20e3), free=0.13),
        TorsionDamper(name="damper", coordinate="travel.displacement", law=Linear(slope=1500.0)),
        Tyre(
            name="tyre",
            body="wheel",
            point=centre,
            axis=(0.0, 1.0, 0.0),
            law=law,
            contact="enveloping",
            contact_length=CONTACT,
        ),
    )
    ready = prepare(model, start={"up.displacement": -load / law.VERTICAL_STIFFNESS})
    return ready.starting_from(standing(ready).state), law.effective_radius(load, 0.0)


def passage(height: float, speed: float, start: float, step: float, duration: float):
    """A run from free rolling over a plank, a row each step."""
    ready, radius = rig()
    state, speeds = ready.state.copy(), ready.layout.speeds
    state[speeds["ahead.displacement_rate"]], state[speeds["axle.angle_rate"]] = speed, speed / radius
    road = Road(elements={"board": Plank(height=height, length=0.1, start=start)})
    return simulate(ready.starting_from(state).on_road(road), duration, step=step, output_step=step)


@pytest.mark.parametrize("speed", [3.0, 10.0, 20.0])  # m/s
@pytest.mark.parametrize("height", [0.020, 0.025])
def test_forces_and_effective_height_of_the_tyre_do_not_depend_on_the_step(height, speed):
    """At the step that studies over planks take, and at half of it: less than 1 % of the largest size of each, wherever
    the plank lies between two rows.

    Fz at a row is good to 0.002 %, Fx to 0.12 %: RK4 meets the kinks of a cam's height, and Fx follows the slip of a
    light wheel. What is left is the peak of Fz: a kink, where the front cam comes to stand on the edge. With slopes of
    p = 0.49 and q = 0.31 N/us on its sides (25 mm, 20 m/s) rows dt apart miss up to p q / (p + q) dt = 0.19 N/us dt of
    7260 N: 0.65 % at 0.25 ms, 2.6 % at 1 ms.
    """
    step = row_step(SimpleNamespace(model=rig()[0].model), speed)
    for shift in (0.0, 1 / 3, 2 / 3):
        start, duration = 0.6 + shift * speed * step, step * round(1.2 / speed / step)
        coarse, fine = (passage(height, speed, start, h, duration) for h in (step, step / 2))
        for channel in ("tyre.Fz", "tyre.Fx", "tyre.road"):
            a, b = coarse[channel], fine[channel]
            largest = np.abs(b).max()
            assert abs(a.max() - b.max()) < 0.01 * largest
            assert abs(a.min() - b.min()) < 0.01 * largest
            assert np.abs(a - b[::2]).max() < 0.002 * largest  # row by row
        assert fine["tyre.road"].max() == pytest.approx(height, rel=1e-6)
        assert np.abs(fine["tyre.Fx"]).max() > 60.0  # or the wheel felt nothing
