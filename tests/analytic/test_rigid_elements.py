"""Beams of rigid elements with springs between, against the elastica, published beams, and elastic beams."""

from itertools import pairwise

import numpy as np
import pytest

from campaigns import only_in_campaign
from jounce import Model, linearise, prepare, simulate, standing
from jounce.elastic.beam_shapes import bending_wave_numbers
from jounce.parts import (
    AppliedForce,
    Body,
    BodyMotion,
    ElasticBeam,
    Fixed,
    Input,
    Prescribed,
    Prismatic,
    Revolute,
    RigidElements,
)
from jounce.parts.signals import Constant, External
from jounce.simulation.loops.pose import motions

O, X, Y, Z = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
CLAMP = Fixed(name="clamp", parent="ground", child="rod")
THIN = {"name": "rod", "start": O, "end": X, "across": Y, "youngs_modulus": 2e11, "density": 7800.0, "diameter": 1e-3}
EI = 2e11 * np.pi * 1e-3**4 / 64

# p = P L^2 / E I: tip of the elastica, x / L and y / L, by elliptic integrals
ELASTICA = {0.5: (0.9840810, 0.1621436), 1: (0.9435668, 0.3017208), 2: (0.8393583, 0.4934575),
            3: (0.7455798, 0.6032534), 5: (0.6123716, 0.7137915), 10: (0.4450044, 0.8106090)}  # fmt: skip


def pushed(point, direction, force, *beams, body="rod_tip"):
    """Beams that stand clamped under a dead load; where the loaded point has moved to."""
    model = Model("beam", gravity=O)
    model.add(*beams)
    load = Constant(value=force)
    model.add(AppliedForce(name="load", body=body, point=point, direction=direction, signal=load))
    ready = prepare(model, integrator=None)
    work = ready.workspace()
    placed = motions(work.mechanism, work.layout, standing(ready).state)
    return np.array(placed[work.mechanism.index(body)].position(point))


@pytest.mark.parametrize(
    ("pieces", "p", "most"),
    [(10, 10, 6e-3), (10, 2, 6e-3), *(only_in_campaign((20, p, 2e-3)) for p in ELASTICA)],
)
def test_a_beam_bends_into_the_elastica(pieces, p, most):
    """Errors of second order: 25 / n^2 % of the deflection where it is small, twice that at 82 deg."""
    x, _, z = pushed(X, Z, p * EI, RigidElements(**THIN, pieces=pieces), CLAMP)
    assert (x, z) == pytest.approx(ELASTICA[p], rel=most)


def test_a_small_load_bends_it_less_by_the_rule_of_the_midpoint():
    """Springs in the middle of n pieces: P L^3 / 3 E I less 25 / n^2 %."""
    _, _, z = pushed(X, Z, 1e-3 * EI, RigidElements(**THIN, pieces=5), CLAMP)
    assert z == pytest.approx(1e-3 / 3 * (1 - 0.25 / 5**2), rel=1e-6)


def test_frequencies_are_too_high_by_what_the_elements_leave_out():
    """Of n equal pieces, computed with lumped springs and rods: order 2, from above."""
    model = Model("beam", gravity=O)
    model.add(RigidElements(**THIN, pieces=5), CLAMP)
    found = np.sort(np.abs(np.linalg.eigvals(linearise(model).A).imag))[::2][:3]
    exact = bending_wave_numbers("clamped", "free", 3) ** 2 * np.sqrt(EI / (7800.0 * np.pi * 1e-6 / 4))
    assert 100 * (found / exact - 1) == pytest.approx([0.925, 3.27, 5.08], abs=5e-3)


PRINCETON = {15: (-10.61328706, 42.08232124), 45: (-8.837226265, 108.987937), 75: (-3.538889001, 142.19437)}  # mm


@pytest.mark.parametrize(("angle", "want"), [only_in_campaign(case) for case in PRINCETON.items()])
def test_the_princeton_beam_bends_and_twists(angle, want):
    """Aluminium under 8.896 N, turned from its stiff direction: beam elements of ANSYS, numbers in Exudyn's
    ANCFBeamTest, after [Obrezkov, Mikkola, Matikainen 2022]; solid elements are 1 to 3 % stiffer."""
    h, b, length = 0.0123777, 0.0032024, 0.508
    beam = RigidElements(
        name="rod", start=O, end=(length, 0.0, 0.0), across=Y, youngs_modulus=7.17e10, density=2800.0,
        poisson_ratio=0.31, width=h, height=b, pieces=6, spatial=True,
        torsion_constant=0.198 * (b * h**3 + h * b**3) / 12,
    )  # fmt: skip
    down = (0.0, -np.cos(np.radians(angle)), np.sin(np.radians(angle)))
    found = 1e3 * pushed((length, 0.0, 0.0), down, 8.896, beam, CLAMP)[1:]
    assert np.linalg.norm(found - want) < 0.015 * np.linalg.norm(want)


@pytest.mark.parametrize("chords", [only_in_campaign(5)])
def test_a_bend_of_45_degrees_moves_as_published(chords):
    """(-23.5, -13.4, 53.4) under 600 out of its plane [Bathe, Bolourchi 1979], with ten elements on five chords."""
    angles = np.linspace(0.0, np.pi / 4, chords + 1)
    points = [(100 * np.sin(a), 100 * (1 - np.cos(a)), 0.0) for a in angles]
    beams, before = [], "ground"
    for k, (a, b) in enumerate(pairwise(points)):
        name, side = f"piece {k}", (a[1] - b[1], b[0] - a[0], 0.0)
        beams.append(
            RigidElements(
                name=name,
                start=a,
                end=b,
                across=side,
                youngs_modulus=1e7,
                density=1.0,
                poisson_ratio=0.0,
                width=1.0,
                height=1.0,
                pieces=2,
                spatial=True,
            )
        )
        beams.append(Fixed(name=f"weld {k}", parent=before, child=name, point=a))
        before = f"{name}_tip"
    moved = pushed(points[-1], Z, 600.0, *beams, body=before) - points[-1]
    want = np.array([-23.5, -13.4, 53.4])
    assert np.linalg.norm(moved - want) < 0.015 * np.linalg.norm(want)


def test_the_rod_of_a_slider_crank_bends_as_one_of_rigid_elements():
    """At 124.8 rad/s, from rest: deflection of its middle by four shapes and by ten elements, whose first frequency is
    0.23 % too high; without shortening by bending they are 15 % apart."""
    line = {"start": (0.15, 0.0, 0.0), "end": (0.45, 0.0, 0.0), "youngs_modulus": 2e11, "density": 7870.0}
    line |= {"name": "rod", "diameter": 0.006}
    bends = ElasticBeam(
        **line, across=Y, start_support="pinned", end_support="pinned", modes_y=4.0, modes_z=0.0,
        frames=("middle", "end"), places=(0.5, 1.0),
    )  # fmt: skip
    ours, _ = deflection(bends, "middle", "end", 1e-5)
    theirs, slider = deflection(RigidElements(**line, across=Z, pieces=10), "rod_5", "rod_tip", 2e-6)
    assert np.abs(theirs).max() > 3e-3 and np.ptp(slider) > 0.25
    assert np.sqrt(np.mean((ours - theirs) ** 2) / np.mean(theirs**2)) < 0.01


def deflection(rod, middle, end, step):
    """Of the rod's middle from the line between its ends, and the way of the slider."""
    model = Model("slider crank", gravity=O)
    model.add(
        Input(name="turn", unit="rad"),
        rod,
        Body(name="crank", mass=0.2, centre=(0.075, 0.0, 0.0), inertia=(1e-5, 4e-4, 4e-4)),
        Body(name="slider", mass=0.033, centre=(0.45, 0.0, 0.0), inertia=(1e-5, 1e-5, 1e-5)),
        Revolute(name="main", parent="ground", child="crank", point=O, axis=Z),
        Revolute(name="big end", parent="crank", child="rod", point=(0.15, 0.0, 0.0), axis=Z),
        Revolute(name="pin", parent=end, child="slider", point=(0.45, 0.0, 0.0), axis=Z, cut=True),
        Prismatic(name="guide", parent="ground", child="slider", point=(0.45, 0.0, 0.0), axis=X),
        Prescribed(name="drive", coordinate="main.angle", signal=External(input="turn")),
        BodyMotion(name="middle motion", body=middle, point=(0.3, 0.0, 0.0)),
    )
    t = np.linspace(0.0, 0.12, 1201)
    turning = {"turn": (t, 124.8 * t, "spline")}
    run = simulate(model, 0.1, inputs=turning, integrator="rk4", step=step, output_step=2.5e-4)
    crank = 0.15 * np.exp(124.8j * run.time)
    slider = run["guide.displacement"] + 0.45
    along = slider - crank
    off = (run["middle motion.x"] + 1j * run["middle motion.y"] - crank) * np.conj(along) / np.abs(along)
    return off.imag, slider
