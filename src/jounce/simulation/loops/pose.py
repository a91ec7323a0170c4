"""Kinematics in plain numbers, for set-up work that runs once: which column moves which body."""

from __future__ import annotations

import numpy as np

from jounce.equations.layout import Layout
from jounce.equations.tabulated import moved
from jounce.mechanism import OUTSIDE, Mechanism
from jounce.spatial.relative_motion import STILL, RelativeMotion


def motions(mechanism: Mechanism, layout: Layout, state: np.ndarray) -> list[RelativeMotion]:
    """Every body in the ground's frame, links in order; a floating reference is placed like any other body."""
    found: list[RelativeMotion] = []
    for link in mechanism.links:
        q = [float(state[layout.coordinates[n.name]]) for n in link.coordinates]
        s = [float(state[layout.speeds[n.name]]) for n in link.speeds]
        parent = STILL if link.parent == OUTSIDE else found[link.parent]
        found.append(moved(parent, link, link.joint, q, s))
    return found


def body_columns(mechanism: Mechanism, layout: Layout, state: np.ndarray) -> np.ndarray:
    """Spatial velocity of each body per unit of each speed: [body, 6, speed], ground axes and origin."""
    first = min(layout.speeds.values(), default=0)
    columns = np.zeros((len(mechanism.links), 6, len(layout.speeds)))
    placed = motions(mechanism, layout, state)
    for k in range(len(mechanism.links)):
        for j in mechanism.path(k):
            for name, S in zip(mechanism.links[j].speeds, placed[j].S, strict=True):
                columns[k, :, layout.speeds[name.name] - first] = np.array([*S[0], *S[1]], float)
    return columns
