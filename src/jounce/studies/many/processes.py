"""Variants on all cores of a computer: this process and others that are given chunks as text.

Much of a short run is Python, which only one thread of a process runs at a time, so threads would hardly be faster. A
worker is started by its module's name: unlike a copy of the caller's process it needs no guard in the caller's script,
and holds none of its locks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from jounce.studies.many.run_variants import run_variants
from jounce.studies.many.variant import STOPPED, VariantRow, VariantTask
from jounce.studies.many.wire import chunk_to_wire, rows_from_wire, task_to_wire

WORKER = "jounce.jobs.worker_process"  # what runs in each process; it may load parts of the user's own
# s of work that must lie ahead for workers to start: each needs one or two to import, to load its car and to trim it
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


def _execute_in_processes(text: str, workers: int, task: VariantTask, chunks: Iterator[Chunk]) -> Rows:
    """A thread for each worker: one works here, where the car is trimmed already, others wait for their processes."""
    crew = _Crew(text, workers, task)
    pool = ThreadPoolExecutor(max_workers=workers)
    try:

        def submit(chunk: Chunk) -> Future[list[VariantRow]]:
            return pool.submit(crew.run, chunk)

        yield from as_chunks_end(submit, chunks, AHEAD * workers)
    finally:
        crew.dismiss()
        pool.shutdown(wait=True, cancel_futures=True)


class WorkerLost(Exception):
    """A worker ended before it had answered."""


class _Crew:
    """Who works: this process, and others that are started when they are first needed.

    One that is lost at work is replaced, and its variants run again, each alone. One that cannot even make the car,
    because parts of the user's own are in no file, leaves its work to this process.
    """

    def __init__(self, text: str, workers: int, task: VariantTask):
        self.text, self.task = text, task
        self.free: SimpleQueue[_Here | _Worker | None] = SimpleQueue()  # None: a process that is yet to be started
        self.lock, self.dismissed, self.all = Lock(), False, list[_Worker]()
        self.here = _Here(task, lambda: self.dismissed)
        for worker in (self.here, *[None] * (workers - 1)):
            self.free.put(worker)

    def run(self, chunk: Chunk) -> list[VariantRow]:
        worker = self.free.get()
        try:
            worker = worker or self._hire()
            return worker.run(chunk)
        except WorkerLost:
            worker, rows = self._run_apart(chunk)
            return rows
        finally:
            self.free.put(worker)

    def _run_apart(self, chunk: Chunk) -> tuple[_Here | _Worker | None, list[VariantRow]]:
        """The variants of a chunk that has ended its process, one by one and never here, and who ran the last one."""
        worker, rows = None, list[VariantRow]()
        for variant in chunk:
            try:
                worker = worker or self._hire()
                rows += worker.run([variant])
            except WorkerLost as lost:
                if self.dismissed:
                    raise KeyboardInterrupt from None
                worker, nothing = None, (float("nan"),) * len(self.task.metrics)
                rows.append(VariantRow(variant.number, nothing, STOPPED, f"its process ended: {lost}"))
        return worker, rows

    def _hire(self) -> _Here | _Worker:
        with self.lock:
            if self.dismissed:
                raise WorkerLost
            worker = _Worker()
            self.all.append(worker)
        try:
            worker.prepare(self.text)
        except WorkerLost:
            return self.here
        return worker

    def dismiss(self) -> None:
        with self.lock:
            self.dismissed = True
            for worker in self.all:
                worker.end()


class _Here:
    """This process as a worker."""

    def __init__(self, task: VariantTask, stopped: Callable[[], bool]):
        self.task, self.stopped = task, stopped

    def run(self, chunk: Chunk) -> list[VariantRow]:
        return run_variants(self.task, chunk, self.stopped)


class _Worker:
    """One process. Its own group keeps Ctrl-C from it: the one who started it decides."""

    def __init__(self) -> None:
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

    def prepare(self, task: str) -> None:
        """Lets it make the car; it says when it is ready."""
        self._say(task)
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
