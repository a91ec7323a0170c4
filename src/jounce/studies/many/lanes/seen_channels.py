"""Which channels a study reads of a run: only those are computed for its variants."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import numpy as np

from jounce.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class SeenResult(Result):
    """A result that notes which of its channels are read by name."""

    seen: dict[str, None] = field(default_factory=dict)

    def __getitem__(self, name: str) -> np.ndarray:
        self.seen[name] = None
        return super().__getitem__(name)


def watch_channels_seen(run: Result) -> SeenResult:
    """The same run, from here on noting what is read."""
    return SeenResult(**{each.name: getattr(run, each.name) for each in fields(run)})


def with_channels_seen(run: Result, names: list[str]) -> Result:
    """The run as a lane would give it: these channels and nothing beside them."""
    at = {channel.name: k for k, channel in enumerate(run.channels)}
    columns = [at[name] for name in names]
    return Result(
        time=run.time,
        channels=tuple(run.channels[k] for k in columns),
        numbers=run.numbers[:, columns],
        metadata=run.metadata,
        verdict=run.verdict,
    )
