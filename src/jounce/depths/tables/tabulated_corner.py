"""Tables that replace a corner's linkage in the dynamics: pose, inertia of every body, lengths of its springs.

All come from the linkage on its rig, with exact derivatives: rates from the velocity rows, second rates from the
acceleration rows. Only the mixed derivative of inertias and lengths over travel and rack is taken from neighbours.
An anti-roll bar belongs to the axle: its bodies are in the tables of a corner only where a whole axle is tabulated.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from jounce.depths.tables.carrier_motion import carrier_motion
from jounce.depths.tables.tabulate import verified_table_error
from jounce.graph import Graph, interpret, lookup, lookup2
from jounce.graph.tables import Surface, Table, hermite_surface_table_data, hermite_table_data
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.assembly.names import Side
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.templates.anti_roll_bar import ROLES as BAR_ROLES
from jounce.model.vehicle import Vehicle
from jounce.parts import Body
from jounce.parts.joints.tabulated import TabulatedLinkage
from jounce.simulation.loops.pose import body_pose_columns, motions
from jounce.simulation.prepare import Prepared, prepare
from jounce.simulation.sweeps.sweep import sweep
from jounce.spatial.pose_table import DIRECTIONS, pose_table, pose_table_second_derivative
from jounce.spatial.relative_motion import RelativeMotion

NODES = (25, 9)  # of travel and rack


def linkage_tables(
    ready: Prepared,
    axle: AxleModel,
    side: Side,
    ranges: Sequence[tuple[float, float]],
    nodes: Sequence[int] = NODES,
    degree: int = 5,
    with_bar: bool = False,
) -> TabulatedLinkage:
    """Returns tables of one corner over its travel (m), or over travel and rack, the axle standing on its rig.

    `with_bar` counts arm and drop link of the anti-roll bar among the bodies of the corner.
    """
    corner = axle.corners[side]
    knots = [np.linspace(low, high, count) for (low, high), count in zip(ranges, nodes, strict=False)]
    exact = carrier_motion(ready, axle, side)
    pose = pose_table(knots, exact(knots, DIRECTIONS[len(knots)]), degree)
    found = verified_table_error(pose, exact).largest()
    moments = _Moments(ready, axle, side, knots, with_bar)
    elements = (*corner.springs, *corner.dampers, *corner.bump_stops)
    lengths = {name.rpartition(".")[2]: _length_table(knots, moments, name) for name in elements}
    between = _Moments(ready, axle, side, [0.5 * (k[1:] + k[:-1]) for k in knots])
    return TabulatedLinkage(
        knots=tuple(len(k) for k in knots),
        pose=tuple(pose.graph_data()),
        inertia=tuple(_inertia_table(knots, values) for values in moments.inertia()),
        lengths=lengths,
        pose_degree=degree,
        inertia_degree=_degree(knots),
        length_degree=_degree(knots),
        position_error=float(found.position),
        rotation_error=float(found.rotation),
        length_error=max((_length_error(lengths, between, name) for name in elements), default=0.0),
    )


def _inertia_table(knots: Sequence[np.ndarray], values: np.ndarray) -> np.ndarray:
    """Returns a table from values and first derivatives, [0: value, 1 + i: by parameter i][node ...].

    Second derivatives of inertias would need third derivatives of the motion: they are taken from the exact
    values and slopes at three neighbouring nodes, which keeps the order of the table.
    """
    if len(knots) == 1:
        return hermite_table_data(
            knots[0], values[0], values[1], pose_table_second_derivative(knots[0], values[0], values[1], 0)
        )
    by_rack = np.gradient(values[1], knots[1], axis=1, edge_order=2)
    by_travel = np.gradient(values[2], knots[0], axis=0, edge_order=2)
    mixed = 0.5 * (by_rack + by_travel)
    return hermite_surface_table_data(knots[0], knots[1], np.array([[values[0], values[2]], [values[1], mixed]]))


def _degree(knots: Sequence[np.ndarray]) -> int:
    """C2 along the travel; over travel and rack C1, as second-order equations give no higher mixed derivatives."""
    return 5 if len(knots) == 1 else 3


def _length_table(knots: Sequence[np.ndarray], moments: _Moments, name: str) -> np.ndarray:
    values, bends = moments.length(name), moments.length_bends(name)
    if len(knots) == 1:
        return hermite_table_data(knots[0], values[0], values[1], bends[0])
    mixed = 0.5 * (bends[2] - bends[0] - bends[1])
    return hermite_surface_table_data(knots[0], knots[1], np.array([[values[0], values[2]], [values[1], mixed]]))


def _length_error(lengths: dict[str, np.ndarray], between: _Moments, name: str) -> float:
    """Returns the largest difference of a tabulated length from the exact one, half-way between the nodes."""
    data, graph = lengths[name.rpartition(".")[2]], Graph()
    at = np.meshgrid(*between.knots, indexing="ij")
    q = [graph.symbol(i) for i in range(len(at))]
    sizes = [len(k) + 1 for k in between.knots]
    degree = _degree(between.knots)
    if len(q) == 1:
        node = lookup(Table(0, sizes[0], degree), q[0])
    else:
        node = lookup2(Surface(0, sizes[0], sizes[1], degree), q[0], q[1])
    (found,) = interpret([node], dict(enumerate(at)), tables=data)
    return float(np.abs(found - between.length(name)[0]).max())


class _Moments:
    """Inertia and lengths of a corner at the nodes, with their first derivatives."""

    def __init__(
        self, ready: Prepared, axle: AxleModel, side: Side, knots: Sequence[np.ndarray], with_bar: bool = False
    ):
        self.ready, self.work, self.knots = ready, ready.workspace(), knots
        corner = axle.corners[side]
        self.inputs = [name for name in (corner.travel, axle.rack) if name][: len(knots)]
        bodies = {body.name: body for body in ready.model.bodies}
        bar = set() if with_bar else {f"{corner.prefix}.{role}" for role in BAR_ROLES}
        self.links = [
            (k, bodies[link.body])
            for k, link in enumerate(ready.mechanism.links)
            if ready.model.owner(link.body).corner == corner.prefix and link.body not in bar
        ]
        self.shape = tuple(len(k) for k in knots)
        places = list(product(*(range(n) for n in self.shape)))
        path = {name: [knots[i][at[i]] for at in places] for i, name in enumerate(self.inputs)}
        self.directions = [{name: 1.0} for name in self.inputs]
        if len(knots) == 2:
            self.directions.append(dict.fromkeys(self.inputs, 1.0))
        self.sweep = sweep(ready, path, self.directions)
        self._known_places: dict[int, list[RelativeMotion]] = {}
        self._known_velocities: dict[int, list[tuple[np.ndarray, np.ndarray]]] = {}

    def length(self, name: str) -> np.ndarray:
        """Returns the length of an element, then its derivative by each parameter."""
        rows = [self.sweep.of(f"{name}.length")]
        rows += [self.sweep.of(f"{name}.rate", i) for i in range(len(self.knots))]
        return np.array(rows).reshape(-1, *self.shape)

    def length_bends(self, name: str) -> np.ndarray:
        """Returns the second derivative of an element's length along each direction: e.a + (v.v - (e.v)^2) / length."""
        part = next(part for part in self.ready.model.forces if part.name == name)
        ends = [
            (self.ready.mechanism.index(part.parent), part.point),
            (self.ready.mechanism.index(part.child), part.child_point),
        ]
        nodes, directions = range(len(self.sweep.states)), range(len(self.directions))
        rows = [[self._bend(node, direction, ends) for node in nodes] for direction in directions]
        return np.array(rows).reshape(-1, *self.shape)

    def _bend(self, node: int, direction: int, ends: list) -> float:
        (S, A), placed = self._velocities(node)[direction], self._placed(node)
        d, v, a = np.zeros(3), np.zeros(3), np.zeros(3)
        for sign, (k, point) in zip((-1.0, 1.0), ends, strict=True):
            r = np.array(placed[k].position(point) if k >= 0 else point, float)
            w, u, alpha, acceleration = (*S[k].reshape(2, 3), *A[k].reshape(2, 3)) if k >= 0 else np.zeros((4, 3))
            velocity = u + np.cross(w, r)
            d, v = d + sign * r, v + sign * velocity
            a = a + sign * (acceleration + np.cross(alpha, r) + np.cross(w, velocity))
        length = float(np.linalg.norm(d))
        e = d / length
        return float(e @ a + (v @ v - (e @ v) ** 2) / length)

    def inertia(self) -> np.ndarray:
        """Returns [column, value or derivative, node ...], columns as in `TabulatedLinkage`."""
        nodes = np.array([self._at(node) for node in range(len(self.sweep.states))])
        return np.moveaxis(nodes, 0, -1).reshape(*nodes.shape[1:], *self.shape)

    def _at(self, node: int) -> np.ndarray:
        """Returns all columns and their derivatives at one pose."""
        count = len(self.knots)
        S, A = zip(*self._velocities(node), strict=True)
        found = np.zeros((10 + 6 * count + (1 if count == 1 else 3), 1 + count))
        pairs = [(0, 0)] if count == 1 else [(0, 0), (0, 1), (1, 1)]
        for k, body in self.links:
            I = self._spatial_inertia(node, k, body)
            s = [S[i][k] for i in range(count)]
            # how column i grows with parameter j; the columns of a pose do not commute
            grows = {(i, i): A[i][k] for i in range(count)}
            if count == 2:
                both = A[2][k] - A[0][k] - A[1][k]
                twist = _motion_cross(s[1]) @ s[0]
                grows[0, 1], grows[1, 0] = 0.5 * (both + twist), 0.5 * (both - twist)
            turning = [_force_cross(s[j]) @ I - I @ _motion_cross(s[j]) for j in range(count)]
            found[:10, 0] += _ten(I)
            for j in range(count):
                found[:10, 1 + j] += _ten(turning[j])
            for i in range(count):
                rows = slice(10 + 6 * i, 16 + 6 * i)
                found[rows, 0] += I @ s[i]
                for j in range(count):
                    found[rows, 1 + j] += turning[j] @ s[i] + I @ grows[i, j]
            for n, (i, j) in enumerate(pairs):
                row = 10 + 6 * count + n
                found[row, 0] += s[i] @ I @ s[j]
                for m in range(count):
                    slope = grows[i, m] @ I @ s[j] + s[i] @ I @ grows[j, m] + s[i] @ turning[m] @ s[j]
                    found[row, 1 + m] += slope
        return found

    def _placed(self, node: int) -> list[RelativeMotion]:
        """Returns every body at a node, worked out once."""
        if node not in self._known_places:
            self._known_places[node] = motions(self.ready.mechanism, self.ready.layout, self.sweep.states[node])
        return self._known_places[node]

    def _velocities(self, node: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """Returns the velocities and accelerations at a node along each direction, worked out once."""
        if node not in self._known_velocities:
            state = self.sweep.states[node]
            self._known_velocities[node] = [self._velocity(state, rates) for rates in self.directions]
        return self._known_velocities[node]

    def _velocity(self, state: np.ndarray, rates: dict[str, float]) -> tuple[np.ndarray, np.ndarray]:
        """Returns spatial velocity and acceleration of every body for given input rates."""
        work, mechanism, layout = self.work, self.ready.mechanism, self.ready.layout
        first = min(layout.speeds.values())
        speeds = slice(first, first + len(layout.speeds))
        work.inputs[1:] = 0.0
        for name, rate in rates.items():
            work.inputs[layout.inputs[name] + 1] = rate
        moving = state.copy()
        moving[speeds] = 0.0
        found = work.matrices(moving)
        moving[speeds] = np.linalg.lstsq(found["J"], -found["gd"], rcond=None)[0]
        found = work.matrices(moving)
        second = np.linalg.lstsq(found["J"], -found["gamma"], rcond=None)[0]
        columns = body_pose_columns(mechanism, layout, moving)
        placed = motions(mechanism, layout, moving)
        bias = np.array([[*body.A[0], *body.A[1]] for body in placed], float)
        return columns @ moving[speeds], bias + columns @ second

    def _spatial_inertia(self, node: int, k: int, body: Body) -> np.ndarray:
        """Returns the spatial inertia, 6 x 6, angular first, about the ground's origin."""
        placed = self._placed(node)[k]
        R, c = np.array(placed.R, float), np.array(placed.position(body.centre), float)
        sign = 1.0 if body.products_are == "tensor entries" else -1.0
        (xx, yy, zz), (xy, yz, zx) = body.inertia, body.products
        tensor = np.array([[xx, sign * xy, sign * zx], [sign * xy, yy, sign * yz], [sign * zx, sign * yz, zz]], float)
        m, C = float(body.mass), _bracket(c)  # type: ignore[arg-type]
        return np.block([[R @ tensor @ R.T - m * C @ C, m * C], [-m * C, m * np.eye(3)]])


def _ten(I: np.ndarray) -> np.ndarray:
    """Returns mass, first moments, tensor xx yy zz xy yz zx of a 6 x 6 inertia, or of its derivative."""
    h = (I[2, 4], I[0, 5], I[1, 3])
    return np.array([I[3, 3], *h, I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[1, 2], I[2, 0]])


def _bracket(a: np.ndarray) -> np.ndarray:
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def _motion_cross(s: np.ndarray) -> np.ndarray:
    w, v = _bracket(s[:3]), _bracket(s[3:])
    return np.block([[w, np.zeros((3, 3))], [v, w]])


def _force_cross(s: np.ndarray) -> np.ndarray:
    return -_motion_cross(s).T


def linkage_kinetic_masses(vehicle: Vehicle, axle: str) -> dict[str, float]:
    """By side, as designed: twice the kinetic energy of all bodies but the wheel, per square of the travel rate."""
    rig = axle_rig(vehicle, axle, weighed=True)
    ready = prepare(rig.model, integrator=None)
    return {side: linkage_moments(ready, rig, side)[0] for side in rig.corners}


def linkage_moments(ready: Prepared, axle: AxleModel, side: Side, travel: float = 0.0) -> tuple[float, float]:
    """Returns the masses of a linkage that move with the travel and whose weight acts along it, in kg.

    These are twice the kinetic energy of all bodies but the wheel, per square of the travel rate, and their vertical
    momentum per travel rate.
    """
    columns = _Moments(ready, axle, side, [np.array([travel])], True).inertia()[10:, 0, 0]  # behind composite inertia
    return float(columns[6]), float(columns[5])
