"""A wheel carrier led by tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

import numpy as np

from jounce.graph.tables import Surface, Table, table_columns_side_by_side
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.motions import ElementaryMotion, Led
from jounce.units import Point


@dataclass(frozen=True, eq=False, slots=True)
class TabulatedLinkage:
    """A linkage as functions of its travel, or of travel and rack: numbers that a LOOKUP reads, column by column.

    Columns: position of the carrier's point (3) and rotation vector (3), both in the parent's axes; then the
    inertia of all its bodies about the parent's origin: composite inertia (10: mass, first moments, tensor
    xx yy zz xy yz zx), momentum for each parameter's unit rate (6 each, moment first), and kinetic coefficients
    (H11, or H11 H12 H22); then lengths of springs and dampers by name.
    """

    knots: tuple[int, ...]  # number of nodes of each parameter
    pose: tuple[np.ndarray, ...]
    inertia: tuple[np.ndarray, ...]
    lengths: dict[str, np.ndarray]
    pose_degree: int = 5
    inertia_degree: int = 3
    length_degree: int = 5
    position_error: float = 0.0  # m, verified
    rotation_error: float = 0.0  # rad, verified
    length_error: float = 0.0  # m, verified
    places: tuple[Table | Surface, ...] = ()  # of the columns in the tables array, set when equations are written

    @property
    def error_bound(self) -> float:
        """Largest verified error of a length or position, in m."""
        return max(self.position_error, self.length_error)

    @property
    def ranges(self) -> tuple[tuple[float, float], ...]:
        """First and last node of each parameter; a column begins with its knots [jounce.graph.tables]."""
        first, data = 0, self.pose[0]
        found = []
        for count in self.knots:
            found.append((float(data[first]), float(data[first + count - 1])))
            first += 2 * count + 1  # knots, then origins of the pieces
        return tuple(found)

    @property
    def columns(self) -> list[tuple[np.ndarray, int]]:
        """Data and degree of every column."""
        found = [(data, self.pose_degree) for data in self.pose]
        found += [(data, self.inertia_degree) for data in self.inertia]
        return found + [(data, self.length_degree) for data in self.lengths.values()]

    @property
    def shape(self) -> str:
        """Tells what decides the machine code: sizes and degrees."""
        return f"{self.knots} {[(len(data), degree) for data, degree in self.columns]}"

    def flat(self) -> np.ndarray:
        """The numbers that a LOOKUP reads: columns of one degree stand side by side."""
        blocks = [[data for data, _ in block] for block in self._blocks()]
        places = self._places(0, 0)
        return np.concatenate(
            [table_columns_side_by_side(block, place.head) for block, place in zip(blocks, places, strict=True)]
        )

    @property
    def size(self) -> int:
        """Tells how many numbers all columns have."""
        return sum(place.size for place in self._places(0, 0))

    def placed(self, offset: int, shared: bool = False) -> TabulatedLinkage:
        """Returns the same with its columns in the tables array from `offset`, lane after lane; one search serves them
        all.
        """
        places = self._places(offset, 0 if shared else self.size)
        found = [replace(place, column=column) for place in places for column in range(place.columns)]
        return replace(self, places=tuple(found))

    def _blocks(self) -> list[list[tuple[np.ndarray, int]]]:
        """Neighbouring columns of one degree."""
        return [list(block) for _, block in groupby(self.columns, key=itemgetter(1))]

    def _places(self, offset: int, stride: int) -> list[Table | Surface]:
        """Of the first column of each block."""
        found: list[Table | Surface] = []
        at = offset
        for block in self._blocks():
            degree, count = block[0][1], len(block)
            if len(self.knots) == 1:
                found.append(Table(at, self.knots[0], degree, stride, guide=offset, columns=count))
            else:
                travel, rack = self.knots
                found.append(Surface(at, travel, rack, degree, stride, guide=offset, columns=count))
            at += found[-1].size
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Tabulated:
    """The child moves as a linkage would lead it: pose and inertia from tables of travel, or of travel and rack.

    It stands for all bodies of the linkage: the child itself has no mass, what hangs on it (a wheel) has its own.
    Its second coordinate, `rack`, is tied to the rack by a coupling.
    """

    name: str
    parent: str
    child: str
    point: Point  # of the child whose position is tabulated: the wheel centre
    shape: str  # of the tables: decides the machine code
    tables: TabulatedLinkage | None = None
    child_point: Point | None = None

    source = (Citation("Houdek 2021"), Citation("Kim", "eq. 24"))
    ends = GUIDED
    drawing = Unseen("its linkage is replaced by tables")

    def valid_ranges(self) -> dict[str, tuple[float, float]]:
        """From where to where its tables hold, in m, by coordinate."""
        return {} if self.tables is None else dict(zip(("travel", "rack"), self.tables.ranges, strict=False))

    def motions(self) -> tuple[ElementaryMotion, ...]:
        both = self.shape.startswith("(") and not self.shape.split(")")[0].endswith(",")
        return (Led(("travel", "rack") if both else ("travel",)),)
