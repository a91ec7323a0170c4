"""What an entry of the gallery shows: pictures, tables, and numbers that stand beside those of a paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.results import Result
from jounce.results.panel import Panel
from jounce.units import parse_unit, pretty_unit

Point = tuple[float, float, float]
BOLD, THIN, DASHED, AXIS, DOT = "bold", "thin", "dashed", "axis", "dot"  # strokes of a sketch


@dataclass(frozen=True, slots=True)
class ShownCurve:
    """A line, dashes beside a line, or points."""

    label: str
    x: np.ndarray
    y: np.ndarray
    style: str = "-"  # or "--", ":", "." and "o-"
    width: float = 1.3


@dataclass(frozen=True, slots=True)
class ShownPlot:
    """Curves on one pair of axes, in the units of its labels."""

    heading: str  # with the unit of the ordinate
    below: str  # with the unit of the abscissa
    curves: tuple[ShownCurve, ...]
    logarithmic: tuple[bool, bool] = (False, False)
    equal: bool = False


@dataclass(frozen=True, slots=True)
class ShownPanel:
    """A panel of a study, with the numbers of its run."""

    run: Result
    panel: Panel


@dataclass(frozen=True, slots=True)
class ShownModel:
    """A model as it stands in one sample of a run, seen from a side: a drawing of lines."""

    heading: str
    run: Result
    azimuth: float = -55.0  # deg, from where one looks: 0 from behind, 90 from the right, -150 from the front left
    elevation: float = 22.0  # deg
    sample: int = 0
    bodies: tuple[str, ...] = ()  # only what belongs to bodies whose names begin so; all of them without any
    shell: bool = True  # of a car


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points in space, or a dot; in one of the strokes of a sketch."""

    points: tuple[Point, ...]
    kind: str = BOLD


@dataclass(frozen=True, slots=True)
class ShownSketch:
    """A scheme in space: strokes, and words at points."""

    heading: str
    strokes: tuple[Stroke, ...]
    words: tuple[tuple[str, Point], ...] = ()
    azimuth: float = 120.0  # deg, x to the right and y away
    elevation: float = 22.0  # deg


@dataclass(frozen=True, slots=True)
class ShownTable:
    heading: str
    head: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One number of ours beside what the paper says; `least` and `most` are what it has to keep to."""

    what: str
    value: float | int | str
    unit: str = ""
    paper: str = ""  # its number or its words
    least: float | None = None
    most: float | None = None

    @property
    def checked(self) -> bool:
        return self.least is not None or self.most is not None

    @property
    def holds(self) -> bool:
        """A number that is none keeps to nothing."""
        if not self.checked:
            return True
        value = float(self.value)
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    @property
    def limits(self) -> str:
        """What it has to keep to, as text."""
        if self.least is not None and self.least == self.most:
            return f"= {self.least:g}"
        low = "" if self.least is None else f">= {self.least:g}"
        high = "" if self.most is None else f"<= {self.most:g}"
        return " and ".join(part for part in (low, high) if part)


Picture = ShownPlot | ShownPanel | ShownModel | ShownSketch


@dataclass(frozen=True, slots=True)
class Shown:
    """All that an entry shows."""

    pictures: tuple[Picture, ...] = ()
    findings: tuple[Finding, ...] = ()
    tables: tuple[ShownTable, ...] = ()


def shown_panel(run: Result, heading: str) -> ShownPanel:
    """The panel of a run that begins with a heading."""
    panels = [panel for panel in run.panels if isinstance(panel, Panel)]
    found = [panel for panel in panels if panel.heading.startswith(heading)]
    if not found:
        raise LookupError(f"no panel begins with '{heading}': {', '.join(panel.heading for panel in panels)}")
    return ShownPanel(run, found[0])


def shown_histories(heading: str, unit: str, curves: Mapping[str, tuple[Result, str]]) -> ShownPlot:
    """Channels of several runs over time; of several the first is broad and the others are dashed on it."""
    factor, broad = parse_unit(unit).factor, 3.4 if len(curves) > 1 else 1.3
    drawn = [
        ShownCurve(label, run.time, run[channel] / factor, "--" if k else "-", 1.6 if k else broad)
        for k, (label, (run, channel)) in enumerate(curves.items())
    ]
    return ShownPlot(f"{heading} [{pretty_unit(unit)}]", "time [s]", tuple(drawn))


def largest_shown_difference(one: Result, other: Result, channels: Sequence[str]) -> float:
    """Of the same channels of two runs, divided by the largest value of each; the largest of all."""
    found = [0.0]
    for channel in channels:
        size = float(np.abs(one[channel]).max())
        apart = one[channel] - np.interp(one.time, other.time, other[channel])
        found.append(float(np.abs(apart).max()) / size if size else float(np.abs(apart).max()))
    return max(found)
