"""Keys of tyre property files that count: which number of which tyre law each of them is."""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import cache
from typing import Any

from jounce.model.fields import fields_of
from jounce.parts.tyres.magic_formula_data import MagicFormula52, MagicFormula61

CARRYING = {"UNLOADED_RADIUS": "radius", "VERTICAL_STIFFNESS": "stiffness", "VERTICAL_DAMPING": "damping"}
RANGES = ("FZ", "KPU", "ALP", "CAM", "PRES")  # of validity, each with MIN and MAX
RANGE_KEYS = tuple(name + end for name in RANGES for end in ("MIN", "MAX"))


@cache
def tir_keys(kind: Any) -> dict[str, str]:
    """Key of the file -> field of the law, of all its numbers."""
    return {field.name: field.name for field in fields_of(kind) if field.form == "number"}


@cache
def needed_tir_keys(kind: Any) -> tuple[str, ...]:
    """Keys without which there is no such tyre."""
    needed = {f.name for f in fields(kind) if f.default is MISSING}
    return tuple(key for key, name in tir_keys(kind).items() if name in needed)


@cache
def known_tir_keys() -> frozenset[str]:
    """Keys that are numbers of one formula or another."""
    return frozenset(key for kind in (MagicFormula52, MagicFormula61) for key in tir_keys(kind)) | set(RANGE_KEYS)
