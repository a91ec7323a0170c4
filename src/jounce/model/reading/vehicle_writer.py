"""Vehicles written as TOML tables and text: SI, floats as `repr`, so that the same bits are read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jounce.errors import ModelError
from jounce.model.assemblies.registry import SECTIONS, USUAL
from jounce.model.axle_data import AXLE_FLAGS, RIGID_RING, Axle, TyreData
from jounce.model.belt_data import BeltData, completed_belt
from jounce.model.hitches import HITCHES
from jounce.model.library import is_library_name, library_models, library_path
from jounce.model.own_laws import unsaved_own_laws
from jounce.model.reading.file_axes import vehicle_in_file_style
from jounce.model.reading.lone_tyre_file import read_tyre_of_axle
from jounce.model.reading.toml_writer import Tables, filled_toml_tables, toml_entries, toml_lines, toml_sources

if TYPE_CHECKING:
    from jounce.model.tyre_files.lone_tyre import LoneTyre
    from jounce.model.unit import Unit
    from jounce.model.vehicle import Vehicle


def toml_tables_of_vehicle(vehicle: Vehicle) -> Tables:
    """A vehicle in the axes of its file; points of the right wheel alone may take the place of those of the left."""
    turned = vehicle_in_file_style(vehicle.with_units(lambda unit: unit.with_axles(_shown)))
    head = {"format": 1, "kind": vehicle.unit.kind, "name": vehicle.name, "axes": vehicle.style.axes}
    head |= {"depth": vehicle.depth} if vehicle.depth != "structural" else {}
    sources = filled_toml_tables({"sources": toml_sources(vehicle)})
    if len(turned.units) == 1:
        return {**head, **_unit_tables(turned.unit), **sources}
    units = {name: _unit_head(unit) | _unit_tables(unit) for name, unit in turned.units.items()}
    words = {kind: word for word, kind in HITCHES.items()}
    hitches = {name: {"kind": words[type(hitch)], **toml_entries(hitch)} for name, hitch in turned.hitches.items()}
    return {**head, "units": units, "hitches": hitches, **sources}


def _shown(path: str, axle: Axle) -> Axle:
    return replace(axle, shows_right=axle.shows_right and not axle.right_hardpoints)


def _unit_head(unit: Unit) -> Tables:
    return {} if unit.leads else {"kind": unit.kind, "place": unit.place}


def _unit_tables(unit: Unit) -> Tables:
    equipment = {word: toml_entries(data) for word, data in unit.equipment().items()}
    usual = filled_toml_tables({word: equipment.pop(word) for word in USUAL if word in equipment})
    added = {w: {name: toml_entries(part) for name, part in unit.tables.get(w, {}).items()} for w in SECTIONS}
    axles = {name: _axle_tables(axle) for name, axle in unit.axles.items()}
    return {**equipment, **usual, "axles": axles, **filled_toml_tables(added)}


def _axle_tables(axle: Axle) -> Tables:
    flags = {word: getattr(axle, word) for word, usual in AXLE_FLAGS.items() if getattr(axle, word) != usual}
    right = {"right": {"hardpoints": dict(axle.right_hardpoints)}} if axle.right_hardpoints else {}
    return {
        "template": axle.template,
        **flags,
        "hardpoints": dict(axle.hardpoints),
        **right,
        **filled_toml_tables({"bodies": {role: toml_entries(data) for role, data in axle.bodies.items()}}),
        "tyre": _tyre_entries(axle.tyre),
        **filled_toml_tables({"alignment": toml_entries(axle.alignment)}),
        **{word: toml_entries(data) for word, data in axle.elements.items() if word != "belt"},
        **filled_toml_tables({"belt": _belt_entries(axle)}),
        **filled_toml_tables({"bushings": {mount: toml_entries(data) for mount, data in axle.bushings.items()}}),
    }


def _tyre_entries(tyre: TyreData) -> Tables:
    """The name of a tyre of the library stays while its numbers are those of its file; else the numbers stand there."""
    entries = toml_entries(tyre)
    entries.pop("file" if _library_tyre(tyre) is None else "law", None)
    return entries


def _library_tyre(tyre: TyreData) -> LoneTyre | None:
    """Returns the file of the library that has the tyre's numbers."""
    if not (is_library_name(tyre.file) and tyre.file in library_models()):
        return None
    file = read_tyre_of_axle(library_path(tyre.file))
    return file if file.tyre == tyre.law else None


def _belt_entries(axle: Axle) -> Tables:
    """Returns what of the belt is not as file and estimate would have it; all where one number hangs on another."""
    data = axle.elements.get("belt")
    if data is None or axle.tyre.model != RIGID_RING or axle.tyre.law is None:
        return {} if data is None else toml_entries(data)
    entries, file = toml_entries(data), _library_tyre(axle.tyre)
    keys = {} if file is None else file.numbers
    usual = toml_entries(completed_belt(None, axle.tyre.law, keys))
    own = {word: number for word, number in entries.items() if number != usual[word]}
    return own if toml_entries(completed_belt(BeltData(**own), axle.tyre.law, keys)) == entries else entries


def toml_text_of_vehicle(vehicle: Vehicle) -> str:
    """Returns the text of a vehicle file."""
    problems = [problem for path, data in vehicle.records().items() for problem in unsaved_own_laws(data, path)]
    if problems:
        raise ModelError(vehicle.name, problems)
    return "\n".join(toml_lines(toml_tables_of_vehicle(vehicle), "")) + "\n"
