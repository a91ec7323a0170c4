"""Damper seals in studies of small motions, which leave their dry friction out: a seal that sticks locks a wheel."""

from __future__ import annotations

from dataclasses import replace

from jounce.model import Vehicle
from jounce.model.axle_data import Axle

FRICTIONS = {"damper": "seal_friction", "leaf": "friction"}  # tables of an axle, and their dry friction


def without_seal_friction(vehicle: Vehicle) -> Vehicle:
    """Returns the same vehicle, with limits of zero for friction of seals and leaves: so its states stay the same."""
    return vehicle.with_axles(_without_seal)


def _without_seal(path: str, axle: Axle) -> Axle:
    rubbing = _rubbing(axle)
    if not rubbing:
        return axle
    smooth = {word: replace(axle.elements[word], **{FRICTIONS[word]: 0.0}) for word in rubbing}
    return replace(axle, elements=dict(axle.elements) | smooth)


def _rubbing(axle: Axle) -> list[str]:
    """Tells which tables of an axle have dry friction."""
    return [word for word, key in FRICTIONS.items() if getattr(axle.elements.get(word), key, None)]


def has_seal_friction(vehicle: Vehicle) -> bool:
    """Tells whether seals of dampers or leaves of springs rub."""
    return any(_rubbing(axle) for axle in vehicle.all_axles().values())
