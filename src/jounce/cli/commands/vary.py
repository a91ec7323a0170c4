"""The command `jounce vary`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, answer_of_command
from jounce.cli.command_results import require_command_can_write
from jounce.cli.commands.completion import complete_models, complete_studies
from jounce.cli.design import run_design_command
from jounce.cli.options import (
    change_values,
    choose_depth,
    option_at_depth,
    pairs,
    path,
    require_plain_name,
    set_option_notes,
    use_own_parts,
)
from jounce.cli.study import StudyOptions, parse_study_options, refuse_swapped_words

if TYPE_CHECKING:
    from jounce.jobs.job import Job

RANGE = re.compile(r"(.+?)\s+to\s+(.+?)(?:\s+in\s+(\d+))?")  # "15 N/mm to 25 N/mm", "15 N/mm to 25 N/mm in 11"


@click.command(
    "vary",
    cls=StudyOptions,
    short_help="Put many variants of a car through a study.",
    context_settings={"ignore_unknown_options": True},
)
@click.argument("file", metavar="CAR", shell_complete=complete_models)
@click.argument("study", shell_complete=complete_studies)
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[SETTINGS OF THE STUDY]...")
@pairs("--vary", "varied", metavar="PATH=VALUES", help='Values "15 N/mm, 18 N/mm" or a range "15 N/mm to 25 N/mm".')
@click.option(
    "--table", type=click.Path(dir_okay=False), help="CSV file with a column for each path, in place of --vary."
)
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="A metric. May be repeated. Default: all.")
@click.option(
    "--design", metavar="METHOD", help="How variants are drawn from ranges: grid, latin-hypercube and others."
)
@click.option("--variants", type=click.IntRange(1), help="How many variants are drawn.")
@click.option("--seed", type=click.IntRange(0), help="Seed of all that is drawn.")
@click.option("--histories", metavar="NAMES", help='Channels to keep of each variant, such as "vehicle.*, *.tyre.Fz".')
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes. Default: one for each core.")
@click.option("--scheduler", metavar="ADDRESS", help="Dask cluster to run on; local starts one here.")
@change_values
@choose_depth
@path("--out", default=".", help="Folder for the results. The same call goes on where an interrupted one was.")
@click.option("--name", metavar="NAME", callback=require_plain_name, help="How the files are called.")
@use_own_parts
@answer_of_command
def command(
    file: str,
    study: str,
    more: tuple[str, ...],
    values: dict[str, str],
    depth: str | None,
    out: Path,
    workers: int | None,
    scheduler: str | None,
    answer: Answer,
    **wanted: Any,
) -> None:
    """Put variants of CAR through STUDY, and save a table with a row for each: its values, metrics and verdict.

    Settings of the study are options, as in `jounce run`. A setting is varied as settings.NAME. The table is CSV and,
    where pyarrow is installed, Parquet; numbers are SI, and units stand in the headings.

    \b
    Examples:
      jounce vary small_car step-steer --speed "80 km/h" --vary "axles.front.spring.law.slope=15 N/mm, 18 N/mm"
      jounce vary golf1 linear-steer --vary "settings.speed=40 km/h to 160 km/h in 13"
      jounce vary golf1 ride --vary "body.mass=800 kg to 1000 kg" --variants 100 --seed 1 --workers 2 --out results
    """
    from jounce.jobs.any_file import load

    refuse_swapped_words("vary", file, study)
    require_command_can_write(out)
    subject: Any = load(file)
    subject = option_at_depth(subject.with_values(values) if values else subject, depth)
    job = job_of_variants(file, subject, values, study, parse_study_options(more), **wanted)
    for line in set_option_notes(subject, values):
        answer.say(line)
    run_design_command(job, out, answer, workers, scheduler)


def job_of_variants(
    file: str,
    subject: Any,
    values: dict[str, str],
    study: str,
    settings: dict[str, str],
    *,
    varied: dict[str, str],
    table: str | None,
    metrics: tuple[str, ...],
    design: str | None,
    variants: int | None,
    seed: int | None,
    histories: str | None,
    name: str | None,
) -> Job:
    """Returns the job that a job file with a table [design] would say, or all that is wrong with it."""
    from jounce.jobs.job import Job, JobDesign, JobOutputs
    from jounce.studies.many.kept_design import CSV, HISTORIES, PARQUET
    from jounce.studies.many.variant_files import has_parquet
    from jounce.studies.many.vary import plan_variants, study_to_vary

    if bool(varied) == bool(table):
        raise click.UsageError("say what is varied: --vary PATH=VALUES, which may be repeated, or --table FILE")
    about = {"method": design, "variants": variants, "seed": seed}
    chosen = study_to_vary(study, settings)
    spreads = {own: read_varied_values(text) for own, text in varied.items()}
    given = {key: value for key, value in about.items() if value is not None}
    plan, columns = plan_variants(subject, spreads or str(table), chosen, metrics or None, given, units_needed=True)
    files = (CSV, *([PARQUET] if has_parquet() else []), *([HISTORIES] if histories else []))
    stem = name or "_".join([Path(file).stem, study.replace("-", "_"), "variants"])
    return Job(
        name=stem,
        file="jounce vary",
        car=file,
        subject=subject,
        values=values,
        study=chosen,
        design=JobDesign(design=plan, metrics=tuple(column.name for column in columns), settings=settings),
        outputs=JobOutputs(stem=stem, files=files, channels=histories or "all"),
    )


def read_varied_values(text: str) -> Any:
    """Returns a list of values, or the ends of a range from which values are taken evenly or drawn."""
    ends = RANGE.fullmatch(text.strip())
    if ends is None:
        return [value.strip() for value in text.split(",")]
    between = {"least": ends[1], "most": ends[2]}
    return between | ({"count": int(ends[3])} if ends[3] else {"distribution": "uniform"})
