"""Panels of a page: those it opens with, those it offers by name, and the plots of a study with their own numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from jounce.results import Result
from jounce.results.comparison.rows import rows_of_curves
from jounce.results.comparison.run_labels import is_measured_run
from jounce.results.kinds import ROUNDING
from jounce.results.panel import TIME, Bars, Panel, Spectra, shows_spectra
from jounce.units import parse_unit
from jounce.views.highlights import MOST_CURVES, MOST_PANELS, highlight_panels
from jounce.views.page.encoding import Encoder
from jounce.views.page.page_data import BarChart, BarRow, Chart, ChartCurve, Offer, ShownPanel
from jounce.views.plots.chart import COLOURS, chart_of, chart_of_spectra
from jounce.views.wording import unit_text

STYLES: dict[str, Literal["line", "dashed", "dotted", "points"]] = {
    "--": "dashed",
    "-.": "dashed",
    ":": "dotted",
    ".": "points",
}
VISIBLE = 0.01  # of the largest magnitude of a channel: runs that are closer cannot be told apart
MANY = 12  # panels among which those are sought in which runs differ
METRICS = ShownPanel("metrics", [], [])
FRICTION = Offer("friction circles of the tyres", ShownPanel("friction", [], []))
# heading, ordinate, abscissa: what engineers draw over something else than time
OF_A_CAR = (
    ("g-g: ax over ay", "vehicle.cg.ax", "vehicle.cg.ay"),
    ("understeer: steering wheel over ay", "steering.wheel.angle", "vehicle.cg.ay"),
    ("yaw rate over steering wheel", "vehicle.yaw_rate", "steering.wheel.angle"),
    ("yaw rate over sideslip", "vehicle.yaw_rate", "vehicle.cg.sideslip"),
    ("way of the car", "vehicle.y", "vehicle.x"),
)
OF_CORNERS = (
    ("spring force over wheel travel", "spring.force", "travel"),
    ("damper force over its speed", "damper.force", "damper.rate"),
    ("side force over slip angle", "tyre.Fy", "tyre.slip_angle"),
    ("longitudinal force over slip", "tyre.Fx", "tyre.slip"),
    ("camber over toe", "camber", "toe"),
    ("camber over steer", "camber", "steer"),
    ("wheel load over travel", "wheel_load", "travel"),
    ("wheelbase change over half-track change", "wheelbase_change", "half_track_change"),
)
OF_AXLES = (("roll centre: height over place", "roll_centre_height", "roll_centre_y"),)


def open_page_panels(result: Result) -> list[ShownPanel]:
    """Returns the panels that a page opens with: never none, as long as there is a curve, a plot or a metric."""
    timed = "abscissa" not in result.metadata
    histories = [ShownPanel("history", names, []) for names in highlight_panels(result)] if result.time.size > 1 else []
    if timed and histories:
        return histories
    own = [shown for panel in result.panels if (shown := _shown(result, panel)) is not None]
    if result.coordinates and histories:
        return histories  # the mechanism moves as the cursor moves along
    found = (own or histories)[:MOST_PANELS]
    return found or ([METRICS] if result.metrics else [])


def open_compared_panels(result: Result, others: Sequence[Result]) -> list[ShownPanel]:
    """Opens of several runs what was measured, or the panels in which they differ most; as of one where they do not."""
    panels = [shown for panel in result.panels if (shown := _shown(result, panel)) is not None]
    drawn = {name for panel in panels for name in panel.channels}
    over = result.metadata.get("abscissa")
    measured = [name for name in result if any(is_measured_run(run) and name in run for run in others) and name != over]
    alone = [ShownPanel("history", [name], []) for name in measured if name not in drawn]
    if measured:
        found = [panel for panel in panels if not set(measured).isdisjoint(panel.channels)]
        return [*found, *alone][:MOST_PANELS]
    usual = [ShownPanel("history", names, []) for names in highlight_panels(result, most=MANY)]
    panels += [panel for panel in usual if drawn.isdisjoint(panel.channels)]
    names = dict.fromkeys(name for panel in panels for name in panel.channels if name in result)
    shares = {row.name: row.share for row in rows_of_curves([result, *others], list(names))}
    apart = [max((shares.get(name, 0.0) for name in panel.channels), default=0.0) for panel in panels]
    most = sorted((k for k, share in enumerate(apart) if share > VISIBLE), key=lambda k: -apart[k])[:MOST_PANELS]
    return [panels[k] for k in sorted(most)] or open_page_panels(result)


def offered_page_panels(result: Result) -> list[Offer]:
    """What can be opened by name: the study's own plots, then what engineers draw over something else than time."""
    own = [(panel, shown) for panel in result.panels if (shown := _shown(result, panel)) is not None]
    found = [Offer(_bars_name(panel) if isinstance(panel, Bars) else panel.heading, shown) for panel, shown in own]
    if any(name.endswith(".tyre.friction_use") for name in result):
        found.append(FRICTION)
    corners = list(dict.fromkeys(channel.owner.corner for channel in result.channels if channel.owner.corner))
    axles = list(dict.fromkeys(channel.owner.axle for channel in result.channels if channel.owner.axle))
    groups = (([""], OF_A_CAR), (corners, OF_CORNERS), (axles, OF_AXLES))
    for places, pairs in groups:
        for heading, y, x in pairs:
            both = [(f"{place}.{y}".lstrip("."), f"{place}.{x}".lstrip(".")) for place in places]
            there = [(a, b) for a, b in both if a in result and b in result and _changes(result, a)][:MOST_CURVES]
            if there:
                found.append(Offer(heading, ShownPanel("plane", [a for a, _ in there], [b for _, b in there])))
    return found + ([Offer("metrics", METRICS)] if result.metrics else [])


def _changes(result: Result, name: str) -> bool:
    values = result[name][np.isfinite(result[name])]
    return bool(values.size and np.ptp(values) > 0.0)


def _shown(result: Result, panel: Panel | Bars | Spectra) -> ShownPanel | None:
    """Returns a study's own panel as the page shows it; None where there is nothing in it."""
    if isinstance(panel, Bars):
        return ShownPanel("bars", [_bars_name(panel)], []) if panel.rows else None
    if isinstance(panel, Spectra):
        return ShownPanel("chart", [panel.heading], []) if panel.curves else None
    names = [n for n in (*panel.points, *panel.channels) if n in result and np.isfinite(result[n]).any()]
    if not names:
        return None
    if _needs_own_numbers(panel):
        return ShownPanel("chart", [panel.heading], [])
    if panel.over in (TIME, result.metadata.get("abscissa")):
        return ShownPanel("history", names[:MOST_CURVES], [])
    if shows_spectra(panel, result):
        return ShownPanel("spectrum", names[:MOST_CURVES], [])
    over = [panel.over if isinstance(panel.over, str) else panel.over[panel.channels.index(n)] for n in names]
    return ShownPanel("plane", names[:MOST_CURVES], over[:MOST_CURVES]) if set(over) <= set(result) else None


def _needs_own_numbers(panel: Panel) -> bool:
    """Tells whether it shows more than channels over others: groups of samples, points, marks."""
    return bool(panel.split or panel.points or panel.marks or panel.logarithmic)


def page_charts(result: Result, encoder: Encoder) -> list[Chart]:
    """Returns the study's plots that carry their own numbers."""
    return list(_charts(result, encoder))


def _charts(result: Result, encoder: Encoder) -> Iterator[Chart]:
    for panel in result.panels:
        if isinstance(panel, Bars) or (isinstance(panel, Panel) and not _needs_own_numbers(panel)):
            continue
        drawn = chart_of_spectra(panel) if isinstance(panel, Spectra) else chart_of(result, panel)
        if not drawn.curves:
            continue
        curves = [
            ChartCurve(
                curve.label,
                encoder.add(np.asarray(curve.x, float)),
                encoder.add(np.asarray(curve.y, float)),
                COLOURS.index(curve.colour) if curve.colour in COLOURS else -1,
                STYLES.get(curve.style, "line"),
            )
            for curve in drawn.curves
        ]
        yield Chart(panel.heading, drawn.heading, drawn.below, curves, drawn.equal, drawn.logarithmic)


def page_bars(result: Result) -> list[BarChart]:
    """Returns the study's bars in the units that people read."""
    return [
        BarChart(_bars_name(panel), unit_text(panel.unit), _rows(panel))
        for panel in result.panels
        if isinstance(panel, Bars) and panel.rows
    ]


def _bars_name(panel: Bars) -> str:
    """Returns heading and unit: a study may show one quantity per force and per moment."""
    return f"{panel.heading} [{unit_text(panel.unit) or '–'}]"


def _rows(panel: Bars) -> list[BarRow]:
    size = float(parse_unit(panel.unit).factor)
    largest = max((abs(value) / size for row in panel.rows.values() for value in row.values()), default=0.0)
    zero = ROUNDING * max(largest, 1.0)

    def shown(value: float) -> float:
        return 0.0 if abs(value) / size < zero else float(value) / size

    return [
        BarRow(label, [(side, shown(value)) for side, value in row.items() if np.isfinite(value)])
        for label, row in panel.rows.items()
    ]
