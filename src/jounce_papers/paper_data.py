"""The data of the papers: works, capabilities with their state, headline numbers, misprints; one file, read once."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

WORKS, PARTLY, OPEN = "works", "partly", "open"
STATES = (WORKS, PARTLY, OPEN)
SEVERITIES = {"A": "changes results", "B": "confuses counts or names", "C": "cosmetic", "-": "a remark"}


@dataclass(frozen=True, kw_only=True)
class Paper:
    name: str
    authors: str
    title: str
    year: str
    cited: str  # as docs/theory/sources.md has it
    about: str
    gives_not: str  # what one needs to repeat its figures and it does not say

    @property
    def heading(self) -> str:
        return f"{self.authors} {self.year}".strip()


@dataclass(frozen=True, kw_only=True)
class CapabilityRow:
    """One thing that a paper describes, and whether it is there."""

    number: int
    chapter: str
    paper: str
    place: str
    what: str
    state: str  # one of STATES
    proof: tuple[str, ...]  # "tests/...py::test_...", "docs/...md", "jounce ..."
    missing: str  # what is not there; "" where all is


@dataclass(frozen=True, kw_only=True)
class HeadlineNumber:
    """A number that a paper is known by, and where ours stands."""

    paper: str
    place: str
    what: str
    number: str
    entry: str  # of the gallery
    finding: str  # of that entry; "" where it has no counterpart, and `remark` says why
    remark: str


@dataclass(frozen=True, kw_only=True)
class Misprint:
    number: str  # "E-01"
    paper: str
    place: str
    wrong: str
    reading: str  # what is meant
    severity: str  # one of SEVERITIES


@dataclass(frozen=True, kw_only=True)
class PaperData:
    papers: tuple[Paper, ...]
    rows: tuple[CapabilityRow, ...]
    numbers: tuple[HeadlineNumber, ...]
    misprints: tuple[Misprint, ...]

    def paper(self, name: str) -> Paper:
        return next(paper for paper in self.papers if paper.name == name)

    def row(self, number: int) -> CapabilityRow:
        return self.rows[number - 1]


@cache
def paper_data() -> PaperData:
    """All of it."""
    text = files("jounce_papers").joinpath("papers.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    chapters: dict[str, str] = found["chapters"]
    return PaperData(
        papers=tuple(Paper(name=name, **about) for name, about in found["papers"].items()),
        rows=tuple(_row(each, chapters) for each in found["rows"]),
        numbers=tuple(HeadlineNumber(**({"finding": "", "remark": ""} | each)) for each in found["numbers"]),
        misprints=tuple(Misprint(**each) for each in found["misprints"]),
    )


def _row(found: dict[str, Any], chapters: dict[str, str]) -> CapabilityRow:
    about = {"missing": "", **found, "chapter": chapters[found["chapter"]], "proof": tuple(found["proof"])}
    return CapabilityRow(**about)
