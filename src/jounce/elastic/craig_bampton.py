"""Craig-Bampton: a body of finite elements by few shapes, exact for loads at its interface.

Static shapes are what the body does when one interface coordinate is moved by one and the others are held; to these
come modes of the body with all its interface held. [Craig, Bampton 1968] From both, shapes are made that are orthogonal
to each other and to rigid motions: either those of the free body, or those of the body held at one of its frames.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy import linalg, sparse
from scipy.sparse import linalg as sparse_linalg

from jounce.elastic.body_checks import body_problems, without_idle_rows
from jounce.elastic.finite_elements import FiniteElements, MassProperties, mass_properties
from jounce.errors import ModelError, Problem, did_you_mean

Array = np.ndarray
SMALL = 1500  # rows up to which eigenvalues are found in whole matrices
FREE = "free"  # the reference of shapes that no frame is held in
FASTEST_WAVE = 2e4  # m/s: no material carries sound faster; diamond 1.8e4, steel 5e3
WITHOUT_MASS = 1e-13  # of the slowest mode's 1/w^2: modes below have no mass of their own
NEGATIVE = 1e-9  # of the slowest mode's 1/w^2: rounding of texts
HELD_MODES = 200  # at most, of bodies too large for whole matrices


@dataclass(frozen=True, eq=False, slots=True)
class Reduction:
    """A body of finite elements and the shapes that stand for it."""

    body: FiniteElements
    reference: str  # `free`, or the frame in which shapes vanish
    shapes: Array  # [row of the body, shape]
    squares: Array  # [shape], squares of circular frequencies
    fixed: Array  # Hz, of the modes with all the interface held that were kept
    free: Array  # Hz, of the reduced body, free in space
    points: dict[str, Array]  # m, of the frames
    frame_rows: dict[str, Array]  # [6, shape] of each frame: shifts, then turns
    properties: MassProperties
    notes: tuple[str, ...] = field(default=())

    @property
    def frequencies(self) -> Array:
        """Returns those of the shapes, in Hz."""
        return np.sqrt(self.squares) / (2 * np.pi)


def reduce_body(body: FiniteElements, modes: int = 6, reference: str = FREE, most: int | None = None) -> Reduction:
    """Returns a body by its static shapes and `modes` modes with the interface held, or all there are if fewer.

    `reference` names the frame that the shapes leave in place; the shapes of a free body move all of them. With `most`,
    only so many of the resulting shapes are kept, the slowest ones: loads at the interface are then not exact.
    """
    problems = body_problems(body)
    problems += wrong_reduction(body, modes, reference, most)
    if problems:
        raise ModelError(body.source or body.name, problems)
    try:
        reduction = _reduced(body, modes, reference, most)
    except _NotPositive as fault:
        what = f"some motion of the body has a negative or no {fault}"
        raise ModelError(body.source or body.name, [Problem(str(fault), what, "write the matrix again")]) from None
    if problems := _too_stiff(reduction):
        raise ModelError(body.source or body.name, problems)
    return reduction


class _NotPositive(ValueError):
    """A matrix, by its name, for which some motion has an energy that is not positive."""


def _reduced(body: FiniteElements, modes: int, reference: str, most: int | None) -> Reduction:
    rows, note = without_idle_rows(body)
    parts = _Parts(body, rows)
    squares, held = parts.held_modes(modes)
    basis = parts.basis(held)
    M, K = (_sandwich(basis, matrix[rows][:, rows]) for matrix in (body.mass, body.stiffness))
    R = np.zeros((basis.shape[1], 6))
    R[: 6 * len(parts.points)] = parts.rigid_interface()
    free_squares, free_shapes = _eigen(M, K, linalg.null_space((M @ R).T))
    if reference == FREE:
        found, shapes = free_squares, free_shapes
    else:
        at = 6 * list(parts.points).index(reference)
        others = np.delete(np.eye(len(M)), np.s_[at : at + 6], axis=1)
        found, shapes = _eigen(M, K, others)
    found, shapes = found[:most], shapes[:, :most]
    whole = np.zeros((len(body.freedoms), shapes.shape[1]))
    whole[rows] = basis @ shapes
    scales = _scales(body, whole)
    return Reduction(
        body=body,
        reference=reference,
        shapes=whole * scales,
        squares=found,
        fixed=np.sqrt(squares) / (2 * np.pi),
        free=np.sqrt(free_squares) / (2 * np.pi),
        points=parts.points,
        frame_rows={name: (shapes * scales)[6 * k : 6 * k + 6] for k, name in enumerate(parts.points)},
        properties=mass_properties(body),
        notes=tuple(word for word in (note, *parts.notes) if word),
    )


def wrong_reduction(body: FiniteElements, modes: int, reference: str, most: int | None) -> list[Problem]:
    """Finds what is wrong with what is asked for."""
    found = []
    if isinstance(modes, bool) or modes < 0 or modes != int(modes):
        found.append(Problem("modes", f"{modes} is no number of modes", "0 keeps the static shapes alone"))
    if len(body.frames) == 1 and not modes:
        what = "one frame and no mode leave no shape: a body that is held at one place has no static ones"
        found.append(Problem("modes", what, "at least 1, or another frame"))
    if most is not None and (isinstance(most, bool) or most < 1 or most != int(most)):
        found.append(Problem("most", f"{most} is no number of shapes", "at least 1"))
    if reference != FREE and reference not in body.frames:
        known = [FREE, *body.frames]
        what = f"there is no frame '{reference}'.{did_you_mean(reference, known)}"
        found.append(Problem("reference", what, f"known: {', '.join(known)}"))
    return found


class _Parts:
    """The rows of a body, apart into interface and interior, with frames in place of the nodes that carry them."""

    def __init__(self, body: FiniteElements, rows: Array):
        self.body = body
        freedoms = body.freedoms[rows]
        self.notes: list[str] = []
        self.points = {name: body.nodes[list(nodes)].mean(axis=0) for name, nodes in body.frames.items()}
        carried = np.isin(freedoms[:, 0], [node for nodes in body.frames.values() for node in nodes])
        self.interior = np.flatnonzero(~carried)
        self.carriers = np.flatnonzero(carried)
        self.T = self._carried(freedoms[self.carriers])
        for name, nodes in body.frames.items():
            if len(nodes) > 1:
                self.notes.append(f"interface.{name} holds {len(nodes)} nodes like a rigid piece")
        mass, stiffness = (matrix[rows][:, rows] for matrix in (body.mass, body.stiffness))
        i, c = self.interior, self.carriers
        self.Kii, self.Mii = stiffness[i][:, i].tocsc(), mass[i][:, i].tocsc()
        self.Kib = (stiffness[i][:, c] @ self.T).tocsc()
        self.solve = _factor(self.Kii, body) if len(i) else None

    def _carried(self, freedoms: Array) -> sparse.csr_array:
        """Returns how rows at the interface move with the frames' coordinates."""
        owner = {node: k for k, nodes in enumerate(self.body.frames.values()) for node in nodes}
        points = list(self.points.values())
        T = np.zeros((len(freedoms), 6 * len(points)))
        for row, (node, direction) in enumerate(freedoms.tolist()):
            k = owner[node]
            T[row, 6 * k + direction] = 1.0
            if direction < 3:
                lever = self.body.nodes[node] - points[k]
                T[row, 6 * k + 3 : 6 * k + 6] = np.cross(np.eye(3), lever)[:, direction]
        return sparse.csr_array(T)

    def held_modes(self, count: int) -> tuple[Array, Array]:
        """Returns squares of circular frequencies and shapes of the slowest modes with the interface held."""
        size = len(self.interior)
        count = min(count, size)
        if not count:
            return np.zeros(0), np.zeros((size, 0))
        if size <= SMALL:
            squares, shapes = _eigen(self.Mii.toarray(), self.Kii.toarray(), None)
            return squares[:count], shapes[:, :count]
        count = min(count, HELD_MODES)
        inverse = sparse_linalg.LinearOperator(self.Kii.shape, matvec=self.solve, dtype=float)
        start = np.ones(size)  # the same numbers at each run
        squares, shapes = sparse_linalg.eigsh(
            self.Kii, count, self.Mii, sigma=0.0, which="LM", OPinv=inverse, v0=start, tol=1e-12
        )
        order = np.argsort(squares)
        return squares[order], shapes[:, order]

    def basis(self, held: Array) -> Array:
        """Returns static shapes and held modes as columns: coordinates of frames first, then those of modes."""
        frames = self.T.shape[1]
        found = np.zeros((len(self.interior) + len(self.carriers), frames + held.shape[1]))
        found[np.ix_(self.carriers, np.arange(frames))] = self.T.toarray()
        if self.solve is not None:
            found[np.ix_(self.interior, np.arange(frames))] = -self.solve(self.Kib.toarray())
        found[self.interior, frames:] = held
        return found

    def rigid_interface(self) -> Array:
        """Returns how the frames' coordinates move with the six rigid motions."""
        return np.vstack([np.block([[np.eye(3), _lever(point)], [np.zeros((3, 3)), np.eye(3)]])
                          for point in self.points.values()])  # fmt: skip


def _lever(point: Array) -> Array:
    """Returns the columns axis x point."""
    return np.cross(np.eye(3), point).T


def _factor(K: sparse.csc_array, body: FiniteElements):  # type: ignore[no-untyped-def]
    """Returns what solves with the stiffness of the held interior; a part that still moves freely is refused."""
    try:
        factors = sparse_linalg.splu(K, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
                                     options={"SymmetricMode": True})  # fmt: skip
        pivots = factors.U.diagonal()
    except RuntimeError:
        pivots = np.zeros(1)
    if (pivots <= 1e-14 * np.abs(pivots).max(initial=1e-300)).any():
        what = "with the interface held, some part of the body still moves without resistance, or gives way"
        raise ModelError(
            body.source or body.name, [Problem("stiffness", what, "look for hinges and for parts that are not joined")]
        )
    return factors.solve


def _sandwich(basis: Array, matrix: sparse.csr_array) -> Array:
    found = basis.T @ (matrix @ basis)
    return 0.5 * (found + found.T)


def _eigen(M: Array, K: Array, within: Array | None) -> tuple[Array, Array]:
    """Returns squares of circular frequencies, rising, and shapes of unit inertia, of combinations of columns.

    M v = K v / w^2: the slowest modes come first and exact, and rows without mass do no harm.
    """
    Z = np.eye(len(M)) if within is None else within
    M, K = Z.T @ M @ Z, Z.T @ K @ Z
    if not len(K):
        return np.zeros(0), np.zeros((len(Z), 0))
    if not (np.diag(K) > 0).all():
        raise _NotPositive("stiffness")
    D = 1 / np.sqrt(np.diag(K))  # of shifts and turns alike
    try:
        inverse, v = linalg.eigh(D[:, None] * M * D, D[:, None] * K * D)
    except linalg.LinAlgError:
        raise _NotPositive("stiffness") from None
    inverse, v = inverse[::-1], v[:, ::-1]
    if inverse[-1] < -NEGATIVE * inverse[0]:
        raise _NotPositive("mass")
    kept = inverse > WITHOUT_MASS * inverse[0]
    return 1 / inverse[kept], (Z @ (D[:, None] * v[:, kept])) / np.sqrt(inverse[kept])


def _scales(body: FiniteElements, shapes: Array) -> Array:
    """Returns factors that make the largest shift of each shape 1 and positive; of one that only turns, its turn."""
    sizes = np.abs(shapes).max(axis=0, initial=0.0)
    shifts = body.freedoms[:, 1] < 3
    found = []
    for k in range(shapes.shape[1]):
        amounts = np.where(shifts, shapes[:, k], 0.0)
        if np.abs(amounts).max() < 1e-9 * sizes[k]:
            amounts = shapes[:, k]
        found.append(1 / amounts[np.argmax(np.abs(amounts) > (1 - 1e-9) * np.abs(amounts).max())])
    return np.array(found)


def _too_stiff(reduction: Reduction) -> list[Problem]:
    """Finds numbers that no material has: units of lengths, masses and forces that do not belong together."""
    extent = float(np.linalg.norm(np.ptp(reduction.body.nodes, axis=0)))
    if len(reduction.free) and reduction.free[0] * extent > FASTEST_WAVE:
        what = f"the first mode of the free body is at {reduction.free[0]:.4g} Hz, and it is {extent:.4g} m long"
        hint = "sound would be faster than in any material: look at the units of lengths, masses and forces"
        return [Problem("units", what, hint)]
    return []
