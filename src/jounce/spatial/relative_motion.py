"""Relative motion: where a body is and how it moves in a reference frame B, on floats or on symbols.

All vectors are expressed in B (a floating car body, or the ground) at its origin. Absolute velocity is V_B + U and
absolute acceleration A_B + V_B x U + A + sum of S qdd. The relative parts U, A and the columns S never see the motion
of B, so loops inside a corner have no car-body entries.
"""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.spatial.motion import REST, Motion, motion_velocity_at
from jounce.spatial.rotation import IDENTITY, Matrix3, transpose_rotation, turn
from jounce.spatial.vector import ZERO, Vec3, add, negative_vector, vector_difference


@dataclass(frozen=True, slots=True)
class RelativeMotion:
    """Pose and relative motion of a body. `r` is where its design point `anchor` is now."""

    R: Matrix3  # R_Bi
    r: Vec3
    anchor: Vec3
    U: Motion = REST
    A: Motion = REST  # velocity-product part of the relative acceleration
    S: tuple[Motion, ...] = ()  # columns of its own joint
    unspun: Matrix3 | None = None  # R before the turn that ends its joint: all that a body of revolution shows
    amplitudes: tuple[tuple[Scalar, ...], tuple[Scalar, ...]] = ((), ())  # of a body that bends, and their rates
    through: tuple[Motion, ...] = ()  # of a frame on a body that bends: columns of the amplitudes, as it feels them

    def position(self, point: Vec3) -> Vec3:
        """Now, of a point given by its design position."""
        return add(self.r, turn(self.R, vector_difference(point, self.anchor)))

    def velocity(self, point: Vec3) -> Vec3:
        """Of a point given by its design position."""
        return motion_velocity_at(self.U, self.position(point))


STILL = RelativeMotion(IDENTITY, ZERO, ZERO)


def relative_motion_of_ground(R_GB: Matrix3, p_GB: Vec3, V_B: Motion) -> RelativeMotion:
    """The ground as a body of the tree written in B: it moves backwards."""
    R_BG = transpose_rotation(R_GB)
    U = (negative_vector(V_B[0]), negative_vector(V_B[1]))
    return RelativeMotion(R_BG, negative_vector(turn(R_BG, p_GB)), ZERO, U)
