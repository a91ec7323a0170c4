"""ROS2 with gamma = 1 - 1/sqrt 2: two stages, order 2 with any Jacobian, L-stable."""

from __future__ import annotations

from jounce.parts.citation import Citation
from jounce.simulation.integrators.methods.tables import Rosenbrock

ROS2 = Rosenbrock(
    name="ros2",
    title="the two-stage Rosenbrock method of order 2, with a Jacobian kept over many steps",
    source=(Citation("Verwer, Spee, Blom, Hundsdorfer 1999"), Citation("Arnold, Burgermeister, Eichberger 2007")),
    order=2,
    embedded_order=1,
    gamma=0.2928932188134525,
    a=(
        (),
        (3.414213562373095,),
    ),
    C=(
        (),
        (-6.82842712474619,),
    ),
    c=(0.0, 1.0),
    d=(0.2928932188134525, -0.2928932188134525),
    m=(5.121320343559643, 1.7071067811865475),
    e=(1.7071067811865475, 1.7071067811865475),
    any_jacobian=True,
)
