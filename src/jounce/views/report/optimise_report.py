"""The report of an optimisation: goals and variables before and after, and the way of each start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jounce.results.files import write_text_file
from jounce.views.plots.optimise_chart import plot_optimisation
from jounce.views.report.markup import Html, html_element, join_html, table
from jounce.views.report.report import report_page, report_section
from jounce.views.report.report_head import picture_source
from jounce.views.wording import wording_of_value

if TYPE_CHECKING:
    from jounce.studies.optimise.goals import Goal
    from jounce.studies.optimise.optimise import Optimisation


def write_optimise_report(found: Optimisation, path: str | Path) -> Path:
    """One file, no network."""
    return write_text_file(path, optimise_report_text(found))


def optimise_report_text(found: Optimisation) -> str:
    """The page as text."""
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
    for goal, *costs in zip(found.goals, found.costs_before, found.costs_after, strict=True):
        before, after = (
            f"{numbers[goal.metric]:.5g}" if goal.metric else "curve"
            for numbers in (found.numbers_before, found.numbers_after)
        )
        rows.append((goal.study.name, goal.name, _wanted(goal), before, after, *(f"{cost:.4g}" for cost in costs)))
    heads = ("study", "metric or curve", "wanted", "before", "after", "cost before", "cost after")
    return table(heads, rows, numbers=(3, 4, 5, 6))


def _wanted(goal: Goal) -> str:
    words = [f"at least {goal.least:g}"] if goal.least is not None else []
    words += [f"at most {goal.most:g}"] if goal.most is not None else []
    if goal.target is not None:
        words.append(f"{goal.target:g}" if isinstance(goal.target, float | int) else f"{len(goal.target)} points")
    return ", ".join([*words, *(["as small as possible"] if goal.minimise else [])])


def _variables(found: Optimisation) -> Html:
    before = found.before.values()
    rows = [
        (path, *(wording_of_value(number, unit) for number in (before[path], value, low, high)))
        for (path, value), unit, (low, high) in zip(found.values.items(), found.units, found.bounds, strict=True)
    ]
    return table(("number", "before", "after", "least", "most"), rows, numbers=(1, 2, 3, 4))


def _picture(found: Optimisation) -> Html:
    words = "cost over evaluations, and where starts ended"
    return html_element("figure", html_element("img", src=picture_source(plot_optimisation(found)), alt=words))


def _starts(found: Optimisation) -> Html:
    """How each start ended, and between which values it went."""
    ways = [
        (k + 1, path, wording_of_value(begin, unit), wording_of_value(end, unit))
        for k, course in enumerate(found.courses)
        for path, begin, end, unit in zip(found.variables, course.start, course.end, found.units, strict=True)
    ]
    ends = [
        (k + 1, f"{course.cost:.5g}", "yes" if course.kept else "no", course.evaluations, course.reason)
        for k, course in enumerate(found.courses)
    ]
    return join_html(
        [
            table(("start", "cost", "limits kept", "evaluations", "ended"), ends, numbers=(0, 1, 3)),
            table(("start", "number", "from", "to"), ways, numbers=(0, 2, 3)),
        ]
    )
