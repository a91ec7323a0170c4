"""Machine code that is being made right now: who waits is told why, and the logger `jounce` says what and how long."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter

PATIENCE = 1.0  # s before somebody who waits at a prompt is told
LOG = logging.getLogger("jounce")
_jobs: list[str] = []  # under way, in any thread
_bars: list[object] = []  # which tell it themselves


@contextmanager
def announce_making(what: str) -> Iterator[None]:
    """While equations or functions become machine code that no cache has."""
    began, timer = perf_counter(), Timer(PATIENCE, _tell, [what])
    timer.daemon = True
    if not _jobs and not _bars and _is_prompt():
        timer.start()
    _jobs.append(what)
    LOG.info("compiling %s, which no cache has", what)
    try:
        yield
    finally:
        timer.cancel()
        _jobs.remove(what)
        LOG.info("compiled %s in %.2f s", what, perf_counter() - began)


@contextmanager
def told_by_bar(bar: object) -> Iterator[None]:
    """While a bar shows why one waits."""
    _bars.append(bar)
    try:
        yield
    finally:
        _bars.remove(bar)


def is_making() -> bool:
    return bool(_jobs)


def _is_prompt() -> bool:
    """Tells whether somebody sits there: at a terminal, or at a prompt of Python or of a notebook."""
    return hasattr(sys, "ps1") or (sys.stderr is not None and sys.stderr.isatty())


def _tell(what: str) -> None:
    print(f"jounce: compiling {what}, only the first time ...", file=sys.stderr, flush=True)
