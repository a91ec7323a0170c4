"""Finite elements: nodes, mass and stiffness of a body as a program of finite elements writes them, in SI."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from scipy import sparse

Array = np.ndarray
DIRECTIONS = ("x", "y", "z", "about x", "about y", "about z")  # of a freedom, 0 to 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ModalDamping:
    """How vibrations of a body die away: a share of critical damping, alike for every mode, and what Rayleigh adds.

    A mode of circular frequency w has the damping ratio  ratio + mass / (2 w) + stiffness w / 2.
    """

    ratio: float = 0.0
    mass: float = 0.0  # 1/s, times the mass matrix
    stiffness: float = 0.0  # s, times the stiffness matrix

    def of_modes(self, squares: Array) -> Array:
        """Returns 2 zeta w of modes with these squares of circular frequencies: damping for each unit of inertia."""
        return 2 * self.ratio * np.sqrt(squares) + self.mass + self.stiffness * squares


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Declared:
    """What is known of a body from elsewhere, to compare with its matrices; None where nothing is."""

    mass: float | None = None  # kg
    centre: Array | None = None  # m, centre of mass
    inertia: Array | None = None  # kg m^2, Ixx Iyy Izz about the centre of mass


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class FiniteElements:
    """A body of finite elements, free in space.

    Each row and column of the matrices belongs to a node and a direction. Interface frames are where joints and forces
    will act: each is at one node that has six freedoms, or stands for several nodes, which it holds like a rigid piece.
    """

    name: str
    nodes: Array  # [node, 3] m, in the axes and from the origin of the vehicle or mechanism
    numbers: Array  # [node], as the program of finite elements calls them
    freedoms: Array  # [row, 2]: its node, counted from 0, and its direction, 0 to 5
    mass: sparse.csr_array
    stiffness: sparse.csr_array
    frames: Mapping[str, tuple[int, ...]]  # interface frames by name: nodes, counted from 0
    damping: ModalDamping = field(default_factory=ModalDamping)
    declared: Declared = field(default_factory=Declared)
    marks: tuple[str, ...] = ()  # names of places where stress is known
    stress: sparse.csr_array | None = None  # [6 for each mark, row]: xx yy zz xy yz zx, in N/m^2 for each m or rad
    source: str = ""  # the file that it was read from

    def rigid_motions(self) -> Array:
        """Returns how each row moves with the six rigid motions about the origin: three shifts, then three turns."""
        found = np.zeros((len(self.freedoms), 6))
        node, direction = self.freedoms.T
        rows = np.arange(len(node))
        found[rows, direction] = 1.0
        shifts = direction < 3
        lever = np.cross(np.eye(3)[:, None], self.nodes[None, :])  # [axis, node, 3]: axis x place
        found[rows[shifts], 3:] = lever[:, node[shifts], direction[shifts]].T
        return found

    def in_si(self, length: float, mass: float, time: float) -> FiniteElements:
        """Returns the body of numbers written in other units, each given in m, kg and s: mm, t and s as 1e-3, 1e3, 1.

        Energies of shifts d and turns are scaled as a whole: a row of shifts has a factor 1/length of its own.
        """
        own = np.where(self.freedoms[:, 1] < 3, 1 / length, 1.0)
        D = sparse.diags_array(own)
        energy = mass * length**2
        stress = self.stress
        if stress is not None:
            stress = (stress @ D * (mass / length / time**2)).tocsr()
        d = self.damping
        known = self.declared
        return replace(
            self,
            nodes=self.nodes * length,
            mass=(D @ self.mass @ D * energy).tocsr(),
            stiffness=(D @ self.stiffness @ D * (energy / time**2)).tocsr(),
            damping=ModalDamping(ratio=d.ratio, mass=d.mass / time, stiffness=d.stiffness * time),
            declared=Declared(
                mass=None if known.mass is None else known.mass * mass,
                centre=None if known.centre is None else known.centre * length,
                inertia=None if known.inertia is None else known.inertia * energy,
            ),
            stress=stress,
        )


@dataclass(frozen=True, eq=False, slots=True)
class MassProperties:
    """What matrices say of the body as a rigid one."""

    mass: float  # kg, mean of the three directions
    masses: Array  # kg, as felt along x, y and z
    centre: Array  # m
    inertia: Array  # [3, 3] kg m^2, tensor about the centre of mass, minus signs with the products
    matrix: Array  # [6, 6], about the origin, shifts first


def mass_properties(body: FiniteElements) -> MassProperties:
    """Returns mass, centre and inertia of the body moved as a rigid one."""
    R = body.rigid_motions()
    whole = R.T @ (body.mass @ R)
    mass = float(np.trace(whole[:3, :3]) / 3)
    lever = whole[3:, :3] / mass if mass else np.zeros((3, 3))  # [c x], where c is the centre
    centre = 0.5 * np.array([lever[2, 1] - lever[1, 2], lever[0, 2] - lever[2, 0], lever[1, 0] - lever[0, 1]])
    about = whole[3:, 3:] - mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    return MassProperties(mass, np.diag(whole)[:3].copy(), centre, about, whole)
