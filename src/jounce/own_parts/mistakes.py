"""Mistakes in a user's Python code: one message with the line of his file, and no traceback of ours."""

from __future__ import annotations

import functools
from collections.abc import Callable
from inspect import getsourcelines
from sys import modules
from traceback import extract_tb
from typing import Any

from jounce.errors import JounceError, ModelError, Problem

FUNCTIONS = "formulas use + - * / ** and functions of jounce.graph (sin, select, less, ...), not math, numpy or if"


def file_of_own_code(thing: Any) -> str:
    """The file that a class, a function or a template was written in."""
    thing = getattr(thing, "corner", thing)  # of a template
    code = getattr(thing, "__code__", None)
    if code is not None:
        return str(code.co_filename)
    module = modules.get(getattr(thing, "__module__", ""))
    return str(getattr(module, "__file__", None) or "Python")


def line_of_own_code(thing: Any) -> int | None:
    """The line where a class or a function begins."""
    try:
        return getsourcelines(getattr(thing, "corner", thing))[1] or None
    except (OSError, TypeError):
        return None


def own_mistake(error: BaseException, file: str, where: str, help: str = "") -> ModelError:
    """An exception of the user's code as one message: the last line of his file that led to it."""
    frames = extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    if isinstance(error, SyntaxError) and error.filename == file:
        return ModelError(file, [Problem(where, f"{type(error).__name__}: {error.msg}", help, error.lineno)])
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    last = frames[-1] if frames else None
    if last is not None and last.filename != file and lines:
        what += f" (in {last.filename}, line {last.lineno})"
    return ModelError(file, [Problem(where, what, help, lines[-1] if lines else None)])


def guard_own_code(function: Callable[..., Any], file: str, where: str, help: str = FUNCTIONS) -> Callable[..., Any]:
    """The function, whose mistakes become messages."""

    @functools.wraps(function)
    def guarded(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except JounceError:
            raise
        except Exception as error:
            raise own_mistake(error, file, where, help) from error

    return guarded
