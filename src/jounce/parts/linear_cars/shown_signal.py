"""A signal that is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.ends import NOWHERE
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.parts.signals import Signal
from jounce.units import Axes


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSignal:
    """A signal as the channel `<name>.angle`: the steering wheel of a car that has none. It acts on nothing."""

    name: str
    signal: Annotated[Signal, Axes("s", "rad")]

    source = BY_DEFINITION
    ends = NOWHERE
    drawing = Unseen("a signal has no place")

    def loads(self, view: View) -> Loads:
        return Loads(channels={"angle": Channel(view.signal(self.signal), "rad", "angle, positive to the left")})
