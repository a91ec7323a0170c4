"""Rules for tyre property files: numbers that cannot be."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from jounce.errors import Problem, did_you_mean, shown_in_message
from jounce.model.tyre_files.tir_ranges import out_of_tir_range
from jounce.parts.tyres.magic_formula_data import MagicFormulaNumbers
from jounce.units import Plain

SIDES = ("LEFT", "RIGHT", "SYMMETRIC", "UNKNOWN")
POSITIVE = (
    "FNOMIN UNLOADED_RADIUS VERTICAL_STIFFNESS LONGVL VXLOW LFZO LCX LCY LKX LKY NOMPRES INFLPRES "
    "PCX1 PCY1 PKX1 PDX1 PDY1".split()
)
NOT_NEGATIVE = "VERTICAL_DAMPING LONGITUDINAL_STIFFNESS LATERAL_STIFFNESS LMUX LMUY PTX1 PTY1".split()
NOT_ZERO = ("PKY1", "PKY2", "PKY4", "PTY2")  # PTY2 where there is a relaxation length
CHOICES = {  # words that choose a form of the formulas: see docs/howto/tyres.md
    "SLIP_MEASURE": ("ANGLE", "TANGENT"),
    "ALIGNING": ("MF_TYRE", "BOOK"),
}
USED_WORDS = ("TYRESIDE", "FITTYP", "PROPERTY_FILE_FORMAT", *CHOICES)
# what every tyre keeps to, from a toy to a dumper: beyond, a number is in another unit than the file says
RADII, LOADS = (0.03, 3.0), (20.0, 2e6)  # m, N
DEFLECTIONS = (0.002, 0.5)  # at the nominal load, of the free radius; passenger cars have 0.05 to 0.08
MOST_FRICTION = 1.8  # of a slick on warm asphalt
ROLLING = (0.5, 1.1)  # effective radius at the nominal load, of the free one


def contradictions(flat: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Finds numbers that cannot belong to a tyre, each with its key."""
    told = list(_not_above_zero(flat))
    yield from told
    yield from (found for found in out_of_tir_range(flat) if found[0] not in {key for key, _, _ in told})
    yield from _sign(flat)
    yield from _size(flat)
    for key, words in CHOICES.items():
        if str(flat.get(key, words[0])).upper() not in words:
            what = f"{shown_in_message(str(flat[key]))} is not known.{did_you_mean(str(flat[key]).upper(), words)}"
            yield key, what, f"one of: {', '.join(words)}"
    yield from tir_side_problems(flat)
    if {"VERTICAL_STIFFNESS", "UNLOADED_RADIUS", "FNOMIN"} <= flat.keys() and flat["FNOMIN"] != 0:
        slope = flat["VERTICAL_STIFFNESS"] * flat["UNLOADED_RADIUS"] / flat["FNOMIN"]
        most = 0.25 * slope * slope
        if flat.get("Q_FZ2", 0.0) > most:
            yield "Q_FZ2", f"{flat['Q_FZ2']:g} contradicts VERTICAL_STIFFNESS", f"at most {most:.4g}"


def tir_side_problems(flat: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The side is one of the words for it."""
    side = str(flat.get("TYRESIDE", SIDES[0]))
    if side and side.upper() not in SIDES:
        what = f"{shown_in_message(side)} is not a side.{did_you_mean(side.upper(), SIDES)}"
        yield "TYRESIDE", what, f"one of: {', '.join(SIDES)}"


def tir_doubts(flat: Mapping[str, Any]) -> Iterator[str]:
    """Finds what no tyre has but a formula can work with: told, and read."""
    rim, free = flat.get("RIM_RADIUS", 0.0), flat.get("UNLOADED_RADIUS", math.inf)
    if isinstance(rim, float) and rim >= free > 0:
        yield f"RIM_RADIUS {rim:g} m is not below UNLOADED_RADIUS {free:g} m; compare with [UNITS]"
    for peak, factor, force in (("PDX1", "LMUX", "Fx"), ("PDY1", "LMUY", "Fy")):
        if (mu := flat.get(peak, 0.0) * flat.get(factor, 1.0)) > MOST_FRICTION:
            yield f"{peak} times {factor} is {mu:g}: a friction of {force} above {MOST_FRICTION:g}, as of no tyre"
    if str(flat.get("FE_METHOD", "")).upper() == "YES":
        yield "FE_METHOD is YES: the file asks for a friction ellipse at combined slip; the weights (RBX1, RBY1) act"


def wrong_tir_numbers(law: Any, path: str) -> Iterator[Problem]:
    """Finds the same in a Magic Formula that stands at a path of a model, written out or set."""
    if isinstance(law, MagicFormulaNumbers):
        flat = {f.name: getattr(law, f.name) for f in fields(law)}
        yield from (Problem(f"{path}.{key}", what, hint) for key, what, hint in contradictions(flat))


def _not_above_zero(flat: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for key in POSITIVE:
        if key in flat and not flat[key] > 0:
            yield key, f"is {flat[key]:g}", "must be positive"
    for key in NOT_NEGATIVE:
        if flat.get(key, 0.0) < 0:
            yield key, f"is {flat[key]:g}", "must not be negative"
    for key in NOT_ZERO:
        if flat.get(key) == 0 and (key != "PTY2" or flat.get("PTY1")):
            yield key, "is zero", "must not be zero: the formula divides by it, or has no stiffness without it"


def _sign(flat: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The cornering stiffness at the nominal load has the sign of ISO-W [Pacejka 2012, (4.E25)]; in 5.2 PKY4 is 2."""
    if not (flat.get("PKY1") and flat.get("PKY2") and flat.get("PKY4", 2.0)):
        return  # told already
    if flat["PKY1"] * math.sin(flat.get("PKY4", 2.0) * math.atan(1 / flat["PKY2"])) >= 0:
        what = f"is {flat['PKY1']:g} where PKY2 is {flat['PKY2']:g}: Fy rises with the slip angle"
        yield "PKY1", what, "in ISO-W it falls: PKY1 is negative where PKY2 is positive"


def _size(flat: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Finds radius, load and stiffness that do not belong together: one of them is in another unit."""
    R0, load, stiffness = (flat.get(key, 0.0) for key in ("UNLOADED_RADIUS", "FNOMIN", "VERTICAL_STIFFNESS"))
    if not min(R0, load, stiffness) > 0:
        return  # told already
    deflection = load / stiffness
    if not RADII[0] <= R0 <= RADII[1]:
        what = f"is {R0:g} m; tyres have {RADII[0]:g} to {RADII[1]:g} m"
        yield "UNLOADED_RADIUS", what, unit_meant_in_tir(R0, RADII, "m", "mm", 1e-3)
    elif not LOADS[0] <= load <= LOADS[1]:
        what = f"is {load:g} N; nominal loads are {LOADS[0]:g} to {LOADS[1]:g} N"
        yield "FNOMIN", what, unit_meant_in_tir(load, LOADS, "N", "kN", 1e3)
    elif not DEFLECTIONS[0] * R0 <= deflection <= DEFLECTIONS[1] * R0:
        what = f"{stiffness:g} N/m lets FNOMIN = {load:g} N press the tyre in by {deflection:.3g} m"
        what += f", where the free radius is {R0:g} m"
        likely = load / (DEFLECTIONS[1] * R0), load / (DEFLECTIONS[0] * R0)
        yield "VERTICAL_STIFFNESS", what, unit_meant_in_tir(stiffness, likely, "N/m", "N/mm", 1e3)
    else:
        slope = flat.get("DREFF", 0.0) * math.atan(flat.get("BREFF", 0.0)) + flat.get("FREFF", 0.0)
        rolling = flat.get("Q_RE0", 1.0) * R0 - deflection * slope
        if not ROLLING[0] * R0 <= rolling <= ROLLING[1] * R0:
            what = f"{flat.get('DREFF', 0.0):g} makes the effective radius {rolling:.3g} m, the free one is {R0:g} m"
            yield "DREFF", what, "with BREFF and FREFF; usual are BREFF 8, DREFF 0.25, FREFF 0.1"


def unit_meant_in_tir(value: float, likely: tuple[float, float], unit: str, other: str, factor: float) -> str:
    """Returns what would be right, if the number was meant in another unit or the file's units are other ones."""
    for times, word in ((factor, other), (1 / factor, "")):
        if likely[0] <= value * times <= likely[1]:
            question = f" (were these {word}?)" if word else ""
            return f"{value * times:g} {unit} would do{question}; compare with [UNITS]"
    return f"{Plain(likely[0]):.3g} to {Plain(likely[1]):.3g} {unit}; compare with [UNITS]"
