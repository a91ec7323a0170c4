"""Tyre property files, written: all numbers of a tyre in SI, section by section."""

from __future__ import annotations

from dataclasses import fields

from jounce.model.tir_file import TirFile
from jounce.model.tir_rules import CHOICES, RANGES
from jounce.parts.tyres.magic_formula_61_data import MagicFormula61

UNITS = {"LENGTH": "meter", "FORCE": "newton", "ANGLE": "radians", "MASS": "kg", "TIME": "second"}
# where a coefficient belongs, by how its name begins; the first that fits
SECTIONS = (
    (("FNOMIN", "VERTICAL", "BREFF", "DREFF", "FREFF", "Q_", "PFZ"), "VERTICAL"),
    (("UNLOADED",), "DIMENSION"),
    (("LONGVL", "VXLOW"), "MODEL"),
    (("INFLPRES", "NOMPRES"), "OPERATING_CONDITIONS"),
    (("LONGITUDINAL_", "LATERAL_", "PCF"), "STRUCTURAL"),
    (("L",), "SCALING_COEFFICIENTS"),
    (("QSX", "PPMX"), "OVERTURNING_COEFFICIENTS"),
    (("QSY",), "ROLLING_COEFFICIENTS"),
    (("PCX", "PDX", "PEX", "PKX", "PHX", "PVX", "PPX", "RBX", "RCX", "REX", "RHX", "PTX"), "LONGITUDINAL_COEFFICIENTS"),
    (("Q", "PPZ", "SSZ"), "ALIGNING_COEFFICIENTS"),
    (("P", "R"), "LATERAL_COEFFICIENTS"),
)


def written_tir(file: TirFile, source: str) -> str:
    """The text of a file that `read_tir` reads back to the same numbers; `source` says where they come from."""
    sections: dict[str, dict[str, str]] = {"MDI_HEADER": {"FILE_TYPE": "'tir'", "FILE_VERSION": "3.0"}}
    sections["UNITS"] = {key: f"'{word}'" for key, word in UNITS.items()}
    kind = "61" if isinstance(file.tyre, MagicFormula61) else "6"
    sections["MODEL"] = {"FITTYP": kind, "TYRESIDE": f"'{file.side}'"}
    for f in fields(file.tyre):
        value = getattr(file.tyre, f.name)
        if value == f.default:
            continue
        if f.name.upper() in CHOICES:
            sections["MODEL"][f.name.upper()] = f"'{value.upper()}'"
        else:
            sections.setdefault(_section(f.name), {})[f.name] = repr(float(value))
    for name, section in file.values.items():
        ranges = {key: repr(value) for key, value in section.items() if key[:-3] in RANGES and isinstance(value, float)}
        if ranges:
            sections.setdefault(name, {}).update(ranges)
    sections["SOURCES"] = {"ALL": f"'{_quoted(source)}'"}
    lines = []
    for name, entries in sections.items():
        lines += [f"[{name}]", *(f"{key:20} = {value}" for key, value in entries.items())]
    return "\n".join(lines) + "\n"


def _section(name: str) -> str:
    return next(section for starts, section in SECTIONS if name.startswith(starts))


def _quoted(text: str) -> str:
    """Text that stays inside its quotes and its line."""
    return "".join(c if c.isprintable() and c not in "'\"" else "?" for c in text)[:200]
