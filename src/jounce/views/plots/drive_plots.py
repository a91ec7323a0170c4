"""The picture of a driving study: the panels that its result lists, with angles in degrees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jounce.results import Result
from jounce.results.characteristics import amplitude_spectrum
from jounce.results.panel import FREQUENCY, TIME, Panel
from jounce.views.plots.plots import COLOURS, DASHES, GREY, origin, save, shorter, title

DEGREES = float(np.degrees(1.0))
SHOWN = {"rad": ("°", DEGREES), "rad/s": ("°/s", DEGREES)}
HIGHEST = 50.0  # Hz, the band in which the car's model is valid
COLUMNS = 2


def plot_drive(result: Result, *paths: str | Path) -> Figure:
    """Panels side by side, two in a row."""
    panels = [Panel(*entry) for entry in result.metadata["figure"]]  # type: ignore[attr-defined]
    rows = -(-len(panels) // COLUMNS)
    figure = Figure(figsize=(11.0, 1.0 + 2.8 * rows), layout="constrained")
    figure.suptitle(title(result), x=0.01, ha="left", fontsize=12, fontweight="bold", parse_math=False)
    grid = figure.subplots(rows, COLUMNS, squeeze=False).ravel()
    for axis, panel in zip(grid, panels, strict=False):
        draw_panel(axis, result, panel)
    for axis in grid[len(panels) :]:
        axis.set_visible(False)
    figure.supxlabel(origin(result), x=0.99, ha="right", fontsize=7, color=GREY, parse_math=False)
    for path in paths:
        save(figure, Path(path))
    return figure


def draw_panel(axis: Axes, result: Result, panel: Panel) -> None:
    """Its curves, with angles in degrees."""
    for k, name in enumerate(panel.channels):
        x, y = _curve(result, panel, name)
        style: dict[str, Any] = {"color": COLOURS[k % len(COLOURS)], "linewidth": 1.3}
        axis.plot(x, y, DASHES[k % len(DASHES)], **style, label=shorter(name))
    axis.set_title(panel.heading, fontsize=9, loc="left", parse_math=False)
    axis.set_xlabel(_abscissa(result, panel), fontsize=8, parse_math=False)
    words = {shorter(name.rsplit(".", 1)[-1].replace("_", " ")) for name in panel.channels}
    unit = f"[{_unit(result, panel.channels[0])[0]}]"
    axis.set_ylabel(f"{words.pop()} {unit}" if len(words) == 1 else unit, fontsize=8, parse_math=False)
    if len(panel.channels) > 1:
        for text in axis.legend(fontsize=7, frameon=False).get_texts():
            text.set_parse_math(False)
    axis.margins(x=0)
    axis.tick_params(labelsize=8)
    axis.grid(color="#DDDDDD", linewidth=0.6)
    axis.spines[["top", "right"]].set_visible(False)


def _curve(result: Result, panel: Panel, name: str) -> tuple[np.ndarray, np.ndarray]:
    y = result[name] * _unit(result, name)[1]
    if panel.over == TIME:
        return result.time, y
    if panel.over == FREQUENCY:
        f, amplitude = amplitude_spectrum(result.time, y)
        return f[f <= HIGHEST], amplitude[f <= HIGHEST]
    return _partner(result, panel.over, name) * _unit(result, panel.over)[1], y


def _partner(result: Result, over: str, name: str) -> np.ndarray:
    """The abscissa of a curve: where several runs lie side by side, that of its own run."""
    run = name.partition(".")[0]
    own = f"{run}.{over.partition('.')[2]}"
    return result[own if own in result else over]


def _abscissa(result: Result, panel: Panel) -> str:
    if panel.over in (TIME, FREQUENCY):
        return {TIME: "time [s]", FREQUENCY: "frequency [Hz]"}[panel.over]
    return f"{panel.over} [{_unit(result, panel.over)[0]}]"


def _unit(result: Result, name: str) -> tuple[str, float]:
    """The unit on the axes and the factor to it."""
    unit = result.units[name]
    return SHOWN.get(unit, ("–" if unit == "1" else unit.replace("^2", "²"), 1.0))
