"""The same tree in MuJoCo, seen in our coordinates and speeds.

MuJoCo applies the joints of a body in sequence, each in the frame left by the one before, as our
motions. It differs from us in the free joint alone: its linear velocity is in world axes and comes
first.
"""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import numpy as np
from peers.tree import Segment, ends, inertia_tensor, layout

from jounce.model.model import Model
from jounce.parts import GROUND
from jounce.parts.joints.motions import Ball, Float, Slide, Turn
from jounce.spatial.rotation import rotation_of_quaternion

KINDS = {Turn: "hinge", Slide: "slide", Ball: "ball", Float: "free"}


def _text(values) -> str:
    return " ".join(repr(float(value)) for value in values)


def xml(model: Model, tree_joints: Sequence) -> str:
    """The tree as an MJCF document; bodies keep our body frames."""
    bodies = {body.name: body for body in model.bodies}

    def branch(parent: str) -> str:
        return "".join(element(joint) for joint in tree_joints if joint.parent == parent)

    def element(joint) -> str:
        point, child_point = ends(joint)
        body = bodies[joint.child]
        I = inertia_tensor(body)
        joints = ""
        for index, motion in enumerate(joint.motions()):
            axis = f' axis="{_text(motion.axis)}"' if isinstance(motion, Turn | Slide) else ""
            at = "" if isinstance(motion, Float) else f' pos="{_text(child_point)}"'
            joints += f'<joint name="{joint.name}.{index}" type="{KINDS[type(motion)]}"{at}{axis}/>'
        full = _text((I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]))
        return (
            f'<body name="{body.name}" pos="{_text(point - child_point)}">{joints}'
            f'<inertial pos="{_text(body.centre)}" mass="{body.mass!r}" fullinertia="{full}"/>'
            f"{branch(body.name)}</body>"
        )

    return (
        '<mujoco><compiler angle="radian"/>'
        f'<option gravity="{_text(model.gravity)}"/><worldbody>{branch(GROUND)}</worldbody></mujoco>'
    )


class MujocoModel:
    """Mass matrix and bias in our order of coordinates and speeds."""

    def __init__(self, model: Model, tree_joints: Sequence, order: Sequence):
        self.model = mujoco.MjModel.from_xml_string(xml(model, tree_joints))
        self.data = mujoco.MjData(self.model)
        self.segments = layout(tree_joints, order)

    def _joint(self, segment: Segment):
        return self.model.joint(f"{segment.joint}.{segment.index}")

    def q(self, ours: np.ndarray) -> np.ndarray:
        """Our coordinates in MuJoCo's order; quaternions of any length are normalised."""
        theirs = np.zeros(self.model.nq)
        for segment in self.segments:
            value = np.array(ours[segment.q], float)
            if isinstance(segment.motion, Ball | Float):
                value[-4:] /= np.linalg.norm(value[-4:])
            first = self._joint(segment).qposadr[0]
            theirs[first : first + value.size] = value
        return theirs

    def speed_map(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """T and Td v in v_theirs = T v and a_theirs = T vd + Td v."""
        T, Td_v = np.zeros((self.model.nv, self.model.nv)), np.zeros(self.model.nv)
        for segment in self.segments:
            first = self._joint(segment).dofadr[0]
            if isinstance(segment.motion, Float):
                R = np.array(rotation_of_quaternion(tuple(q[segment.q][3:])))
                angular, linear = v[segment.v][:3], v[segment.v][3:]
                start = segment.v.start
                T[first : first + 3, start + 3 : start + 6] = R
                T[first + 3 : first + 6, start : start + 3] = np.eye(3)
                Td_v[first : first + 3] = R @ np.cross(angular, linear)
            else:
                width = segment.v.stop - segment.v.start
                T[first : first + width, segment.v] = np.eye(width)
        return T, Td_v

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        T, _ = self.speed_map(q, np.zeros(self.model.nv))
        return T.T @ self._forward(q, np.zeros(self.model.nv)) @ T

    def bias(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Generalised forces that keep every one of our speeds constant."""
        T, Td_v = self.speed_map(q, v)
        M = self._forward(q, T @ v)
        return T.T @ (self.data.qfrc_bias + M @ Td_v)

    def _forward(self, q: np.ndarray, theirs: np.ndarray) -> np.ndarray:
        self.data.qpos[:], self.data.qvel[:] = self.q(q), theirs
        mujoco.mj_forward(self.model, self.data)
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        return M


def build(model: Model, tree_joints: Sequence, order: Sequence) -> MujocoModel:
    """`order` lists (joint, motion index) as our coordinates lie."""
    return MujocoModel(model, tree_joints, order)
