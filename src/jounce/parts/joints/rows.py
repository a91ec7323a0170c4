"""Scalar constraint equations: what a joint that closes a loop is made of.

Six generic scalars between a frame on the parent (A) and one on the child (B), which coincide in
the design position, as in [Houdek 2021, eq. 1-8]: three components of the distance of their
origins, and three products of unit vectors that vanish when the axes agree. Any subset is a joint.
"""

from __future__ import annotations

from dataclasses import dataclass

from jounce.spatial.vector import X, Y, Z
from jounce.units import Direction, Length


@dataclass(frozen=True, slots=True)
class Together:
    """The joint's points on both bodies coincide: three rows, in the axes of the reference frame."""


@dataclass(frozen=True, slots=True)
class Along:
    """No displacement of the child's point along an axis of the parent: one row."""

    axis: Direction


@dataclass(frozen=True, slots=True)
class Perpendicular:
    """An axis of the parent stays perpendicular to one of the child: one row."""

    on_parent: Direction
    on_child: Direction


@dataclass(frozen=True, slots=True)
class Untwisted:
    """Tilted but not twisted against each other: one row, (y . x' - x . y') / 2, positive where the child is ahead."""

    x: Direction  # across the parent's shaft
    y: Direction
    x_child: Direction  # their images across the child's shaft
    y_child: Direction


@dataclass(frozen=True, slots=True)
class Apart:
    """The two points keep a distance: one row, (d.d - length^2) / (2 length)."""

    length: Length


Row = Together | Along | Perpendicular | Untwisted | Apart


@dataclass(frozen=True, slots=True)
class Facing:
    """Unit vectors on parent and child whose product tells the drawn way to close a joint from the others.

    Rows of right angles also hold back to front, or with the axes permuted; then the product is not larger than
    `above`. By default the two are one axis of the design position, which the rows keep together.
    """

    on_parent: Direction
    on_child: Direction
    above: float = 0.999


def one_axis(*axes: Direction) -> tuple[Facing, ...]:
    """Axes that parent and child share wherever the joint is closed."""
    return tuple(Facing(axis, axis) for axis in axes)


def generic_rows(names: tuple[str, ...]) -> tuple[Row, ...]:
    """The rows named tx ... rz, with x, y, z of the parent's frame."""
    point: tuple[Row, ...] = tuple(Along(a) for n, a in (("tx", X), ("ty", Y), ("tz", Z)) if n in names)
    if len(point) == 3:
        point = (Together(),)
    turns = {"rx": Perpendicular(Z, Y), "ry": Perpendicular(X, Z), "rz": Perpendicular(Y, X)}
    return point + tuple(turns[n] for n in ("rx", "ry", "rz") if n in names)


def generic_facing(names: tuple[str, ...]) -> tuple[Facing, ...]:
    """Two locked turns leave one about the third axis, three leave none; one alone holds in one connected way."""
    locked = [n in names for n in ("rx", "ry", "rz")]
    if sum(locked) < 2:
        return ()
    return one_axis(X, Y, Z) if all(locked) else one_axis((X, Y, Z)[locked.index(False)])
