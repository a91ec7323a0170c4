"""Our force elements acting on Pinocchio's bodies: their laws are ours, all kinematics are Pinocchio's."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from peers.pinocchio_model import WORLD, PinocchioModel

from jounce.model.model import Model
from jounce.parts import GROUND
from jounce.parts.forces.loads import PointMotion
from jounce.parts.joints.motions import Slide, Turn


class PinocchioView:
    """The state as a force element may look at it, everything in ground axes."""

    def __init__(self, engine: PinocchioModel, q: np.ndarray, v: np.ndarray, time: float):
        self.engine, self.our_q, self.our_v, self.time = engine, q, v, time
        self.data = engine.data
        pin.forwardKinematics(engine.model, self.data, engine.q(q), engine.v(v))
        pin.computeJointJacobians(engine.model, self.data)

    def point(self, body: str, point) -> PointMotion:
        place = self.engine.places[body]
        local = place.offset + np.array(point, float)
        X, V = self.data.oMi[place.joint], self.data.v[place.joint]
        velocity = X.rotation @ (V.linear + np.cross(V.angular, local))
        return PointMotion(tuple(X.act(local)), tuple(velocity))

    def axes(self, body: str):
        return tuple(map(tuple, self.data.oMi[self.engine.places[body].joint].rotation))

    def spin(self, body: str):
        joint = self.engine.places[body].joint
        return tuple(self.data.oMi[joint].rotation @ self.data.v[joint].angular)

    def coordinate(self, name: str) -> tuple[float, float]:
        segment = self.segment(name)
        return self.our_q[segment.q][0], self.our_v[segment.v][0]

    def signal(self, signal) -> float:
        return signal.at(self.time)

    def segment(self, name: str):
        joint, coordinate = name.split(".")
        for segment, _ in self.engine.segments:
            scalar = isinstance(segment.motion, Slide | Turn)
            if scalar and segment.joint == joint and segment.motion.name == coordinate:
                return segment
        raise KeyError(name)

    def effort_of(self, push) -> np.ndarray:
        """Generalised forces of a push on a body."""
        joint = self.engine.places[push.body].joint
        J = pin.getJointJacobian(self.engine.model, self.data, joint, WORLD)[:, self.engine.columns]
        arm = np.array(push.r, float) - self.data.oMi[joint].translation
        moment = np.array(push.moment, float) + np.cross(arm, push.force)
        return J[:3].T @ np.array(push.force, float) + J[3:].T @ moment


def generalised_forces(model: Model, engine: PinocchioModel, q: np.ndarray, v: np.ndarray, time: float) -> np.ndarray:
    """All force elements of the model, along our speeds."""
    view = PinocchioView(engine, q, v, time)
    tau = np.zeros(engine.model.nv)
    for element in model.forces:
        loads = element.loads(view)
        for push in loads.pushes:
            if push.body != GROUND:
                tau += view.effort_of(push)
        for name, amount in loads.efforts:
            tau[view.segment(name).v] += amount
    return tau
