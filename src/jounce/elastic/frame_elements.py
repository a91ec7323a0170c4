"""Frame elements: straight Euler-Bernoulli pieces in space, with consistent mass, as makers of bodies that bend.

A node has six freedoms: shifts along the axes of the body, then turns about them. In the element's own axes, x from
its first node to its second, shapes are linear for stretch and twist and cubic for bending. Shear deformation and the
rotary inertia of bending are left out. [Przemieniecki 1968, sections 5.6 and 11.4]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import sparse

from jounce.elastic.finite_elements import FiniteElements

Array = np.ndarray
SIX = 6  # freedoms of a node
ALONG_Z = ((1, 1.0), (5, 1.0), (7, 1.0), (11, 1.0))  # bending that moves along y and turns about z
ALONG_Y = ((2, 1.0), (4, -1.0), (8, 1.0), (10, -1.0))  # along z, about y: a turn about y lowers what lies ahead


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameSection:
    """What a piece is made of: stiffness, density, and the figures of its cross section."""

    E: float  # N/m^2
    G: float  # N/m^2
    density: float  # kg/m^3
    area: float  # m^2
    Iy: float  # m^4, for bending along the section's z
    Iz: float  # m^4, for bending along the section's y
    J: float  # m^4, of torsion

    @classmethod
    def round_bar(cls, diameter: float, E: float, nu: float, density: float) -> FrameSection:
        """Returns the section of a solid round bar."""
        area, second = np.pi * diameter**2 / 4, np.pi * diameter**4 / 64
        return cls(E=E, G=E / (2 + 2 * nu), density=density, area=area, Iy=second, Iz=second, J=2 * second)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Frame:
    """Straight pieces between nodes: a beam, a bar with arms, a subframe."""

    nodes: Array  # [node, 3] m
    pieces: Sequence[tuple[int, int]]  # nodes that each joins
    sections: Sequence[FrameSection]  # of each piece
    up: tuple[float, float, float] = (0.0, 0.0, 1.0)  # near which the sections' z lies; not along any piece

    def axes(self, piece: int) -> tuple[float, Array]:
        """Returns the length of a piece, and its own axes as rows."""
        a, b = self.pieces[piece]
        along = self.nodes[b] - self.nodes[a]
        length = float(np.linalg.norm(along))
        y = np.cross(self.up, along)
        x, y = along / length, y / np.linalg.norm(y)
        return length, np.array([x, y, np.cross(x, y)])

    def matrices(self) -> tuple[sparse.csr_array, sparse.csr_array]:
        """Returns mass and stiffness of the whole, six rows for each node."""
        rows, columns = [], []
        masses: list[Array] = []
        stiffnesses: list[Array] = []
        for k, (a, b) in enumerate(self.pieces):
            length, axes = self.axes(k)
            turned = np.kron(np.eye(4), axes)
            places = np.r_[SIX * a : SIX * a + SIX, SIX * b : SIX * b + SIX]
            rows.append(np.repeat(places, 12))
            columns.append(np.tile(places, 12))
            for matrices, own in ((masses, frame_element_mass), (stiffnesses, frame_element_stiffness)):
                matrix = turned.T @ own(self.sections[k], length) @ turned
                matrices.append((0.5 * (matrix + matrix.T)).ravel())  # symmetric to the last bit
        where, size = (np.concatenate(rows), np.concatenate(columns)), SIX * len(self.nodes)
        mass, stiffness = (
            sparse.coo_array((np.concatenate(values), where), shape=(size, size)).tocsr()
            for values in (masses, stiffnesses)
        )
        return mass, stiffness

    def fibre_stress(self, piece: int, end: int, fibre: tuple[float, float]) -> Array:
        """Returns the row that gives the axial stress of a fibre (y, z of the section) at an end of a piece, in N/m^2
        for shifts and turns of all nodes."""
        length, axes = self.axes(piece)
        y, z = fibre
        row = np.zeros(12)
        row[[0, 6]] = -1 / length, 1 / length
        bends = np.array([-6, -4 * length, 6, -2 * length]) / length**2  # of the cubic at its first end
        if end:
            bends = np.array([6, 2 * length, -6, 4 * length]) / length**2
        for offset, places in ((y, ALONG_Z), (z, ALONG_Y)):
            for bend, (place, sign) in zip(bends, places, strict=True):
                row[place] -= offset * bend * sign
        whole = np.zeros(SIX * len(self.nodes))
        a, b = self.pieces[piece]
        whole[np.r_[SIX * a : SIX * a + SIX, SIX * b : SIX * b + SIX]] = (
            self.sections[piece].E * row @ np.kron(np.eye(4), axes)
        )
        return whole

    def body(self, name: str, frames: Mapping[str, int | Sequence[int]], **more: object) -> FiniteElements:
        """Returns the frame as data of finite elements, with interface frames at nodes that are counted from 0."""
        mass, stiffness = self.matrices()
        count = len(self.nodes)
        freedoms = np.column_stack([np.repeat(np.arange(count), SIX), np.tile(np.arange(SIX), count)])
        at = {word: tuple(int(k) for k in np.atleast_1d(node)) for word, node in frames.items()}
        return FiniteElements(
            name=name,
            nodes=np.asarray(self.nodes, float),
            numbers=np.arange(1, count + 1),
            freedoms=freedoms,
            mass=mass,
            stiffness=stiffness,
            frames=at,
            **more,  # type: ignore[arg-type]
        )


def straight_beam(points: Array, count: int, section: FrameSection, **kept: object) -> Frame:
    """Returns a chain of pieces through points, each stretch between two of them cut into `count`."""
    corners = np.asarray(points, float)
    steps = [a + (b - a) * k / count for a, b in pairwise(corners) for k in range(count)]
    nodes = np.array([*steps, corners[-1]])
    pieces = [(k, k + 1) for k in range(len(nodes) - 1)]
    return Frame(nodes=nodes, pieces=pieces, sections=[section] * len(pieces), **kept)  # type: ignore[arg-type]


def frame_element_stiffness(section: FrameSection, length: float) -> Array:
    """Returns the stiffness of a piece in its own axes: stretch, twist, and bending in both planes."""
    s, L = section, length
    K = np.zeros((12, 12))
    pair = np.array([[1.0, -1.0], [-1.0, 1.0]])
    K[np.ix_([0, 6], [0, 6])] = s.E * s.area / L * pair
    K[np.ix_([3, 9], [3, 9])] = s.G * s.J / L * pair
    bending = np.array(
        [
            [12, 6 * L, -12, 6 * L],
            [6 * L, 4 * L**2, -6 * L, 2 * L**2],
            [-12, -6 * L, 12, -6 * L],
            [6 * L, 2 * L**2, -6 * L, 4 * L**2],
        ]
    )
    _put_bending(K, s.E * s.Iz / L**3 * bending, ALONG_Z)
    _put_bending(K, s.E * s.Iy / L**3 * bending, ALONG_Y)
    return K


def frame_element_mass(section: FrameSection, length: float) -> Array:
    """Returns the consistent mass of a piece in its own axes."""
    s, L = section, length
    whole = s.density * s.area * L
    M = np.zeros((12, 12))
    pair = np.array([[2.0, 1.0], [1.0, 2.0]]) / 6
    M[np.ix_([0, 6], [0, 6])] = whole * pair
    M[np.ix_([3, 9], [3, 9])] = s.density * (s.Iy + s.Iz) * L * pair
    bending = np.array(
        [
            [156, 22 * L, 54, -13 * L],
            [22 * L, 4 * L**2, 13 * L, -3 * L**2],
            [54, 13 * L, 156, -22 * L],
            [-13 * L, -3 * L**2, -22 * L, 4 * L**2],
        ]
    )
    for places in (ALONG_Z, ALONG_Y):
        _put_bending(M, whole / 420 * bending, places)
    return M


def _put_bending(matrix: Array, block: Array, places: tuple[tuple[int, float], ...]) -> None:
    at = [place for place, _ in places]
    signs = np.array([sign for _, sign in places])
    matrix[np.ix_(at, at)] += block * np.outer(signs, signs)
