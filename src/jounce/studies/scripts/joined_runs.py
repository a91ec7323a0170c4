"""Runs that follow each other, joined into one result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.results import Result, Verdict
from jounce.results.read_offs import largest_sample
from jounce.results.result import combine_runs
from jounce.simulation.verdict import energy_verdict

ADDED = ("wall_time", "cpu_time", "steps", "rejected_steps", "evaluations")
LARGEST = ("constraint_gap", "velocity_gap")


def join_runs(runs: Sequence[Result], begins: Sequence[float]) -> Result:
    """One result of runs that begin at these times. Of an instant that two of them have, the later one's row stays."""
    return combine_runs(lambda parts: _join_rows(parts, begins), runs)


def _join_rows(runs: Sequence[Result], begins: Sequence[float]) -> Result:
    """Returns the same of the rows that they have."""
    common = [name for name in runs[0] if all(name in run for run in runs)]  # controllers come and go
    runs = [keep_channels(run, common) for run in runs]
    first, last = runs[0], runs[-1]
    kept = [slice(0, -1)] * (len(runs) - 1) + [slice(None)]
    kept = [rows if run.time.size > 1 else slice(0, 0) for rows, run in zip(kept[:-1], runs, strict=False)] + kept[-1:]
    parts = list(zip(runs, begins, kept, strict=True))
    instants = np.array([channel.kind == "instant" for channel in first.channels], float)
    values = np.concatenate([run.numbers[rows] + begin * instants for run, begin, rows in parts])
    about: dict[str, Any] = dict(first.metadata)
    about |= {key: sum(run.metadata[key] for run in runs) for key in ADDED}  # type: ignore[misc]
    about |= {key: max(run.metadata[key] for run in runs) for key in LARGEST}  # type: ignore[type-var]
    about |= {"status": last.metadata["status"], "notes": _notes(runs), "events": _events(runs, begins)}
    balance = values[:, list(first.units).index("energy.balance")]
    about["energy_balance"] = largest_sample(balance - balance[0])
    about["energy_change"] = max(float(run.metadata["energy_change"]) for run in runs)  # type: ignore[arg-type]
    about["settings"] = {**about["settings"], "duration": float(begins[-1] + last.time[-1])}
    about.pop("ended_by", None)
    worst = Verdict.of_runs(run.verdict for run in runs)  # energy is looked at over all of them
    return replace(
        first,
        time=np.concatenate([begin + run.time[rows] for run, begin, rows in parts]),
        numbers=values,
        coordinates={
            name: np.concatenate([run.coordinates[name][rows] for run, _, rows in parts]) for name in first.coordinates
        },
        metadata=about,
        verdict=Verdict((energy_verdict(first.channels, values), *worst.without({"energy balance"}).checks)),
        end=last.end,
    )


def keep_channels(run: Result, names: Sequence[str]) -> Result:
    """Returns the run with these channels only, in their order."""
    known = {channel.name: channel for channel in run.channels}
    return replace(run, channels=tuple(known[name] for name in names), numbers=run.to_numpy(names))


def _notes(runs: Sequence[Result]) -> list[str]:
    """Returns each note once."""
    return list(dict.fromkeys(note for run in runs for note in run.metadata.get("notes", [])))  # type: ignore[attr-defined]


def _events(runs: Sequence[Result], begins: Sequence[float]) -> list[dict[str, Any]]:
    return [
        {**event, "time": begin + event["time"]}
        for run, begin in zip(runs, begins, strict=True)
        for event in run.metadata.get("events", [])  # type: ignore[attr-defined]
    ]
