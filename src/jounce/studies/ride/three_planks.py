"""Three planks, straight ahead or in a circle."""

from __future__ import annotations

from jounce.results.panel import FREQUENCY, Panel
from jounce.studies.ride.planks import Planks
from jounce.studies.settings import RADIUS


class ThreePlanks(Planks):
    """Three planks, straight ahead or in a circle. [Szczotka 2004, Figs 8 and 9]

    Over three planks with enveloping tyres, steering wheel and drive torque held, Fig. 8. With a radius the car comes
    in a steady circle, Fig. 9, and the planks lie across it; the paper also drives over one, `--count 1`. The paper
    gives the height; its track is drawn.
    """

    name = "three-planks"
    radius = RADIUS
    panels = (*Planks.panels, Panel("hub, amplitude spectrum", ("{felt}.hub.az",), FREQUENCY))
