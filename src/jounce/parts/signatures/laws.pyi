# written by docs/tables.py
"""What jounce.parts.laws offers: a number may be given as a text with its unit."""

from collections import abc
from typing import Any

from jounce.graph import Scalar

from jounce.parts.laws import LAWS as LAWS
from jounce.parts.laws import OWN_LAWS as OWN_LAWS
from jounce.parts.laws import RATE_LAWS as RATE_LAWS
from jounce.parts.laws.bilinear import Bilinear as RealBilinear
class Bilinear(RealBilinear):
    def __init__(self, *, compression: Scalar | str, extension: Scalar | str) -> None: ...

from jounce.parts.laws.grid import Grid as RealGrid
class Grid(RealGrid):
    def __init__(self, *, x: abc.Sequence[Scalar | str], v: abc.Sequence[Scalar | str], y: abc.Sequence[Scalar | str], interpolation: str = ..., beyond: str = ..., table: Any = ...) -> None: ...

from jounce.parts.laws import Law as Law
from jounce.parts.laws.linear import Linear as RealLinear
class Linear(RealLinear):
    def __init__(self, *, slope: Scalar | str) -> None: ...

from jounce.parts.laws.own import OwnLaw as OwnLaw
from jounce.parts.laws.own import OwnRateLaw as OwnRateLaw
from jounce.parts.laws.points import Points as RealPoints
class Points(RealPoints):
    def __init__(self, *, x: abc.Sequence[Scalar | str], y: abc.Sequence[Scalar | str], interpolation: str = ..., x_factor: Scalar | str = ..., x_offset: Scalar | str = ..., y_factor: Scalar | str = ..., y_offset: Scalar | str = ..., table: Any = ...) -> None: ...

from jounce.parts.laws import RateLaw as RateLaw
from jounce.parts.laws.stop import Stop as RealStop
class Stop(RealStop):
    def __init__(self, *, x: abc.Sequence[Scalar | str], y: abc.Sequence[Scalar | str], interpolation: str = ..., x_factor: Scalar | str = ..., x_offset: Scalar | str = ..., y_factor: Scalar | str = ..., y_offset: Scalar | str = ..., table: Any = ...) -> None: ...

from jounce.parts.laws.tanh import Tanh as RealTanh
class Tanh(RealTanh):
    def __init__(self, *, k1: Scalar | str, k2: Scalar | str, k3: Scalar | str = ...) -> None: ...

from jounce.parts.laws import constant_rate_of_law as constant_rate_of_law
from jounce.parts.laws import law_at_number as law_at_number
