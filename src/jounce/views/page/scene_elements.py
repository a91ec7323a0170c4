"""Scene of elements between bodies or on them: springs, dampers, actuators, massless rods, half-shafts, wheels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import copysign, dist
from typing import Any

from jounce.model import Model
from jounce.parts import GROUND
from jounce.parts import drawing as drawings
from jounce.results import Result
from jounce.results.kinds import shown_unit_factor
from jounce.spatial.vector import unit
from jounce.views.page.page_data import Bar, Coil, Place, Shape, Strut, Vec3, Wheel
from jounce.views.page.scene_bodies import SAME, Hardpoints, scene_hardpoint_numbers

COIL_OVER = (0.06, 0.62)  # part of a damper's line that a spring around it takes, from the body
ROD, TUBE = 0.72, 0.55  # of a damper's length in the design position
COIL_RADIUS, COIL_OVER_RADIUS, TUBE_RADIUS = 0.09, 0.15, 0.045  # of an element's length
MOST_COIL, MOST_TUBE = 0.055, 0.022  # m
DIFFERENTIAL = 0.12  # m from the middle of the car to the end of a half-shaft
BAR_RADIUS, MOST_BAR = 0.02, 0.01  # of a massless rod's length; m
WIDTH = 0.62  # of the radius, where the width is not given
THIN = 0.1  # of the radius, of a wheel that rolls on its rim
LEFT: Vec3 = (0.0, 1.0, 0.0)


def scene_of_elements(model: Model, names: list[str], points: Hardpoints) -> list[Shape]:
    """Springs, tubes and rods; of elements on one line, one spring and one damper are drawn."""
    coils, tubes, rods = (_on_lines(model, drawing) for drawing in (drawings.Coil, drawings.Tube, drawings.Rod))
    found: list[Shape] = [_strut(part.name, *_ends(part, names)) for part in tubes]
    for part in coils:
        a, b = _ends(part, names)
        length = dist(a.point, b.point)
        around = any(_on_one_line(part, other) for other in tubes)
        begin, end = COIL_OVER if around else (0.0, 1.0)
        radius = min((COIL_OVER_RADIUS if around else COIL_RADIUS) * length, MOST_COIL)
        found.append(Coil("coil", part.name, a, b, begin, end, radius))
    found += _guides(model, names, points, tubes)
    found += _half_shafts(model, names)
    for part in rods:
        a, b = _ends(part, names)
        found.append(Bar("bar", part.name, a, b, min(BAR_RADIUS * dist(a.point, b.point), MOST_BAR)))
    return found


def _on_lines(model: Model, drawing: type) -> list[Any]:
    """Parts that are drawn so, the first on each line."""
    found: list[Any] = []
    for part in (*model.forces, *model.joints):
        if isinstance(part.drawing, drawing) and not any(_on_one_line(part, other) for other in found):
            found.append(part)
    return found


def _strut(name: str, a: Place, b: Place) -> Strut:
    length = dist(a.point, b.point)
    return Strut("strut", name, a, b, ROD * length, TUBE * length, min(TUBE_RADIUS * length, MOST_TUBE))


def _guides(model: Model, names: list[str], points: Hardpoints, tubes: Sequence[Any]) -> Iterator[Shape]:
    """The strut of a suspension that has no damper on it: from the one point of the guide to what slides on it."""
    for joint in model.joints:
        if isinstance(joint.drawing, drawings.Guide) and len(points.own.get(joint.parent, ())) == 1:
            top, bottom = points.own[joint.parent][0], scene_hardpoint_numbers(joint.child_point or joint.point)
            if not any(dist(top, part.point) < SAME and dist(bottom, part.child_point) < SAME for part in tubes):
                yield _strut(
                    joint.parent, Place(names.index(joint.parent), top), Place(names.index(joint.child), bottom)
                )


def _half_shafts(model: Model, names: list[str]) -> Iterator[Shape]:
    """From the wheel towards the middle of the car, where the model has only a rotor."""
    carriers = {joint.child: joint.parent for joint in model.joints if isinstance(joint.drawing, drawings.Pin)}
    for joint in model.joints:
        if isinstance(joint.drawing, drawings.Shaft) and carriers.get(joint.parent) in names:
            x, y, z = scene_hardpoint_numbers(joint.point)
            inner = Place(names.index(carriers[joint.parent]), (x, copysign(DIFFERENTIAL, y), z))
            yield Bar("bar", joint.parent, inner, Place(names.index(joint.child), (x, y, z)), MOST_BAR)


def _ends(part: Any, names: list[str]) -> tuple[Place, Place]:
    index = {GROUND: -1} | {name: k for k, name in enumerate(names)}
    return Place(index[part.parent], part.point), Place(index[part.child], part.child_point)


def _on_one_line(part: Any, other: Any) -> bool:
    return dist(part.point, other.point) < SAME and dist(part.child_point, other.child_point) < SAME


def scene_wheels_of_elements(model: Model, result: Result) -> list[Wheel]:
    """Those of tyres among the forces, those that joints let roll, then those that the result's metadata list."""
    names = [body.name for body in model.bodies]
    found = [_on_tyre(part, model, names, result) for part in model.forces if isinstance(part.drawing, drawings.Wheel)]
    found += [_on_rim(part, names) for part in model.joints if isinstance(part.drawing, drawings.Wheel)]
    listed: Any = result.metadata.get("wheels", [])
    for entry in listed:
        if entry["body"] in names:
            x, y, z = (float(value) for value in entry["centre"])
            a, b, c = (float(value) for value in entry["axis"])
            radius = float(entry["radius"])
            index = names.index(entry["body"])
            forces, newtons = _forces(f"{entry['name']}.tyre", result)
            found.append(
                Wheel(
                    "wheel",
                    str(entry["name"]),
                    index,
                    (x, y, z),
                    (a, b, c),
                    radius,
                    WIDTH * radius,
                    forces,
                    newtons,
                    "",
                )
            )
    return found


def _on_tyre(part: Any, model: Model, names: list[str], result: Result) -> Wheel:
    pins = [j for j in model.joints if isinstance(j.drawing, drawings.Pin) and part.body in (j.child, j.parent)]
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
        *_forces(part.name, result),
        road,
    )


def _on_rim(joint: Any, names: list[str]) -> Wheel:
    """Its contact force is given in the axes of the ground, not in those of the wheel: no arrow."""
    axis, radius = unit(joint.axis), float(joint.radius)
    index = names.index(joint.child)
    return Wheel("wheel", joint.child, index, joint.child_point, axis, radius, THIN * radius, None, 1.0, "")  # type: ignore[arg-type]


def _forces(tyre: str, result: Result) -> tuple[tuple[str, str, str] | None, float]:
    """Channels of a tyre's force, and how many newtons one unit is in which they are shown."""
    x, y, z = (name if (name := f"{tyre}.{force}") in result else "" for force in ("Fx", "Fy", "Fz"))
    shown = {channel.shown_unit for channel in result.channels if channel.name in (x, y, z)}
    return ((x, y, z), shown_unit_factor(shown.pop(), "N")) if shown else (None, 1.0)
