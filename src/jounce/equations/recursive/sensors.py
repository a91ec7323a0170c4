"""What sensors read: velocity and acceleration of bodies as the ground or another body sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar
from jounce.mechanism import OUTSIDE
from jounce.parts import GROUND
from jounce.spatial.motion import (
    REST,
    Motion,
    add_motions,
    motion_acceleration_at,
    motion_cross,
    motion_velocity_at,
    scale_motion,
    subtract_motions,
)
from jounce.spatial.rotation import Matrix3, multiply_rotations, transpose_rotation, turn, turn_back_by_rotation
from jounce.spatial.vector import ZERO, Vec3, add, cross, negative_vector, scale_vector, vector_difference


@dataclass(frozen=True, slots=True)
class ChannelFormula:
    """A channel of one subsystem, named for each lane."""

    names: tuple[str, ...]
    unit: str
    definition: str
    value: Scalar
    group: str  # what kind of thing it belongs to, see `results.Owner`
    parts: tuple[str, ...] = ()  # to which part, for each lane
    kind: str = ""  # of `results.kinds`, where the unit does not say it


def sensors(sub: SubsystemEquations) -> Iterator[ChannelFormula]:
    """The channels of the sensors that the subsystem evaluates."""
    model, sight = sub.mechanism.model, RecursiveSight(sub)
    for position, number in enumerate(sub.own.sensors):
        names = tuple(model.sensors[member.sensors[position]].name for member in sub.members)
        sensor = sub.parts[id(model.sensors[number])]
        for end, channel in sensor.measure(sight).items():
            ends = tuple(f"{name}.{end}" if end else name for name in names)
            yield ChannelFormula(
                ends, channel.unit, channel.definition, channel.value, sensor.group, names, channel.kind
            )


def velocity_for_sensors(sub: SubsystemEquations, k: int) -> Motion:
    return add_motions(sub.reference_velocity(sub.mechanism.reference[k]), sub.motion_of(k).U)


def acceleration_for_sensors(sub: SubsystemEquations, k: int) -> Motion:
    """Spatial acceleration less gravity, in the reference frame: what inertia feels."""
    reference = sub.mechanism.reference[k]
    m, V_B = sub.motion_of(k), sub.reference_velocity(reference)
    a = add_motions(m.A, motion_cross(V_B, m.U))
    for j in sub.mechanism.path(k):
        for c, S in enumerate(sub.columns(j, k)):
            a = add_motions(a, scale_motion(sub.acceleration(j, c), S))
    if reference == OUTSIDE:
        a = (a[0], vector_difference(a[1], sub.gravity))
    return a


class RecursiveSight:
    """The bodies of a subsystem, and those it looks at, as `parts.sensors.sight.Sight` asks for them.

    Formulas are written in the axes and at the origin of the reference of the body's tree, B.
    """

    def __init__(self, sub: SubsystemEquations):
        self.sub = sub

    def axes(self, body: str, by: str = GROUND) -> Matrix3:
        B = self._reference(body)
        return multiply_rotations(transpose_rotation(self._pose(by, B)[0]), self._pose(body, B)[0])

    def position(self, body: str, point: Vec3, by: str = GROUND) -> Vec3:
        B = self._reference(body)
        r = self._point(body, point)
        if by == GROUND:
            R_GB, p_GB = self.sub.reference_pose(B)
            return add(p_GB, turn(R_GB, r))
        R_BA, p_BA = self._pose(by, B)
        return turn_back_by_rotation(R_BA, vector_difference(r, p_BA))

    def velocity(self, body: str, point: Vec3, by: str = GROUND) -> Vec3:
        B = self._reference(body)
        return turn_back_by_rotation(self._pose(by, B)[0], self._relative_velocity(body, point, by))

    def acceleration(self, body: str, point: Vec3, by: str = GROUND) -> Vec3:
        if by == GROUND:
            return add(self.specific_force(body, point), self.sub.gravity)
        B, r = self._reference(body), self._point(body, point)
        carrier = self._velocity(by, B)
        carried = motion_acceleration_at(carrier, self._felt(by, B), r)
        coriolis = scale_vector(2.0, cross(carrier[0], self._relative_velocity(body, point, by)))
        felt = motion_acceleration_at(self._velocity(body, B), self._felt(body, B), r)
        return turn_back_by_rotation(
            self._pose(by, B)[0], vector_difference(vector_difference(felt, carried), coriolis)
        )

    def specific_force(self, body: str, point: Vec3) -> Vec3:
        B, r = self._reference(body), self._point(body, point)
        return turn(
            self.sub.reference_pose(B)[0], motion_acceleration_at(self._velocity(body, B), self._felt(body, B), r)
        )

    def spin(self, body: str) -> Vec3:
        B = self._reference(body)
        return turn(self.sub.reference_pose(B)[0], self._velocity(body, B)[0])

    def spin_rate(self, body: str) -> Vec3:
        B = self._reference(body)
        return turn(self.sub.reference_pose(B)[0], self._felt(body, B)[0])

    def _reference(self, body: str) -> int:
        k = self.sub.mechanism.index(body)
        return OUTSIDE if k == OUTSIDE else self.sub.mechanism.reference[k]

    def _point(self, body: str, point: Vec3) -> Vec3:
        return self.sub.motion_of(self.sub.mechanism.index(body)).position(point)

    def _relative_velocity(self, body: str, point: Vec3, by: str) -> Vec3:
        B = self._reference(body)
        return motion_velocity_at(
            subtract_motions(self._velocity(body, B), self._velocity(by, B)), self._point(body, point)
        )

    def _pose(self, body: str, B: int) -> tuple[Matrix3, Vec3]:
        """R and place of a body's design origin in B."""
        k, home = self.sub.mechanism.index(body), self._reference(body)
        m = self.sub.motion_of(k)
        if home == B:
            return m.R, m.position(ZERO)
        R_BC, p_BC = self._between(B, home)
        return multiply_rotations(R_BC, m.R), add(p_BC, turn(R_BC, m.position(ZERO)))

    def _velocity(self, body: str, B: int) -> Motion:
        """Of a body against the ground, in B."""
        k = self.sub.mechanism.index(body)
        return REST if k == OUTSIDE else self._brought(velocity_for_sensors(self.sub, k), self._reference(body), B)

    def _felt(self, body: str, B: int) -> Motion:
        """Acceleration of a body less gravity, in B: the ground feels that it does not fall."""
        k = self.sub.mechanism.index(body)
        felt = (ZERO, negative_vector(self.sub.gravity)) if k == OUTSIDE else acceleration_for_sensors(self.sub, k)
        return self._brought(felt, self._reference(body), B)

    def _brought(self, a: Motion, C: int, B: int) -> Motion:
        """A motion that is written in C, written in B."""
        if C == B:
            return a
        R_BC, p_BC = self._between(B, C)
        w = turn(R_BC, a[0])
        return (w, add(turn(R_BC, a[1]), cross(p_BC, w)))

    def _between(self, B: int, C: int) -> tuple[Matrix3, Vec3]:
        """R_BC and p_BC of two references."""
        (R_GB, p_GB), (R_GC, p_GC) = self.sub.reference_pose(B), self.sub.reference_pose(C)
        return multiply_rotations(transpose_rotation(R_GB), R_GC), turn_back_by_rotation(
            R_GB, vector_difference(p_GC, p_GB)
        )
