"""Invariants: the inertia of a body that bends, as a list of coefficients.

A node of the body has mass m, tensor J and the place r0 in the body's own frame. With amplitudes q it is at

    r = r0 + sum of Phi_i q_i - sum of B_ij q_i q_j / 2        and turned by        theta = sum of Psi_i q_i

Phi are the shapes' shifts, Psi their turns, and B the shortening: a beam that bends draws its tip in, which is what
centrifugal forces stiffen it by. With V the velocity of the frame and s the rates of q, its kinetic energy is

    T = V.Ic V / 2 + sum of s_i F_i.V + sum of H_ij s_i s_j / 2

Ic is kept to the second order in q, F to the first, H to the zeroth: all of them come from velocities to the first
order in q and s. Ic to the first order alone would be indefinite at moderate amplitudes. [Shabana 2013, chapter 5;
Wallrapp 1994]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

import numpy as np

Array = np.ndarray
NOISE = 1e-13  # of the largest coefficient of its kind: less is rounding, and would be an operation in the equations
TENSOR = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))  # entries of a symmetric matrix, as in `spatial.inertia`


@dataclass(frozen=True, slots=True)
class Invariants:
    """The inertia of a body that bends, as a sparse list: the name of each term, and its number.

    "I.c", "I.c.i", "I.c.i.j": of the composite inertia's component c (mass, three first moments, tensor xx yy zz xy
    yz zx about the body's origin) the constant, and what multiplies q_i and q_i q_j (i >= j).
    "F.c.i", "F.c.i.j": of the momentum of amplitude i, component c (three moments, three forces), the constant and
    what multiplies q_j. "H.i.j" (i >= j): of the kinetic coefficients. Terms are structure, numbers are values.
    """

    terms: tuple[str, ...]
    numbers: tuple[float, ...]

    def __getitem__(self, term: str) -> float:
        """Returns the number of a term; zero for one that is not listed."""
        return dict(zip(self.terms, self.numbers, strict=True)).get(term, 0.0)


@dataclass(frozen=True, slots=True)
class FrameShape:
    """The motion of a frame on a body that bends, for each unit of its amplitudes, in the body's own axes."""

    point: tuple[float, float, float]  # m, in the body's own frame, while nothing is bent
    shift: Array  # [mode, 3], for each unit of amplitude
    turn: Array  # [mode, 3], rad for each unit of amplitude
    shortening: Array | None = None  # [mode, mode, 3]: the frame moves by - q.B q / 2


@dataclass(frozen=True, slots=True)
class ModalBody:
    """A body that bends: its inertia, stiffness and damping of each amplitude, and frames by name.

    Amplitudes are orthogonal to each other: stiffness and damping are diagonal. Each is scaled so that its largest
    shift is 1, in m for each m; or its largest turn is 1, where it shifts nothing.
    """

    invariants: Invariants
    stiffness: tuple[float, ...]  # N/m, or N m/rad
    damping: tuple[float, ...]  # N s/m, or N m s/rad
    units: tuple[str, ...]  # of the amplitudes, "m" or "rad"
    frames: Mapping[str, FrameShape] = field(default_factory=dict)


def invariants(
    r0: Array, m: Array, Phi: Array, Psi: Array | None = None, J: Array | None = None, B: Array | None = None
) -> Invariants:
    """Returns the invariants of lumped nodes.

    r0 [node, 3], m [node], Phi [node, mode, 3]; Psi [node, mode, 3] and J [node, 3, 3] where nodes have an inertia of
    their own; B [node, mode, mode, 3], symmetric in its modes, where shortening counts: e (q.B q) / 2 of a line along e
    has B e in each entry.
    """
    Ic, F, H = _of_shifts(r0, m, Phi, np.zeros((*Phi.shape[:2], Phi.shape[1], 3)) if B is None else B)
    if Psi is not None and J is not None:
        for have, added in zip((Ic, F, H), _of_turns(Psi, J), strict=True):
            for order, part in enumerate(added):
                have[order] = have[order] + part
    listed = dict(_listed(Ic, F, H))
    return Invariants(tuple(listed), tuple(listed.values()))


Orders = list[Array]  # coefficients of 1, of q_i, of q_i q_j


def _of_shifts(r0: Array, m: Array, Phi: Array, B: Array) -> tuple[Orders, Orders, Orders]:
    n = Phi.shape[1]
    second = 0.5 * B  # r = r0 + Phi q - second q q
    one = [
        np.array([m.sum(), *(m @ r0)]),
        np.hstack([np.zeros((n, 1)), np.einsum("k,kix->ix", m, Phi)]),
        np.concatenate([np.zeros((n, n, 1)), -np.einsum("k,kijx->ijx", m, second)], axis=2),
    ]
    squares = [  # sum of m r r^T by order
        np.einsum("k,kx,ky->xy", m, r0, r0),
        _with_transposed(np.einsum("k,kx,kiy->ixy", m, r0, Phi)),
        np.einsum("k,kix,kjy->ijxy", m, Phi, Phi) - _with_transposed(np.einsum("k,kx,kijy->ijxy", m, r0, second)),
    ]
    Ic = [np.concatenate([a, _tensor_entries(_about_origin(b))], axis=-1) for a, b in zip(one, squares, strict=True)]
    moment = [
        np.einsum("k,kix->ix", m, np.cross(r0[:, None], Phi)),
        np.einsum("k,kijx->ijx", m, np.cross(Phi[:, None, :], Phi[:, :, None]))
        - np.einsum("k,kijx->ijx", m, np.cross(r0[:, None, None], B)),
    ]
    force = [np.einsum("k,kix->ix", m, Phi), -np.einsum("k,kijx->ijx", m, B)]
    F = [np.concatenate([a, b], axis=-1) for a, b in zip(moment, force, strict=True)]
    return Ic, F, [np.einsum("k,kix,kjx->ij", m, Phi, Phi)]


def _of_turns(Psi: Array, J: Array) -> tuple[Orders, Orders, Orders]:
    """Of nodes' own tensors: turned by R J R^T, with the velocity w = theta' + theta x theta' / 2."""
    n = Psi.shape[1]
    T = _brackets(Psi)  # [node, mode, 3, 3]
    first = T @ J[:, None] - J[:, None] @ T
    a, b, JJ = T[:, :, None], T[:, None, :], J[:, None, None]
    ordered = 0.5 * (a @ b @ JJ + JJ @ a @ b) - a @ JJ @ b
    tensors = [J.sum(0), first.sum(0), ordered.sum(0)]
    shapes = [(4,), (n, 4), (n, n, 4)]
    Ic = [np.concatenate([np.zeros(s), _tensor_entries(t)], axis=-1) for s, t in zip(shapes, tensors, strict=True)]
    half = 0.5 * np.cross(Psi[:, None, :], Psi[:, :, None])  # [node, i, j]: of s_i and q_j
    moment = [
        np.einsum("kxy,kiy->ix", J, Psi),
        np.einsum("kjxy,kiy->ijx", first, Psi) + np.einsum("kxy,kijy->ijx", J, half),
    ]
    F = [np.concatenate([part, np.zeros_like(part)], axis=-1) for part in moment]
    return Ic, F, [np.einsum("kix,kxy,kjy->ij", Psi, J, Psi)]


def _listed(Ic: Orders, F: Orders, H: Orders) -> Iterator[tuple[str, float]]:
    """Yields each term with its number; a pair of amplitudes is listed once, with what both orders add to it."""
    for word, orders, blocks in (
        ("I", [*Ic[:2], _paired(Ic[2])], ((0, 1), (1, 4), (4, 10))),
        ("F", F, ((0, 3), (3, 6))),
    ):
        for first, last in blocks:
            for order, c in product(orders, range(first, last)):
                least = NOISE * np.abs(order[..., first:last]).max(initial=0.0)
                for index in np.argwhere(np.abs(order[..., c]) > least):
                    yield ".".join([word, str(c), *map(str, index)]), float(order[(*index, c)])
    whole = np.tril(H[0])
    for i, j in np.argwhere(np.abs(whole) > NOISE * np.abs(whole).max(initial=0.0)):
        yield f"H.{i}.{j}", float(whole[i, j])


def _paired(second: Array) -> Array:
    """Returns the coefficients of q_i q_j for i >= j alone."""
    pairs = np.tril(np.ones(second.shape[:2])) - 0.5 * np.eye(len(second))
    return (second + second.swapaxes(0, 1)) * pairs[..., None]


def _with_transposed(a: Array) -> Array:
    return a + a.swapaxes(-1, -2)


def _about_origin(squares: Array) -> Array:
    """Returns tr(S) 1 - S of the sums S of m r r^T: tensors about the origin."""
    return np.trace(squares, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - squares


def _tensor_entries(tensor: Array) -> Array:
    whole = 0.5 * _with_transposed(tensor)
    return np.stack([whole[..., i, j] for i, j in TENSOR], axis=-1)


def _brackets(a: Array) -> Array:
    """Returns the matrices of cross products, [a]."""
    found = np.zeros((*a.shape, 3))
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        found[..., j, i], found[..., i, j] = a[..., k], -a[..., k]
    return found
