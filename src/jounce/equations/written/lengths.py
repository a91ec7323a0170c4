"""Lengths of bodies: a point is its body's anchor and a letter along each axis.

The anchor is the point of the joint that turns the body, or the origin where none does; equal lengths of a body along
an axis share their letter. What is left of the origin cancels in the equations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.equations.written.letters import LENGTH, LetterNote
from jounce.equations.written.polynomial import ZERO, Polynomial
from jounce.mechanism import OUTSIDE
from jounce.model.fields import fields_of, path_of_part_fields

AXES = "xyz"
SAME = 1e-12  # m or a share: two points of a body at the same place
Anchor = tuple[int, str]  # body whose joint it is, and the path of its point


class BodyLengths:
    """Points of all parts by the path of each component."""

    def __init__(
        self,
        sub: SubsystemEquations,
        numbers: Mapping[str, Any],
        signed: Callable[[LetterNote, float], Polynomial],
    ):
        """`signed` gives the letter of a note with the sign of a number."""
        self.mechanism, self.numbers, self.signed = sub.mechanism, numbers, signed
        self.points: dict[str, Polynomial] = {}
        self.anchors: dict[int, Anchor] = {}
        for k, link in enumerate(self.mechanism.links):
            turns = any(motion.turns for motion in link.motions)
            path = path_of_part_fields(link.joint)
            for word in ("point", "child_point"):
                if f"{path}.{word}.x" in numbers:
                    self._place(f"{path}.{word}", self._anchor(link.parent), "joint")
            known = f"{path}.point.x" in numbers
            self.anchors[k] = (k, f"{path}.point") if turns and known else self._anchor(link.parent)
        for part in self.mechanism.model.parts:
            path = path_of_part_fields(part)
            for word in _point_fields(part):
                if f"{path}.{word}.x" not in self.points:
                    what = "centre" if word == "centre" else "point"
                    self._place(f"{path}.{word}", self._anchor(self._body_of(part, word)), what)

    def turns(self, part: str) -> bool:
        """Whether one of the bodies that an element joins turns, so that its line does."""
        element = next(each for each in self.mechanism.model.parts if path_of_part_fields(each) == part)
        return any(self._anchor(self._body_of(element, word))[0] != OUTSIDE for word in ("point", "child_point"))

    def _anchor(self, k: int) -> Anchor:
        return (OUTSIDE, "") if k == OUTSIDE else self.anchors[k]

    def _body_of(self, part: Any, word: str) -> int:
        """The body on which a point of a part lies."""
        if part in self.mechanism.model.bodies:
            name = part.name
        elif word.startswith("child") or part in self.mechanism.closures:
            name = getattr(part, "child", "")
        else:
            name = getattr(part, "parent", "") or getattr(part, "body", "")
        return self.mechanism.index(name) if name and name != "ground" else OUTSIDE

    def _place(self, path: str, anchor: Anchor, what: str) -> None:
        """Write a point as that of its anchor and a length along each axis."""
        body, start = anchor
        for axis in AXES:
            value = float(self.numbers[f"{path}.{axis}"])
            origin = float(self.numbers[f"{start}.{axis}"]) if start else 0.0
            along = value - origin
            size = 0.0 if abs(along) < SAME * max(1.0, abs(value), abs(origin)) else abs(along)
            note = LetterNote(
                key=("length", body, axis, round(size, 12)),
                base=self._letter(body, what),
                owner=body,
                axis=axis,
                rank=LENGTH,
                meaning=f"{start} to {path}, along {axis}" if start else f"{path}.{axis}",
                unit="m",
                value=round(size, 12),
            )
            base = self.points[f"{start}.{axis}"] if start else ZERO
            self.points[f"{path}.{axis}"] = base + self.signed(note, size if along > 0 else -size)

    def _letter(self, body: int, what: str) -> str:
        """l to the next joint, s to the centre of mass, a to other points; h of what does not turn."""
        if body == OUTSIDE:
            return "h"
        if what == "joint":
            return "l"
        carries = any(link.parent == body for link in self.mechanism.links)
        if what == "centre":
            return "s" if carries else "l"
        return "a"


def _point_fields(part: Any) -> Iterator[str]:
    for field in fields_of(type(part)):
        if field.form == "vector" and field.quantity.unit == "m" and getattr(part, field.name) is not None:
            yield field.name
