"""Two histories of the same thing on one pair of axes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from matplotlib.figure import Figure

from jounce.results import Result
from jounce.results.compare import Agreement, base_of
from jounce.views.plots.plots import COLOURS, save

MOST_PANELS = 8  # a page


def plot_comparison(ours: Result, theirs: Result, found: Mapping[tuple[str, str], Agreement], *paths: Path) -> Figure:
    """One panel for each pair, of many only those that differ most; the other history moved by its shift."""
    found = dict(sorted(found.items(), key=lambda item: -item[1].error_by_measured)[:MOST_PANELS])
    over = base_of(ours)
    figure = Figure(figsize=(9.0, 0.6 + 2.6 * len(found)), layout="constrained")
    grid = figure.subplots(len(found), 1, squeeze=False)[:, 0]
    for axis, ((mine, other), agreed) in zip(grid, found.items(), strict=True):
        axis.plot(over.values, ours[mine], color=COLOURS[0], linewidth=1.3)
        axis.plot(base_of(theirs).values + agreed.shift, theirs[other], "--", color=COLOURS[1], linewidth=1.3)
        moved = f", shifted by {agreed.moved()}" if over.name == "time" else ""
        error = f"error {100 * agreed.error_by_measured:.2f} % of the measured{moved}"
        axis.set_title(f"{mine} (line), {other} (dashes): {error}", fontsize=9, loc="left", parse_math=False)
        axis.set_ylabel(f"[{ours.units[mine]}]", parse_math=False)
        axis.set_xlabel(f"{over.name} [{over.unit}]", parse_math=False)
        axis.set_xlim(float(over.values[0]), float(over.values[-1]))
        axis.grid(color="#DDDDDD", linewidth=0.6)
    for path in paths:
        save(figure, path)
    return figure
