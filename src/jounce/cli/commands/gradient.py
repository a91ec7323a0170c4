"""The command `jounce gradient`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, Progress, answer_of_command
from jounce.cli.command_results import (
    list_command_files,
    make_command_folder,
    require_command_can_write,
    require_command_writes_apart,
)
from jounce.cli.commands.completion import complete_models, complete_studies
from jounce.cli.options import (
    change_values,
    choose_depth,
    choose_units,
    option_at_depth,
    pairs,
    path,
    set_option_notes,
    use_own_parts,
)
from jounce.cli.study import StudyOptions, parse_study_options, refuse_swapped_words

if TYPE_CHECKING:
    from jounce.studies.gradients.gradient import Gradient


@click.command(
    "gradient",
    cls=StudyOptions,
    context_settings={"ignore_unknown_options": True},
    short_help="Differentiate metrics of a study with respect to numbers of a car.",
)
@click.argument("car", shell_complete=complete_models)
@click.argument("study", shell_complete=complete_studies)
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[SETTINGS OF THE STUDY]...")
@click.option("--metric", "metrics", multiple=True, required=True, metavar="NAME", help="A metric. May be repeated.")
@click.option("--wrt", "paths", multiple=True, required=True, metavar="PATH", help="A number. May be repeated.")
@pairs("--setting", "settings", metavar="NAME=VALUE", help="A setting of the study; also --NAME VALUE.")
@change_values
@choose_depth
@path("--out", default=".", help="Folder for the results.")
@choose_units
@use_own_parts
@answer_of_command
def command(
    car: str,
    study: str,
    more: tuple[str, ...],
    metrics: tuple[str, ...],
    paths: tuple[str, ...],
    settings: dict[str, str],
    values: dict[str, str],
    depth: str | None,
    out: Path,
    units: str,
    answer: Answer,
) -> None:
    """Print by how many percent each metric of STUDY changes for one percent more of each number of CAR.

    All derivatives come out of one pass: through the start of the run, its steps and its events. They are saved as CSV
    in SI, and as a chart. A path that holds several numbers, as that of a hardpoint, stands for all of them.

    \b
    Examples:
      jounce gradient small_car sine-steer --metric yaw_rate_peak_ratio --wrt axles.front.spring.law.slope
      jounce gradient small_car steady-circle --metric understeer_gradient --wrt body.centre --out results
      jounce gradient small_car step-steer --metric yaw_rate_overshoot --wrt body.mass --speed "80 km/h"
    """
    import jounce
    from jounce.cli.printed_tables import printed_gradient
    from jounce.model import load
    from jounce.studies import find_study

    refuse_swapped_words("gradient", car, study)
    stem = f"{Path(car).stem}_{study.replace('-', '_')}_gradient"
    files = [out / f"{stem}.csv", out / f"{stem}.png"]
    require_command_can_write(out, *files)
    require_command_writes_apart(files, car)
    subject: Any = load(car)
    subject = option_at_depth(subject.with_values(values) if values else subject, depth)
    with Progress(quiet=answer.quiet, doing="differentiating") as progress:
        found = jounce.gradient(
            subject,
            find_study(study)(**settings, **parse_study_options(more)),
            paths,
            metrics=metrics,
            progress=progress,
        )
    for line in set_option_notes(subject, values):
        answer.say(line)
    answer.say(f"{found.run.metadata['model']}, {study}: change of each metric for one percent more of each number\n")
    answer.say(printed_gradient(found, units))
    make_command_folder(out)
    found.to_csv(files[0])
    found.plot(files[1])
    answer.say(list_command_files("saved", files))
    answer.give(_as_json(found) | {"files": files})


def _as_json(found: Gradient) -> dict[str, Any]:
    """Metrics with their values, and derivatives by metric and path, SI."""
    rows = found.values.tolist()
    return {
        "metrics": dict(zip(found.metrics, found.metric_values.tolist(), strict=True)),
        "gradient": {m: dict(zip(found.paths, row, strict=True)) for m, row in zip(found.metrics, rows, strict=True)},
        "notes": list(found.notes),
    }
