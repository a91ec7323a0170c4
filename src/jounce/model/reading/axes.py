"""Files in other axes than ISO 8855, turned when they are loaded, and what is tied to its axes and cannot be.

"x rearward", z up (ADAMS/Car, Lotus), differs from ISO 8855 by half a turn about z: x and y of every
point and direction change sign, and so does every tensor entry that couples z with x or y.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.errors import Problem
from jounce.model.fields import fields_of

AXES = ("ISO 8855", "x rearward")


def turn_axes_of_part(part: Any) -> Any:
    """Returns the part, half a turn about z away."""
    changed: dict[str, Any] = {}
    for field in fields_of(type(part)):
        value, unit = getattr(part, field.name), field.quantity.unit
        if value is None:
            continue
        if field.form == "vector" and unit in ("m", "1"):
            changed[field.name] = turn_axes(value)
        elif field.name == "products":
            xy, yz, zx = value
            changed[field.name] = (xy, 0.0 - yz, 0.0 - zx)
        elif "bushing" in unit and len(value) == 36:
            changed[field.name] = tuple(_turned_entry(k, *divmod(i, 6)) for i, k in enumerate(value))
    return replace(part, **changed) if changed else part


def turn_axes(v: tuple[float, float, float]) -> tuple[float, float, float]:
    return (0.0 - v[0], 0.0 - v[1], v[2])  # 0 - v, so that no zero becomes -0


def _turned_entry(k: float, row: int, column: int) -> float:
    return 0.0 - k if (row % 3 == 2) != (column % 3 == 2) else k


def tied_to_axes(part: Any, path: str) -> list[Problem]:
    """Coordinates along the vehicle's axes would change their sign with them: refused, not guessed."""
    own = getattr(part, "order", None) or getattr(part, "terms", None)
    if not (own and part.axis is None) and getattr(part, "angles", "") != "zyx":
        return []
    what = "its coordinates run along the vehicle's axes, and this file has x rearward"
    return [Problem(path, what, 'use axes = "ISO 8855", or joints that name their own axis')]
