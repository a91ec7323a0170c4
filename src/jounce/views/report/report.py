"""A run as a report: one file for browser and printer, with everything that made the numbers. No script, no network."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

from jounce import __version__
from jounce.model.provenance import UNKNOWN
from jounce.results import Metric, Result
from jounce.results.files import replace_file
from jounce.results.kinds import shown_unit_factor, shown_unit_of_value
from jounce.results.panel import Bars
from jounce.results.shown_units import shows_si_units
from jounce.units import Plain
from jounce.views.highlights import highlight_channels, highlight_quality
from jounce.views.plots.chart import Chart, charts_by_unit
from jounce.views.report.markup import Html, html_element, html_pairs, join_html, table
from jounce.views.report.references import full_references
from jounce.views.report.report_head import picture_source, report_anchor, report_head, report_words
from jounce.views.report.report_model import report_of_model
from jounce.views.wording import (
    unit_text,
    wording_of_number_and_unit,
    wording_of_title,
    wording_of_value,
)

# nothing is fetched and nothing runs: pictures and style are inside
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
PLOT_SIZE = (5.4, 3.2)  # inches; half the width of a sheet, or a phone
ORIGIN = {"jounce_version": "computed with jounce", "model_hash": "hash of the model", "machine_class": "machine"}


def write_report(result: Result, path: str | Path) -> Path:
    """Writes the report of a run as one HTML file."""
    path = Path(path)
    text = report_text(result)
    with replace_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return path


def report_text(result: Result) -> str:
    """Returns the whole report; every name in it is text, whatever it holds."""
    values = list(csv.DictReader(StringIO(str(result.metadata.get("echo", "")))))
    parts = [
        ("Plots", report_plots(result)),
        ("Metrics", report_metrics(result.metrics)),
        ("Model", report_of_model(result)),
        ("Changed values", _changes(result)),
        ("Settings", report_settings(result)),
        ("Quality", _quality(result)),
        ("Where the values come from", _sources(values)),
        ("Methods", _methods(result)),
        ("Origin", _origin(result)),
        ("Every value", _every_value(values, shows_si_units(result))),
    ]
    shown = [report_section(heading, part) for heading, part in parts if part]
    head = report_head(result, [heading for heading, part in parts if part])
    return report_page(wording_of_title(result), html_element("main", head, *shown))


def report_page(title: str, body: Html) -> str:
    """Returns a whole file: head, style and what is in its body."""
    style = Html(files("jounce.views.report").joinpath("report.css").read_text(encoding="utf-8"))
    top = html_element(
        "head",
        html_element("meta", charset="utf-8"),
        html_element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        html_element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        html_element("meta", name="color-scheme", content="light dark"),
        html_element("title", Html(escape(title))),
        html_element("style", style),
    )
    return f"<!doctype html>\n{html_element('html', top, html_element('body', body), lang='en')}\n"


def report_section(heading: str, part: Html) -> Html:
    """Returns a part under its heading."""
    name = report_anchor(heading)
    return html_element("section", html_element("h2", heading), part, class_=name, id=name)


def report_plots(result: Result) -> Html:
    """Returns every panel as a drawing inside the page, so that they flow on paper and on a phone."""
    from jounce.views.plots.plotter import plot_study_charts  # loads matplotlib

    drawn = plot_study_charts(result)
    if not drawn and result.time.size > 1:
        drawn = [*charts_by_unit(result, highlight_channels(result))]
    return join_html(_plot(each) for each in drawn)


def _plot(drawn: Chart | Bars) -> Html:
    """Draws one of the plots."""
    from matplotlib.figure import Figure

    from jounce.views.plots.plotter import plot_bars, plot_chart

    figure = Figure(figsize=PLOT_SIZE, layout="constrained")
    if isinstance(drawn, Bars):
        plot_bars(figure.subplots(), drawn)
    else:
        plot_chart(figure.subplots(), drawn)
    return html_element("figure", html_element("img", src=picture_source(figure), alt=drawn.heading))


def report_metrics(metrics: Mapping[str, Metric]) -> Html:
    rows = [(report_words(name), *wording_of_number_and_unit(m), m.definition) for name, m in metrics.items()]
    return table(("metric", "value", "unit", "definition and sign"), rows, numbers=(1,)) if rows else Html()


def _changes(result: Result) -> Html:
    """Returns values that differ from the file."""
    rows = [
        (c.path, *(wording_of_value(value, c.unit, c.shown) for value in (c.old, c.new))) for c in result.record.changes
    ]
    return table(("value", "in the file", "in this run"), rows, numbers=(1, 2)) if rows else Html()


def report_settings(result: Result) -> Html:
    """Lists settings, with unit and meaning where the study declares them."""
    integrator = result.metadata.get("integrator")
    first = [("integrator", integrator)] if integrator else []
    declared = result.record.settings
    if declared:
        rows = [(report_words(s.name), wording_of_value(s.value, s.unit, s.shown), s.meaning) for s in declared]
        return table(("setting", "value", "meaning"), [*((*pair, "") for pair in first), *rows])
    given: Any = result.metadata.get("settings", {})
    return (
        html_pairs([*first, *((report_words(name), wording_of_value(value)) for name, value in given.items())])
        if given
        else Html()
    )


def _quality(result: Result) -> Html:
    """Returns the verdict's checks with their limits, then what else the run says of its numbers."""
    about = result.metadata
    rows: list[tuple[str, object]] = [("status", str(about.get("status", "finished")))]
    rows += [(check.name, f"{check.state}: {check.finding()}") for check in result.verdict.checks]
    rows += [
        (what, " ".join(wording_of_number_and_unit(metric)).strip())
        for what, metric in highlight_quality(result).items()
    ]
    if result.wall_time == result.wall_time:
        timed = "abscissa" not in about and result.duration > 0 and result.wall_time > 0
        factor = f", {Plain(result.duration / result.wall_time):.3g} times real time" if timed else ""
        rows.append(("computing time, including compilation", f"{result.wall_time:.3g} s{factor}"))
    return html_pairs(rows)


def _sources(values: list[dict[str, str]]) -> Html:
    """Prints the shares of estimates and of values without a source, then what each source stands for."""
    if not values:
        return Html()
    estimated = sum(row["estimated"] == "yes" for row in values)
    unknown = sum(row["source"] == UNKNOWN.source for row in values)
    share = f"{estimated} of {len(values)} values are estimates ({100 * estimated / len(values):.0f} %)."
    share += f" {unknown} have no source ({100 * unknown / len(values):.0f} %)." if unknown else ""
    counts = Counter((row["source"], row["estimated"], row["spread"]) for row in values)
    listed = [(source, count, estimate, spread or "–") for (source, estimate, spread), count in counts.most_common()]
    return join_html(
        [html_element("p", share), table(("source", "values", "estimated", "spread"), listed, numbers=(1,))]
    )


def _every_value(values: list[dict[str, str]], si: bool) -> Html:
    """Returns all values, folded away: they are printed only where they were opened."""
    if not values:
        return Html()
    cells = []
    for row in values:
        unit = row["unit"] if si else shown_unit_of_value(row["unit"])
        number = float(row["value"]) / shown_unit_factor(unit, row["unit"])
        cells.append((row["path"], f"{number:.6g}", unit_text(unit), row["source"]))
    summary = html_element("summary", f"{len(values)} values with unit and source; open to read or print them")
    return html_element("details", summary, table(("value", "number", "unit", "source"), cells, numbers=(1,)))


def _methods(result: Result) -> Html:
    rows: Any = result.metadata.get("methods", [])
    if not rows:
        return Html()
    works = full_references(row[2] for row in rows)
    listed = (
        [html_element("h3", "Works cited"), html_element("ul", *(html_element("li", work) for work in works))]
        if works
        else []
    )
    return join_html([table(("what", "how", "source"), rows), *listed])


def _origin(result: Result) -> Html:
    about, record = result.metadata, result.record
    rows = [("name of the run", record.name), ("model file", record.file), ("date", record.date)]
    rows += [(f"sha256 of {name}", digest) for name, digest in record.digests.items()]
    rows = [row for row in rows if row[1]] + [(word, str(about[key])) for key, word in ORIGIN.items() if key in about]
    if record.versions:
        rows.append(("versions", ", ".join(f"{name} {version}" for name, version in record.versions.items())))
    size = f"{result.time.size} samples of {len(result.channels)} channels"
    return html_pairs([*rows, ("result", size), ("report by", f"jounce {__version__}")])
