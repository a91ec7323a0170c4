"""What a command prints: lines for people, one JSON value for programs, or nothing; and a bar while it takes long."""

from __future__ import annotations

import functools
import json
import math
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any

import click

from jounce.native.making import is_making
from jounce.units import Plain

PATIENCE = 1.0  # s before anything is shown
SELDOM = 60.0  # s between lines of progress where there is no terminal
COMPILING, PREPARING = "compiling, only the first time", "preparing"


def print_answer_line(text: str) -> None:
    _echo(_harmless(text))


def _echo(text: str) -> None:
    """Print to standard output. Where its reader has gone, as behind `| head`, the command goes on in silence: what it
    writes to files is not lost."""
    try:
        click.echo(text)
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def answer_with_complaint(text: str) -> None:
    click.echo(_harmless(text), err=True)


def _harmless(text: str) -> str:
    """A name cannot move the cursor, change colours or ring the bell."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)


@dataclass(frozen=True)
class Answer:
    """Everything a command says goes through here; problems go to standard error in any case."""

    quiet: bool = False
    as_json: bool = False

    def say(self, text: str) -> None:
        """Lines for people."""
        if not (self.quiet or self.as_json):
            print_answer_line(text)

    def give(self, value: Any) -> None:
        """The same for programs, in one line, if they asked for it; keys and types are in docs/reference/json.md."""
        if self.as_json:
            _echo(json.dumps(_plain(value), allow_nan=False))


def answer_of_command(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options --quiet and --json and, in their place, `answer`."""

    @click.option("--quiet", is_flag=True, help="Print nothing but problems.")
    @click.option("--json", "as_json", is_flag=True, help="One JSON value for programs instead of text.")
    @functools.wraps(command)
    def with_answer(quiet: bool, as_json: bool, **others: Any) -> Any:
        from jounce.errors import DoubtfulResult

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DoubtfulResult)  # a command prints the verdict itself
            return command(answer=Answer(quiet, as_json), **others)

    return with_answer


def _plain(value: Any) -> Any:
    """As JSON has it: what is not finite is null, files are their paths."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return str(value) if isinstance(value, Path) else value


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
        self.told = self.began  # when a line was written last
        self.bar: Any = None
        self._drawing = Lock()
        self._over = Event()

    def __enter__(self) -> Progress:
        if not self.quiet:
            Thread(target=self._say_why, daemon=True).start()
        return self

    def __call__(self, reached: float, note: str | None = None) -> None:
        """How far it is: simulated time, or a share of 1; and a note on it."""
        if not self.moving:
            self.moving, self.moving_since = True, perf_counter()
        if note and not self.quiet and not sys.stderr.isatty() and perf_counter() - self.told > SELDOM:
            self.told = perf_counter()
            answer_with_complaint(note)
        if self.quiet or not sys.stderr.isatty() or perf_counter() - self.began < PATIENCE:
            return
        with self._drawing:
            self.bar = self.bar or self._drawn()
            self.bar.update(
                self.bar.task_ids[0],
                description=self.doing,
                total=self.duration or 1.0,
                completed=reached,
                note=self._rate(reached) if note is None else note,
            )

    def _rate(self, reached: float) -> str:
        spent = perf_counter() - self.moving_since
        if self.duration is None or spent <= 0.0:
            return ""
        return f"{reached:.3g} of {self.duration:.3g} s, {Plain(reached / spent):.3g} times real time"

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
                answer_with_complaint(f"{COMPILING} ...")
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


def bar_while_compiling(quiet: bool = False) -> Progress:
    """While machine code is made: a structure that is in the cache takes no such time."""
    return Progress(quiet=quiet)
