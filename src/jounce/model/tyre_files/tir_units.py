"""Units of tyre property files: their words, which keys have one, and numbers turned into SI."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from fractions import Fraction

from jounce.units import parse_unit

LONGEST_NUMBER = 40  # characters

# words of [UNITS] in small letters, without a plural's s
WORDS = {
    "LENGTH": {"meter": "m", "metre": "m", "m": "m", "millimeter": "mm", "mm": "mm", "cm": "cm", "inch": "in"},
    "FORCE": {"newton": "N", "n": "N", "kilonewton": "kN", "knewton": "kN", "kn": "kN", "pound_force": "lbf"},
    "ANGLE": {"radian": "rad", "rad": "rad", "degree": "deg", "deg": "deg"},
    "MASS": {"kg": "kg", "kilogram": "kg", "gram": "g", "tonne": "t", "pound": "lb"},
    "TIME": {"second": "s", "sec": "s", "millisecond": "ms", "minute": "min", "hour": "h"},
    "PRESSURE": {"pascal": "Pa", "pa": "Pa", "kpa": "kPa", "kilopascal": "kPa", "bar": "bar", "psi": "psi"},
}
# of a file that does not say; a pressure is then force by the square of length
SI_WORDS = {"LENGTH": "m", "FORCE": "N", "ANGLE": "rad", "MASS": "kg", "TIME": "s"}
# what has a unit: powers of the words above. Magic Formula coefficients have none: they belong to radians
UNITS_OF = {
    key: powers
    for keys, powers in (
        ("UNLOADED_RADIUS WIDTH RIM_RADIUS RIM_WIDTH BOTTOM_OFFST RELAX_LENGTH_X RELAX_LENGTH_Y", {"LENGTH": 1}),
        ("FNOMIN FZMIN FZMAX CSLIP", {"FORCE": 1}),
        ("CALPHA CGAMMA", {"FORCE": 1, "ANGLE": -1}),
        ("VERTICAL_STIFFNESS LONGITUDINAL_STIFFNESS LATERAL_STIFFNESS BOTTOM_STIFF", {"FORCE": 1, "LENGTH": -1}),
        ("VERTICAL_DAMPING", {"FORCE": 1, "TIME": 1, "LENGTH": -1}),
        ("YAW_STIFFNESS", {"FORCE": 1, "LENGTH": 1, "ANGLE": -1}),
        ("LONGVL VXLOW", {"LENGTH": 1, "TIME": -1}),
        ("ALPMIN ALPMAX CAMMIN CAMMAX", {"ANGLE": 1}),
        ("MASS BELT_MASS", {"MASS": 1}),
        ("IXX IYY BELT_IXX BELT_IYY", {"MASS": 1, "LENGTH": 2}),
        ("GRAVITY", {"LENGTH": 1, "TIME": -2}),
        ("INFLPRES NOMPRES PRESMIN PRESMAX", {"PRESSURE": 1}),
    )
    for key in keys.split()
}

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?", re.ASCII)


def tir_unit_factor(kind: str, word: str) -> Fraction | None:
    """Returns the factor to SI of a word of [UNITS], or None where it is not known."""
    unit = WORDS[kind].get(word.strip("'\" ").lower().removesuffix("s"))
    return parse_unit(unit).factor if unit else None


def tir_unit_scale(key: str, factors: Mapping[str, Fraction], lengths: Collection[str] = ()) -> Fraction:
    """Returns the factor to SI of a key's number; `lengths` are keys that are lengths in one formula alone.

    A pressure without a word of its own is a force on a square.
    """
    scale = Fraction(1)
    powers = {"LENGTH": 1} if key in lengths else UNITS_OF.get(key, {})
    for kind, power in powers.items():
        if kind == "PRESSURE" and kind not in factors:
            scale *= factors.get("FORCE", Fraction(1)) / factors.get("LENGTH", Fraction(1)) ** 2
        else:
            scale *= factors.get(kind, Fraction(1)) ** power
    return scale


def number(text: str, scale: Fraction = Fraction(1)) -> float | None:
    """Returns the SI number, or None where the text is no finite number; exact where it can be: 0.35 for 350 mm."""
    if len(text) > LONGEST_NUMBER or not _NUMBER.fullmatch(text):
        return None
    text = text.lower().replace("d", "e")  # Fortran's double precision
    plain = float(text)
    if not math.isfinite(plain * float(scale)):
        return None
    # zero stays zero: its exponent could be of any length
    return plain if scale == 1 or plain == 0 else float(Fraction(text) * scale)
