"""A bushing: elastic in all six directions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Sleeve
from jounce.parts.ends import JOINED
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.spatial.rotation import Matrix3, multiply_rotations, transpose_rotation, turn, turn_back_by_rotation
from jounce.spatial.vector import cross, negative_vector, scale_vector, vector_difference
from jounce.units import Damping6, Point, Stiffness6

DIRECTIONS = ("x", "y", "z", "rx", "ry", "rz")
PRINTED = 1e-6  # of the two diagonal terms' mean: what rounding leaves of a matrix with seven digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Bushing:
    """Six elastic freedoms between two bodies, in the axes of the parent, at `point`.

    Deflection x is the displacement of the child's point along the parent's axes and the rotation
    vector taken from the skew part of R_PC, sin(angle) times axis: exact to third order, meant for
    bushing angles. Its rate is (v, E w) with E = (tr R_PC - R_PC)/2, and f = -K x - C x' does its work
    on it: the moment is E^T times the last three of f, so that a bushing without damping keeps energy.
    `stiffness` and `damping` hold six diagonal terms or the 36 of a full matrix, row by row, x y z then
    rx ry rz; in no direction do they push, and a full stiffness is symmetric. The force acts on the child
    at its point; the opposite force acts on the parent at the same place, so that the pair has no moment.
    """

    name: str
    parent: str
    child: str
    point: Point
    stiffness: Stiffness6  # along x, y, z, about x, y, z; or all 36 of a symmetric matrix, row by row
    damping: Damping6 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # six or 36 likewise
    child_point: Point | None = None

    source = BY_DEFINITION
    ends = JOINED
    drawing = Sleeve()
    cushions = True  # it holds its child as a joint does, but for what it gives way

    def limits(self) -> Iterator[Problem]:
        return passive_bushing_matrices(self)

    def loads(self, view: View) -> Loads:
        R_P, R_C = view.axes(self.parent), view.axes(self.child)
        a = view.point(self.parent, self.point)
        b = view.point(self.child, self.child_point or self.point)
        d = vector_difference(b.r, a.r)
        w_P, w_C = view.spin(self.parent), view.spin(self.child)
        # the child's point as the parent sees it: its frame turns, and so does the distance
        d_rate = vector_difference(vector_difference(b.v, a.v), cross(w_P, d))
        R_PC = multiply_rotations(transpose_rotation(R_P), R_C)
        angle = scale_vector(0.5, (R_PC[2][1] - R_PC[1][2], R_PC[0][2] - R_PC[2][0], R_PC[1][0] - R_PC[0][1]))
        E = _rate_of_skew_part(R_PC)
        x = turn_back_by_rotation(R_P, d) + angle
        xd = turn_back_by_rotation(R_P, d_rate) + turn(E, turn_back_by_rotation(R_P, vector_difference(w_C, w_P)))
        f = tuple(-(k + c) for k, c in zip(_times(self.stiffness, x), _times(self.damping, xd), strict=True))
        m = turn_back_by_rotation(E, f[3:])  # type: ignore[arg-type]
        force, moment = turn(R_P, f[:3]), turn(R_P, m)  # type: ignore[arg-type]
        return Loads(
            balanced=True,
            pushes=(
                Push(self.child, b.r, force, moment),
                Push(self.parent, b.r, negative_vector(force), negative_vector(moment)),
            ),
            channels={
                **{k: Channel(v, "N", "force on the child, parent's axes") for k, v in _named("F", f[:3])},
                **{k: Channel(v, "N m", "moment on the child, parent's axes") for k, v in _named("M", m)},
            },
        )


def _rate_of_skew_part(R: Matrix3) -> Matrix3:
    """E in d/dt vee(R - R^T)/2 = E w, from [w] R + R^T [w] = [(tr R - R) w]."""
    trace = R[0][0] + R[1][1] + R[2][2]
    rows = [[0.5 * ((trace if i == j else 0.0) - R[i][j]) for j in range(3)] for i in range(3)]
    return tuple(map(tuple, rows))  # type: ignore[return-value]


def _times(matrix: Sequence[Scalar], x: Sequence[Scalar]) -> list[Scalar]:
    if len(matrix) == 6:
        return [k * v for k, v in zip(matrix, x, strict=True)]
    return [sum((matrix[6 * i + j] * x[j] for j in range(1, 6)), matrix[6 * i] * x[0]) for i in range(6)]


def _named(letter: str, values: Sequence[Scalar]) -> list[tuple[str, Scalar]]:
    return [(letter + axis, value) for axis, value in zip("xyz", values, strict=True)]


class BushingNumbers(Protocol):
    """Stiffness and damping of a bushing, wherever it is mounted."""

    @property
    def stiffness(self) -> tuple[Scalar, ...]: ...
    @property
    def damping(self) -> tuple[Scalar, ...] | None: ...


def passive_bushing_matrices(part: BushingNumbers) -> Iterator[Problem]:
    """A bushing gives back no more than it took: its full matrices are symmetric, and neither pushes by itself.

    Of the 36 numbers of a stiffness, the halves beside the diagonal are equal; of a damping, their means count.

    Entries have different units, which a scale for each direction takes away without changing a sign.
    """
    for name in ("stiffness", "damping"):
        terms = getattr(part, name)
        if terms is None or len(terms) != 36:
            continue  # signs of six are checked when they are read
        given = np.array(terms, float)
        matrix = given.reshape(6, 6)
        diagonal = np.sqrt(np.abs(np.diag(matrix)))
        size = np.where(diagonal > 0, diagonal, 1.0)
        scaled = matrix / np.outer(size, size)
        odd = np.abs(scaled - scaled.T)
        if name == "stiffness" and odd.max() > PRINTED:
            i, j = np.unravel_index(int(odd.argmax()), odd.shape)
            what = f"{matrix[i, j]:g} at ({DIRECTIONS[i]}, {DIRECTIONS[j]}), "
            what += f"but {matrix[j, i]:g} at ({DIRECTIONS[j]}, {DIRECTIONS[i]})"
            yield Problem(name, what, "a stiffness is symmetric: else a closed path would gain energy")
            continue
        values, vectors = np.linalg.eigh(0.5 * (scaled + scaled.T))
        if values[0] < -PRINTED:
            among = " with ".join(DIRECTIONS[i] for i in sorted(np.argsort(-np.abs(vectors[:, 0]))[:2]))
            what = f"pushes instead of resisting when {among} move together"
            limit = "off the diagonal at most the root of the product of both diagonal terms"
            yield Problem(name, what, limit)
