"""The record of a run: what it was made from, its verdict (whether its numbers can be trusted), and its metadata.

Metadata are JSON values by name, of which long texts are made only when somebody asks for them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from math import inf, isfinite
from typing import Any

from jounce.units import Plain

PASSED, DOUBTFUL, FAILED = "passed", "doubtful", "failed"


@dataclass(frozen=True, slots=True)
class Change:
    """A value of the model that differs from its file."""

    path: str  # "axles.front.spring.law.stiffness"
    old: float | str | None  # SI number or word; None where the file has no such value
    new: float | str | None
    unit: str = ""  # SI
    shown: str = ""  # unit in which people read it; without one, the usual one


@dataclass(frozen=True, slots=True)
class UsedSetting:
    """A setting of a study as the run used it, given or by default."""

    name: str
    value: Any  # a JSON value; numbers in SI
    unit: str = ""  # SI; "" for words and counts
    meaning: str = ""
    shown: str = ""  # unit in which people read it; without one, the usual one
    is_found: bool = False  # the study or the run found it; nobody gave it


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Record:
    """What a run was made from: enough to make it again."""

    file: str = ""  # model file or library name, as the user wrote it
    digests: Mapping[str, str] = field(default_factory=dict)  # file -> sha256, of the model and of its tyres
    changes: tuple[Change, ...] = ()  # in the order of the paths
    study: str = ""  # "step-steer"; "" for a plain simulation
    settings: tuple[UsedSetting, ...] = ()
    date: str = ""  # ISO 8601 with its offset from UTC, when the run began
    versions: Mapping[str, str] = field(default_factory=dict)  # jounce, python, numpy, ...
    name: str = ""  # that the user gave the run
    digest: str = ""  # of all that decides the run: two runs of one digest are the same

    def __repr__(self) -> str:
        """Returns the car, the study, and how much of it is not as in the file."""
        of = ", ".join(filter(None, (self.file, self.study))) or "run"
        values = f"{len(self.changes)} changed value{'' if len(self.changes) == 1 else 's'}"
        return f"<Record {of}: {values}, {len(self.settings)} settings; run {self.digest[:16] or 'without digest'}>"

    def with_digest(self, model_hash: str, first_row: bytes) -> Record:
        """Returns the record with the digest of files, changes, study, settings, model and start; not of the date."""
        files: list[Any] = sorted(self.digests.items()) or [self.file]
        changes = [(c.path, c.old, c.new) for c in self.changes]
        settings = [(s.name, s.value) for s in self.settings]
        told = json.dumps([files, changes, self.study, settings, model_hash], default=str)
        return replace(self, digest=hashlib.sha256(told.encode() + first_row).hexdigest())

    @staticmethod
    def from_json(found: Mapping[str, Any]) -> Record:
        """Returns the record that `asdict` made JSON of."""
        changes = tuple(Change(**change) for change in found["changes"])
        settings = tuple(UsedSetting(**setting) for setting in found["settings"])
        return Record(**{**found, "changes": changes, "settings": settings})


@dataclass(frozen=True, slots=True)
class VerdictCheck:
    """One measure of how far a run can be trusted: small is good."""

    name: str  # "energy balance"
    value: float
    unit: str
    doubtful_above: float
    failed_above: float
    definition: str

    @property
    def state(self) -> str:
        """Returns the state; a value that is not a number has failed."""
        if not self.value <= self.failed_above:
            return FAILED
        return DOUBTFUL if self.value > self.doubtful_above else PASSED

    def beyond(self) -> float:
        """Returns its value divided by its limit; without a limit or a value, whatever is not finite is worst."""
        share = self.value / self.doubtful_above if self.doubtful_above else self.value
        return share if isfinite(share) else inf

    def sentence(self) -> str:
        """Returns its name, its value and the limit that it keeps or exceeds."""
        return f"{self.name} {self.finding()}"

    def finding(self) -> str:
        """Returns its value and the limit that it keeps or exceeds."""
        unit = "" if self.unit == "1" else f" {self.unit}"
        limit = self.failed_above if self.state == FAILED else self.doubtful_above
        word = "within" if self.state == PASSED else "above"
        return f"{Plain(self.value):.3g}{unit}, {word} the limit of {Plain(limit):.3g}{unit} ({self.definition})"


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """All checks of a run."""

    checks: tuple[VerdictCheck, ...] = ()

    def __repr__(self) -> str:
        """Tells whether the run can be trusted, and each check with its limit."""
        found = "; ".join(f"{c.name} {c.state}, {c.value:.3g} of at most {c.doubtful_above:.3g}" for c in self.checks)
        return f"<Verdict {self.state or 'nothing checked'}{': ' if found else ''}{found}>"

    @property
    def state(self) -> str:
        """Returns the state of the worst check; "" where nothing was checked."""
        found = {check.state for check in self.checks}
        return next((state for state in (FAILED, DOUBTFUL, PASSED) if state in found), "")

    @staticmethod
    def of_runs(verdicts: Iterable[Verdict]) -> Verdict:
        """Gives the verdict on several runs: of the checks of one name, the one that went furthest beyond its limit."""
        worst: dict[str, VerdictCheck] = {}
        for check in (check for verdict in verdicts for check in verdict.checks):
            known = worst.get(check.name)
            if known is None or check.beyond() > known.beyond():
                worst[check.name] = check
        return Verdict(tuple(worst.values()))

    def without(self, names: Container[str]) -> Verdict:
        """Returns the verdict without the checks of these names."""
        return Verdict(tuple(check for check in self.checks if check.name not in names))

    def notes(self) -> list[str]:
        """Returns a sentence for every check that did not pass."""
        return [check.sentence() for check in self.checks if check.state != PASSED]

    def warnings(self) -> list[str]:
        """Returns the same sentences behind the state of each check: "doubtful: ...", "failed: ..."."""
        return [f"{check.state}: {check.sentence()}" for check in self.checks if check.state != PASSED]

    def in_short(self) -> str:
        """Returns its state with the names of the checks that did not pass; "" where all did."""
        names = [check.name for check in self.checks if check.state != PASSED]
        return f"{self.state}: {', '.join(names)}" if names else ""

    @staticmethod
    def from_json(found: Mapping[str, Any]) -> Verdict:
        """Returns the verdict that `asdict` made JSON of."""
        return Verdict(tuple(VerdictCheck(**check) for check in found["checks"]))


def to_json(value: Record | Verdict) -> dict[str, Any]:
    """Returns the record as plain JSON values."""
    return asdict(value)


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
