"""Rows that a run writes, where they are others than those that its figures are read off."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from jounce.results.result import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class WrittenRows:
    """The histories of a run at the times at which its user wants rows."""

    time: np.ndarray  # s
    names: tuple[str, ...]  # of the columns: the channels of the run itself
    values: np.ndarray  # SI, one row per time
    coordinates: Mapping[str, np.ndarray]

    @classmethod
    def of(cls, run: Result) -> WrittenRows:
        """Takes the rows that a result has."""
        return cls(time=run.time, names=tuple(run.keys()), values=run.values, coordinates=run.coordinates)

    def put_into(self, run: Result) -> Result:
        """Returns the run with these rows; between those that it was read at, added channels are interpolated."""
        kept = self.time <= run.time[-1]
        place, time = {name: k for k, name in enumerate(self.names)}, self.time[kept]
        columns = [
            self.values[kept, place[name]] if name in place else np.interp(time, run.time, run[name]) for name in run
        ]
        coordinates = {name: history[kept] for name, history in self.coordinates.items()}
        return replace(run, time=time, values=np.column_stack(columns), coordinates=coordinates, written=None)


def combine_runs(combine: Callable[[Sequence[Result]], Result], runs: Sequence[Result]) -> Result:
    """Returns several runs as one result, whose written rows are combined from theirs."""
    whole = combine(runs)
    if any(run.written is None for run in runs):
        return replace(whole, written=None)
    return replace(whole, written=WrittenRows.of(combine([run.with_written_rows() for run in runs])))
