"""Files in other axes than ISO 8855, turned when they are loaded.

"x rearward, z up" (ADAMS/Car, Lotus) differs from ISO 8855 by half a turn about z: x and y of every
point and direction change sign, and so does every tensor entry that couples z with x or y.
"""

from __future__ import annotations

from typing import Any

from jounce.errors import Problem
from jounce.model.fields import Change, map_numbers
from jounce.parts import Body
from jounce.parts.forces import Bushing

AXES = ("ISO 8855", "x rearward")
X_OR_Y = (1, 1, 0)  # what half a turn about z reverses


def turned(part: Any) -> Any:
    """The part half a turn about z away."""
    return map_numbers(part, _reverse(part))


def turned_vector(v: tuple[float, float, float]) -> tuple[float, float, float]:
    return (-v[0], -v[1], v[2])


def _reverse(part: Any) -> Change:
    def change(path: str, value: float, unit: str) -> float:
        _, _, field, *entry = path.split(".")
        if isinstance(part, Body) and field == "inertia":
            reversed_ = False
        elif isinstance(part, Body) and field == "products":
            reversed_ = entry[0] != "x"  # named xyz for Ixy, Iyz, Izx: the first does not involve z
        elif isinstance(part, Bushing) and field in ("stiffness", "damping"):
            size = len(getattr(part, field))
            row, column = divmod(int(entry[0]), 6) if size == 36 else (0, 0)
            reversed_ = X_OR_Y[row % 3] != X_OR_Y[column % 3]
        else:
            reversed_ = bool(entry) and entry[0] in ("x", "y") and len(entry) == 1
        return -value if reversed_ else value

    return change


def bound_to_axes(part: Any, path: str) -> Problem | None:
    """Coordinates along fixed vehicle axes would change their sign with them: refused, not guessed."""
    if not hasattr(part, "order") and getattr(part, "angles", "") != "zyx":
        return None
    what = "its coordinates run along the vehicle's axes, and this file has x rearward"
    return Problem(path, what, 'use axes = "ISO 8855", or joints that name their own axis')
