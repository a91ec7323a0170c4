"""The figures that are checked: which trial and metric, how the check works, and how far both may lie apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """How far both findings of a figure may lie apart, and where that comes from."""

    word: str  # in the table
    why: str  # below it
    share: float = 0.0  # of the larger of both
    apart: float | Callable = 0.0  # in the metric's unit, or (car, sheet) -> this

    def of(self, car, sheet, value: float, own: float) -> float:
        """Returns the limit in the metric's unit; the larger of both parts counts."""
        apart = self.apart(car, sheet) if callable(self.apart) else self.apart
        return max(self.share * max(abs(value), abs(own)), apart)


PROMISED = Limit(
    "0.5 %",
    "what the sheet promises: figures of a run at default accuracy are within 0.5 % of those of short steps",
    share=5e-3,
)
INSTANT = Limit("0.5 %, 1 ms", "the same promise for instants and lags", share=5e-3, apart=1e-3)
EQUAL = Limit("equal", "a count or a verdict")
ROUNDING = Limit("1e-12", "sums of the same numbers: rounding of some hundred terms", share=1e-12)


@dataclass(frozen=True)
class Figure:
    """A figure of the sheet and a function that finds it otherwise."""

    trial: str
    metric: str
    how: str  # in the words of the table
    find: Callable  # (car, sheet) -> number in the metric's unit, or None where this car has none
    limit: Limit


FIGURES: dict[tuple[str, str], Figure] = {}


def figure(trial: str, *metrics: str, how: str, limit: Limit = PROMISED):
    """Registers a function as the check of one metric, or of several whose name it is told."""

    def register(find):
        for metric in metrics:

            def found(car, sheet, metric=metric):
                return find(car, sheet, metric) if len(metrics) > 1 else find(car, sheet)

            FIGURES[trial, metric] = Figure(trial, metric, how, found, limit)
        return find

    return register
