"""Parts of a tyre's formulas that a property file leaves out, or has lost: a user should know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

LAST_SECTION = "LAST_SECTION"  # key of a file that says how it ends; the format itself has no end mark
END = "END"  # the section at the end of files of our own
MOST_NAMES = 12  # of absent coefficients that a note lists
# where a coefficient belongs, by how its name begins; the first that fits
SECTIONS = (
    (("FNOMIN", "VERTICAL", "BREFF", "DREFF", "FREFF", "Q_", "PFZ"), "VERTICAL"),
    (("UNLOADED",), "DIMENSION"),
    (("LONGVL", "VXLOW"), "MODEL"),
    (("INFLPRES", "NOMPRES"), "OPERATING_CONDITIONS"),
    (("LONGITUDINAL_", "LATERAL_", "PCF"), "STRUCTURAL"),
    (("L",), "SCALING_COEFFICIENTS"),
    (("QSX", "PPMX"), "OVERTURNING_COEFFICIENTS"),
    (("QSY",), "ROLLING_COEFFICIENTS"),
    (("PCX", "PDX", "PEX", "PKX", "PHX", "PVX", "PPX", "RBX", "RCX", "REX", "RHX", "PTX"), "LONGITUDINAL_COEFFICIENTS"),
    (("Q", "PPZ", "SSZ"), "ALIGNING_COEFFICIENTS"),
    (("P", "R"), "LATERAL_COEFFICIENTS"),
)

Part = tuple[tuple[str, ...], str, str]  # coefficients it cannot do without, section, what the tyre does without it

PARTS: tuple[Part, ...] = (
    (("RBX1", "RCX1"), "LONGITUDINAL_COEFFICIENTS", "a slip angle does not lower Fx (weights of combined slip)"),
    (("RBY1", "RCY1"), "LATERAL_COEFFICIENTS", "a slip does not lower Fy (weights of combined slip)"),
    (("QBZ1", "QCZ1", "QDZ1"), "ALIGNING_COEFFICIENTS", "Fy has no trail: of Mz the residual moment is left, if any"),
    (("QSY1", "QSY2", "QSY3", "QSY4"), "ROLLING_COEFFICIENTS", "there is no rolling resistance"),
    (("BREFF", "DREFF", "FREFF"), "VERTICAL", "the effective radius is the free one under any load"),
)
NO_MX = "there is no overturning moment Mx"
PARTS_52: tuple[Part, ...] = (
    (("QSX1", "QSX2", "QSX3"), "OVERTURNING_COEFFICIENTS", NO_MX),
    (("PTX1", "PTX2"), "LONGITUDINAL_COEFFICIENTS", "Fx follows the slip at once (no relaxation length)"),
    (("PTY1",), "LATERAL_COEFFICIENTS", "Fy follows the slip angle at once (no relaxation length)"),
)
PARTS_61: tuple[Part, ...] = (
    (tuple("QSX1 QSX2 QSX3 QSX7 QSX8 QSX10 QSX12 QSX13 QSX14".split()), "OVERTURNING_COEFFICIENTS", NO_MX),
    (("LONGITUDINAL_STIFFNESS",), "STRUCTURAL", "Fx follows the slip at once (no relaxation length)"),
    (("LATERAL_STIFFNESS",), "STRUCTURAL", "Fy follows the slip angle at once (no relaxation length)"),
)
FACTORS = ("RBX1", "RBY1", "QBZ1")  # of a product: one zero makes it nothing; of the others all must be zero


def missing_tir_parts(tyre: Any) -> Iterator[str]:
    """Yields a sentence for each part of the formulas without effect: its coefficients are missing, or zero."""
    if not hasattr(tyre, "fit_type"):  # no Magic Formula of a property file
        return
    of_kind = PARTS_61 if hasattr(tyre, "LATERAL_STIFFNESS") else PARTS_52
    for names, section, without in (*PARTS, *of_kind):
        zero = [name for name in names if getattr(tyre, name) == 0.0]
        if len(zero) == len(names) or (zero and names[0] in FACTORS):
            verb = "is" if len(zero) == 1 else "are"
            yield f"{', '.join(zero)} in [{section}] {verb} missing or zero: {without}"


def tir_section_of_part(name: str) -> str:
    """Returns the section where a coefficient belongs."""
    return next(section for starts, section in SECTIONS if name.startswith(starts))


def tir_parts_maybe_cut(tyre: Any, lines: Mapping[str, int]) -> Iterator[str]:
    """Yields a sentence where a file ends inside a section of coefficients, by the lines of its "SECTION.KEY".

    A file may leave coefficients out, and the format has no end mark: so it is told and not refused.
    """
    if not lines or not hasattr(tyre, "fit_type"):
        return
    names = [f.name for f in fields(tyre) if not isinstance(getattr(tyre, f.name), str)]
    names.sort(key=lambda name: name.startswith("SSZ"))  # these end a file, behind what version 6.1 adds
    last = max(lines, key=lines.__getitem__)
    key, given = last.rpartition(".")[2], {path.rpartition(".")[2] for path in lines}
    if key not in names:
        return
    section = tir_section_of_part(key)
    after = [
        name for name in names[names.index(key) + 1 :] if tir_section_of_part(name) == section and name not in given
    ]
    if after:
        listed = ", ".join(after[:MOST_NAMES]) + (
            f" and {len(after) - MOST_NAMES} more" if len(after) > MOST_NAMES else ""
        )
        yield f"the file may be cut: it ends behind {key} in [{section}], line {lines[last]}, without {listed}"
