"""Virtual work of a wheel's travel in a steady circle: which forces carry the load of the wheel.

While the car body and the steering are held, a corner can do one motion w: its wheel rises. In equilibrium all forces
together do no work on it, so the load of the wheel is known from what all others do on the way:

    Fz (z . v_C) = - sum of the work of the tyre's other forces, of springs and bars, of links that give way, and of
                     weight and inertia of what moves with the wheel

Where both wheels are on one body, the other wheel turns while this one rises, and its tyre does work as well: the loads
of all wheels are found together. Springs and bars are asked for their power at the speeds w; the tyre's forces, weights
and inertias are worked out here from poses. So the sum of the parts is a second formulation of the equations of motion,
not their output.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.linalg import null_space

from jounce.depths.car_masses import LumpedMass
from jounce.errors import NumericalError
from jounce.simulation.loops.pose import body_pose_columns, motions
from jounce.studies.budgets.travel_speeds import speeds_of_travel
from jounce.studies.driving.driving_start import SteadyMotionStart

SLOW = 1e-12  # of a rise of 1 m/s: no damping counts
SAME = 1e-8  # m/s of a wheel that shall rise by 1 m/s
LOOSE_WEIGHT = 1e-6  # of a bushing's stiffness: what else moves, as little as it can
BARS = (".anti_roll_bar", ".twist_beam")  # ends of the names of what joins both wheels
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class CornerWork:
    """What carries the load of one wheel, in N."""

    load: float  # as the tyre has it
    links: float  # by forces along the road and moments of the tyre, less what the unsprung masses need of them
    springs: float
    bars: float
    unsprung: float
    side_force: float  # N, to the left, of the tyre on what the links carry
    contact: np.ndarray  # m, ground


@dataclass(frozen=True)
class Tyre:
    """Where a tyre stands, and what the road does to it."""

    contact: np.ndarray  # m, ground
    axes: np.ndarray  # x, y, z of the road there, in rows
    force: np.ndarray  # N, along these axes
    moment: np.ndarray  # N m


class TravelWork:
    """The work of travel of each wheel of a car in a steady circle on a level road."""

    def __init__(self, start: SteadyMotionStart):
        self.start, self.car, self.ready = start, start.car, start.ready
        self.state = start.ready.state
        self.work = start.ready.workspace(start.inputs)
        self.seen = self.work.observe(self.state)
        self.layout = start.ready.layout
        self.columns = body_pose_columns(self.ready.mechanism, self.layout, self.state)
        self.placed = motions(self.ready.mechanism, self.layout, self.state)
        self.first = min(self.layout.speeds.values())
        self.speeds = self.state[self.first : self.first + len(self.layout.speeds)]

    @cached_property
    def _free(self) -> list[int]:
        return speeds_of_travel(self.car, self.layout, drive_held=True)

    @cached_property
    def _travels(self) -> dict[str, np.ndarray]:
        """Returns corner -> speeds of its travel: its wheel centre rises by 1 m/s, those of the others stay."""
        J = self.work.matrices(self.state)["J"][:, self._free]
        rows = J[np.abs(J).max(axis=1, initial=0.0) > 0.0]
        N = null_space(rows, rcond=1e-10) if len(rows) else np.eye(len(self._free))
        corners = self.car.corners
        rise = np.array([self._rise(corner) for corner in corners])[:, self._free] @ N
        given = self._giving_way() @ N
        weight = given.T @ given + LOOSE_WEIGHT * np.eye(N.shape[1])
        # the least strain of bushings, or the least motion: (weight, rise^T; rise, 0) (c, multipliers) = (0, 1)
        size, count = N.shape[1], len(corners)
        system = np.block([[weight, rise.T], [rise, np.zeros((count, count))]])
        found = np.linalg.lstsq(system, np.vstack([np.zeros((size, count)), np.eye(count)]), rcond=None)[0][:size]
        if np.abs(rise @ found - np.eye(count)).max() > SAME:
            raise NumericalError(f"{self.car.model.name}: a wheel cannot rise while the others and the car body stay")
        travels = {}
        for k, corner in enumerate(corners):
            travels[corner] = np.zeros(len(self.layout.speeds))
            travels[corner][self._free] = N @ found[:, k]
        return travels

    def _rise(self, corner: str) -> np.ndarray:
        model = self.car.corners[corner]
        return self._velocity(model.carrier, self._position(model.carrier, model.wheel_centre))[2]

    def _giving_way(self) -> np.ndarray:
        """Rates of deflection of all bushings by speeds, each times the root of its stiffness, in a common scale."""
        rows = [np.zeros((0, len(self._free)))]
        for part in self.car.model.forces:
            if getattr(part, "cushions", False):
                K: Any = np.array(part.stiffness, float)
                L = np.linalg.cholesky(K.reshape(6, 6)) if K.size == 36 else np.diag(np.sqrt(K))
                at = self._position(part.parent, part.point)
                R = self._axes(part.parent)
                moved = self._velocity(part.child, at) - self._velocity(part.parent, at)
                turned = self._turning(part.child) - self._turning(part.parent)
                rows.append(L.T @ np.vstack([R.T @ moved, R.T @ turned])[:, self._free])
        found = np.vstack(rows)
        return found / max(np.abs(found).max(initial=0.0), 1.0)

    def _index(self, body: str) -> int:
        return self.ready.mechanism.index(body)

    def _position(self, body: str, point: Any) -> np.ndarray:
        return np.array(self.placed[self._index(body)].position(point), float)

    def _axes(self, body: str) -> np.ndarray:
        return np.array(self.placed[self._index(body)].R, float)

    def _turning(self, body: str) -> np.ndarray:
        return self.columns[self._index(body), :3]

    def _velocity(self, body: str, at: np.ndarray) -> np.ndarray:
        """Returns the velocity of a body's point at a place, by speeds: [3, speed]."""
        k = self._index(body)
        return self.columns[k, 3:] + np.cross(self.columns[k, :3], at, axisa=0, axisc=0)

    def of_corners(self) -> dict[str, CornerWork]:
        """Returns what carries the load of each wheel."""
        tyres = {corner: self._tyre(corner) for corner in self._travels}
        lifts = {corner: self._contacts(w, tyres) for corner, w in self._travels.items()}
        weights = {corner: self._unsprung(w) for corner, w in self._travels.items()}
        # what the unsprung masses need of the side force does not go through the links
        needs = {corner: float(need @ tyres[corner].axes[1]) for corner, (_, need) in weights.items()}
        rises = np.array([[float(tyres[c].axes[2] @ v) for c, (v, _) in lift.items()] for lift in lifts.values()])
        works = []
        for corner, w in self._travels.items():
            powers = self._powers(w)
            bars = sum(power for name, power in powers.items() if name.endswith(BARS))
            springs = sum(power for name, power in powers.items() if self._is_spring(name))
            others = sum(powers.values()) - bars - springs
            rolled, own = 0.0, 0.0
            for each, (v_C, turning) in lifts[corner].items():
                (x, y, _), force = tyres[each].axes, tyres[each].force
                rolled += float((force[0] * x + force[1] * y) @ v_C + (tyres[each].moment @ tyres[each].axes) @ turning)
                own += needs[each] * float(y @ v_C)
            works.append([rolled - own + others, springs, bars, weights[corner][0] + own])
        parts = -np.linalg.solve(rises, np.array(works))
        found = {}
        for (corner, tyre), (links, springs, bars, unsprung) in zip(tyres.items(), parts.tolist(), strict=True):
            found[corner] = CornerWork(
                load=tyre.force[2],
                links=links,
                springs=springs,
                bars=bars,
                unsprung=unsprung,
                side_force=tyre.force[1] - needs[corner],
                contact=tyre.contact,
            )
        return found

    def _contacts(self, w: np.ndarray, tyres: Mapping[str, Tyre]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """Returns velocity of the contact point and turning of each wheel at the speeds w."""
        return {
            corner: (self._velocity(f"{corner}.wheel", tyre.contact) @ w, self._turning(f"{corner}.wheel") @ w)
            for corner, tyre in tyres.items()
        }

    def _is_spring(self, name: str) -> bool:
        return any(name in corner.elements for corner in self.car.corners.values())

    def _powers(self, w: np.ndarray) -> dict[str, float]:
        """Returns power of every element but the tyres at the speeds w; these are so slow that no damping counts."""
        names = [part.name for part in self.car.model.forces if not hasattr(part, "reads_road")]
        state = self.state.copy()
        state[self.first : self.first + len(w)] = SLOW * w
        seen = self.work.observe(state)
        return {name: seen[f"{name}.power"] / SLOW for name in names}

    def _tyre(self, corner: str) -> Tyre:
        """Returns contact, forces and moments of a tyre."""
        model = self.car.corners[corner]
        W = self._position(f"{corner}.wheel", model.wheel_centre)
        e = self._axes(model.carrier) @ np.array(model.spin_axis, float)
        down = (UP @ e) * e - UP
        down /= np.linalg.norm(down)
        contact = W + down * (W[2] - self.seen[f"{corner}.tyre.road"]) / -down[2]
        x = np.cross(e, UP) / np.linalg.norm(np.cross(e, UP))
        axes = np.array([x, np.cross(UP, x), UP])
        force, moment = (np.array([self.seen[f"{corner}.tyre.{kind}{k}"] for k in "xyz"]) for kind in ("F", "M"))
        return Tyre(contact, axes, force, moment)

    def _unsprung(self, w: np.ndarray) -> tuple[float, np.ndarray]:
        """Returns work of weight and inertia of what moves by w, and the force that accelerates it.

        In a steady circle every body turns about one vertical axis: a = r x v, and its momenta turn with it. Of a body
        that the car body carries at one end, the part counts by which its centre rises with the wheel.
        """
        rate = self.seen["vehicle.yaw_rate"] * UP
        total, need = 0.0, np.zeros(3)
        gravity = np.array(self.car.model.gravity, float)
        for body in self.car.model.bodies:
            lump = LumpedMass.of_body(body)
            centre = self._position(body.name, lump.centre)
            moved, turned = self._velocity(body.name, centre) @ w, self._turning(body.name) @ w
            acceleration = np.cross(rate, self._velocity(body.name, centre) @ self.speeds)
            R = self._axes(body.name)
            total += lump.mass * float((gravity - acceleration) @ moved)
            total -= float(np.cross(rate, self._momentum(body, R @ lump.inertia @ R.T)) @ turned)
            need += lump.mass * moved[2] * acceleration
        return total, need

    def _momentum(self, body: Any, tensor: np.ndarray) -> np.ndarray:
        """Gives angular momentum about the centre; without the spin of a body whose gyroscopic moment is neglected."""
        k = self._index(body.name)
        own = [self.layout.speeds[n.name] - self.first for n in self.ready.mechanism.links[k].speeds]
        speeds = self.speeds.copy()
        if not body.gyroscopic:
            speeds[own] = 0.0
        return tensor @ (self._turning(body.name) @ speeds)


def corner_works(start: SteadyMotionStart) -> dict[str, CornerWork]:
    """Returns what carries the load of each wheel in a steady motion."""
    return TravelWork(start).of_corners()
