"""How coordinates follow from speeds: q' = V(q) s, and quaternions of unit length."""

from __future__ import annotations

from jounce.equations.recursive.subsystem import Subsystem
from jounce.graph import Scalar, sqrt
from jounce.parts.joints.motions import Ball, Float, Led
from jounce.spatial.rotation import quaternion_rate, rotation_of_quaternion, turn


def coordinate_rates(sub: Subsystem, k: int, s: list[Scalar]) -> list[Scalar]:
    """q' = V(q) s, for the speeds of a link or for a small change of position."""
    rates: list[Scalar] = []
    q, at, first = sub.q[k], 0, 0
    for motion in sub.mechanism.links[k].motions:
        if isinstance(motion, Ball):
            rates += quaternion_rate(tuple(q[at : at + 4]), tuple(s[first : first + 3]))  # type: ignore[arg-type]
            at, first = at + 4, first + 3
        elif isinstance(motion, Float):
            R = rotation_of_quaternion(tuple(q[at + 3 : at + 7]))  # type: ignore[arg-type]
            rates += turn(R, tuple(s[first + 3 : first + 6]))  # type: ignore[arg-type]
            rates += quaternion_rate(tuple(q[at + 3 : at + 7]), tuple(s[first : first + 3]))  # type: ignore[arg-type]
            at, first = at + 7, first + 6
        else:
            count = len(motion.names) if isinstance(motion, Led) else 1
            rates += s[first : first + count]
            at, first = at + count, first + count
    return rates


def unit_quaternions(sub: Subsystem, k: int, q: list[Scalar]) -> list[Scalar]:
    """The coordinates of a link with each quaternion scaled to the length one."""
    at = 0
    for motion in sub.mechanism.links[k].motions:
        start = at + 3 if isinstance(motion, Float) else at
        at += len(motion.names) if isinstance(motion, Led) else {Ball: 4, Float: 7}.get(type(motion), 1)
        if isinstance(motion, Ball | Float):
            four = q[start : start + 4]
            scale = 1.0 / sqrt(sum((x * x for x in four[1:]), four[0] * four[0]))
            q = q[:start] + [scale * x for x in four] + q[start + 4 :]
    return q
