"""Which curves a page opens with: what the study draws, else what an engineer asks of such a run first."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.results import Result
from jounce.results.panel import TIME
from jounce.views.plots.kc_panels import PANELS, RACK_PANELS

MOST_PANELS, MOST_CURVES = 4, 4
# by the ends of their names, in this order: what an engineer asks of a car first
TELLING = (
    ("vehicle.yaw_rate",),
    ("vehicle.ay",),
    (".tyre.Fz",),
    ("vehicle.roll",),
    ("steering.wheel.angle",),
    ("vehicle.speed",),
)


def opened_panels(result: Result) -> list[list[str]]:
    """Channels of the panels that are open at first."""
    abscissa = str(result.metadata.get("abscissa", ""))
    if abscissa:
        asked = RACK_PANELS if abscissa.startswith("rack") else PANELS
        panels = [[n for o in outputs[:1] for n in result if n.rpartition(".")[2] == o] for _, outputs in asked]
    else:
        own, usual = _of_the_study(result), [[n for n in result if n.endswith(ends)] for ends in TELLING]
        shown = {name.rpartition(".")[2] for panel in own for name in panel}
        usual = [panel for panel in usual if not shown & {name.rpartition(".")[2] for name in panel}]
        panels = [*own, *usual] if sum(map(bool, [*own, *usual])) > 1 else _of_a_mechanism(result)
    panels = [[n for n in panel if np.isfinite(result[n]).any()][:MOST_CURVES] for panel in panels]
    return [panel for panel in panels if panel][:MOST_PANELS]


def _of_the_study(result: Result) -> list[list[str]]:
    """Its own picture, as far as it is drawn over time."""
    told: Any = result.metadata.get("figure", [])
    return [[name for name in channels if name in result] for _, channels, over in told if over == TIME]


def _of_a_mechanism(result: Result) -> list[list[str]]:
    """Sensors, coordinates, forces and energies, each kind in a panel for each unit."""
    kinds = [
        [c for c in result.channels if "sensor's point" in c.definition],
        [
            c
            for c in result.channels
            if c.name.endswith((".force", ".torque", ".Fz")) and "on the child" not in c.definition
        ],
        [c for c in result.channels if c.definition.startswith("joint coordinate")],
        [c for c in result.channels if c.name.startswith("energy.")],
    ]
    panels: list[list[str]] = []
    for kind in kinds:
        by_unit: dict[str, list[str]] = {}
        for channel in kind:
            by_unit.setdefault(channel.unit, []).append(channel.name)
        panels += by_unit.values()
    return panels
