"""Studies on the command line, `jounce run FILE STUDY`, whose settings are options, and jobs, `jounce run JOB.toml`."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, Progress, answer_with_complaint, print_answer_line
from jounce.cli.command_results import (
    command_json_of_study,
    command_result_or_failure,
    end_command_without_result,
    files_that_command_replaces,
    list_command_files,
    require_command_can_write,
    require_command_writes_apart,
    save_command_run,
)
from jounce.cli.design import run_design_command
from jounce.cli.options import CommandFiles, axle_option_notes, option_at_depth, read_use_option, set_option_notes
from jounce.errors import ModelError, Problem

if TYPE_CHECKING:
    from jounce.results import Result
    from jounce.studies import Study

WITH_A_JOB = (
    "file",
    "more",
    "values",
    "out",
    "use",
    "workers",
    "scheduler",
    "units",
    "quiet",
    "as_json",
)  # what goes with a job; the rest stands in the file
NEGATIVE = re.compile(r"-\.?[0-9]")


class StudyOptions(click.Command):
    """A command whose unknown options are settings of a study, which has its own --help."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`--speed "-30 km/h"` as `--speed=-30 km/h`: else a negative value reads as a row of short options."""
        if {"-h", "--help"} & set(args):
            _help_of_study(ctx, args)
        joined: list[str] = []
        for word in args:
            before = joined[-1] if joined else ""
            if NEGATIVE.match(word) and before.startswith("--") and "=" not in before:
                joined[-1] = f"{before}={word}"
            else:
                joined.append(word)
        return super().parse_args(ctx, joined)


def _help_of_study(ctx: click.Context, words: list[str]) -> None:
    from jounce.studies import STUDIES
    from jounce.studies.study import study_manual

    files = [after for word, after in pairwise(words) if word == "--use"]
    read_use_option(ctx, ctx.command.params[0], (*files, *(w[6:] for w in words if w.startswith("--use="))))
    for name in words:
        if name in STUDIES:
            usage = f"Usage: jounce {ctx.info_name} FILE {name} [--SETTING VALUE]... [OPTIONS]"
            print_answer_line(f"{usage}\n\n{study_manual(STUDIES[name])}")
            print_answer_line(f"\nOptions of all studies (--set, --out and others): jounce {ctx.info_name} --help")
            ctx.exit()


def refuse_swapped_words(command: str, car: str, study: str) -> None:
    """The name of a study where the car belongs, and the other way round."""
    from jounce.studies import STUDIES

    if car in STUDIES and study not in STUDIES:
        what = f"'{car}' is a study, and '{study}' is none: the two are swapped"
        raise ModelError(command, [Problem("CAR STUDY", what, f"the car comes first: jounce {command} {study} {car}")])


def parse_study_options(words: tuple[str, ...]) -> dict[str, str]:
    """`--name value` and `--name=value` as settings of a study."""
    found: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not name:
            raise click.UsageError(f"'{word}' is not an option of the form --name value")
        if not equals:
            if not rest:
                raise click.UsageError(f"option '{word}' needs a value")
            value = rest.pop(0)
        key = name.replace("-", "_")
        if key in found:
            raise click.UsageError(f"option '--{name}' is given twice")
        found[key] = value
    return found


def run_study_command(
    file: str,
    study: str,
    values: dict[str, str],
    settings: dict[str, Any],
    writes: CommandFiles,
    channels: str,
    answer: Answer,
    depth: str | None = None,
) -> None:
    """Run, print the metrics, save the channels."""
    import jounce
    from jounce.model import load
    from jounce.studies import find_study

    require_command_can_write(writes.folder)
    stem = "_".join([Path(file).stem, *([depth.replace("-", "_")] if depth else [])])
    replaced = files_that_command_replaces(writes, stem, study.replace("-", "_"))
    require_command_writes_apart(replaced, file, *settings.values())
    value = find_study(study)(**settings)
    subject: Any = file if value.of_files else load(file)
    subject = option_at_depth(subject.with_values(values) if values else subject, depth)
    with Progress(quiet=answer.quiet, doing=value.doing) as progress:
        result, failure = command_result_or_failure(lambda: jounce.run(subject, value, progress=progress))
    for line in set_option_notes(subject, values):
        answer.say(line)
    if failure is None:
        print_study_metrics(result.in_units(writes.units), value, subject, answer)
    channels, refused = possible_channels(result, channels)
    axle = [result.metadata["settings"]["axle"]] if "axle" in value.settings else []  # type: ignore[index]
    stem, stopped = "_".join([stem, *axle, study.replace("-", "_")]), isinstance(failure, jounce.Interrupted)
    files = save_command_run(result, subject, stem, writes, channels, stopped, answer)
    count = f"{result.time.size} sample{'s' if result.time.size > 1 else ''}"
    answer.say(list_command_files(f"{count} in {result.wall_time:.2f} s, saved", files))
    answer.give(command_json_of_study(result, files))
    if refused is not None:
        answer_with_complaint("all channels are kept, because not all of the chosen ones exist")
    end_command_without_result(failure)
    if refused is not None:
        raise refused


def possible_channels(result: Result, channels: str) -> tuple[str, ModelError | None]:
    """The choice of channels, or all where it fails: what a study has is known after it, and its work is not lost."""
    from jounce.results.choice import ALL, choose_channel_names

    try:
        choose_channel_names(result, channels)
    except ModelError as refused:
        return ALL, refused
    return channels, None


def print_study_metrics(result: Result, study: Study, subject: Any, answer: Answer) -> None:
    """The metrics as a table, and what a user should know about the run."""
    from jounce.cli.printed_tables import TABLES, printed_metrics

    if "axle" in study.settings:
        for line in axle_option_notes(subject, study.axle):  # type: ignore[attr-defined]
            answer.say(line)
    answer.say(f"{result.metadata['model']}: {result.metadata['study']}\n")
    answer.say(TABLES.get(study.name, printed_metrics)(result))
    if doubts := result.verdict.in_short():
        answer.say(f"\nverdict: {doubts}")
    for note in result.metadata.get("notes", []):  # type: ignore[attr-defined]
        answer.say(f"\n{note}")
    if result.metadata.get("status", "finished") != "finished":
        answer_with_complaint(f"ended early: {result.metadata['status']}; what was reached is kept")


def is_job_on_command_line(file: str) -> bool:
    """Whether a command is given a job file."""
    from jounce.jobs.job_file import is_job_file

    return is_job_file(file)


def run_job_command(ctx: click.Context, answer: Answer) -> None:
    """Run the job, print its metrics, write the files that it asks for."""
    import jounce
    from jounce.jobs import read_job
    from jounce.jobs.run_files import run_file_places

    _refuse_other_options(ctx)
    file, values = ctx.params["file"], ctx.params["values"]
    job = read_job(file)
    job = job.with_values(values) if values else job
    written = ctx.get_parameter_source("out") is click.core.ParameterSource.COMMANDLINE
    folder = ctx.params["out"] if written else job.outputs.folder or Path()
    writes = CommandFiles(folder, None, job.outputs.files, ctx.params["units"])
    require_command_can_write(folder)
    if job.design is not None:
        return run_design_command(job, folder, answer, ctx.params["workers"], ctx.params["scheduler"])
    refuse_options_of_designs(ctx.params)
    require_command_writes_apart(run_file_places(folder / job.outputs.stem, writes.kinds), file, job.car)
    with Progress(quiet=answer.quiet, doing=job.study.doing) as progress:
        result, failure = command_result_or_failure(lambda: job.run(progress))
    for line in set_option_notes(job.subject, values):
        answer.say(line)
    if failure is None:
        print_study_metrics(result.in_units(writes.units), job.study, job.subject, answer)
    channels, refused = possible_channels(result, job.outputs.channels)
    stopped = isinstance(failure, jounce.Interrupted)
    files = save_command_run(result, job.subject, job.outputs.stem, writes, channels, stopped, answer)
    answer.say(list_command_files(f"{result.time.size} samples in {result.wall_time:.2f} s, saved", files))
    answer.give(command_json_of_study(result, files) | {"job": job.name})
    end_command_without_result(failure)
    if refused is not None:
        raise refused


def check_job_command(file: str, answer: Answer) -> None:
    """Read the job, build its car and find its start, but do not run."""
    from jounce.jobs.job_file import is_optimise_job, read_job

    if is_optimise_job(file):
        return _check_optimise_job(file, answer)
    job = read_job(file)
    with Progress(quiet=answer.quiet):
        found = job.check()
    answer.say("\n".join([f"ok: {job.name}: job, {found[0]}", *found[1:]]))
    answer.give({"ok": True, "kind": "job", "name": job.name, "study": job.study.name, "car": job.car})


def _check_optimise_job(file: str, answer: Answer) -> None:
    from jounce.jobs.optimise_job import read_optimise_job

    job = read_optimise_job(file)
    answer.say(f"ok: {job.name}: job, {job.check()}")
    studies = list(dict.fromkeys(goal.study.name for goal in job.goals))
    about = {"ok": True, "kind": "job", "name": job.name, "studies": studies, "car": job.car.name}
    answer.give(about | {"variables": list(job.variables), "starts": job.starts})


def print_job(file: str, answer: Answer) -> None:
    """The job in words."""
    from jounce.jobs import read_job

    job = read_job(file)
    answer.say(job.summary())
    about = {"kind": "job", "name": job.name, "car": job.car, "values": dict(job.values), "study": job.study.name}
    settings = {name: getattr(value, "name", value) for name, value in job.study.chosen().items()}
    if job.design is not None:
        design = job.design.design
        paths = [column.path for column in design.columns]
        about["design"] = {"method": design.method, "variants": design.count, "paths": paths}
    answer.give(about | {"settings": settings, "files": list(job.outputs.files)})


def refuse_options_of_designs(given: dict[str, Any]) -> None:
    """What only goes with a design; else these options mean nothing."""
    if words := [f"--{word}" for word in ("workers", "scheduler") if given.pop(word) is not None]:
        raise click.UsageError(f"{' '.join(words)}: only a job with a table [design] runs many variants")


def _refuse_other_options(ctx: click.Context) -> None:
    """What a job says itself is not said again by an option."""
    written = click.core.ParameterSource.COMMANDLINE
    given = [p for p in ctx.command.params if p.name and ctx.get_parameter_source(p.name) is written]
    wrong = [p.opts[0] for p in given if p.name not in WITH_A_JOB]
    if wrong or ctx.params.get("more"):
        words = [*wrong, *ctx.params.get("more", ())]
        raise click.UsageError(
            f"{' '.join(words)}: a job says this itself; "
            "with it go --set, --out, --units, --use, --workers, --scheduler"
        )
