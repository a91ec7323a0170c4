"""Tasks, chunks and rows as text, on the way to another process or computer and back.

It is JSON with the car as its file: plain data, from which nothing but a car and a study can be made.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isfinite, nan
from sys import modules
from typing import Any

from jounce.errors import JounceError, ModelError, Problem, SetupError
from jounce.model import Vehicle
from jounce.model.reading.document import read_document
from jounce.model.reading.lone_tyre_file import read_lone_tyre
from jounce.model.reading.toml_writer import toml_text_of_lone_tyre
from jounce.model.reading.vehicle_file import read_vehicle
from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.model.tyre_files.tir_file import TirFile, read_tir_text
from jounce.model.tyre_files.tir_writer import tir_text
from jounce.studies import find_study
from jounce.studies.many.code_digest import code_digest
from jounce.studies.many.variant import Histories, Variant, VariantRow, VariantTask

OWN_PARTS = "jounce_own_parts_"  # how modules begin that `jounce.use` has run


def task_to_wire(task: VariantTask, settings: Mapping[str, Any]) -> str:
    """The task as text. `settings` are those that its study was made with, as JSON has them: no values but words and
    numbers, and files by their whole paths."""
    own = [str(m.__file__) for name, m in list(modules.items()) if name.startswith(OWN_PARTS) and m.__file__]
    about = {
        **_wire_of_subject_and_study(task, settings),
        "code": code_digest(),
        "metrics": task.metrics,
        "use": own,
        "files": dict(task.files),
        "histories": asdict(task.histories) if task.histories is not None else None,
    }
    return json.dumps(about, allow_nan=False)


def subject_and_study_to_wire(task: VariantTask, settings: Mapping[str, Any]) -> str:
    """Returns what a task is about as text: the car and the study, without metrics, files and code."""
    return json.dumps(_wire_of_subject_and_study(task, settings), allow_nan=False)


def _wire_of_subject_and_study(task: VariantTask, settings: Mapping[str, Any]) -> dict[str, Any]:
    subject = task.subject
    if wrong := [name for name, value in settings.items() if not _is_plain(value)]:
        raise _not_plain(f"settings.{wrong[0]}", type(settings[wrong[0]]).__name__)
    if isinstance(subject, Vehicle):
        about: dict[str, Any] = {"vehicle": subject.to_toml(), "depth": subject.depth}
    elif isinstance(subject, TirFile) and hasattr(subject.tyre, "fit_type"):
        about = {"tyre": tir_text(subject, subject.source), "name": subject.source}
    elif isinstance(subject, LoneTyre):
        about = {"lone_tyre": toml_text_of_lone_tyre(subject)}
    else:
        raise _not_plain("car", type(subject).__name__)
    return {**about, "study": task.study.name, "settings": dict(settings)}


def task_from_wire(text: str) -> VariantTask:
    """Returns the task that a text describes; files of own parts are used before, by who may load code."""
    about = json.loads(text)
    if about["code"] != code_digest():
        what = f"a worker has jounce {code_digest()}, the job comes from {about['code']}"
        raise SetupError(f"{what}: install the same on both")
    if "vehicle" in about:
        subject: Any = read_vehicle(read_document(about["vehicle"])).at_depth(about["depth"])
    elif "lone_tyre" in about:
        subject = read_lone_tyre(read_document(about["lone_tyre"]))
    else:
        subject = read_tir_text(about["tyre"], about["name"])
    histories = Histories(**about["histories"]) if about["histories"] else None
    study = find_study(about["study"])(**about["settings"])
    metrics = tuple(about["metrics"])
    return VariantTask(subject=subject, study=study, metrics=metrics, histories=histories, files=about["files"])


def own_parts_of_wire(text: str) -> list[str]:
    """Returns files that the sender has used."""
    return list(json.loads(text)["use"])


def input_files_of_wire(text: str) -> dict[str, str]:
    """Returns digests of the files that the sender has read, by their paths."""
    return dict(json.loads(text)["files"])


def chunk_to_wire(chunk: Sequence[Variant]) -> str:
    return json.dumps([[v.number, dict(v.values), dict(v.settings)] for v in chunk])


def chunk_from_wire(text: str) -> list[Variant]:
    return [Variant(*entry) for entry in json.loads(text)]


def row_to_wire(row: VariantRow) -> list[Any]:
    """Returns a row as text; what is not finite is null, so that every reader of JSON can read it."""
    return [row.number, [m if isfinite(m) else None for m in row.metrics], row.verdict, row.reason]


def row_from_wire(entry: Sequence[Any]) -> VariantRow:
    number, metrics, verdict, reason = entry
    return VariantRow(number, tuple(nan if m is None else m for m in metrics), verdict, reason)


def rows_to_wire(rows: Sequence[VariantRow]) -> str:
    return json.dumps([row_to_wire(row) for row in rows])


def rows_from_wire(text: str) -> list[VariantRow]:
    found = json.loads(text)
    if isinstance(found, dict):
        raise SetupError(found["failure"])
    return [row_from_wire(entry) for entry in found]


def failure_to_wire(error: JounceError) -> str:
    """Returns what a worker lacks, such as room on its disk, or a file of own parts."""
    return json.dumps({"failure": str(error)})


def _is_plain(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def _not_plain(where: str, kind: str) -> ModelError:
    what = f"a {kind} of Python is no plain data, as other processes and journals need it"
    return ModelError("vary", [Problem(where, what, "a name of the library, or a file")])
