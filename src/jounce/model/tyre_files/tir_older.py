"""Rules for property files of older tyres, Fiala and PAC89: numbers that cannot be, and what a user should know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jounce.model.fields import fields_of
from jounce.model.tyre_files.tir_defaults import USUAL_DEFLECTION
from jounce.model.tyre_files.tir_keys import tir_keys
from jounce.model.tyre_files.tir_ranges import MOST_COEFFICIENT
from jounce.model.tyre_files.tir_rules import LOADS, MOST_FRICTION, RADII, tir_side_problems, unit_meant_in_tir
from jounce.units import Plain

LEAST_FRICTION = 0.01  # below, coefficients belong to other units
LEAST_ARM = 1e-4  # m, of the rolling resistance; real tyres have some millimetres
MOST_CARRIED = 1e10  # N/m and N: far beyond any tyre

Found = Iterator[tuple[str, str, str]]


def older_contradictions(flat: Mapping[str, Any], kind: Any) -> Found:
    """Finds numbers that cannot belong to a tyre, each with its key."""
    told = set()
    rules = {field.name: field.quantity.rule for field in fields_of(kind) if field.form == "number"}
    for key, name in tir_keys(kind).items():
        value = flat.get(key)
        most = MOST_COEFFICIENT if len(key) < 4 else MOST_CARRIED
        if value is None:
            continue
        if (rules[name] == "positive" and not value > 0) or (rules[name] == "not negative" and value < 0):
            told.add(key)
            yield key, f"is {value:g}", f"must {'be positive' if rules[name] == 'positive' else 'not be negative'}"
        elif abs(value) > most:
            told.add(key)
            yield key, f"is {value:g}", f"at most {most:g} in size"
    yield from tir_side_problems(flat)
    yield from _size(flat, told)
    for force, (mu, key) in _frictions(flat, told).items():
        if mu < LEAST_FRICTION:
            yield key, f"is {flat[key]:g}: the friction of {force} is {mu:.2g}", "coefficients belong to loads in kN"


def older_doubts(flat: Mapping[str, Any], kind: Any) -> Iterator[str]:
    """Finds what no tyre has, or what other programs do otherwise."""
    for force, (mu, key) in _frictions(flat, set()).items():
        if mu > MOST_FRICTION:
            yield f"{key} is {flat[key]:g}: a friction of {force} above {MOST_FRICTION:g}, as of no tyre"
    if "UMAX" not in tir_keys(kind):
        return
    if flat.get("UMIN", 0.0) > flat.get("UMAX", 0.0):
        yield f"UMIN {flat['UMIN']:g} is more than UMAX {flat.get('UMAX', 0.0):g}: friction grows with slip"
    if flat.get("CGAMMA"):
        yield "CGAMMA: inclination acts as a side slip; some programs leave it out (CGAMMA = 0)"
    if 0.0 < flat.get("ROLLING_RESISTANCE", 0.0) < LEAST_ARM:
        arm = flat["ROLLING_RESISTANCE"]
        yield f"ROLLING_RESISTANCE is an arm of {arm:g} m; tyres have some millimetres: compare with [UNITS]"


def _size(flat: Mapping[str, Any], told: set[str]) -> Found:
    """Finds radius and stiffness that do not belong together: one of them is in another unit."""
    R0, stiffness = flat.get("UNLOADED_RADIUS", 0.0), flat.get("VERTICAL_STIFFNESS", 0.0)
    if not min(R0, stiffness) > 0 or {"UNLOADED_RADIUS", "VERTICAL_STIFFNESS"} & told:
        return
    carried = USUAL_DEFLECTION * R0 * stiffness
    if not RADII[0] <= R0 <= RADII[1]:
        what = f"is {R0:g} m; tyres have {RADII[0]:g} to {RADII[1]:g} m"
        yield "UNLOADED_RADIUS", what, unit_meant_in_tir(R0, RADII, "m", "mm", 1e-3)
    elif not LOADS[0] <= carried <= LOADS[1]:
        deflection = f"at a deflection of {100 * USUAL_DEFLECTION:g} % of the radius"
        what = f"{stiffness:g} N/m carries {Plain(carried):.3g} N {deflection}"
        likely = LOADS[0] / (USUAL_DEFLECTION * R0), LOADS[1] / (USUAL_DEFLECTION * R0)
        yield "VERTICAL_STIFFNESS", what, unit_meant_in_tir(stiffness, likely, "N/m", "N/mm", 1e3)


def _frictions(flat: Mapping[str, Any], told: set[str]) -> dict[str, tuple[float, str]]:
    """Returns peak over load of each force, by the key that says it most: of PAC89 at a light load."""
    if "UMAX" in flat and "UMAX" not in told:
        return {"Fx and Fy": (flat["UMAX"], "UMAX")}
    keys = {"Fx": "B2", "Fy": "A2"}
    return {force: (flat[key] / 1000.0, key) for force, key in keys.items() if key in flat and key not in told}
