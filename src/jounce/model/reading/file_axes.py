"""A vehicle in the axes of its file: points, centres and directions turned, the side that the file shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jounce.model.assemblies.registry import SECTIONS
from jounce.model.axle_data import Axle, Place, mirror_axle_point
from jounce.model.reading.axes import AXES, turn_axes, turn_axes_of_part

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle


def vehicle_in_file_style(vehicle: Vehicle) -> Vehicle:
    """The vehicle in the axes of its file, unchecked; a second time, back in ISO 8855."""
    if vehicle.style.axes == AXES[0]:
        return vehicle
    equipment = {word: turn_axes_of_part(data) for word, data in vehicle.equipment().items()}
    axles = {name: _as_in_file(axle) for name, axle in vehicle.axles.items()}
    added: dict[str, Any] = {
        word: {n: turn_axes_of_part(p) for n, p in getattr(vehicle, word).items()} for word in SECTIONS
    }
    return replace(vehicle, axles=axles, **added, **equipment)


def _as_in_file(axle: Axle) -> Axle:
    side, middle = -1 if axle.shows_right else 1, axle.middle()
    return replace(
        axle,
        hardpoints=_turned_points(
            {name: p if side > 0 or name in middle else mirror_axle_point(p) for name, p in axle.hardpoints.items()}
        ),
        right_hardpoints=_turned_points(axle.right_hardpoints),
        bodies={role: turn_axes_of_part(data) for role, data in axle.masses(side).items()},
        bushings={mount: turn_axes_of_part(data) for mount, data in axle.compliances(side).items()},
        tyre=turn_axes_of_part(axle.tyre),
        alignment=turn_axes_of_part(axle.alignment),
        elements={word: turn_axes_of_part(data) for word, data in axle.elements.items()},
    )


def _turned_points(points: Mapping[str, Place]) -> dict[str, Place]:
    return {name: turn_axes(point) for name, point in points.items()}
