"""The chart of a fastest line: lines of all starts on the track, speed and acceleration, and the way to them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jounce.views.plots.chart import COLOURS
from jounce.views.plots.plotter import GRID, PlotFigure, save_plot

if TYPE_CHECKING:
    from jounce.studies.fastest_line.fastest_line import FastestLine

EDGE = "#888888"
LEAST = 1e-6  # s, on a logarithmic axis


def plot_fastest_line(found: FastestLine, paths: Sequence[str | Path] = ()) -> Figure:
    """Draws left the track, lines driven first (dashed) and lines found; right what happens on them."""
    figure = PlotFigure(figsize=(11.0, 6.0), layout="constrained")
    grid = figure.add_gridspec(3, 2, width_ratios=(1.0, 1.15))
    track = figure.add_subplot(grid[:, 0])
    speeds, circle, way = (figure.add_subplot(grid[k, 1]) for k in range(3))
    _draw_track(found, track)
    least = min(course.descent.merits[-1] for course in found.courses)
    for k, course in enumerate(found.courses):
        thick = 1.4 + 1.6 * (len(found.courses) - 1 - k)  # lines that lie on each other are all seen
        colour, last = COLOURS[k % len(COLOURS)], found.courses[k].time
        label = f"from {course.offset:g} m at {course.to_speed:g} m/s: {course.first.time[-1]:.3f} s, then {last:.3f} s"
        for own, style in ((course.first, "--"), (course.line, "-")):
            points = _points(found, own.offset)
            track.plot(*points.T, style, color=colour, linewidth=1.0 if style == "--" else thick)
            speeds.plot(found.places, own.speed, style, color=colour, linewidth=1.0 if style == "--" else thick)
        circle.plot(found.places, np.hypot(course.line.ax, course.line.ay), color=colour, linewidth=thick)
        above = np.array(course.descent.merits) - least
        way.semilogy(np.maximum(above, LEAST), color=colour, label=label)
    circle.axhline(found.acceleration, color=EDGE, linestyle=":", linewidth=1.0)
    titles = {
        speeds: ("speed [m/s]", "way along the middle [m]"),
        circle: ("acceleration of the centre of mass, and its limit [m/s²]", "way along the middle [m]"),
        way: ("time and penalties above the best [s]", "evaluations"),
    }
    for axis, (title, below) in titles.items():
        axis.set_title(title, fontsize=9, loc="left")
        axis.set_xlabel(below, fontsize=8)
        axis.grid(color=GRID, linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(labelsize=8)
    way.legend(fontsize=7, frameon=False)
    return save_plot(figure, paths)


def _points(found: FastestLine, offset: np.ndarray) -> np.ndarray:
    along = found.track.directions(found.places)
    left = np.column_stack([-along[:, 1], along[:, 0]])
    points: np.ndarray = found.track.offset_points(found.places, 0.0) + offset[:, None] * left
    return points


def _draw_track(found: FastestLine, axis: Axes) -> None:
    places = np.linspace(0.0, found.track.middle.length, 400)
    for side in (-0.5, 0.5):
        axis.plot(*found.track.offset_points(places, side * found.track.width).T, color=EDGE, linewidth=1.0)
    axis.set_aspect("equal")
    axis.set_title("dashed: as a driver drove it first; lines: the fastest", fontsize=9, loc="left")
    axis.set_xlabel("x [m]", fontsize=8)
    axis.set_ylabel("y [m]", fontsize=8)
    axis.tick_params(labelsize=8)
    axis.spines[["top", "right"]].set_visible(False)
