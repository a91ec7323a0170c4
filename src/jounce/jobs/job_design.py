"""The table [design] of a job file: which variants of the car are run, and which metrics are wanted of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.jobs.job import JobDesign
from jounce.studies import Study
from jounce.studies.many.designs.read_design import KEYS, read_design
from jounce.studies.many.designs.varied_number import VariedNumbers
from jounce.studies.many.metric_columns import undeclared_metrics

DESIGN = {  # key -> what it holds
    **KEYS,
    "metrics": "list of names: which metrics of the study the table has; all where it is left out",
    "values": "table: for each varied path a list of values, a range or a distribution",
    "file": "CSV file in place of values: a column for each path with its unit, a row for each variant",
}


def read_job_design(
    table: Mapping[str, Any],
    folder: Path,
    subject: Any,
    study: Study,
    settings: Mapping[str, Any],
    problems: list[Problem],
) -> JobDesign | None:
    """The design, or None where something is wrong. Metrics that no car can have are refused here; nothing runs."""
    before = len(problems)
    for key in (key for key in table if key not in DESIGN):
        what = f"key '{key}' is not known here.{did_you_mean(key, DESIGN)}"
        problems.append(Problem(f"design.{key}", what, f"keys: {', '.join(DESIGN)}"))
    metrics = table.get("metrics")
    if metrics is not None and not (isinstance(metrics, list) and all(isinstance(name, str) for name in metrics)):
        what = f"{shown_in_message(metrics)} is no list of names"
        problems.append(Problem("design.metrics", what, f'metrics = ["{next(iter(study.metrics), "")}"]'))
    elif metrics is not None:
        problems += [replace(problem, where="design.metrics") for problem in undeclared_metrics(study, metrics)]
    if ("values" in table) == ("file" in table):
        problems.append(Problem("design", "needs either values or a file", "[design.values] with the varied paths"))
        return None
    values = str(folder / str(table["file"])) if "file" in table else table["values"]
    about = {key: value for key, value in table.items() if key in KEYS}
    found: list[Problem] = []
    design = None
    try:
        design = read_design(values, about, VariedNumbers(subject, study), found, units_needed=True)
    except ModelError as error:
        found += error.problems
    for problem in found:
        where = problem.where if problem.where.partition(".")[0] in DESIGN else f"values.{problem.where}"
        problems.append(replace(problem, where=f"design.{where}", line=None))
    if len(problems) > before or design is None:
        return None
    return JobDesign(design=design, metrics=None if metrics is None else tuple(metrics), settings=settings)
