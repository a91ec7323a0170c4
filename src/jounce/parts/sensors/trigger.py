"""A sensor that is an event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ON_BODY, At
from jounce.parts.forces.loads import Channel, Guard
from jounce.parts.limits import other_observer_limit
from jounce.parts.sensors.sensor import Sensor
from jounce.parts.sensors.sight import Sight
from jounce.units import Direction, OneOf, Point, Quantity

CROSSINGS = {"either": 0, "rising": 1, "falling": -1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """An event where the position, velocity or acceleration of a point passes a level; it may end the run.

    It measures as a sensor does. The run ends a step at the instant and lists it; with `ends_run` it stops there.
    """

    name: str
    body: str  # by its name in `jounce info`
    point: Point  # on the body, in the design position
    direction: Direction  # in the design position
    quantity: Annotated[str, OneOf("position", "velocity", "acceleration")] = "position"  # of the point
    level: Annotated[Scalar, Quantity("m or m/s or m/s^2")]  # that is passed
    crossing: Annotated[str, OneOf(*CROSSINGS)] = "either"
    ends_run: bool = False
    axes: Annotated[str, OneOf("observer", "ground", "body")] = "observer"  # in which the direction is fixed
    relative_to: str = GROUND  # the observer: another body

    source = Citation("Featherstone 2008", "chapter 2")
    ends = (*ON_BODY, At("relative_to", mounted=False))
    drawing = Unseen("it only measures")
    group = "sensor"  # of its channels

    def limits(self) -> Iterator[Problem]:
        yield from other_observer_limit(self)

    def measure(self, sight: Sight) -> dict[str, Channel]:
        return Sensor(
            name=self.name,
            body=self.body,
            point=self.point,
            direction=self.direction,
            quantity=self.quantity,
            axes=self.axes,
            relative_to=self.relative_to,
        ).measure(sight)

    def guard(self, sight: Sight) -> Guard:
        """What is measured less the level."""
        value = self.measure(sight)[""].value - self.level
        return Guard(value, CROSSINGS[self.crossing], ends_run=self.ends_run, falls="falls below", rises="rises above")
