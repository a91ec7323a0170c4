# written by docs/tables.py
"""What jounce.parts.roads offers: a number may be given as a text with its unit."""

from collections import abc
from typing import Any

from jounce.graph import Scalar

from jounce.parts.roads import ELEMENTS as ELEMENTS
from jounce.parts.roads.obstacles import Bump as RealBump
class Bump(RealBump):
    def __init__(self, *, height: Scalar | str, length: Scalar | str, start: Scalar | str, side: str = ..., y_min: Scalar | str | None = ..., y_max: Scalar | str | None = ..., count: Scalar | str = ..., spacing: Scalar | str = ..., direction: Scalar | str = ..., radius: Scalar | str | None = ...) -> None: ...

from jounce.parts.roads.flat import Flat as RealFlat
class Flat(RealFlat):
    def __init__(self, *, friction: Scalar | str = ...) -> None: ...

from jounce.parts.roads.friction_patch import FrictionPatch as RealFrictionPatch
class FrictionPatch(RealFrictionPatch):
    def __init__(self, *, friction: Scalar | str, x_min: Scalar | str | None = ..., x_max: Scalar | str | None = ..., y_min: Scalar | str | None = ..., y_max: Scalar | str | None = ...) -> None: ...

from jounce.parts.roads.iso_8608 import Iso8608 as RealIso8608
class Iso8608(RealIso8608):
    def __init__(self, *, roughness: str, length: Scalar | str, start: Scalar | str = ..., seed: Scalar | str = ..., track: Scalar | str = ..., blend: Scalar | str | None = ..., fade: Scalar | str = ..., wave_number_min: Scalar | str = ..., wave_number_max: Scalar | str = ...) -> None: ...

from jounce.parts.roads.obstacles import Plank as RealPlank
class Plank(RealPlank):
    def __init__(self, *, height: Scalar | str, length: Scalar | str, start: Scalar | str, side: str = ..., y_min: Scalar | str | None = ..., y_max: Scalar | str | None = ..., count: Scalar | str = ..., spacing: Scalar | str = ..., direction: Scalar | str = ..., radius: Scalar | str | None = ...) -> None: ...

from jounce.parts.roads.road import Road as RealRoad
class Road(RealRoad):
    def __init__(self, *, name: str = ..., elements: Any = ..., sources: Any = ...) -> None: ...

from jounce.parts.roads.sinusoid import Sinusoid as RealSinusoid
class Sinusoid(RealSinusoid):
    def __init__(self, *, amplitude: Scalar | str, wavelength: Scalar | str, start: Scalar | str = ..., fade: Scalar | str | None = ..., direction: Scalar | str = ..., side: str = ...) -> None: ...

from jounce.parts.roads.slope import Slope as RealSlope
class Slope(RealSlope):
    def __init__(self, *, grade: Scalar | str = ..., bank: Scalar | str = ..., start: Scalar | str | None = ..., transition: Scalar | str = ...) -> None: ...

from jounce.parts.roads.spline_surface import SplineSurface as RealSplineSurface
class SplineSurface(RealSplineSurface):
    def __init__(self, *, x: abc.Sequence[Scalar | str], y: abc.Sequence[Scalar | str], heights: abc.Sequence[Scalar | str]) -> None: ...

