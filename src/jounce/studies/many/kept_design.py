"""A design whose rows are kept on disk while they come: it can be interrupted, and it goes on where it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import isnan
from pathlib import Path
from time import perf_counter
from typing import Any

from jounce.errors import Portable
from jounce.input_files import digests_of_own_code
from jounce.studies.many.code_digest import code_digest
from jounce.studies.many.designs.design import Design
from jounce.studies.many.executors import Executor
from jounce.studies.many.journal import Journal
from jounce.studies.many.metric_columns import MetricColumn
from jounce.studies.many.run_design import OnProgress, run_design
from jounce.studies.many.variant import REFUSED, STOPPED, VariantTask
from jounce.studies.many.variant_files import (
    GROUP,
    read_variants_parquet,
    require_parquet,
    variants_digest,
    write_variants_csv,
    write_variants_parquet,
)
from jounce.studies.many.variants import Variants, read_variants_csv
from jounce.studies.many.wire import subject_and_study_to_wire

JOURNAL, CSV, PARQUET, HISTORIES = "journal", "csv", "parquet", "histories"
DESIGN_FILES = (CSV, PARQUET, HISTORIES)  # that can be asked for


@dataclass(frozen=True, kw_only=True)
class KeptDesign:
    """What a design left on disk."""

    files: tuple[Path, ...]  # its tables, then its journal
    count: int  # of variants
    ran: int  # of these, in this run; the others were there before
    verdicts: Mapping[str, int]  # how many variants have each
    incomplete: int  # variants that came to their end, but lack a metric
    digest: str  # SHA-256 of all rows in the order of their numbers
    seconds: float
    design: Design
    metrics: tuple[MetricColumn, ...]

    def table(self) -> Variants:
        """Its rows as `jounce.vary` gives them."""
        read = read_variants_parquet if self.files[0].suffix == f".{PARQUET}" else read_variants_csv
        return read(self.files[0], self.design, self.metrics)


class DesignInterrupted(Portable, KeyboardInterrupt):
    """Ctrl-C in a design; what was computed is kept."""

    def __init__(self, done: int, count: int):
        super().__init__(f"{done} of {count} variants are kept, and the same command goes on there")


def keep_design(
    name: str,
    task: VariantTask,
    design: Design,
    columns: Sequence[MetricColumn],
    settings: Mapping[str, Any],
    executor: Executor,
    place: Path,
    files: Sequence[str] = (CSV,),
    on_progress: OnProgress | None = None,
) -> KeptDesign:
    """Run what is not there yet, row by row into the journal `PLACE.journal`; then write `PLACE.csv` and what else is
    asked for. `settings` are those of the study as plain data."""
    if PARQUET in files:
        require_parquet()
    began = perf_counter()
    task = replace(task, files={**task.files, **digests_of_own_code()})
    about = describe_kept_design(name, task, design, settings)
    with Journal(place.with_name(f"{place.name}.{JOURNAL}"), about, design.count) as journal:
        before = len(journal)
        try:
            for rows in run_design(task, design, executor, done=journal, on_progress=on_progress):
                journal.append(rows)
            journal.force()
        except KeyboardInterrupt:
            raise DesignInterrupted(len(journal), design.count) from None
        write = {PARQUET: write_variants_parquet, CSV: write_variants_csv}
        written = [
            write[kind](place.with_name(f"{place.name}.{kind}"), design, columns, journal.rows)
            for kind in write
            if kind in files
        ]
        verdicts, incomplete = _count_verdicts(journal, design.count)
        return KeptDesign(
            files=(*written, journal.path),
            count=design.count,
            ran=len(journal) - before,
            verdicts=verdicts,
            incomplete=incomplete,
            digest=variants_digest(design, journal.rows),
            seconds=perf_counter() - began,
            design=design,
            metrics=tuple(columns),
        )


def describe_kept_design(name: str, task: VariantTask, design: Design, settings: Mapping[str, Any]) -> dict[str, str]:
    """Returns what makes rows comparable: where one of these differs, a journal is of another job."""
    plan = repr((design.method, design.columns, design.count, design.seed, design.correlations))
    return {
        "job": name,
        "car and study": _digest(subject_and_study_to_wire(task, settings)),
        "design": _digest(plan),
        "metrics": _digest(repr(task.metrics)),
        "code of jounce": code_digest(),
        **{f"file {path}": digest[:16] for path, digest in sorted(task.files.items())},
    }


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def _count_verdicts(journal: Journal, count: int) -> tuple[dict[str, int], int]:
    """Returns how many variants have each verdict, and how many of those that came to their end lack a metric."""
    found: Counter[str] = Counter()
    incomplete = 0
    for first in range(0, count, GROUP):
        rows = journal.rows(first, first + GROUP)
        found.update(row.verdict for row in rows)
        incomplete += sum(row.verdict not in (REFUSED, STOPPED) and any(map(isnan, row.metrics)) for row in rows)
    return dict(found), incomplete
