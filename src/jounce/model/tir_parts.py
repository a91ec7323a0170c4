"""Parts of a tyre's formulas that a property file leaves out: they count as zero, which a user should know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Part = tuple[tuple[str, ...], str, str]  # coefficients it cannot do without, section, what the tyre does without it

PARTS: tuple[Part, ...] = (
    (("RBX1", "RCX1"), "LONGITUDINAL_COEFFICIENTS", "a slip angle does not lower Fx (weights of combined slip)"),
    (("RBY1", "RCY1"), "LATERAL_COEFFICIENTS", "a slip does not lower Fy (weights of combined slip)"),
    (("QBZ1", "QCZ1", "QDZ1"), "ALIGNING_COEFFICIENTS", "Fy has no trail: of Mz the residual moment is left, if any"),
    (("QSX1", "QSX2", "QSX3"), "OVERTURNING_COEFFICIENTS", "there is no overturning moment Mx"),
    (("QSY1", "QSY2"), "ROLLING_COEFFICIENTS", "there is no rolling resistance"),
    (("BREFF", "DREFF", "FREFF"), "VERTICAL", "the effective radius is the free one under any load"),
)
RELAXATION_52: tuple[Part, ...] = (
    (("PTX1", "PTX2"), "LONGITUDINAL_COEFFICIENTS", "Fx follows the slip at once (no relaxation length)"),
    (("PTY1",), "LATERAL_COEFFICIENTS", "Fy follows the slip angle at once (no relaxation length)"),
)
RELAXATION_61: tuple[Part, ...] = (
    (("LONGITUDINAL_STIFFNESS",), "STRUCTURAL", "Fx follows the slip at once (no relaxation length)"),
    (("LATERAL_STIFFNESS",), "STRUCTURAL", "Fy follows the slip angle at once (no relaxation length)"),
)
FACTORS = ("RBX1", "RBY1", "QBZ1")  # of a product: one zero makes it nothing; of the others all must be zero


def missing_parts(tyre: Any) -> Iterator[str]:
    """A sentence for each part of the formulas without effect: its coefficients are missing, or zero."""
    of_kind = RELAXATION_61 if hasattr(tyre, "LATERAL_STIFFNESS") else RELAXATION_52
    for names, section, without in (*PARTS, *of_kind):
        zero = [name for name in names if getattr(tyre, name) == 0.0]
        if len(zero) == len(names) or (zero and names[0] in FACTORS):
            verb = "is" if len(zero) == 1 else "are"
            yield f"{', '.join(zero)} in [{section}] {verb} missing or zero: {without}"
