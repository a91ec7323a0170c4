"""`small_car` in Exudyn as its users would write it: redundant coordinates, generalised-alpha index 3 at 1 ms, sparse.

Bodies with Euler parameters, joints as constraints, springs and dampers with constant rates, rolling discs for wheels.
Rack and steering wheel are held and the differential has no gear: it has none of these, and its car is the simpler.
"""

from __future__ import annotations

import time
from typing import Any

import exudyn as exu
import numpy as np
from exudyn.utilities import (
    NodeGenericData,
    ObjectConnectorRollingDiscPenalty,
    ObjectConnectorSpringDamper,
    ObjectConnectorTorsionalSpringDamper,
    RigidBodyInertia,
)

from jounce.model.rules.shapes import inertia_tensor_of_shape
from jounce.parts import Body
from jounce.parts.forces import Damper, Spring
from jounce.parts.forces.torsion_bar import TorsionBar
from jounce.parts.joints import Cylindrical, Gimbal, Prismatic, Revolute, ShaftJoint, Spherical
from jounce.parts.tyres.tyre import Tyre
from jounce_benchmarks.peers import PeerCost
from jounce_peers.exudyn_car import Assembly, _frame_with_z, solver_settings
from jounce_peers.plain_car import TYRE, plain_car, rate_of

STEP, DURATION, SPEED = 1e-3, 0.5, 60 / 3.6  # s, s, m/s
LOCKED = {Revolute: [1, 1, 1, 1, 1, 0], Cylindrical: [1, 1, 0, 1, 1, 0], Prismatic: [1, 1, 1, 1, 1, 1]}


def measure() -> PeerCost:
    car = Assembly()
    whole = plain_car()
    axes: dict[str, Any] = {}
    for body in whole.model.bodies:
        turns = whole.turning.get(f"{body.name.rpartition('.')[0]}.wheel_bearing.angle", 0.0)
        _add(car, body, SPEED * turns if body.name.endswith(".wheel") else 0.0)
    for joint in whole.model.joints:
        if isinstance(joint, Spherical | Gimbal):
            car.close(joint.parent, joint.child, joint.point)  # type: ignore[arg-type]
        elif isinstance(joint, ShaftJoint):
            car.joint(joint.parent, joint.child, joint.point, _frame_with_z(joint.axis), [0, 0, 0, 0, 0, 1])  # type: ignore[arg-type]
        elif type(joint) in LOCKED:
            axes[joint.name] = joint
            locked = [1] * 6 if joint.name == "steering.wheel" else LOCKED[type(joint)]
            car.joint(joint.parent, joint.child, joint.point, _frame_with_z(joint.axis), locked)
    for part in whole.model.forces:
        if isinstance(part, Spring | Damper):
            _add_line(car, part)
        elif isinstance(part, TorsionBar):
            _add_twist(car, part, [axes[name.rsplit(".", 1)[0]] for name in part.coordinates])
        elif isinstance(part, Tyre):
            _add_disc(car, part)
    gaps = [car.watch_loop(*loop) for loop in car.loops]
    car.system.Assemble()
    settings = solver_settings(STEP, DURATION)
    settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
    began = time.process_time()
    car.system.SolveDynamic(settings)
    cpu = time.process_time() - began
    tracks = [[np.asarray(car.system.GetSensorStoredData(end))[:, 1:4] for end in pair] for pair in gaps]
    return PeerCost(cpu / round(DURATION / STEP), max(float(np.linalg.norm(a - b, axis=1).max()) for a, b in tracks))


def _add(car: Assembly, body: Body, spin: float) -> None:
    car.numbers[body.name] = car.system.CreateRigidBody(
        name=body.name,
        referencePosition=list(body.centre),
        initialVelocity=[SPEED, 0, 0],
        initialAngularVelocity=[0, spin, 0],
        inertia=RigidBodyInertia(mass=body.mass, inertiaTensor=inertia_tensor_of_shape(body)),
        gravity=[0, 0, -9.81],
    )
    car.origins[body.name] = np.array(body.centre, float)


def _add_line(car: Assembly, part: Any) -> None:
    ends = [car.marker(part.parent, part.point), car.marker(part.child, part.child_point)]
    rates: dict[str, Any] = {"stiffness" if isinstance(part, Spring) else "damping": rate_of(part.law)}
    length = part.free_length if isinstance(part, Spring) else np.linalg.norm(np.subtract(part.point, part.child_point))
    car.system.AddObject(ObjectConnectorSpringDamper(markerNumbers=ends, referenceLength=length, **rates))


def _add_twist(car: Assembly, part: Any, joints: list[Any]) -> None:
    ends = [car.marker(joint.child, joint.point, _frame_with_z(joints[0].axis)) for joint in joints]
    rates: dict[str, Any] = {"stiffness": float(part.stiffness), "damping": float(part.damping)}
    car.system.AddObject(ObjectConnectorTorsionalSpringDamper(markerNumbers=ends, **rates))


def _add_disc(car: Assembly, tyre: Any) -> None:
    node = car.system.AddNode(NodeGenericData(initialCoordinates=[0, 0, 0], numberOfDataCoordinates=3))
    # the disc's axis is z of its marker
    wheel = car.marker(tyre.body, tyre.point, _frame_with_z(tyre.axis))
    car.system.AddObject(
        ObjectConnectorRollingDiscPenalty(
            markerNumbers=[car.marker("ground", (0, 0, 0)), wheel],
            nodeNumber=node,
            discRadius=TYRE.radius,
            discAxis=[0, 0, 1],
            planeNormal=[0, 0, 1],
            dryFriction=[0.9, 0.9],
            dryFrictionProportionalZone=1.5,
            contactStiffness=TYRE.stiffness,
            contactDamping=TYRE.damping,
        )
    )
