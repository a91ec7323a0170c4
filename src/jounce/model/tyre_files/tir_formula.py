"""Which formula a tyre property file is for, by FITTYP or PROPERTY_FILE_FORMAT, and what is read as its neighbour."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jounce.errors import Problem, did_you_mean, shown_in_message
from jounce.parts.tyres.magic_formula_data import MagicFormula52, MagicFormula61
from jounce.parts.tyres.simple_laws.fiala import FialaTyre
from jounce.parts.tyres.simple_laws.magic_formula_1989 import MagicFormula1989

FIFTH = "MF 5.0 is read as MF 5.2, which has more terms; what a file of 5.0 does not give counts as zero"
SIXTH = "MF 6.0 is read as MF 6.1, whose terms of pressure it lacks; forces of steady slip are the same"
LATER = "MF 6.2 is read as MF 6.1: forces of steady slip are the same, but the loaded radius by side force and "
LATER += "inclination (Q_FCY2, Q_CAM1 to Q_CAM3, Q_FYS1 to Q_FYS3) is left out"
FITTYP: dict[str, tuple[type, str]] = {
    "5": (MagicFormula52, FIFTH),
    "6": (MagicFormula52, ""),
    "21": (MagicFormula52, ""),
    "52": (MagicFormula52, ""),
    "60": (MagicFormula61, SIXTH),
    "61": (MagicFormula61, ""),
    "62": (MagicFormula61, LATER),
}
FORMATS: dict[str, tuple[type, str]] = {  # without the signs between letters: MF_05, MF-05, MF05
    "PAC2002": (MagicFormula52, ""),
    "MF05": (MagicFormula52, FIFTH),
    "MF50": (MagicFormula52, FIFTH),
    "MF52": (MagicFormula52, ""),
    "MF60": (MagicFormula61, SIXTH),
    "MF61": (MagicFormula61, ""),
    "MF62": (MagicFormula61, LATER),
    "PAC89": (MagicFormula1989, ""),
    "FIALA": (FialaTyre, ""),
}
# what other programs have besides, and why it cannot be read as one of ours
OTHERS = {
    "PAC94": "the Magic Formula of 1994 has coefficients and equations of its own",
    "PACMC": "the Magic Formula of motorcycles has equations of its own",
    "PACTIME": "PAC-TIME has a side force of its own",
    "UATIRE": "the tyre of the University of Arizona has equations of its own",
    "521": "the 5.2.1 tyre interpolates tables",
    "FTIRE": "FTire is a structural model, without slip curves",
    "SWIFT": "MF-Swift adds a rigid ring; give the file of its Magic Formula, with FITTYP = 61",
}
MODEL_HINT = "FITTYP = 5, 6, 21 or 52 (MF 5.2), 60, 61 or 62 (MF 6.1), or PROPERTY_FILE_FORMAT = "
MODEL_HINT += "'PAC2002', 'MF52', 'MF61', 'PAC89', 'FIALA'"


@dataclass(frozen=True, slots=True)
class TirFormula:
    """The kind of tyre law, or none where the file has another, and what a user should know about it."""

    kind: type | None
    remark: str = ""
    problem: Problem | None = None


def tir_formula(flat: Mapping[str, str], lines: Mapping[str, int | None]) -> TirFormula:
    """Finds the formula by the texts of a file's keys; the lines are those of its keys."""
    fittyp, written = flat.get("FITTYP"), flat.get("PROPERTY_FILE_FORMAT", "").strip("'\" ").upper()
    by_number, by_format = FITTYP.get(_plain_number(fittyp)), FORMATS.get(_letters(written))

    def refuse(key: str, what: str, hint: str = MODEL_HINT) -> TirFormula:
        return TirFormula(None, problem=Problem(key, what, hint, lines.get(key)))

    if (why := OTHERS.get(_letters(written))) is not None:
        return refuse("PROPERTY_FILE_FORMAT", f"{shown_in_message(written)} is not read: {why}")
    if fittyp is not None and by_number is None:
        return refuse("FITTYP", f"{shown_in_message(fittyp)} is a formula that is not known here")
    if by_number and by_format and by_number[0] is not by_format[0]:
        return refuse("FITTYP", f"FITTYP {_plain_number(fittyp)} contradicts PROPERTY_FILE_FORMAT {written}")
    found = by_number or by_format
    if found is None:
        guess = did_you_mean(written, FORMATS)
        what = f"{shown_in_message(written)} is not known.{guess}" if written else "is missing, and FITTYP as well"
        return refuse("PROPERTY_FILE_FORMAT", what)
    return TirFormula(found[0], found[1])


def _letters(word: str) -> str:
    return re.sub(r"[^A-Z0-9]", "", word)


def _plain_number(text: Any) -> str:
    try:
        return f"{float(str(text).strip(chr(39) + chr(34) + ' ')):g}"
    except ValueError:
        return ""
