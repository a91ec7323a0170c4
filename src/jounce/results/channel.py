"""Channels and metrics: unit, kind, owner and definition of each."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from jounce.errors import Problem, did_you_mean
from jounce.results.kinds import kind_of_unit, shown_number, shown_resolution, shown_unit
from jounce.units import pretty_unit

GROUPS = {
    "vehicle": "motion of the car, ISO 8855",
    "wheel": "angles and travel of a wheel in a driving run",
    "tyre": "forces, slips and states of a tyre",
    "brake": "a brake",
    "force": "any other force element",
    "work": "work of a force element or a prescribed motion",
    "coordinate": "a joint coordinate and its rates",
    "reaction": "force and moment of a joint",
    "body": "histories of a body, on request",
    "sensor": "a sensor",
    "control": "what a controller commands, and what it remembers",
    "energy": "energies of the whole model",
    "loop": "gaps of the loops",
    "kinematics": "outputs of an axle on its rig",
}


class ChannelOwner(NamedTuple):
    """What a channel or a metric belongs to, so that nobody has to read it from a name."""

    group: str = ""  # one of `GROUPS`
    part: str = ""  # name in the model: "front_left.spring"
    axle: str = ""  # "front"
    side: str = ""  # "left", "right"; "" for the whole axle
    unit: str = ""  # "car", "caravan"

    @property
    def corner(self) -> str:
        """Returns the corner as names begin, "front_left"; "" for what belongs to no wheel."""
        return f"{self.axle}_{self.side}" if self.axle and self.side else ""

    @property
    def is_of_axle(self) -> bool:
        """Tells whether it belongs to an axle or a tyre."""
        return bool(self.axle) or self.group == "tyre"


NOBODY = ChannelOwner()


@dataclass(frozen=True, slots=True, repr=False)
class Channel:
    """One history by name: its SI unit, and in words what is measured, where and in which axes."""

    name: str  # dotted: "front_left.tyre.Fz"
    unit: str  # "m", "rad/s", "1" for none
    definition: str = ""
    kind: str = ""  # one of `kinds.KINDS`; without one, the usual kind of the unit
    owner: ChannelOwner = NOBODY
    shown: str = ""  # unit in which it is shown; without one, that of its kind

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", self.kind or kind_of_unit(self.unit))

    def __repr__(self) -> str:
        """Returns name, unit as people read it, and what it is."""
        return f"<Channel {self.name} [{pretty_unit(self.shown_unit)}]: {self.definition}>"

    @property
    def shown_unit(self) -> str:
        """Returns the unit in which people read it."""
        return self.shown or shown_unit(self.kind, self.unit, self.owner.is_of_axle)


@dataclass(frozen=True, slots=True)
class Metric:
    """A number that sums up a run."""

    value: float
    unit: str
    definition: str
    kind: str = ""
    owner: ChannelOwner = NOBODY
    shown: str = ""  # unit in which it is shown; without one, that of its kind

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", self.kind or kind_of_unit(self.unit))

    @property
    def shown_unit(self) -> str:
        """Returns the unit in which people read it."""
        return self.shown or shown_unit(self.kind, self.unit, self.owner.is_of_axle)

    @property
    def shown_value(self) -> float:
        """Returns the number in the unit in which people read it; what is rounding is zero."""
        number = shown_number(float(self.value), self.unit, self.shown_unit)
        return 0.0 if abs(number) < shown_resolution(self.kind, self.owner.group) else number

    def __repr__(self) -> str:
        """Returns the number and unit as people read them, and what it is."""
        return f"<Metric {self.in_words()}: {self.definition}>"

    def in_words(self) -> str:
        """Returns the number to five digits and its unit, as people read them."""
        unit = "" if self.shown_unit == "1" else f" {pretty_unit(self.shown_unit)}"
        return f"{self.shown_value:.5g}{unit}"

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "unit": self.unit, "definition": self.definition, "kind": self.kind}


def missing_channel(
    name: str, known: Iterable[str], help: str, lacking: Container[str] = (), route: str = ""
) -> Problem:
    """Returns what is wrong with a name that no channel has; `lacking` are those that a route does not have."""
    if name in lacking:
        return Problem(
            name, f"the route '{route}' has other coordinates, and no such channel", 'route="recursive" has it'
        )
    return Problem(name, f"there is no such channel.{did_you_mean(name, known)}", help)
