"""Vehicle files: one table an axle, hardpoints of its left side, what differs on the right.

format = 1
kind = "vehicle"
name = "Small car"
axes = "ISO 8855"                        # or "x rearward": turned at load
units = { length = "mm" }                # of bare numbers in this file; default SI

[axles.front]
template = "double_wishbone"
steered = true
[axles.front.hardpoints]
lower_ball_joint = [0, 640, 210]
[axles.front.right.hardpoints]           # only what differs from the mirror image
[axles.front.tyre]
radius = 300                             # loaded
file = "tyre.tir"                        # beside this file, or a tyre of the library; or law = { type = "dugoff", ... }
[forces.strut_brace]                     # between bodies by the names that `jounce info` prints
type = "spring"
[sensors.seat]                           # on a body by the name that `jounce info` prints
body = "body"
point = [-1100, 350, 400]
direction = [0, 0, 1]
quantity = "acceleration"
[controllers.cruise]                     # sets inputs of the car at a rate
type = "speed_control"
speed = "80 km/h"
[axles.front.bushings.lower_arm_rear]    # in place of the ideal joint, where compliance is asked for
stiffness = ["1 kN/mm", "2 kN/mm", "1 kN/mm", "1 N m/deg", "1 N m/deg", "1 N m/deg"]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import make_dataclass, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.model import axle_data
from jounce.model.assemblies.registry import RECORDS, SECTIONS
from jounce.model.belt_data import BELT_KEYS, completed_belt, tyre_numbers_of_patch, wrong_belt_keys
from jounce.model.functional_car import (
    FunctionalCar,
    FunctionalData,
    check_functional_car,
    check_functional_car_said_once,
    problem_of_functional_car,
    problem_of_functional_pair,
)
from jounce.model.library import is_library_name, library_path
from jounce.model.reading import records
from jounce.model.reading.axes import AXES, turn_axes_of_part
from jounce.model.reading.document import Document, read_document, unknown_document_keys
from jounce.model.reading.file_style import FileStyle
from jounce.model.reading.lone_tyre_file import read_tyre_of_axle
from jounce.model.reading.vehicle_units import are_vehicle_units, read_vehicle_units
from jounce.model.rules.hardpoints import check_missing_hardpoints, hardpoints_mostly_right
from jounce.model.rules.vehicle import check_vehicle
from jounce.model.sources import read_sources
from jounce.model.templates import TEMPLATES
from jounce.model.templates.anti_roll_bar import ROLES as BAR_ROLES
from jounce.model.templates.axles.walking_beams import ROLES as BEAM_ROLES
from jounce.model.templates.damper_bodies import ROLES as DAMPER_ROLES
from jounce.model.templates.rocker import ROLES as ROCKER_ROLES
from jounce.model.tyre_files.tir_parts import tir_parts_maybe_cut
from jounce.model.unit import Unit
from jounce.model.vehicle import DEPTHS, Vehicle
from jounce.units import Point

SHORT = "functional"  # the table of a car's short form
KEYS = ("format", "kind", "name", "units", "axes", "depth", SHORT, "axles", *RECORDS, *SECTIONS, "sources")
UNIT_KEYS = ("format", "kind", "name", "units", "axes", "depth", "hitches", "sources")  # of a vehicle of several units
AXLE_KEYS: tuple[str, ...] = ("template", "hardpoints", "right", "bodies", "tyre", "alignment", "bushings")
AXLE_KEYS += (*axle_data.AXLE_FLAGS, *axle_data.ELEMENTS)


def read_vehicle(document: Document) -> Vehicle:
    """Reads the vehicle that a document describes, or every problem it has."""
    tables = document.tables
    several = are_vehicle_units(tables.get("units"))
    problems = unknown_document_keys(tables, UNIT_KEYS if several else KEYS, "")
    lengths = {} if several else tables.get("units", {})
    header = records.read_record_units(lengths, problems)
    axes = records.read_record_word(tables.get("axes", AXES[0]), "axes", problems, AXES) or AXES[0]
    read = VehicleReader(header, axes != AXES[0], document.folder, problems)
    name = records.read_record_word(tables.get("name"), "name", problems) or "vehicle"
    depth = records.read_record_word(tables.get("depth", DEPTHS[0]), "depth", problems, DEPTHS) or DEPTHS[0]
    style = FileStyle(axes, header, document.origin, read.tyre_digests)
    unread: set[str] = set()
    unread_tables: set[str] = set()
    if several:
        vehicle = read_vehicle_units(Vehicle(name=name, style=style, depth=depth), tables, read, read_file, unread)
    elif SHORT in tables:
        return replace(_read_short(document, read, name, read_records(read, tables)[0], style), depth=depth)
    else:
        unit, unread_tables = read_unit(read, tables, unread)
        vehicle = Vehicle(name=name, units={unit.name: unit}, style=style, depth=depth)
    problems += check_vehicle(vehicle, unread, unread_tables)
    values = vehicle.values()
    sources = read_sources(tables.get("sources", {}), values, unread | unread_tables, problems)
    if problems:
        document.refuse(problems)
    return replace(vehicle, sources={**vehicle.sources, **sources}, style=replace(style, loaded=values))


def read_file(file: str, folder: Path) -> Vehicle:
    """Reads the vehicle of a file that another names: beside it, or one of the library."""
    document = read_document(library_path(file) if is_library_name(file) else folder / file)
    return read_vehicle(document)


def read_records(read: VehicleReader, tables: Mapping[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """Reads tables that are one record each, and the words of those with a problem."""
    found = {word: read.record(kind, tables[word], word) for word, kind in RECORDS.items() if word in tables}
    unread = {word for word, data in found.items() if data is None}
    return {word: data for word, data in found.items() if data is not None}, unread


def read_unit(read: VehicleReader, tables: Mapping[str, Any], unread: set[str]) -> tuple[Unit, set[str]]:
    """The unit of some tables, and the words of those with a problem; `unread` gets the names of axles and parts."""
    equipment, broken = read_records(read, tables)
    if not tables.get("axles"):
        read.problems.append(Problem("axles", "there is no axle", "add [axles.front] and its keys"))
    axles = {}
    for word, table in records.named_tables_of_records(tables.get("axles", {}), "axles", unread, read.problems):
        records.check_record_name(word, f"axles.{word}", read.problems)
        axle = read.axle(table, f"axles.{word}")
        if axle is None:
            unread.add(word)
        else:
            axles[word] = axle
    parts: dict[str, Any] = {word: read.named_parts(word, tables.get(word, {}), unread) for word in SECTIONS}
    kind = str(tables.get("kind", "vehicle"))
    return Unit(kind=kind).with_tables(axles=axles, **equipment, **parts), broken


def _read_short(
    document: Document, read: VehicleReader, name: str, equipment: dict[str, Any], style: FileStyle
) -> Vehicle:
    """A car in its short form, written out; tables of equipment that the file has besides take the place of its own."""
    tables, problems = document.tables, read.problems
    for key in ("axles", "body"):
        if key in tables:
            hint = "write the car out: jounce info FILE --text prints all its tables"
            problems.append(Problem(key, "is given, and so is the short form [functional]", hint))
    before = len(problems)
    data = read.record(FunctionalData, tables[SHORT], SHORT)
    problems[before:] = map(problem_of_functional_pair, problems[before:])
    tyre = read.short_tyre(data.tyre) if data is not None else None
    problems += check_functional_car(data) if data is not None else ()
    problems += check_functional_car_said_once(tables[SHORT], tables) if isinstance(tables[SHORT], Mapping) else ()
    if problems or data is None:
        document.refuse(problems)
    assert tyre is not None  # else there was a problem
    made = FunctionalCar(data, (tyre, tyre))
    own = {word: found for word, found in equipment.items() if word in tables}
    parts: dict[str, Any] = {
        word: read.named_parts(word, tables.get(word, {}), set()) for word in ("sensors", "controllers")
    }
    vehicle = Vehicle(name=name, style=style, **parts, **made.tables() | own)
    found = check_vehicle(vehicle)
    problems += [
        problem if problem.where.partition(".")[0] in tables else problem_of_functional_car(problem, data)
        for problem in found
    ]
    values = vehicle.values()
    given = read_sources(tables.get("sources", {}), values, set(), problems)
    if problems:
        document.refuse(problems)
    sources = {path: source for path, source in made.sources().items() if path.partition(".")[0] not in own}
    return replace(vehicle, sources=sources | given, style=replace(style, loaded=values))


class VehicleReader:
    """What all tables of a file share: units of bare numbers, axes, and the list of problems."""

    def __init__(self, header: Mapping[str, str], rearward: bool, folder: Path, problems: list[Problem]):
        self.header, self.rearward, self.folder, self.problems = header, rearward, folder, problems
        self.tyre_digests: dict[str, str] = {}  # of property files, by their names in the file

    def record(self, kind: type, table: Any, path: str) -> Any:
        """Reads a record of this kind in ISO axes, or None when the table has a problem."""
        if not isinstance(table, Mapping):
            self.problems.append(
                Problem(path, f"{shown_in_message(table)} is not a table", f"write [{path}] and its keys below")
            )
            return None
        part = records.read_record(kind, table, path, self.problems, self.header)
        return turn_axes_of_part(part) if part is not None and self.rearward else part

    def named_parts(self, word: str, section: Any, unread: set[str]) -> dict[str, Any]:
        """Reads inputs, forces, sensors or controllers of the car; names of those with a problem are `unread`."""
        found = {}
        for name, table in records.named_tables_of_records(section, word, unread, self.problems):
            part = records.read_named_record(word, name, table, self.header, self.problems)
            if part is None:
                unread.add(name)
            else:
                found[name] = turn_axes_of_part(part) if self.rearward else part
        return found

    def axle(self, table: Mapping[str, Any], path: str) -> axle_data.Axle | None:
        """Reads one axle, or None when its tables have a problem."""
        before = len(self.problems)
        self.problems += unknown_document_keys(table, AXLE_KEYS, path)
        word = records.read_record_word(table.get("template"), f"{path}.template", self.problems, tuple(TEMPLATES))
        flags = {key: table.get(key, usual) for key, usual in axle_data.AXLE_FLAGS.items()}
        for key, flag in flags.items():
            if not isinstance(flag, bool):
                self.problems.append(Problem(f"{path}.{key}", shown_in_message(flag), "needs true or false"))
        there = {key: kind for key, kind in axle_data.ELEMENTS.items() if key in table}
        elements = {key: self.record(kind, table[key], f"{path}.{key}") for key, kind in there.items()}
        tyre, tyre_cut = self._tyre(table.get("tyre", {}), f"{path}.tyre")
        alignment = self.record(axle_data.AlignmentData, table.get("alignment", {}), f"{path}.alignment")
        if word is None:
            return None  # which points and bodies there are follows from the template
        points = self._points(word, table.get("hardpoints", {}), f"{path}.hardpoints")
        meant = _meant(table.get("hardpoints", {}), tuple(TEMPLATES[word].meanings()))
        self.problems += check_missing_hardpoints(TEMPLATES[word], meant, elements, path, flags["steered"] is True)
        right = self._right(word, table.get("right", {}), f"{path}.right")
        bodies = self._bodies(word, table.get("bodies", {}), f"{path}.bodies", _extra_roles(word, points, elements))
        bushings = self._bushings(word, table.get("bushings", {}), f"{path}.bushings")
        if len(self.problems) > before or tyre is None:
            return None
        if tyre.model == axle_data.RIGID_RING and tyre.law is not None:
            elements["belt"] = completed_belt(elements.get("belt"), tyre.law, tyre.belt_keys or {})
        axle = axle_data.Axle(
            template=word,
            **flags,
            hardpoints=points,
            right_hardpoints=right,
            bodies=bodies,
            tyre=tyre,
            tyre_cut=tyre_cut,
            alignment=alignment,
            elements=elements,
            bushings=bushings,
        )
        # tools with x rearward print the right wheel as often as the left; in ISO axes y < 0 is a mistake
        if self.rearward and not right and hardpoints_mostly_right(axle):
            bodies, bushings = axle.masses(-1), axle.compliances(-1)
            return replace(axle, hardpoints=axle.points(-1), bodies=bodies, bushings=bushings, shows_right=True)
        return axle

    def short_tyre(self, file: str) -> axle_data.TyreData | None:
        """Returns the tyre of a short form; its loaded radius follows from the load."""
        before = len(self.problems)
        found = self._tyre({"radius": "0.3 m", "file": file}, SHORT)[0] if file else None
        if not file:
            self.problems.append(Problem(SHORT, "is empty", 'the name of a tyre, for example "tyre_205_55_r16"'))
        self.problems[before:] = [replace(problem, where=f"{SHORT}.tyre") for problem in self.problems[before:]]
        return found

    def _tyre(self, table: Any, path: str) -> tuple[axle_data.TyreData | None, tuple[str, ...]]:
        """Reads the tyre's table, with the law of its property file where it names one, and whether that may be cut."""
        data = self.record(axle_data.TyreData, table, path)
        if data is None or not data.file:
            return data, ()
        if data.law is not None:
            self.problems.append(Problem(f"{path}.law", "a file is given as well", "keep the law or the file"))
            return None, ()
        try:
            named = is_library_name(data.file)
            found = read_tyre_of_axle(library_path(data.file) if named else self.folder / data.file)
        except ModelError as error:
            self.problems += [
                Problem(f"{path}.file", f"{data.file}: {p.where}: {p.what}", p.help) for p in error.problems
            ]
            return None, ()
        self.tyre_digests[data.file] = found.digest
        side = "right" if found.side == "RIGHT" else data.measured_on
        if data.model == axle_data.RIGID_RING and (wrong := list(wrong_belt_keys(found.numbers))):
            self.problems += [Problem(f"{path}.file", f"{data.file}: {what}", hint) for what, hint in wrong]
            return None, ()
        known: dict[str, Any] = {"ranges": found.ranges, "rim_radius": found.rim_radius}
        known["belt_keys"] = {key: number for key, number in found.numbers.items() if key in BELT_KEYS}
        patch = tyre_numbers_of_patch(found.tyre, found.numbers)
        known |= {word: number for word, number in patch.items() if word not in table}
        notes = *found.remarks, *tir_parts_maybe_cut(found.tyre, getattr(found, "lines", {}))
        return replace(data, law=found.tyre, measured_on=side, **known), notes

    def _points(self, template: str, table: Any, path: str) -> dict[str, axle_data.DesignPoint]:
        record = self.record(_hardpoints_of(template), table, path)
        return {} if record is None else records.table_of_record(record)

    def _right(self, template: str, table: Any, path: str) -> dict[str, axle_data.DesignPoint]:
        if not isinstance(table, Mapping):
            self.problems.append(
                Problem(path, f"{shown_in_message(table)} is not a table", f"write [{path}.hardpoints]")
            )
            return {}
        self.problems += unknown_document_keys(table, ("hardpoints",), path)
        return self._points(template, table.get("hardpoints", {}), f"{path}.hardpoints")

    def _bodies(self, template: str, table: Any, path: str, extra: tuple[str, ...]) -> dict[str, axle_data.MassData]:
        roles = (*TEMPLATES[template].roles, "wheel", *extra)
        found = {}
        for role, entry in records.named_tables_of_records(table, path, set(), self.problems):
            if role not in roles:
                what = f"there is no body '{role}' in {template}.{did_you_mean(role, roles)}"
                self.problems.append(Problem(f"{path}.{role}", what, f"bodies: {', '.join(roles)}"))
            else:
                found[role] = self.record(axle_data.MassData, entry, f"{path}.{role}")
        return found

    def _bushings(self, template: str, table: Any, path: str) -> dict[str, axle_data.BushingData]:
        mounts, found = TEMPLATES[template].mounts, {}
        for mount, entry in records.named_tables_of_records(table, path, set(), self.problems):
            if mount not in mounts:
                what = f"{template} has no mount '{mount}' for a bushing.{did_you_mean(mount, mounts)}"
                self.problems.append(Problem(f"{path}.{mount}", what, f"mounts: {', '.join(mounts) or 'none'}"))
            else:
                found[mount] = self.record(axle_data.BushingData, entry, f"{path}.{mount}")
        return found


def _extra_roles(
    template: str, points: Mapping[str, axle_data.DesignPoint], elements: Mapping[str, Any]
) -> tuple[str, ...]:
    """Bodies that come with an element: bar and drop links, rockers, walking beams, rod and tube of a damper with ends
    of its own; knuckles."""
    form = getattr(elements.get("anti_roll_bar"), "form", "")
    bar = {"linkage": BAR_ROLES, "flexible": ("drop_link",), "t bar": (*axle_data.T_BAR_ROLES, "drop_link")}.get(
        form, ()
    )
    bar += ROCKER_ROLES if "rocker" in elements else ()
    bar += BEAM_ROLES if "walking_beam" in elements else ()
    damper = DAMPER_ROLES if "damper" in elements and {"damper_top", "damper_bottom"} <= set(points) else ()
    return (*bar, *damper, *TEMPLATES[template].steering_roles)


def _meant(table: Any, known: tuple[str, ...]) -> set[str]:
    """Returns the names of a table as they were meant: a misspelt point is not missing as well."""
    names = table if isinstance(table, Mapping) else ()
    return {close for name in names for close in get_close_matches(name, known, n=1)}


@cache
def _hardpoints_of(template: str) -> type:
    """Reads a record of a template's points, each of which may be left out: what must be there is checked by name."""
    names = TEMPLATES[template].meanings()
    return make_dataclass(template, [(name, Point | None, None) for name in names], frozen=True, kw_only=True)
