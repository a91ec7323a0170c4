"""Whether machine code is being made right now, so that who waits can be told why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_jobs: list[str] = []  # under way, in any thread


@contextmanager
def announce_making(what: str) -> Iterator[None]:
    """While equations or functions become machine code that no cache has."""
    _jobs.append(what)
    try:
        yield
    finally:
        _jobs.remove(what)


def is_making() -> bool:
    return bool(_jobs)
