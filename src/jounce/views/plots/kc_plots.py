"""A page of small pictures: what a wheel does over its travel or over the rack's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jounce.results import Result
from jounce.studies.kinematics.outputs.kc_outputs import shown_unit
from jounce.units import parse_unit, pretty
from jounce.views.page.origin import origin
from jounce.views.plots.kc_panels import PANELS, RACK_PANELS
from jounce.views.plots.plots import COLOURS, GREY, save, title

WORDS = {
    "roll_centre_height": "kinematic",
    "roll_centre_height_2d": "geometric, 2-D",
    "roll_centre_height_force": "force-based",
    "wheel_rate": "suspension",
    "wheel_rate_geometric": "geometric part",
    "ride_rate": "with tyre",
    "support_slope_outboard": "at contact, locked",
    "support_slope_inboard": "at wheel centre",
}
COLUMNS = 3
LEAST_SPAN = 0.02  # of the shown unit: a line that is straight but for rounding stays one


def plot_kc(result: Result, *paths: str | Path) -> Figure:
    """All panels of a wheel-travel result, in the units an engineer reads."""
    abscissa, panels = str(result.metadata["abscissa"]), kc_panels(result)
    rows = -(-len(panels) // COLUMNS)
    height = 1.4 + 2.4 * rows
    figure = Figure(figsize=(11.0, height))  # placed by hand: a solver takes seconds for as many axes
    figure.subplots_adjust(
        left=0.055, right=0.985, wspace=0.2, hspace=0.28, top=1.0 - 0.75 / height, bottom=0.75 / height
    )
    words = {"x": 0.01, "y": 1.0 - 0.15 / height, "ha": "left", "va": "top", "fontsize": 12, "fontweight": "bold"}
    figure.suptitle(title(result), **words, parse_math=False)
    grid = figure.subplots(rows, COLUMNS, squeeze=False, sharex=True).ravel()
    for axis, (heading, channels) in zip(grid, panels, strict=False):
        draw_kc(axis, result, heading, channels)
    for axis in grid[len(panels) :]:
        axis.set_visible(False)
    below = abscissa_label(abscissa)
    for k in range(max(0, len(panels) - COLUMNS), len(panels)):  # the lowest of each column
        grid[k].set_xlabel(below)
        grid[k].tick_params(labelbottom=True)
    note = f"solid: left or whole axle, dashed: right.  {origin(result)}"
    figure.text(0.985, 0.1 / height, note, ha="right", fontsize=7, color=GREY, parse_math=False)
    for path in paths:
        save(figure, Path(path))
    return figure


def kc_panels(result: Result) -> list[tuple[str, list[str]]]:
    """Headings and channels of the panels, those that have something to show."""
    asked = RACK_PANELS if str(result.metadata["abscissa"]).startswith("rack") else PANELS
    found = []
    for heading, outputs in asked:
        channels = [n for o in outputs for n in result if n.rpartition(".")[2] == o and np.isfinite(result[n]).any()]
        if channels:
            found.append((heading, channels))
    return found


def abscissa_label(abscissa: str) -> str:
    return f"{abscissa.replace('.', ' ').replace('_', ' ')} [mm]"


def draw_kc(axis: Axes, result: Result, heading: str, channels: list[str]) -> None:
    """One panel: left and right curves of an output, or of several that belong together."""
    abscissa = str(result.metadata["abscissa"])
    unit = shown_unit(channels[0])
    kinds = list(dict.fromkeys(map(_kind, channels)))
    for name in channels:
        right, kind = "_right." in name, kinds.index(_kind(name))
        axis.plot(
            1000.0 * result[abscissa],
            result[name] / float(parse_unit(unit).factor),
            "--" if right else "-",
            color="#000000" if right and len(kinds) == 1 else COLOURS[kind],
            linewidth=1.2 if right else 0.8 + 0.8 * (len(kinds) - kind),  # curves that coincide show as stripes
            label=None if right else _kind(name),
        )
    axis.set_title(f"{heading} [{pretty(unit) if unit != '1' else '–'}]", fontsize=9, loc="left")
    if len(kinds) > 1:
        axis.legend(fontsize=7, frameon=False, handlelength=1.2, labelspacing=0.2)
    low, high = axis.get_ylim()
    if high - low < LEAST_SPAN:
        middle = 0.5 * (low + high)
        axis.set_ylim(middle - LEAST_SPAN / 2, middle + LEAST_SPAN / 2)
    axis.margins(x=0)
    axis.ticklabel_format(axis="y", useOffset=False, scilimits=(-4, 5))
    axis.tick_params(labelsize=8)
    axis.grid(color="#DDDDDD", linewidth=0.6)
    axis.spines[["top", "right"]].set_visible(False)


def _kind(channel: str) -> str:
    """What tells a curve from the others of its panel: the element of a motion ratio, else the output."""
    *_, element, output = channel.split(".")
    return (element if output == "motion_ratio" else WORDS.get(output, output)).replace("_", " ")
