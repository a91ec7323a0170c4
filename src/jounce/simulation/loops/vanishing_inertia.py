"""Motions that nothing resists: a body without mass or inertia, free to accelerate beyond all bounds."""

from __future__ import annotations

import numpy as np

from jounce.errors import Problem
from jounce.simulation.workspace import Workspace

VANISHING = 1e-12  # of the inertia a coordinate would have alone


def refuse_vanishing_inertia(work: Workspace, M: np.ndarray) -> None:
    """Whatever moves has an inertia: its mass matrix is positive definite, by more than rounding."""
    if not M.size:
        return
    alone = np.diag(M)
    scale = 1.0 / np.sqrt(np.where(alone > 0, alone, 1.0))
    scaled = M * np.outer(scale, scale)
    if np.linalg.eigvalsh(scaled)[0] >= VANISHING and alone.min() > 0:
        return  # as nearly always, and without vectors
    names = sorted(work.layout.speeds, key=work.layout.speeds.__getitem__)
    values, vectors = np.linalg.eigh(scaled)
    problems: dict[str, Problem] = {}
    for value, worst in zip(values, np.abs(vectors).argmax(axis=0), strict=True):
        if value < VANISHING or alone[worst] <= 0:
            name = names[worst]
            place = place_of_vanishing_inertia(work, name)
            problems[name] = Problem(
                _inertia_of(work, name),
                f"nothing resists an acceleration of '{name}' ({place}): its inertia vanishes",
                "give the body an inertia about this axis, or use a distance joint in place of a massless rod",
            )
    raise work.model.refusal(problems.values())


def _inertia_of(work: Workspace, speed: str) -> str:
    """Tells where the model gives the inertia of the body that a speed moves first."""
    moved = next(link.body for link in work.mechanism.links if any(named.name == speed for named in link.speeds))
    return f"bodies.{moved}.inertia"


def place_of_vanishing_inertia(work: Workspace, speed: str) -> str:
    """Tells where the owner of a speed stands in the model: a joint, or a body that floats."""
    owner = speed.rsplit(".", 1)[0]
    return f"{'bodies' if any(body.name == owner for body in work.model.bodies) else 'joints'}.{owner}"
