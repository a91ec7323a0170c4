"""The gradient chart: bars that show by how much each number of a car moves each metric."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from jounce.views.plots.plotter import GRID, PlotFigure, save_plot
from jounce.views.wording import origin, wording_of_long_name, wording_of_title

if TYPE_CHECKING:
    from jounce.studies.gradients.gradient import Gradient

MOST_BARS = 14
COLOUR = "#1F77B4"


def plot_gradient_bars(found: Gradient, paths: Sequence[str | Path] = ()) -> Figure:
    """Draws one set of bars for each metric, the strongest numbers first: percent of the metric for one percent of
    each.

    A number or a metric that is zero has no percent: its bar is left out.
    """
    relative = found.relative()
    strength = np.abs(np.nan_to_num(relative, nan=0.0, posinf=0.0, neginf=0.0)).max(axis=0)
    order = np.argsort(-strength, kind="stable")[:MOST_BARS]
    columns = min(len(found.metrics), 3)
    rows = -(-len(found.metrics) // columns)
    figure = PlotFigure(figsize=(3.0 + 2.8 * columns, 1.3 + rows * (0.9 + 0.22 * len(order))), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharey=True).ravel()
    for axis, name, row in zip(grid, found.metrics, relative, strict=False):
        places = np.arange(len(order))
        axis.barh(places, np.where(np.isfinite(row[order]), row[order], 0.0), 0.7, color=COLOUR)
        axis.set_yticks(places, [found.paths[k] for k in order], fontsize=7, parse_math=False)
        axis.set_title(wording_of_long_name(name), fontsize=9, loc="left", parse_math=False)
        axis.axvline(0.0, color="#000000", linewidth=0.6)
        axis.grid(axis="x", color=GRID, linewidth=0.6)
        axis.set_axisbelow(True)
        axis.tick_params(axis="x", labelsize=8)
        axis.spines[["top", "right"]].set_visible(False)
    grid[0].invert_yaxis()
    for axis in grid[len(found.metrics) :]:
        axis.set_visible(False)
    title = f"{wording_of_title(found.run)}: percent of each metric for one percent of each number"
    figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold", parse_math=False)
    figure.supxlabel(origin(found.run), x=0.99, ha="right", fontsize=7, parse_math=False)
    return save_plot(figure, paths)
