"""Pictures of a report: one for each panel, so that they flow on paper and on a phone."""

from __future__ import annotations

import base64
from io import BytesIO

from matplotlib.figure import Figure

from jounce.results import Result
from jounce.results.panel import Bars
from jounce.views.plots.chart import Chart, charts_by_unit
from jounce.views.plots.default_panels import default_channels
from jounce.views.plots.plotter import charts, draw_bars, draw_chart
from jounce.views.report.markup import Html, element, joined

SIZE = (5.4, 3.2)  # inches; half the width of a sheet, or a phone


def report_figures(result: Result) -> Html:
    """Every panel as a drawing inside the page; what is written in it cannot act, only be seen."""
    drawn = charts(result)
    if not drawn and result.time.size > 1:
        drawn = charts_by_unit(result, default_channels(result))
    return joined(_figure(each) for each in drawn)


def _figure(drawn: Chart | Bars) -> Html:
    figure = Figure(figsize=SIZE, layout="constrained")
    if isinstance(drawn, Bars):
        draw_bars(figure.subplots(), drawn)
    else:
        draw_chart(figure.subplots(), drawn)
    image = BytesIO()
    figure.savefig(image, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    source = "data:image/svg+xml;base64," + base64.b64encode(image.getvalue()).decode("ascii")
    return element("figure", element("img", src=source, alt=drawn.heading))
