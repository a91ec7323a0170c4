"""ROS34PW2: four stages, order 3 with any Jacobian, L-stable and stiffly accurate."""

from __future__ import annotations

from jounce.parts.citation import Citation
from jounce.simulation.integrators.methods.tables import Rosenbrock

ROS34PW2 = Rosenbrock(
    name="ros34pw2",
    title="Rang and Angermann's Rosenbrock method of order 3, with a Jacobian kept over many steps",
    source=(Citation("Rang, Angermann 2005"), Citation("Arnold, Burgermeister, Eichberger 2007")),
    order=3,
    embedded_order=2,
    gamma=0.435866521508459,
    a=(
        (),
        (2.0,),
        (1.4192173174557647, -0.2592322116729697),
        (4.18476048231916, -0.28519201735549593, 2.294280360279042),
    ),
    C=(
        (),
        (-4.588560720558084,),
        (-4.18476048231916, 0.28519201735549593),
        (-6.368179200128359, -6.795620944466837, 2.8700986043310563),
    ),
    c=(0.0, 0.871733043016918, 0.7315799577888524, 1.0),
    d=(0.435866521508459, -0.435866521508459, -0.4133333762338865, -5.551115123125783e-17),
    m=(4.1847604823191595, -0.28519201735549565, 2.2942803602790414, 1.0),
    e=(0.2777499476479681, -1.4032398951759992, 1.7726301276675507, 0.5),
    any_jacobian=True,
)
