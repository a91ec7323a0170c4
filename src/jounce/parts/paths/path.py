"""A path as data: its points over the distance along it, and what a driver asks of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.graph import Scalar, atan2, maximum, sqrt
from jounce.graph.tables import hermite_table_data
from jounce.parts.table_columns import TableColumns

DEGREE = 5  # of the pieces: position, heading and curvature are met at both ends, so that the path is C2
NEWTON_STEPS = 2  # from one tick to the next a car moves by less than a metre: two steps leave less than 1e-6 m
LEAST_SLOPE = 0.5  # of that search: nearer to the centre of a bend its steps stay short


class PathPoint(NamedTuple):
    """A place on a path."""

    x: Scalar  # m
    y: Scalar
    along: tuple[Scalar, Scalar]  # unit vector of its direction
    curvature: Scalar  # 1/m, positive to the left


@dataclass(frozen=True, eq=False, slots=True)
class Path:
    """A line on the ground over the distance along it, on floats or on symbols; straight on beyond both its ends.

    Given at stations (m along the path) by position, heading and curvature. Between them x and y are polynomials of
    degree 5 that meet all three at both ends, so position, heading and curvature are continuous.
    """

    station: np.ndarray  # m, rising
    x: np.ndarray
    y: np.ndarray
    heading: np.ndarray  # rad, from x to the left
    curvature: np.ndarray  # 1/m, positive to the left
    columns: TableColumns | None = None  # x and y over the station, made of the numbers above
    made_of: tuple[tuple[float, ...], ...] = ()  # points that its owner made it of

    def __post_init__(self) -> None:
        if self.columns is None:
            object.__setattr__(self, "columns", self._table())

    def _table(self) -> TableColumns:
        problems = list(_path_problems(self))
        if problems:
            raise ModelError("path", problems)
        c, s = np.cos(self.heading), np.sin(self.heading)
        x = hermite_table_data(self.station, self.x, c, -self.curvature * s)
        y = hermite_table_data(self.station, self.y, s, self.curvature * c)
        return TableColumns((x, y), len(self.station), DEGREE)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Path) and self._bytes() == other._bytes()

    def __hash__(self) -> int:
        return hash(self._bytes())

    def _bytes(self) -> tuple[bytes, ...]:
        return tuple(
            np.asarray(column, float).tobytes()
            for column in (self.station, self.x, self.y, self.heading, self.curvature)
        )

    def __repr__(self) -> str:
        ends = [f"({x:g} m, {y:g} m)" for x, y in zip(self.x[[0, -1]], self.y[[0, -1]], strict=True)]
        return f"<Path of {self.length:g} m from {' to '.join(ends)}, {self.station.size} stations>"

    @property
    def length(self) -> float:
        return float(self.station[-1] - self.station[0])

    # what an array of tables needs to know
    def flat(self) -> np.ndarray:
        return self._columns.flat()

    @property
    def size(self) -> int:
        return self._columns.size

    def placed(self, offset: int, shared: bool = False) -> Path:
        return replace(self, columns=self._columns.placed(offset, shared))

    @property
    def _columns(self) -> TableColumns:
        assert self.columns is not None
        return self.columns

    def point(self, station: Scalar) -> PathPoint:
        """Tells where the path is at a station, where it leads and how it bends."""
        read = self._columns.read
        dx, dy = read(0, station, 1), read(1, station, 1)
        ddx, ddy = read(0, station, 2), read(1, station, 2)
        speed = sqrt(dx * dx + dy * dy)  # 1 up to the error of the table
        bend = (dx * ddy - dy * ddx) / (speed * speed * speed)
        return PathPoint(read(0, station), read(1, station), (dx / speed, dy / speed), bend)

    def position(self, station: Scalar) -> tuple[Scalar, Scalar]:
        """The place at a station; less work than `point`."""
        return self._columns.read(0, station), self._columns.read(1, station)

    def direction(self, station: Scalar) -> Scalar:
        """Heading at a station, in rad from -pi to pi."""
        along = self.point(station).along
        return atan2(along[1], along[0])

    def nearest(self, x: Scalar, y: Scalar, station: Scalar) -> Scalar:
        """The station nearest to a place, from one that is near it: where the place lies straight beside the path."""
        for _ in range(NEWTON_STEPS):
            at = self.point(station)
            right, up = x - at.x, y - at.y
            ahead = right * at.along[0] + up * at.along[1]
            left = up * at.along[0] - right * at.along[1]
            # Newton's method; inside a bend the foot of the perpendicular moves faster, at its centre without bounds
            station = station + ahead / maximum(1.0 - left * at.curvature, LEAST_SLOPE)
        return station

    def nearest_of_all(self, x: float, y: float) -> float:
        """Returns the same without a station to begin at; floats only."""
        station = float(self.station[int(np.argmin((self.x - x) ** 2 + (self.y - y) ** 2))])
        for _ in range(10):
            station = self.nearest(x, y, station)  # type: ignore[assignment]
        return station

    def error(self, x: Scalar, y: Scalar, station: Scalar) -> Scalar:
        """Tells how far a place lies to the left of the path, seen from its nearest station."""
        at = self.point(station)
        return (y - at.y) * at.along[0] - (x - at.x) * at.along[1]


def _path_problems(path: Path) -> list[Problem]:
    columns = (path.station, path.x, path.y, path.heading, path.curvature)
    sizes = sorted({np.size(column) for column in columns})
    if len(sizes) > 1 or sizes[0] < 2:
        return [Problem("path", f"columns of {', '.join(map(str, sizes))} numbers", "columns of one length, 2 or more")]
    if not all(np.isfinite(column).all() for column in columns):
        return [Problem("path", "not all numbers are finite", "a path without gaps")]
    late = np.flatnonzero(np.diff(path.station) <= 0.0)
    if late.size:
        k = int(late[0])
        what = f"{path.station[k + 1]:g} m follows {path.station[k]:g} m"
        return [Problem("path.station", what, "distances along the path that rise")]
    return []
