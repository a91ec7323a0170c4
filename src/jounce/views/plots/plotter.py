"""The plotter: charts and bars in a grid, drawn without a display and without touching matplotlib's settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from math import log10
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from jounce.errors import ModelError, Problem, SetupError
from jounce.results import Result
from jounce.results.choice import match_channel_names
from jounce.results.panel import TIME, Bars, Panel, Spectra
from jounce.units import parse_unit, pretty_unit
from jounce.views.highlights import highlight_channels
from jounce.views.plots.chart import COLOURS, GREY, Chart, chart_of, chart_of_spectra, charts_by_unit
from jounce.views.wording import origin, wording_of_long_name, wording_of_title

GRID = "#DDDDDD"
LEGEND_WIDTH = 108  # characters side by side; leaves room for the power of ten at the left
INSIDE_WIDTH, ROW_HEIGHT = 62, 0.085  # characters of a legend inside the axes; part of their height for a row of it
LEAST_SPAN = 0.02  # of the shown unit: a line that is straight but for rounding stays one
FEW = 6  # panels that stand two in a row; of more, three do
BAR = 0.76  # width of all bars of a row divided by the distance of two rows
DECADES = 5  # of an ordinate that are shown


class PlotFigure(Figure):
    """A figure that a notebook shows by itself, without pyplot."""

    def _repr_png_(self) -> bytes:
        picture = BytesIO()
        self.savefig(picture, format="png", dpi=100)
        return picture.getvalue()


def plot_picture(result: Result, *names: str, over: str | None = None, paths: Sequence[str | Path] = ()) -> Figure:
    """Draws the named channels, one chart for each unit; without names, the study's own panels or what tells most of a
    run.

    Names may be patterns; `over` is the channel of the abscissa. The picture is written to all of the paths, in the
    formats that their endings name.
    """
    if names or over:
        figure = plot_column(charts_by_unit(result, plotted_names(result, names, over), over))
    elif not result.panels and result.time.size < 2:
        what = "one sample is no curve"
        raise ModelError("plot", [Problem("result", what, "metrics and figures_to_csv hold its numbers")])
    elif drawn := plot_study_charts(result):
        bars = [each for each in drawn if isinstance(each, Bars)]
        figure = plot_halves(bars) if len(bars) == len(drawn) else plot_grid(drawn)
    else:
        figure = plot_column(charts_by_unit(result, highlight_channels(result)))
    entitle_plot(figure, wording_of_title(result), origin(result))
    return save_plot(figure, paths)


def plot_study_charts(result: Result) -> list[Chart | Bars]:
    """Draws the study's own panels that have something to show, bars first."""
    bars = [panel for panel in result.panels if isinstance(panel, Bars) and panel.rows]
    drawn = [
        chart_of_spectra(panel) if isinstance(panel, Spectra) else chart_of(result, panel)
        for panel in result.panels
        if isinstance(panel, Panel | Spectra)
    ]
    return [*bars, *(chart for chart in drawn if chart.curves)]


def plotted_names(result: Result, patterns: Sequence[str], over: str | None = None) -> list[str]:
    """Gives the channels that patterns match; of all, those that tell most. Refuses what there is not, all at once."""
    if over is not None and over != TIME:
        result.to_numpy([over])
    if not patterns:
        return [name for name in highlight_channels(result) if name != over]
    return match_channel_names(result, patterns)


# --- figures ---------------------------------------------------------------------------------------------


def plot_column(drawn: Sequence[Chart]) -> Figure:
    """Draws below each other over one abscissa, with long names above each chart."""
    figure = PlotFigure(figsize=(9.0, 1.1 + 2.5 * len(drawn)), layout="constrained")
    grid = figure.subplots(len(drawn), 1, sharex=True, squeeze=False)[:, 0]
    for axis, chart in zip(grid, drawn, strict=True):
        plot_chart(axis, chart._replace(heading=""), names_above=LEGEND_WIDTH)
        axis.set_ylabel(chart.heading, fontsize=9, parse_math=False)
        axis.set_xlabel("")
    grid[-1].set_xlabel(drawn[-1].below, parse_math=False)
    figure.align_ylabels(grid)
    return figure


def plot_grid(drawn: Sequence[Chart | Bars], above: float = 0.75) -> Figure:
    """Small charts in rows of two or three, with inches above them for a title. Placed by hand: a solver takes seconds
    for as many axes."""
    barred = any(isinstance(chart, Bars) for chart in drawn)
    columns = 3 if len(drawn) > FEW else 2
    rows = -(-len(drawn) // columns)
    shared = len({chart.below for chart in drawn if isinstance(chart, Chart)}) == 1 and not barred
    height = 0.55 + above + (2.4 if shared else 2.7) * rows
    figure = PlotFigure(figsize=(11.0, height))
    edges = {"left": 0.13 if barred else 0.065, "right": 0.985, "top": 1.0 - above / height, "bottom": 0.75 / height}
    figure.subplots_adjust(**edges, wspace=0.22, hspace=0.28 if shared else 0.45)
    grid = figure.subplots(rows, columns, squeeze=False, sharex=shared).ravel()
    for k, (axis, chart) in enumerate(zip(grid, drawn, strict=False)):
        if isinstance(chart, Bars):
            plot_bars(axis, chart)
            continue
        plot_chart(axis, chart)
        if shared and k < len(drawn) - columns:  # only the lowest of each column is labelled
            axis.set_xlabel("")
        elif shared:
            axis.tick_params(labelbottom=True)
    for axis in grid[len(drawn) :]:
        axis.set_visible(False)
    return figure


def plot_halves(drawn: Sequence[Bars]) -> Figure:
    """Draws two columns in which every row of bars has one height."""
    columns = [drawn[0::2], drawn[1::2]]
    tallest = max(sum(2 + len(panel.rows) for panel in column) for column in columns)
    figure = PlotFigure(figsize=(12.0, 1.0 + 0.26 * tallest), layout="constrained")
    halves: Any = figure.subfigures(1, 2)
    for half, column in zip(halves, columns, strict=True):
        heights = [2 + len(panel.rows) for panel in column]
        axes = half.subplots(len(column), 1, squeeze=False, height_ratios=heights)[:, 0] if column else []
        for axis, panel in zip(axes, column, strict=True):
            plot_bars(axis, panel)
    return figure


def entitle_plot(figure: Figure, above: str, below: str, has_room: bool = False) -> None:
    """Writes title and origin; a figure that is placed by hand has margins for them, and so has one that `has_room`."""
    inch = 1.0 / figure.get_figheight()
    by_hand = figure.get_layout_engine() is None
    at: list[dict[str, Any]] = [{}, {}]
    if by_hand or has_room:
        at[0] = {"y": 1.0 - 0.15 * inch, "va": "top"}
    if by_hand:
        at[1] = {"y": 0.1 * inch}
    figure.suptitle(above, x=0.01, ha="left", fontsize=12, fontweight="bold", parse_math=False, **at[0])
    figure.supxlabel(below, x=0.99, ha="right", fontsize=7, color=GREY, parse_math=False, **at[1])


def save_plot(figure: Figure, paths: Sequence[str | Path]) -> Figure:
    """Writes a figure to all of the paths, in the formats that their endings name."""
    kinds = figure.canvas.get_supported_filetypes()
    for path in map(Path, paths):
        if path.suffix.removeprefix(".").lower() not in kinds:
            what = f"no picture format ends in '{path.suffix}'"
            raise ModelError("plot", [Problem("path", what, f"formats: {', '.join(sorted(kinds))}")])
        try:
            figure.savefig(path, dpi=150)
            figure.set_layout_engine("none")  # arranged once, for all formats: that takes longer than the drawing
        except OSError as fault:
            raise SetupError(f"{path} cannot be written: {fault.strerror or fault}") from fault
    return figure


# --- axes ------------------------------------------------------------------------------------------------


def plot_chart(axis: Axes, chart: Chart, names_above: int = 0) -> None:
    """Draws the curves of one chart; `names_above` is the width in characters of a legend above the axes."""
    lines: dict[str, Any] = {}
    for curve in chart.curves:
        (line,) = axis.plot(curve.x, curve.y, curve.style, color=curve.colour, linewidth=curve.width, markersize=3)
        lines |= {curve.label: line} if curve.label else {}
    axis.set_title(chart.heading, fontsize=9, loc="left", parse_math=False)
    axis.set_xlabel(chart.below, fontsize=8, parse_math=False)
    _draw_legend(axis, lines, names_above)
    axis.margins(x=0)
    if any(chart.logarithmic):
        _scale_by_logarithm(axis, chart)
    if not chart.logarithmic[1]:
        _scale_linearly(axis, chart, few_names=not names_above)
    if lines and not names_above and not chart.equal:
        _make_room(axis, -(-len(lines) // _columns(lines)), chart.logarithmic[1])
    axis.tick_params(labelsize=8)
    axis.grid(color=GRID, linewidth=0.6)
    axis.spines[["top", "right"]].set_visible(False)


def _scale_linearly(axis: Axes, chart: Chart, few_names: bool) -> None:
    if chart.equal:
        axis.set_aspect("equal", adjustable="datalim")
    low, high = axis.get_ylim()
    if high - low < LEAST_SPAN and few_names:
        low, high = (0.5 * (low + high) + half for half in (-LEAST_SPAN / 2, LEAST_SPAN / 2))
        axis.set_ylim(low, high)
    if low < 0.0 < high and few_names:
        axis.axhline(0.0, color=GREY, linewidth=0.6, zorder=1)
    axis.ticklabel_format(axis="y", useOffset=False, scilimits=(-4, 5))


def _scale_by_logarithm(axis: Axes, chart: Chart) -> None:
    """Labels round numbers; of a falling ordinate shows the highest decades, so that a tail does not squeeze them."""
    axis.set_xscale("log" if chart.logarithmic[0] else "linear")
    if chart.logarithmic[0]:
        _label_round_numbers(axis.xaxis, axis.get_xlim())
    if not chart.logarithmic[1]:
        return
    axis.set_yscale("log")
    highest = max(float(np.nanmax(curve.y, initial=0.0)) for curve in chart.curves)
    if highest > 0.0:
        axis.set_ylim(bottom=max(axis.get_ylim()[0], 10.0**-DECADES * highest))


def _label_round_numbers(axis: Any, limits: tuple[float, float]) -> None:
    """Labels 1, 2, 3 and 5 of each decade where there are few, else fewer; other ticks have no label to overlap."""
    decades = log10(limits[1] / limits[0]) if 0.0 < limits[0] < limits[1] else 0.0
    labelled = (1.0, 2.0, 3.0, 5.0) if decades < 1.5 else (1.0, 2.0, 5.0) if decades < 3.0 else (1.0,)
    axis.set_major_locator(LogLocator(subs=labelled))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_locator(LogLocator(subs="all"))
    axis.set_minor_formatter(NullFormatter())


def _draw_legend(axis: Axes, lines: Mapping[str, Any], names_above: int) -> None:
    if not lines:
        return
    if names_above:
        columns = max(1, names_above // (6 + max(map(len, lines))))
        place: dict[str, Any] = {"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": columns, "fontsize": 8}
    else:
        place = {"handlelength": 1.6, "labelspacing": 0.2, "columnspacing": 1.2, "fontsize": 7}
        place |= {"loc": "upper left", "ncols": _columns(lines), "borderaxespad": 0.2}
    for text in axis.legend(list(lines.values()), list(lines), frameon=False, **place).get_texts():
        text.set_parse_math(False)  # a name is a name, also with a dollar sign in it


def _columns(lines: Mapping[str, Any]) -> int:
    """Names that stand beside each other inside the axes."""
    return max(1, min(len(lines), INSIDE_WIDTH // (5 + max(map(len, lines)))))


def _make_room(axis: Axes, rows: int, logarithmic: bool) -> None:
    """Puts the legend inside the axes above the curves, never over them."""
    low, high = axis.get_ylim()
    part = min(ROW_HEIGHT * rows, 0.6)
    if logarithmic:
        axis.set_ylim(low, low * (high / low) ** (1.0 / (1.0 - part)))
    else:
        axis.set_ylim(low, low + (high - low) / (1.0 - part))


def plot_bars(axis: Axes, panel: Bars) -> None:
    """Draws rows from top to bottom, in each the bars above each other: the left wheel's above the right one's."""
    places, size = np.arange(len(panel.rows)), float(parse_unit(panel.unit).factor)
    series = list(dict.fromkeys(side for row in panel.rows.values() for side in row))
    width = BAR / len(series)
    for k, side in enumerate(series):
        values = [row.get(side, np.nan) / size for row in panel.rows.values()]
        axis.barh(places + (k + 0.5) * width - BAR / 2, values, width, color=COLOURS[k % len(COLOURS)], label=side)
    axis.set_yticks(places, [wording_of_long_name(label) for label in panel.rows], fontsize=7, parse_math=False)
    axis.invert_yaxis()
    axis.axvline(0.0, color="#000000", linewidth=0.6)
    axis.set_title(f"{panel.heading} [{pretty_unit(panel.unit)}]", fontsize=9, loc="left", parse_math=False)
    if len(series) > 1:
        axis.legend(fontsize=7, frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=len(series), borderpad=0)
    axis.tick_params(axis="x", labelsize=8)
    axis.grid(axis="x", color=GRID, linewidth=0.6)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
