"""A worker: a process that is given a task, then chunks of variants, line by line, and answers with their rows."""

from __future__ import annotations

import sys
from functools import lru_cache

from jounce.errors import JounceError, SetupError
from jounce.own_parts import use
from jounce.studies.many.run_variants import run_variants
from jounce.studies.many.variant import VariantTask
from jounce.studies.many.wire import (
    chunk_from_wire,
    failure_to_wire,
    own_parts_of_wire,
    rows_to_wire,
    task_from_wire,
)

READY = "ready"


@lru_cache(maxsize=4)
def task_of_worker(text: str) -> VariantTask:
    """The task of a text; a worker of a cluster is sent it with every chunk, and reads it once."""
    for file in own_parts_of_wire(text):
        use(file)
    return task_from_wire(text)


def run_chunk_of_worker(task: str, chunk: str) -> str:
    """The rows of a chunk, all as text."""
    try:
        return rows_to_wire(run_variants(task_of_worker(task), chunk_from_wire(chunk)))
    except SetupError as error:
        return failure_to_wire(error)


def main() -> None:
    """Until the other side closes the line, or is gone."""
    task = sys.stdin.readline()
    answers, sys.stdout = sys.stdout, sys.stderr  # what own parts print is no answer
    try:
        task_of_worker(task)
    except JounceError:  # whoever sent it made the same car, and says what is wrong where it is
        sys.exit(2)
    try:
        print(READY, file=answers, flush=True)
        for chunk in sys.stdin:
            print(run_chunk_of_worker(task, chunk), file=answers, flush=True)
    except BrokenPipeError:
        sys.exit(1)


if __name__ == "__main__":
    main()
