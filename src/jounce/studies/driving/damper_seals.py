"""Damper seals in studies of small motions, which leave their dry friction out: a seal that sticks locks a wheel."""

from __future__ import annotations

from dataclasses import replace

from jounce.model import Vehicle
from jounce.model.axle_data import Axle


def without_seal_friction(vehicle: Vehicle) -> Vehicle:
    """Returns the same vehicle, where it has such friction with a limit of zero: so its states stay the same."""
    return vehicle.with_axles(_without_seal)


def _without_seal(path: str, axle: Axle) -> Axle:
    damper = axle.elements.get("damper")
    if damper is None or not damper.seal_friction:
        return axle
    return replace(axle, elements=dict(axle.elements) | {"damper": replace(damper, seal_friction=0.0)})


def has_seal_friction(vehicle: Vehicle) -> bool:
    dampers = (axle.elements.get("damper") for axle in vehicle.all_axles().values())
    return any(damper is not None and damper.seal_friction for damper in dampers)
