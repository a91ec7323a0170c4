"""Studies of one position as bars: left and right wheel beside each other, one panel for each kind of figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jounce.results import Result
from jounce.studies.kinematics.compliance_outputs import (
    LOADS_ON_WHEELS,
    RESPONSES,
    SHOWN,
    STIFFNESSES,
    WHEEL_RATE,
    shown_unit,
)
from jounce.units import parse_unit, pretty
from jounce.views.page.origin import origin
from jounce.views.plots.plots import COLOURS, GREY, save, shorter, title

SIDES = {"left": COLOURS[0], "right": COLOURS[1]}
WIDTH = 0.38  # of a bar, by the distance of two rows
COLUMNS = 2
LEAST = 1e-6  # N m: a ball joint carries no moment but for rounding


class Bars(NamedTuple):
    """One panel: a row for each label, a bar for each side that has it."""

    heading: str
    unit: str  # as shown
    rows: dict[str, dict[str, float]]  # label -> side -> value in that unit


def plot_bars(result: Result, *paths: str | Path) -> Figure:
    """The picture of `compliance` or `pick-up-loads`."""
    panels = bar_panels(result)
    columns = [panels[k::COLUMNS] for k in range(COLUMNS)]
    tallest = max(sum(2 + len(panel.rows) for panel in column) for column in columns)
    figure = Figure(figsize=(12.0, 1.0 + 0.26 * tallest), layout="constrained")
    figure.suptitle(title(result), x=0.01, ha="left", fontsize=12, fontweight="bold", parse_math=False)
    halves: Any = figure.subfigures(1, COLUMNS)
    for part, column in zip(halves, columns, strict=True):
        heights = [2 + len(panel.rows) for panel in column]
        axes = part.subplots(len(column), 1, squeeze=False, height_ratios=heights)[:, 0] if column else []
        for axis, panel in zip(axes, column, strict=True):
            draw_bars(axis, panel)
    figure.supxlabel(origin(result), x=0.99, ha="right", fontsize=7, color=GREY, parse_math=False)
    for path in paths:
        save(figure, Path(path))
    return figure


def draw_bars(axis: Axes, panel: Bars) -> None:
    """Rows from top to bottom, the left wheel's bar above the right one's."""
    places = np.arange(len(panel.rows))
    for offset, (side, colour) in zip((-WIDTH / 2, WIDTH / 2), SIDES.items(), strict=True):
        values = [row.get(side, np.nan) for row in panel.rows.values()]
        axis.barh(places + offset, values, WIDTH, color=colour, label=side)
    axis.set_yticks(places, [shorter(label) for label in panel.rows], fontsize=7, parse_math=False)
    axis.invert_yaxis()
    axis.axvline(0.0, color="#000000", linewidth=0.6)
    axis.set_title(f"{panel.heading} [{pretty(panel.unit)}]", fontsize=9, loc="left", parse_math=False)
    axis.legend(fontsize=7, frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderpad=0)
    axis.tick_params(axis="x", labelsize=8)
    axis.grid(axis="x", color="#DDDDDD", linewidth=0.6)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)


def bar_panels(result: Result) -> list[Bars]:
    """The panels of a study of one position that has something to show."""
    return [panel for panel in BAR_STUDIES[str(result.metadata["study"])](result) if panel.rows]


def _compliance(result: Result) -> Iterable[Bars]:
    """Each response by the loads that cause it, then stiffnesses."""
    for response in RESPONSES:
        for unit in dict.fromkeys(load.unit for load in LOADS_ON_WHEELS):
            loads = [
                f"{load.name}_{p}" for load in LOADS_ON_WHEELS if load.unit == unit for p in ("parallel", "opposed")
            ]
            rows = _sided(result, [f"{load}.{response.name}" for load in loads], shown_unit)
            heading = response.name.replace("_", " ").capitalize()
            by_load = {name.rpartition(".")[0].replace("_", " "): row for name, row in rows.items()}
            yield Bars(heading, SHOWN.get((response.unit, unit), ""), by_load)
    yield Bars("Stiffness", "N/mm", _sided(result, [WHEEL_RATE.name, *STIFFNESSES], shown_unit))


def _loads(result: Result) -> Iterable[Bars]:
    """Forces and moments of each joint, then what springs and links carry along themselves."""
    names = dict.fromkeys(name.partition(".")[2] for name in result.metrics if name.startswith(f"{_axle(result)}_"))
    joints = [name.removesuffix(".Fx") for name in names if name.endswith(".Fx")]
    for six in ("Fx", "Fy", "Fz"):
        rows = _sided(result, [f"{joint}.{six}" for joint in joints], lambda name: "kN")
        yield Bars(f"{six} on the outboard body", "kN", {name[:-3]: row for name, row in rows.items()})
    x, y, z = (_sided(result, [f"{joint}.{six}" for joint in joints], lambda name: "N m") for six in ("Mx", "My", "Mz"))
    moments = {
        joint: {side: hypot(x[f"{joint}.Mx"][side], y[f"{joint}.My"][side], z[f"{joint}.Mz"][side]) for side in sides}
        for joint, sides in ((joint, x[f"{joint}.Mx"]) for joint in joints)
    }
    yield Bars(
        "Moment in the joint", "N m", {joint: row for joint, row in moments.items() if max(row.values()) > LEAST}
    )
    rows = _sided(result, [name for name in names if name.endswith("force")], lambda name: "kN")
    if "rack.force" in result.metrics:
        rows["rack.force, to the left"] = {"left": result.metrics["rack.force"].value / 1e3}
    yield Bars("Force along springs and links, tension positive", "kN", rows)


def _sided(result: Result, figures: Iterable[str], unit_of: Callable[[str], str]) -> dict[str, dict[str, float]]:
    """Values of each figure on the sides that have it, in the unit in which people read it."""
    found: dict[str, dict[str, float]] = {}
    for figure in figures:
        for side in SIDES:
            name = f"{_axle(result)}_{side}.{figure}"
            if name in result.metrics:
                value = result.metrics[name].value / float(parse_unit(unit_of(name)).factor)
                found.setdefault(figure, {})[side] = value
    return found


def _axle(result: Result) -> str:
    return str(result.metadata["settings"]["axle"])  # type: ignore[index]


BAR_STUDIES: dict[str, Callable[[Result], Iterable[Bars]]] = {"compliance": _compliance, "pick-up loads": _loads}
