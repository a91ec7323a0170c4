"""Tyre property files, written: all numbers of a tyre in SI, section by section."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.model.tyre_files.tir_parts import END, LAST_SECTION, tir_section_of_part
from jounce.model.tyre_files.tir_rules import CHOICES

UNITS = {"LENGTH": "meter", "FORCE": "newton", "ANGLE": "radians", "MASS": "kg", "TIME": "second"}


def tir_text(file: LoneTyre, source: str) -> str:
    """Returns the text of a Magic Formula's file that `read_tir` reads back to the same numbers.

    `source` says where they come from.
    """
    sections: dict[str, dict[str, str]] = {"MDI_HEADER": {"FILE_TYPE": "'tir'", "FILE_VERSION": "3.0"}}
    sections["MDI_HEADER"][LAST_SECTION] = f"'{END}'"
    sections["UNITS"] = {key: f"'{word}'" for key, word in UNITS.items()}
    tyre: Any = file.tyre
    sections["MODEL"] = {"FITTYP": tyre.fit_type, "TYRESIDE": f"'{file.side}'"}
    for f in fields(tyre):
        value = getattr(tyre, f.name)
        if value == f.default:
            continue
        if f.name.upper() in CHOICES:
            sections["MODEL"][f.name.upper()] = f"'{value.upper()}'"
        else:
            sections.setdefault(tir_section_of_part(f.name), {})[f.name] = repr(float(value))
    for name, (low, high) in (file.ranges or {}).items():
        sections.setdefault("RANGES", {}).update({f"{name}MIN": repr(low), f"{name}MAX": repr(high)})
    sections["SOURCES"] = {"ALL": f"'{_quoted(source)}'"}
    sections[END] = {}
    lines = []
    for name, entries in sections.items():
        lines += [f"[{name}]", *(f"{key:20} = {value}" for key, value in entries.items())]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Returns text that stays inside its quotes and its line."""
    return "".join(c if c.isprintable() and c not in "'\"" else "?" for c in text)[:200]
