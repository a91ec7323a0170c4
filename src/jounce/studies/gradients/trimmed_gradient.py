"""Gradients of studies that consist of trims: steady circles, linear models, and what is read off them.

Each trim is differentiated by its equations: steps of Newton's method with the slopes at its solution, for a number
that is moved to both sides. The study then reads its metrics off the states as it reads them off any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.model import Vehicle
from jounce.studies.driving.known_starts import follow_starts, record_starts
from jounce.studies.gradients.gradient_paths import GradientPath
from jounce.studies.gradients.metric_values import MetricSlopes, central_slopes, chosen_metrics, in_rows, metric_unit
from jounce.studies.study import Progress, Study

TRIMMED = (
    *("steady-circle", "linear-steer", "understeer-budget", "load-transfer"),
    *("plausibility", "compliance", "pick-up-loads"),
)


def differentiate_trimmed(
    car: Vehicle,
    study: Study,
    names: Sequence[str],
    paths: Sequence[GradientPath],
    channels: Sequence[str],
    on_progress: Progress | None = None,
) -> MetricSlopes:
    """Returns slopes of the metrics of a study that makes no run over time."""
    with record_starts() as known:
        run = study.run(car)

    def read(moved: Any, beside: Study) -> np.ndarray:
        found = beside.run(moved)
        return chosen_metrics({name: metric.value for name, metric in found.metrics.items()}, found, names, study.name)

    values = chosen_metrics({name: metric.value for name, metric in run.metrics.items()}, run, names, study.name)
    sides: list[list[np.ndarray]] = [[], []]
    with follow_starts(known):
        for k, own in enumerate(paths):
            for side, by in zip(sides, (own.step, -own.step), strict=True):
                side.append(read(*own.beside(car, study, by)))
            if on_progress:
                on_progress((k + 1) / len(paths))
    steps = np.array([own.step for own in paths])
    slopes, kinks = central_slopes(values, in_rows(sides[0]), in_rows(sides[1]), steps)
    units = [metric_unit(study, run, name) for name in names]
    return MetricSlopes(run=run, units=units, values=values, slopes=slopes, kinks=kinks)
