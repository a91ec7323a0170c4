"""A reduced body: nodes with their masses, shapes at the nodes and at frames, and the stiffness of each shape.

This is what a body of finite elements becomes by Craig-Bampton, and what a program that gives modes ready says of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from jounce.elastic.craig_bampton import FREE, Reduction
from jounce.elastic.finite_elements import FiniteElements
from jounce.elastic.invariants import TENSOR, FrameShape, Invariants, ModalBody, invariants
from jounce.errors import Problem

Array = np.ndarray
NOISE = 1e-9  # of the largest coefficient of its kind: numbers of finite elements are not better
MOST_EDGES = 6000  # of a picture
COUPLED = 1e-6  # largest share of two shapes' inertia or stiffness that may join them


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class ReducedBody:
    """A body that bends, by shapes that are orthogonal to each other; all in SI, in the axes of the nodes."""

    name: str
    nodes: Array  # [node, 3] m
    node_mass: Array  # [node] kg, lumped
    shift: Array  # [node, shape, 3]
    stiffness: Array  # [shape]
    damping: Array  # [shape]
    kinetic: Array  # [shape]: inertia of each amplitude
    rigid: Array  # [6, 6]: inertia of the body as a rigid one about the origin, shifts first
    momentum: Array  # [6, shape]: force and moment of each amplitude's unit rate
    frames: Mapping[str, FrameShape]
    turn: Array | None = None  # [node, shape, 3]
    node_inertia: Array | None = None  # [node, 3, 3] kg m^2, of the nodes about themselves
    shortening: Array | None = None  # [node, shape, shape, 3]: nodes move by - q.B q / 2
    marks: tuple[str, ...] = ()
    stress: Array | None = None  # [mark, 6, shape]: xx yy zz xy yz zx
    edges: Array | None = None  # [edge, 2]: nodes that a picture joins, counted from 0
    reference: str = FREE
    notes: tuple[str, ...] = field(default=())

    @property
    def frequencies(self) -> Array:
        """Returns those of each shape alone, in Hz."""
        return np.sqrt(self.stiffness / self.kinetic) / (2 * np.pi)

    def slowest(self, count: int | None) -> ReducedBody:
        """Returns the body by its slowest shapes alone; by all of them where no number is given."""
        if count is None or count >= len(self.stiffness):
            return self
        keep = np.sort(np.argsort(self.frequencies, kind="stable")[:count])

        def part(array: Array | None, axis: int) -> Array | None:
            return None if array is None else np.take(array, keep, axis)

        frames = {
            name: FrameShape(f.point, f.shift[keep], f.turn[keep], part(part(f.shortening, 0), 1))
            for name, f in self.frames.items()
        }
        return replace(
            self,
            shift=self.shift[:, keep],
            turn=part(self.turn, 1),
            stiffness=self.stiffness[keep],
            damping=self.damping[keep],
            kinetic=self.kinetic[keep],
            momentum=self.momentum[:, keep],
            shortening=part(part(self.shortening, 1), 2),
            stress=part(self.stress, 2),
            frames=frames,
        )

    def rigid_figures(self) -> tuple[Array, Array]:
        """Returns the centre of mass, and the tensor about it with minus signs at the products."""
        centre, mass = _centre(self.rigid), self.rigid[0, 0]
        return centre, self.rigid[3:, 3:] - mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))

    def modal_body(self, constant: bool = False) -> ModalBody:
        """Returns what equations of motion need; with an inertia that bending does not change where `constant` says so.

        What does not depend on the amplitudes is that of the whole mass matrix; how inertia changes with the amplitudes
        is that of the lumped nodes.
        """
        shapes = range(len(self.stiffness))
        lumped = invariants(self.nodes, self.node_mass, self.shift, self.turn, self.node_inertia, self.shortening)
        exact = dict(self._constant_terms())
        changing = {} if constant else dict(_clean_terms(lumped))
        listed = exact | changing
        turns = [np.abs(self.shift[:, k]).max(initial=0.0) < 1e-9 for k in shapes]
        return ModalBody(
            invariants=Invariants(tuple(listed), tuple(listed.values())),
            stiffness=tuple(self.stiffness.tolist()),
            damping=tuple(self.damping.tolist()),
            units=tuple("rad" if turning else "m" for turning in turns),
            frames=dict(self.frames),
        )

    def _constant_terms(self) -> Iterator[tuple[str, float]]:
        """Yields the terms that do not depend on amplitudes, as the invariants list them."""
        A = self.rigid
        mass = A[0, 0]
        moments = [mass * c for c in _centre(A)]
        numbers = [mass, *moments, *(A[3 + i, 3 + j] for i, j in TENSOR)]
        scales = [mass] + 3 * [float(np.abs(A[:3, 3:]).max())] + 6 * [float(np.abs(A[3:, 3:]).max())]
        for c, (number, scale) in enumerate(zip(numbers, scales, strict=True)):
            if abs(number) > NOISE * scale:
                yield f"I.{c}", float(number)
        for c, row in enumerate((3, 4, 5, 0, 1, 2)):  # moments first
            for i, kinetic in enumerate(self.kinetic):
                if abs(self.momentum[row, i]) > NOISE * np.sqrt(kinetic * A[row, row]):
                    yield f"F.{c}.{i}", float(self.momentum[row, i])
        for i, kinetic in enumerate(self.kinetic):
            yield f"H.{i}.{i}", float(kinetic)


def _centre(rigid: Array) -> Array:
    L = rigid[3:, :3] / rigid[0, 0]
    return 0.5 * np.array([L[2, 1] - L[1, 2], L[0, 2] - L[2, 0], L[1, 0] - L[0, 1]])


def _clean_terms(found: Invariants) -> Iterator[tuple[str, float]]:
    """Yields the terms that depend on amplitudes, without those that are rounding of their kind."""
    kinds: dict[tuple[str, bool, int], float] = {}

    def kind(term: str) -> tuple[str, bool, int]:
        letter, component, *amplitudes = term.split(".")
        first = int(component) == 0 if letter == "I" else int(component) < 3
        return letter, first or (letter == "I" and int(component) < 4), len(amplitudes)

    pairs = [
        (term, number)
        for term, number in zip(found.terms, found.numbers, strict=True)
        if term[0] != "H" and len(term.split(".")) > (2 if term[0] == "I" else 3)
    ]
    for term, number in pairs:
        kinds[kind(term)] = max(kinds.get(kind(term), 0.0), abs(number))
    yield from ((term, number) for term, number in pairs if abs(number) > NOISE * kinds[kind(term)])


def reduced_body(reduction: Reduction) -> ReducedBody:
    """Returns the body with what its shapes do at nodes and frames."""
    body, shapes = reduction.body, reduction.shapes
    count = shapes.shape[1]
    node, direction = body.freedoms.T
    moves = np.zeros((len(body.nodes), 6, count))
    moves[node, direction] = shapes
    shift, turn = moves[:, :3].swapaxes(1, 2), moves[:, 3:].swapaxes(1, 2)
    lumped, inertia, note = lumped_nodes(body)
    with_turns = bool((direction >= 3).any())
    kinetic = np.einsum("ri,ri->i", shapes, body.mass @ shapes)
    stiffness = reduction.squares * kinetic
    R = body.rigid_motions()
    stress = None if body.stress is None else (body.stress @ shapes).reshape(len(body.marks), 6, count)
    notes = (*reduction.notes, *([note] if note else []), "geometric stiffening is left out: matrices do not say it")
    return ReducedBody(
        name=body.name,
        nodes=body.nodes,
        node_mass=lumped,
        node_inertia=inertia if with_turns else None,
        shift=shift,
        turn=turn if with_turns else None,
        stiffness=stiffness,
        damping=body.damping.of_modes(reduction.squares) * kinetic,
        kinetic=kinetic,
        rigid=reduction.properties.matrix,
        momentum=R.T @ (body.mass @ shapes),
        frames={
            name: FrameShape(tuple(point.tolist()), rows[:3].T.copy(), rows[3:].T.copy())
            for (name, point), rows in zip(reduction.points.items(), reduction.frame_rows.values(), strict=True)
        },
        marks=body.marks,
        stress=stress,
        edges=drawn_edges(body),
        reference=reduction.reference,
        notes=notes,
    )


def drawn_edges(body: FiniteElements) -> Array:
    """Returns pairs of nodes that stiffness joins, the shortest ones where there are more than a picture needs."""
    node, K = body.freedoms[:, 0], body.stiffness.tocoo()
    pairs = np.sort(np.column_stack([node[K.row], node[K.col]]), axis=1)
    pairs = np.unique(pairs[pairs[:, 0] < pairs[:, 1]], axis=0)
    if len(pairs) <= MOST_EDGES:
        return pairs
    lengths = np.linalg.norm(body.nodes[pairs[:, 0]] - body.nodes[pairs[:, 1]], axis=1)
    return pairs[np.sort(np.argsort(lengths, kind="stable")[:MOST_EDGES])]


def lumped_nodes(body: FiniteElements) -> tuple[Array, Array, str]:
    """Returns a mass and a tensor for each node, that add up to the body's: rows of the mass matrix summed up.

    Elements with nodes on their edges give some of them negative sums; then the diagonal is scaled to the whole mass.
    """
    node, direction = body.freedoms.T
    R = body.rigid_motions()
    felt = body.mass @ R[:, :3]
    mass = np.zeros(len(body.nodes))
    shifts = direction < 3
    np.add.at(mass, node[shifts], felt[shifts, direction[shifts]] / 3)
    note = ""
    if (mass < 0).any():
        diagonal = np.zeros(len(body.nodes))
        np.add.at(diagonal, node[shifts], body.mass.diagonal()[shifts])
        mass = diagonal * (mass.sum() / diagonal.sum())
        note = "masses of nodes are scaled from the diagonal: summed rows are negative at some nodes"
    inertia = np.zeros((len(body.nodes), 3, 3))
    own = body.mass.tocoo()
    same = (node[own.row] == node[own.col]) & (direction[own.row] >= 3) & (direction[own.col] >= 3)
    a, b = own.row[same], own.col[same]
    np.add.at(inertia, (node[a], direction[a] - 3, direction[b] - 3), own.data[same])
    return mass, inertia, note


def reduced_body_problems(body: ReducedBody) -> list[Problem]:
    """Finds what is wrong with modes that are given ready."""
    found = []
    count = len(body.stiffness)
    sizes = {
        "nodes": (body.nodes, (len(body.nodes), 3)),
        "node_mass": (body.node_mass, (len(body.nodes),)),
        "shift": (body.shift, (len(body.nodes), count, 3)),
        "turn": (body.turn, (len(body.nodes), count, 3)),
        "node_inertia": (body.node_inertia, (len(body.nodes), 3, 3)),
        "stiffness": (body.stiffness, (count,)),
        "damping": (body.damping, (count,)),
        "kinetic": (body.kinetic, (count,)),
        "rigid": (body.rigid, (6, 6)),
        "momentum": (body.momentum, (6, count)),
        "shortening": (body.shortening, (len(body.nodes), count, count, 3)),
        "stress": (body.stress, (len(body.marks), 6, count)),
    }
    for name, (array, shape) in sizes.items():
        if array is not None and array.shape != shape:
            found.append(Problem(name, f"is of shape {array.shape}", f"must be {shape}"))
        elif array is not None and not np.isfinite(array).all():
            found.append(Problem(name, "has numbers that are not finite", "write it again"))
    if found:
        return found
    for name, lowest in (("node_mass", body.node_mass), ("damping", body.damping)):
        if lowest.min(initial=0.0) < 0:
            k = int(np.argmin(lowest))
            found.append(Problem(name, f"{lowest[k]:.6g} at place {k}", "none is negative"))
    for name, positive in (("stiffness", body.stiffness), ("kinetic", body.kinetic)):
        if positive.min(initial=1.0) <= 0:
            k = int(np.argmin(positive))
            hint = "leave rigid-body modes out: the frame of the body moves with them"
            found.append(Problem(name, f"{positive[k]:.6g} of shape {k}", f"must be positive; {hint}"))
    if not count:
        found.append(Problem("shift", "there is no shape", "a body that bends has at least one"))
    if not body.rigid[0, 0] > 0 or not np.linalg.eigvalsh(body.rigid).min() >= -1e-9 * np.abs(body.rigid).max():
        found.append(Problem("rigid", f"a mass of {body.rigid[0, 0]:.6g} kg", "mass and moments are positive"))
    if not body.frames:
        found.append(Problem("frames", "there are none", "name the places where joints and forces act"))
    return found
