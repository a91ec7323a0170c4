"""One plank: hub and body over a sharp edge."""

from __future__ import annotations

from dataclasses import replace

from jounce.studies.ride.planks import Planks
from jounce.studies.settings import FORWARD_SPEED, RADIUS, SIDE


class OneObstacle(Planks):
    """One plank: hub at 50 km/h, body at 30 km/h. [Szczotka 2007, Figs 13 and 14]

    Straight ahead, or in a circle, over one plank with enveloping tyres. The paper shows the hub at 50 km/h and the
    body at 30 km/h; `--speed "30 km/h"` gives the latter.
    """

    name = "one-obstacle"
    count = 1
    radius = RADIUS
    speed = replace(FORWARD_SPEED, default="50 km/h")
    side = replace(SIDE, default="left")

    @property
    def spacing(self) -> float:
        """Returns the length of the plank: there is no next one."""
        return float(self.length)
