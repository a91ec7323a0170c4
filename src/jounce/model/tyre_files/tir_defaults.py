"""Numbers that a tyre property file leaves open, or that act on others: completed before they are checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.parts.tyres.magic_formula_data import MagicFormula61


def with_tir_defaults(flat: Mapping[str, Any], kind: type) -> tuple[dict[str, Any], list[str]]:
    """The numbers, completed, and what a user should know about it."""
    found, remarks = dict(flat), []
    if kind is MagicFormula61:
        remarks += _pressures(found)
        if found.get("Q_RE0") == 0.0:
            found["Q_RE0"] = 1.0
            remarks.append("Q_RE0 is zero, and with it the free radius would be; read as 1")
    scale = flat.get("LCZ")
    if isinstance(scale, float) and scale > 0.0 and scale != 1.0 and "VERTICAL_STIFFNESS" in found:
        found["VERTICAL_STIFFNESS"] *= scale
        stiffness = f"{found['VERTICAL_STIFFNESS']:g} N/m with LCZ = {scale:g}"
        remarks.append(f"LCZ scales the vertical stiffness, as PAC2002 has it: {stiffness}")
    return found, remarks


def _pressures(found: dict[str, Any]) -> list[str]:
    """A tyre of which one pressure is known has it, as measured."""
    given = [key for key in ("NOMPRES", "INFLPRES") if key in found]
    if len(given) != 1:
        return []
    missing = "INFLPRES" if given == ["NOMPRES"] else "NOMPRES"
    found[missing] = found[given[0]]
    return [f"{missing} is missing: the tyre is inflated as it was measured, {given[0]} = {found[missing]:g} Pa"]
