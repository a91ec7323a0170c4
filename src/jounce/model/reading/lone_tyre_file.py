"""Files of a tyre alone, of any law, also one of the user's own.

format = 1
kind = "tyre"
name = "soft tyre"
nominal_load = "4 kN"            # optional: else the load that presses it in by 7 % of its radius
measured_on = "left"             # or "right", "symmetric"; this is the default
[law]
type = "dugoff"                  # any tyre law
radius = "0.31 m"
...
[sources]                        # by path, so that values stay plain
law = { source = "estimate", estimated = true }
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from jounce.errors import Problem, shown_in_message
from jounce.model.fields import each_number
from jounce.model.reading.document import Document, read_document, unknown_document_keys
from jounce.model.reading.records import chosen_record_kind, read_record, read_record_units, read_record_word
from jounce.model.sources import read_sources
from jounce.model.tyre_files.lone_tyre import LAW, LoneTyre, wrong_numbers_of_lone_tyre
from jounce.model.tyre_files.tir_file import read_tir
from jounce.parts.tyres.laws import TYRE_LAWS
from jounce.units import UnitError, to_si

KEYS = ("format", "kind", "name", "units", "nominal_load", "measured_on", LAW, "sources")
SIDES = ("left", "right", "symmetric")


def read_tyre_of_axle(file: Path) -> LoneTyre:
    """Reads the tyre that an axle names: a property file, or a file of kind "tyre"."""
    if file.suffix.lower() != ".toml":
        return read_tir(file)
    document = read_document(file)
    if (kind := document.tables.get("kind")) != "tyre":
        document.refuse([Problem("kind", f"{shown_in_message(kind)} is no tyre", 'kind = "tyre", or a .tir file')])
    return read_lone_tyre(document)


def read_lone_tyre(document: Document) -> LoneTyre:
    """Reads the tyre that a document describes, or every problem it has."""
    tables = document.tables
    problems = unknown_document_keys(tables, KEYS, "")
    header = read_record_units(tables.get("units", {}), problems)
    name = read_record_word(tables.get("name"), "name", problems) or "tyre"
    side = read_record_word(tables.get("measured_on", SIDES[0]), "measured_on", problems, SIDES) or SIDES[0]
    rated = _rated_load(tables.get("nominal_load"), header, problems)
    law = _law(tables.get(LAW), header, problems)
    if law is None:
        document.refuse(problems)
    values = {path: float(value) for path, value, _ in each_number(law, LAW)}
    sources = read_sources(tables.get("sources", {}), values, set(), problems)
    problems += [replace(problem, where=f"{LAW}.{problem.where}") for problem in wrong_numbers_of_lone_tyre(law)]
    if problems:
        document.refuse(problems)
    given = {path: source.source for path, source in sources.items()}
    return LoneTyre(
        source=document.source,
        called=name,
        tyre=law,
        side=side.upper(),
        rated_load=rated,
        given_sources=given,
        digest=document.digest,
    )


def _rated_load(raw: object, header: Mapping[str, str], problems: list[Problem]) -> float:
    if raw is None:
        return 0.0
    try:
        load = to_si(raw, "N", header)
    except UnitError as error:
        problems.append(Problem("nominal_load", error.what, error.help))
        return 0.0
    if not load > 0.0:
        problems.append(Problem("nominal_load", f"{load:g} N", 'must be positive, for example "4 kN"'))
    return load


def _law(table: object, header: Mapping[str, str], problems: list[Problem]) -> Any:
    if not isinstance(table, Mapping):
        what = f"{shown_in_message(table)} is not a table" if table is not None else "'law' is missing"
        problems.append(Problem(LAW, what, 'write [law] with type = "dugoff" and its numbers'))
        return None
    kind = chosen_record_kind(table, TYRE_LAWS, LAW, problems)
    keys = {key: value for key, value in table.items() if key != "type"}
    return kind and read_record(kind, keys, LAW, problems, header)
