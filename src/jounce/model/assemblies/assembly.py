"""The contract of an assembly: the tables of a file that it owns, its rules, and parts that hang on ports.

A unit (a car, a trailer) is a floating body with assemblies. None of them knows another: what one needs of others it
takes from ports, and a unit builds its assemblies in the order that follows from who offers what. Parts draw
themselves, measure themselves and keep their own notes, so an assembly has nothing more to say about them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from jounce.errors import Problem
from jounce.parts import Body

# a rule gets the unit, and the names of what of its file could not be read, which has problems of its own
Rule = Callable[..., Iterator[Problem]]


@dataclass(frozen=True, kw_only=True)
class Need:
    """A table that is nothing without a port, and what is said where no assembly of the unit offers that."""

    table: str
    port: str
    what: str
    help: str


@dataclass(frozen=True, kw_only=True)
class Site:
    """Where an assembly is built: its unit with the tables of the file, and the ports that stand already.

    Numbers of the tables may be floats or symbols. Ports: `wheels` (CornerModel by axle and side), `linkages` (what
    templates of axles were given), `rotors` and `people` (bodies that were weighed with the floating one), `turning`
    (rad of a coordinate per m of travel), `hand`, `pedal` and `drive` (inputs), `steering_wheel` and `input_shaft`
    (coordinates), `demands` and `traction` (inputs of brakes by wheel), `reduction` (input that reduces the drive).
    """

    unit: Any
    hand: str = "angle"  # what the driver gives the steering wheel: "angle" or "torque"
    compliant: bool = False  # mounts are the bushings of the file, in place of ideal joints
    posts: bool = False  # each wheel stands on a post of its own
    ports: Mapping[str, Any] = field(default_factory=dict)

    @property
    def body(self) -> str:
        """Returns the name of the floating body of the unit."""
        return str(self.unit.floating)

    def name(self, word: str) -> str:
        """Returns a name of the whole mechanism for a word of the unit's file."""
        return f"{self.unit.prefix}{word}"


@dataclass(frozen=True, kw_only=True)
class Built:
    """Parts of an assembly, and the ports that it offers. Tuples and mappings of several assemblies are joined."""

    parts: tuple[Any, ...] = ()
    ports: Mapping[str, Any] = field(default_factory=dict)


def bodies_among(parts: Iterable[Any]) -> tuple[Body, ...]:
    """Returns the bodies among some parts: what has a mass."""
    return tuple(part for part in parts if isinstance(part, Body))


def build_nothing(site: Site) -> Built:
    """Builds an assembly of numbers alone."""
    return Built()


@dataclass(frozen=True, kw_only=True)
class Assembly:
    """What a unit can have, by one folder of `model/assemblies` and one line of its registry."""

    name: str
    tables: Mapping[str, type] = field(default_factory=dict)  # of the file: records by their words
    sections: tuple[str, ...] = ()  # of the file: tables of named parts, as a mechanism has them
    usual: tuple[str, ...] = ()  # tables that stand with their defaults where a file has none
    offers: Mapping[str, str] = field(default_factory=dict)  # ports, each with the table that offers it; "": always
    takes: tuple[str, ...] = ()  # ports that it uses where they are offered
    needs: tuple[Need, ...] = ()
    leading: bool = False  # only the first unit of a vehicle can have it
    moving: bool = False  # its parts ask how the unit moves, so they come after all that has a mass
    build: Callable[[Site], Built] = build_nothing
    rules: tuple[Rule, ...] = ()  # whether the unit drives or not
    driving_rules: tuple[Rule, ...] = ()  # what a unit lacks that shall drive

    def is_there(self, unit: Any) -> bool:
        """Tells whether the unit has it: the tables that its ports hang on, or any where nothing hangs on it."""
        needed = {word for word in self.offers.values() if word}
        words = (*self.tables, *self.sections)
        there = all(unit.tables.get(word) is not None for word in needed) and (unit.leads or not self.leading)
        return there and (bool(needed) or not words or any(unit.tables.get(word) for word in words))


def check_needs(assemblies: Iterable[Assembly], unit: Any) -> Iterator[Problem]:
    """Finds tables whose port nobody offers."""
    offers = [offer for assembly in assemblies for offer in assembly.offers.items()]
    offered = {port for port, table in offers if not table or unit.tables.get(table) is not None}
    for assembly in assemblies:
        for need in assembly.needs:
            if unit.tables.get(need.table) is not None and need.port not in offered:
                yield Problem(need.table, need.what, need.help)


def order_by_ports(assemblies: Iterable[Assembly]) -> list[Assembly]:
    """Returns the assemblies such that each comes after those whose ports it takes; else they keep their order."""
    left, ordered = list(assemblies), []
    while left:
        ready = next(
            each
            for each in left
            if not any(port in other.offers for port in each.takes for other in left if other is not each)
        )
        left.remove(ready)
        ordered.append(ready)
    return ordered


def build_assemblies(assemblies: Iterable[Assembly], site: Site) -> tuple[dict[str, Built], Mapping[str, Any]]:
    """Builds what the unit has, in the order of the ports; returns each by its name, and all ports."""
    built: dict[str, Built] = {}
    for assembly in order_by_ports(each for each in assemblies if each.is_there(site.unit)):
        made = built[assembly.name] = assembly.build(site)
        site = replace(site, ports=_joined(site.ports, made.ports))
    return built, site.ports


def _joined(ports: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(ports)
    for name, value in more.items():
        if name not in found:
            found[name] = value
        else:
            found[name] = found[name] | value if isinstance(value, dict) else (*found[name], *value)
    return found
