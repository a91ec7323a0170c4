"""The chart of an optimisation: cost over evaluations for each start, and what goals were before and after."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from jounce.views.plots.chart import COLOURS
from jounce.views.plots.plotter import GRID, save_plot

if TYPE_CHECKING:
    from jounce.studies.optimise.optimise import Optimisation

LEAST = 1e-16  # of a cost on a logarithmic axis


def plot_optimisation(found: Optimisation, paths: Sequence[str | Path] = ()) -> Figure:
    """Left: best cost so far of each start. Right: where each variable ended within its bounds, start by start."""
    figure = Figure(figsize=(11.0, 4.2), layout="constrained")
    courses, ends = figure.subplots(1, 2)
    for k, course in enumerate(found.courses):
        colour = COLOURS[k % len(COLOURS)]
        label = f"start {k + 1}{' (the car as it is)' if k == 0 else ''}"
        courses.plot(np.arange(1, 1 + len(course.costs)), np.maximum(course.costs, LEAST), color=colour, label=label)
        share = (course.end - found.bounds[:, 0]) / np.diff(found.bounds, axis=1)[:, 0]
        ends.plot(share, np.arange(len(share)) + 0.08 * (k - len(found.courses) / 2), "o", color=colour, markersize=5)
    if all((course.costs > 0.0).all() for course in found.courses):
        courses.set_yscale("log")
    courses.set_xlabel("evaluations of all studies", fontsize=9)
    courses.set_title("best cost so far", fontsize=9, loc="left")
    courses.legend(fontsize=8, frameon=False)
    ends.set_yticks(np.arange(len(found.variables)), found.variables, fontsize=7, parse_math=False)
    ends.set_xlim(-0.03, 1.03)
    ends.set_xticks([0.0, 1.0], ["least", "most"])
    ends.set_title("where the starts ended, between the bounds", fontsize=9, loc="left")
    ends.invert_yaxis()
    for axis in (courses, ends):
        axis.grid(color=GRID, linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(axis="x", labelsize=8)
    return save_plot(figure, paths)
