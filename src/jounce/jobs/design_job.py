"""Run the design of a job: its variants, kept as they come, and the table of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Problem
from jounce.jobs.cluster import execute_on_cluster
from jounce.jobs.job import Job
from jounce.results.choice import ALL
from jounce.studies.many.executors import Executor
from jounce.studies.many.kept_design import HISTORIES, JOURNAL, KeptDesign, keep_design
from jounce.studies.many.metric_columns import find_metric_columns
from jounce.studies.many.processes import execute_on_cores
from jounce.studies.many.run_design import OnProgress
from jounce.studies.many.variant import Histories, VariantTask
from jounce.workers import count_workers


def run_design_job(
    job: Job,
    folder: Path,
    workers: int | None = None,
    scheduler: str | None = None,
    on_progress: OnProgress | None = None,
) -> KeptDesign:
    """Runs what the journal in the folder does not have yet, then write the table; on all cores, or on a cluster."""
    wanted = job.design
    if wanted is None:
        raise ModelError(job.file, [Problem("design", "the job has none", "a table [design]")])
    try:
        columns = find_metric_columns(job.subject, job.study, wanted.metrics)
    except ModelError as error:
        if error.source != job.study.name:
            raise
        raise ModelError(job.file, job.placed([replace(p, where="design.metrics") for p in error.problems])) from None
    stem = job.outputs.stem
    histories = None
    if HISTORIES in job.outputs.files:
        histories = Histories(str((folder / f"{stem}_{HISTORIES}").resolve()), job.outputs.channels or ALL)
    names = tuple(column.name for column in columns)
    task = VariantTask(subject=job.subject, study=job.study, metrics=names, histories=histories, files=job.files)
    executor = job_executor(count_workers(job.file, workers), scheduler, wanted.settings)
    return keep_design(
        job.name,
        task,
        wanted.design,
        columns,
        wanted.settings,
        executor,
        folder / stem,
        job.outputs.files,
        on_progress=on_progress,
    )


def job_executor(workers: int, scheduler: str | None, settings: Mapping[str, Any]) -> Executor:
    """Returns what runs the variants: processes of this computer, or a cluster."""
    if scheduler is None:
        return execute_on_cores(workers, settings)
    return execute_on_cluster(scheduler, workers, settings)


def design_job_places(job: Job, folder: Path) -> list[Path]:
    """Tells where its files are written."""
    kinds = [kind for kind in job.outputs.files if kind != HISTORIES]
    return [folder / f"{job.outputs.stem}.{kind}" for kind in (*kinds, JOURNAL)]
