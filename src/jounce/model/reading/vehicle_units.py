"""Vehicle files of several units: tables in place or files of their own, and the hitches between them.

kind = "vehicle"
[units.car]                    # the first leads: its names and paths have no prefix
file = "small_car"             # of the library, or beside this file
[units.caravan]
file = "caravan"               # its own axes; kind = "trailer": it does not drive by itself
place = [-2950, 0, 0]          # its origin in the axes of the unit that leads
axles.axle.tyre.radius = "290 mm"  # takes the place of what the file says; numbers in SI, or with their units
[hitches.ball]
kind = "ball"
parent = "car"
child = "caravan"
point = [-2950, 0, 400]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.model.assemblies.registry import USUAL
from jounce.model.assembly.names import TRAILER
from jounce.model.hitches import HITCHES
from jounce.model.reading.axes import turn_axes
from jounce.model.reading.document import document_of
from jounce.model.reading.records import check_record_name, read_record_vector, read_record_word
from jounce.model.unit import ORIGIN, Unit
from jounce.units import Quantity

if TYPE_CHECKING:
    from jounce.model.reading.vehicle_file import VehicleReader
    from jounce.model.vehicle import Vehicle

ReadFile = Callable[[str, Path], "Vehicle"]
HEAD = ("file", "place", "kind")  # keys of a unit besides its tables
UNIT_KINDS = ("vehicle", TRAILER)
LENGTH = Quantity("m")


def are_vehicle_units(raw: Any) -> bool:
    """Tells units of a vehicle, which are tables, from units of measure, which are texts."""
    return isinstance(raw, Mapping) and any(isinstance(entry, Mapping) for entry in raw.values())


def read_vehicle_units(
    vehicle: Vehicle, tables: Mapping[str, Any], read: VehicleReader, read_file: ReadFile, unread: set[str]
) -> Vehicle:
    """Returns the vehicle with units and hitches of its tables; what is wrong goes to the problems of the reader.

    Names of units and hitches with a problem are `unread`.
    """
    units: dict[str, Unit] = {}
    sources: dict[str, Any] = {}
    for name, table in tables["units"].items():
        at = f"units.{name}"
        check_record_name(name, at, read.problems)
        if not isinstance(table, Mapping):
            what = f"{shown_in_message(table)} is not a table"
            read.problems.append(Problem(at, what, "units of measure stand in the file of each unit"))
            unread.add(name)
            continue
        try:
            whole = _read_unit(vehicle, name, table, read, read_file)
        except ModelError as error:
            named = f"{table['file']}: " if "file" in table else ""
            read.problems += [Problem(f"{at}.{p.where}", f"{named}{p.what}", p.help) for p in error.problems]
            unread.add(name)
            continue
        unit = replace(whole.unit, name=name, leads=not units, place=_place(table, f"{at}.place", read))
        units[name] = unit if unit.leads else _without_usual(unit)
        sources |= {f"{unit.path}{path}": source for path, source in whole.sources.items()}
        read.tyre_digests |= whole.style.tyre_digests
    if not units:
        return vehicle
    hitches = dict(_hitches(tables.get("hitches", {}), read, unread))
    return replace(vehicle, units=units, hitches=hitches, sources=sources)


def _read_unit(
    vehicle: Vehicle,
    name: str,
    table: Mapping[str, Any],
    read: VehicleReader,
    read_file: Callable[[str, Path], Vehicle],
) -> Vehicle:
    """Reads one unit as a vehicle of its own."""
    own = {key: entry for key, entry in table.items() if key not in HEAD}
    kind = table.get("kind", UNIT_KINDS[0])
    if kind not in UNIT_KINDS:
        what = f"{shown_in_message(kind)} is no kind of unit.{did_you_mean(str(kind), UNIT_KINDS)}"
        raise ModelError(name, [Problem("kind", what, f"one of: {', '.join(UNIT_KINDS)}")])
    if "file" not in table:
        head = {"format": 1, "kind": kind, "name": name, "axes": vehicle.style.axes}
        return _read_tables({**head, **own}, read.folder)
    file = read_record_word(table["file"], f"units.{name}.file", read.problems)
    if file is None:
        raise ModelError(name, [])
    found = read_file(file, read.folder)
    if len(found.units) > 1:
        raise ModelError(name, [Problem("file", "holds several units", "the file of one unit")])
    return found.with_tables(dict(_leaves(own))) if own else found


def _without_usual(unit: Unit) -> Unit:
    """Tables that stand with their defaults belong to the unit that leads alone."""
    kept = {word: data for word, data in unit.tables.items() if word not in USUAL or data != USUAL[word]()}
    return replace(unit, tables=kept)


def _read_tables(tables: dict[str, Any], folder: Path) -> Vehicle:
    from jounce.model.reading.vehicle_file import read_vehicle  # it reads units by this module

    document = document_of(tables, None)
    return read_vehicle(replace(document, source=str(folder / "unit")))


def _leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yields every entry of some tables by its path; a law stays a table."""
    for key, entry in table.items():
        if isinstance(entry, Mapping) and "type" not in entry:
            yield from _leaves(entry, f"{path}{key}.")
        else:
            yield f"{path}{key}", entry


def _place(table: Mapping[str, Any], path: str, read: VehicleReader) -> Any:
    if "place" not in table:
        return ORIGIN
    place = read_record_vector(table["place"], LENGTH, path, read.problems, read.header) or ORIGIN
    return turn_axes(place) if read.rearward else place


def _hitches(raw: Any, read: VehicleReader, unread: set[str]) -> Iterator[tuple[str, Any]]:
    """Returns every hitch that could be read; names of others are `unread`."""
    if not isinstance(raw, Mapping):
        read.problems.append(Problem("hitches", f"{shown_in_message(raw)} is not a table", "write [hitches.NAME]"))
        return
    for name, table in raw.items():
        at = f"hitches.{name}"
        check_record_name(name, at, read.problems)
        word = table.get("kind") if isinstance(table, Mapping) else None
        if word not in HITCHES:
            what = f"{shown_in_message(word)} is no kind of hitch.{did_you_mean(str(word), HITCHES)}"
            read.problems.append(Problem(f"{at}.kind", what, f"one of: {', '.join(HITCHES)}"))
            unread.add(name)
            continue
        hitch = read.record(HITCHES[word], {key: entry for key, entry in table.items() if key != "kind"}, at)
        if hitch is None:
            unread.add(name)
        else:
            yield name, hitch
