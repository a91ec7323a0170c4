"""Signs of the side force in a tyre property file: two conventions of the same tyre, read as one.

The side force of pure slip is D sin(C atan(B x ...)) with D = mu_y Fz and B = K / (C D): it stays what it is, to the
last bit, where D and B change their signs together. What else D and B enter follows: the side force by longitudinal
slip, D (RVY1 + RVY2 dfz + RVY3 gamma) ..., and the residual moment, QBZ10 B C. So a file with PDY1 < 0, such as the
table in [Pacejka 2012, appendix 3], is the same tyre as one where these six numbers have the opposite signs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TOGETHER = ("PDY1", "PDY2", "RVY1", "RVY2", "RVY3", "QBZ10")


def with_tir_signs_as_here(flat: Mapping[str, Any], kind: type) -> tuple[dict[str, Any], list[str]]:
    """Returns the numbers with PDY1 positive, and what a user should know about their signs."""
    found, remarks = dict(flat), []
    if _is_negative(flat.get("PDY1")):
        turned = [key for key in TOGETHER if flat.get(key)]
        found |= {key: -flat[key] for key in turned}
        remarks.append(
            f"PDY1 is {flat['PDY1']:g}: the file has the other sign of D_y; {', '.join(turned)} are read with the "
            "opposite sign, which leaves every force as it is"
        )
    peak, by_load = found.get("PDY1"), found.get("PDY2")
    if peak is not None and by_load is not None and by_load > 0.0 and peak > 0.0:
        remarks.append(
            f"PDY1 {flat['PDY1']:g} and PDY2 {flat['PDY2']:g} have the same sign: side friction grows with the load, "
            "as of no tyre; was one of them reversed alone?"
        )
    return found, remarks


def _is_negative(value: Any) -> bool:
    return value is not None and value < 0.0
