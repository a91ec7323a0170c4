"""The plot of a comparison: curves of several runs over each other, a colour for each run, dashes for each channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from jounce.errors import ModelError, Problem
from jounce.results import Result
from jounce.results.comparison.agreement import base_to_compare
from jounce.results.comparison.comparison import compare
from jounce.results.kinds import ROUNDING
from jounce.results.panel import Bars, Panel, Spectra
from jounce.units import parse_unit
from jounce.views.highlights import highlight_channels
from jounce.views.plots import plotter
from jounce.views.plots.chart import COLOURS, DASHES, Chart, Curve, chart_of, chart_of_spectra, charts_by_unit
from jounce.views.wording import wording_of_long_name, wording_of_title

if TYPE_CHECKING:
    from jounce.results.comparison.comparison import Comparison

Compared = Result | str | Path  # a run, or the file of one
MOST_CHARTS = 8  # of measured channels on a page
VISIBLE = 0.01  # of the range of a panel: curves that are closer cannot be told apart
LEGEND_WIDTH = 120  # characters of labels side by side
LEGEND_ROW, TITLE = 0.2, 0.5  # inches
THIN, USUAL, WIDE = 0.7, 1.3, 2.6  # widths of curves: of right wheels, of others, of those that dashes run out for


def plot_run_with_others(
    result: Result,
    *names: str,
    others: Compared | Sequence[Compared] = (),
    over: str | None = None,
    paths: Sequence[str | Path] = (),
) -> Figure:
    """Draws the picture of a run; with others, results or their files, all of them over each other."""
    beside = [others] if isinstance(others, Result | str | Path) else list(others)
    if not beside:
        return plotter.plot_picture(result, *names, over=over, paths=paths)
    return plot_compared_runs(compare([result, *beside]), *names, over=over, paths=paths)


def has_compared_plot(comparison: Comparison) -> bool:
    """Tells whether there is something to draw: runs of one sample without panels have numbers only."""
    first = comparison.runs[0]
    return first.time.size > 1 or any(not isinstance(panel, Bars) or panel.rows for panel in first.panels)


def plot_compared_runs(
    comparison: Comparison, *names: str, over: str | None = None, paths: Sequence[str | Path] = ()
) -> Figure:
    """Draws the named channels of all runs; without names those that were measured, or the study's own panels.

    Of a study's panels only those are drawn in which runs differ to the eye, or all where none does.
    """
    first, note = comparison.runs[0], ""
    drawn: list[Chart | Bars]
    if names or over:
        drawn = [*_of_channels(comparison, plotter.plotted_names(first, names, over), over)]
    elif comparison.measured:
        drawn = [*_of_channels(comparison, _measured_channels(comparison))]
    else:
        drawn, note = _of_panels(comparison)
    bars = [chart for chart in drawn if isinstance(chart, Bars)]
    strip = TITLE + LEGEND_ROW * _legend_rows(comparison.labels)
    in_grid = len(bars) < len(drawn) and not (names or over or comparison.measured or not first.panels)
    if in_grid:
        figure = plotter.plot_grid(drawn, above=strip + 0.3)
    else:
        charts = [chart for chart in drawn if isinstance(chart, Chart)]
        figure = plotter.plot_halves(bars) if bars else plotter.plot_column(charts)
        _make_room_above(figure, strip)
        _keep_to_first(figure, comparison, over)
    _draw_run_legend(figure, comparison.labels)
    plotter.entitle_plot(figure, _title(comparison), note, has_room=True)
    return plotter.save_plot(figure, paths)


def _make_room_above(figure: Figure, inches: float) -> None:
    """Makes room for title and legend, in a figure whose layout is solved."""
    height = figure.get_figheight() + inches
    figure.set_figheight(height)
    figure.get_layout_engine().set(rect=(0.0, 0.0, 1.0, 1.0 - inches / height))  # type: ignore[union-attr,call-arg]


def _of_channels(comparison: Comparison, names: Sequence[str], over: str | None = None) -> list[Chart]:
    """Returns one chart for each channel's unit and run set, laid over each other."""
    each = []
    for run in comparison.runs:
        there = [name for name in names if name in run and (over is None or over == "time" or over in run)]
        each.append({chart.heading: chart for chart in (charts_by_unit(run, there, over) if there else [])})
    return [overlay_charts([charts.get(heading) for charts in each]) for heading in each[0]]


def _of_panels(comparison: Comparison) -> tuple[list[Chart | Bars], str]:
    """Draws the panels of the first run with the curves of all, and how many were left out."""
    first = comparison.runs[0]
    panels = [panel for panel in first.panels if not isinstance(panel, Bars) or panel.rows]
    drawn = [chart for k, panel in enumerate(panels) if (chart := _of_panel(comparison, k, panel)) is not None]
    if not drawn:
        if first.time.size < 2:
            hint = "text() and metrics hold its numbers"
            raise ModelError("plot", [Problem("runs", "one sample is no curve", hint)])
        names = [name for name in highlight_channels(first) if any(name in run for run in comparison.runs[1:])]
        return [*_of_channels(comparison, names or comparison.shared_channels()[:MOST_CHARTS])], ""
    differing = [each for each in drawn if _differs(each[0], len(comparison.runs))]
    alike = [chart.heading.partition(" [")[0] for chart, _ in drawn if not _differs(chart, len(comparison.runs))]
    chosen = [_with_marks(chart, marks) for chart, marks in differing or drawn]
    if not differing or not alike:
        return chosen, ""
    return chosen, f"left out, as runs do not differ to the eye: {', '.join(alike)}"


def _of_panel(
    comparison: Comparison, number: int, panel: Panel | Bars | Spectra
) -> tuple[Chart | Bars, list[Curve]] | None:
    """A panel of the first run with what the others have in its place, channels by name, numbers by heading; marks."""
    if isinstance(panel, Panel):
        charts = [chart_of(run, replace(panel, marks=())) for run in comparison.runs]
        marks = chart_of(comparison.runs[0], panel).curves[: len(panel.marks)]
        return (overlay_charts(charts), marks) if charts[0].curves else None
    same = [_same_panel(run, number, panel) for run in comparison.runs]
    if isinstance(panel, Bars):
        return _bars_of_runs(panel, same), []
    return overlay_charts([chart_of_spectra(each) if isinstance(each, Spectra) else None for each in same]), []


def _with_marks(drawn: Chart | Bars, marks: list[Curve]) -> Chart | Bars:
    """Cones and lines of the first run behind the curves of all."""
    return drawn if isinstance(drawn, Bars) else drawn._replace(curves=[*marks, *drawn.curves])


def _same_panel(run: Result, number: int, panel: Bars | Spectra) -> Bars | Spectra | None:
    shown = [each for each in run.panels if not isinstance(each, Bars) or each.rows]
    found = shown[number] if number < len(shown) else None
    alike = isinstance(found, type(panel)) and found.heading == panel.heading and found.unit == panel.unit
    return found if alike else None  # type: ignore[return-value]


def _bars_of_runs(panel: Bars, same: Sequence[Bars | Spectra | None]) -> Bars:
    """Returns a bar for each run; where a row has several bars, left and right, each of them becomes a row."""
    rows: dict[str, dict[str, float]] = {}
    for row, sides in panel.rows.items():
        for side in sides:
            name = f"{row}, {side}" if len(sides) > 1 else row
            rows[name] = {
                f"({number})": bars.rows[row][side]
                for number, bars in enumerate(same, 1)
                if isinstance(bars, Bars) and side in bars.rows.get(row, {})
            }
    return Bars(panel.heading, panel.unit, rows)


def overlay_charts(charts: Sequence[Chart | None]) -> Chart:
    """Returns charts of one quantity in one: the colour says which run it is, dashes say which channel of the chart."""
    first = next(chart for chart in charts if chart is not None)
    looks = _looks([curve for chart in charts if chart is not None for curve in chart.curves])
    curves, colours = [], run_colours(len(charts))
    for number, chart in enumerate(charts):
        for curve in chart.curves if chart is not None else ():
            style, width = looks[curve.colour, curve.style]
            label = curve.label if chart is first and len(set(looks.values())) > 1 else ""
            curves.append(curve._replace(colour=colours[number], style=style, label=label, width=width))
    return first._replace(curves=curves)


def run_colours(count: int) -> list[str]:
    """A colour for each run; of many runs, in which nobody can name colours any more, a scale from dark to light."""
    if count <= len(COLOURS):
        return list(COLOURS[:count])
    return [to_hex(colormaps["viridis"](0.95 * k / (count - 1))) for k in range(count)]


def _looks(curves: Sequence[Curve]) -> dict[tuple[str, str], tuple[str, float]]:
    """Returns dashes and width in place of the colour and dashes that tell curves of one run apart.

    Where a colour has solid and dashed curves, a quantity of left and right wheels, the right ones become thin.
    """
    known = list(dict.fromkeys((curve.colour, curve.style) for curve in curves))
    colours = list(dict.fromkeys(colour for colour, _ in known))
    found = {}
    for k, (colour, style) in enumerate(known):
        right = style == "--" and (colour, "-") in known and len(colours) > 1
        number = colours.index(colour) if right or (colour, "--") in known else k
        width = THIN if right else USUAL if number < len(DASHES) else WIDE
        found[colour, style] = (style if style == "." else DASHES[number % len(DASHES)], width)
    return found


def _differs(drawn: Chart | Bars, runs: int) -> bool:
    """Tells whether two runs have curves or bars in it that the eye can tell apart."""
    if isinstance(drawn, Bars):
        rows = [list(row.values()) for row in drawn.rows.values() if row]
        highest = max((abs(value) for row in rows for value in row), default=0.0)
        least = max(VISIBLE * highest, ROUNDING * float(parse_unit(drawn.unit).factor))
        return any(max(row) - min(row) > least for row in rows)
    by_run = [[c for c in drawn.curves if c.colour == colour] for colour in run_colours(runs)]
    finite = [curve.y[np.isfinite(curve.y)] for curves in by_run for curve in curves]
    every = np.concatenate([y for y in finite if y.size] or [np.zeros(1)])
    apart = VISIBLE * max(float(np.ptp(every)), plotter.LEAST_SPAN)
    return any(
        len(other) != len(by_run[0]) or any(_are_apart(a, b, apart) for a, b in zip(by_run[0], other, strict=True))
        for other in by_run[1:]
    )


def _are_apart(a: Curve, b: Curve, least: float) -> bool:
    if a.x.shape != b.x.shape or not np.allclose(a.x, b.x):
        return True
    off = np.abs(a.y - b.y)
    return bool(np.any(off[np.isfinite(off)] > least))


def _measured_channels(comparison: Comparison) -> list[str]:
    """Returns those that were measured; of many, those with the largest errors."""
    errors: dict[str, float] = {}
    for each in comparison.errors:
        errors[each.channel] = max(errors.get(each.channel, 0.0), each.found.error_by_measured)
    worst = sorted(errors, key=lambda name: -errors[name])[:MOST_CHARTS]
    return [name for name in comparison.runs[0] if name in worst] or comparison.shared_channels()[:MOST_CHARTS]


def _keep_to_first(figure: Figure, comparison: Comparison, over: str | None) -> None:
    """Keeps to the first run: a record of a whole day does not squeeze it."""
    base = base_to_compare(comparison.runs[0])
    if over is None and comparison.measured and base.name == "time":
        for axis in figure.axes:
            axis.set_xlim(float(base.values[0]), float(base.values[-1]))


def _legend_rows(labels: Sequence[str]) -> int:
    return -(-len(labels) // _legend_columns(labels))


def _legend_columns(labels: Sequence[str]) -> int:
    longest = max(len(wording_of_long_name(label)) for label in labels)
    return max(1, min(len(labels), LEGEND_WIDTH // (longest + 10)))


def _draw_run_legend(figure: Figure, labels: Sequence[str]) -> None:
    """Draws the colours of the runs, below the title, where the figure has room for it."""
    lines = [Line2D([], [], color=colour, linewidth=2.0) for colour in run_colours(len(labels))]
    names = [wording_of_long_name(f"({k}) {label}") for k, label in enumerate(labels, 1)]
    below_title = (0.0, 1.0 - 0.42 / figure.get_figheight())
    columns = _legend_columns(labels)
    legend = figure.legend(
        lines, names, ncols=columns, frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=below_title
    )
    legend.set_in_layout(False)
    for text in legend.get_texts():
        text.set_parse_math(False)


def _title(comparison: Comparison) -> str:
    """Returns model and study where all runs share them."""
    titles = list(dict.fromkeys(wording_of_title(comparison.runs[k]) for k in comparison.computed))
    return titles[0] if len(titles) == 1 else f"{len(comparison.runs)} runs compared"
