"""The picture of a result: the channels one names, or what its study is looked at by."""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure

from jounce.errors import ModelError, Problem
from jounce.results import Result
from jounce.views.plots.bar_plots import BAR_STUDIES, plot_bars
from jounce.views.plots.drive_plots import plot_drive
from jounce.views.plots.kc_plots import kc_panels, plot_kc
from jounce.views.plots.plots import plot
from jounce.views.plots.telling import telling
from jounce.views.plots.tyre_plots import plot_tyre_fit, plot_tyre_rig

TYRE_PICTURES = {"tyre rig": plot_tyre_rig, "tyre fit": plot_tyre_fit}


def picture(result: Result, *names: str, path: str | Path | None = None) -> Figure:
    """The named channels, one panel per unit; without names, the page of the study or what tells most of a run."""
    if names:
        return plot(result, *names, path=path)
    paths, about = [path] if path is not None else [], result.metadata
    if about.get("study") in BAR_STUDIES:
        return plot_bars(result, *paths)
    if result.time.size < 2:
        what = "one sample is no curve"
        raise ModelError("plot", [Problem("result", what, "metrics and figures_to_csv hold its numbers")])
    if "figure" in about:
        return plot_drive(result, *paths)
    if about.get("study") in TYRE_PICTURES:
        return TYRE_PICTURES[str(about["study"])](result, *paths)
    if "abscissa" in about and kc_panels(result):
        return plot_kc(result, *paths)
    return plot(result, *telling(result), path=path)
