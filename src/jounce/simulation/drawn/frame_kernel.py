"""The kernel of frames, `poses(state, values)`: origin and rotation of every body of a structure in the ground's frame.

They come from the same formulas of the tree as the equations of motion.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.equations.motions.link_motion import link_motion
from jounce.mechanism import OUTSIDE, Mechanism
from jounce.results.drawn.outline import Frames
from jounce.simulation.drawn.pose_program import PoseProgram, PoseRows
from jounce.spatial.relative_motion import STILL, RelativeMotion
from jounce.spatial.vector import ZERO

NUMBERS = 12  # of a body: origin, then rotation row by row


def write_frames(program: PoseProgram) -> None:
    """Writes the pose of every body, in the order of the links."""
    placed: list[RelativeMotion] = []
    for link in program.links:
        parent = STILL if link.parent == OUTSIDE else placed[link.parent]
        q, still = program.coordinates(link), [0.0] * len(link.speeds)
        placed.append(link_motion(parent, link, program.joint(link), q, still))
        at = placed[-1]
        program.write(*at.position(ZERO), *at.R[0], *at.R[1], *at.R[2])


def frames_of(
    rows: PoseRows, mechanism: Mechanism, coordinates: Mapping[str, np.ndarray], samples: Any = slice(None)
) -> Frames:
    """Returns the poses of a model of the kernel's structure, in the order of its bodies."""
    place = {link.body: k for k, link in enumerate(mechanism.links)}
    order = [place[body.name] for body in mechanism.model.bodies]
    found = rows(mechanism, coordinates, samples)
    found = found.reshape(len(found), -1, NUMBERS)[:, order]
    return Frames(found[:, :, :3], found[:, :, 3:].reshape(*found.shape[:2], 3, 3))
