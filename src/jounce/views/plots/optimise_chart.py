"""The chart of an optimisation: cost over evaluations for each start, and over the variable or where they ended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jounce.results.kinds import shown_unit_factor
from jounce.units import pretty_unit
from jounce.views.plots.chart import COLOURS
from jounce.views.plots.plotter import GRID, PlotFigure, save_plot

if TYPE_CHECKING:
    from jounce.studies.optimise.optimise import Optimisation

LEAST = 1e-16  # of a cost on a logarithmic axis
ROW = 0.3  # height of the dots of one variable, in parts of the distance of two


def plot_optimisation(found: Optimisation, paths: Sequence[str | Path] = ()) -> Figure:
    """Draws left the best cost so far of each start; right cost over the variable, or where several variables ended."""
    figure = PlotFigure(figsize=(11.0, 4.2), layout="constrained")
    courses, right = figure.subplots(1, 2)
    for k, course in enumerate(found.courses):
        label = f"start {k + 1}{' (the car as it is)' if k == 0 else ''}"
        costs = np.maximum(course.costs, LEAST)
        courses.plot(np.arange(1, 1 + len(costs)), costs, color=COLOURS[k % len(COLOURS)], label=label)
    courses.set_xlabel("evaluations of all studies", fontsize=9)
    courses.set_title("best cost so far", fontsize=9, loc="left")
    courses.legend(fontsize=8, frameon=False)
    if len(found.variables) == 1:
        _plot_cost_over_variable(right, found)
    else:
        _plot_ends_within_bounds(right, found)
    if all((course.tried_costs > 0.0).all() for course in found.courses):
        for axis in (courses, right)[: 2 if len(found.variables) == 1 else 1]:
            axis.set_yscale("log")
    for axis in (courses, right):
        axis.grid(color=GRID, linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(axis="x", labelsize=8)
    return save_plot(figure, paths)


def _plot_cost_over_variable(axis: Axes, found: Optimisation) -> None:
    """Each value that was tried, joined in the order of the way; a ring where a start began, a dot where it ended."""
    shown = found.shown_units[0]
    size = shown_unit_factor(shown, found.units[0])
    for k, course in enumerate(found.courses):
        colour, costs = COLOURS[k % len(COLOURS)], np.maximum(course.tried_costs, LEAST)
        tried = course.tried[:, 0] / size
        axis.plot(tried, costs, ".-", color=colour, linewidth=0.8, markersize=4)
        axis.plot(tried[:1], costs[:1], "o", color=colour, markersize=7, fillstyle="none")
        if np.isfinite(course.cost):
            axis.plot(course.end / size, [max(course.cost, LEAST)], "o", color=colour, markersize=6)
    low, high = found.bounds[0] / size
    beside = 0.03 * (high - low)
    axis.set_xlim(low - beside, high + beside)
    label = f"{found.variables[0]} [{pretty_unit(shown)}]"
    axis.set_xlabel(label, fontsize=9, parse_math=False)
    axis.set_title("cost over the variable: ring where a start began, dot where it ended", fontsize=9, loc="left")


def _plot_ends_within_bounds(axis: Axes, found: Optimisation) -> None:
    """Draws a row for each variable, from its least to its most; starts stand a little below each other in it."""
    count = len(found.courses)
    for k, course in enumerate(found.courses):
        share = (course.end - found.bounds[:, 0]) / np.diff(found.bounds, axis=1)[:, 0]
        rows = np.arange(len(share)) + ROW * ((k + 0.5) / count - 0.5)
        axis.plot(share, rows, "o", color=COLOURS[k % len(COLOURS)], markersize=5)
    axis.set_yticks(np.arange(len(found.variables)), found.variables, fontsize=7, parse_math=False)
    axis.set_xlim(-0.03, 1.03)
    axis.set_ylim(len(found.variables) - 0.5, -0.5)
    axis.set_xticks([0.0, 1.0], ["least", "most"])
    axis.set_title("where the starts ended, between the bounds", fontsize=9, loc="left")
