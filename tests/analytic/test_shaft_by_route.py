"""A shaft of rigid finite elements between two bodies, its ends coupled to them. [Szczotka 2007, eq. 36-39]"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm

import jounce
from jounce.parts import GROUND, Body
from jounce.parts.forces import TorsionBar
from jounce.parts.joints import Coupling, Revolute

DISCS, ELEMENT, COUNT, STIFFNESS, DAMPING = (2.0, 3.0), 0.05, 4, 900.0, 0.4  # kg m^2, rad, N m/rad, N m s/rad


def turning(name, inertia):
    """A body on a hinge about x."""
    body = Body(name=f"{name}_body", mass=1.0, centre=(0.0, 0.0, 0.0), inertia=(inertia, inertia, inertia))
    return body, Revolute(name=name, parent=GROUND, child=body.name, point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0))


def shaft_between_discs():
    model = jounce.Model("shaft")
    names = ["disc_p", *(f"element_{i}" for i in range(COUNT)), "disc_n"]
    for name, inertia in zip(names, (DISCS[0], *[ELEMENT] * COUNT, DISCS[1]), strict=True):
        model.add(*turning(name, inertia))
    for i in range(1, COUNT):
        ends = (f"element_{i - 1}.angle", f"element_{i}.angle")
        bar = {"coordinates": ends, "factors": (1.0, -1.0), "stiffness": STIFFNESS, "damping": DAMPING}
        model.add(TorsionBar(name=f"spring_{i}", **bar))
    for disc, end in (("disc_p", "element_0"), ("disc_n", f"element_{COUNT - 1}")):
        model.add(Coupling(name=f"end_{disc}", coordinates=(f"{disc}.angle", f"{end}.angle"), factors=(1.0, -1.0)))
    return model


@pytest.mark.parametrize("route", ["lagrange", "lagrange/multipliers", "lagrange/independent"])
def test_a_shaft_swings_between_its_bodies_as_its_matrices_say(route, measured):
    """x'' = -M^-1 (K x + C x') with the end elements on the discs, by the matrix exponential.

    RK4 at 0.25 ms: h^4 w^5 t / 120 = 1.4e-6 of a mode with w = 134 rad/s, of whose 0.3 rad/s 2 % are left after a
    second: 8e-9 rad/s. The faster one is gone by then.
    """
    run = jounce.simulate(shaft_between_discs(), 1, start_rates={"disc_p.angle": 1.0}, route=route, step=2.5e-4)
    M = np.diag([DISCS[0] + ELEMENT, ELEMENT, ELEMENT, DISCS[1] + ELEMENT])
    K = STIFFNESS * (np.diag([1, 2, 2, 1]) - np.eye(4, k=1) - np.eye(4, k=-1))
    A = np.block(
        [[np.zeros((4, 4)), np.eye(4)], [-np.linalg.solve(M, K), -np.linalg.solve(M, K) * DAMPING / STIFFNESS]]
    )
    exact = expm(A * run.time[-1]) @ [0, 0, 0, 0, 1, 0, 0, 0]
    found = [run[f"{name}.angle_rate"][-1] for name in ("disc_p", "element_1", "element_2", "disc_n")]
    measured("routes.shaft", np.array(found) - exact[4:], 1e-8)
    for disc, end in (("disc_p", "element_0"), ("disc_n", "element_3")):  # [eq. 39]
        assert np.abs(run[f"{disc}.angle_rate"] - run[f"{end}.angle_rate"]).max() < 1e-9
    moment = run["end_disc_p.effort"]  # what the shaft does to the disc, and nothing else does
    np.testing.assert_allclose(
        moment, DISCS[0] * run["disc_p.angle_acceleration"], rtol=0, atol=1e-9 * np.abs(moment).max()
    )
