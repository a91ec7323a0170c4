"""A job with a design on the command line: how far it is, and what came out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from jounce.cli.answer import Answer, Progress, answer_with_complaint
from jounce.cli.command_results import require_command_writes_apart
from jounce.errors import INTERRUPTED, NumericalError

if TYPE_CHECKING:
    from jounce.jobs import Job


def run_design_command(job: Job, folder: Path, answer: Answer, workers: int | None, scheduler: str | None) -> None:
    """Run the variants that are not there yet, print how they ended and where their table is."""
    from jounce.jobs.design_job import design_job_places, run_design_job
    from jounce.studies.many.kept_design import DesignInterrupted
    from jounce.studies.many.variant import REFUSED, STOPPED
    from jounce.units import Plain  # it imports NumPy, without which help answers at once

    require_command_writes_apart(design_job_places(job, folder), job.file, job.car)
    with Progress(quiet=answer.quiet, doing=job.study.name) as progress:
        try:
            kept = run_design_job(
                job, folder, workers, scheduler, on_progress=lambda now: progress(now.share, str(now))
            )
        except DesignInterrupted as stop:
            answer_with_complaint(f"interrupted; {stop}")
            raise click.exceptions.Exit(INTERRUPTED) from None
    before = f", {kept.count - kept.ran} were there before" if kept.ran < kept.count else ""
    rate = f", {Plain(kept.ran / kept.seconds):.3g} cars/s" if kept.ran else ""
    answer.say(f"{job.name}: {kept.count} variants{before}; {kept.seconds:.1f} s{rate}")
    answer.say(", ".join(f"{count} {verdict}" for verdict, count in kept.verdicts.items()))
    if kept.incomplete:
        answer.say(f"{kept.incomplete} of them without some metric: the column 'reason' says which and why")
    answer.say(f"saved {', '.join(map(str, kept.files))}")
    answer.say(f"sha256 of all rows: {kept.digest}")
    answer.give(
        {
            "job": job.name,
            "study": job.study.name,
            "variants": kept.count,
            "ran": kept.ran,
            "verdicts": dict(kept.verdicts),
            "incomplete": kept.incomplete,
            "sha256": kept.digest,
            "seconds": kept.seconds,
            "files": kept.files,
        }
    )
    if not set(kept.verdicts) - {REFUSED, STOPPED}:
        raise NumericalError(f"none of the {kept.count} variants came to its end: the column 'reason' says why")
