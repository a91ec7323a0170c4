"""Numbers that a tyre property file leaves open, or that act on others: completed before they are checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.parts.tyres.magic_formula_data import MagicFormula61
from jounce.units import Plain

USUAL_DEFLECTION = 0.07  # of the free radius, at the nominal load; passenger cars have 0.05 to 0.08
ALONG = {"PCX1": 1.0, "PDX1": 1e-3, "PKX1": 1e-3}  # as good as no longitudinal force: 0.1 % of the load at most
LEFT_OPEN = (*ALONG, "VERTICAL_STIFFNESS")  # keys of a Magic Formula that may be missing although it has them


def with_tir_defaults(flat: Mapping[str, Any], kind: type) -> tuple[dict[str, Any], list[str]]:
    """Returns the numbers, completed, and what a user should know about it."""
    found, remarks = dict(flat), []
    if hasattr(kind, "fit_type"):
        remarks += [*_along(found), *_spring(found)]
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


def _along(found: dict[str, Any]) -> list[str]:
    """A tyre measured in cornering alone has no longitudinal force; what the formulas divide by is put very small."""
    if any(found.get(key, 0.0) != 0.0 for key in ALONG):
        return []
    found |= ALONG
    return ["PCX1, PDX1, PKX1 are missing or zero: the file has no longitudinal force, and the tyre as good as none"]


def _spring(found: dict[str, Any]) -> list[str]:
    """Slip forces do not need the vertical stiffness, a car does."""
    load, radius = found.get("FNOMIN", 0.0), found.get("UNLOADED_RADIUS", 0.0)
    if found.get("VERTICAL_STIFFNESS", 0.0) != 0.0 or not min(load, radius) > 0.0:
        return []
    found["VERTICAL_STIFFNESS"] = load / (USUAL_DEFLECTION * radius)
    usual = (
        f"{Plain(found['VERTICAL_STIFFNESS']):.3g} N/m, with which FNOMIN presses the tyre in by {USUAL_DEFLECTION:.0%}"
    )
    return [f"VERTICAL_STIFFNESS is missing or zero: a usual one takes its place, {usual} of its radius"]


def _pressures(found: dict[str, Any]) -> list[str]:
    """A tyre of which one pressure is known has it, as measured."""
    given = [key for key in ("NOMPRES", "INFLPRES") if key in found]
    if len(given) != 1:
        return []
    missing = "INFLPRES" if given == ["NOMPRES"] else "NOMPRES"
    found[missing] = found[given[0]]
    return [f"{missing} is missing: the tyre is inflated as it was measured, {given[0]} = {found[missing]:g} Pa"]
