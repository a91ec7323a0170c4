"""Ends of a part, what it acts on: bodies, places on them, and joint coordinates; and whether it is driven.

A kind declares `ends`, which name its own fields. Nobody else has to guess which field holds a body.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jounce.spatial.vector import Vec3


@dataclass(frozen=True, slots=True)
class At:
    """A body, and a point on it."""

    body: str  # field with the body's name
    point: str = ""  # field with the point, in the design position; empty where no point matters
    default: str = ""  # field with the point that holds where `point` is left out
    mounted: bool = True  # False: only a place on a line or in a plane, not a hardpoint of the body


@dataclass(frozen=True, slots=True)
class Along:
    """A joint coordinate, or several."""

    field: str  # with a name "joint.coordinate", or with a list of them
    acts: bool = True  # False: the part only looks at it


Ends = tuple[At | Along, ...]

BETWEEN_POINTS: Ends = (At("parent", "point"), At("child", "child_point"))
JOINED: Ends = (
    At("parent", "point"),
    At("child", "child_point", "point"),
)  # the points coincide by default
GUIDED: Ends = (At("parent", "point", mounted=False), At("child", "child_point", "point", mounted=False))
ON_BODY: Ends = (At("body", "point"),)
ALONG_COORDINATE: Ends = (Along("coordinate"),)
ALONG_COORDINATES: Ends = (Along("coordinates"),)
NOWHERE: Ends = ()


@dataclass(frozen=True, slots=True)
class HeldPoint:
    """Where a part holds a body: its name and the point, if one matters."""

    body: str
    point: Vec3 | None
    mounted: bool


def places_of_ends(part: Any) -> tuple[HeldPoint, ...]:
    """The bodies that a part acts on, with the points, in the order of its declaration."""
    return tuple(
        HeldPoint(getattr(part, end.body), _point(part, end), end.mounted) for end in part.ends if isinstance(end, At)
    )


def _point(part: Any, end: At) -> Vec3 | None:
    point: Vec3 | None = getattr(part, end.point) if end.point else None
    return getattr(part, end.default) if point is None and end.default else point


def bodies_of_ends(part: Any) -> tuple[str, ...]:
    """The names of the bodies that a part acts on; `ground` may be one of them."""
    return tuple(getattr(part, end.body) for end in part.ends if isinstance(end, At))


def coordinates_of(part: Any, acting: bool = False) -> tuple[str, ...]:
    """The joint coordinates that a part speaks of, each "joint.coordinate"; or only those that it acts on."""
    found: list[str] = []
    for end in part.ends:
        if isinstance(end, Along) and (end.acts or not acting):
            named = getattr(part, end.field)
            found += [named] if isinstance(named, str) else named or ()
    return tuple(found)


def is_driven_at_ends(part: object) -> bool:
    """Whether a closing part follows a signal, and so does work."""
    return getattr(part, "driven", False)


def has_phases(part: object) -> bool:
    """Whether a force element is dry friction that sticks or slides."""
    return getattr(part, "has_phases", False)


def is_clutch(part: object) -> bool:
    """Tells whether dry friction is there to hold shafts together, and not a resistance to be overcome."""
    return getattr(part, "clutch", False)
