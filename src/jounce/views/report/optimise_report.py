"""The report of an optimisation: goals and variables before and after, and the way of each start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from jounce.results import Metric
from jounce.results.files import write_text_file
from jounce.results.kinds import shown_number
from jounce.views.plots.optimise_chart import plot_optimisation
from jounce.views.report.markup import Html, html_element, join_html, table
from jounce.views.report.report import report_page, report_section
from jounce.views.report.report_head import picture_source
from jounce.views.wording import unit_text, wording_of_number_and_unit

if TYPE_CHECKING:
    from jounce.studies.optimise.goals import Goal
    from jounce.studies.optimise.optimise import Optimisation


def write_optimise_report(found: Optimisation, path: str | Path) -> Path:
    """Writes one file, which needs no network."""
    return write_text_file(path, optimise_report_text(found))


def optimise_report_text(found: Optimisation) -> str:
    """Returns the page as text."""
    title = f"{found.before.name}: optimisation"
    kept = "kept" if found.courses[found.best].kept else "not kept"
    told = (
        f"Cost {found.cost_before:.4g} before, {found.cost:.4g} after; {found.agreed} of {len(found.courses)} starts "
        f"ended there. Limits are {kept}."
    )
    body = [html_element("h1", title), html_element("p", told)]
    body.append(report_section("Goals", _goals(found)))
    body.append(report_section("Variables", _variables(found)))
    body.append(report_section("Way", _picture(found)))
    body.append(report_section("Starts", _starts(found)))
    return report_page(title, html_element("main", *body))


def _goals(found: Optimisation) -> Html:
    rows = []
    ended = found.courses[found.best].goal_costs
    for goal, *costs in zip(found.goals, found.costs_before, ended, strict=True):
        (before, unit), (after, _) = (
            wording_of_number_and_unit(metrics[goal.metric]) if goal.metric else ("curve", "")
            for metrics in (found.metrics_before, found.metrics_after)
        )
        told = (f"{cost:.4g}" for cost in costs)
        rows.append((goal.study.name, goal.name, _wanted(goal, found.metrics_after), before, after, unit, *told))
    heads = ("study", "metric or curve", "wanted", "before", "after", "unit", "cost before", "cost after")
    return table(heads, rows, numbers=(3, 4, 6, 7))


def _wanted(goal: Goal, metrics: Mapping[str, Metric]) -> str:
    def told(value: float) -> str:
        return replace(metrics[goal.metric], value=value).in_words() if goal.metric else f"{value:g}"

    words = [f"at least {told(goal.least)}"] if goal.least is not None else []
    words += [f"at most {told(goal.most)}"] if goal.most is not None else []
    if goal.target is not None:
        words.append(told(goal.target) if isinstance(goal.target, float | int) else f"{len(goal.target)} points")
    return ", ".join([*words, *(["as small as possible"] if goal.minimise else [])])


def _variables(found: Optimisation) -> Html:
    before = found.before.values()
    rows = []
    for k, (path, value) in enumerate(found.values.items()):
        numbers = (before[path], value, *found.bounds[k])
        old, new, low, high = (
            f"{shown_number(number, found.units[k], found.shown_units[k]):.6g}" for number in numbers
        )
        rows.append((path, old, new, unit_text(found.shown_units[k]), low, high))
    return table(("number", "before", "after", "unit", "least", "most"), rows, numbers=(1, 2, 4, 5))


def _picture(found: Optimisation) -> Html:
    words = "cost over evaluations, and where starts ended"
    return html_element("figure", html_element("img", src=picture_source(plot_optimisation(found)), alt=words))


def _starts(found: Optimisation) -> Html:
    """Tells how each start ended, and between which values it went."""
    ways = [
        (k + 1, path, *(f"{shown_number(number, unit, shown):.6g}" for number in (begin, end)), unit_text(shown))
        for k, course in enumerate(found.courses)
        for path, begin, end, unit, shown in zip(
            found.variables, course.start, course.end, found.units, found.shown_units, strict=True
        )
    ]
    ends = [
        (k + 1, f"{course.cost:.5g}", "yes" if course.kept else "no", course.evaluations, course.reason)
        for k, course in enumerate(found.courses)
    ]
    return join_html(
        [
            table(("start", "cost", "limits kept", "evaluations", "ended"), ends, numbers=(0, 1, 3)),
            table(("start", "number", "from", "to", "unit"), ways, numbers=(0, 2, 3)),
        ]
    )
