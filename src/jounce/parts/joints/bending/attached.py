"""A frame on a body that bends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import JOINED
from jounce.parts.joints.bending.own_axes import own_axes_limit
from jounce.parts.joints.bending.shape_terms import broken_terms
from jounce.parts.joints.motions import ElementaryMotion
from jounce.units import Direction, Number, Point

SIZES = {"P": (6, (1, 2))}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attached:
    """A frame at a point of a body that bends: it has no coordinates of its own, and moves with the body's amplitudes.

    The parent is the child of an `elastic` joint. Terms are written in the body's own axes, which are given as there:
    "P.c.i" is the frame's shift (c: 0, 1, 2) or turn (3, 4, 5) for each unit of amplitude i, "P.c.i.j" (i >= j) what
    multiplies q_i q_j, by which a beam that bends draws in what it carries. The turn is a rotation vector, and exact.
    """

    name: str
    parent: str
    child: str
    point: Point  # of the frame, in the design position
    terms: tuple[str, ...] | None = None  # none: it moves with the frame of the body
    numbers: tuple[Number, ...] | None = None
    axis: Direction | None = None
    across: Direction | None = None
    child_point: Point | None = None

    attaches = True
    source = Citation("Shabana 2013", "chapter 5")
    ends = JOINED
    drawing = Unseen("it is a place on its body")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        return ()

    def limits(self) -> Iterator[Problem]:
        """Terms are known, and each has its number."""
        yield from broken_terms(self, SIZES, None)
        yield from own_axes_limit(self)
