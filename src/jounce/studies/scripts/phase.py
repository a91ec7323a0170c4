"""A phase of a script: when it begins and ends, and what the driver does in it. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from jounce.simulation.events.until import Until

TIME = "time"  # of the run, in place of a channel
Points = tuple[tuple[float, ...], tuple[float, ...]]  # times and values, SI


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Holds from the instant at which the time is reached, or a channel is above or below a level."""

    channel: str  # "time", or a channel of the run
    above: Any = None  # SI, or text with a unit
    below: Any = None
    where: str = ""  # in the script, for messages
    units_needed: bool = False  # a number without a unit is refused

    @property
    def level(self) -> Any:
        return self.above if self.above is not None else self.below

    def until(self) -> Until:
        return Until(channel=self.channel, above=self.above, below=self.below)

    def __str__(self) -> str:
        level = f"{self.level:g}" if isinstance(self.level, float) else str(self.level)
        if self.channel == TIME:
            return f"time {level}"
        return f"{self.channel} {'above' if self.above is not None else 'below'} {level}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """How an input goes on from where it is: to a level, by an amount, by a sine, or along points."""

    to: float | None = None  # SI
    by: float | None = None
    rise: float = 0.2  # s; of points the time in which they are taken up
    shape: str = "smooth"  # "smooth", "ramp" or "step"
    amplitude: float | None = None  # of a sine
    frequency: float = 0.0  # Hz
    periods: float = 1.0
    points: Points | None = None  # times from the begin of the phase

    def lasts(self) -> float:
        """Tells time until the input is where it shall be, in s."""
        if self.points is not None:
            return self.points[0][-1]
        return self.periods / self.frequency if self.amplitude is not None else self.rise


class NamedAction(NamedTuple):
    """What an input does of which only the car knows the unit: its table, read when there is a car."""

    table: Any
    where: str  # in the script
    folder: Path  # of files that it names
    units_needed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """What changes from the instant at which it begins; all that it does not name goes on as it was."""

    name: str
    at: tuple[Condition, ...] = ()  # it begins where one of them holds: the phase before ends there
    until: tuple[Condition, ...] = ()  # it ends where one of them holds
    duration: float | None = None  # s, or it ends after this time
    steering: Action | None = None
    pedal: Action | None = None
    drive: Action | None = None
    throttle: Action | None = None  # of an engine, in place of the drive's torque
    held_drive: bool = False  # the drive goes on although the driver brakes
    inputs: Mapping[str, NamedAction] = field(default_factory=dict)  # others, by their names in the model
    hold_speed: float | bool | None = None  # m/s; True: the speed that it has; False: no more

    def ends(self) -> bool:
        """Tells whether it says itself when it ends."""
        return bool(self.until) or self.duration is not None
