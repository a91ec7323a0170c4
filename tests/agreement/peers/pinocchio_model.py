"""The same tree and ball loops in Pinocchio, seen in our coordinates and speeds.

Pinocchio's joint frames sit at the joint's point on the child, parallel to the body's frame, so a
body's frame differs from its joint's by a translation only. A joint of several motions becomes a
chain of one-freedom joints; the ones in between carry no inertia. Pinocchio keeps quaternions
x y z w and puts linear before angular speeds; accelerations are the rates of the speeds in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pinocchio as pin
from peers.tree import Segment, depth_first, ends, inertia_tensor, layout

from jounce.model.model import Model
from jounce.parts import GROUND
from jounce.parts.joints.motions import Ball, ElementaryMotion, Float, Slide, Turn

WORLD = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
XYZW = [1, 2, 3, 0]  # our w x y z in Pinocchio's order
WXYZ = [3, 0, 1, 2]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a body's frame lies: on which joint, and how far from its frame."""

    joint: int
    offset: np.ndarray


@dataclass(frozen=True, slots=True)
class Loop:
    """A ball joint that closes a loop: its point on both bodies, in the frames of their joints."""

    name: str
    parent: Place
    child: Place


def _shift(offset: np.ndarray) -> pin.SE3:
    return pin.SE3(np.eye(3), offset)


def _joint_model(motion: ElementaryMotion):
    match motion:
        case Turn():
            return pin.JointModelRevoluteUnaligned(np.array(motion.axis, float))
        case Slide():
            return pin.JointModelPrismaticUnaligned(np.array(motion.axis, float))
        case Ball():
            return pin.JointModelSpherical()
        case Float():
            return pin.JointModelFreeFlyer()


class PinocchioModel:
    """Mass matrix, bias, accelerations and reactions in our order of coordinates and speeds."""

    def __init__(self, model: Model, tree_joints: Sequence, cut_joints: Sequence, order: Sequence):
        self.model = pin.Model()
        self.model.gravity.linear = np.array(model.gravity, float)
        self.places = {GROUND: Place(0, np.zeros(3))}
        ids: dict[tuple[str, int], int] = {}
        bodies = {body.name: body for body in model.bodies}
        for joint in depth_first(tree_joints):  # any other order makes crba silently wrong
            self._add(joint, ids)
            place, body = self.places[joint.child], bodies[joint.child]
            inertia = pin.Inertia(body.mass, np.array(body.centre, float), inertia_tensor(body))
            self.model.appendBodyToJoint(place.joint, inertia, _shift(place.offset))
        self.segments = [(s, ids[s.joint, s.index]) for s in layout(tree_joints, order)]
        # Pinocchio's index of each of our speeds
        self.columns = np.concatenate([self._speed_columns(s, j) for s, j in self.segments])
        self.loops = [self._loop(joint) for joint in cut_joints]
        self.data = self.model.createData()
        self._constraints = pin.StdVec_RigidConstraintModel()
        for loop in self.loops:
            self._constraints.append(self._ball(loop))
        self._constraint_data = pin.StdVec_RigidConstraintData()
        for constraint in self._constraints:
            self._constraint_data.append(constraint.createData())

    def _add(self, joint, ids: dict[tuple[str, int], int]) -> None:
        parent = self.places[joint.parent]
        point, child_point = ends(joint)
        motions = joint.motions()
        if motions and isinstance(motions[0], Float):  # its position is that of the child's own origin
            point, child_point = np.zeros(3), np.zeros(3)
        if not motions:
            self.places[joint.child] = Place(parent.joint, parent.offset + point - child_point)
            return
        last, offset = parent.joint, parent.offset + point
        for index, motion in enumerate(motions):
            last = self.model.addJoint(last, _joint_model(motion), _shift(offset), f"{joint.name}.{index}")
            ids[joint.name, index] = last
            offset = np.zeros(3)
        self.places[joint.child] = Place(last, -child_point)

    def _speed_columns(self, segment: Segment, joint: int) -> np.ndarray:
        first = self.model.idx_vs[joint]
        if isinstance(segment.motion, Float):
            return first + np.array([3, 4, 5, 0, 1, 2])
        return first + np.arange(segment.v.stop - segment.v.start)

    def _loop(self, joint) -> Loop:
        point, child_point = ends(joint)
        a, b = self.places[joint.parent], self.places[joint.child]
        return Loop(joint.name, Place(a.joint, a.offset + point), Place(b.joint, b.offset + child_point))

    def _ball(self, loop: Loop):
        a, b = loop.parent, loop.child
        kind, local = pin.ContactType.CONTACT_3D, pin.ReferenceFrame.LOCAL
        args = (kind, self.model, a.joint, _shift(a.offset), b.joint, _shift(b.offset), local)
        return pin.RigidConstraintModel(*args)

    def q(self, ours: np.ndarray) -> np.ndarray:
        """Our coordinates in Pinocchio's order; quaternions of any length are normalised."""
        theirs = np.zeros(self.model.nq)
        for segment, joint in self.segments:
            value, first = np.asarray(ours[segment.q], float), self.model.idx_qs[joint]
            match segment.motion:
                case Ball():
                    theirs[first : first + 4] = (value / np.linalg.norm(value))[XYZW]
                case Float():
                    turn = value[3:] / np.linalg.norm(value[3:])
                    theirs[first : first + 7] = np.concatenate([value[:3], turn[XYZW]])
                case _:
                    theirs[first] = value[0]
        return theirs

    def our_q(self, theirs: np.ndarray) -> np.ndarray:
        """Pinocchio's coordinates in our order."""
        parts = []
        for segment, joint in self.segments:
            first = self.model.idx_qs[joint]
            match segment.motion:
                case Ball():
                    parts.append(theirs[first : first + 4][WXYZ])
                case Float():
                    parts += [theirs[first : first + 3], theirs[first + 3 : first + 7][WXYZ]]
                case _:
                    parts.append(theirs[first : first + 1])
        return np.concatenate(parts)

    def v(self, ours: np.ndarray) -> np.ndarray:
        """Our speeds, accelerations or generalised forces in Pinocchio's order."""
        theirs = np.zeros(self.model.nv)
        theirs[self.columns] = ours
        return theirs

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        upper = np.triu(pin.crba(self.model, self.data, self.q(q)))
        full = upper + np.triu(upper, 1).T
        return full[np.ix_(self.columns, self.columns)]

    def bias(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Generalised forces that keep every speed constant: velocity products and gravity."""
        return pin.nonLinearEffects(self.model, self.data, self.q(q), self.v(v))[self.columns]

    def place(self, q: np.ndarray, body: str) -> tuple[np.ndarray, np.ndarray]:
        """Rotation and position of a body's frame in the ground."""
        pin.forwardKinematics(self.model, self.data, self.q(q))
        place = self.places[body]
        X = self.data.oMi[place.joint] * _shift(place.offset)
        return X.rotation, X.translation

    def point_jacobian(self, q: np.ndarray, place: Place) -> np.ndarray:
        """Velocity in ground axes of a point fixed to a joint's frame, per unit of our speeds: 3 rows.

        Preceded by three rows of the angular velocity.
        """
        pin.computeJointJacobians(self.model, self.data, self.q(q))
        J = pin.getJointJacobian(self.model, self.data, place.joint, WORLD)[:, self.columns]
        arm = self.data.oMi[place.joint].rotation @ place.offset
        return np.vstack([J[3:], J[:3] - pin.skew(arm) @ J[3:]])

    def gaps(self, q: np.ndarray) -> np.ndarray:
        """Child point minus parent point of every loop, ground axes."""
        pin.forwardKinematics(self.model, self.data, self.q(q))
        at = [[self.data.oMi[p.joint].act(p.offset) for p in (loop.parent, loop.child)] for loop in self.loops]
        return np.concatenate([b - a for a, b in at])

    def gap_jacobian(self, q: np.ndarray) -> np.ndarray:
        """Rate of the gaps per unit of our speeds."""
        J = self.point_jacobian
        return np.vstack([J(q, loop.child)[3:] - J(q, loop.parent)[3:] for loop in self.loops])

    def closed(self, q: np.ndarray, tolerance: float = 1e-14) -> np.ndarray:
        """The nearest coordinates with every loop closed, by Gauss-Newton."""
        for _ in range(50):
            gaps = self.gaps(q)
            if np.abs(gaps).max() < tolerance:
                break
            step = np.linalg.lstsq(self.gap_jacobian(q), -gaps, rcond=1e-12)[0]
            q = self.our_q(pin.integrate(self.model, self.q(q), self.v(step)))
        return q

    def consistent(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """The nearest speeds that keep every loop closed."""
        J = self.gap_jacobian(q)
        return v - np.linalg.lstsq(J, J @ v, rcond=1e-12)[0]

    def accelerations(
        self, q: np.ndarray, v: np.ndarray, tau: np.ndarray, mu: float = 1e-10
    ) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Rates of our speeds, and the force of each loop on its child body in ground axes.

        The proximal iteration runs to its floor; the result does not depend on `mu`.
        """
        settings = pin.ProximalSettings(1e-16, 1e-16, mu, 50)
        args = (self._constraints, self._constraint_data)
        pin.initConstraintDynamics(self.model, self.data, *args)
        theirs = (self.q(q), self.v(v), self.v(tau))
        a = pin.constraintDynamics(self.model, self.data, *theirs, *args, settings)
        forces = {}
        for loop, data in zip(self.loops, self._constraint_data, strict=True):
            R = self.data.oMi[loop.parent.joint].rotation  # forces are given in the parent's axes
            forces[loop.name] = -R @ data.contact_force.linear
        return a[self.columns], forces


def build(model: Model, tree_joints: Sequence, cut_joints: Sequence, order: Sequence) -> PinocchioModel:
    """`order` lists (joint, motion index) as our coordinates lie; cut joints are ball joints."""
    return PinocchioModel(model, tree_joints, cut_joints, order)
