"""The figures that are checked: which trial and metric, how the check works, and how far both may lie apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure of the sheet and a function that finds it otherwise."""

    trial: str
    metric: str
    how: str  # in the words of the table
    find: Callable  # (car, sheet) -> number in the metric's unit, or None where this car has none
    within: float  # of the larger of both
    apart: float  # in the metric's unit; what is enough of both counts


FIGURES: dict[tuple[str, str], Figure] = {}


def figure(trial: str, *metrics: str, how: str, within: float, apart: float = 0.0):
    """Registers a function as the check of one metric, or of several whose name it is told."""

    def register(find):
        for metric in metrics:

            def found(car, sheet, metric=metric):
                return find(car, sheet, metric) if len(metrics) > 1 else find(car, sheet)

            FIGURES[trial, metric] = Figure(trial, metric, how, found, within, apart)
        return find

    return register
