"""Sections of beams: area, second moments and torsion constant of round and rectangular ones."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, tanh

from jounce.graph import Scalar

SERIES = range(1, 40, 2)  # odd terms of Saint-Venant's series: to rounding, because they fall with the fifth power


@dataclass(frozen=True, slots=True)
class Section:
    """A section across x: y and z are its principal axes."""

    area: Scalar  # m^2
    bending_y: Scalar  # m^4, integral of z^2: against bending in the plane of x and z
    bending_z: Scalar  # m^4, integral of y^2: against bending in the plane of x and y
    torsion: Scalar  # m^4, Saint-Venant's constant


def round_section(diameter: Scalar, bore: Scalar = 0.0) -> Section:
    """Returns a solid circle, or a tube."""
    outer, inner = diameter * diameter, bore * bore
    second = (outer * outer - inner * inner) * (pi / 64.0)
    return Section((outer - inner) * (pi / 4.0), second, second, 2.0 * second)


def rectangular_section(width: float, height: float) -> Section:
    """Returns a rectangle, `width` along y and `height` along z. [Timoshenko, Goodier 1970, section 109]"""
    long, short = max(width, height), min(width, height)
    series = sum(tanh(n * pi * long / (2.0 * short)) / n**5 for n in SERIES)
    torsion = long * short**3 * (1.0 - 192.0 * short / (pi**5 * long) * series) / 3.0
    return Section(width * height, width * height**3 / 12.0, height * width**3 / 12.0, torsion)
