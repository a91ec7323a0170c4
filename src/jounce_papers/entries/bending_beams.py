"""Beams that bend, for entries of several papers: by shapes, and by rigid elements with springs between."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.model import Model
from jounce.parts import GROUND, AppliedForce, ElasticBeam, Fixed, RigidElements
from jounce.parts.signals import Constant
from jounce.simulation.linear.linearise import linearise
from jounce.simulation.loops.pose import motions
from jounce.simulation.prepare import prepare
from jounce.simulation.trim import standing
from jounce.spatial.vector import Vec3

LENGTH, DIAMETER, E, DENSITY = 1.0, 1e-3, 2e11, 7800.0  # of a steel wire, so thin that its sections' inertia is nothing
STIFFNESS = E * np.pi * DIAMETER**4 / 64
SCALE = np.sqrt(STIFFNESS / (DENSITY * np.pi * DIAMETER**2 / 4 * LENGTH**4))
STEEL: dict[str, Any] = {"name": "rod", "start": (0.0, 0.0, 0.0), "end": (LENGTH, 0.0, 0.0), "across": (0.0, 1.0, 0.0)}
STEEL |= {"youngs_modulus": E, "density": DENSITY, "diameter": DIAMETER}


def clamped_beam(beam: ElasticBeam | RigidElements) -> Model:
    """Returns a beam that is clamped at its start."""
    model = Model("beam", gravity=(0.0, 0.0, 0.0))
    model.add(beam, Fixed(name="clamp", parent=GROUND, child="rod"))
    return model


def bending_frequencies(model: Model) -> np.ndarray:
    """Returns its angular frequencies, rising, over sqrt(E I / rho A L^4): squares of wave numbers."""
    found: np.ndarray = np.sort(np.abs(np.linalg.eigvals(linearise(model).A).imag))[::2] / SCALE
    return found


def shape_of_pushed_elements(pieces: int, load: float) -> np.ndarray:
    """Returns x and z of the springs and the tip of a beam of rigid elements under a dead load P = load E I / L^2."""
    model = clamped_beam(RigidElements(**STEEL, pieces=pieces))
    tip, up = Constant(value=load * STIFFNESS / LENGTH**2), (0.0, 0.0, 1.0)
    model.add(AppliedForce(name="load", body="rod_tip", point=(LENGTH, 0.0, 0.0), direction=up, signal=tip))
    ready = prepare(model, integrator=None)
    work = ready.workspace()
    placed = motions(work.mechanism, work.layout, standing(ready).state)
    names = ["rod", *(f"rod_{k}" for k in range(1, pieces)), "rod_tip"]
    ends: list[Vec3] = [((k + 0.5) * LENGTH / pieces, 0.0, 0.0) for k in range(pieces)]
    points = [(0.0, 0.0, 0.0), *ends, (LENGTH, 0.0, 0.0)]
    carriers = [names[0], *names]
    places = [placed[work.mechanism.index(name)].position(p) for name, p in zip(carriers, points, strict=True)]
    return np.array(places, float)[:, [0, 2]]
