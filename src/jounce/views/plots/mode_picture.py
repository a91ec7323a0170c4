"""Pictures of how a body bends: each shape as lines over the body at rest, with its frequency."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from jounce.elastic.reduced_body import ReducedBody
from jounce.views.plots.chart import COLOURS, GREY
from jounce.views.plots.line_drawing import view_axes
from jounce.views.plots.plotter import PlotFigure, save_plot

MOST_SHAPES, ABREAST = 9, 3
AZIMUTH, ELEVATION = -130.0, 25.0  # deg: from the front left, from above
AMOUNT = 0.12  # largest shift in the picture, of the body's extent
STEPS = np.linspace(0.0, 1.0, 5)  # from rest to the whole shift


def mode_picture(body: ReducedBody, paths: Sequence[str | Path] = ()) -> Figure:
    """Draws the slowest shapes of a body and writes the picture to all paths, in the formats of their endings."""
    count = min(len(body.stiffness), MOST_SHAPES)
    rows = -(-count // ABREAST)
    figure = PlotFigure(figsize=(9.0, 0.6 + 2.6 * rows), layout="constrained")
    axes = figure.subplots(rows, min(count, ABREAST), squeeze=False).ravel()
    view = view_axes(AZIMUTH, ELEVATION)
    extent = float(np.linalg.norm(np.ptp(body.nodes, axis=0)))
    for k, axis in enumerate(axes):
        axis.set_axis_off()
        if k < count:
            _draw_shape(axis, body, k, view, AMOUNT * extent)
    figure.suptitle(f"{body.name}: shapes of the {_how(body)}", fontsize=10)
    return save_plot(figure, paths)


def _how(body: ReducedBody) -> str:
    return "free body" if body.reference == "free" else f"body held at {body.reference}"


def _draw_shape(axis: Axes, body: ReducedBody, k: int, view: np.ndarray, amount: float) -> None:
    shift = body.shift[:, k]
    largest = float(np.abs(shift).max(initial=0.0))
    flat = body.nodes @ view[:2].T
    bent = (body.nodes + (amount / largest * shift if largest > 1e-12 else 0.0)) @ view[:2].T
    edges = body.edges if body.edges is not None and len(body.edges) else np.zeros((0, 2), int)
    axis.add_collection(LineCollection(list(flat[edges]), colors=GREY, linewidths=0.5))
    axis.add_collection(LineCollection(list(bent[edges]), colors=COLOURS[0], linewidths=1.0))
    if not len(edges):  # modes that were given ready say nothing of elements
        axis.plot(*flat.T, ".", color=GREY, markersize=2)
        axis.plot(*bent.T, ".", color=COLOURS[0], markersize=2)
    frames = np.array([f.point for f in body.frames.values()]) @ view[:2].T
    axis.plot(*frames.T, "o", color=COLOURS[1], markersize=3)
    turned = " (turns only)" if body.modal_body(constant=True).units[k] == "rad" else ""
    axis.set_title(f"{k + 1}: {body.frequencies[k]:.4g} Hz{turned}", fontsize=9)
    axis.set_aspect("equal")
    axis.autoscale_view()
    axis.margins(0.06)
