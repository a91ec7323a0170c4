"""Jobs on the command line, `jounce run JOB.toml`: also what `jounce check` and `jounce info` say of one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from jounce.cli.answer import Answer, Progress
from jounce.cli.command_results import (
    command_json_of_study,
    command_result_or_failure,
    end_command_without_result,
    require_command_can_write,
    require_command_writes_apart,
    save_command_result_at_once,
)
from jounce.cli.options import set_option_notes
from jounce.cli.study import possible_channels, print_study_metrics

if TYPE_CHECKING:
    from jounce.jobs import Job

ALLOWED = ("file", "more", "values", "out", "use")  # options that go with a job; the rest stands in the file


def run_job_command(ctx: click.Context, file: str, values: dict[str, str], out: Path | None, answer: Answer) -> None:
    """Run the job, print its metrics, write the files that it asks for."""
    import jounce
    from jounce.jobs.job_writer import write_job_files

    _refuse_other_options(ctx)
    job = jounce.read_job(file)
    job = job.with_values(values) if values else job
    folder = out or job.outputs.folder or Path()
    require_command_can_write(folder)
    require_command_writes_apart(_files_at(folder, job), file, job.car)
    with Progress(quiet=answer.quiet, doing=job.study.doing) as progress:
        result, failure = command_result_or_failure(lambda: job.run(progress))
    for line in set_option_notes(job.subject, values):
        answer.say(line)
    if failure is None:
        print_study_metrics(result, job.study, job.subject, answer)
    if isinstance(failure, jounce.Interrupted):
        files = [save_command_result_at_once(result, folder / f"{job.outputs.stem}.h5", job.outputs.channels)]
        refused = None
    else:
        channels, refused = possible_channels(result, job.outputs.channels)
        files = write_job_files(job.with_channels(channels), result, folder)
    answer.say(f"\n{result.time.size} samples in {result.wall_time:.2f} s, saved {', '.join(map(str, files))}")
    answer.give(command_json_of_study(result, files) | {"job": job.name})
    end_command_without_result(failure)
    if refused is not None:
        raise refused


def check_job_command(file: str, answer: Answer) -> None:
    """Read the job, build its car and find its start, but do not run."""
    import jounce

    job = jounce.read_job(file)
    with Progress(quiet=answer.quiet):
        found = job.check()
    answer.say("\n".join([f"ok: {job.name}: job, {found[0]}", *found[1:]]))
    answer.give({"ok": True, "kind": "job", "name": job.name, "study": job.study.name, "car": job.car})


def print_job(file: str, answer: Answer) -> None:
    """The job in words."""
    import jounce

    job = jounce.read_job(file)
    answer.say(job.summary())
    about = {"kind": "job", "name": job.name, "car": job.car, "values": dict(job.values), "study": job.study.name}
    settings = {name: getattr(value, "name", value) for name, value in job.study.chosen().items()}
    answer.give(about | {"settings": settings, "files": list(job.outputs.files)})


def _files_at(folder: Path, job: Job) -> list[Path]:
    there = folder.iterdir() if folder.is_dir() else ()
    return [path for path in there if path.name.startswith(job.outputs.stem)]


def _refuse_other_options(ctx: click.Context) -> None:
    """What a job says itself is not said again by an option."""
    written = click.core.ParameterSource.COMMANDLINE
    given = [p for p in ctx.command.params if p.name and ctx.get_parameter_source(p.name) is written]
    wrong = [p.opts[0] for p in given if p.name not in ALLOWED and p.name not in ("quiet", "as_json")]
    if wrong or ctx.params.get("more"):
        words = [*wrong, *ctx.params.get("more", ())]
        raise click.UsageError(f"{' '.join(words)}: a job says this itself; with it go --set, --out and --use")
