"""Model files: one table a part, numbers with or without units, problems with their lines.

format = 1
kind = "mechanism"
name = "quarter car"
gravity = [0, 0, -9.81]          # this is the default
units = { length = "mm" }        # of bare numbers in this file; default SI
axes = "ISO 8855"                # or "x rearward": turned at load

[bodies.wheel]
mass = "40 kg"

[forces.strut]
type = "spring"
law = "25 N/mm"                  # short for { type = "linear", slope = "25 N/mm" }

[sources]                        # by path, so that values stay plain
"bodies.wheel" = { source = "weighed", spread = "0.2 kg" }
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Problem, WrongArgument, did_you_mean, shown_in_message
from jounce.model.library import is_library_name, library_path
from jounce.model.model import GRAVITY, Model
from jounce.model.reading import records
from jounce.model.reading.axes import AXES, tied_to_axes, turn_axes, turn_axes_of_part
from jounce.model.reading.document import Document, read_document
from jounce.model.reading.file_style import FileStyle
from jounce.model.reading.lone_tyre_file import read_lone_tyre
from jounce.model.reading.road_file import read_road
from jounce.model.reading.vehicle_file import read_vehicle
from jounce.model.rules.mechanism import check
from jounce.model.sources import read_sources
from jounce.model.tyre_files.tir_file import read_tir
from jounce.parts import COMPOUNDS, GROUND, SECTIONS

FORMAT = 1
OTHER_FILES = {  # what they are, and what to do with them
    ".csv": (
        "a .csv file holds measured histories, not a model",
        "`jounce info FILE` shows them, `jounce compare RUN.h5 FILE` lays them over a run, and the study replay drives "
        "a car by them",
    ),
    ".h5": (
        "a .h5 file is a saved run or a body that bends, not a model",
        "`jounce info FILE`, `jounce view FILE` and `jounce report FILE` show a run, `jounce reduce FILE` a body",
    ),
}
KINDS = ("mechanism", "vehicle", "trailer", "road", "tyre")
ORDER = ("bodies", *COMPOUNDS, *(section for section in SECTIONS if section != "bodies"))  # bodies before what joins
KEYS = ("format", "kind", "name", "gravity", "units", "axes", *ORDER, "sources")


def load(file: str | Path) -> Any:
    """Loads a model, a vehicle, a road or a tyre: by its name in the library, from a file, or from a text of several
    lines.

    Every problem is listed at once. What it is follows from the file's `kind`; a tyre property file ends in .tir.
    """
    if not isinstance(file, str | Path):
        what, right = f"{shown_in_message(file)} is no file", "a path, or a name of the library such as small_car"
        raise WrongArgument("load", [Problem("file", what, right)])
    named = isinstance(file, str) and is_library_name(file)
    place = library_path(str(file)) if named else file
    if str(place).lower().endswith(".tir"):
        return read_tir(place)
    if "\n" not in str(place) and (other := OTHER_FILES.get(Path(place).suffix.lower())):
        raise ModelError(str(place), [Problem("file", *other)])
    document = read_document(place)
    if wrong := _wrong_head(document.tables):
        document.refuse(wrong)  # the rest may follow other rules
    readers: dict[str, Callable[[Document], Any]] = {
        "vehicle": read_vehicle,
        "trailer": read_vehicle,
        "road": read_road,
        "tyre": read_lone_tyre,
    }
    return readers.get(document.tables["kind"], read_model)(document)


def read_model(document: Document) -> Model:
    """Reads the mechanism that a document describes."""
    tables = document.tables
    problems = [
        Problem(key, f"'{key}' is not known.{did_you_mean(key, KEYS)}", f"known: {', '.join(KEYS)}")
        for key in tables
        if key not in KEYS
    ]
    header = records.read_record_units(tables.get("units", {}), problems)
    axes = records.read_record_word(tables.get("axes", AXES[0]), "axes", problems, AXES) or AXES[0]
    rearward = axes != AXES[0]
    model = Model(records.read_record_word(tables.get("name"), "name", problems) or "model")
    if "gravity" in tables:
        model.gravity = records.read_record_vector(tables["gravity"], GRAVITY, "gravity", problems) or model.gravity
    unread: set[str] = set()  # names of parts that exist but have problems of their own
    broken: list[tuple[str, Mapping[str, Any]]] = []  # their paths and tables
    bodies: list[str] = []
    for section in ORDER:
        for name, table in records.named_tables_of_records(tables.get(section, {}), section, unread, problems):
            part = records.read_named_record(section, name, table, header, problems)
            if part is not None and rearward:
                problems += tied_to_axes(part, f"{section}.{name}")
            if part is None:
                unread.add(name)
                broken.append((f"{section}.{name}", table))
            else:
                problems += _added(model, turn_axes_of_part(part) if rearward else part, document.folder)
        if section in ("bodies", *COMPOUNDS):
            bodies = [GROUND, *(body.name for body in model.bodies), *sorted(unread)]
    if rearward:
        model.gravity = turn_axes(model.gravity)
    model.style = FileStyle(axes, header, document.origin)
    problems += check(model, frozenset(unread))
    problems += undefined_ends_in_model_file(broken, bodies)
    values = model.values()
    model.sources = read_sources(tables.get("sources", {}), values, unread, problems)
    if problems:
        document.refuse(problems)
    model.style = replace(model.style, loaded=values)
    return model


def _added(model: Model, part: Any, folder: Path) -> tuple[Problem, ...]:
    """Adds a part, whose file, if it names one, lies beside that of the model; and returns what is wrong with it."""
    try:
        model.add(part.in_folder(folder) if hasattr(part, "in_folder") else part)
    except ModelError as error:
        return error.problems
    return ()


def undefined_ends_in_model_file(broken: list[tuple[str, Mapping[str, Any]]], bodies: list[str]) -> list[Problem]:
    """Finds bodies that parts with other problems name and that nobody defines."""
    return [
        Problem(
            f"{path}.{end}",
            f"body {shown_in_message(table[end])} is not defined.{did_you_mean(table[end], bodies)}",
            f"bodies: {', '.join(bodies)}",
        )
        for path, table in broken
        for end in ("parent", "child", "body")
        if isinstance(table.get(end), str) and table[end] not in bodies
    ]


def _wrong_head(tables: Mapping[str, Any]) -> list[Problem]:
    """Returns what tells that this is no file for this reader."""
    format, kind = tables.get("format"), tables.get("kind")
    problems = []
    if format != FORMAT or isinstance(format, bool):
        what = f"format {shown_in_message(format)} is not known" if "format" in tables else "'format' is missing"
        problems.append(Problem("format", what, f"this version reads format = {FORMAT}"))
    if kind not in KINDS:
        what = f"kind {shown_in_message(kind)} is not known" if "kind" in tables else "'kind' is missing"
        help = 'write kind = "mechanism", kind = "vehicle", kind = "road" or kind = "tyre"'
        if kind == "job":
            what, help = "is a job, and no model", "run it: jounce run JOB.toml, or jounce.run_job(path)"
        if kind == "finite elements":
            what, help = "is a body of finite elements, and no model", "jounce reduce FILE.toml --out body.h5"
        problems.append(Problem("kind", what, help))
    return problems
