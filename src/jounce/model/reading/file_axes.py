"""A vehicle in the axes of its file: points, centres and directions turned, the side that the file shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jounce.model.axle_data import Axle, mirror_axle_point
from jounce.model.reading.axes import AXES, turn_axes, turn_axes_of_part
from jounce.model.unit import Unit

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle


def vehicle_in_file_style(vehicle: Vehicle) -> Vehicle:
    """Returns the vehicle in the axes of its file, unchecked; a second time, back in ISO 8855."""
    if vehicle.style.axes == AXES[0]:
        return vehicle
    hitches = {name: turn_axes_of_part(hitch) for name, hitch in vehicle.hitches.items()}
    return replace(vehicle.with_units(turned_unit), hitches=hitches)


def turned_unit(unit: Unit) -> Unit:
    """Returns the unit half a turn about z away, with the side of its axles that the file shows."""
    turned = unit.with_axles(lambda path, axle: _shown_side(axle)).map_records(turn_axes_of_part, turn_axes)
    return turned if unit.leads else replace(turned, place=turn_axes(unit.place))


def _shown_side(axle: Axle) -> Axle:
    if not axle.shows_right:
        return axle
    middle = axle.middle()
    points = {name: p if name in middle else mirror_axle_point(p) for name, p in axle.hardpoints.items()}
    return replace(axle, hardpoints=points, bodies=axle.masses(-1), bushings=axle.compliances(-1))
