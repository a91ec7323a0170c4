"""Workers: how many runs go on at a time; alike for every verb, one for each core where nothing is said."""

from __future__ import annotations

import os

from jounce.errors import ModelError, Problem, shown_in_message

MOST_WORKERS = 1024


def count_cores() -> int:
    """Returns how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def count_workers(verb: str, workers: int | None) -> int:
    """Returns the number of workers that was asked for, or one for each core."""
    if workers is None:
        return count_cores()
    if not isinstance(workers, int) or isinstance(workers, bool) or not 1 <= workers <= MOST_WORKERS:
        what = f"is {shown_in_message(workers)}"
        raise ModelError(verb, [Problem("workers", what, f"a whole number from 1 to {MOST_WORKERS}")])
    return workers
