"""Metadata of a result: JSON values by name, of which long texts are made only when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any


class Later:
    """A value that is made once, when it is asked for; nothing that it is made of may change until then."""

    def __init__(self, make: Callable[[], Any]):
        self._make = make

    @cached_property
    def value(self) -> Any:
        """Returns the value; None means that there is nothing to say."""
        return self._make()


class Metadata(Mapping[str, object]):
    """Several mappings as one that cannot be written; the last that has a name gives its value.

    A value may be `Later`. One that turns out to be None is not there.
    """

    def __init__(self, *given: Mapping[str, object]):
        self._entries: dict[str, object] = {}
        for mapping in given:
            self._entries |= mapping._entries if isinstance(mapping, Metadata) else mapping

    def __getitem__(self, name: str) -> object:
        found = self._entries[name]
        if not isinstance(found, Later):
            return found
        if found.value is None:
            raise KeyError(name)
        return found.value

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._entries if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self)!r})"
