"""Load transfer: what carries it from the inner to the outer wheels of a steady circle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.panel import Bars, Panel
from jounce.studies.budgets.circles_at_speed import CirclesAtSpeed
from jounce.studies.budgets.travel_work import CornerWork, corner_works
from jounce.studies.driving.drive import Added, Values, drive_with_channels
from jounce.studies.handling.steady_cornering import ACCELERATION
from jounce.studies.study import Progress

PARTS = {
    "geometric": "by the links: side and longitudinal forces and moments of the tyres, by virtual work on wheel travel",
    "springs": "by springs, bump stops and their seats",
    "bars": "by anti-roll bars",
    "unsprung": "by weight, inertia and gyroscopic moments of what moves with the wheels, and the side force they need",
}
WHAT = "load of the right wheel less that of the left one, by two, less the same straight ahead"
SIZE = "at the largest lateral acceleration"
Axles = Mapping[str, Mapping[str, np.ndarray]]  # axle -> part -> N in each circle


class LoadTransfer(CirclesAtSpeed):
    """Load transfer: what carries it from the inner to the outer wheels of a steady circle. [Milliken 1995]

    Circles to the left at one speed up to a lateral acceleration, found by trim. The load of a wheel is split by
    virtual work on the travel of the wheel, with the car body and the steering held: what the links carry is geometric,
    what springs and bars carry is elastic, what the unsprung masses add is unsprung. The load transfer of an axle is
    half the difference of right and left load beyond that of straight ahead. The parts are worked out from forces of
    elements and from poses, and are not made to fit: `split_error` says how well their sum meets the tyres' loads.
    """

    name = "load-transfer"
    panels = (
        Panel("load transfer", ("{axle}.load_transfer",), ACCELERATION),
        Panel("geometric", ("{axle}.load_transfer.geometric",), ACCELERATION),
        Panel("elastic", ("{axle}.load_transfer.elastic",), ACCELERATION),
        Panel("unsprung", ("{axle}.load_transfer.unsprung",), ACCELERATION),
    )
    metrics = {
        "{axle}.load_transfer": ("N", f"load transfer of the {{axle}} axle {SIZE}: {WHAT}", "load"),
        "{axle}.geometric": ("N", f"part of it {PARTS['geometric']}", "load"),
        "{axle}.elastic": ("N", "part of it by springs, bump stops and anti-roll bars together", "load"),
        "{axle}.springs": ("N", f"part of it {PARTS['springs']}", "load"),
        "{axle}.bars": ("N", f"part of it {PARTS['bars']}", "load"),
        "{axle}.unsprung": ("N", f"part of it {PARTS['unsprung']}", "load"),
        "{axle}.share": ("1", "load transfer of the {axle} axle divided by that of all axles of its unit", "share"),
        "{axle}.elastic_share": (
            "1",
            "elastic load transfer of the {axle} axle divided by that of all axles of its unit",
            "share",
        ),
        "{axle}.geometric_height": (
            "m",
            "geometric load transfer times the distance of the contact points, divided by the side force on the links",
            "displacement",
        ),
        "split_error": (
            "1",
            "largest difference of a load transfer and the sum of its parts, divided by the largest one",
        ),
    }

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        if getattr(subject, "depth", "") == "tabulated":
            what = "the inertia of a tabulated corner is spread over its tables"
            raise self.refuse("depth", what, 'depth = "structural" or "functional"')
        vehicle, car = self.require_budget(subject)
        starts, run = self.find_all(vehicle, car, on_progress)
        works = [corner_works(start) for start in starts]
        axles = {axle: _of_axle(corners, works) for axle, corners in car.axles.items()}
        run = drive_with_channels(run, car.model, _channels(axles))
        values = _metrics(car, axles, works[-1], self._error(axles))
        places = {"corner": list(car.corners), "axle": list(axles)}
        found = self.outcome(run, values, places, {})
        return replace(found, panels=(*found.panels, _bars(values, list(axles))))

    def _error(self, axles: Axles) -> float:
        """Returns the error of all circles, by the largest load transfer."""
        largest = max(float(np.abs(parts["load_transfer"]).max()) for parts in axles.values())
        sums = [parts["load_transfer"] - sum(parts[part] for part in PARTS) for parts in axles.values()]
        return max(float(np.abs(missed).max()) for missed in sums) / largest


def _of_axle(corners: Sequence[CornerModel], works: Sequence[Mapping[str, CornerWork]]) -> dict[str, np.ndarray]:
    """Returns the load transfer and its parts in each circle, in N."""
    words = {
        "load_transfer": "load",
        "geometric": "links",
        "springs": "springs",
        "bars": "bars",
        "unsprung": "unsprung",
    }
    found = {}
    for part, word in words.items():
        left, right = (np.array([getattr(each[corner.prefix], word) for each in works]) for corner in corners)
        half = 0.5 * (right - left)
        found[part] = half - half[0]
    return found


def _channels(axles: Axles) -> Added:
    added: dict[str, tuple[np.ndarray, str, str]] = {}
    for axle, parts in axles.items():
        added[f"{axle}.load_transfer"] = (parts["load_transfer"], "N", f"{WHAT}, {axle} axle")
        added |= {f"{axle}.load_transfer.{part}": (parts[part], "N", f"part {text}") for part, text in PARTS.items()}
        elastic = parts["springs"] + parts["bars"]
        added[f"{axle}.load_transfer.elastic"] = (elastic, "N", "part by springs, bump stops and anti-roll bars")
    return added


def _metrics(car: CarModel, axles: Axles, last: Mapping[str, CornerWork], error: float) -> Values:
    found: Values = {}
    whole = {axle: float(parts["load_transfer"][-1]) for axle, parts in axles.items()}
    elastic = {axle: float(parts["springs"][-1] + parts["bars"][-1]) for axle, parts in axles.items()}
    mates = {axle: unit.axles for unit in car.units.values() for axle in unit.axles}
    for axle, parts in axles.items():
        found |= {f"{axle}.{part}": float(values[-1]) for part, values in parts.items()}
        found[f"{axle}.elastic"] = elastic[axle]
        for word, of in (("share", whole), ("elastic_share", elastic)):
            found[f"{axle}.{word}"] = of[axle] / sum(of[mate] for mate in mates[axle])
        left, right = (last[corner.prefix] for corner in car.axles[axle])
        track = float(np.linalg.norm((left.contact - right.contact)[:2]))
        found[f"{axle}.geometric_height"] = float(parts["geometric"][-1]) * track / (left.side_force + right.side_force)
    return found | {"split_error": error}


def _bars(values: Values, axles: Sequence[str]) -> Bars:
    rows = {part: {axle: values[f"{axle}.{part}"] for axle in axles} for part in ("load_transfer", *PARTS)}
    return Bars("Load transfer", "kN", {k.replace("_", " "): v for k, v in rows.items()})
