"""How a force element sees the state: points, axes, coordinates and signals, in one frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jounce.graph import Scalar, road
from jounce.parts.forces.loads import PointMotion
from jounce.spatial.motion import motion_velocity_at
from jounce.spatial.rotation import Matrix3
from jounce.spatial.vector import Vec3

if TYPE_CHECKING:
    from jounce.equations.recursive.subsystem import SubsystemEquations
    from jounce.spatial.relative_motion import RelativeMotion


class ElementView:
    """The `View` of parts/forces/loads.py, in the reference frame of one tree."""

    def __init__(self, subsystem: SubsystemEquations, reference: int, element: Any):
        self._subsystem, self._reference, self._element = subsystem, reference, element.name
        self._unspun = getattr(element, "on_axle", False)

    def _seen(self, body: str) -> RelativeMotion:
        return self._subsystem.observe(body, self._reference, self._unspun)

    def point(self, body: str, point: Vec3) -> PointMotion:
        m = self._seen(body)
        r = m.position(point)
        return PointMotion(r, motion_velocity_at(m.U, r))

    def axes(self, body: str) -> Matrix3:
        return self._seen(body).R

    def spin(self, body: str) -> Vec3:
        return self._seen(body).U[0]

    def coordinate(self, name: str) -> tuple[Scalar, Scalar]:
        return self._subsystem.find_coordinate(name)[2]

    def led_length(self, coordinate: str, name: str) -> tuple[list[str], list[Scalar], list[Scalar]]:
        return self._subsystem.led_length(coordinate, name)

    def signal(self, signal: Any) -> Scalar:
        return self._subsystem.signal(signal)

    def signal_rate(self, signal: Any) -> Scalar:
        return self._subsystem.signal_rates(signal)[0]

    def state(self, name: str) -> Scalar:
        return self._subsystem.element_state(self._element, name)

    def held(self, name: str) -> Scalar:
        return self._subsystem.held_number(self._element, name)

    def time(self) -> Scalar:
        return self._subsystem.time

    def road(self, x: Scalar, y: Scalar, cam: tuple[Scalar, Scalar, Scalar]) -> tuple[Scalar, Scalar, Scalar, Scalar]:
        return road(x, y, self._subsystem.time, *cam)
