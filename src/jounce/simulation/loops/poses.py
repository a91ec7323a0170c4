"""Where every body was, at all samples of a run at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from jounce.equations.recursive.kinematics import carry
from jounce.graph import Graph, interpret
from jounce.mechanism import OUTSIDE, Mechanism
from jounce.spatial.relative_motion import STILL, RelativeMotion


class Poses(NamedTuple):
    """A body in the ground's frame; its own frame is the vehicle's in the design position."""

    p: np.ndarray  # [sample, 3] its origin
    R: np.ndarray  # [sample, 3, 3]

    def position(self, point: np.ndarray | tuple[float, float, float]) -> np.ndarray:
        """Of a point given by its design position."""
        found: np.ndarray = self.p + self.R @ np.asarray(point, float)
        return found


def body_poses(mechanism: Mechanism, coordinates: Mapping[str, np.ndarray]) -> dict[str, Poses]:
    """Every body by name: the tree's formulas, written once and worked out for all samples."""
    graph = Graph()
    placed: list[RelativeMotion] = []
    for link in mechanism.links:
        q = [graph.symbol(n.name) for n in link.coordinates]
        parent = STILL if link.parent == OUTSIDE else placed[link.parent]
        placed.append(carry(parent, link, link.joint, q, [0.0] * len(link.speeds)))
    outputs = [x for m in placed for x in (*m.position((0.0, 0.0, 0.0)), *m.R[0], *m.R[1], *m.R[2])]
    names = [n.name for n in mechanism.coordinates]
    numbers = np.stack(interpret(outputs, {name: coordinates[name] for name in names}), axis=-1)
    found = numbers.reshape(-1, len(placed), 12)
    return {
        link.body: Poses(found[:, k, :3], found[:, k, 3:].reshape(-1, 3, 3)) for k, link in enumerate(mechanism.links)
    }
