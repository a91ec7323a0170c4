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
from typing import Any

import click

from jounce.progress import ProgressBar as Progress
from jounce.progress import printable_text


def print_answer_line(text: str) -> None:
    _echo(printable_text(text))


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
    click.echo(printable_text(text), err=True)


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


def bar_while_compiling(quiet: bool = False) -> Progress:
    """While machine code is made: a structure that is in the cache takes no such time."""
    return Progress(quiet=quiet)
