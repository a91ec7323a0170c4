"""Metric columns of a design's table: which metrics a study has, by name, before its variants run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.studies import run as run_study
from jounce.studies.study import Study, define_metric


@dataclass(frozen=True, slots=True)
class MetricColumn:
    """A metric with its unit and definition."""

    name: str
    unit: str
    definition: str


def find_metric_columns(subject: Any, study: Study, wanted: Iterable[str] | None) -> tuple[MetricColumn, ...]:
    """Returns the wanted metrics, or all that the study has; all that do not exist are refused at once.

    Some studies name metrics after places of the car, such as `front_left.camber`. Which there are shows with the car
    as it is, so it is run once where such a metric is wanted.
    """
    declared = {name for name in study.metrics if "{" not in name}
    named = None if wanted is None else list(dict.fromkeys([wanted] if isinstance(wanted, str) else wanted))
    names = [*study.metrics] if named is None else named
    if not declared.issuperset(names) and len(declared) < len(study.metrics):
        found = [*run_study(subject, study).metrics]
        places = [name for name in found if name not in declared]
        known = [*(name for name in study.metrics if name in declared), *places]
    else:
        known = [name for name in study.metrics if name in declared]
    chosen = known if named is None else named
    problems = [
        Problem(f"metrics.{name}", f"{study.name} has no such metric.{did_you_mean(name, known)}", metric_hint(known))
        for name in chosen
        if name not in known
    ]
    if named == []:
        problems.append(Problem("metrics", "no metric is named", metric_hint(known)))
    if problems:
        raise ModelError(study.name, problems)
    return tuple(MetricColumn(name, *define_metric(study.metrics, name)[:2]) for name in chosen)


def undeclared_metrics(study: Study, wanted: Iterable[str]) -> list[Problem]:
    """Returns metrics that the study cannot have, whatever the car: known without running anything."""
    found = []
    for name in wanted:
        try:
            define_metric(study.metrics, name)
        except KeyError:
            what = f"{study.name} has no metric '{name}'.{did_you_mean(name, study.metrics)}"
            found.append(Problem(f"metrics.{name}", what, metric_hint([*study.metrics])))
    return found


def metric_hint(known: list[str]) -> str:
    """Returns some of the names that there are."""
    more = f" and {len(known) - 12} more" if len(known) > 12 else ""
    return f"metrics: {', '.join(known[:12])}{more}"
