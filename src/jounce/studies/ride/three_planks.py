"""Three planks, straight ahead or in a circle."""

from __future__ import annotations

from jounce.results.panel import FREQUENCY, Panel
from jounce.studies.ride.planks import Planks
from jounce.studies.settings import Quantity


class ThreePlanks(Planks):
    """Three planks, straight ahead or in a circle. [Szczotka 2004, Figs 8 and 9]

    Over three planks with enveloping tyres, steering wheel and drive torque held, Fig. 8. With a radius the car comes
    in a steady circle to the left, Fig. 9. The paper gives the height; its track is drawn.
    """

    name = "three-planks"
    radius = Quantity(
        unit="m", least=1.0, most=1e6, meaning="radius of a steady circle to the left", auto="straight ahead"
    )
    panels = (*Planks.panels, Panel("hub, amplitude spectrum", ("{felt}.hub.az",), FREQUENCY))
