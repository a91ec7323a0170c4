"""Executors hand chunks of variants to whatever computes them, and give their rows back as they come.

Each takes the task and an iterator of chunks, and asks for the next chunk only when it has room for it: a design of any
size needs no more memory than the chunks under way.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from threading import Event

from jounce.studies.many.run_variants import run_variants
from jounce.studies.many.variant import Variant, VariantRow, VariantTask

Chunk = list[Variant]
Rows = Generator[list[VariantRow], None, None]
Executor = Callable[[VariantTask, Iterable[Chunk]], Rows]
AHEAD = 2  # chunks under way for each worker, so that none waits for the next one


def execute_in_turn(task: VariantTask, chunks: Iterable[Chunk]) -> Rows:
    """Runs chunks one after the other, here."""
    for chunk in chunks:
        yield run_variants(task, chunk)


def execute_in_threads(workers: int) -> Executor:
    """Runs chunks in threads of this process. The first chunk runs alone, so that the others find its machine code."""

    def execute(task: VariantTask, chunks: Iterable[Chunk]) -> Rows:
        stopped = Event()
        rest = iter(chunks)
        yield from execute_in_turn(task, islice(rest, 1))
        pool = ThreadPoolExecutor(max_workers=workers)
        try:
            yield from as_chunks_end(
                lambda chunk: pool.submit(run_variants, task, chunk, stopped.is_set), rest, AHEAD * workers
            )
        finally:
            stopped.set()
            pool.shutdown(wait=True, cancel_futures=True)

    return execute


def as_chunks_end(submit: Callable[[Chunk], Future[list[VariantRow]]], chunks: Iterator[Chunk], most: int) -> Rows:
    """Yields rows of chunks as they end, at most some of them under way."""
    under_way = {submit(chunk) for chunk in islice(chunks, most)}
    while under_way:
        ended, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        for each in ended:
            yield each.result()
            under_way |= {submit(chunk) for chunk in islice(chunks, 1)}
