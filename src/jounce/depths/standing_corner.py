"""How the left wheel of an axle stands and moves where the car stands, and the hinge of a functional corner for it.

A car may stand far from its design position (hmmwv by 0.1 m), where rates and angles are others: hinge, spin axis and
king-pin are found where the wheel stands, and turned back about the hinge to where a file has them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.depths.tables.tabulated_corner import linkage_moments
from jounce.model.assembly.names import Side
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.vehicle import Vehicle
from jounce.simulation.prepare import prepare
from jounce.simulation.sweeps.sweep import sweep
from jounce.spatial.rotation import rotation_about

STRAIGHT, FLAT = 1e-3, 0.02  # rad/m below which a wheel slides straight; dy/dz below which a contact moves upright


@dataclass(frozen=True, kw_only=True)
class WheelHinge:
    """How a wheel of the left side moves per m of travel where it stands, and the hinge that moves it so."""

    rest: float  # m, of the wheel centre above its design position
    centre: np.ndarray  # m, of the wheel where it stands
    w: np.ndarray  # rad/m, of the hinge
    v: np.ndarray  # m/m, of the wheel centre on the hinge
    true_w: np.ndarray  # rad/m, of the linkage

    def straight(self) -> bool:
        """Tells whether the wheel does not turn as it moves."""
        return float(np.linalg.norm(self.w)) < STRAIGHT

    def point(self) -> np.ndarray:
        """Returns the point of the hinge nearest to the wheel centre."""
        found: np.ndarray = self.centre + np.cross(self.w, self.v) / float(self.w @ self.w)
        return found

    def moved(self, at: np.ndarray, travel: float) -> np.ndarray:
        """Returns where a point that moves with the wheel is at a travel, from where it is at rest."""
        lift = travel - self.rest
        if self.straight():
            return at + lift / float(self.v[2]) * self.v
        hinge, axis = self.point(), self.w / np.linalg.norm(self.w)
        turn = np.array(rotation_about(tuple(axis), self._turn(hinge, axis, lift)), float)
        found: np.ndarray = hinge + turn @ (at - hinge)
        return found

    def _turn(self, hinge: np.ndarray, axis: np.ndarray, lift: float) -> float:
        """Returns the angle about the hinge that lifts the wheel centre.

        With the arm d to the centre and its rate u = axis x d, the height is d_z cos t + u_z sin t.
        """
        arm = self.centre - hinge
        up, rate = float(arm[2]), float(np.cross(axis, arm)[2])
        return float(np.arctan2(rate, up) - np.arccos((up + lift) / np.hypot(up, rate)))


@dataclass(frozen=True, kw_only=True)
class StandingCorner:
    """The left corner of an axle where the car stands."""

    prefix: str  # "front_left"
    hinge: WheelHinge
    spin_axis: np.ndarray  # unit, to the left
    kingpin: tuple[np.ndarray, np.ndarray]  # lower and upper point; upright in the wheel centre where it is virtual
    kinetic_mass: float  # kg: twice the kinetic energy of all links, per square of the travel's rate
    weight: float  # kg: the mass of links whose weight acts along the travel


def standing_corner(vehicle: Vehicle, name: str, rest: float) -> StandingCorner:
    """Moves an axle on its rig to `rest` above the design position, and reads how its left wheel stands and moves."""
    rig = axle_rig(vehicle, name, weighed=True)
    ready = prepare(rig.model, integrator=None)
    moved = sweep(ready, {c.travel: [rest] for c in rig.corners.values()}, [{rig.corners[Side.LEFT].travel: 1.0}])
    corner = rig.corners[Side.LEFT]

    def at(point: str, quantity: str = "position") -> np.ndarray:
        return np.array([float(moved.of(f"{corner.prefix}.{point}.{quantity}_{axis}")[0]) for axis in "xyz"])

    centre, v = at("centre"), at("centre", "velocity")
    e, ahead = at("spindle") - centre, at("mark") - centre
    by_e, by_a = at("spindle", "velocity") - v, at("mark", "velocity") - v
    n, by_n = np.cross(e, ahead), np.cross(by_e, ahead) + np.cross(e, by_a)
    w = 0.5 * (np.cross(e, by_e) + np.cross(ahead, by_a) + np.cross(n, by_n))
    low, high = centre, centre + np.array([0.0, 0.0, 1.0])
    if corner.steering_axis is not None:
        low, high = sorted((at("axis_low"), at("axis_high")), key=lambda point: float(point[2]))
    kinetic, weight = linkage_moments(ready, rig, Side.LEFT, rest)
    return StandingCorner(
        prefix=corner.prefix,
        hinge=_fitted_hinge(w, v, centre, e, float(corner.tyre_radius), rest),  # type: ignore[arg-type]
        spin_axis=e,
        kingpin=(low, high),
        kinetic_mass=kinetic,
        weight=weight,
    )


def _fitted_hinge(
    w: np.ndarray, v: np.ndarray, centre: np.ndarray, e: np.ndarray, radius: float, rest: float
) -> WheelHinge:
    """Fits a hinge to the motion of a wheel, with w the turn and v the way of its centre for each m of travel.

    A turn about an axis moves no point along it: w.v = 0. A linkage moves the wheel along it too. So the carrier turns
    by s more about the spin axis e, which changes neither camber nor toe, and its centre goes further along x by
    s R / a_x, which leaves the way along a, ahead of the wheel, that the contact point goes when the wheel is braked:

        (w + s e).(v + s R / a_x x) = 0

    Where the contact moves upright, the way along x is chosen alone.
    """
    about: dict[str, Any] = {"rest": rest, "centre": centre, "true_w": w}
    if float(np.linalg.norm(w)) < STRAIGHT:
        return WheelHinge(w=np.zeros(3), v=v, **about)
    X, along, lever = np.array([1.0, 0.0, 0.0]), float(w @ v), radius * float(np.hypot(e[0], e[1])) / float(e[1])
    jacking = float(e @ v + lever * w[0])
    left = jacking**2 - 4.0 * lever * float(e[0]) * along  # of the quadratic equation for s
    if abs(jacking) > FLAT and left > 0.0:
        s = -2.0 * along / (jacking + float(np.copysign(np.sqrt(left), jacking)))
        return WheelHinge(w=w + s * e, v=v + s * lever * X, **about)
    if abs(w[0]) > STRAIGHT:
        return WheelHinge(w=w, v=v - along / w[0] * X, **about)
    return WheelHinge(w=w - np.array([0.0, 0.0, along / v[2]]), v=v, **about)
