"""Entry of [Szczotka 2004], section 4: what the torsion of the body does over obstacles and in a bend."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import jounce
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import SharedExperiments
from jounce_papers.shown import Finding, Shown, ShownCurve, ShownPlot

STIFF, SOFT = 4e5, 1e5  # N m/rad: 7 kN m/deg of a small closed body, and a quarter of that, as of an open one
LABELS = {None: "rigid", STIFF: "7.0 kN m/deg", SOFT: "1.7 kN m/deg"}


@paper_entry(
    "szczotka-2004",
    "Section 4",
    "Further work: flexible bodies",
    shows="Nothing: flexible bodies are named as further work.",
    states="The model could be refined by flexible elements of the body.",
    differs="The body of the small car is cut into two halves with a torsion spring between; bars and beams that "
    "bend are in entries of their own papers. Ours are estimates of a class: no stiffness of the car is known.",
    rows=(124,),
)
def twisted_body(_: SharedExperiments) -> Shown:
    planks = {label: jounce.run(_car(k), "three-planks") for k, label in LABELS.items()}
    turns = {label: jounce.run(_car(k), "step-steer") for k, label in LABELS.items()}
    shares = {label: _front_share(run) for label, run in turns.items()}
    rigid, stiff, soft = shares.values()
    return Shown(
        pictures=(
            ShownPlot(
                "load of the front wheel on the planks [kN]", "time [s]", _curves(planks, "front_right.tyre.Fz", 1e-3)
            ),
            ShownPlot("roll over the planks [deg]", "time [s]", _curves(planks, "vehicle.roll", 180.0 / np.pi)),
            ShownPlot(
                "roll after a step of the wheel [deg]", "time [s]", _curves(turns, "vehicle.roll", 180.0 / np.pi)
            ),
        ),
        findings=(
            *(Finding(f"share of the front axle in the load transfer, {label}", s, "1") for label, s in shares.items()),
            Finding("a body that is twisted takes from the stiffer axle", rigid - soft, "1", "", least=0.0),
            Finding("and the more the softer it is", stiff - soft, "1", "", least=0.0),
        ),
    )


def _car(stiffness: float | None) -> Any:
    car: Any = jounce.load("small_car")
    if stiffness is None:
        return car
    return replace(car, body=replace(car.body, torsion_stiffness=stiffness))


def _curves(runs: dict[str, Any], channel: str, factor: float) -> tuple[ShownCurve, ...]:
    return tuple(ShownCurve(label, run.time, factor * run[channel]) for label, run in runs.items())


def _front_share(run: Any) -> float:
    """Of the load that goes from the inner to the outer wheels, when the car has settled."""
    front, rear = (
        abs(run[f"{axle}_left.tyre.Fz"][-1] - run[f"{axle}_right.tyre.Fz"][-1]) for axle in ("front", "rear")
    )
    return float(front / (front + rear))
