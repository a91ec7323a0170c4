"""Vary a car: many variants of it through one study, as a table with a row for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem
from jounce.input_files import note_input_files, read_named_files
from jounce.model.provenance import provenance_record
from jounce.outdated import take_old_order
from jounce.progress import ProgressBar, Report, report_progress
from jounce.studies import Study, find_study
from jounce.studies.many.designs.design import Design
from jounce.studies.many.designs.read_design import read_design
from jounce.studies.many.designs.varied_number import VariedNumbers
from jounce.studies.many.kept_design import CSV, HISTORIES, PARQUET, keep_design
from jounce.studies.many.metric_columns import MetricColumn, find_metric_columns
from jounce.studies.many.processes import execute_on_cores
from jounce.studies.many.run_design import OnProgress, run_design
from jounce.studies.many.variant import Histories, VariantTask
from jounce.studies.many.variant_files import has_parquet
from jounce.studies.many.variants import Variants, variants_of_rows
from jounce.studies.old_orders import ReportOfDesign, take_old_vary
from jounce.studies.study import Progress
from jounce.workers import count_workers

PLACE = "variants"  # how files begin in the folder of kept rows


@take_old_order(take_old_vary)
@check_arguments
def vary(
    car: Any,
    study: str | Study,
    values: Mapping[str, Any] | str | Path,
    *,
    metrics: str | Iterable[str] | None = None,
    design: str | Mapping[str, Any] | None = None,
    seed: int | None = None,
    out: str | Path | None = None,
    histories: str | None = None,
    workers: int | None = None,
    progress: bool | Progress = False,
    **settings: Any,
) -> Variants:
    """Put many variants of a car through a study: a table with a row for each variant.

        vary(car, "step-steer", {"axles.front.spring.law.slope": ["15 N/mm", "18 N/mm"]}, duration="3 s")

    `values` gives each varied path, or setting as `settings.speed`, a list of values, `{"least", "most", "count"}` or a
    distribution; or it is a CSV file with a column for each path. `design` is a method, such as "grid", or a table with
    `method`, `variants`, `seed` and `correlations`; `seed` decides all that is drawn, also what the study draws.
    `workers` processes run at a time, by default one for each core, where that is worth their start. `progress=True`
    draws a bar; a function is called with the share that is done. Columns are the paths, the metrics by name,
    `verdict` and `reason`, all SI; `table.units` has their units, and `table.to_pandas()` is a frame of pandas.

    With a folder `out`, rows are kept there as they come, and the same call goes on where an interrupted one was; the
    folder also gets the table as CSV and Parquet. `histories` are channels of each variant, "vehicle.*, *.tyre.Fz",
    that are kept there as well, in one file for each variant.
    """
    count = count_workers("vary", workers)
    settings |= _seed_of_study(study, seed)
    with note_input_files() as files:
        chosen = study_to_vary(study, settings)
        plain = settings or chosen.chosen()
        read_named_files(plain)
    wanted, columns = plan_variants(car, values, chosen, metrics, _with_seed(design, seed))
    if histories is not None and out is None:
        raise ModelError("vary", [Problem("histories", "there is no folder for them", 'out="results"')])
    kept = None if histories is None else Histories(str(Path(str(out)) / HISTORIES), histories)
    names = tuple(column.name for column in columns)
    task = VariantTask(subject=car, study=chosen, metrics=names, histories=kept, files={**files_of_car(car), **files})
    executor = execute_on_cores(count, plain)
    with report_progress(progress, f"{wanted.count} variants") as report:
        tell = report_of_design(report)
        if out is not None:
            place, tables = Path(out) / PLACE, (CSV, PARQUET) if has_parquet() else (CSV,)
            return keep_design(PLACE, task, wanted, columns, plain, executor, place, tables, on_progress=tell).table()
        rows = [row for rows in run_design(task, wanted, executor, on_progress=tell) for row in rows]
    return variants_of_rows(wanted, columns, rows)


def report_of_design(report: Report | None) -> OnProgress | None:
    """Tells how a design reports: a bar also shows how many cars are done, and how many in a second."""
    if report is None or isinstance(report, ReportOfDesign):
        return report
    if isinstance(report, ProgressBar):
        return lambda now: report(now.share, str(now))
    return lambda now: report(now.share)


def _with_seed(design: Any, seed: int | None) -> Any:
    """The design with the seed of the call."""
    if seed is None:
        return design
    about = {} if design is None else {"method": design} if isinstance(design, str) else dict(design)
    return {"seed": seed} | about


def _seed_of_study(study: Any, seed: int | None) -> dict[str, Any]:
    """The seed as a setting of a study that draws something."""
    if seed is None or isinstance(study, Study):
        return {}
    return {"seed": seed} if "seed" in find_study(study).settings else {}


def files_of_car(car: Any) -> dict[str, str]:
    """Returns the digests of what was read of a car's own file and of its tyres', by whole path."""
    record = provenance_record(car)
    places = {name: Path(name) if name == record.file else Path(record.file).parent / name for name in record.digests}
    return {str(place.resolve()): record.digests[name] for name, place in places.items() if place.is_file()}


def study_to_vary(study: str | Study, settings: Mapping[str, Any], verb: str = "vary") -> Study:
    """The study as a value."""
    if isinstance(study, Study) and settings:
        what = f"{type(study).__name__} has its settings already"
        raise ModelError(verb, [Problem(", ".join(settings), what, "give them where the study is made")])
    return study if isinstance(study, Study) else find_study(study)(**settings)


def plan_variants(
    car: Any,
    values: Mapping[str, Any] | str | Path,
    study: Study,
    metrics: str | Iterable[str] | None,
    design: str | Mapping[str, Any] | None,
    units_needed: bool = False,
) -> tuple[Design, tuple[MetricColumn, ...]]:
    """Returns the design and the metrics that are wanted, or everything that is wrong with them."""
    problems: list[Problem] = []
    about = {} if design is None else {"method": design} if isinstance(design, str) else design
    found = read_design(values, about, VariedNumbers(car, study), problems, units_needed)
    columns: tuple[MetricColumn, ...] = ()
    try:
        columns = find_metric_columns(car, study, metrics)
    except ModelError as error:
        problems += error.problems
    if problems or found is None:
        raise ModelError("vary", problems)
    return found, columns
