"""The Whipple bicycle in Exudyn: bodies with Euler parameters, its rolling disc as an ideal joint.

Generalised-alpha has order two, so a step and half of it give Richardson's extrapolation.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

import numpy as np
from exudyn.utilities import ObjectJointRollingDisc, RigidBodyInertia

from jounce_peers.exudyn_car import AXIS_X_TO_Y, Assembly, solver_settings

GRAVITY = 9.81
STEP = 2e-3  # s
TILT = pi / 10
HEAD = (1.1, 0.0, 0.0)  # where the steering axis meets the road
REAR, FRONT = (0.0, 0.0, 0.3), (1.02, 0.0, 0.35)  # wheel centres; their heights are the radii


class Part(NamedTuple):
    mass: float
    centre: tuple[float, float, float]
    inertia: list[list[float]]


# [Meijaard, Papadopoulos, Ruina, Schwab 2007, table 1], z up
PARTS = {
    "rear frame": Part(85.0, (0.3, 0.0, 0.9), [[9.2, 0.0, -2.4], [0.0, 11.0, 0.0], [-2.4, 0.0, 2.8]]),
    "front frame": Part(4.0, (0.9, 0.0, 0.7), [[0.05892, 0.0, 0.00756], [0.0, 0.06, 0.0], [0.00756, 0.0, 0.00708]]),
    "rear wheel": Part(2.0, REAR, [[0.0603, 0.0, 0.0], [0.0, 0.12, 0.0], [0.0, 0.0, 0.0603]]),
    "front wheel": Part(3.0, FRONT, [[0.1405, 0.0, 0.0], [0.0, 0.28, 0.0], [0.0, 0.0, 0.1405]]),
}


def run(step: float, speed: float, roll_rate: float, duration: float) -> np.ndarray:
    """Time and positions of both wheels' centres and of the centre of the rear frame, every 10 ms."""
    bicycle = Assembly()
    for name, part in PARTS.items():
        spin = np.array([roll_rate, 0.0, 0.0])
        velocity = np.array([speed, 0.0, 0.0]) + np.cross(spin, part.centre)
        if name.endswith("wheel"):
            spin[1] = speed / part.centre[2]
        bicycle.numbers[name] = bicycle.system.CreateRigidBody(
            name=name,
            referencePosition=list(part.centre),
            initialVelocity=list(velocity),
            initialAngularVelocity=list(spin),
            inertia=RigidBodyInertia(mass=part.mass, inertiaTensor=np.array(part.inertia)),
            gravity=[0, 0, -GRAVITY],
        )
        bicycle.origins[name] = np.array(part.centre)
    bicycle.hinge("rear frame", "front frame", HEAD, (-sin(TILT), 0.0, cos(TILT)))
    for frame, wheel, centre in (("rear frame", "rear wheel", REAR), ("front frame", "front wheel", FRONT)):
        bicycle.hinge(frame, wheel, centre, (0.0, 1.0, 0.0))
        markers = [bicycle.marker("ground", (0.0, 0.0, 0.0)), bicycle.marker(wheel, centre, AXIS_X_TO_Y)]
        bicycle.system.AddObject(ObjectJointRollingDisc(markerNumbers=markers, discRadius=centre[2]))
    places = [("rear wheel", REAR), ("front wheel", FRONT), ("rear frame", PARTS["rear frame"].centre)]
    sensors = [bicycle.watch(*place) for place in places]
    bicycle.system.Assemble()
    bicycle.system.SolveDynamic(solver_settings(step, duration, tolerance=1e-10))
    tracks = [np.asarray(bicycle.system.GetSensorStoredData(sensor)) for sensor in sensors]
    return np.column_stack([tracks[0][:, :4], *(track[:, 1:4] for track in tracks[1:])])


def extrapolated(speed: float, roll_rate: float, duration: float) -> tuple[np.ndarray, float]:
    """Richardson's curves from a step and half of it, and the difference of the two runs."""
    coarse, fine = (run(step, speed, roll_rate, duration) for step in (STEP, STEP / 2))
    return fine + (fine - coarse) / 3, float(np.abs(fine - coarse).max())
