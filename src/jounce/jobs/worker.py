"""What a worker does, be it a process of this computer or of a cluster: a task and a chunk of variants become rows."""

from __future__ import annotations

from functools import lru_cache

from jounce.errors import JounceError
from jounce.input_files import expect_input_files
from jounce.own_parts import use
from jounce.studies.many.run_variants import run_variants
from jounce.studies.many.variant import VariantTask
from jounce.studies.many.wire import (
    chunk_from_wire,
    failure_to_wire,
    input_files_of_wire,
    own_parts_of_wire,
    rows_to_wire,
    task_from_wire,
)


@lru_cache(maxsize=4)
def task_of_worker(text: str) -> VariantTask:
    """Reads the task of a text; a worker of a cluster is sent it with every chunk, and reads it once."""
    with expect_input_files(input_files_of_wire(text)):
        for file in own_parts_of_wire(text):
            use(file)
        return task_from_wire(text)


def run_chunk_of_worker(task: str, chunk: str) -> str:
    """Returns the rows of a chunk, all as text."""
    try:
        return rows_to_wire(run_variants(task_of_worker(task), chunk_from_wire(chunk)))
    except JounceError as error:
        return failure_to_wire(error)
