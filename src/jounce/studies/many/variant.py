"""A variant of a car in a study: what is changed, and the row that comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from jounce.studies.study import Study

UNCHECKED = "unchecked"  # the study finished, and it has no checks of its own
REFUSED = "refused"  # the variant cannot be built, or the study does not fit it
STOPPED = "stopped"  # its numbers gave out


@dataclass(frozen=True, slots=True)
class Variant:
    """One row of a design: its number, counted from 0, and what differs from the car and the study at hand."""

    number: int
    values: Mapping[str, float | bool]  # of the car by path, SI
    settings: Mapping[str, float] = field(default_factory=dict)  # of the study by name, SI


@dataclass(frozen=True, slots=True)
class VariantRow:
    """What became of a variant. It holds nothing that differs from one run of it to the next, such as times."""

    number: int
    metrics: tuple[float, ...]  # in the order of the task's names; nan where the variant has none
    verdict: str  # passed, doubtful or failed by the checks of its run; else one of the words above
    reason: str = ""  # why it was refused, stopped or doubted


@dataclass(frozen=True, kw_only=True)
class VariantTask:
    """What all variants share."""

    subject: Any  # the car, of which each variant changes some values
    study: Study
    metrics: tuple[str, ...]  # that are wanted, by name
    histories: Histories | None = None
    files: Mapping[str, str] = field(default_factory=dict)  # sha256 by whole path, of all files that decide the rows


@dataclass(frozen=True, slots=True)
class Histories:
    """Channels of each variant that are kept as a file."""

    folder: str
    channels: str  # names and patterns with commas between them
