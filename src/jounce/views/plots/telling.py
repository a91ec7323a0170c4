"""What tells at a glance whether a run is right, where its study does not say."""

from __future__ import annotations

from jounce.results import Result

MOST_CURVES = 4  # of a kind in the picture; more cannot be told apart


def telling(result: Result) -> list[str]:
    """Some sensors, coordinates and forces."""
    sensors = [c.name for c in result.channels if "sensor's point" in c.definition]
    coordinates = [c.name for c in result.channels if c.definition.startswith("joint coordinate")]
    forces = [name for name in result if name.endswith((".force", ".torque", "tyre.Fz"))]
    found = [name for names in (sensors, coordinates, forces) for name in names[:MOST_CURVES]]
    return found or [name for name in ("energy.kinetic",) if name in result] or list(result)[:MOST_CURVES]
