"""The classical Runge-Kutta method with fixed steps; its loop is `simulation/integrators/rk4.py`."""

from __future__ import annotations

from jounce.parts.citation import Citation
from jounce.simulation.integrators.methods.tables import Partitioned

RK4 = Partitioned(
    name="rk4",
    title="a Runge-Kutta method of order 4 with fixed steps, Kutta's table for speeds, coordinates by the speeds' mean",
    source=(Citation("Kutta 1901"), Citation("Hairer, Norsett, Wanner 1993", "sections II.1 and II.15")),
    order=4,
)
