"""A sensor on a body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY, At
from jounce.parts.forces.loads import Channel
from jounce.parts.limits import other_observer_limit
from jounce.parts.sensors.sight import Sight
from jounce.spatial.rotation import turn
from jounce.spatial.vector import Vec3, dot, unit
from jounce.units import Direction, OneOf, Point

UNITS = {"position": "m", "velocity": "m/s", "acceleration": "m/s^2", "specific force": "m/s^2"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensor:
    """Position, velocity or acceleration of a point of a body in a direction, as the ground or another body sees it.

    With A the body `relative_to`, R and o its axes and the place of its design origin, w and alpha its turning, and p
    the point:

        position      R^T (p - o)
        velocity      R^T (v - v_A(p)),   v_A(p) = v_o + w x (p - o)
        acceleration  R^T (a - a_A(p) - 2 w x (v - v_A(p))),   a_A(p) = a_o + alpha x (p - o) + w x (w x (p - o))

    so that each is the rate of the one before. The direction is fixed in A (`axes = "observer"`), in the ground or in
    the sensor's own body. What an accelerometer shows, which feels gravity as well and has no observer, is
    `quantity = "specific force"`.
    """

    name: str
    body: str  # by its name in `jounce info`
    point: Point  # on the body, in the design position
    direction: Direction  # in the design position
    quantity: Annotated[str, OneOf(*UNITS)] = "position"  # of the point
    axes: Annotated[str, OneOf("observer", "ground", "body")] = "observer"  # in which the direction is fixed
    relative_to: str = GROUND  # the observer: another body

    source = Citation("Featherstone 2008", "chapter 2")
    ends = (*ON_BODY, At("relative_to", mounted=False))
    drawing = Unseen("it only measures")
    group = "sensor"  # of its channels

    def limits(self) -> Iterator[Problem]:
        yield from other_observer_limit(self)
        if self.quantity == "specific force" and self.relative_to not in (GROUND, self.body):
            what = "a specific force is what the sensor's own body feels, whoever looks on"
            yield Problem("relative_to", what, 'leave it out, or take quantity = "acceleration"')

    def measure(self, sight: Sight) -> dict[str, Channel]:
        by, at = self.relative_to, (self.body, self.point)
        if self.quantity == "specific force":
            vector = sight.specific_force(*at)
        elif self.quantity == "acceleration":
            vector = sight.acceleration(*at, by)
        else:
            vector = (sight.position if self.quantity == "position" else sight.velocity)(*at, by)
        value = dot(self._along(sight), vector)
        fixed_in = "ground" if (self.axes, by) == ("observer", GROUND) else self.axes
        meaning = f"{self.quantity} of the sensor's point along its direction, {fixed_in} axes"
        if by != GROUND:
            meaning += ", as the body sees it that it is relative to"
        return {"": Channel(value, UNITS[self.quantity], meaning)}

    def _along(self, sight: Sight) -> Vec3:
        """The direction in the axes of the observer."""
        direction = unit(self.direction)
        owner = {"observer": self.relative_to, "ground": GROUND, "body": self.body}[self.axes]
        return direction if owner == self.relative_to else turn(sight.axes(owner, self.relative_to), direction)
