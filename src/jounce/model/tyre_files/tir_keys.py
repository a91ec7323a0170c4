"""Keys of tyre property files that count: which number of which tyre law each of them is."""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import cache
from typing import Any

from jounce.model.fields import fields_of
from jounce.parts.tyres.magic_formula_data import MagicFormula52, MagicFormula61
from jounce.parts.tyres.simple_laws.fiala import FialaTyre
from jounce.parts.tyres.simple_laws.magic_formula_1989 import MagicFormula1989

# keys of formulas before 2002 by the words of our laws; letters with numbers are the same in both
OLDER = {
    "UNLOADED_RADIUS": "radius",
    "VERTICAL_STIFFNESS": "stiffness",
    "VERTICAL_DAMPING": "damping",
    "RELAX_LENGTH_X": "slip_relaxation",
    "RELAX_LENGTH_Y": "side_relaxation",
    "ROLLING_RESISTANCE": "rolling_resistance",
    "LATERAL_STIFFNESS": "lateral_stiffness",
    "WIDTH": "width",
    "CSLIP": "slip_stiffness",
    "CALPHA": "cornering_stiffness",
    "CGAMMA": "camber_stiffness",
    "UMAX": "friction",
    "UMIN": "sliding_friction",
}
OF_OURS = {name: key for key, name in OLDER.items()}
KINDS = (MagicFormula52, MagicFormula61, FialaTyre, MagicFormula1989)
RANGES = ("FZ", "KPU", "ALP", "CAM", "PRES")  # of validity, each with MIN and MAX
RANGE_KEYS = tuple(name + end for name in RANGES for end in ("MIN", "MAX"))


@cache
def tir_keys(kind: Any) -> dict[str, str]:
    """Maps each key of the file to the field of the law, of all its numbers."""
    numbers = [field.name for field in fields_of(kind) if field.form == "number"]
    return {OF_OURS.get(name, name): name for name in numbers}


@cache
def needed_tir_keys(kind: Any) -> tuple[str, ...]:
    """Returns keys without which there is no such tyre."""
    needed = {f.name for f in fields(kind) if f.default is MISSING}
    return tuple(key for key, name in tir_keys(kind).items() if name in needed)


@cache
def lengths_of_tir_keys(kind: Any) -> tuple[str, ...]:
    """Gives keys that are lengths in this formula: the rolling resistance of Fiala is an arm, that of PAC89 a share."""
    metres = {field.name for field in fields_of(kind) if field.form == "number" and field.quantity.unit == "m"}
    return tuple(key for key, name in tir_keys(kind).items() if name in metres)


@cache
def known_tir_keys() -> frozenset[str]:
    """Returns keys that are numbers of one formula or another."""
    return frozenset(key for kind in KINDS for key in tir_keys(kind)) | set(RANGE_KEYS)
