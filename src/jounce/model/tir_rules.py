"""What cannot be in a tyre property file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from jounce.errors import did_you_mean
from jounce.units import shown

SIDES = ("LEFT", "RIGHT", "SYMMETRIC")
POSITIVE = "FNOMIN UNLOADED_RADIUS VERTICAL_STIFFNESS LONGVL VXLOW LFZO NOMPRES INFLPRES PCX1 PCY1 PKX1".split()
NOT_NEGATIVE = ("VERTICAL_DAMPING", "LONGITUDINAL_STIFFNESS", "LATERAL_STIFFNESS")
NOT_ZERO = ("PDX1", "PDY1", "PKY1", "PKY2")
RANGES = ("FZ", "KPU", "ALP", "CAM", "PRES")  # each with MIN and MAX


def contradictions(flat: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Numbers that cannot belong to a tyre, each with its key."""
    for key in POSITIVE:
        if key in flat and not flat[key] > 0:
            yield key, f"is {flat[key]:g}", "must be positive"
    for key in NOT_NEGATIVE:
        if flat.get(key, 0.0) < 0:
            yield key, f"is {flat[key]:g}", "must not be negative"
    for key in NOT_ZERO:
        if flat.get(key) == 0:
            yield key, "is zero", "a tyre without it has no grip or no stiffness"
    for name in RANGES:
        low, high = flat.get(f"{name}MIN", -math.inf), flat.get(f"{name}MAX", math.inf)
        if not low < high:
            yield f"{name}MIN", f"{low:g} is not below {name}MAX = {high:g}", "the range is empty"
    rim, tyre = flat.get("RIM_RADIUS", 0.0), flat.get("UNLOADED_RADIUS", math.inf)
    if rim >= tyre > 0:
        yield "RIM_RADIUS", f"{rim:g} m is not below UNLOADED_RADIUS = {tyre:g} m", "compare with [UNITS]"
    side = str(flat.get("TYRESIDE", SIDES[0]))
    if side.upper() not in SIDES:
        what = f"{shown(side)} is not a side.{did_you_mean(side.upper(), SIDES)}"
        yield "TYRESIDE", what, f"one of: {', '.join(SIDES)}"
    if {"VERTICAL_STIFFNESS", "UNLOADED_RADIUS", "FNOMIN"} <= flat.keys() and flat["FNOMIN"] != 0:
        slope = flat["VERTICAL_STIFFNESS"] * flat["UNLOADED_RADIUS"] / flat["FNOMIN"]
        most = 0.25 * slope * slope
        if flat.get("Q_FZ2", 0.0) > most:
            yield "Q_FZ2", f"{flat['Q_FZ2']:g} contradicts VERTICAL_STIFFNESS", f"at most {most:.4g}"
