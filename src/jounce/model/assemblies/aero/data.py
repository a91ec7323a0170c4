"""The air on a car and the wind as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.units import OneOf, Quantity

Length = Annotated[float, Quantity("m", "positive")]
Point = Annotated[tuple[float, float, float], Quantity("m")]
AirSpeed = Annotated[float, Quantity("m/s")]
Parabola = Annotated[tuple[float, ...], Quantity("1")]  # constant, per rad, per rad^2 of slip angle


@dataclass(frozen=True, slots=True, kw_only=True)
class AeroData:
    """Air forces: each coefficient as one to three numbers, constant, per rad and per rad^2 of slip angle."""

    density: Annotated[float, Quantity("kg/m^3", "positive")] = 1.2  # of the air
    area: Annotated[float, Quantity("m^2", "positive")]  # frontal area
    length: Length  # that moments are referred to, usually the wheelbase
    point: Point  # where the forces act
    drag: Parabola  # coefficient, positive rearward
    side: Parabola = (0.0,)  # coefficient, positive against the slip angle
    lift: Parabola = (0.0,)  # coefficient, positive upward
    roll: Parabola = (0.0,)  # coefficient of the moment about x
    pitch: Parabola = (0.0,)  # about y
    yaw: Parabola = (0.0,)  # about z


@dataclass(frozen=True, slots=True, kw_only=True)
class WindData:
    """The wind in which the car starts: velocity of the air over the ground, x ahead of the car at the start, y left.

    Both are inputs of the car, `wind.along` and `wind.across`: what is given here holds while nobody sets them.
    """

    along: AirSpeed = 0.0  # positive: from behind
    across: AirSpeed = 0.0  # positive: from the right
    zone: Annotated[str, OneOf("everywhere", "stretch")] = "everywhere"  # where it blows
    zone_start: Annotated[float, Quantity("m")] = 0.0  # of a stretch, on the ground's x
    zone_length: Length = 25.0  # of a stretch
    zone_edge: Length = 1.0  # in which it rises and falls, as half a cosine
