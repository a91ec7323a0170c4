"""Where bodies are and how they move, relative to the reference frame of their tree.

All vectors are expressed in the reference frame B (a floating car body, or the ground) at its origin.
Absolute velocity is V_B + U and absolute acceleration A_B + V_B x U + A + sum of S qdd; the relative parts U,
A and the columns S never see the motion of B, so loops inside a corner have no car-body entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jounce.graph import Scalar
from jounce.mechanism import Link
from jounce.parts.joints.motions import Ball, Float, Led, Slide, Turn
from jounce.spatial.motion import REST, Motion, motion_cross, plus, times, velocity_at
from jounce.spatial.rotation import (
    IDENTITY,
    Matrix3,
    column,
    product,
    rotation_about,
    rotation_of_quaternion,
    transpose,
    turn,
)
from jounce.spatial.vector import ZERO, Vec3, add, cross, difference, negative, scale


@dataclass(frozen=True, slots=True)
class BodyMotion:
    """Pose and relative motion of a body. `r` is where its design point `anchor` is now."""

    R: Matrix3  # R_Bi
    r: Vec3
    anchor: Vec3
    U: Motion = REST
    A: Motion = REST  # velocity-product part of the relative acceleration
    S: tuple[Motion, ...] = ()  # columns of its own joint
    unspun: Matrix3 | None = None  # R before the turn that ends its joint: all that a body of revolution shows

    def position(self, point: Vec3) -> Vec3:
        """Now, of a point given by its design position."""
        return add(self.r, turn(self.R, difference(point, self.anchor)))

    def velocity(self, point: Vec3) -> Vec3:
        return velocity_at(self.U, self.position(point))


STILL = BodyMotion(IDENTITY, ZERO, ZERO)


def carry(parent: BodyMotion, link: Link, joint: Any, q: Sequence[Scalar], s: Sequence[Scalar]) -> BodyMotion:
    """The body on `joint`, with coordinates q and speeds s. `joint` is the link's joint in symbols."""
    start, end = joint.point, joint.child_point or joint.point
    if link.reverse:
        start, end = end, start
    R, r = parent.R, parent.position(start)
    U, A = parent.U, parent.A
    columns: list[Motion] = []
    sequence = list(zip(joint.motions(), _takes(link, q, "coordinates"), _takes(link, s, "speeds"), strict=True))
    sign = 1.0
    unspun: Matrix3 | None = None
    if link.reverse:
        sequence.reverse()
        sign = -1.0
    for motion, coordinates, speeds in sequence:
        if isinstance(motion, Slide):
            e = turn(R, motion.axis)
            r = add(r, scale(sign * coordinates[0], e))
            own: list[Motion] = [(ZERO, scale(sign, e))]
        elif isinstance(motion, Turn):
            e, unspun = turn(R, motion.axis), R
            R = product(R, rotation_about(motion.axis, sign * coordinates[0]))
            own = [(scale(sign, e), scale(sign, cross(r, e)))]
        elif isinstance(motion, Ball):
            R_PC = rotation_of_quaternion(tuple(coordinates))  # type: ignore[arg-type]
            axes = R  # the rates are in the joint's child, which carries when the joint runs in reverse
            R = product(R, transpose(R_PC) if link.reverse else R_PC)
            axes = axes if link.reverse else R
            own = [(scale(sign, column(axes, k)), scale(sign, cross(r, column(axes, k)))) for k in range(3)]
        else:  # Float: the rates are those of the joint's child, at its origin and in its axes
            R_PC, p = rotation_of_quaternion(tuple(coordinates[3:])), tuple(coordinates[:3])  # type: ignore[arg-type]
            axes, origin, end = R, parent.position(ZERO), ZERO
            if link.reverse:
                R = product(R, transpose(R_PC))
                r = difference(origin, turn(R, p))  # type: ignore[arg-type]
            else:
                r = add(origin, turn(R, p))  # type: ignore[arg-type]
                R = product(R, R_PC)
                axes, origin = R, r
            own = [(scale(sign, column(axes, k)), scale(sign, cross(origin, column(axes, k)))) for k in range(3)]
            own += [(ZERO, scale(sign, column(axes, k))) for k in range(3)]
        step = REST
        for S, speed in zip(own, speeds, strict=True):
            step = plus(step, times(speed, S))
        A = plus(A, motion_cross(U, step))
        U = plus(U, step)
        columns += own if not link.reverse else list(reversed(own))
    if link.reverse:
        columns.reverse()
    ends_turning = not link.reverse and isinstance(sequence[-1][0], Turn) if sequence else False
    return BodyMotion(R, r, end, U, A, tuple(columns), unspun if ends_turning else None)


def _takes(link: Link, numbers: Sequence[Scalar], what: str) -> list[list[Scalar]]:
    """The numbers of each motion of the joint."""
    sizes = {Ball: {"coordinates": 4, "speeds": 3}, Float: {"coordinates": 7, "speeds": 6}}
    taken, at = [], 0
    for motion in link.motions:
        size = len(motion.names) if isinstance(motion, Led) else sizes.get(type(motion), {}).get(what, 1)
        taken.append(list(numbers[at : at + size]))
        at += size
    return taken


def ground_seen_from(R_GB: Matrix3, p_GB: Vec3, V_B: Motion) -> BodyMotion:
    """The ground as a body of the tree written in B: it moves backwards."""
    R_BG = transpose(R_GB)
    U = (negative(V_B[0]), negative(V_B[1]))
    return BodyMotion(R_BG, negative(turn(R_BG, p_GB)), ZERO, U)
