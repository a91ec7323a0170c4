"""The joint between a drive shaft and what it turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Shaft
from jounce.parts.ends import GUIDED
from jounce.parts.joints.joint_rows import WRONG_WAY, Facing, JointRow, PerpendicularRow, UntwistedRow
from jounce.parts.limits import vector_text_for_limit
from jounce.spatial.vector import Vec3, add, cross, dot, perpendicular_vector, scale_vector, unit, vector_difference
from jounce.units import Direction, OneOf, Point

RIGHT = 1e-6  # cosine of an angle that is as good as a right one


@dataclass(frozen=True, slots=True, kw_only=True)
class ShaftJoint:
    """Carries rotation between two shafts that may stand at an angle, and nothing else; always closes a loop.

    `kind = "universal"`: the pins u of the parent and v of the child stay at right angles, u . v = 0, so that the
    speed ratio follows the Cardan law. `kind = "constant velocity"`: with x, y across the parent's axis and x', y'
    their images across the child's, x . y' = y . x': one shaft is tilted against the other but not twisted, and
    the ratio is one.
    """

    name: str
    parent: str
    child: str
    point: Point  # where the moments of the reaction are given; it is not held together
    axis: Direction  # of the parent shaft
    child_axis: Direction  # of the child shaft; the two are less than 90 deg apart
    kind: Annotated[str, OneOf("constant velocity", "universal")] = "constant velocity"  # or "universal"
    child_point: Point | None = None

    source = (Citation("Bonev 2002"), Citation("Hunt 1973"))
    ends = GUIDED
    drawing = Shaft()

    @property
    def ripples(self) -> bool:
        """Whether the ratio of speeds swings at an angle."""
        return self.kind == "universal"

    def smooth(self) -> ShaftJoint:
        """Returns the same of constant velocity."""
        return replace(self, kind="constant velocity")

    def limits(self) -> Iterator[Problem]:
        """It carries rotation between shafts that point the same way, more or less."""
        a, b = np.array(self.axis, float), np.array(self.child_axis, float)
        lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
        if lengths > 0 and a @ b < RIGHT * lengths:  # no lengths: said by the rule on directions
            angle = np.degrees(np.arccos(max(float(a @ b) / lengths, -1.0)))
            what = f"{vector_text_for_limit(b)} stands at {angle:.4g} deg to axis {vector_text_for_limit(a)}"
            yield Problem("child_axis", what, "less than 90 deg: both point the same way along the shafts")

    def rows(self) -> tuple[JointRow, ...]:
        a, b = unit(self.axis), unit(self.child_axis)
        x = perpendicular_vector(a)
        if self.kind == "universal":
            return (PerpendicularRow(x, unit(cross(x, b))),)
        y = cross(a, x)
        return (UntwistedRow(x, y, _image(x, a, b), _image(y, a, b)),)

    def facing(self) -> tuple[Facing, ...]:
        """Not twisted against each other by half a turn; of shafts that stand at less than a right angle."""
        a, b = unit(self.axis), unit(self.child_axis)
        x = perpendicular_vector(a)
        pin = cross(x, a), unit(cross(x, b))
        across = pin if self.kind == "universal" else (x, _image(x, a, b))
        fault = f"{WRONG_WAY}: the shafts are twisted against each other by half a turn"
        return (Facing(*across, above=0.0, fault=fault),)


def _image(v: Vec3, a: Vec3, b: Vec3) -> Vec3:
    """A vector across the shaft a, turned onto the shaft b the shortest way."""
    return vector_difference(v, scale_vector(dot(v, b) / (1.0 + dot(a, b)), add(a, b)))
