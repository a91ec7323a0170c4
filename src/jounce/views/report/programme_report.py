"""The report of a programme: a sheet to pin to the wall, then every trial with its figures, plots and definitions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from jounce import __version__
from jounce.model.usual.car_figures import UNLIKE_ITS_CLASS
from jounce.model.vehicle import DEPTHS
from jounce.results import Metric
from jounce.results.files import write_text_file
from jounce.results.run_record import PASSED
from jounce.results.shown_units import metric_in_units
from jounce.studies.programme.car_facts import car_facts
from jounce.studies.programme.run_programme import FINISHED, Outcome, ProgrammeRun
from jounce.views.report import report
from jounce.views.report.markup import Html, html_element, html_pairs, join_html, table
from jounce.views.wording import wording_of_number_and_unit

PASS_OR_FAIL = "passed"  # the metric whose 1 is a pass
ACTED = ".first_action"  # end of the metric of a controller that acted
FROM_THE_RIGHT = "\N{RIGHTWARDS ARROW}"


def write_programme_report(done: ProgrammeRun, path: Path, pages: Mapping[str, str] | None = None) -> Path:
    """Writes it as one HTML file; `pages` names the page of each trial, for links."""
    return write_text_file(path, programme_report_text(done, pages or {}))


def programme_report_text(done: ProgrammeRun, pages: Mapping[str, str]) -> str:
    """Returns the whole report."""
    ran = [outcome for outcome in done.outcomes if outcome.result is not None]
    parts = [
        programme_sheet(done, pages),
        *(_trial(outcome, pages) for outcome in ran),
        *_missing(done),
        report.report_section("Time", _times(done)),
    ]
    return report.report_page(f"{done.vehicle.name}: programme", html_element("main", *parts, class_="programme"))


def programme_sheet(done: ProgrammeRun, pages: Mapping[str, str]) -> Html:
    """Returns one sheet of paper: what the car is, and what an engineer asks of it first."""
    chapters: dict[str, list[Outcome]] = {}
    for outcome in done.outcomes:
        chapters.setdefault(outcome.trial.chapter, []).append(outcome)
    blocks = [_chapter(name, outcomes, pages) for name, outcomes in chapters.items()]
    return html_element(
        "header",
        html_element("h1", done.vehicle.name),
        html_element("p", _in_short(done), class_="study"),
        _facts(done),
        html_element("div", *(block for block in blocks if block), class_="chapters"),
        class_="sheet",
    )


def _in_short(done: ProgrammeRun) -> str:
    finished = sum(outcome.state == FINISHED for outcome in done.outcomes)
    depth = f"depth {done.vehicle.depth}, " if done.vehicle.depth != DEPTHS[0] else ""
    return f"programme: {depth}{finished} of {len(done.outcomes)} trials, {done.seconds:.0f} s, jounce {__version__}"


def _facts(done: ProgrammeRun) -> Html:
    cards = [
        html_element("div", html_element("dt", name), html_element("dd", number, " ", html_element("span", unit)))
        for name, fact in car_facts(done.vehicle).items()
        for number, unit in [sheet_number(metric_in_units(fact, done.units))]
    ]
    return html_element("dl", *cards, class_="cards facts")


def _chapter(name: str, outcomes: list[Outcome], pages: Mapping[str, str]) -> Html:
    """Returns the figures of a chapter's trials; a trial without any says what became of it."""
    rows: list[Html] = []
    for outcome in outcomes:
        link = pages.get(outcome.trial.name)
        title = html_element("a", outcome.trial.name, href=link) if link else html_element("span", outcome.trial.name)
        rows.append(html_element("tr", html_element("th", title, _badge(outcome), _control(outcome), colspan="3")))
        rows += [
            html_element(
                "tr",
                html_element("td", outcome.trial.sheet[name], title=metric.definition),
                html_element("td", number, class_="number"),
                html_element("td", unit, class_="unit"),
            )
            for name, metric in trusted_figures(outcome).items()
            for number, unit in [sheet_number(metric)]
        ]
    body = html_element("table", html_element("tbody", *rows), class_="figures")
    return html_element("section", html_element("h2", name), body)


def _badge(outcome: Outcome) -> Html:
    """Says pass or fail where a study has one; else whether it ran."""
    verdict = outcome.result.metrics.get(PASS_OR_FAIL) if outcome.result is not None else None
    if outcome.state != FINISHED:
        return html_element("span", outcome.state, class_="badge none")
    passed = verdict is not None and verdict.value > 0.5
    word = "" if verdict is None else "pass" if passed else "fail"
    badge = html_element("span", word, class_=f"badge {word}") if word else Html()
    doubts = outcome.result.verdict.in_short() if outcome.result is not None else ""
    return join_html([badge, *([html_element("span", doubts, class_="badge fail")] if doubts else [])])


def _control(outcome: Outcome) -> Html:
    """Tells which controllers acted in the run whose figures follow, and when first."""
    metrics = outcome.result.metrics if outcome.result is not None else {}
    acted = {name.removesuffix(ACTED): metrics[name].value for name in metrics if name.endswith(ACTED)}
    words = [
        html_element("span", f"{name} acts", class_="badge none", title=f"first at {time:.3g} s")
        for name, time in acted.items()
    ]
    return join_html(words)


def sheet_figures(outcome: Outcome) -> dict[str, Metric]:
    """Returns those metrics of a trial that stand on the sheet; pass or fail is told by its badge."""
    metrics = outcome.result.metrics if outcome.result is not None else {}
    return {name: metrics[name] for name in outcome.trial.sheet if name in metrics and name != PASS_OR_FAIL}


def trusted_figures(outcome: Outcome) -> dict[str, Metric]:
    """Returns the figures of the sheet, none of a run in doubt: its section has them, next to what is in doubt.

    A car unlike its class is unusual, and its figures are those that it has.
    """
    checks = outcome.result.verdict.checks if outcome.result is not None else ()
    doubtful = any(check.state != PASSED and check.name != UNLIKE_ITS_CLASS for check in checks)
    return {} if doubtful else sheet_figures(outcome)


def sheet_number(metric: Metric) -> tuple[str, str]:
    """Returns a figure to three digits, and its unit: more cannot be read from a wall."""
    number, unit = wording_of_number_and_unit(metric)
    return (f"{float(number):.3g}" if number != "none" and abs(float(number)) < 1000.0 else number), unit


def _trial(outcome: Outcome, pages: Mapping[str, str]) -> Html:
    """Plots first, then the figures of the sheet with their definitions; all the rest is folded away."""
    result, trial = outcome.result, outcome.trial
    assert result is not None
    own = sheet_figures(outcome)
    others = {name: metric for name, metric in result.metrics.items() if name not in own}
    about = [*([f"It stopped: {outcome.reason}"] if outcome.reason else []), *result.verdict.warnings()]
    said = result.verdict.notes()
    notes = [note for note in result.metadata.get("notes", []) if note not in said]  # type: ignore[attr-defined]
    link = pages.get(trial.name)
    inside = [
        *([html_element("p", html_element("a", f"page {FROM_THE_RIGHT}", href=link), class_="note")] if link else []),
        *(html_element("p", text, class_="warning") for text in about),
        html_element("section", report.report_plots(result), class_="plots"),
        report.report_metrics(own),
        _folded(f"{len(others)} further metrics", report.report_metrics(others)),
        _folded("settings", report.report_settings(result)),
        *(html_element("p", note, class_="note") for note in notes),
    ]
    heading = html_element("h2", f"{trial.name} ", html_element("span", trial.chapter, class_="note"), _badge(outcome))
    return html_element("section", heading, join_html(inside), class_="trial", id=trial.name)


def _folded(word: str, part: Html) -> Html:
    return html_element("details", html_element("summary", word), part) if part else Html()


def _missing(done: ProgrammeRun) -> list[Html]:
    """Returns trials without a result, and why."""
    rows = [(o.trial.name, o.state, o.reason) for o in done.outcomes if o.result is None]
    return [report.report_section("Trials without a result", table(("trial", "state", "reason"), rows))] if rows else []


def _times(done: ProgrammeRun) -> Html:
    rows: list[tuple[str, object]] = [("whole programme", f"{done.seconds:.1f} s, {done.workers} trials at a time")]
    return html_pairs([*rows, *((outcome.trial.name, f"{outcome.seconds:.1f} s") for outcome in done.outcomes)])
