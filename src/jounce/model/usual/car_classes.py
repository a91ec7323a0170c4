"""Classes of road vehicles and what is usual in each: one table for `check`, `plausibility` and verdicts of runs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import inf, log2
from typing import TYPE_CHECKING, Any, NamedTuple

from jounce.model.assemblies.size.data import CLASSES
from jounce.units import Plain

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

SMALL, MID_SIZE, LARGE, VAN, LIGHT_TRUCK, HEAVY_TRUCK, RACE = CLASSES
# kg of a car as it drives, up to which it counts as small, as of the middle, and as light [UNECE R.E.3]
SMALLEST, MIDDLE, LIGHT = 1050.0, 1650.0, 3500.0
LOW, HIGH = 0.42, 0.63  # m, centre of mass of race cars at most, of vans and trucks at least
WHEELS_OF_TRUCKS = 0.36  # m, loaded radius
SHAPES_OF = {"open-wheel": RACE, "off-road": LIGHT_TRUCK}  # of the body, where the file says it


class UsualRange(NamedTuple):
    """What is usual for a figure in a class; `low` and `high` are in the unit of the figure."""

    low: float
    high: float
    source: str  # or that it is a judgement
    signed: bool  # whether a figure of other cars may be zero

    def outside(self, value: float) -> float:
        """Tells how far a value lies outside: in widths of the range, or in doublings of its ends if these are more."""
        widths = max(self.low - value, value - self.high, 0.0) / (self.high - self.low)
        if self.signed or not widths:
            return widths
        return max(widths, log2(max(self.low / value, value / self.high))) if value > 0.0 else inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure of cars with its usual range in every class."""

    unit: str
    means: str
    ranges: Mapping[str, UsualRange]


@cache
def usual_figures() -> dict[str, Figure]:
    """Returns the table of usual ranges, by figure."""
    table = tomllib.loads((files("jounce.model.usual") / "usual_ranges.toml").read_text(encoding="utf-8"))
    assert tuple(table["classes"]) == CLASSES
    return {name: _figure(entry) for name, entry in table["figures"].items()}


def _figure(entry: Mapping[str, Any]) -> Figure:
    sources = {word: "judgement" if word in entry["judged"] else entry["source"] for word in CLASSES}
    rows = zip(CLASSES, entry["ranges"], strict=True)
    signed = entry.get("signed", False)
    ranges = {word: UsualRange(float(low), float(high), sources[word], signed) for word, (low, high) in rows}
    return Figure(unit=entry["unit"], means=entry["means"], ranges=ranges)


def class_of_car(vehicle: Vehicle, mass: float, centre_height: float, tyre_radius: float) -> str:
    """Returns the class of a car: that of its file, else by its shape, mass, height and wheels."""
    size = vehicle.blueprint().base.size
    if size is not None and size.usual_class != "auto":
        return str(size.usual_class)
    if mass > LIGHT:
        return HEAVY_TRUCK
    if size is not None and size.shape in SHAPES_OF:
        return SHAPES_OF[size.shape]
    if centre_height < LOW:
        return RACE
    if centre_height > HIGH:
        return LIGHT_TRUCK if tyre_radius > WHEELS_OF_TRUCKS else VAN
    return SMALL if mass <= SMALLEST else MID_SIZE if mass <= MIDDLE else LARGE


def unusual_figures(values: Mapping[str, float], of_class: str) -> dict[str, str]:
    """Returns a sentence for each figure that lies outside its usual range."""
    table, found = usual_figures(), {}
    for name, value in values.items():
        usual = table[name].ranges[of_class] if name in table else None
        if usual is not None and usual.outside(value) > 0.0:
            unit = "" if table[name].unit == "1" else f" {table[name].unit}"
            found[name] = (
                f"{name.replace('_', ' ')} {Plain(value):.3g}{unit} is unusual for a {of_class}: {usual.low:g} to "
                f"{usual.high:g}{unit} ({table[name].means}; {usual.source})"
            )
    return found
