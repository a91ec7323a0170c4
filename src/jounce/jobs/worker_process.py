"""A worker as a process: it is given a task, then chunks of variants, line by line, and answers with their rows."""

from __future__ import annotations

import sys

from jounce.errors import JounceError
from jounce.jobs.worker import run_chunk_of_worker, task_of_worker

READY = "ready"


def run_worker_process() -> None:
    """Works until the other side closes the line, or is gone."""
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
    run_worker_process()
