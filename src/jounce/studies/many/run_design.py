"""Run a design: chunks of its variants go to an executor, rows come back, and progress is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter

from jounce.studies.many.designs.design import Design
from jounce.studies.many.executors import Chunk, Executor
from jounce.studies.many.run_variants import CHUNK
from jounce.studies.many.variant import VariantRow, VariantTask
from jounce.units import Plain

BLOCK = 128 * CHUNK  # variants whose numbers are drawn at a time


@dataclass(frozen=True, slots=True)
class DesignProgress:
    """How far a design is."""

    done: int  # variants, with those of an earlier run of the job
    count: int  # of all variants
    ran: int  # variants of this run
    seconds: float  # of this run

    @property
    def share(self) -> float:
        return self.done / self.count

    @property
    def rate(self) -> float:
        """Returns cars per second."""
        return self.ran / self.seconds if self.seconds > 0.0 else 0.0

    @property
    def time_left(self) -> float:
        """Returns seconds, at the rate so far."""
        return (self.count - self.done) / self.rate if self.rate > 0.0 else float("inf")

    def __str__(self) -> str:
        return f"{self.done} of {self.count} cars, {Plain(self.rate):.3g} cars/s, {_time_in_words(self.time_left)} left"


OnProgress = Callable[[DesignProgress], None]


def run_design(
    task: VariantTask,
    design: Design,
    executor: Executor,
    done: Collection[int] = (),
    on_progress: OnProgress | None = None,
) -> Iterator[list[VariantRow]]:
    """Yields rows of all variants but those that are done, chunk by chunk, in the order in which they end."""
    began, before, ran = perf_counter(), len(done), 0  # `done` may grow with the rows
    with closing(executor(task, design_chunks(design, done))) as ended:
        for rows in ended:
            yield rows
            ran += len(rows)
            if on_progress is not None:
                on_progress(DesignProgress(before + ran, design.count, ran, perf_counter() - began))


def design_chunks(design: Design, done: Collection[int] = ()) -> Iterator[Chunk]:
    """Yields the variants of a design in chunks, without those that are done."""
    for first in range(0, design.count, BLOCK):
        block = design.variants(first, first + BLOCK)
        for begin in range(0, len(block), CHUNK):
            chunk = [variant for variant in block[begin : begin + CHUNK] if variant.number not in done]
            if chunk:
                yield chunk


def _time_in_words(seconds: float) -> str:
    if seconds < 120.0:
        return f"{seconds:.0f} s"
    return f"{seconds / 60.0:.0f} min" if seconds < 7200.0 else f"{seconds / 3600.0:.1f} h"
