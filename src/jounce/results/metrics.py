"""The metrics of a run by name: a table in a notebook, names that complete, and a close name where one is not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jounce.errors import Problem, UnknownName, did_you_mean
from jounce.results.channel import Metric

MOST_ROWS = 12  # of the table that stands for them


class Metrics(Mapping[str, Metric]):
    """Metrics by name, in the order of the study; they cannot be changed."""

    __slots__ = ("_found",)

    def __init__(self, found: Mapping[str, Metric]):
        self._found = dict(found)

    def __getitem__(self, name: str) -> Metric:
        if name not in self._found:
            names = list(self._found)
            listed = ", ".join(names[:MOST_ROWS]) + (" ..." if len(names) > MOST_ROWS else "")
            what = f"there is no such metric.{did_you_mean(name, names)}"
            raise UnknownName("metrics", [Problem(str(name), what, f"metrics: {listed or 'none'}")])
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def get(self, name: str, default: Metric | None = None) -> Metric | None:  # type: ignore[override]
        return self._found.get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        """Returns name, number and unit, one metric a line."""
        width = max(map(len, self._found), default=0)
        lines = [f"  {name:{width}}  {metric.in_words()}" for name, metric in list(self._found.items())[:MOST_ROWS]]
        more = [f"  and {len(self) - MOST_ROWS} more"] if len(self) > MOST_ROWS else []
        return "\n".join([f"{len(self)} metric{'' if len(self) == 1 else 's'}", *lines, *more])

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._found)
