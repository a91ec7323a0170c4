"""How coordinates follow from speeds: q' = V(q) s, and quaternions of unit length."""

from __future__ import annotations

from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar, sqrt


def coordinate_rates(sub: SubsystemEquations, k: int, s: list[Scalar]) -> list[Scalar]:
    """q' = V(q) s, for the speeds of a link or for a small change of position."""
    link = sub.mechanism.links[k]
    numbers = zip(link.motions, link.per_motion(sub.q[k], "coordinates"), link.per_motion(s, "speeds"), strict=True)
    return [rate for motion, q, speeds in numbers for rate in motion.rates(q, speeds)]


def unit_quaternion_coordinates(sub: SubsystemEquations, k: int, q: list[Scalar]) -> list[Scalar]:
    """The coordinates of a link with each quaternion scaled to the length one."""
    found: list[Scalar] = []
    link = sub.mechanism.links[k]
    for motion, own in zip(link.motions, link.per_motion(q, "coordinates"), strict=True):
        if motion.quaternion is None:
            found += own
            continue
        four = own[motion.quaternion :]
        scale = 1.0 / sqrt(sum((x * x for x in four[1:]), four[0] * four[0]))
        found += [*own[: motion.quaternion], *(scale * x for x in four)]
    return found
