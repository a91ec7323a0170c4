"""Where a formula comes from, as data: reports and docs print it, nobody reads it out of a docstring."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Citation:
    """A work by author and year, as docs/theory/sources.md lists it, and the place in it."""

    work: str
    place: str = ""

    def __str__(self) -> str:
        return f"{self.work}, {self.place}" if self.place else self.work


Source = Citation | tuple[Citation, ...]  # what a kind declares as `source`
BY_DEFINITION: Source = ()  # of a kind that only names something: there is no formula to look up


def cited_works_of(source: Source) -> str:
    """The works in one line; empty where there is nothing to cite."""
    return "; ".join(map(str, source if isinstance(source, tuple) else (source,)))
