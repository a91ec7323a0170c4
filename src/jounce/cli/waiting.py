"""What a user sees while waiting: nothing for a second, then why, and how far it is."""

from __future__ import annotations

import sys
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any

from jounce.cli.say import complain
from jounce.native.making import is_making

PATIENCE = 1.0  # s before anything is shown
COMPILING, PREPARING = "compiling, only the first time", "preparing"


class Progress:
    """A bar on the terminal once something takes longer than a second; elsewhere one line if code is compiled then.

    Machine code and start states are made before the first report, so until then the bar swings without an end.
    `duration` is the simulated time in s, whose reports also give the real-time factor; None where reports are shares
    of 1, or where there are none. `doing` says what moves.
    """

    def __init__(self, duration: float | None = None, quiet: bool = False, doing: str = "simulating"):
        self.duration, self.quiet, self.doing = duration, quiet, doing
        self.began = self.moving_since = perf_counter()
        self.moving = False
        self.bar: Any = None
        self._drawing = Lock()
        self._over = Event()

    def __enter__(self) -> Progress:
        if not self.quiet:
            Thread(target=self._say_why, daemon=True).start()
        return self

    def __call__(self, reached: float) -> None:
        """How far it is: simulated time, or a share of 1."""
        if not self.moving:
            self.moving, self.moving_since = True, perf_counter()
        if self.quiet or not sys.stderr.isatty() or perf_counter() - self.began < PATIENCE:
            return
        with self._drawing:
            self.bar = self.bar or self._drawn()
            self.bar.update(
                self.bar.task_ids[0],
                description=self.doing,
                total=self.duration or 1.0,
                completed=reached,
                note=self._rate(reached),
            )

    def _rate(self, reached: float) -> str:
        spent = perf_counter() - self.moving_since
        if self.duration is None or spent <= 0.0:
            return ""
        return f"{reached:.3g} of {self.duration:.3g} s, {reached / spent:.3g} times real time"

    def _say_why(self) -> None:
        """As long as nothing moves: why one waits. Without a terminal one line, and only if code is being compiled."""
        while not self._over.wait(PATIENCE) and not self.moving:
            if sys.stderr.isatty():
                with self._drawing:
                    if self._over.is_set() or self.moving:
                        return
                    self.bar = self.bar or self._drawn()
                    self.bar.update(self.bar.task_ids[0], description=COMPILING if is_making() else PREPARING)
            elif is_making():
                complain(f"{COMPILING} ...")
                return

    def _drawn(self) -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar  # slow to import, and most runs are over before

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[note]}"),
        )
        bar = Bar(*columns, console=Console(stderr=True), transient=True)
        bar.add_task(PREPARING, total=None, note="")
        bar.start()
        return bar

    def __exit__(self, *failure: object) -> None:
        self._over.set()
        with self._drawing:
            if self.bar is not None:
                self.bar.stop()


def compiling(quiet: bool = False) -> Progress:
    """While machine code is made: a structure that is in the cache takes no such time."""
    return Progress(quiet=quiet)
