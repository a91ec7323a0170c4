"""Wheels and balls that roll without slip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians

import numpy as np

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen, Wheel
from jounce.parts.ends import At
from jounce.parts.joints.contacts.rows import NoSlip, Round, Touching
from jounce.parts.joints.joint_rows import Facing, JointRow
from jounce.parts.limits import vector_text_for_limit
from jounce.spatial.vector import ZERO, Z, unit
from jounce.units import Direction, Point, PositiveLength

ON_PLANE = (At("parent", "point", mounted=False), At("child", "child_point"))
FLATTEST = 1.0  # deg between a wheel and its plane at the start; one that lies flat has no lowest point


@dataclass(frozen=True, slots=True, kw_only=True)
class RollingWheel:
    """A thin wheel that rolls on a plane without slip: its lowest point stays in the plane and does not slide.

    With the normal n of the parent's plane, the axis k and the centre c of the wheel, the contact is

        p = c - r u,    u = (n - (n . k) k) / |n - (n . k) k|

    and the wheel's material there has no velocity over the plane. Two rows hold speeds, not positions: a wheel that
    rolls gets anywhere. The plane pulls as well as it pushes, with whatever force it takes.
    """

    name: str
    parent: str
    child: str
    child_point: Point  # centre of the wheel
    axis: Direction  # of the wheel, fixed in the child
    radius: PositiveLength
    point: Point = ZERO  # any of the plane
    normal: Direction = Z  # of the plane, fixed in the parent
    touching: bool = True  # keeps the wheel on the plane; false where another joint does

    source = (Citation("Meijaard, Papadopoulos, Ruina, Schwab 2007", "section 3"), Citation("Ciglaric", "eq. 5b"))
    ends = ON_PLANE
    drawing = Wheel("axis")

    def limits(self) -> Iterator[Problem]:
        """It stands on its rim."""
        k, n = np.array(self.axis, float), np.array(self.normal, float)
        lengths = float(np.linalg.norm(k) * np.linalg.norm(n))
        if lengths > 0:  # no lengths: said by the rule on directions
            angle = np.degrees(np.arcsin(min(float(np.linalg.norm(np.cross(k, n))) / lengths, 1.0)))
            if angle < FLATTEST:
                axis, normal = vector_text_for_limit(k), vector_text_for_limit(n)
                what = f"{axis} stands at {angle:.4g} deg to normal {normal}: the wheel lies flat"
                yield Problem("axis", what, f"at least {FLATTEST:g} deg; 90 deg where the wheel stands upright")

    def rows(self) -> tuple[JointRow, ...]:
        return _rows(Round(unit(self.normal), self.radius, unit(self.axis)), self.touching)

    def facing(self) -> tuple[Facing, ...]:
        """The rim has a lowest point."""
        flat = cos(radians(FLATTEST))
        return (Facing(unit(self.normal), unit(self.axis), above=-flat, below=flat, fault="the wheel lies flat"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollingBall:
    """A ball that rolls on a plane without slip: its lowest point stays in the plane and does not slide.

    With the normal n of the parent's plane and the centre c of the ball the contact is p = c - r n, and the ball's
    material there has no velocity over the plane. It may spin about n.
    """

    name: str
    parent: str
    child: str
    child_point: Point  # centre of the ball
    radius: PositiveLength
    point: Point = ZERO  # any of the plane
    normal: Direction = Z  # of the plane, fixed in the parent
    touching: bool = True  # keeps the ball on the plane; false where another joint does

    source = (Citation("Neimark, Fufaev 1972"), Citation("Ciglaric", "eq. 5b"))
    ends = ON_PLANE
    drawing = Unseen("its body is drawn as a ball")

    def rows(self) -> tuple[JointRow, ...]:
        return _rows(Round(unit(self.normal), self.radius), self.touching)


def _rows(body: Round, touching: bool) -> tuple[JointRow, ...]:
    return (Touching(body), NoSlip(body)) if touching else (NoSlip(body),)
