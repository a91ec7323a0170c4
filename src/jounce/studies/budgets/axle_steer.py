"""Steer of an axle's wheels in a steady circle, split by what turns them: travel, forces on bushings, the column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import NumericalError
from jounce.model.assemblies.steering.parts import WHEEL_COORDINATE, steering_travel
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.assembly.car import CarModel
from jounce.model.vehicle import Vehicle
from jounce.simulation.prepare import prepare
from jounce.simulation.sweeps.sweep import sweep
from jounce.simulation.trim import standing
from jounce.studies.kinematics.compliance import Equilibrium, compliance_equilibrium
from jounce.studies.kinematics.held_axle import held_axle_inputs, pose_held_wheel, prepare_held_axle

Seen = Mapping[str, float]  # channels of one circle
STEER_EFFECTS = (
    "roll_steer",
    "lateral_force_steer",
    "aligning_torque_steer",
    "other_compliance_steer",
    "steering_column",
    "steering_geometry",
    "leaning",
)
UPRIGHT = (2, 8)  # rows of the compliance matrix: height of the left and of the right wheel centre


class _Position(NamedTuple):
    """Where an axle is held on its rig."""

    travel: tuple[float, float]  # m, left and right
    rack: float  # m


@dataclass(frozen=True)
class AxleSteer:
    """An axle of a car, and which of its wheels are which."""

    vehicle: Vehicle
    car: CarModel
    name: str

    @property
    def corners(self) -> tuple[str, str]:
        left, right = self.car.axles[self.name]
        return left.prefix, right.prefix

    def split(self, circles: Sequence[Seen], ratio: float) -> list[dict[str, float]]:
        """Tells how much each effect turns the wheels to the left, mean of both, in rad, in each circle.

        The first circle is straight ahead. A steered axle has turned by the steering wheel's angle divided by `ratio`
        besides.
        """
        axle = self.vehicle.axle_model(self.name, self.car.compliant)
        real = [self._position(seen, rigid=False) for seen in circles]
        rigid = [self._position(seen, rigid=True) for seen in circles]
        flat = [each._replace(travel=real[0].travel) for each in rigid]
        held = _HeldAxle(axle, self.car.compliant)
        on_real, on_rigid, on_flat = (held.mean_steer(each) for each in (real, rigid, flat))
        steer = np.array([np.mean([seen[f"{corner}.steer"] for corner in self.corners]) for seen in circles])
        given = self._given(circles, ratio)
        by_load = self._compliance_steer(axle, real[0], circles)
        roll, column = on_rigid - on_flat, on_real - on_rigid
        heading = np.array([np.mean([heading_on_road(seen, corner) for corner in self.corners]) for seen in circles])
        turned, leaning = steer - steer[0], heading - steer
        # what travel and rack leave: a car on ideal joints has no more but the table of its king-pins
        left = turned - (on_real - on_real[0])
        own = left if self.car.compliant else np.zeros(len(circles))
        parts = {
            "roll_steer": roll,
            "lateral_force_steer": by_load["lateral_force_steer"],
            "aligning_torque_steer": by_load["aligning_torque_steer"],
            "other_compliance_steer": own - by_load["lateral_force_steer"] - by_load["aligning_torque_steer"],
            "steering_column": column,
            "steering_geometry": turned - given - own - roll - column,
            "leaning": leaning - leaning[0],
        }
        return [{word: float(values[k]) for word, values in parts.items()} for k in range(len(circles))]

    def _given(self, circles: Sequence[Seen], ratio: float) -> np.ndarray:
        """Tells what the steering wheel asks of the wheels: its angle divided by the ratio; nothing of wheels that
        stay.
        """
        if not self.vehicle.axles[self.name].steered:
            return np.zeros(len(circles))
        angles = np.array([seen[WHEEL_COORDINATE] for seen in circles])
        return (angles - angles[0]) / ratio

    def _position(self, seen: Seen, rigid: bool) -> _Position:
        left, right = (seen[f"{corner}.travel"] for corner in self.corners)
        rack = steering_travel(self.vehicle.unit, seen) if self.vehicle.axles[self.name].steered else 0.0
        return _Position((left, right), self._rigid_rack(seen, rack) if rigid else rack)

    def _rigid_rack(self, seen: Seen, rack: float) -> float:
        """Tells where the rack would be if the column did not twist."""
        gears = ("steering.pinion", "steering.gear")
        pinion = next((part for part in self.car.model.joints if part.name in gears), None)
        if pinion is None or pinion.law is not None or not self.vehicle.axles[self.name].steered:
            return rack
        moved = float(-pinion.factors[1] * seen[WHEEL_COORDINATE] / pinion.factors[0])
        return steering_travel(self.vehicle.unit, {pinion.coordinates[0]: moved})

    def _compliance_steer(self, axle: AxleModel, at: _Position, circles: Sequence[Seen]) -> dict[str, np.ndarray]:
        words = ("lateral_force_steer", "aligning_torque_steer")
        if not self.car.compliant:
            return {word: np.zeros(len(circles)) for word in words}
        found = compliance_equilibrium(axle, held_axle_inputs(axle, at.travel, at.rack))
        rows = np.array([self._loads(found, seen) for seen in circles])  # [circle, kind, 12]
        rows = rows - rows[0]
        steer = _mean_steer_of_loads(found)
        return {word: rows[:, k] @ steer for k, word in enumerate(words)}

    def _loads(self, found: Equilibrium, seen: Seen) -> list[np.ndarray]:
        """Side forces at the contact points, and aligning torques, as forces and moments about the wheel centres."""
        side, turning = np.zeros(12), np.zeros(12)
        for k, (corner, wheel) in enumerate(zip(self.corners, found.wheels, strict=True)):
            force = np.array([0.0, seen[f"{corner}.tyre.Fy"], 0.0])
            side[6 * k : 6 * k + 6] = [*force, *np.cross(wheel.C - wheel.W, force)]
            turning[6 * k + 5] = seen[f"{corner}.tyre.Mz"]
        return [side, turning]


def _mean_steer_of_loads(found: Equilibrium) -> np.ndarray:
    """Gives mean steer of both wheels per load at their centres, in rad/N and rad/(N m), the wheels held in height."""
    C, z = found.C, list(UPRIGHT)
    held = C - C[:, z] @ np.linalg.solve(C[np.ix_(z, z)], C[z])
    mean = np.zeros(12)
    for k, wheel in enumerate(found.wheels):
        turn = held[6 * k + 3 : 6 * k + 6]
        e = wheel.e
        moved = np.cross(turn, e, axisa=0).T  # of the spin axis, per load
        mean += 0.5 * (e[0] * moved[1] - e[1] * moved[0]) / (e[0] ** 2 + e[1] ** 2)
    return mean


def heading_on_road(seen: Seen, corner: str) -> float:
    """Tells where a wheel heads on a level road, against the heading of the car, in rad: the body's lean and pitch
    count.
    """
    steer, lean, roll, pitch = (
        seen[name] for name in (f"{corner}.steer", f"{corner}.inclination", "vehicle.roll", "vehicle.pitch")
    )
    x, y, z = -np.sin(steer) * np.cos(lean), np.cos(steer) * np.cos(lean), np.sin(lean)  # of the spin axis, in the body
    y, z = np.cos(roll) * y - np.sin(roll) * z, np.sin(roll) * y + np.cos(roll) * z
    x = np.cos(pitch) * x + np.sin(pitch) * z
    return float(np.arctan2(-x, y))


def moving_on_road(seen: Seen, corner: str) -> float:
    """Where the contact point of a wheel moves, against the heading of the car, in rad: the car turns as a whole."""
    cosine, sine = np.cos(seen["vehicle.yaw"]), np.sin(seen["vehicle.yaw"])
    dx, dy = (seen[f"{corner}.tyre.{k}"] - seen[f"vehicle.{k}"] for k in "xy")
    along, across = cosine * dx + sine * dy, cosine * dy - sine * dx
    rate = seen["vehicle.yaw_rate"]
    return float(np.arctan2(seen["vehicle.vy"] + rate * along, seen["vehicle.vx"] - rate * across))


@dataclass(frozen=True)
class _HeldAxle:
    """An axle on its rig, held where a circle has it; on bushings it settles under its springs, without tyre forces."""

    axle: AxleModel
    compliant: bool

    def mean_steer(self, positions: Sequence[_Position]) -> np.ndarray:
        """Returns the mean steer angle of both wheels, in rad."""
        inputs = [held_axle_inputs(self.axle, each.travel, each.rack) for each in positions]
        ready, states = self._settled(inputs) if self.compliant else self._swept(inputs)
        return np.array([self._steer(ready, state) for state in states])

    def _swept(self, inputs: Sequence[Mapping[str, float]]) -> tuple[Any, Sequence[np.ndarray]]:
        ready = prepare_held_axle(self.axle)
        path = {name: [each[name] for each in inputs] for name in inputs[0]}
        found = sweep(ready, path, [dict.fromkeys(path, 1.0)], [])
        if found.status != "finished":
            raise NumericalError(f"{self.axle.model.name} cannot be moved to where the circle has it: {found.status}")
        return ready, list(found.states)

    def _settled(self, inputs: Sequence[Mapping[str, float]]) -> tuple[Any, Sequence[np.ndarray]]:
        states, ready = [], None
        for each in inputs:
            ready = prepare(self.axle.model, inputs=each, integrator=None)
            states.append(standing(ready).state)
        return ready, states

    def _steer(self, ready: Any, state: np.ndarray) -> float:
        wheels = (pose_held_wheel(ready, corner, state) for corner in self.axle.corners.values())
        return float(np.mean([np.arctan2(-wheel.e[0], wheel.e[1]) for wheel in wheels]))
