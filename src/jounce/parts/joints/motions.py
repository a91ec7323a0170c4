"""Elementary motions: what a joint is made of, turns and slides.

A joint is a sequence of these, as the transforms T1 ... T6 in [Szczotka 2007, eq. 4-6]. Each acts in the frame left
by the one before it. All frames coincide with the vehicle frame in the design position, so an axis keeps its design
components there.

Each kind names its coordinates and speeds with their units, and the directions in which its position varies (as many
as speeds). It gives the rates of its coordinates, q' = V(q) s, and the frame behind it with its columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Protocol

from jounce.graph import Scalar, cos, sin
from jounce.spatial.motion import Motion as Twist
from jounce.spatial.relative_motion import RelativeMotion
from jounce.spatial.rotation import (
    Matrix3,
    multiply_rotations,
    quaternion_rate,
    rotation_about,
    rotation_column,
    rotation_of_quaternion,
    transpose_rotation,
    turn,
)
from jounce.spatial.vector import ZERO, Vec3, X, Y, Z, add, cross, scale_vector, vector_difference
from jounce.units import Direction, OneOf

NamedUnits = tuple[tuple[str, str], ...]  # name and unit of each
QUATERNION: NamedUnits = tuple((f"q{k}", "1") for k in range(4))
BODY_RATES: NamedUnits = tuple((f"w{axis}", "rad/s") for axis in "xyz")
TURNS = tuple(f"turn_{axis}" for axis in "xyz")


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a motion starts: rotation and position of the moving frame, and the body that carries it."""

    R: Matrix3
    r: Vec3
    carrier: RelativeMotion
    reverse: bool = False  # the joint's child carries its parent: the motion runs backwards


@dataclass(frozen=True, slots=True)
class Step:
    """The frame behind a motion, and its columns: velocity for each unit of speed, at the origin of the reference."""

    R: Matrix3
    r: Vec3
    columns: tuple[Twist, ...]


class ElementaryMotion(Protocol):
    """What every elementary motion answers."""

    @property
    def floats(self) -> bool:
        """Whether it holds its child in no way, and places the child's own origin."""

    @property
    def turns(self) -> bool:
        """Whether it turns about one fixed axis."""

    @property
    def glides(self) -> bool:
        """Whether it moves in a plane with speeds along the child's axes."""

    @property
    def from_tables(self) -> bool: ...
    @property
    def coordinates(self) -> NamedUnits: ...
    @property
    def speeds(self) -> NamedUnits: ...
    @property
    def directions(self) -> tuple[str, ...]:
        """Names of the directions in which its position varies, in the order of the speeds."""

    @property
    def quaternion(self) -> int | None:
        """Tells where a quaternion begins among its coordinates, if it has one."""

    def rates(self, q: Sequence[Scalar], s: Sequence[Scalar]) -> list[Scalar]:
        """q' = V(q) s, for speeds or for a small change of position."""

    def move(self, start: Frame, q: Sequence[Scalar]) -> Step:
        """The frame behind it."""


@dataclass(frozen=True, slots=True)
class Slide:
    """Translation along an axis: one coordinate in m, one speed in m/s."""

    axis: Direction
    name: str = "displacement"

    ratio: ClassVar[None] = None
    floats, glides, turns, from_tables, quaternion = False, False, False, False, None

    @property
    def coordinates(self) -> NamedUnits:
        return ((self.name, "m"),)

    @property
    def speeds(self) -> NamedUnits:
        return ((f"{self.name}_rate", "m/s"),)

    @property
    def directions(self) -> tuple[str, ...]:
        return (self.name,)

    def rates(self, q: Sequence[Scalar], s: Sequence[Scalar]) -> list[Scalar]:
        return list(s)

    def move(self, start: Frame, q: Sequence[Scalar]) -> Step:
        sign, e = _sign(start), turn(start.R, self.axis)
        return Step(start.R, add(start.r, scale_vector(sign * q[0], e)), ((ZERO, scale_vector(sign, e)),))


@dataclass(frozen=True, slots=True)
class Turn:
    """Rotation about an axis through the joint's point: one coordinate in rad, one speed in rad/s.

    With a ratio it turns that many times as far as its coordinate says.
    """

    axis: Direction
    name: str = "angle"
    ratio: Scalar | None = None

    floats, glides, turns, from_tables, quaternion = False, False, True, False, None

    @property
    def coordinates(self) -> NamedUnits:
        return ((self.name, "rad"),)

    @property
    def speeds(self) -> NamedUnits:
        return ((f"{self.name}_rate", "rad/s"),)

    @property
    def directions(self) -> tuple[str, ...]:
        return (self.name,)

    def rates(self, q: Sequence[Scalar], s: Sequence[Scalar]) -> list[Scalar]:
        return list(s)

    def move(self, start: Frame, q: Sequence[Scalar]) -> Step:
        e, r = turn(start.R, self.axis), start.r
        each = _sign(start) if self.ratio is None else _sign(start) * self.ratio
        R = multiply_rotations(start.R, rotation_about(self.axis, each * q[0]))
        return Step(R, r, ((scale_vector(each, e), scale_vector(each, cross(r, e))),))


@dataclass(frozen=True, slots=True)
class Ball:
    """Any rotation about the joint's point: a quaternion (q0 first) and the child's own body rates.

    The rotation is that of q/|q|, so the length of q is free; the projection keeps it at one.
    The speeds are the angular velocity of child in parent, in the child's axes.
    """

    floats, glides, turns, from_tables, quaternion = False, False, False, False, 0
    coordinates, speeds, directions = QUATERNION, BODY_RATES, TURNS

    def rates(self, q: Sequence[Scalar], s: Sequence[Scalar]) -> list[Scalar]:
        return list(quaternion_rate(_four(q), _three(s)))

    def move(self, start: Frame, q: Sequence[Scalar]) -> Step:
        R_PC = rotation_of_quaternion(_four(q))
        R = multiply_rotations(start.R, transpose_rotation(R_PC) if start.reverse else R_PC)
        # the rates are in the joint's child, which carries when the joint runs in reverse
        return Step(R, start.r, _turning(start.R if start.reverse else R, start.r, _sign(start)))


@dataclass(frozen=True, slots=True)
class Float:
    """Any motion: position of the child's origin in the parent, quaternion, and six body rates.

    The speeds are angular and linear velocity of the child's origin, both in the child's axes.
    """

    floats, glides, turns, from_tables, quaternion = True, False, False, False, 3
    coordinates: ClassVar[NamedUnits] = (*((axis, "m") for axis in "xyz"), *QUATERNION)
    speeds: ClassVar[NamedUnits] = (*BODY_RATES, *((f"v{axis}", "m/s") for axis in "xyz"))
    directions: ClassVar[tuple[str, ...]] = (*TURNS, "x", "y", "z")

    def rates(self, q: Sequence[Scalar], s: Sequence[Scalar]) -> list[Scalar]:
        R = rotation_of_quaternion(_four(q[3:]))
        return [*turn(R, _three(s[3:])), *quaternion_rate(_four(q[3:]), _three(s))]

    def move(self, start: Frame, q: Sequence[Scalar]) -> Step:
        R_PC, p, origin = rotation_of_quaternion(_four(q[3:])), _three(q), start.carrier.position(ZERO)
        if start.reverse:
            R = multiply_rotations(start.R, transpose_rotation(R_PC))
            r, axes = vector_difference(origin, turn(R, p)), start.R
        else:
            r = add(origin, turn(start.R, p))
            R = multiply_rotations(start.R, R_PC)
            axes, origin = R, r
        sign = _sign(start)
        sliding = tuple((ZERO, scale_vector(sign, rotation_column(axes, k))) for k in range(3))
        return Step(R, r, (*_turning(axes, origin, sign), *sliding))


@dataclass(frozen=True, slots=True)
class Glide:
    """Any motion in a plane: position of the joint's point in the parent, a turn, and speeds along the child's axes.

    As for a body that floats: in a steady circle the speeds along its own axes are constant, those in the parent are
    not. The turn is about the normal, which parent and child share.
    """

    normal: Direction
    axis: Direction  # first direction in the plane

    floats, glides, turns, from_tables, quaternion = False, True, False, False, None
    coordinates: ClassVar[NamedUnits] = (("x", "m"), ("y", "m"), ("angle", "rad"))
    speeds: ClassVar[NamedUnits] = (("wz", "rad/s"), ("vx", "m/s"), ("vy", "m/s"))
    directions: ClassVar[tuple[str, ...]] = ("turn_z", "x", "y")

    def rates(self, q: Sequence[Scalar], s: Sequence[Scalar]) -> list[Scalar]:
        c, d = cos(q[2]), sin(q[2])
        return [c * s[1] - d * s[2], d * s[1] + c * s[2], s[0]]

    def move(self, start: Frame, q: Sequence[Scalar]) -> Step:
        sign, across = _sign(start), cross(self.normal, self.axis)
        R = multiply_rotations(start.R, rotation_about(self.normal, sign * q[2]))
        axes = start.R if start.reverse else R  # the child's; those of the parent are the others
        fixed = R if start.reverse else start.R
        way = add(scale_vector(q[0], turn(fixed, self.axis)), scale_vector(q[1], turn(fixed, across)))
        r = add(start.r, scale_vector(sign, way))
        at, n = start.r if start.reverse else r, turn(axes, self.normal)
        sliding = tuple((ZERO, scale_vector(sign, turn(axes, e))) for e in (self.axis, across))
        return Step(R, r, ((scale_vector(sign, n), scale_vector(sign, cross(at, n))), *sliding))


@dataclass(frozen=True, slots=True)
class Led:
    """One or two coordinates in m that lead the child along tables; how they do is a `Tabulated` joint's business."""

    names: tuple[str, ...]

    floats, glides, turns, from_tables, quaternion = False, False, False, True, None

    @property
    def coordinates(self) -> NamedUnits:
        return tuple((name, "m") for name in self.names)

    @property
    def speeds(self) -> NamedUnits:
        return tuple((f"{name}_rate", "m/s") for name in self.names)

    @property
    def directions(self) -> tuple[str, ...]:
        return self.names

    def rates(self, q: Sequence[Scalar], s: Sequence[Scalar]) -> list[Scalar]:
        return list(s)

    def move(self, start: Frame, q: Sequence[Scalar]) -> Step:
        raise TypeError("tables lead the whole joint, see Tabulated")


@dataclass(frozen=True, slots=True)
class Swell:
    """Amplitudes of a body that bends: they change its shape, and leave its own frame where it is."""

    coordinates: NamedUnits

    floats, glides, turns, from_tables, quaternion = False, False, False, False, None

    @property
    def speeds(self) -> NamedUnits:
        return tuple((f"{name}_rate", f"{unit}/s") for name, unit in self.coordinates)

    @property
    def directions(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.coordinates)

    def rates(self, q: Sequence[Scalar], s: Sequence[Scalar]) -> list[Scalar]:
        return list(s)

    def move(self, start: Frame, q: Sequence[Scalar]) -> Step:
        return Step(start.R, start.r, ((ZERO, ZERO),) * len(self.coordinates))


def glide_along_speeds(q: Sequence[Scalar], z: Sequence[Scalar]) -> list[Scalar]:
    """A turn and shifts along the parent's axes of what glides, in the directions of its speeds."""
    c, d = cos(q[2]), sin(q[2])
    return [z[0], c * z[1] + d * z[2], c * z[2] - d * z[1]]


def _sign(start: Frame) -> float:
    return -1.0 if start.reverse else 1.0


def _turning(axes: Matrix3, at: Vec3, sign: float) -> tuple[Twist, ...]:
    """Columns of turns about three axes through a point."""
    return tuple(
        (scale_vector(sign, rotation_column(axes, k)), scale_vector(sign, cross(at, rotation_column(axes, k))))
        for k in range(3)
    )


def _three(numbers: Sequence[Scalar]) -> Vec3:
    return numbers[0], numbers[1], numbers[2]


def _four(numbers: Sequence[Scalar]) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    return numbers[0], numbers[1], numbers[2], numbers[3]


Angles = Annotated[str, OneOf("quaternion", "zyx")]  # coordinates of a rotation

# T1 ... T6 of the papers, by name
ELEMENTARY: dict[str, Slide | Turn] = {
    "tx": Slide(X, "tx"),
    "ty": Slide(Y, "ty"),
    "tz": Slide(Z, "tz"),
    "rz": Turn(Z, "rz"),
    "ry": Turn(Y, "ry"),
    "rx": Turn(X, "rx"),
}
Elementary = Annotated[str, OneOf(*ELEMENTARY)]
