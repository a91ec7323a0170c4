"""What a result was made from, kept with it: values and their sources, axles, what the study rests on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.model import Vehicle
from jounce.model.provenance import tyre_echo
from jounce.model.rules.axle_warnings import vehicle_warnings
from jounce.model.tyre_files.tir_file import TirFile
from jounce.results import Result
from jounce.simulation.methods import first_sentence, law_method, sources_of
from jounce.studies.study import Study


def with_subject(result: Result, subject: Any, study: Study) -> Result:
    """The result, with what it was made from: metadata `study_name`, `methods`, `echo`, and of a vehicle `axles`."""
    row = [f"study {study.name}", first_sentence(type(study)), sources_of(type(study))]
    about: dict[str, Any] = {"study_name": study.name, "methods": [row, *result.metadata.get("methods", [])]}  # type: ignore[misc]
    if isinstance(subject, Vehicle):
        result = result.on_axles(subject.axles)
        about |= {"echo": subject.echo(), "axles": axle_rows(subject)}
        if warnings := vehicle_warnings(subject, about_axle(result)):
            others = [note for note in result.metadata.get("notes", []) if note not in warnings]  # type: ignore[attr-defined]
            about["notes"] = [*warnings, *others]
    elif isinstance(subject, TirFile):
        about["echo"] = tyre_echo(subject)
        about["methods"].append(law_method(subject.tyre))
    return replace(result, metadata=dict(result.metadata) | about)


def about_axle(result: Result) -> str | None:
    """The axle that a study was about, where it was about one."""
    settings: Any = result.metadata.get("settings", {})
    return settings.get("axle")


def axle_rows(vehicle: Vehicle) -> list[dict[str, Any]]:
    """Axles from front to rear: kind and place, in metres."""
    rows = []
    for name, axle in vehicle.axles.items():
        x, y, z = (float(value) for value in axle.hardpoints["wheel_centre"])  # type: ignore[arg-type]
        track = y - float(axle.points(-1)["wheel_centre"][1])  # type: ignore[arg-type]
        rows.append(
            {"name": name, "kind": axle.template, "steered": axle.steered, "x": x, "track": track, "wheel_centre": z}
        )
    return rows
