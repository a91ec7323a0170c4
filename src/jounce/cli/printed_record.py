"""The record of a saved run as `jounce info RUN` prints it: what the run was made from, and whether to trust it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from jounce.cli.printed_tables import align_printed_columns

if TYPE_CHECKING:
    from jounce.results import Result, UsedSetting

DIGITS = 16  # of a digest: enough to tell files apart by eye
LONGEST_VALUE = 40  # columns of a setting that stands beside its meaning


def printed_record(result: Result) -> str:
    """Model, files with their digests, changed values with old and new, settings, versions, verdict and notes."""
    from jounce.views.wording import wording_of_title, wording_of_value

    record, about = result.record, result.metadata
    size = f"{result.time.size} sample{'s' if result.time.size > 1 else ''} of {len(result.channels)} channels"
    head = [("name", record.name), ("file", record.file), ("date", record.date), ("result", size)]
    head += [("versions", ", ".join(f"{name} {version}" for name, version in record.versions.items()))]
    head += [("integrator", str(about.get("integrator", ""))), ("run", record.digest[:DIGITS])]
    changes = [
        (c.path, wording_of_value(c.old, c.unit, c.shown), "->", wording_of_value(c.new, c.unit, c.shown))
        for c in record.changes
    ]
    settings = [(s, wording_of_value(s.value, s.unit, s.shown)) for s in record.settings]
    short = [(s.name, text, s.meaning) for s, text in settings if len(text) <= LONGEST_VALUE]
    long = [s for s, text in settings if len(text) > LONGEST_VALUE]
    checks = [(check.name, f"{check.state}: {check.finding()}") for check in result.verdict.checks]
    parts = [
        f"{wording_of_title(result)}\n{align_printed_columns([row for row in head if row[1]], numbers=0)}",
        _part("sha256 of files:", [(name, digest[:DIGITS]) for name, digest in record.digests.items()]),
        _part("changed values:", changes) or ("no value was changed" if record.file else ""),
        _part("settings:", short),
        *(_part(f"{s.name}, {s.meaning}:".replace(", :", ":"), _items(s)) for s in long),
        _part("checks:", checks),
        _part("notes:", [(str(note),) for note in _notes(result)]),
    ]
    return "\n\n".join(part for part in parts if part)


def json_of_record(result: Result) -> dict[str, Any]:
    """Returns the same for programs; numbers in SI."""
    from jounce.cli.command_results import command_json_of_verdict
    from jounce.results.run_record import to_json

    about = result.metadata
    return {
        "kind": "run",
        "model": about.get("model", ""),
        "study": about.get("study_name", ""),
        "status": about.get("status", "finished"),
        "samples": result.time.size,
        "channels": len(result.channels),
        "record": to_json(result.record),
        "metrics": {name: metric.to_json() for name, metric in result.metrics.items()},
        "verdict": command_json_of_verdict(result),
        "notes": list(_notes(result)),
    }


def _notes(result: Result) -> Iterable[Any]:
    notes: Any = result.metadata.get("notes", [])
    return notes


def _items(setting: UsedSetting) -> list[tuple[str]]:
    """A line for each entry of a long setting, such as the phases of a script."""
    from jounce.views.wording import wording_of_value

    entries = setting.value if isinstance(setting.value, list | tuple) else [setting.value]
    return [(wording_of_value(entry, setting.unit, setting.shown),) for entry in entries]


def _part(heading: str, rows: Sequence[Sequence[str]]) -> str:
    return f"{heading}\n{align_printed_columns(rows, numbers=0)}" if rows else ""
