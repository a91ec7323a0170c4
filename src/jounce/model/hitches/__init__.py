"""Hitches: what joins two units of a vehicle, one file each, found by its word `kind` in the table HITCHES."""

from __future__ import annotations

from typing import Any, Protocol

from jounce.spatial.vector import Vec3


class Hitch(Protocol):
    """A table `[hitches.NAME]`: a frozen record whose fields have units and rules, and the parts made of it.

    Besides `parent`, `child` and `point` it has what its kind needs; words and numbers are read as those of any record.
    """

    parent: str  # unit that pulls, by its name
    child: str  # unit that is pulled
    point: Vec3  # m, in the axes of the unit that leads, design position

    def parts(self, name: str, parent: str, child: str) -> tuple[Any, ...]:
        """Returns the joint between the floating bodies `parent` and `child`, with its friction and sensors."""
        ...


HITCHES: dict[str, type] = {}  # word `kind` -> record
