"""A mechanism with nearly all there is: floating body, loop, ball joint, prescribed hinge, disc on the road, inputs."""

from __future__ import annotations

import numpy as np

from jounce.model import Model
from jounce.parts import GROUND, Body, Input, Prescribed, Sensor
from jounce.parts.forces import AppliedForce, Damper, Spring
from jounce.parts.joints import Distance, Free, Revolute, Spherical, Universal
from jounce.parts.laws import Linear
from jounce.parts.signals import External, Harmonic
from jounce.parts.tyres.rolling_disc import RollingDisc
from jounce.simulation.compiled import compile_model
from jounce.simulation.workspace import Workspace


def floating_corner() -> Model:
    """A floating body with a loop, a ball joint, a prescribed hinge and a rolling disc; a tethered body beside it.

    The second body is free as well, but tied to the ground, so it is written in the ground's frame.
    """
    return Model("floating corner").add(
        Input(name="rack", unit="rad"),
        Input(name="push", unit="N", default=30.0),
        Body(name="car", mass=50.0, centre=(0.1, 0.0, 0.6), inertia=(4.0, 7.0, 9.0), products=(0.2, 0.1, -0.3)),
        Body(name="arm", mass=4.0, centre=(0.0, 0.4, 0.3), inertia=(0.1, 0.02, 0.1)),
        Body(name="knuckle", mass=6.0, centre=(0.05, 0.75, 0.35), inertia=(0.2, 0.1, 0.15)),
        Body(name="wheel", mass=12.0, centre=(0.0, 0.8, 0.3), inertia=(0.3, 0.5, 0.3)),
        Body(name="trailer", mass=20.0, centre=(-2.0, 0.1, 0.5), inertia=(1.0, 2.0, 2.5)),
        Free(name="car_motion", parent=GROUND, child="car"),
        Revolute(name="arm_pivot", parent="car", child="arm", point=(0.0, 0.2, 0.3), axis=(1.0, 0.1, 0.0)),
        Spherical(name="knuckle_ball", parent="arm", child="knuckle", point=(0.0, 0.7, 0.25)),
        Revolute(name="bearing", parent="knuckle", child="wheel", point=(0.0, 0.8, 0.3), axis=(0.0, 1.0, 0.05)),
        Universal(
            name="column", parent="car", child="lever", point=(0.3, 0.0, 0.5), axis=(0, 0, 1), child_axis=(0, 1, 0)
        ),
        Body(name="lever", mass=1.0, centre=(0.4, 0.1, 0.5), inertia=(0.01, 0.02, 0.02)),
        Prescribed(name="steer", coordinate="column.angle", signal=External(input="rack")),
        Distance(
            name="rod", parent="lever", child="knuckle", point=(0.4, 0.2, 0.5), child_point=(0.1, 0.7, 0.5), length=0.6
        ),
        Distance(name="tether", parent=GROUND, child="trailer", point=(-3.0, 0.0, 1.0), child_point=(-2.2, 0.0, 0.6)),
        Spring(
            name="spring",
            parent="car",
            child="arm",
            point=(0.0, 0.5, 0.9),
            child_point=(0.0, 0.5, 0.3),
            free_length=0.7,
            law=Linear(slope=9000.0),
        ),
        Damper(
            name="hitch",
            parent="car",
            child="trailer",
            point=(-1.0, 0.0, 0.5),
            child_point=(-1.5, 0.0, 0.5),
            law=Linear(slope=300.0),
        ),
        AppliedForce(
            name="wind", body="car", point=(0.0, 0.0, 1.0), direction=(0.2, 1, 0), signal=External(input="push")
        ),
        AppliedForce(
            name="gust", body="arm", point=(0, 0.5, 0), direction=(1, 0, 0), signal=Harmonic(amplitude=9, frequency=1)
        ),
        RollingDisc(
            name="tyre",
            body="wheel",
            point=(0.0, 0.8, 0.3),
            axis=(0.0, 1.0, 0.0),
            radius=0.32,
            stiffness=9e4,
            damping=300.0,
            friction=0.9,
            zone=0.5,
        ),
        Sensor(name="feel", body="knuckle", point=(0, 0.7, 0.4), direction=(0, 0, 1), quantity="acceleration"),
    )


def random_state(work, rng: np.random.Generator, size: float) -> np.ndarray:
    """Anywhere near the design position, moving; loops need not be closed, quaternions have any length."""
    state = work.design_state()
    count = work.layout.sizes["controlled"]
    state[:count] += size * rng.normal(size=count)
    return state


def workspace_of(model):
    return compile_model(model).workspace(model)


def touching_corner() -> tuple[Workspace, np.ndarray]:
    """The floating corner at inputs that move, in a random state with its disc on the road."""
    work = workspace_of(floating_corner())
    work.inputs[:] = [0.3, 0.1, -0.4, 0.7, 35.0, 0.0, 0.0]
    state = random_state(work, np.random.default_rng(5), 0.1)
    height = work.layout.coordinates["car_motion.z"]
    while work.observe(state)["tyre.Fz"] < 100.0:  # let it down until the disc touches the road
        state[height] -= 0.01
    return work, state
