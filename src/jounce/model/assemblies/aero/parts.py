"""The air on a car as parts: one force element, and the wind as two inputs."""

from __future__ import annotations

from typing import Any

from jounce.model.assemblies.aero.data import WindData
from jounce.model.assemblies.assembly import Built, Site
from jounce.parts import Input
from jounce.parts.forces import Aerodynamics
from jounce.parts.signals import External

WIND_ALONG, WIND_ACROSS = "wind.along", "wind.across"  # of all units: one wind blows on them
AERO_WORDS = ("density", "area", "length", "point", "drag", "side", "lift", "roll", "pitch", "yaw")
WIND_WORDS = ("zone", "zone_start", "zone_length", "zone_edge")


def build_air(site: Site) -> Built:
    """Builds the air forces, and the two inputs of the wind unless another unit has them."""
    data, wind = site.unit.aero, site.unit.wind or WindData()
    numbers: dict[str, Any] = {word: getattr(data, word) for word in AERO_WORDS}
    numbers |= {word: getattr(wind, word) for word in WIND_WORDS}
    told = "of the air over the ground"
    inputs = (
        Input(name=WIND_ALONG, unit="m/s", default=wind.along, definition=f"velocity {told}, along x"),
        Input(name=WIND_ACROSS, unit="m/s", default=wind.across, definition=f"velocity {told}, along y"),
    )
    air = Aerodynamics(
        name=site.name("aerodynamics"),
        body=site.body,
        wind_along=External(input=WIND_ALONG),
        wind_across=External(input=WIND_ACROSS),
        **numbers,
    )
    known = "wind" in site.ports
    return Built(parts=(air,) if known else (*inputs, air), ports={} if known else {"wind": (WIND_ALONG, WIND_ACROSS)})
