"""A body that bends: its frame carries its shapes, and what moves with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import GUIDED
from jounce.parts.joints.bending.own_axes import own_axes_limit
from jounce.parts.joints.bending.shape_terms import broken_terms
from jounce.parts.joints.motions import ElementaryMotion, Swell
from jounce.units import Direction, Number, Point

SIZES = {"I": (10, (0, 1, 2)), "F": (6, (1, 2)), "H": (0, (2,))}  # components, and how many amplitudes a term may name


@dataclass(frozen=True, slots=True, kw_only=True)
class Elastic:
    """A body that bends: the child stands for its shapes, whose amplitudes are coordinates.

    The parent is the body's own frame, without mass, and carried by any joint; whatever hangs on the body hangs on
    frames that are `attached` to the child. Its inertia is a list of `terms` with `numbers`, as `jounce.elastic`
    makes them; what resists the amplitudes are torsion bars on them.

        T = V.Ic V / 2 + sum of s_i F_i.V + sum of H_ij s_i s_j / 2

    Terms are written in the body's own axes from `point`: the first along `axis`, the second across it in the plane of
    `across`; without those, in the axes of the vehicle.
    """

    name: str
    parent: str
    child: str
    amplitudes: tuple[str, ...]  # their names, as of coordinates
    terms: tuple[str, ...]  # "I.6.1.0", "F.4.2", "H.1.1": see `jounce.elastic.invariants`
    numbers: tuple[Number, ...]
    turns: tuple[str, ...] | None = None  # those of the amplitudes that are turns, in rad; the others are shifts, in m
    point: Point = (0.0, 0.0, 0.0)  # origin of its own axes
    axis: Direction | None = None
    across: Direction | None = None
    child_point: Point | None = None

    bends = True
    source = (Citation("Shabana 2013", "chapter 5"), Citation("Wallrapp 1994"))
    ends = GUIDED
    drawing = Unseen("its frames are drawn")

    def motions(self) -> tuple[ElementaryMotion, ...]:
        return (Swell(tuple((name, "rad" if name in (self.turns or ()) else "m") for name in self.amplitudes)),)

    def limits(self) -> Iterator[Problem]:
        """Terms are known, each has its number, and amplitudes have an inertia."""
        yield from broken_terms(self, SIZES, len(self.amplitudes))
        yield from own_axes_limit(self)
        if odd := [name for name in self.turns or () if name not in self.amplitudes]:
            yield Problem("turns", f"'{odd[0]}' is not an amplitude", f"some of {', '.join(self.amplitudes)}")
        if wrong := [name for name in self.amplitudes if not name.isidentifier() or name.startswith("q")]:
            yield Problem("amplitudes", f"'{wrong[0]}' cannot name a coordinate", "letters, digits and _, as bend_z1")
        known = dict(zip(self.terms, self.numbers, strict=False))
        for i, name in enumerate(self.amplitudes):
            number = known.get(f"H.{i}.{i}", 0.0)
            if not number > 0.0:  # type: ignore[operator]
                yield Problem("terms", f"H.{i}.{i} is {number:g}: amplitude {name} has no inertia", "a positive one")
