"""The command `jounce programme`."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, Progress, answer_of_command, answer_with_complaint
from jounce.cli.command_results import make_command_folder, require_command_can_write, require_command_writes_apart
from jounce.cli.commands.completion import complete_models
from jounce.cli.options import (
    change_values,
    choose_depth,
    choose_units,
    option_at_depth,
    path,
    set_option_notes,
    use_own_parts,
)
from jounce.errors import INTERRUPTED, NumericalError

if TYPE_CHECKING:
    from jounce.studies.programme.run_programme import Outcome, ProgrammeRun

REPORT, FIGURES = "programme.html", "metrics.json"


@click.command("programme", short_help="Put a car through all tests of handling and ride, with one report.")
@click.argument("car", shell_complete=complete_models)
@click.option("--only", multiple=True, metavar="TRIAL", help="Run this trial, and no other. May be repeated.")
@click.option("--without", multiple=True, metavar="TRIAL", help="Leave this trial out. May be repeated.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64), help="Trials at a time.")
@click.option("--pages/--no-pages", default=True, show_default=True, help="Write the page of each run as well.")
@path("--out", help="Folder for the results. Default: CAR_programme.")
@change_values
@choose_depth
@choose_units
@use_own_parts
@answer_of_command
def command(
    car: str,
    only: tuple[str, ...],
    without: tuple[str, ...],
    workers: int,
    pages: bool,
    out: Path | None,
    values: dict[str, str],
    depth: str | None,
    units: str,
    answer: Answer,
) -> None:
    """Put CAR through every study of handling and ride that fits it, and write one report.

    The report begins with a sheet of the figures that an engineer asks for first. Behind it stands every trial with
    its plots, all metrics with their definitions, and its settings. A study that does not fit the car says why. The
    folder also gets the run of each trial (.h5), its page, and all metrics as JSON.

    \b
    Examples:
      jounce programme small_car
      jounce programme golf1 --only steady-circle --only step-steer --out golf
      jounce programme small_car --depth functional --without four-post
    """
    import jounce
    from jounce.model import load
    from jounce.studies.programme.run_programme import ProgrammeInterrupted
    from jounce.studies.programme.trials import choose_trials

    began = perf_counter()
    trials = choose_trials(only, without)
    folder = out or Path(f"{Path(car).stem}_programme")
    require_command_can_write(folder)
    require_command_writes_apart([folder / REPORT, folder / FIGURES, *(folder / f"{t.name}.h5" for t in trials)], car)
    subject: Any = load(car)
    subject = option_at_depth(subject.with_values(values) if values else subject, depth)
    with Progress(quiet=answer.quiet, doing=f"{len(trials)} trials") as progress:
        try:
            done, stopped = (
                jounce.run_programme(subject, only=only, without=without, workers=workers, progress=progress),
                False,
            )
        except ProgrammeInterrupted as interrupt:
            done, stopped = interrupt.partial, True
    for line in set_option_notes(subject, values):
        answer.say(line)
    _print_sheet(done.in_units(units), answer)
    files = _write(done, make_command_folder(folder), pages and not stopped, units)
    seconds = perf_counter() - began  # with reports and pages, as people wait for them
    answer.say(f"\n{seconds:.0f} s, saved {len(files)} files in {folder}; open {files[0]}")
    answer.give({"report": files[0], "seconds": seconds, "files": files, "trials": [*map(_as_json, done.outcomes)]})
    if stopped:
        answer_with_complaint("interrupted; the trials that ended are kept")
        raise click.exceptions.Exit(INTERRUPTED)
    if not done.whole:
        failed = [f"{o.trial.name}: {o.reason}" for o in done.outcomes if o.state == "stopped"]
        raise NumericalError("trials that stopped:\n" + "\n".join(failed))


def _print_sheet(done: ProgrammeRun, answer: Answer) -> None:
    """The sheet in lines."""
    from jounce.views.report.programme_report import PASS_OR_FAIL, sheet_figures, sheet_number, trusted_figures

    answer.say(f"{done.vehicle.name}: programme")
    chapter = ""
    for outcome in done.outcomes:
        if outcome.trial.chapter != chapter:
            chapter = outcome.trial.chapter
            answer.say(f"\n{chapter}")
        verdict = outcome.result.metrics.get(PASS_OR_FAIL) if outcome.result is not None else None
        word = outcome.state if outcome.state != "finished" else "" if verdict is None else _word(verdict.value)
        doubts = outcome.result.verdict.in_short() if outcome.result is not None else ""
        word = "; ".join(filter(None, (word, doubts)))
        answer.say(f"  {outcome.trial.name:24} {word}{f': {outcome.reason}' if outcome.reason else ''}")
        shown = trusted_figures(outcome)
        if not shown and sheet_figures(outcome):
            answer.say("    no figures: the run is in doubt; the report has them, with the reason")
        for name, metric in shown.items():
            number, unit = sheet_number(metric)
            answer.say(f"    {outcome.trial.sheet[name]:42} {number:>8} {unit}")


def _word(passed: float) -> str:
    return "pass" if passed > 0.5 else "fail"


def _write(done: ProgrammeRun, folder: Path, pages: bool, units: str) -> list[Path]:
    """The report first, then metrics, runs and pages; units are those of report and pages."""
    from jounce.results.files import write_text_file
    from jounce.views.report.programme_report import write_programme_report

    written, links = [], {}
    for outcome in done.outcomes:
        if outcome.result is None:
            continue
        name = outcome.trial.name
        written.append(outcome.result.save(folder / f"{name}.h5"))
        if pages and outcome.result.time.size > 1:
            links[name] = f"{name}.html"
            written.append(outcome.result.in_units(units).view(folder / links[name]))
    report = write_programme_report(done.in_units(units), folder / REPORT, links)
    text = json.dumps({o.trial.name: _as_json(o) for o in done.outcomes}, indent=1, ensure_ascii=False)
    return [report, write_text_file(folder / FIGURES, f"{text}\n"), *written]


def _as_json(outcome: Outcome) -> dict[str, Any]:
    metrics = outcome.result.metrics if outcome.result is not None else {}
    about = {"trial": outcome.trial.name, "study": outcome.trial.study, "state": outcome.state}
    return about | {
        "reason": outcome.reason,
        "verdict": outcome.result.verdict.state if outcome.result is not None else "",
        "seconds": outcome.seconds,
        "metrics": {name: metric.to_json() for name, metric in metrics.items()},
    }
