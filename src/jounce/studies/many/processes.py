"""Variants on all cores of a computer: processes that are given chunks as text.

Much of a short run is Python, which only one thread of a process runs at a time, so threads would hardly be faster. A
worker is started by its module's name: unlike a copy of the caller's process it needs no guard in the caller's script,
and holds none of its locks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from math import ceil
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from threading import Lock
from time import process_time
from typing import Any

from jounce.errors import ModelError
from jounce.studies.many.executors import (
    AHEAD,
    Chunk,
    Executor,
    Rows,
    as_chunks_end,
    execute_in_threads,
    execute_in_turn,
)
from jounce.studies.many.variant import STOPPED, VariantRow, VariantTask
from jounce.studies.many.wire import chunk_to_wire, rows_from_wire, task_to_wire

WORKER = "jounce.jobs.worker_process"  # what runs in each process; it may load parts of the user's own
# s of work that must lie ahead for workers to start: each needs some two to import, to load its car and to trim it
START_UP = 4.0
MOST_AHEAD = 1000  # chunks that are looked at to see how much there is to do


def execute_on_cores(workers: int, settings: Mapping[str, Any]) -> Executor:
    """In processes, where that is worth their start. Two chunks run here: then machine code is in the cache, and it is
    known how long a chunk takes.

    `settings` are those of the task's study as plain data. What cannot be sent runs in threads.
    """

    def execute(task: VariantTask, chunks: Iterable[Chunk]) -> Rows:
        rest = iter(chunks)
        yield from execute_in_turn(task, islice(rest, 1))
        began = process_time()  # behind the first chunk, which may have compiled the car
        yield from execute_in_turn(task, islice(rest, 1))
        enough = min(MOST_AHEAD, ceil(START_UP / max(process_time() - began, 1e-6)))
        ahead = list(islice(rest, enough))
        if len(ahead) < enough:
            yield from execute_in_turn(task, ahead)
            return
        rest = chain(ahead, rest)
        try:
            text = task_to_wire(task, settings)
        except ModelError:
            yield from execute_in_threads(workers)(task, rest)
            return
        yield from _execute_in_processes(text, workers, task, rest)

    return execute if workers > 1 else execute_in_turn


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _execute_in_processes(text: str, workers: int, task: VariantTask, chunks: Iterator[Chunk]) -> Rows:
    """A thread for each worker, which waits for its answers."""
    first = list(islice(chunks, AHEAD * workers))
    few = min(workers, len(first))
    if few == 0:
        return
    try:
        crew = _Crew(text, few, len(task.metrics))
    except WorkerLost:  # it cannot make the car: parts of the user's own that are in no file
        yield from execute_in_threads(workers)(task, chain(first, chunks))
        return
    pool = ThreadPoolExecutor(max_workers=few)
    try:

        def submit(chunk: Chunk) -> Future[list[VariantRow]]:
            return pool.submit(crew.run, chunk)

        yield from as_chunks_end(submit, chain(first, chunks), AHEAD * few)
    finally:
        crew.dismiss()
        pool.shutdown(wait=True, cancel_futures=True)


class WorkerLost(Exception):
    """A worker ended before it had answered."""


class _Crew:
    """Workers that are free or busy; one that is lost is replaced, and its variants run again, each alone."""

    def __init__(self, text: str, workers: int, metrics: int):
        self.text, self.metrics = text, metrics
        self.free: SimpleQueue[_Worker | None] = SimpleQueue()
        self.lock, self.dismissed, self.all = Lock(), False, list[_Worker]()
        self.free.put(self._hire())
        for _ in range(workers - 1):
            self.free.put(None)

    def run(self, chunk: Chunk) -> list[VariantRow]:
        worker = self.free.get()
        try:
            worker = worker or self._hire()
            return worker.run(chunk)
        except WorkerLost as lost:
            worker = None
            if self.dismissed:
                raise KeyboardInterrupt from None
            if len(chunk) == 1:
                reason = f"its process ended: {lost}"
                return [VariantRow(chunk[0].number, (float("nan"),) * self.metrics, STOPPED, reason)]
        finally:
            self.free.put(worker)
        return [row for variant in chunk for row in self.run([variant])]

    def _hire(self) -> _Worker:
        with self.lock:
            if self.dismissed:
                raise WorkerLost
            worker = _Worker(self.text)
            self.all.append(worker)
        return worker

    def dismiss(self) -> None:
        with self.lock:
            self.dismissed = True
            for worker in self.all:
                worker.end()


class _Worker:
    """One process. Its own group keeps Ctrl-C from it: the one who started it decides."""

    def __init__(self, text: str):
        place = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = Popen(
            [sys.executable, "-P", "-m", WORKER],
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL if sys.stderr is None else None,
            text=True,
            encoding="utf-8",
            env=place,
            start_new_session=True,
        )
        self._say(text)
        self._hear()

    def run(self, chunk: Sequence[Any]) -> list[VariantRow]:
        self._say(chunk_to_wire(chunk))
        return rows_from_wire(self._hear())

    def end(self) -> None:
        self.process.kill()
        self.process.wait()

    def _say(self, line: str) -> None:
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
        except OSError:
            raise WorkerLost(self._fate()) from None

    def _hear(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.endswith("\n"):
            raise WorkerLost(self._fate())
        return line

    def _fate(self) -> str:
        code = self.process.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"
