"""Field types of road elements: numbers with their unit, and what they may be."""

from __future__ import annotations

from typing import Annotated

from jounce.units import Quantity

Number = Annotated[float, Quantity("1")]
PositiveNumber = Annotated[float, Quantity("1", "positive")]
Length = Annotated[float, Quantity("m")]
PositiveLength = Annotated[float, Quantity("m", "positive")]
PositiveWaveNumber = Annotated[float, Quantity("1/m", "positive")]
Angle = Annotated[float, Quantity("rad")]
Lengths = Annotated[tuple[float, ...], Quantity("m")]
