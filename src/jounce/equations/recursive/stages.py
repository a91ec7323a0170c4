"""Records that each stage of the equations leaves for the next: loads, closure rows, masses, system, reactions.

motions    where the bodies are and how they move            by link
loads      what force elements do                            `StageLoads`
rows       the closing parts as scalar equations             tuple of `ClosureRow`
system     masses, equations and what their elimination left `System`
solution   accelerations and multipliers                     by unknown
reactions  what every joint carries                          `Reactions`
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Protocol

from jounce.equations.motions.shape_inertia import Effective
from jounce.equations.recursive.elimination import Unknown
from jounce.graph import Scalar
from jounce.parts.forces.loads import Loads as ElementLoads
from jounce.spatial.inertia import Inertia
from jounce.spatial.motion import Wrench
from jounce.spatial.vector import ZERO, Vec3

NO_WRENCH: Wrench = (ZERO, ZERO)
Column = tuple[int, int]  # link, and which of its speeds


@dataclass(frozen=True, slots=True)
class StageLoads:
    """What force elements do to links and speeds, in the frame of each link's tree."""

    wrenches: dict[int, Wrench]  # by link; also on links of the interface that carry the subsystem
    efforts: dict[Column, Scalar]
    elements: dict[str, tuple[ElementLoads, Scalar]]  # of each element, with its power
    handed: tuple[int, ...] = ()  # links of others on which its force elements push

    def on(self, k: int) -> Wrench:
        return self.wrenches.get(k, NO_WRENCH)


@dataclass(frozen=True, slots=True)
class ClosureRow:
    """A row of the subsystem: its equation, its entries by speed, and what prescribes it."""

    twins: tuple[str, ...]  # its name in every lane
    unit: str
    g: Scalar
    gd: Scalar
    gamma: Scalar
    J: dict[Column, Scalar]
    s: Scalar  # mode: 1 = on, 0 = switched off
    shared: bool = False  # whether speeds of the interface are in it
    wrench: Wrench | None = None  # on the child, for joints
    drive_rate: Scalar = 0.0  # of a prescribed motion
    speeds_only: bool = False  # g is zero: the row ties speeds and leaves positions free
    drives: Column | None = None  # the speed of a driven coordinate: then nothing has to be solved for

    @property
    def name(self) -> str:
        """In the first lane."""
        return self.twins[0]

    @property
    def unknown(self) -> Unknown:
        """Its multiplier."""
        return ("row", self.name)


@dataclass(frozen=True, slots=True)
class FrictionRow:
    """Dry friction as a row that is on while it sticks; off, its force is given: T against the speed of the row."""

    row: ClosureRow
    T: Scalar
    side: Scalar  # mode
    limit: Scalar
    static: Scalar
    loaded: bool = False  # its limit depends on the reaction of its joint
    load_row: str = ""  # or on that of another row, by the name of the part

    @property
    def element(self) -> str:
        """The force element, in the first lane."""
        return self.row.name


@dataclass(frozen=True, slots=True)
class Spinner:
    """A body of revolution on a hinge, less what it shares with its carrier."""

    own: Scalar  # moment of inertia about its axis, as its coordinate feels it
    column: Vec3  # angular momentum for each unit of its speed
    gyration: Vec3  # moment that its spin asks of the carrier
    bias: Scalar  # moment about its axis with all unknown accelerations zero
    neglected: Vec3 = ZERO  # what is left out of `gyration`, where the body is said to be not gyroscopic


@dataclass(frozen=True, slots=True)
class Masses:
    """The bodies of a subsystem as inertias, by link."""

    inertia: dict[int, Inertia]
    effective: dict[int, Effective]  # linkages behind carriers that tables lead, and bodies that bend
    spinners: dict[int, Spinner]  # bodies of revolution whose mass is their carrier's


class LoopFactors(Protocol):
    """What the elimination of unknowns leaves behind."""

    def kept(self) -> Iterator[tuple[Hashable, Scalar]]: ...

    def read_back(self, read: Callable[[Hashable], Scalar]) -> LoopFactors: ...

    def reduce(self, rhs: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]: ...

    def substitute(self, z: dict[Unknown, Scalar], known: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]: ...

    def solve(self, reduced: dict[Unknown, Scalar], known: dict[Unknown, Scalar]) -> dict[Unknown, Scalar]: ...


@dataclass(frozen=True, slots=True)
class System:
    """The equations of motion of a subsystem, and what is left when its own unknowns are eliminated."""

    masses: Masses
    outflow: dict[int, tuple[Inertia | None, Wrench]]  # what interface bodies have to carry
    mass: dict[tuple[Unknown, Unknown], Scalar]  # lower half of the mass matrix
    right: dict[Unknown, Scalar]  # right-hand side
    factors: LoopFactors
    reduced: dict[Unknown, Scalar]  # right-hand side after the elimination
    border: tuple[Unknown, ...]  # unknowns that the elimination leaves to the interface


@dataclass(frozen=True, slots=True)
class Reactions:
    """What joints carry."""

    through: dict[int, Wrench]  # by link: that of its joint on it
    passed: dict[int, Wrench]  # handed to the bodies of the interface
