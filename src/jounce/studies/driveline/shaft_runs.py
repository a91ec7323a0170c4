"""Runs of one manoeuvre on rigid and on flexible shafts, as one result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from jounce.results import Result, Verdict
from jounce.results.result import combine_runs
from jounce.studies.study import Progress

WORST = ("constraint_gap", "velocity_gap", "energy_balance", "energy_change")  # of all runs, the largest is kept


def shaft_runs_side_by_side(runs: Mapping[str, Result]) -> Result:
    """Several runs over the same time as one result, each channel behind the name of its run."""
    return combine_runs(lambda each: _side_by_side(dict(zip(runs, each, strict=True))), list(runs.values()))


def _side_by_side(runs: Mapping[str, Result]) -> Result:
    """The same of the rows that they have."""
    first = next(iter(runs.values()))
    channels = tuple(replace(c, name=f"{word}.{c.name}") for word, run in runs.items() for c in run.channels)
    worst = {key: max(float(run.metadata[key]) for run in runs.values()) for key in WORST}  # type: ignore[arg-type]
    took = {"wall_time": sum(run.wall_time for run in runs.values())}
    notes = [note for run in runs.values() for note in run.metadata.get("notes", [])]  # type: ignore[attr-defined]
    return replace(
        first,
        channels=channels,
        numbers=np.column_stack([run.numbers for run in runs.values()]),
        metadata=dict(first.metadata) | worst | took | {"notes": list(dict.fromkeys(notes))},
        verdict=Verdict.of_runs(run.verdict for run in runs.values()),
    )


def shaft_run_progress(on_progress: Progress | None, part: int, of: int) -> Progress | None:
    """The progress of one run out of several."""
    return on_progress and (lambda done: on_progress((part + done) / of))
