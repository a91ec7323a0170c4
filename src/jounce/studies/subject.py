"""The subject of a result, kept with it: values and their sources, axles, what the study rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from jounce.model import Vehicle
from jounce.model.provenance import provenance_record, tyre_provenance
from jounce.model.rules.vehicle import vehicle_warnings
from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.results import Result, UsedSetting
from jounce.results.run_record import Later, Metadata
from jounce.simulation.drawn.drawn_model import DrawnModel
from jounce.simulation.methods import first_sentence_of_method, method_of_law, sources_of_methods
from jounce.studies.settings import AUTO, Amount, NamedAmounts
from jounce.studies.study import Study


def with_subject(result: Result, subject: Any, study: Study) -> Result:
    """Returns the result with what it was made from: metadata `study_name`, `methods`, `echo`; of a car `axles`."""
    row = [f"study {study.name}", first_sentence_of_method(type(study)), sources_of_methods(type(study))]
    about: dict[str, Any] = {"study_name": study.name, "methods": [row, *result.metadata.get("methods", [])]}  # type: ignore[misc]
    if isinstance(subject, Vehicle):  # it cannot change, so all texts of it can be made later
        about["words"] = Later(lambda: subject_words(subject))
        about["echo"] = Later(subject.echo)
        about["axles"] = Later(lambda: subject_axle_rows(subject))
        about["notes"] = Later(lambda: _notes(result, subject, study))
    elif isinstance(subject, LoneTyre):
        about["echo"] = tyre_provenance(subject)
        about["methods"].append(method_of_law(subject.tyre))
    record = provenance_record(subject, study.name, _used(result, study))
    record = record.with_digest(str(result.metadata.get("model_hash", "")), result.numbers[0].tobytes())
    drawn = result.drawn
    if isinstance(drawn, DrawnModel):
        drawn = replace(drawn, subject=subject)
    return replace(result, metadata=Metadata(result.metadata, about), record=record, drawn=drawn)


def _notes(result: Result, vehicle: Vehicle, study: Study) -> list[str] | None:
    """Returns what is unusual about the car, what the study makes of it and what the run said; None for nothing."""
    said: Any = result.metadata.get("notes", [])
    notes = [*vehicle_warnings(vehicle, subject_axle(result)), *study.notes_on_subject(vehicle)]
    return [*notes, *(note for note in said if note not in notes)] or None


def _used(result: Result, study: Study) -> Iterator[UsedSetting]:
    """Yields settings as used: those that the study declares, with unit and meaning, then those it found."""
    found: dict[str, Any] = dict(study.values) | dict(result.metadata.get("settings", {}))  # type: ignore[call-overload]
    of_run = {setting.name: setting.unit for setting in result.record.settings}
    for name, value in found.items():
        declared = study.settings.get(name)
        meaning, is_found = declared.meaning if declared else "", study.values.get(name) is None
        if isinstance(declared, NamedAmounts) and value:
            for entry, number in _entries_of_table(value):
                own = declared.entries[entry]
                yield UsedSetting(f"{name}.{entry}", number, own.unit, meaning, own.shown_unit, is_found)
            continue
        unit = getattr(declared, "unit", of_run.get(name, ""))
        shown = declared.shown_unit if isinstance(declared, Amount) else unit
        given = AUTO if value is None and declared is not None and declared.auto else value
        yield UsedSetting(name, given, unit, meaning, shown, is_found)


def _entries_of_table(table: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Yields numbers of a table by their names: {"left": {"Fz": 3e3}} has "left.Fz"."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{end}", number) for end, number in _entries_of_table(value))
        else:
            yield name, value


def subject_axle(result: Result) -> str | None:
    """Returns the axle that a study was about, where it was about one."""
    settings: Any = result.metadata.get("settings", {})
    return settings.get("axle")


def subject_words(vehicle: Vehicle) -> dict[str, str]:
    """Words of a vehicle by which it differs from another, besides its numbers: depth, suspensions, tyre files."""
    found = {"depth": vehicle.depth}
    for name, axle in vehicle.blueprint().base.all_axles().items():
        found[f"axles.{name}.template"] = axle.template
        if axle.tyre.file:
            found[f"axles.{name}.tyre.file"] = str(axle.tyre.file)
    return found


def subject_axle_rows(vehicle: Vehicle) -> list[dict[str, Any]]:
    """Returns axles from front to rear: kind and place, in metres, in the axes of the unit that leads."""
    rows = []
    for name, axle in vehicle.placed_axles().items():
        x, y, z = (float(value) for value in axle.hardpoints["wheel_centre"])  # type: ignore[arg-type]
        track = y - float(axle.points(-1)["wheel_centre"][1])  # type: ignore[arg-type]
        rows.append(
            {"name": name, "kind": axle.template, "steered": axle.steered, "x": x, "track": track, "wheel_centre": z}
        )
    return rows
