"""How far something is: a bar on the terminal, by rich, or a function of the caller; alike for every verb."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any

from jounce.errors import ModelError, Problem, shown_in_message
from jounce.native.making import is_making, told_by_bar

Report = Callable[..., None]  # called with the share that is done, 0 to 1
PATIENCE = 1.0  # s before anything is shown
SELDOM = 60.0  # s between lines of progress where there is no terminal
COMPILING, PREPARING = "compiling, only the first time", "preparing"


@contextmanager
def report_progress(progress: bool | Report | None, doing: str) -> Iterator[Report | None]:
    """Gives the function that is to be called with the share that is done: a bar for True, none for False."""
    if progress is True:
        with ProgressBar(doing=doing) as bar:
            yield bar
    elif progress is None or progress is False or callable(progress):
        yield progress or None
    else:
        right = "True for a bar, False, or a function that is called with the share that is done, 0 to 1"
        raise ModelError(doing, [Problem("progress", f"is {shown_in_message(progress)}", right)])


class ProgressBar:
    """A bar on the terminal once something takes longer than a second; elsewhere one line if code is compiled then.

    Machine code and start states are made before the first report, so until then the bar swings without an end.
    Reports are shares of 1. `duration` is the simulated time in s, with which they also give the real-time factor;
    None where nothing is simulated. `doing` says what moves.
    """

    def __init__(self, duration: float | None = None, quiet: bool = False, doing: str = "simulating"):
        self.duration, self.quiet, self.doing = duration, quiet, doing
        self.began = self.moving_since = perf_counter()
        self.moving = False
        self.told = self.began  # when a line was written last
        self.bar: Any = None
        self._drawing = Lock()
        self._over = Event()
        self._told = ExitStack()

    def __enter__(self) -> ProgressBar:
        if not self.quiet:
            self._told.enter_context(told_by_bar(self))
            Thread(target=self._say_why, daemon=True).start()
        return self

    def __call__(self, reached: float, note: str | None = None) -> None:
        """Shows a share of 1, and a note on it."""
        if not self.moving:
            self.moving, self.moving_since = True, perf_counter()
        if note and not self.quiet and not sys.stderr.isatty() and perf_counter() - self.told > SELDOM:
            self.told = perf_counter()
            _write_line(note)
        if self.quiet or not sys.stderr.isatty() or perf_counter() - self.began < PATIENCE:
            return
        with self._drawing:
            self.bar = self.bar or self._drawn()
            self.bar.update(
                self.bar.task_ids[0],
                description=self.doing,
                total=1.0,
                completed=reached,
                note=self._rate(reached) if note is None else note,
            )

    def _rate(self, reached: float) -> str:
        spent = perf_counter() - self.moving_since
        if self.duration is None or spent <= 0.0:
            return ""
        from jounce.units import Plain  # it imports NumPy, without which help answers at once

        time = reached * self.duration
        return f"{time:.3g} of {self.duration:.3g} s, {Plain(time / spent):.3g} times real time"

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
                _write_line(f"{COMPILING} ...")
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
        self._told.close()
        self._over.set()
        with self._drawing:
            if self.bar is not None:
                self.bar.stop()


def _write_line(text: str) -> None:
    print(printable_text(text), file=sys.stderr, flush=True)


def printable_text(text: str) -> str:
    """Returns a text whose names cannot move the cursor, change colours or ring the bell."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)
