"""Wheels: bodies that a tyre stands on, or carriers on a rig that say where their wheel is."""

from __future__ import annotations

from typing import Any

from jounce.model import Model
from jounce.parts import drawing
from jounce.results import Result
from jounce.spatial.vector import unit
from jounce.views.page.page_data import Vec3, Wheel

WIDTH = 0.62  # of the radius, where the width is not given
LEFT: Vec3 = (0.0, 1.0, 0.0)


def wheels_of(model: Model, result: Result) -> list[Wheel]:
    """Those of tyres among the forces, then those that the result's metadata tell of."""
    names = [body.name for body in model.bodies]
    found = [_on_tyre(part, model, names, result) for part in model.forces if isinstance(part.drawing, drawing.Wheel)]
    told: Any = result.metadata.get("wheels", [])
    for entry in told:
        if entry["body"] in names:
            x, y, z = (float(value) for value in entry["centre"])
            a, b, c = (float(value) for value in entry["axis"])
            radius = float(entry["radius"])
            index = names.index(entry["body"])
            forces = _forces(f"{entry['name']}.tyre", result)
            found.append(
                Wheel("wheel", str(entry["name"]), index, (x, y, z), (a, b, c), radius, WIDTH * radius, forces, "")
            )
    return found


def _on_tyre(part: Any, model: Model, names: list[str], result: Result) -> Wheel:
    pins = [j for j in model.joints if isinstance(j.drawing, drawing.Pin) and part.body in (j.child, j.parent)]
    own = getattr(part, part.drawing.axis) if part.drawing.axis else None
    axis = unit(own or (pins[0].axis if pins else LEFT))
    radius = float(part.radius)
    road = f"{part.name}.road" if f"{part.name}.road" in result else ""
    return Wheel(
        "wheel",
        part.body,
        names.index(part.body),
        part.point,
        axis,  # type: ignore[arg-type]
        radius,
        WIDTH * radius,
        _forces(part.name, result),
        road,
    )


def _forces(tyre: str, result: Result) -> tuple[str, str, str] | None:
    x, y, z = (name if (name := f"{tyre}.{force}") in result else "" for force in ("Fx", "Fy", "Fz"))
    return (x, y, z) if x or y or z else None
