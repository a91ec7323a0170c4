"""Runs of one manoeuvre on rigid and on flexible shafts, as one result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from jounce.results import Result, Verdict
from jounce.results.result import combine_runs
from jounce.studies.study import Progress

WORST = ("constraint_gap", "velocity_gap", "energy_balance", "energy_change")  # of all runs, the largest is kept


def shaft_runs_side_by_side(runs: Mapping[str, Result]) -> Result:
    """Returns several runs over the same time as one result, each channel behind the name of its run."""
    return combine_runs(lambda each: _side_by_side(dict(zip(runs, each, strict=True))), list(runs.values()))


def _side_by_side(runs: Mapping[str, Result]) -> Result:
    """Returns the same of the rows that they have."""
    first = next(iter(runs.values()))
    channels = tuple(replace(c, name=f"{word}.{c.name}") for word, run in runs.items() for c in run.channels)
    worst = {key: max(float(run.metadata[key]) for run in runs.values()) for key in WORST}  # type: ignore[arg-type]
    took = {"wall_time": sum(run.wall_time for run in runs.values())}
    notes = {word: list(run.metadata.get("notes", ())) for word, run in runs.items()}  # type: ignore[call-overload]
    return replace(
        first,
        channels=channels,
        numbers=np.column_stack([run.numbers for run in runs.values()]),
        metadata=dict(first.metadata) | worst | took | {"notes": _notes_by_run(notes)},
        verdict=Verdict.of_runs(run.verdict for run in runs.values()),
    )


def _notes_by_run(notes: Mapping[str, Sequence[str]]) -> list[str]:
    """Returns what all runs say once, and the rest with the shafts of its run."""
    first, *others = notes.values()
    shared = [note for note in first if all(note in other for other in others)]
    own = [f"{word} shafts: {note}" for word, said in notes.items() for note in said if note not in shared]
    return [*shared, *dict.fromkeys(own)]


def shaft_run_progress(on_progress: Progress | None, part: int, of: int) -> Progress | None:
    """Returns the progress of one run out of several."""
    return on_progress and (lambda done: on_progress((part + done) / of))
