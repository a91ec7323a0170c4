"""What a user sees while waiting: nothing for a second, then why."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter
from typing import Any

from jounce.cli.say import complain

PATIENCE = 1.0  # s before anything is shown


@contextmanager
def compiling() -> Iterator[Callable[[], None]]:
    """A line when machine code has to be made: a structure that is in the cache takes no such time.

    Gives what to call when it is made and something else begins that takes its time.
    """
    note = Timer(PATIENCE, complain, ["compiling, only the first time ..."])
    note.daemon = True
    note.start()
    try:
        yield note.cancel
    finally:
        note.cancel()


class Progress:
    """A bar on the terminal for how far a run is, once it has taken longer than a second since it first said so."""

    def __init__(self, duration: float, on_start: Callable[[], None] = lambda: None):
        self.duration, self.on_start = duration, on_start
        self.began: float | None = None
        self.bar: Any = None

    def __enter__(self) -> Progress:
        return self

    def __call__(self, time: float) -> None:
        if self.began is None:
            self.on_start()
            self.began = perf_counter()
        if self.bar is None and sys.stderr.isatty() and perf_counter() - self.began > PATIENCE:
            self.bar = self._drawn()
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], completed=time)

    def _drawn(self) -> Any:
        from rich.console import Console
        from rich.progress import Progress as Bar  # slow to import, and most runs are over before

        bar = Bar(console=Console(stderr=True), transient=True)
        bar.add_task("simulating", total=self.duration)
        bar.start()
        return bar

    def __exit__(self, *failure: object) -> None:
        if self.bar is not None:
            self.bar.stop()
