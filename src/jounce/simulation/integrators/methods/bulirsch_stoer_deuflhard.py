"""Bader and Deuflhard's extrapolation of the semi-implicit mid-point rule, three columns: order 5."""

from __future__ import annotations

from jounce.parts.citation import Citation
from jounce.simulation.integrators.methods.tables import Extrapolation

BULIRSCH_STOER_DEUFLHARD = Extrapolation(
    name="bulirsch-stoer-deuflhard",
    title="Bader and Deuflhard's extrapolation of the semi-implicit mid-point rule for stiff equations",
    source=(Citation("Bader, Deuflhard 1983"), Citation("Hairer, Wanner 1996", "section IV.9")),
    sequence=(2, 6, 10),
    columns=3,
    implicit=True,
)
