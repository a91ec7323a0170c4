"""Poses in plain numbers: where bodies are, in a state or in all samples of a run, and what a speed moves."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jounce.equations.layout import Layout
from jounce.equations.motions.link_motion import link_motion
from jounce.graph import Graph, interpret
from jounce.mechanism import OUTSIDE, Mechanism
from jounce.results.drawn.outline import Poses
from jounce.spatial.relative_motion import STILL, RelativeMotion


def motions(mechanism: Mechanism, layout: Layout, state: np.ndarray) -> list[RelativeMotion]:
    """Returns every body in the ground's frame, links in order; a floating reference is placed like any other body."""
    found: list[RelativeMotion] = []
    for link in mechanism.links:
        q = [float(state[layout.coordinates[n.name]]) for n in link.coordinates]
        s = [float(state[layout.speeds[n.name]]) for n in link.speeds]
        parent = STILL if link.parent == OUTSIDE else found[link.parent]
        found.append(link_motion(parent, link, link.joint, q, s))
    return found


def body_pose_columns(mechanism: Mechanism, layout: Layout, state: np.ndarray) -> np.ndarray:
    """Returns spatial velocity of each body per unit of each speed: [body, 6, speed], ground axes and origin."""
    first = min(layout.speeds.values(), default=0)
    columns = np.zeros((len(mechanism.links), 6, len(layout.speeds)))
    placed = motions(mechanism, layout, state)
    for k in range(len(mechanism.links)):
        for j in mechanism.path(k):
            frame = mechanism.frame_between(j, k) if mechanism.links[j].bends else None
            own = placed[j].S if frame is None else placed[frame].through
            for name, S in zip(mechanism.links[j].speeds, own, strict=True):
                columns[k, :, layout.speeds[name.name] - first] = np.array([*S[0], *S[1]], float)
    return columns


def body_poses(mechanism: Mechanism, coordinates: Mapping[str, np.ndarray]) -> dict[str, Poses]:
    """Returns every body by name: the tree's formulas, written once and worked out for all samples."""
    graph = Graph()
    placed: list[RelativeMotion] = []
    for link in mechanism.links:
        q = [graph.symbol(n.name) for n in link.coordinates]
        parent = STILL if link.parent == OUTSIDE else placed[link.parent]
        placed.append(link_motion(parent, link, link.joint, q, [0.0] * len(link.speeds)))
    outputs = [x for m in placed for x in (*m.position((0.0, 0.0, 0.0)), *m.R[0], *m.R[1], *m.R[2])]
    names = [n.name for n in mechanism.coordinates]
    numbers = np.stack(interpret(outputs, {name: coordinates[name] for name in names}), axis=-1)
    found = numbers.reshape(-1, len(placed), 12)
    return {
        link.body: Poses(found[:, k, :3], found[:, k, 3:].reshape(-1, 3, 3)) for k, link in enumerate(mechanism.links)
    }
