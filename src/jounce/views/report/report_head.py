"""The head of a report: what it is of and when, a drawing of the model, warnings, main figures, contents."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from datetime import datetime
from io import BytesIO

from jounce.results import Result
from jounce.views.highlights import pick_highlights
from jounce.views.report.markup import Html, html_element
from jounce.views.wording import wording_of_number_and_unit

DRAWING_SIZE = (7.2, 3.2)  # inches
FROM_FRONT_LEFT = (-140.0, 18.0)  # deg, azimuth and elevation of who looks at a car


def report_head(result: Result, headings: Iterable[str]) -> Html:
    """The first screen or page: whoever gets the report by mail sees what was done, with what, and how it ended."""
    about = result.metadata
    status = str(about.get("status", "finished"))
    warnings = [f"This run did not finish: {status}."] if status != "finished" else []
    warnings += result.verdict.warnings()
    said = result.verdict.notes()
    told = [str(about.get("study", "simulation")), result.record.name, report_date(result.record.date)]
    cards = [
        html_element(
            "div", html_element("dt", report_words(name)), html_element("dd", number, " ", html_element("span", unit))
        )
        for name, (number, unit) in (
            (name, wording_of_number_and_unit(metric)) for name, metric in pick_highlights(result).items()
        )
    ]
    return html_element(
        "header",
        html_element("h1", about.get("model", "model")),
        html_element("p", "; ".join(filter(None, told)), class_="study"),
        *(html_element("p", warning, class_="warning") for warning in warnings),
        report_drawing(result),
        *([html_element("dl", *cards, class_="cards")] if cards else []),
        *(html_element("p", note, class_="note") for note in about.get("notes", []) if note not in said),  # type: ignore[attr-defined]
        _contents(headings),
    )


def report_anchor(heading: str) -> str:
    """Returns what links to a part of the report."""
    return heading.lower().replace(" ", "-")


def report_words(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")


def report_date(text: str) -> str:
    """Writes 18 November 2026, 03:35 UTC; a date that is none of ours as it is."""
    try:
        return f"{datetime.fromisoformat(text):%-d %B %Y, %H:%M %Z}"
    except ValueError:
        return text


def report_drawing(result: Result) -> Html:
    """Returns the model as it stands at the start of the run, by lines; nothing of a run without a scene."""
    from matplotlib.figure import Figure

    from jounce.views.plots.line_drawing import LinesSeen, draw_lines_of_model

    if result.drawn is None:
        return Html()
    figure = Figure(figsize=DRAWING_SIZE, layout="constrained")
    axes = figure.subplots()
    draw_lines_of_model(axes, result, LinesSeen(*FROM_FRONT_LEFT))
    if not axes.lines:
        return Html()
    name = str(result.metadata.get("model", "model"))
    return html_element("figure", html_element("img", src=picture_source(figure), alt=name), class_="drawing")


def picture_source(figure: object) -> str:
    """Returns a figure of matplotlib as an address that holds it: what is written in it cannot act, only be seen."""
    image = BytesIO()
    figure.savefig(  # type: ignore[attr-defined]
        image, format="svg", metadata={"Date": None, "Creator": None}, transparent=True
    )
    return "data:image/svg+xml;base64," + base64.b64encode(image.getvalue()).decode("ascii")


def _contents(headings: Iterable[str]) -> Html:
    links = [html_element("a", heading, href=f"#{report_anchor(heading)}") for heading in headings]
    return html_element("nav", *links, class_="contents", aria_label="Contents") if links else Html()
