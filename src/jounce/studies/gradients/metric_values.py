"""Values of metrics at a car and beside it, and their slopes: central differences of what is known to first order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.results import Result
from jounce.studies.many.metric_columns import metric_hint
from jounce.studies.study import Study, define_metric

FINAL = "final "  # in front of a channel: its value at the end of the run
KINKED = 0.02  # share by which slopes to both sides may differ: a smooth metric's differ by the step's size
UNSEEN = 3e-8  # of a metric, by one step: a difference of slopes that changes it by a thousandth of what the step is


@dataclass(frozen=True, kw_only=True)
class MetricSlopes:
    """Metrics by name order, and their slopes [metric, path]; kinks are flagged."""

    run: Result
    units: Sequence[str]
    values: np.ndarray
    slopes: np.ndarray
    kinks: np.ndarray
    notes: Sequence[str] = ()
    histories: dict[str, np.ndarray] = field(default_factory=dict)


def central_slopes(
    values: np.ndarray, ahead: np.ndarray, back: np.ndarray, steps: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Returns slopes from values at one step to both sides, [metric, path], and whether the two sides disagree."""
    middle = values[:, None]
    slopes = (ahead - back) / (2.0 * steps)
    uneven = np.abs((ahead - middle) - (middle - back))
    kinks = uneven > KINKED * np.abs(ahead - back) + UNSEEN * np.abs(middle) + np.finfo(float).tiny
    return slopes, kinks | ~np.isfinite(slopes)


def chosen_metrics(found: Mapping[str, float], run: Result, names: Sequence[str], study: str) -> np.ndarray:
    """Returns the metrics that are wanted, as numbers; those that this run does not give are refused at once."""
    problems, numbers = [], []
    for name in names:
        if (channel := name.removeprefix(FINAL)) != name and channel in run:
            numbers.append(float(run[channel][-1]))
        elif name in found and np.isfinite(found[name]):
            numbers.append(float(found[name]))
        else:
            what = f"{study} gives no such metric for this car and these settings"
            problems.append(Problem(f"metrics.{name}", what, metric_hint(list(found))))
    if problems:
        raise ModelError("gradient", problems)
    return np.array(numbers)


def metric_unit(study: Study, run: Result, name: str) -> str:
    """Returns the unit of a metric of the study, or of a channel at the end of its run."""
    return run.units[name.removeprefix(FINAL)] if name.startswith(FINAL) else define_metric(study.metrics, name)[0]


@dataclass(frozen=True, eq=False, kw_only=True)
class NotedResult(Result):
    """A result that notes which channels are read."""

    noted: set[str] = field(default_factory=set)

    def _columns(self, names: Sequence[str]) -> list[int]:
        self.noted.update(names)
        return super()._columns(names)


def noted_result(run: Result) -> NotedResult:
    """Returns the same result, noting."""
    return NotedResult(**{name: getattr(run, name) for name in run.__dataclass_fields__})


def in_rows(rows: Iterable[np.ndarray]) -> np.ndarray:
    """Returns numbers of metrics, one array for each path, as [metric, path]."""
    return np.array(list(rows)).T
