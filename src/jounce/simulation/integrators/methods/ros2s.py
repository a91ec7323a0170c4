"""ROS2S: three stages, order 2 with any Jacobian, L-stable and stiffly accurate."""

from __future__ import annotations

from jounce.parts.citation import Citation
from jounce.simulation.integrators.methods.tables import Rosenbrock

ROS2S = Rosenbrock(
    name="ros2s",
    title="the stiffly accurate Rosenbrock method of order 2, with a Jacobian kept over many steps",
    source=(Citation("Hamkar, Hartmann, Rang 2012"), Citation("Arnold, Burgermeister, Eichberger 2007")),
    order=2,
    embedded_order=1,
    gamma=0.292893218813452,
    a=(
        (),
        (2.0000000000000036,),
        (6.828427124746214, 3.4142135623731007),
    ),
    C=(
        (),
        (-6.828427124746214,),
        (-10.949747468305889, -7.535533905932761),
    ),
    c=(0.0, 0.585786437626905, 1.0),
    d=(0.292893218813452, -0.292893218813453, -5.551115123125783e-17),
    m=(6.828427124746214, 3.414213562373101, 1.0),
    e=(-0.23570226039551292, -0.23570226039551567, -0.13807118745769906),
    any_jacobian=True,
)
