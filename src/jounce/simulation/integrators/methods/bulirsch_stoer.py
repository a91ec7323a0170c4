"""Bulirsch and Stoer's extrapolation of Gragg's mid-point rule, four columns of the harmonic sequence: order 8."""

from __future__ import annotations

from jounce.parts.citation import Citation
from jounce.simulation.integrators.methods.tables import Extrapolation

BULIRSCH_STOER = Extrapolation(
    name="bulirsch-stoer",
    title="Bulirsch and Stoer's extrapolation of Gragg's mid-point rule, with error control",
    source=(Citation("Bulirsch, Stoer 1966"), Citation("Hairer, Norsett, Wanner 1993", "section II.9")),
    sequence=(2, 4, 6, 8),
    columns=4,
    implicit=False,
)
