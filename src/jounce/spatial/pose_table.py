"""The pose of a body as a Hermite function of one or two parameters: C1 (cubic) or C2 (quintic).

A table stands for a linkage whose wheel travel (and rack displacement) decides every pose. Position and
rotation vector against the design pose, six numbers, are interpolated alike, from their exact derivatives at
the nodes [Houdek 2021, eq. 15-18 for the position; the rotation vector is ours]:

    p_AB(u) = H[p](u)        R_AB(u) = R_design exp [H[r](u)]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import nan, perm, radians
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.graph.tables import (
    hermite_surface_table_data,
    hermite_table_data,
    hermite_table_patches,
    hermite_table_pieces,
)
from jounce.spatial.body_motion import BodyMotion
from jounce.spatial.rotation_vector import (
    angular_motion_of_rotation_vector,
    rotation_of_rotation_vector,
    rotation_vector_angle,
    rotation_vector_of_rotation,
    rotation_vector_rates,
)

CHANNELS = ("p_x", "p_y", "p_z", "r_x", "r_y", "r_z")  # m, and rad in the axes of the design pose
# lines through the parameters along which a table wants the motion at its nodes; the third, by polarisation,
# gives the mixed derivative without differencing
DIRECTIONS = {1: ((1.0,),), 2: ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))}
MOST_TURN = radians(170)  # beyond, the rotation vector has no reliable direction


@dataclass(frozen=True, eq=False, kw_only=True)
class PoseTable:
    """Nodes of a body's pose; `with_errors` adds what was found when it was compared with the exact motion."""

    knots: tuple[np.ndarray, ...]  # of each parameter, rising
    nodes: np.ndarray  # [order by u, (order by v,) knot of u, (knot of v,) channel]
    R_design: np.ndarray  # R_AB where the rotation vector is zero
    position_error: float = nan  # m, largest distance from the exact position
    rotation_error: float = nan  # rad, largest angle from the exact rotation

    @property
    def degree(self) -> int:
        return 2 * len(self.nodes) - 1

    @property
    def node_count(self) -> int:
        return int(np.prod([len(knots) for knots in self.knots]))

    def with_errors(self, position: float, rotation: float) -> PoseTable:
        return replace(self, position_error=position, rotation_error=rotation)

    def pose(self, *at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """p_AB and R_AB at the given parameters; arrays of one shape, which the answer keeps."""
        x = self.channels(at, (0,) * len(at))
        return x[..., :3], self.R_design @ rotation_of_rotation_vector(x[..., 3:])

    def motion(
        self, at: Sequence[np.ndarray], rates: Sequence[Any], second_rates: Sequence[Any] | None = None
    ) -> BodyMotion:
        """Pose, velocity and acceleration when the parameters change at the given rates."""
        count = len(self.knots)
        unit = np.eye(count, dtype=int)
        first = [self.channels(at, tuple(unit[i])) for i in range(count)]
        x = self.channels(at, (0,) * count)
        rate = [np.asarray(value, float)[..., None] for value in rates]
        xd = sum(first[i] * rate[i] for i in range(count))
        xdd = np.zeros_like(x)
        for i in range(count):
            for j in range(count):
                xdd = xdd + self.channels(at, tuple(unit[i] + unit[j])) * rate[i] * rate[j]
            if second_rates is not None:
                xdd = xdd + first[i] * np.asarray(second_rates[i], float)[..., None]
        r = x[..., 3:]
        R = self.R_design @ rotation_of_rotation_vector(r)
        w, alpha = (
            (R @ turn[..., None])[..., 0] for turn in angular_motion_of_rotation_vector(r, xd[..., 3:], xdd[..., 3:])
        )
        return BodyMotion(x[..., :3], R, xd[..., :3], w, xdd[..., :3], alpha)

    def graph_data(self) -> list[np.ndarray]:
        """The numbers that a LOOKUP reads, one array for each of CHANNELS (`graph.tables`)."""
        channels = np.moveaxis(self.nodes, -1, 0)
        if len(self.knots) == 1:
            return [hermite_table_data(self.knots[0], *orders) for orders in channels]
        return [hermite_surface_table_data(self.knots[0], self.knots[1], orders) for orders in channels]

    @cached_property
    def _pieces(self) -> np.ndarray:
        """Coefficients [piece of u, power of u, (piece of v, power of v,) channel]."""
        if len(self.knots) == 1:
            return hermite_table_pieces(self.knots[0], self.nodes)
        return hermite_table_patches(self.knots[0], self.knots[1], self.nodes)

    def channels(self, at: Sequence[np.ndarray], orders: tuple[int, ...]) -> np.ndarray:
        """The six channels, differentiated as often as `orders` says by each parameter."""
        given = np.broadcast_arrays(*(np.asarray(value, float) for value in at))
        places, powers = [], []
        for knots, value, order in zip(self.knots, given, orders, strict=True):
            piece = np.searchsorted(knots, value.ravel(), side="right")
            distance = value.ravel() - np.concatenate([knots[:1], knots])[piece]
            places.append(piece)
            powers.append(_powers(distance, self.degree, order))
        if len(places) == 1:
            found = np.einsum("ma,mac->mc", powers[0], self._pieces[places[0]])
        else:
            patches = self._pieces[places[0], :, places[1]]
            found = np.einsum("ma,mb,mabc->mc", *powers, patches)
        values: np.ndarray = found.reshape(*given[0].shape, len(CHANNELS))
        return values


def pose_table(
    knots: Sequence[np.ndarray], motions: Sequence[BodyMotion], degree: int = 5, R_design: np.ndarray | None = None
) -> PoseTable:
    """A table from the exact motion at its nodes, along each of DIRECTIONS.

    Of a C2 surface the derivatives of third and fourth order (u u v, u v v, u u v v) are not in any second-order
    equation. They are taken from the exact lower ones at three neighbouring nodes, which spoils neither
    the order of the error, six, nor the continuity, which holds for any values that the patches share.
    """
    steps = tuple(np.array(values, float) for values in knots)
    R_0 = np.eye(3) if R_design is None else np.array(R_design, float)
    _check(steps, motions, R_0)
    x, first, second = _derivatives(motions, R_0)
    if len(steps) == 1:
        return PoseTable(knots=steps, nodes=np.stack([x, first[0], second[0]])[: (degree + 1) // 2], R_design=R_0)
    mixed = (second[2] - second[0] - second[1]) / 2
    if degree == 3:
        nodes = np.array([[x, first[1]], [first[0], mixed]])
    else:
        uuv = pose_table_second_derivative(steps[0], first[1], mixed, axis=0)
        uvv = pose_table_second_derivative(steps[1], first[0], mixed, axis=1)
        uuvv = pose_table_second_derivative(steps[1], second[0], uuv, axis=1)
        nodes = np.array([[x, first[1], second[1]], [first[0], mixed, uvv], [second[0], uuv, uuvv]])
    return PoseTable(knots=steps, nodes=nodes, R_design=R_0)


def _derivatives(
    motions: Sequence[BodyMotion], R_design: np.ndarray
) -> tuple[np.ndarray, list[np.ndarray], list[np.ndarray]]:
    """The channels, and along each direction their first and second derivatives."""
    R = motions[0].R
    r = rotation_vector_of_rotation(R_design.T @ R)
    first, second = [], []
    for motion in motions:
        w, alpha = ((np.swapaxes(R, -1, -2) @ turn[..., None])[..., 0] for turn in (motion.w, motion.alpha))
        rd, rdd = rotation_vector_rates(r, w, alpha)
        first.append(np.concatenate([motion.v, rd], axis=-1))
        second.append(np.concatenate([motion.a, rdd], axis=-1))
    return np.concatenate([motions[0].p, r], axis=-1), first, second


def pose_table_second_derivative(x: np.ndarray, y: np.ndarray, d: np.ndarray, axis: int) -> np.ndarray:
    """y'' at each knot from the polynomial through value and slope at three knots; the error falls as h^4."""
    y, d = np.moveaxis(y, axis, 0), np.moveaxis(d, axis, 0)
    width = min(3, len(x))
    found = np.empty_like(y)
    for k in range(len(x)):
        start = min(max(k - 1, 0), len(x) - width)
        near = slice(start, start + width)
        scale = x[near][-1] - x[near][0]
        t = (x[near] - x[k]) / scale
        conditions = np.concatenate([_powers(t, 2 * width - 1, order) for order in (0, 1)])
        weights = 2 * np.linalg.inv(conditions)[2] / scale**2  # of the coefficient of t^2
        found[k] = np.tensordot(weights, np.concatenate([y[near], scale * d[near]]), axes=1)
    return np.moveaxis(found, 0, axis)


def _powers(x: np.ndarray, degree: int, order: int) -> np.ndarray:
    """[x^0 ... x^degree] for each x, differentiated `order` times."""
    return np.stack([perm(k, order) * x ** max(k - order, 0) for k in range(degree + 1)], axis=-1)


def _check(knots: tuple[np.ndarray, ...], motions: Sequence[BodyMotion], R_design: np.ndarray) -> None:
    """Refuse what no table can stand for, all of it at once."""
    problems = []
    for name, values in zip("uv", knots, strict=False):
        if values.ndim != 1 or len(values) < 2 or not np.all(np.diff(values) > 0):
            problems.append(Problem(f"knots.{name}", "not rising", "at least two numbers, each above the one before"))
    if not all(np.isfinite(part).all() for motion in motions for part in motion):
        problems.append(Problem("motion", "not finite at every node", "let the range end before the linkage locks"))
    else:
        most = float(np.max(rotation_vector_angle(R_design, motions[0].R)))
        if most > MOST_TURN:
            what = f"the body turns by {np.degrees(most):.1f} deg from the design pose"
            problems.append(Problem("motion", what, f"at most {np.degrees(MOST_TURN):.0f} deg"))
    if problems:
        raise ModelError("pose table", problems)
