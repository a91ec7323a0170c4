"""Run variants: the one seam through which a chunk of them becomes rows, whatever computes them.

Threads, processes and clusters call `run_variants` with the same chunks. A back end that takes several cars at once
stands behind it: it is given the task and the chunk, and owes one row for each variant, in their order. A row must not
depend on the other variants of its chunk, so that a job that was interrupted ends with the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan, nan
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, NumericalError, SetupError
from jounce.input_files import expect_input_files
from jounce.results import Result
from jounce.results.choice import keep_chosen_channels
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.studies.many.lanes.lane_variants import run_lane_variants
from jounce.studies.many.variant import REFUSED, STOPPED, UNCHECKED, Histories, Variant, VariantRow, VariantTask
from jounce.studies.study import Study
from jounce.studies.subject import with_subject

CHUNK = 8  # variants that are handed out at a time
NAMED = 3  # metrics without a value
Stopped = Callable[[], bool]  # whether someone wants the work to end


def run_variants(task: VariantTask, chunk: Sequence[Variant], stopped: Stopped | None = None) -> list[VariantRow]:
    """Returns the rows of a chunk, in its order; KeyboardInterrupt where `stopped` says so.

    Where the study is a trim and a run, its variants go side by side in lanes; others go one after the other.
    """
    stopped = stopped or _never
    with one_blas_thread(), expect_input_files(task.files):
        rows = run_lane_variants(task, chunk, _build_variant, variant_row, stopped) or [None] * len(chunk)
        return [row or _run_variant(task, variant, stopped) for variant, row in zip(chunk, rows, strict=True)]


def _build_variant(task: VariantTask, variant: Variant) -> tuple[Any, Study]:
    return variant_subject(task, variant), variant_study(task.study, variant)


def _run_variant(task: VariantTask, variant: Variant, stopped: Stopped) -> VariantRow:
    """Runs one variant after the other. What is wrong with it stands in its row, and the others go on."""

    def look(_: float) -> None:
        if stopped():
            raise KeyboardInterrupt

    look(0.0)
    try:
        subject, study = variant_subject(task, variant), variant_study(task.study, variant)
        result = study.run(subject, look)
    except ModelError as refused:
        reason = "; ".join(f"{p.where}: {p.what}" for p in refused.problems)
        return VariantRow(variant.number, (nan,) * len(task.metrics), REFUSED, reason)
    except NumericalError as stop:
        return VariantRow(variant.number, (nan,) * len(task.metrics), STOPPED, str(stop))
    if task.histories is not None:
        save_variant_history(task.histories, variant.number, with_subject(result, subject, study))
    return variant_row(task, variant.number, result)


def variant_subject(task: VariantTask, variant: Variant) -> Any:
    """Returns the car of a variant."""
    return task.subject.with_values(variant.values) if variant.values else task.subject


def variant_study(study: Study, variant: Variant) -> Study:
    """Returns the study of a variant."""
    return type(study)(**{**study.chosen(), **variant.settings}) if variant.settings else study


def variant_row(task: VariantTask, number: int, result: Result) -> VariantRow:
    """Returns the row of a variant whose study came to its end."""
    found = tuple(result.metrics[name].value if name in result.metrics else nan for name in task.metrics)
    status = str(result.metadata.get("status", "finished"))
    notes = [*([status] if status != "finished" else []), *result.verdict.notes()]
    if missing := [name for name, value in zip(task.metrics, found, strict=True) if isnan(value)]:
        notes += [_told_missing(missing), *result.metadata.get("notes", ())]  # type: ignore[misc]
    return VariantRow(number, found, result.verdict.state or UNCHECKED, "; ".join(notes))


def _told_missing(names: Sequence[str]) -> str:
    """Returns metrics that the run of a variant does not have; its notes say why."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"no value of {', '.join(names[:NAMED])}{more}"


def variant_history_file(histories: Histories, number: int) -> Path:
    """Tells where the history of a variant is kept."""
    return Path(histories.folder) / f"{number:07d}.h5"


def save_variant_history(histories: Histories, number: int, result: Result) -> Path:
    """Saves the chosen channels of a variant's run."""
    file = variant_history_file(histories, number)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SetupError(f"{file.parent} cannot be made: {fault.strerror}") from None
    return keep_chosen_channels(result, histories.channels).save(file)


def _never() -> bool:
    return False
