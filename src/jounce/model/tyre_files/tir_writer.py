"""Tyre property files, written: all numbers of a tyre in SI, section by section."""

from __future__ import annotations

from dataclasses import fields

from jounce.model.tyre_files.tir_file import TirFile
from jounce.model.tyre_files.tir_parts import END, LAST_SECTION, tir_section_of_part
from jounce.model.tyre_files.tir_rules import CHOICES, RANGES

UNITS = {"LENGTH": "meter", "FORCE": "newton", "ANGLE": "radians", "MASS": "kg", "TIME": "second"}


def tir_text(file: TirFile, source: str) -> str:
    """The text of a file that `read_tir` reads back to the same numbers; `source` says where they come from."""
    sections: dict[str, dict[str, str]] = {"MDI_HEADER": {"FILE_TYPE": "'tir'", "FILE_VERSION": "3.0"}}
    sections["MDI_HEADER"][LAST_SECTION] = f"'{END}'"
    sections["UNITS"] = {key: f"'{word}'" for key, word in UNITS.items()}
    sections["MODEL"] = {"FITTYP": file.tyre.fit_type, "TYRESIDE": f"'{file.side}'"}
    for f in fields(file.tyre):
        value = getattr(file.tyre, f.name)
        if value == f.default:
            continue
        if f.name.upper() in CHOICES:
            sections["MODEL"][f.name.upper()] = f"'{value.upper()}'"
        else:
            sections.setdefault(tir_section_of_part(f.name), {})[f.name] = repr(float(value))
    for name, section in file.values.items():
        ranges = {key: repr(value) for key, value in section.items() if key[:-3] in RANGES and isinstance(value, float)}
        if ranges:
            sections.setdefault(name, {}).update(ranges)
    sections["SOURCES"] = {"ALL": f"'{_quoted(source)}'"}
    sections[END] = {}
    lines = []
    for name, entries in sections.items():
        lines += [f"[{name}]", *(f"{key:20} = {value}" for key, value in entries.items())]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Text that stays inside its quotes and its line."""
    return "".join(c if c.isprintable() and c not in "'\"" else "?" for c in text)[:200]
