"""Ranges of numbers in a tyre property file: beyond, one has slipped, and forces would not be finite."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

SCALING = (
    "LFZO LCX LMUX LEX LKX LHX LVX LGAX LCY LMUY LEY LKY LHY LVY LGAY LTR LRES LGAZ LXAL LYKA LVYKA LS LSGKP LSGAL "
    "LMX LVMX LMY LKYC LKZC".split()
)
SOLE = ("LFZO", "LCX", "LCY", "LKX", "LKY")  # factors of what the formulas divide by
DIVISORS = "PCX1 PCY1 PDX1 PDY1 PKX1 PKY1 PKY2 PTY2".split()  # coefficients that they divide by, or that make it up
LEAST, MOST_FACTOR, MOST_COEFFICIENT = 1e-3, 1e3, 1e6
QUARTER_TURN = 1.571  # rad; files round pi/2 up
RANGES_SI = {
    "LONGVL": (0.1, 200.0, "m/s"),
    "VXLOW": (1e-9, 100.0, "m/s"),
    "NOMPRES": (1e3, 1e8, "Pa"),
    "INFLPRES": (1e3, 1e8, "Pa"),
    "VERTICAL_DAMPING": (0.0, 1e7, "N s/m"),
    "LONGITUDINAL_STIFFNESS": (0.0, 1e10, "N/m"),
    "LATERAL_STIFFNESS": (0.0, 1e10, "N/m"),
}
RANGES_SI |= {f"FZ{end}": (0.0, 1e8, "N") for end in ("MIN", "MAX")}
RANGES_SI |= {f"PRES{end}": (0.0, 1e8, "Pa") for end in ("MIN", "MAX")}
RANGES_SI |= {f"KPU{end}": (-100.0, 100.0, "") for end in ("MIN", "MAX")}
RANGES_SI |= {f"{name}{end}": (-QUARTER_TURN, QUARTER_TURN, "rad") for name in ("ALP", "CAM") for end in ("MIN", "MAX")}

_COEFFICIENT = re.compile(r"[PQRS][A-Z_]*\d+|[BDF]REFF")


def out_of_tir_range(flat: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Finds numbers too large or too small to be meant, each with its key and its range."""
    for key, value in flat.items():
        if isinstance(value, str) or (found := _range(key)) is None:  # numbers may be traced ones
            continue
        low, high, unit = found
        if key == "PTY2" and not flat.get("PTY1"):  # no relaxation length that it could bend
            continue
        size = abs(value) if key in DIVISORS else value
        if not low <= size <= high:
            hint = f"{low:g} to {high:g} {unit}".rstrip() + (" in size" if key in DIVISORS else "")
            yield key, f"is {value:g} {unit}".rstrip(), hint


def _range(key: str) -> tuple[float, float, str] | None:
    if key in RANGES_SI:
        return RANGES_SI[key]
    if key in SCALING:
        least = LEAST if key in SOLE else 0.0 if key in ("LMUX", "LMUY") else -MOST_FACTOR
        return least, MOST_FACTOR, ""
    if _COEFFICIENT.fullmatch(key):
        return (LEAST if key in DIVISORS else -MOST_COEFFICIENT), MOST_COEFFICIENT, ""
    return None
