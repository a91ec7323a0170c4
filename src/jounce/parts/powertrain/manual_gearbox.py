"""A gearbox whose gear and clutch are the driver's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATES
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.parts.powertrain.clip import clip
from jounce.parts.powertrain.gear_row import gear_contact, gear_row_limits, ratio_of_gear
from jounce.parts.signals import Signal
from jounce.units import Axes, Quantity

GearRatio = Annotated[Scalar, Quantity("1", "positive")]
Shares = tuple[Annotated[Scalar, Quantity("1", "positive")], ...]
GearRatios = tuple[GearRatio, ...]
Capacity = Annotated[Scalar, Quantity("N m", "positive")]
GEAR_ROW = Citation("Szczotka 2004", "eq. 2.20-2.24, dry friction, with the ratio of the gear as a factor")
DRIVER = Axes("s", "1")


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualGearbox:
    """A clutch and a gear in one: the engine's crankshaft sticks to what is driven, or slips at the clutch's limit.

        w_engine - r_gear sum(share w_output) = 0, with at most torque (1 - pedal) on the crankshaft

    The gear is a number from outside, 1, 2, ... forward, 0 neutral, -1 reverse; so is the pedal, 0 closed to 1 open.
    """

    name: str
    coordinates: tuple[str, ...]  # angle of the crankshaft, then those that are driven
    shares: Shares  # of the outputs: turns behind the gears for one of each; several share it
    ratios: GearRatios  # of the forward gears, falling
    reverse: GearRatio | None = None
    torque: Capacity  # that the closed clutch bears
    gear: Annotated[Signal, DRIVER]
    pedal: Annotated[Signal, DRIVER]

    source = GEAR_ROW
    ends = ALONG_COORDINATES
    drawing = Unseen("what it joins are bodies of their own")
    has_phases = True
    clutch = True

    def limits(self) -> Iterator[Problem]:
        return gear_row_limits(self)

    def loads(self, view: View) -> Loads:
        gear = view.signal(self.gear)
        ratio = ratio_of_gear(gear, self.ratios, self.reverse)
        limit = self.torque * clip(1.0 - view.signal(self.pedal), 0.0, 1.0)
        return Loads(
            contact=gear_contact(self.coordinates, self.shares, ratio, gear, limit),
            channels={"ratio": Channel(ratio, "1", "turns of the input for one of the output; 0 in neutral")},
        )
