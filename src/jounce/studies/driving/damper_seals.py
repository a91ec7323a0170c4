"""Damper seals in studies of small motions, which leave their dry friction out: a seal that sticks locks a wheel."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jounce.model import Vehicle


def without_seal_friction(vehicle: Vehicle) -> Vehicle:
    """Returns the same vehicle, where it has such friction with a limit of zero: so its states stay the same."""
    axles: dict[str, Any] = dict(vehicle.axles)
    for name, axle in axles.items():
        damper = axle.elements.get("damper")
        if damper is not None and damper.seal_friction:
            elements = dict(axle.elements) | {"damper": replace(damper, seal_friction=0.0)}
            axles[name] = replace(axle, elements=elements)
    return replace(vehicle, axles=axles)


def has_seal_friction(vehicle: Vehicle) -> bool:
    dampers = (axle.elements.get("damper") for axle in vehicle.axles.values())
    return any(damper is not None and damper.seal_friction for damper in dampers)
