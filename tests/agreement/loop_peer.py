"""A model with ball loops in Pinocchio, beside our equations of the same model in the same states."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from peers import pinocchio_model
from peers.pinocchio_forces import PinocchioView, generalised_forces
from peers.tree import motion_order
from random_trees import random_state

from jounce.model import Model
from jounce.parts import GROUND
from jounce.parts.joints.motions import Float


class LoopPeer:
    """Pinocchio's version; its states are in its own order of our coordinates and speeds."""

    def __init__(self, model: Model):
        self.model = model
        self.tree = [joint for joint in model.joints if not getattr(joint, "cut", False)]
        self.cuts = [joint for joint in model.joints if getattr(joint, "cut", False)]
        self.engine = pinocchio_model.build(model, self.tree, self.cuts, motion_order(self.tree))

    def states(self, count: int, seed: int, spread: float = 0.1) -> list[tuple[np.ndarray, np.ndarray]]:
        """Poses near the design position with closed loops, and speeds that keep them closed."""
        rng = np.random.default_rng(seed)
        design = self.engine.our_q(pin.neutral(self.engine.model))
        found = []
        for _ in range(count):
            q, v = random_state(rng, self.tree)
            q = design + spread * (q - design)
            if self.cuts:
                q = self.engine.closed(q)
                assert np.abs(self.engine.gaps(q)).max() < 1e-13
                v = self.engine.consistent(q, v)
            found.append((self.engine.our_q(self.engine.q(q)), v))
        return found

    def accelerations(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Rates of the speeds, and forces of the loops on their children in ground axes, at time zero."""
        tau = generalised_forces(self.model, self.engine, q, v, 0.0)
        if self.cuts:
            return self.engine.accelerations(q, v, tau)
        M, bias = self.engine.mass_matrix(q), self.engine.bias(q, v)
        return np.linalg.solve(M, tau - bias), {}

    def tree_reactions(self, q, v, a, loop_forces) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Force and moment of each tree joint on its child at the child's point, ground axes.

        By Pinocchio's recursive Newton-Euler pass over the bodies with all elements and loops as loads.
        """
        engine = self.engine
        view = PinocchioView(engine, q, v, 0.0)
        loads = [(p.body, p.r, p.force, p.moment) for e in self.model.forces for p in e.loads(view).pushes]
        for cut in self.cuts:
            r = view.point(cut.child, cut.child_point or cut.point).r
            loads += [(cut.child, r, loop_forces[cut.name], np.zeros(3))]
            loads += [(cut.parent, r, -loop_forces[cut.name], np.zeros(3))]
        external = pin.StdVec_Force()
        external.extend([pin.Force.Zero() for _ in range(engine.model.njoints)])
        for body, r, force, moment in loads:
            if body != GROUND:
                joint = engine.places[body].joint
                X, f = view.data.oMi[joint], np.array(force, float)
                n = np.array(moment, float) + np.cross(np.array(r, float) - X.translation, f)
                external[joint] += pin.Force(X.rotation.T @ f, X.rotation.T @ n)
        pin.rnea(engine.model, engine.data, engine.q(q), engine.v(v), engine.v(a), external)
        found = {}
        for joint in self.tree:
            if joint.motions() and not isinstance(joint.motions()[0], Float):
                last = engine.places[joint.child].joint
                R, f = engine.data.oMi[last].rotation, engine.data.f[last]
                found[joint.name] = R @ f.linear, R @ f.angular
        return found


def places(written, joints) -> tuple[np.ndarray, np.ndarray]:
    """Where the peer's coordinates and speeds lie in our state."""
    links = {link.joint.name: link for link in written.mechanism.links}
    layout = written.layout
    q = [layout.coordinates[n.name] for joint in joints for n in links[joint.name].coordinates]
    v = [layout.speeds[n.name] for joint in joints for n in links[joint.name].speeds]
    return np.array(q), np.array(v)


def stacked(written, joints, states) -> np.ndarray:
    """The peer's states as rows of ours."""
    at_q, at_v = places(written, joints)
    y = np.zeros((len(states), written.layout.sizes["state"]))
    y[:, at_q] = [q for q, _ in states]
    y[:, at_v] = [v for _, v in states]
    return y


def channels(written, y: np.ndarray) -> dict[str, np.ndarray]:
    """Our channels by name, for every state."""
    out = written.run("observe", y)
    return {name: out[:, offset] for name, (offset, _, _) in written.layout.channels.items()}
