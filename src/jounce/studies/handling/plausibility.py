"""Is this a car of its class? Its numbers beside what is usual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.model.tyre_files.tyre_validity import tyre_validities
from jounce.model.usual.car_classes import unusual_figures, usual_figures
from jounce.model.usual.car_figures import all_figures_of_car, car_class
from jounce.results import Result
from jounce.results.panel import Bars
from jounce.studies.driving.damper_seals import has_seal_friction, without_seal_friction
from jounce.studies.driving.drive import Drive
from jounce.studies.handling.linkage_figures import TURNING, linkage_figures
from jounce.studies.handling.named_modes import WORDS, named_modes
from jounce.studies.handling.steady_circle import SteadyCircle
from jounce.studies.settings import FORWARD_SPEED
from jounce.studies.study import Definitions, Progress


def _metrics() -> Definitions:
    """Returns the unit and definition."""
    found: dict[str, tuple[str, ...]] = {name: (figure.unit, figure.means) for name, figure in usual_figures().items()}
    found |= {word: ("Hz", "frequency of the mode at speed, undamped") for word in WORDS}
    found |= {f"{word}_damping": ("1", "damping ratio of that mode") for word in WORDS}
    return found | {name: SteadyCircle.metrics[name] for name in TURNING}


class Plausibility(Drive):
    """Is this a car of its class? Masses, ride, hop, damping, roll, steering and alignment beside what is usual.

    From the numbers of the file, from the linkages (`wheel-travel`), from small motions about straight running, and
    from steady circles by trim. The class is that of the file (`usual_class` in [size]), else it follows from mass,
    height and wheels. Notes say what is unusual; `jounce check` and the verdict of every run read the same table.
    """

    name = "plausibility"
    needs_wheels = True
    doing = "finding circles"
    simulates = False
    without = ("output_step",)
    speed = FORWARD_SPEED
    panels = SteadyCircle.panels
    metrics = _metrics()

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = self.require_car(subject)
        car = self.build_car(vehicle)
        turning = SteadyCircle(speed=self.speed, compliance=self.compliance).run(vehicle, on_progress)
        modes = named_modes(self.build_car(without_seal_friction(vehicle)), self.speed)
        values = all_figures_of_car(vehicle, car, tyre_validities(car.model, vehicle))
        of_class = car_class(vehicle, values)
        values |= dict(linkage_figures(vehicle, car)) | dict(_modes(modes))
        values |= {name: turning.metrics[name].value for name in TURNING}
        notes = [f"compared with a {of_class}", *unusual_figures(values, of_class).values()]
        notes += [
            f"{word.replace('_', ' ')} is damped so much that it has no resonance"
            for word in WORDS
            if word not in modes
        ]
        if has_seal_friction(vehicle):
            notes.append("frequencies and damping are those without the dry friction of damper seals and of leaves")
        places = {"corner": list(car.corners)}
        found = self.outcome(turning, values, places, {}, notes=notes, usual_class=of_class)
        return replace(found, panels=(_bars(values, of_class), *found.panels))


def _bars(values: Mapping[str, float], of_class: str) -> Bars:
    """Tells where each value lies: 0 % is the low end of its usual range, 100 % the high end."""
    ranges = {name: figure.ranges[of_class] for name, figure in usual_figures().items() if name in values}
    shares = {name: (values[name] - usual.low) / (usual.high - usual.low) for name, usual in ranges.items()}
    rows = {name.replace("_", " "): {"this car": float(share)} for name, share in shares.items()}
    return Bars(f"Place in the usual range of a {of_class} (0 low end, 100 high)", "%", rows)


def _modes(found: dict[str, complex]) -> Iterator[tuple[str, float]]:
    """Yields frequencies and damping of body and wheels."""
    for name, eigenvalue in found.items():
        size = abs(eigenvalue)
        yield name, size / (2 * np.pi)
        yield f"{name}_damping", -eigenvalue.real / size
