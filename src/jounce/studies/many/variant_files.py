"""Files of a design's table: Parquet and CSV, written a group of rows at a time, so that any number of rows fits."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import SetupError
from jounce.results.files import replace_file
from jounce.studies.many.designs.design import Design
from jounce.studies.many.metric_columns import MetricColumn
from jounce.studies.many.variant import VariantRow
from jounce.studies.many.variants import INDEX, REASON, VERDICT, Variants, variants_attributes
from jounce.studies.many.wire import rows_to_wire

GROUP = 10_000  # rows that are in memory at a time
RowsBetween = Callable[[int, int], Sequence[VariantRow]]


def has_parquet() -> bool:
    """Tells whether tables can be written as Parquet here."""
    return find_spec("pyarrow") is not None


def require_parquet() -> None:
    """Found out before anything runs."""
    if not has_parquet():
        raise SetupError('Parquet needs pyarrow: pip install "jounce[pandas]"')


def write_variants_parquet(path: Path, design: Design, metrics: Sequence[MetricColumn], rows: RowsBetween) -> Path:
    """Writes a row group for every `GROUP` variants. Units stand with each column, and pandas finds them in `attrs`."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    def field(name: str, kind: Any, unit: str) -> Any:
        return pyarrow.field(name, kind, metadata={"unit": unit})

    fields = [pyarrow.field(INDEX, pyarrow.int64())]
    fields += [field(c.path, pyarrow.bool_() if c.flag else pyarrow.float64(), c.unit) for c in design.columns]
    fields += [field(column.name, pyarrow.float64(), column.unit) for column in metrics]
    fields += [pyarrow.field(name, pyarrow.string()) for name in (VERDICT, REASON)]
    about = json.dumps(variants_attributes(design, metrics))
    schema = pyarrow.schema(fields, metadata={"PANDAS_ATTRS": about})
    with replace_file(path) as temporary, ParquetWriter(temporary, schema) as writer:
        for numbers, values, found in _groups(design, rows):
            columns = [numbers, *values.T, *np.array([row.metrics for row in found]).reshape(-1, len(metrics)).T]
            columns += [[row.verdict for row in found], [row.reason for row in found]]
            arrays = [pyarrow.array(c).cast(f.type) for c, f in zip(columns, schema, strict=True)]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
    return path


def read_variants_parquet(path: Path, design: Design, metrics: Sequence[MetricColumn]) -> Variants:
    """Reads back what was written of a design's variants, number by number equal."""
    from pyarrow.parquet import read_table

    found = {name: np.array(column) for name, column in read_table(path).to_pydict().items()}
    columns = {name: column.astype(object) if name in (VERDICT, REASON) else column for name, column in found.items()}
    return Variants(numbers=columns.pop(INDEX), columns=columns, **variants_attributes(design, metrics))


def write_variants_csv(path: Path, design: Design, metrics: Sequence[MetricColumn], rows: RowsBetween) -> Path:
    """One header row `variant,path [unit],...`, then a row for each variant; a metric that it has not is empty."""
    headings = [f"{c.path} [{c.unit}]" for c in design.columns] + [f"{c.name} [{c.unit}]" for c in metrics]
    with replace_file(path) as temporary, temporary.open("x", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([INDEX, *headings, VERDICT, REASON])
        for numbers, values, found in _groups(design, rows):
            for number, row, own in zip(numbers.tolist(), found, values.tolist(), strict=True):
                told = ["" if isnan(value) else repr(value) for value in row.metrics]
                writer.writerow([number, *map(repr, own), *told, row.verdict, row.reason])
    return path


def variants_digest(design: Design, rows: RowsBetween) -> str:
    """Returns SHA-256 of all rows in the order of their numbers, whatever the order in which they came."""
    found = sha256()
    for first in range(0, design.count, GROUP):
        for row in rows(first, first + GROUP):
            found.update(rows_to_wire([row]).encode())
    return found.hexdigest()


def _groups(design: Design, rows: RowsBetween) -> Iterator[tuple[np.ndarray, np.ndarray, Sequence[VariantRow]]]:
    """Yields numbers, values and rows of a group of variants, as far as they are there."""
    for first in range(0, design.count, GROUP):
        found = rows(first, first + GROUP)
        if found:
            numbers = np.array([row.number for row in found], dtype=np.int64)
            yield numbers, design.numbers(first, first + GROUP)[numbers - first], found
