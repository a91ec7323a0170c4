"""A unit of a vehicle: a floating body with its assemblies, a car or a trailer, as the tables of its file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from jounce.errors import did_you_mean
from jounce.graph import Scalar
from jounce.model.assemblies.registry import RECORDS, SECTIONS, USUAL
from jounce.model.assembly.names import BODY, LEADING, MOTION
from jounce.model.axle_data import Axle, DesignPoint
from jounce.model.fields import Change, each_ruled_number, fields_of, map_numbers, path_of_part_fields
from jounce.spatial.vector import Vec3

ORIGIN: DesignPoint = (0.0, 0.0, 0.0)
WORDS = ("axles", *RECORDS, *SECTIONS)  # all tables that a unit can have
OF_LEADING_UNIT = (*WORDS, "equipment", "steers")  # what a vehicle has of the unit that leads it


@dataclass(frozen=True, kw_only=True)
class Unit:
    """Tables of one unit by their words, each read as an attribute: `unit.drive` is None where the file has none."""

    name: str = LEADING
    tables: Mapping[str, Any] = field(default_factory=dict)
    leads: bool = True  # it is driven and steered; its names and paths have no prefix
    place: DesignPoint = ORIGIN  # of the origin of its points, in the axes of the unit that leads
    kind: str = "vehicle"  # or "trailer", which another unit pulls

    def __getattr__(self, word: str) -> Any:
        if word not in WORDS:
            raise AttributeError(f"a vehicle has no '{word}'")
        return self.tables.get(word)

    @property
    def prefix(self) -> str:
        """Returns what names of its parts begin with."""
        return "" if self.leads else f"{self.name}_"

    @property
    def path(self) -> str:
        """Returns what paths of its numbers begin with."""
        return "" if self.leads else f"units.{self.name}."

    @property
    def floating(self) -> str:
        """Returns the name of its floating body, and of the joint by which that moves."""
        return BODY if self.leads else self.name

    @property
    def motion(self) -> str:
        """Returns what channels of its motion begin with."""
        return MOTION if self.leads else self.name

    def with_tables(self, **tables: Any) -> Unit:
        """Returns the unit with other tables; None takes one out, or puts the usual one in its place."""
        found: dict[str, Any] = {word: {} for word in ("axles", *SECTIONS)}
        found |= {word: kind() for word, kind in USUAL.items()} if self.leads else {}
        found |= {word: data for word, data in {**self.tables, **tables}.items() if data is not None}
        return replace(self, tables={word: found[word] for word in WORDS if word in found})

    def with_axles(self, change: Callable[[str, Axle], Axle]) -> Unit:
        """Returns the unit with `change(path, axle)` in place of each axle."""
        axles = {name: change(f"{self.path}axles.{name}", axle) for name, axle in self.axles.items()}
        return replace(self, tables={**self.tables, "axles": axles})

    def records(self) -> dict[str, Any]:
        """Returns every table of numbers by its path, but for the hardpoints."""
        found = {f"axles.{n}.{key}": data for n, axle in self.axles.items() for key, data in axle.records().items()}
        found |= self.equipment() | {path_of_part_fields(part): part for part in self.added_parts()}
        return {f"{self.path}{path}": data for path, data in found.items()} if self.path else found

    def equipment(self) -> dict[str, Any]:
        """Returns its tables that are one record, as far as they are there."""
        return {word: data for word in RECORDS if (data := self.tables.get(word)) is not None}

    def added_parts(self) -> list[Any]:
        """Returns inputs, force elements, sensors and controllers that its file adds to the whole unit."""
        return [part for word in SECTIONS for part in self.tables.get(word, {}).values()]

    def each_ruled_number(self) -> Iterator[tuple[str, float, str, str]]:
        """Yields path, value, unit and rule of every number."""
        at = self.path
        if not self.leads:
            yield from ((f"{at}place.{k}", v, "m", "finite") for k, v in zip("xyz", self.place, strict=True))
        for word, data in self.equipment().items():
            yield from each_ruled_number(data, f"{at}{word}")
        for name, axle in self.axles.items():
            yield from axle.each_ruled_number(f"{at}axles.{name}")
        for part in self.added_parts():
            yield from each_ruled_number(part, f"{at}{path_of_part_fields(part)}")

    def map_numbers(self, change: Change) -> Unit:
        """Returns the unit with `change(path, value, unit)` in place of each number."""
        at, place = self.path, self.place
        if not self.leads:
            place = tuple(change(f"{at}place.{k}", v, "m") for k, v in zip("xyz", place, strict=True))  # type: ignore[assignment]
        tables: dict[str, Any] = {w: map_numbers(data, change, f"{at}{w}") for w, data in self.equipment().items()}
        tables["axles"] = {name: axle.map_numbers(change, f"{at}axles.{name}") for name, axle in self.axles.items()}
        for word in SECTIONS:
            parts = self.tables.get(word, {}).items()
            tables[word] = {n: map_numbers(part, change, f"{at}{path_of_part_fields(part)}") for n, part in parts}
        return replace(self, tables=tables, place=place)

    def map_records(self, change: Callable[[Any], Any], points: Callable[[DesignPoint], Any]) -> Unit:
        """Returns the unit with `change(record)` in place of its records and `points(point)` of its hardpoints."""
        tables: dict[str, Any] = {word: change(data) for word, data in self.equipment().items()}
        tables |= {word: {n: change(part) for n, part in self.tables.get(word, {}).items()} for word in SECTIONS}
        tables["axles"] = {name: axle.map_records(change, points) for name, axle in self.axles.items()}
        return replace(self, tables=tables)

    def placed(self) -> Unit:
        """Returns the unit with its points in the axes of the unit that leads."""

        def moved(point: DesignPoint) -> Any:
            return tuple(a + b for a, b in zip(point, self.place, strict=True))

        def at_place(record: Any) -> Any:
            points = (f.name for f in fields_of(type(record)) if f.form == "vector" and f.quantity.unit == "m")
            given = {name: moved(point) for name in points if (point := getattr(record, name)) is not None}
            return replace(record, **given) if given else record

        return self if self.leads else self.map_records(at_place, moved)

    def counts(self) -> dict[str, float]:
        """Returns the numbers that are structure by their paths: another count of elements makes other equations."""
        return {
            f"{self.path}{word}.{field.name}": getattr(data, field.name)
            for word, data in self.equipment().items()
            for field in fields_of(type(data))
            if field.quantity.rule == "count"
        }

    def steered_axle(self) -> str | None:
        """Returns the first axle that is steered."""
        return next((name for name, axle in self.axles.items() if axle.steered), None)

    def following_axles(self) -> tuple[str, ...]:
        """Names further axles that are steered."""
        return tuple(name for name, axle in self.axles.items() if axle.steered)[1:]

    def steers(self) -> bool:
        """Tells whether one of its axles is steered."""
        return self.steered_axle() is not None

    def describes_car(self) -> bool:
        """Tells whether it says what only a car that drives needs; a body or one axle with its tyre needs less."""
        axles: Mapping[str, Axle] = self.axles
        equipped = any((self.drive, self.half_shafts, self.brakes, self.aero))
        rolling = len(axles) > 1 and any(axle.tyre.law for axle in axles.values())
        return equipped or (self.body is not None and rolling)

    def reference_point(self) -> Vec3:
        """Returns the middle of the front axle at ground level, in the design position. [ISO 8855, 2.14]"""
        front: Axle = next(iter(self.axles.values()))
        return (front.hardpoints["wheel_centre"][0], 0.0, 0.0)

    def wheelbase(self) -> Scalar:
        """Returns the distance from the first to the last axle, in the design position."""
        places = [axle.hardpoints["wheel_centre"][0] for axle in self.axles.values()]
        return places[0] - places[-1]


def units_with_tables(units: Mapping[str, Unit], tables: Mapping[str, Any]) -> dict[str, Unit]:
    """Returns units by their names, of which the first has these tables too; without any, a unit of these alone."""
    if unknown := [word for word in tables if word not in WORDS]:
        raise TypeError(f"a vehicle has no '{unknown[0]}'.{did_you_mean(unknown[0], WORDS)}")
    first, *others = units.values() or (Unit(),)
    return {unit.name: unit for unit in (first.with_tables(**tables), *others)}
