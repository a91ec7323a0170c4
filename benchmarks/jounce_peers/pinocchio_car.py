"""The wishbone car, or its quarter, in Pinocchio: one evaluation of the constrained accelerations.

Pinocchio has no integrator and no force elements, so this is the time of `constraintDynamics`
alone, once per step of 1 ms, in the design position: a lower bound for what a user of it would pay,
and a gap that only shows that the loops were closed where they should be.
"""

from __future__ import annotations

import time

import numpy as np
import pinocchio as pin

from jounce_benchmarks import wishbone_car_data as data
from jounce_benchmarks.peers import PeerCost
from jounce_benchmarks.wishbone_car_data import BodyData, Point3, WishboneCorner

CALLS, ROUNDS = 1000, 5  # the best of the rounds counts


def measure(which: str = "car") -> PeerCost:
    car = Car(which == "quarter")
    model, state = car.model, car.model.createData()
    constraints = pin.StdVec_RigidConstraintModel()
    for loop in car.loops:
        constraints.append(loop)
    constraint_state = pin.StdVec_RigidConstraintData()
    for loop in constraints:
        constraint_state.append(loop.createData())
    pin.initConstraintDynamics(model, state, constraints, constraint_state)
    settings = pin.ProximalSettings(1e-12, 1e-10, 5)
    q, v, tau = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    for corner in car.corners:
        v[model.idx_vs[car.joints[f"wheel{corner.suffix}"]]] = data.WHEEL_SPIN
    best = np.inf
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(CALLS):
            pin.constraintDynamics(model, state, q, v, tau, constraints, constraint_state, settings)
        best = min(best, (time.process_time() - start) / CALLS)
    pin.forwardKinematics(model, state, q)
    ends = [
        (state.oMi[loop.joint1_id] * loop.joint1_placement, state.oMi[loop.joint2_id] * loop.joint2_placement)
        for loop in constraints
    ]
    return PeerCost(best, max(float(np.linalg.norm(a.translation - b.translation)) for a, b in ends))


class Car:
    """Pinocchio's model while it grows; joint frames stay parallel to the ground at the start."""

    def __init__(self, quarter: bool = False) -> None:
        self.model = pin.Model()
        self.model.gravity.linear = np.array([0.0, 0.0, -data.GRAVITY])
        self.joints = {"ground": 0}
        self.origins = {"ground": np.zeros(3)}
        self.loops: list = []
        body, joint = (data.QUARTER_BODY, pin.JointModelPZ()) if quarter else (data.CAR_BODY, pin.JointModelFreeFlyer())
        self.add("car_body", "ground", joint, body.centre, body, body.centre)
        self.corners = (data.QUARTER_CORNER,) if quarter else data.CORNERS
        for corner in self.corners:
            self._add_corner(corner)

    def add(self, name: str, parent: str, joint, at: Point3, body: BodyData | None, centre: Point3) -> None:
        point = np.array(at)
        placement = pin.SE3(np.eye(3), point - self.origins[parent])
        number = self.model.addJoint(self.joints[parent], joint, placement, name)
        if body is not None:
            inertia = pin.Inertia(body.mass, np.zeros(3), np.diag(body.inertia))
            self.model.appendBodyToJoint(number, inertia, pin.SE3(np.eye(3), np.array(centre) - point))
        self.joints[name], self.origins[name] = number, point

    def close(self, a: str, b: str, at: Point3) -> None:
        ends = [(self.joints[x], pin.SE3(np.eye(3), np.array(at) - self.origins[x])) for x in (a, b)]
        kind, frame = pin.ContactType.CONTACT_3D, pin.ReferenceFrame.LOCAL
        self.loops.append(pin.RigidConstraintModel(kind, self.model, *ends[0], *ends[1], frame))

    def _add_corner(self, corner: WishboneCorner) -> None:
        end, bodies = corner.suffix, data.CORNER_BODIES
        p = {name: corner.at(point) for name, point in data.HARDPOINTS.items()}

        def add(name: str, parent: str, joint, point: str) -> None:
            centre = corner.at(bodies[name].centre)
            self.add(f"{name}{end}", parent, joint, p[point], bodies[name], centre)

        def hinge(axis) -> object:
            return pin.JointModelRevoluteUnaligned(axis / np.linalg.norm(axis))

        lower_axis = np.subtract(p["lower_arm_rear"], p["lower_arm_front"])
        upper_axis = np.subtract(p["upper_arm_rear"], p["upper_arm_front"])
        along = np.subtract(p["tie_rod_outer"], p["tie_rod_inner"])
        along /= np.linalg.norm(along)
        across = np.cross(along, [0.0, 0.0, 1.0])
        across /= np.linalg.norm(across)
        tie_1, inner = f"tie_1{end}", p["tie_rod_inner"]
        add("lower_arm", "car_body", hinge(lower_axis), "lower_arm_front")
        add("knuckle", f"lower_arm{end}", pin.JointModelSpherical(), "lower_ball_joint")
        add("wheel", f"knuckle{end}", pin.JointModelRY(), "wheel_centre")
        add("upper_arm", "car_body", hinge(upper_axis), "upper_arm_front")
        self.add(tie_1, "car_body", hinge(across), inner, None, inner)
        add("tie_rod", tie_1, hinge(np.cross(along, across)), "tie_rod_inner")
        self.close(f"upper_arm{end}", f"knuckle{end}", p["upper_ball_joint"])
        self.close(f"tie_rod{end}", f"knuckle{end}", p["tie_rod_outer"])
