"""Uses of the version before: old names and old orders of arguments work once more, and say what to write instead."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

Arguments = tuple[list[Any], dict[str, Any]]  # by place, and by name
Verb = TypeVar("Verb", bound=Callable[..., Any])


class OutdatedUse(DeprecationWarning):
    """Warns of a name or an order of arguments of the version before, which the next version will not know."""


def warn_outdated(old: str, new: str) -> None:
    """Warns at the line outside jounce that uses the old way."""
    depth, frame = 2, sys._getframe(1)
    while frame.f_back is not None and _is_inside(frame.f_globals.get("__name__", "")):
        depth, frame = depth + 1, frame.f_back
    text = f"{old} is of the version before, and the next one will not know it: write {new}"
    warnings.warn(text, OutdatedUse, stacklevel=depth)


def _is_inside(module: str) -> bool:
    return module.partition(".")[0] in ("jounce", "contextlib", "importlib")


def take_old_words(words: Mapping[str, str]) -> Callable[[Verb], Verb]:
    """Gives a function the old words of some arguments: old -> new."""

    def rewrite(places: list[Any], named: dict[str, Any]) -> Arguments:
        for old in [word for word in words if word in named]:
            warn_outdated(f"{old}=", f"{words[old]}=")
            named[words[old]] = named.pop(old)
        return places, named

    return take_old_order(rewrite)


def take_old_order(rewrite: Callable[[list[Any], dict[str, Any]], Arguments]) -> Callable[[Verb], Verb]:
    """Gives a function an old order of its arguments; `rewrite` recognises it, warns, and returns today's."""

    def of(verb: Verb) -> Verb:
        @wraps(verb)
        def with_old_order(*places: Any, **named: Any) -> Any:
            by_place, by_name = rewrite(list(places), named)
            return verb(*by_place, **by_name)

        return with_old_order  # type: ignore[return-value]

    return of
