"""Pictures of a report: one for each panel, so that they flow on paper and on a phone."""

from __future__ import annotations

import base64
from collections.abc import Callable
from io import BytesIO

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jounce.results import Result
from jounce.results.panel import Panel
from jounce.views.plots.bar_plots import BAR_STUDIES, Bars, bar_panels, draw_bars
from jounce.views.plots.drive_plots import draw_panel
from jounce.views.plots.kc_plots import abscissa_label, draw_kc, kc_panels
from jounce.views.plots.plots import draw_unit
from jounce.views.plots.telling import telling
from jounce.views.plots.tyre_plots import RIG, Draw, dress, fit_panels
from jounce.views.report.markup import Html, element, joined

SIZE = (5.4, 3.2)  # inches; half the width of a sheet, or a phone
Picture = tuple[str, Callable[[Axes], None]]  # heading, what draws it
TYRE_PANELS: dict[str, Callable[[Result], list[tuple[str, Draw]]]] = {
    "tyre rig": lambda result: list(RIG),
    "tyre fit": fit_panels,
}


def report_figures(result: Result) -> Html:
    """Every panel as a drawing inside the page; what is written in it cannot act, only be seen."""
    return joined(_figure(heading, draw) for heading, draw in pictures(result))


def pictures(result: Result) -> list[Picture]:
    """What the study lists, or what is usual for its kind, or what is telling in any run."""
    about = result.metadata
    if about.get("study") in BAR_STUDIES:
        return [_bars(panel) for panel in bar_panels(result)]
    if result.time.size < 2:
        return []
    if "figure" in about:
        return [_driving(result, Panel(*entry)) for entry in about["figure"]]  # type: ignore[attr-defined]
    if about.get("study") in TYRE_PANELS:
        return [_tyre(result, *panel) for panel in TYRE_PANELS[str(about["study"])](result)]
    if "abscissa" in about and kc_panels(result):
        return [_kinematic(result, *panel) for panel in kc_panels(result)]
    return _mechanism(result)


def _bars(panel: Bars) -> Picture:
    return panel.heading, lambda axis: draw_bars(axis, panel)


def _driving(result: Result, panel: Panel) -> Picture:
    return panel.heading, lambda axis: draw_panel(axis, result, panel)


def _tyre(result: Result, heading: str, draw: Draw) -> Picture:
    def drawn(axis: Axes) -> None:
        draw(axis, result)
        dress(axis, heading)

    return heading, drawn


def _kinematic(result: Result, heading: str, channels: list[str]) -> Picture:
    def drawn(axis: Axes) -> None:
        draw_kc(axis, result, heading, channels)
        axis.set_xlabel(abscissa_label(str(result.metadata["abscissa"])), fontsize=8)

    return heading, drawn


def _mechanism(result: Result) -> list[Picture]:
    abscissa = str(result.metadata.get("abscissa", ""))
    x, below = (result[abscissa], f"{abscissa} [{result.units[abscissa]}]") if abscissa else (result.time, "time [s]")
    by_unit: dict[str, list[str]] = {}
    for name in telling(result):
        by_unit.setdefault(result.units[name], []).append(name)

    def picture(unit: str, names: list[str]) -> Picture:
        def drawn(axis: Axes) -> None:
            draw_unit(axis, result, x, unit, names, width=60)
            axis.set_xlabel(below, parse_math=False)

        return ", ".join(names), drawn

    return [picture(unit, names) for unit, names in by_unit.items()]


def _figure(heading: str, draw: Callable[[Axes], None]) -> Html:
    figure = Figure(figsize=SIZE, layout="constrained")
    draw(figure.subplots())
    image = BytesIO()
    figure.savefig(image, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    source = "data:image/svg+xml;base64," + base64.b64encode(image.getvalue()).decode("ascii")
    return element("figure", element("img", src=source, alt=heading))
