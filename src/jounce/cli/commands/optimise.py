"""The command `jounce optimise`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, Progress, answer_of_command, answer_with_complaint
from jounce.cli.command_results import (
    list_command_files,
    make_command_folder,
    require_command_can_write,
    require_command_writes_apart,
)
from jounce.cli.options import choose_units, path, use_own_parts
from jounce.errors import INTERRUPTED, NumericalError

if TYPE_CHECKING:
    from jounce.studies.optimise.optimise import Optimisation


@click.command("optimise", short_help="Find numbers of a car that serve goals best.")
@click.argument("job", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64), help="Starts at a time.")
@path("--out", default=".", help="Folder for the results.")
@choose_units
@use_own_parts
@answer_of_command
def command(job: Path, workers: int, out: Path, units: str, answer: Answer) -> None:
    """Vary numbers of a car within their bounds until goals of studies are met as well as possible.

    JOB is a job file with a table [optimise]: variables with least and most, and goals. The folder gets the car with
    the best values, a picture of the way there, and a report with what was before and after. A start that cannot go on
    keeps the best car that it had tried; if that is the best of all, the exit code is 3.

    \b
    Example:
      jounce optimise springs.toml --out results
    """
    from jounce.cli.printed_tables import align_printed_columns
    from jounce.jobs.optimise_job import read_optimise_job
    from jounce.results.kinds import shown_number
    from jounce.studies.optimise.optimise import OptimiseInterrupted
    from jounce.views.wording import unit_text, wording_of_number_and_unit

    wanted = read_optimise_job(job)
    files = [out / f"{job.stem}_{ending}" for ending in ("car.toml", "optimum.png", "report.html")]
    require_command_can_write(out, *files)
    require_command_writes_apart(files, job)
    with Progress(quiet=answer.quiet, doing=f"{wanted.starts} starts"):
        try:
            found, interrupted = wanted.run(workers), False
        except OptimiseInterrupted as interrupt:
            found, interrupted = interrupt.partial, True
    found = found.in_units(units)
    rows: list[tuple[str, ...]] = [("", "before", "after", "unit")]
    before = found.before.values()
    for (name, value), unit, shown in zip(found.values.items(), found.units, found.shown_units, strict=True):
        numbers = (f"{shown_number(number, unit, shown):.5g}" for number in (before[name], value))
        rows.append((name, *numbers, unit_text(shown)))
    for name, metric in found.metrics_after.items():
        rows.append(
            (name, wording_of_number_and_unit(found.metrics_before[name])[0], *wording_of_number_and_unit(metric))
        )
    rows.append(("cost", f"{found.cost_before:.5g}", f"{found.cost:.5g}", ""))
    answer.say(align_printed_columns(rows, numbers=2))
    answer.say(f"\n{found.agreed} of {len(found.courses)} starts ended at this cost; limits kept: {_kept(found)}")
    for k, course in enumerate(found.courses):
        if course.stopped:
            answer.say(f"start {k + 1} {course.reason}")
    make_command_folder(out)
    found.car.save(files[0])
    found.plot(files[1])
    found.report(files[2])
    answer.say(list_command_files("saved", files))
    answer.give(_as_json(found) | {"files": files})
    if interrupted:
        answer_with_complaint("interrupted; the best car so far is kept")
        raise click.exceptions.Exit(INTERRUPTED)
    if found.courses[found.best].stopped:
        raise NumericalError(f"the best car so far is kept, but start {found.best + 1} did not come to its end")


def _kept(found: Optimisation) -> str:
    return "yes" if found.courses[found.best].kept else "no"


def _as_json(found: Optimisation) -> dict[str, Any]:
    return {
        "values": found.values,
        "cost": {"before": found.cost_before, "after": found.cost},
        "metrics": {
            "before": {name: metric.value for name, metric in found.metrics_before.items()},
            "after": {name: metric.value for name, metric in found.metrics_after.items()},
        },
        "starts": [
            {
                "begin": dict(zip(found.variables, course.start.tolist(), strict=True)),
                "end": dict(zip(found.variables, course.end.tolist(), strict=True)),
                "cost": course.cost,
                "kept": course.kept,
                "evaluations": course.evaluations,
                "stopped": course.stopped,
                "reason": course.reason,
            }
            for course in found.courses
        ],
        "agreed": found.agreed,
    }
