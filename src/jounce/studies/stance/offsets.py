"""Offsets of a car from its design position: how far its body stands above or below where it was drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import degrees, sin

from jounce.model.assembly.car import CarModel

FAR, TILTED = 5e-3, 3.5e-3  # m, rad (0.2 deg): what stands nearer is as it was drawn


def heights_over_axles(car: CarModel, seen: Mapping[str, float]) -> dict[str, float]:
    """Returns how far the body of the unit that leads is above its design position over the middle of each axle, in m.

    The road is level, and the channels are those of one state.
    """
    origin, found = float(car.reference[0]), {}  # type: ignore[arg-type]
    for name, corners in car.leading.axles.items():
        places = [float(corner.wheel_centre[0]) for corner in corners]  # type: ignore[arg-type]
        ahead = sum(places) / len(places) - origin
        found[name] = seen["vehicle.z"] - ahead * sin(seen["vehicle.pitch"])
    return found


def offset_notes(heights: Mapping[str, float], roll: float) -> Iterator[str]:
    """Says by how much a car is off its design position, if it is."""
    off = {name: height for name, height in heights.items() if abs(height) > FAR}
    words = [f"{abs(1e3 * h):.0f} mm {'above' if h > 0 else 'below'} it at {name}" for name, h in off.items()]
    if words:
        yield f"the car does not stand in its design position, but {', '.join(words)}; study set-up finds spring seats"
    if abs(roll) > TILTED:
        side = "right" if roll > 0 else "left"
        yield f"the car leans {degrees(abs(roll)):.2g} deg to its {side} where it stands"


def offset_notes_at_start(car: CarModel, seen: Mapping[str, float]) -> list[str]:
    """Says the same of a car at the start of a run on a level road; nothing of cars whose body has no height."""
    if not {"vehicle.z", "vehicle.pitch", "vehicle.roll"} <= set(seen) or not car.leading.axles:
        return []
    return list(offset_notes(heights_over_axles(car, seen), seen["vehicle.roll"]))
