"""Roads: height, slopes and friction under a wheel."""

from jounce.parts.roads.flat import Flat
from jounce.parts.roads.friction_patch import FrictionPatch
from jounce.parts.roads.iso_8608 import Iso8608
from jounce.parts.roads.obstacles import Bump, Plank
from jounce.parts.roads.road import Road
from jounce.parts.roads.sinusoid import Sinusoid
from jounce.parts.roads.slope import Slope
from jounce.parts.roads.spline_surface import SplineSurface

# `type` key of a road file -> element
ELEMENTS: dict[str, type] = {
    "flat": Flat,
    "slope": Slope,
    "sinusoid": Sinusoid,
    "bump": Bump,
    "plank": Plank,
    "iso_8608": Iso8608,
    "surface": SplineSurface,
    "friction_patch": FrictionPatch,
}

__all__ = [
    "ELEMENTS",
    "Bump",
    "Flat",
    "FrictionPatch",
    "Iso8608",
    "Plank",
    "Road",
    "Sinusoid",
    "Slope",
    "SplineSurface",
]
