"""A wheel under a carriage that runs straight ahead: the smallest thing that rolls."""

from __future__ import annotations

from math import cos, sin

from jounce import Model
from jounce.parts import Body
from jounce.parts.joints import Fixed, Prismatic, Revolute
from jounce.parts.tyres.simple_laws.linear import LinearTyre
from jounce.parts.tyres.tyre import Tyre
from jounce.spatial.vector import Y

RADIUS, STIFFNESS, LOAD = 0.3, 200e3, 4000.0  # m, N/m, N
MASS = LOAD / 9.81
LAW = LinearTyre(
    radius=RADIUS,
    stiffness=STIFFNESS,
    damping=500.0,
    slip_relaxation=0.2,
    side_relaxation=0.4,
    slip_coefficient=20.0,
    cornering_coefficient=15.0,
)


def wheel_rig(
    law=LAW,
    steer: float = 0.0,
    locked: bool = False,
    side: float = 1.0,
    sideways: bool = False,
    mass: float = MASS,
) -> Model:
    """Carriage with the mass of a quarter car, free along x and z, maybe along y; the wheel is steered to the left."""
    axis = (-sin(steer), cos(steer), 0.0)
    wheel = (0.0, 0.0, RADIUS)
    model = Model("wheel rig")
    model.add(
        Body(name="carriage", mass=mass - 20.0, inertia=(10.0, 10.0, 10.0), centre=wheel),
        Body(name="lift", mass=1.0, inertia=(0.1, 0.1, 0.1), centre=wheel),
        Body(name="wheel", mass=19.0, inertia=(0.5, 1.0, 0.5), centre=wheel),
        Prismatic(
            name="ahead", parent="slide" if sideways else "ground", child="lift", point=wheel, axis=(1.0, 0.0, 0.0)
        ),
        Prismatic(name="up", parent="lift", child="carriage", point=wheel, axis=(0.0, 0.0, 1.0)),
    )
    if sideways:
        model.add(
            Body(name="slide", mass=0.0), Prismatic(name="aside", parent="ground", child="slide", point=wheel, axis=Y)
        )
    if locked:
        model.add(Fixed(name="axle", parent="carriage", child="wheel", point=wheel))
    else:
        model.add(Revolute(name="axle", parent="carriage", child="wheel", point=wheel, axis=axis))
    model.add(Tyre(name="tyre", body="wheel", point=wheel, axis=axis, law=law, side=side))
    return model
