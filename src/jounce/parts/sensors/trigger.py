"""A sensor that is an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.graph import Scalar
from jounce.parts.forces.loads import Guard
from jounce.parts.sensors.sensor import Sensor
from jounce.parts.sensors.sight import Sight
from jounce.units import OneOf, Quantity

CROSSINGS = {"either": 0, "rising": 1, "falling": -1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger(Sensor):
    """An event where the position, velocity or acceleration of a point passes a level; it may end the run.

    It measures as a sensor does. The run ends a step at the instant and lists it; with `ends_run` it stops there.
    """

    quantity: Annotated[str, OneOf("position", "velocity", "acceleration")] = "position"  # of the point
    level: Annotated[Scalar, Quantity("m or m/s or m/s^2")]  # that is passed
    crossing: Annotated[str, OneOf(*CROSSINGS)] = "either"
    ends_run: bool = False

    def guard(self, sight: Sight) -> Guard:
        """Tells what is measured less the level."""
        value = self.measure(sight)[""].value - self.level
        return Guard(value, CROSSINGS[self.crossing], ends_run=self.ends_run, falls="falls below", rises="rises above")
