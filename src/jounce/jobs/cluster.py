"""Variants on a cluster: chunks go through a dask scheduler to its workers, and a lost worker's chunks run again.

Nothing but text goes there and back. Rows are written to the journal by the process that gives out the work.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from math import nan
from typing import Any

from jounce.errors import ModelError, Problem, SetupError, shown_in_message
from jounce.jobs.worker import run_chunk_of_worker
from jounce.studies.many.executors import AHEAD, Chunk, Executor, Rows
from jounce.studies.many.variant import STOPPED, VariantRow, VariantTask
from jounce.studies.many.wire import chunk_to_wire, rows_from_wire, task_to_wire

LOCAL = "local"  # in place of an address: a cluster on this computer
ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?([\w.-]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}")
PATIENCE = 10.0  # s until a scheduler has answered, and until it has a worker


def execute_on_cluster(address: str, workers: int, settings: Mapping[str, Any]) -> Executor:
    """Runs on the workers of the scheduler at an address, "tcp://host:8786"; "local" starts some here."""

    if address != LOCAL and not ADDRESS.fullmatch(address):
        what = f"{shown_in_message(address)} is no address of a scheduler"
        raise ModelError("--scheduler", [Problem("scheduler", what, '"tcp://HOST:8786", or "local"')])

    def execute(task: VariantTask, chunks: Iterable[Chunk]) -> Rows:
        text = task_to_wire(task, settings)
        with _cluster_client(address, workers) as client:
            yield from _ClusterChunks(client, text, len(task.metrics)).run(iter(chunks))

    return execute


@contextmanager
def _cluster_client(address: str, workers: int) -> Iterator[Any]:
    """Connects a client of the scheduler, which answered and has workers."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise SetupError('a cluster needs dask: pip install "jounce[cluster]"') from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # who is lost is told by us
    cluster = None
    try:
        if address == LOCAL:
            cluster = LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
            )
        client = Client(cluster or address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as fault:
        what = f"the scheduler at {address} does not answer within {PATIENCE:g} s"
        raise SetupError(f"{what}: {fault}; start one with: dask scheduler") from None
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            what = f"the scheduler at {address} has no workers after {PATIENCE:g} s"
            raise SetupError(f"{what}; start some with: dask worker {address} --nthreads 1") from None
        yield client
    finally:
        client.close(timeout=PATIENCE)
        if cluster is not None:
            cluster.close(timeout=PATIENCE)


class _ClusterChunks:
    """Chunks that are under way."""

    def __init__(self, client: Any, text: str, metrics: int):
        self.client, self.text, self.metrics = client, text, metrics
        self.under_way: dict[Any, Chunk] = {}

    def run(self, chunks: Iterator[Chunk]) -> Rows:
        from distributed import wait

        try:
            while self._fill(chunks):
                for future in wait(list(self.under_way), return_when="FIRST_COMPLETED").done:
                    rows = self._rows(future, self.under_way.pop(future))
                    if rows:
                        yield rows
        except OSError as fault:
            raise SetupError(f"the scheduler was lost ({fault})") from None

    def _fill(self, chunks: Iterator[Chunk]) -> bool:
        """Keeps as many chunks under way as keep all workers busy; tells whether there are any."""
        room = AHEAD * max(sum(self.client.ncores().values()), 1) - len(self.under_way)
        for chunk in islice(chunks, max(room, 0)):
            self._submit(chunk)
        return bool(self.under_way)

    def _submit(self, chunk: Chunk) -> None:
        future = self.client.submit(run_chunk_of_worker, self.text, chunk_to_wire(chunk), pure=False)
        self.under_way[future] = chunk

    def _rows(self, future: Any, chunk: Chunk) -> list[VariantRow]:
        """The rows of a chunk that ended. One whose workers were lost again and again is tried variant by variant."""
        from distributed import KilledWorker

        if future.status == "finished":
            return rows_from_wire(future.result())
        if future.status in ("lost", "pending"):  # the worker that had its rows ended, and dask computes them anew
            self.under_way[future] = chunk
            return []
        fault = future.exception() if future.status == "error" else None
        if not isinstance(fault, KilledWorker):
            raise SetupError(f"the scheduler was lost ({fault or future.status})") from fault
        if len(chunk) == 1:
            return [
                VariantRow(chunk[0].number, (nan,) * self.metrics, STOPPED, "its workers ended, one after the other")
            ]
        for variant in chunk:
            self._submit([variant])
        return []
