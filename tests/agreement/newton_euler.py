"""Joint reactions by the recursive Newton-Euler method, in plain NumPy and in the ground's frame.

Outwards: attitude, spin, place, velocity and acceleration of every body, joint by joint, from coordinates, speeds and
accelerations. Inwards: force and moment that every joint has to pass to what it carries. [Featherstone 2008, section
5.3] Joints that close loops are unknown wrenches in the directions that each kind can carry; they follow from the
freedoms of the tree's joints, along which nothing but the given efforts acts. Neither mass matrix nor constraint
equations are formed. Motions, accelerations and forces of elements are given; reactions are not asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from jounce.equations.recursive.derive import derive_equations
from jounce.graph import interpret
from jounce.mechanism import OUTSIDE, Mechanism
from jounce.native.program import Place
from jounce.parts import GROUND
from jounce.parts.joints import Constraint, Coupling, DrivenPoint, RollingWheel, ShaftJoint, Spherical
from jounce.parts.joints.motions import Ball, Float, Slide, Turn
from jounce.parts.prescribed import Prescribed
from jounce.simulation.prepare import Prepared
from jounce.simulation.road_kernel import road_function
from jounce.simulation.workspace import Workspace


@dataclass
class Body:
    """A body in the ground's frame; `r` is where its design point `anchor` is, with its velocity and acceleration."""

    R: np.ndarray = field(default_factory=lambda: np.eye(3))
    w: np.ndarray = field(default_factory=lambda: np.zeros(3))
    alpha: np.ndarray = field(default_factory=lambda: np.zeros(3))
    r: np.ndarray = field(default_factory=lambda: np.zeros(3))
    v: np.ndarray = field(default_factory=lambda: np.zeros(3))
    a: np.ndarray = field(default_factory=lambda: np.zeros(3))
    anchor: np.ndarray = field(default_factory=lambda: np.zeros(3))
    columns: list[np.ndarray] = field(default_factory=list)  # moment arm and axis of each freedom: (w, v at the origin)

    def place(self, point: Any) -> np.ndarray:
        return self.r + self.R @ (np.array(point, float) - self.anchor)

    def acceleration(self, at: np.ndarray) -> np.ndarray:
        d = at - self.r
        return self.a + np.cross(self.alpha, d) + np.cross(self.w, np.cross(self.w, d))

    def velocity(self, at: np.ndarray) -> np.ndarray:
        return self.v + np.cross(self.w, at - self.r)


def carry(parent: Body, link: Any, q: np.ndarray, s: np.ndarray, sd: np.ndarray) -> Body:
    """The body behind a joint: every motion adds its own to what carries it."""
    assert not link.reverse
    joint = link.joint
    if any(isinstance(m, Float) for m in link.motions):
        R = Rotation.from_quat([*q[4:7], q[3]]).as_matrix()
        w, v = R @ s[:3], R @ s[3:]
        axes = [np.concatenate([R[:, k], np.cross(q[:3], R[:, k])]) for k in range(3)]
        axes += [np.concatenate([np.zeros(3), R[:, k]]) for k in range(3)]
        return Body(R, w, R @ sd[:3], q[:3], v, R @ sd[3:] + np.cross(w, v), np.zeros(3), axes)
    at = parent.place(joint.point)
    here = Body(parent.R, parent.w, parent.alpha, at, parent.velocity(at), parent.acceleration(at))
    for motion in link.motions:
        n, m = len(motion.coordinates), len(motion.speeds)
        (mine, q), (rate, s), (second, sd) = (np.split(x, [k]) for x, k in ((q, n), (s, m), (sd, m)))
        if isinstance(motion, Slide):
            e = here.R @ motion.axis
            d, slip = e * mine[0], e * rate[0]
            here.a = here.acceleration(here.r + d) + 2 * np.cross(here.w, slip) + e * second[0]
            here.v = here.velocity(here.r + d) + slip
            here.r = here.r + d
            here.columns.append(np.concatenate([np.zeros(3), e]))
            continue
        if isinstance(motion, Turn):
            axis = np.array(motion.axis, float) * (1.0 if motion.ratio is None else motion.ratio)
            axes = (here.R @ axis)[:, np.newaxis]
            here.R = here.R @ Rotation.from_rotvec(axis * mine[0]).as_matrix()
        else:
            assert isinstance(motion, Ball)
            here.R = here.R @ Rotation.from_quat([*mine[1:], mine[0]]).as_matrix()
            axes = here.R
        here.alpha = here.alpha + axes @ second + np.cross(here.w, axes @ rate)
        here.w = here.w + axes @ rate
        here.columns += [np.concatenate([e, np.cross(here.r, e)]) for e in axes.T]
    here.anchor = np.array(joint.child_point or joint.point, float)
    return here


def tensor(body: Any) -> np.ndarray:
    sign = 1.0 if body.products_are == "tensor entries" else -1.0
    xy, yz, zx = (sign * p for p in body.products)
    x, y, z = body.inertia
    return np.array([[x, xy, zx], [xy, y, yz], [zx, yz, z]])


class NewtonEuler:
    """Reactions of all joints of a prepared model in one state, with the accelerations that belong to it."""

    def __init__(self, ready: Prepared, work: Workspace, state: np.ndarray):
        self.mechanism: Mechanism = ready.mechanism
        rates, layout = work.rhs(state), ready.layout
        self.bodies: list[Body] = []
        for link in self.mechanism.links:
            q = np.array([state[layout.coordinates[n.name]] for n in link.coordinates])
            s, sd = (np.array([x[layout.speeds[n.name]] for n in link.speeds]) for x in (state, rates))
            self.bodies.append(carry(self.body(link.parent), link, q, s, sd))
        wrenches, self.efforts = applied(ready, work, state, self)
        bodies = {body.name: body for body in ready.model.bodies}
        gravity = np.array(ready.model.gravity, float)
        self.needs = [
            inertial(bodies[link.body], self.bodies[k], gravity) - wrenches[link.body]
            for k, link in enumerate(self.mechanism.links)
        ]
        self.closing = self._solve_closing()
        for name, w in self.closing.items():
            joint = next(c for c in self.mechanism.closures if c.name == name)
            for body, on in ((joint.child, w), (joint.parent, -w)):
                if body != GROUND:
                    self.needs[self.mechanism.index(body)] -= on
        self.through = self._gather(self.needs)

    def body(self, k: int) -> Body:
        return Body() if k == OUTSIDE else self.bodies[k]

    def named(self, name: str) -> Body:
        return self.body(self.mechanism.index(name))

    def _gather(self, own: list[np.ndarray]) -> list[np.ndarray]:
        """From the leaves to the root: what a joint passes on is what its body needs and all that it carries."""
        total = [w.copy() for w in own]
        for k in reversed(range(len(total))):
            parent = self.mechanism.links[k].parent
            if parent != OUTSIDE:
                total[parent] += total[k]
        return total

    def _along(self, own: list[np.ndarray]) -> np.ndarray:
        """Along each freedom of the tree's joints, what the joint would have to do."""
        return np.array([S @ w for body, w in zip(self.bodies, self._gather(own), strict=True) for S in body.columns])

    def _solve_closing(self) -> dict[str, np.ndarray]:
        """Wrenches of the closing joints on their children, and efforts of what ties coordinates."""
        names = [n.name.removesuffix("_rate") for link in self.mechanism.links for n in link.speeds]
        wanted = self._along(self.needs) - np.array([self.efforts.get(name, 0.0) for name in names])
        columns, owners = [], []
        for closure in self.mechanism.closures:
            for w in self._directions(closure):
                loads = [np.zeros(6) for _ in self.bodies]
                for body, on in ((closure.child, w), (closure.parent, -w)):
                    if body != GROUND:
                        loads[self.mechanism.index(body)] += on
                columns.append(self._along(loads))
                owners.append((closure.name, w))
            if factors := factors_of(closure):
                columns.append(np.array([factors.get(name, 0.0) for name in names]))
                owners.append((closure.name, None))
        A = np.array(columns).T.reshape(len(wanted), -1)
        found, _, rank, _ = np.linalg.lstsq(A, wanted, rcond=1e-12)
        assert rank == A.shape[1]  # reactions are unique
        self.open = np.abs(A @ found - wanted).max(initial=0.0)  # Newton and Euler hold along every freedom
        self.ties, wrenches = {}, {}
        for (name, w), size in zip(owners, found, strict=True):
            if w is None:
                self.ties[name] = float(size)
            else:
                wrenches[name] = wrenches.get(name, np.zeros(6)) + size * w
        return wrenches

    def _directions(self, joint: Any) -> list[np.ndarray]:
        """Unit wrenches (moment about the origin, force) that a closing joint can exert on its child."""
        if factors_of(joint):
            return []
        a, b = self.named(joint.parent), self.named(joint.child)
        at = b.place(joint.child_point or joint.point)
        if isinstance(joint, Spherical):
            return [force_at(at, e) for e in np.eye(3)]
        if isinstance(joint, DrivenPoint):
            return [force_at(at, a.R @ unit(joint.axis))]
        if isinstance(joint, RollingWheel):  # at the lowest point of the rim, in any direction
            n, k = a.R @ unit(joint.normal), b.R @ unit(joint.axis)
            return [force_at(at - joint.radius * unit(n - (n @ k) * k), e) for e in np.eye(3)]
        if isinstance(joint, Constraint):  # forces along the parent's axes; moments about what both turns are across
            x, y, z = a.R.T
            ways = {"tx": force_at(at, x), "ty": force_at(at, y), "tz": force_at(at, z)}
            ways["ry"] = np.concatenate([np.cross(x, b.R[:, 2]), np.zeros(3)])
            return [ways[word] for word in joint.locked]
        assert isinstance(joint, ShaftJoint) and joint.kind == "constant velocity"
        bisector = unit(a.R @ unit(joint.axis) + b.R @ unit(joint.child_axis))  # of the two shafts [Hunt 1973]
        return [np.concatenate([bisector, np.zeros(3)])]

    def on_child(self, joint: Any) -> np.ndarray:
        """Force and moment of a joint on its child, at its point there, in the ground's axes."""
        tree = {link.joint.name: k for k, link in enumerate(self.mechanism.links)}
        w = self.through[tree[joint.name]] if joint.name in tree else self.closing[joint.name]
        at = self.named(joint.child).place(joint.child_point or joint.point)
        return np.concatenate([w[3:], w[:3] - np.cross(at, w[3:])])


def factors_of(closure: Any) -> dict[str, float]:
    """Efforts along coordinates for a unit of what ties them; none of a joint between bodies."""
    if isinstance(closure, Coupling):
        assert closure.law is None
        return dict(zip(closure.coordinates, closure.factors, strict=True))
    return {closure.coordinate: 1.0} if isinstance(closure, Prescribed) else {}


def unit(v: Any) -> np.ndarray:
    v = np.array(v, float)
    return v / np.linalg.norm(v)


def force_at(at: np.ndarray, force: np.ndarray) -> np.ndarray:
    return np.concatenate([np.cross(at, force), force])


def inertial(part: Any, body: Body, gravity: np.ndarray) -> np.ndarray:
    """Newton and Euler: (moment about the origin, force) that the body's motion asks for."""
    at, I = body.place(part.centre), body.R @ tensor(part) @ body.R.T
    f = part.mass * (body.acceleration(at) - gravity)
    n = I @ body.alpha + np.cross(body.w, I @ body.w)
    return np.concatenate([n + np.cross(at, f), f])


def applied(
    ready: Prepared, work: Workspace, state: np.ndarray, solver: NewtonEuler
) -> tuple[dict[str, np.ndarray], dict[str, float]]:
    """What force elements do, by body in the ground's frame, and along coordinates: formulas of the elements alone."""
    (sub,) = (equations := derive_equations(ready.model, subsystems=False)).subsystems
    values, tables = equations.layout.fill_values(ready.model)
    arrays = {"values": values, "inputs": work.inputs, "state": np.zeros(equations.layout.sizes["state"])}
    for table in ("coordinates", "speeds", "elements"):
        for name, offset in getattr(equations.layout, table).items():
            arrays["state"][offset] = state[getattr(ready.layout, table)[name]]
    numbers = {
        key: float(arrays[place.array][place.offsets[0]])
        for key, place in sub.sheet.symbols.items()
        if isinstance(place, Place) and place.array in arrays
    }
    links, reference = sub.mechanism.links, sub.mechanism.reference
    formulas = [x for k in range(len(links)) for part in sub.loads.on(k) for x in part]
    formulas += list(sub.loads.efforts.values())
    found = np.array(interpret(formulas, numbers, tables=tables, road=road_function(ready.road)), float)
    wrenches = {}
    for k, (link, w) in enumerate(zip(links, found[: 6 * len(links)].reshape(-1, 6), strict=True)):
        home = Body() if reference[k] == OUTSIDE else solver.named(links[reference[k]].body)
        n, f = home.R @ w[:3], home.R @ w[3:]
        wrenches[link.body] = np.concatenate([n + np.cross(home.place(np.zeros(3)), f), f])
    names = [links[k].speeds[c].name.removesuffix("_rate") for k, c in sub.loads.efforts]
    return wrenches, dict(zip(names, found[6 * len(links) :], strict=True))
