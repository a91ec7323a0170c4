"""Errors and their words: what is wrong, where, and what would be right; all problems at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from linecache import getline
from pathlib import Path
from traceback import walk_tb
from typing import Any

MOST_MEANT = 4  # names that a word may stand for: one of each wheel
MOST_SHOWN = 14  # problems listed in one message: as many as fit on a screen
PACKAGE = Path(__file__).parent
OK, BAD_INPUT, NUMERICAL_FAILURE, BAD_ENVIRONMENT, INTERRUPTED = 0, 2, 3, 4, 130


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in the user's own words."""

    where: str  # dotted path in the model, or an option's name
    what: str  # what is wrong, with the number or word that is there
    help: str = ""  # what would be right
    line: int | None = None  # line of the file, where there is one

    def __str__(self) -> str:
        text = f"  {self.where}\n    {self.what}"
        return text + (f"\n    {self.help}" if self.help else "")


class Portable(BaseException):
    """An exception that is pickled and copied with all that it carries, whatever its constructor takes.

    Python would call the constructor with the message alone. Where that fails, a pool of processes waits for ever.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _error_again, (type(self), self.args, vars(self))


def _error_again(kind: type[BaseException], args: tuple[Any, ...], state: dict[str, Any]) -> BaseException:
    error = kind.__new__(kind, *args)
    vars(error).update(state)
    return error


class JounceError(Portable, Exception):
    """A mistake of the user or of the numbers, never of ours: shown without a traceback."""

    exit_code = BAD_INPUT

    def __str__(self) -> str:
        return Exception.__str__(self)  # not that of KeyError, which shows its message in quotes

    def _render_traceback_(self) -> list[str]:
        """Gives IPython what it shows in place of its own traceback: the caller's lines, then the message."""
        lines = []
        for frame, number in walk_tb(self.__traceback__):
            file, module = frame.f_code.co_filename, str(frame.f_globals.get("__name__"))
            source = getline(file, number, frame.f_globals).strip()
            if source and PACKAGE not in Path(file).parents and not module.startswith("IPython"):
                lines.append(f"{frame.f_code.co_name}, line {number}:  {source}")
        return [*lines, "", f"{type(self).__name__}: {self}"]


class ModelError(JounceError, ValueError):
    """The model cannot be what the user means; carries every problem found."""

    def __init__(self, source: str, problems: Iterable[Problem]):
        self.source = source
        self.problems = tuple(problems)
        super().__init__(self._text())

    def _text(self) -> str:
        count = len(self.problems)
        lines = [f"{self.source}: {count} problem{'s' if count != 1 else ''}", ""]
        for problem in self.problems[:MOST_SHOWN]:
            place = f"{self.source}:{problem.line}: " if problem.line else ""
            lines += [f"  {place}{problem.where}", f"    {problem.what}"]
            if problem.help:
                lines.append(f"    {problem.help}")
            lines.append("")
        if count > MOST_SHOWN:
            lines.append(f"  and {count - MOST_SHOWN} more, listed by the error's `problems`")
        return "\n".join(lines).rstrip()


class UnknownName(ModelError, KeyError):
    """There is nothing of this name: no such channel, metric or path."""


class WrongArgument(ModelError, TypeError):
    """A function was called with what it does not take: of another type, under another name, too much or too little."""


class NumericalError(JounceError):
    """The numbers failed: says when, which coordinate and which element; the run so far is kept."""

    exit_code = NUMERICAL_FAILURE

    def __init__(self, message: str, partial: object = None):
        super().__init__(message)
        self.partial = partial


class SetupError(JounceError):
    """Something this machine lacks: a folder that cannot be written, a package that is not there."""

    exit_code = BAD_ENVIRONMENT


class DoubtfulResult(UserWarning):
    """A run came to its end, and its verdict says that its numbers may not be trusted: which, by how much and why."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """' Did you mean ...?' when something close exists, else nothing.

    A dotted name is also meant by its end, right or nearly right, or by its beginning: `yaw_rate` or `yawrate` for
    `vehicle.yaw_rate`, `steering` for `steering.wheel_angle`.
    """
    names = [str(name) for name in known]
    close = _with_end(word, names) or get_close_matches(str(word), names, n=1) or _with_end_close_to(word, names)
    close = close or [name for name in names if name.startswith(f"{word}.")]
    if not close:
        return ""
    *others, last = (f"'{name}'" for name in close[:MOST_MEANT])
    return f" Did you mean {', '.join(others)} or {last}?" if others else f" Did you mean {last}?"


def _with_end(word: str, names: list[str]) -> list[str]:
    return [name for name in names if name.endswith(f".{word}")] if word else []


def _with_end_close_to(word: str, names: list[str]) -> list[str]:
    """Names whose last words are close to the word, which has as many of them."""
    depth = str(word).count(".") + 1
    ends = {".".join(name.split(".")[-depth:]) for name in names if name.count(".") >= depth}
    return [name for end in get_close_matches(str(word), sorted(ends), n=1) for name in _with_end(end, names)]


def shown_in_message(value: object) -> str:
    """A user's value in a message: escaped, and not longer than a line."""
    try:
        text = repr(value)
    except ValueError:  # a whole number with thousands of digits
        return "the number"
    return text if len(text) <= 60 else f"{text[:50]}...{text[-5:]}"
