"""Sketches of papers as line drawings: a scheme in space, seen from a side."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from jounce.views.plots.chart import COLOURS, GREY
from jounce.views.plots.line_drawing import INK, Line, draw_lines, view_axes
from jounce_papers.shown import AXIS, BOLD, DASHED, DOT, THIN, ShownSketch

LOOKS = {BOLD: (INK, 1.8, "-"), THIN: (GREY, 0.9, "-"), DASHED: (GREY, 0.9, "--"), AXIS: (COLOURS[0], 1.5, "-")}


def draw_lines_of_sketch(axis: Axes, sketch: ShownSketch) -> None:
    """Draws strokes, and words next to their points."""
    view = view_axes(sketch.azimuth, sketch.elevation)
    dots = [stroke for stroke in sketch.strokes if stroke.kind == DOT]
    others = [stroke for stroke in sketch.strokes if stroke.kind != DOT]
    draw_lines(
        axis, [Line(np.array(s.points, float), *LOOKS[s.kind]) for s in others], sketch.azimuth, sketch.elevation
    )
    for stroke in dots:
        at = np.array(stroke.points, float) @ view.T
        axis.plot(at[:, 0], at[:, 1], "o", color=INK, markersize=4)
    for word, point in sketch.words:
        x, y = view[:2] @ np.array(point, float)
        axis.annotate(word, (x, y), (4, 3), textcoords="offset points", fontsize=10, color=INK, parse_math=False)
