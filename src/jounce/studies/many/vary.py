"""Vary a car: many variants of it through one study, as a table with a row for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jounce.errors import ModelError, Problem, shown_in_message
from jounce.input_files import note_input_files, read_named_files
from jounce.model.provenance import provenance_record
from jounce.studies import Study, find_study
from jounce.studies.many.designs.design import Design
from jounce.studies.many.designs.read_design import read_design
from jounce.studies.many.designs.varied_number import VariedNumbers
from jounce.studies.many.kept_design import CSV, HISTORIES, PARQUET, keep_design
from jounce.studies.many.metric_columns import MetricColumn, find_metric_columns
from jounce.studies.many.processes import cores, execute_on_cores
from jounce.studies.many.run_design import OnProgress, run_design
from jounce.studies.many.variant import Histories, VariantTask
from jounce.studies.many.variant_frame import require_pandas, variant_frame

if TYPE_CHECKING:
    import pandas

MOST_WORKERS = 1024
PLACE = "variants"  # how files begin in the folder of kept rows


def vary(
    car: Any,
    values: Mapping[str, Any] | str | Path,
    study: str | Study,
    *,
    metrics: Iterable[str] | None = None,
    design: str | Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    histories: str | None = None,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
    **settings: Any,
) -> pandas.DataFrame:
    """Puts many variants of a car through a study: a table with a row for each variant.

        vary(car, {"axles.front.spring.law.slope": ["15 N/mm", "18 N/mm"]}, "step-steer", duration="3 s")

    `values` gives each varied path, or setting as `settings.speed`, a list of values, `{"least", "most", "count"}` or a
    distribution; or it is a CSV file with a column for each path. `design` is a method, such as "grid", or a table with
    `method`, `variants`, `seed` and `correlations`. `workers` processes run at a time, by default one for each core,
    where that is worth their start. Columns are the paths, the metrics by name, `verdict` and `reason`,
    all SI; `table.attrs["units"]` has their units.

    With a folder `out`, rows are kept there as they come, and the same call goes on where an interrupted one was; the
    folder also gets the table as CSV and Parquet. `histories` are channels of each variant, "vehicle.*, *.tyre.Fz",
    that are kept there as well, in one file for each variant.
    """
    require_pandas()
    if workers is not None and not (isinstance(workers, int) and 1 <= workers <= MOST_WORKERS):
        what = shown_in_message(workers)
        raise ModelError("vary", [Problem("workers", what, f"a whole number from 1 to {MOST_WORKERS}")])
    with note_input_files() as files:
        chosen = study_to_vary(study, settings)
        plain = settings or chosen.chosen()
        read_named_files(plain)
    wanted, columns = plan_variants(car, values, chosen, metrics, design)
    if histories is not None and out is None:
        raise ModelError("vary", [Problem("histories", "there is no folder for them", 'out="results"')])
    kept = None if histories is None else Histories(str(Path(str(out)) / HISTORIES), histories)
    names = tuple(column.name for column in columns)
    task = VariantTask(subject=car, study=chosen, metrics=names, histories=kept, files={**files_of_car(car), **files})
    executor = execute_on_cores(workers or cores(), plain)
    if out is not None:
        place = Path(out) / PLACE
        return keep_design(
            PLACE, task, wanted, columns, plain, executor, place, (CSV, PARQUET), on_progress=on_progress
        ).table()
    rows = [row for rows in run_design(task, wanted, executor, on_progress=on_progress) for row in rows]
    return variant_frame(wanted, columns, rows)


def files_of_car(car: Any) -> dict[str, str]:
    """Returns the digests of what was read of a car's own file and of its tyres', by whole path."""
    record = provenance_record(car)
    places = {name: Path(name) if name == record.file else Path(record.file).parent / name for name in record.digests}
    return {str(place.resolve()): record.digests[name] for name, place in places.items() if place.is_file()}


def study_to_vary(study: str | Study, settings: Mapping[str, Any]) -> Study:
    """Returns the study as a value."""
    if isinstance(study, Study) and settings:
        what = f"{type(study).__name__} has its settings already"
        raise ModelError("vary", [Problem(", ".join(settings), what, "give them where the study is made")])
    return study if isinstance(study, Study) else find_study(study)(**settings)


def plan_variants(
    car: Any,
    values: Mapping[str, Any] | str | Path,
    study: Study,
    metrics: Iterable[str] | None,
    design: str | Mapping[str, Any] | None,
) -> tuple[Design, tuple[MetricColumn, ...]]:
    """Returns the design and the metrics that are wanted, or everything that is wrong with them."""
    problems: list[Problem] = []
    about = {} if design is None else {"method": design} if isinstance(design, str) else design
    found = read_design(values, about, VariedNumbers(car, study), problems)
    columns: tuple[MetricColumn, ...] = ()
    try:
        columns = find_metric_columns(car, study, metrics)
    except ModelError as error:
        problems += error.problems
    if problems or found is None:
        raise ModelError("vary", problems)
    return found, columns
