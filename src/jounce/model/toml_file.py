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

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jounce.errors import Problem, did_you_mean
from jounce.model.axes import AXES, bound_to_axes, turned, turned_vector
from jounce.model.checks import check
from jounce.model.document import Document, read_document
from jounce.model.fields import path_of
from jounce.model.model import GRAVITY, Model, Source
from jounce.model.reading import chosen_kind, read_header, read_part, read_vector, read_word
from jounce.parts import SECTIONS
from jounce.units import Quantity, UnitError, parse_quantity, shown

FORMAT = 1
KIND = "mechanism"
KEYS = ("format", "kind", "name", "gravity", "units", "axes", *SECTIONS, "sources")


def load(file: str | Path) -> Model:
    """A model from a file, or from a text of more than one line; every problem is listed at once."""
    return read_model(read_document(file))


def read_model(document: Document) -> Model:
    """The mechanism that a document describes."""
    tables = document.tables
    wrong_head = _wrong_head(tables)
    if wrong_head:
        document.refuse(wrong_head)  # the rest may follow other rules
    problems = [
        Problem(key, f"'{key}' is not known.{did_you_mean(key, KEYS)}", f"known: {', '.join(KEYS)}")
        for key in tables
        if key not in KEYS
    ]
    header = read_header(tables.get("units", {}), problems)
    rearward = read_word(tables.get("axes", AXES[0]), "axes", problems, AXES) == "x rearward"
    model = Model(str(read_word(tables.get("name"), "name", problems)))
    gravity = read_vector(tables["gravity"], "gravity", problems) if "gravity" in tables else None
    ...
