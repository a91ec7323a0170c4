"""Variants of a car as a table: a row for each, columns by name; plain NumPy, and pandas where it is asked for."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.arguments import check_methods
from jounce.errors import ModelError, Problem, UnknownName, did_you_mean, shown_in_message
from jounce.results.files import replace_file
from jounce.results.formats.tables import import_or_say
from jounce.studies.many.designs.design import Design
from jounce.studies.many.metric_columns import MetricColumn
from jounce.studies.many.old_frames import column_of_old_frame, old_frame_attribute
from jounce.studies.many.variant import VariantRow

if TYPE_CHECKING:
    import pandas

INDEX, VERDICT, REASON = "variant", "verdict", "reason"
MOST_ROWS, MOST_COLUMNS = 10, 6  # of a table that is printed


@check_methods
@dataclass(frozen=True, eq=False, kw_only=True)
class Variants:
    """A row for each variant: `table["steady_roll"]` is a column, SI, in the order of `table.numbers`.

    Columns are the varied paths, the metrics of the study, the verdict and its reason. A metric that a variant lacks is
    nan, and its reason says why.
    """

    numbers: np.ndarray  # of the variants
    columns: Mapping[str, np.ndarray]
    units: Mapping[str, str]  # of columns of numbers
    definitions: Mapping[str, str] = field(default_factory=dict)  # of metrics

    def __getitem__(self, name: str | list[str]) -> Any:
        """One column by its name, or a table of the columns of a list."""
        if isinstance(name, list):
            return replace(self, columns={own: self._column(own) for own in name})
        return column_of_old_frame(self._column(name))

    def _column(self, name: str) -> np.ndarray:
        if not isinstance(name, str) or name not in self.columns:
            what = f"there is no such column.{did_you_mean(str(name), self.columns)}"
            known = f"columns: {', '.join(self.columns)}"
            raise UnknownName("variants", [Problem(shown_in_message(name), what, known)])
        return self.columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def verdict(self) -> np.ndarray:
        """Says of each variant how far its numbers can be trusted."""
        return self._column(VERDICT)

    @property
    def reason(self) -> np.ndarray:
        """Says of each variant why it is doubtful, or has no numbers."""
        return self._column(REASON)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the table as a pandas frame; `attrs` has units and definitions."""
        pandas = import_or_say("pandas", "to_pandas")
        columns = {name: np.asarray(column) for name, column in self.columns.items()}
        frame = pandas.DataFrame(columns, index=pandas.Index(self.numbers, name=INDEX))
        frame.attrs = {"units": dict(self.units), "definitions": dict(self.definitions)}
        return frame

    def save(self, path: str | Path) -> Path:
        """Writes the file that its ending names: .csv, or .parquet with the unit of each column."""
        path = Path(path)
        if path.suffix.lower() == ".csv":
            return self.to_csv(path)
        if path.suffix.lower() != ".parquet":
            what = f"'{path.suffix}' is the ending of no format of variants"
            raise ModelError(str(path), [Problem("file", what, ".csv, or .parquet")])
        pyarrow = import_or_say("pyarrow", "a table as Parquet")
        from pyarrow.parquet import write_table

        columns = {INDEX: self.numbers, **self.columns}
        units = {INDEX: "1", **self.units}
        arrays = {name: pyarrow.array(np.asarray(column).tolist()) for name, column in columns.items()}
        fields = [pyarrow.field(n, array.type, metadata={"unit": units.get(n, "")}) for n, array in arrays.items()]
        about = {"PANDAS_ATTRS": json.dumps({"units": dict(self.units), "definitions": dict(self.definitions)})}
        table = pyarrow.Table.from_arrays([*arrays.values()], schema=pyarrow.schema(fields, metadata=about))
        with replace_file(path) as temporary:
            write_table(table, temporary)
        return path

    def to_csv(self, path: str | Path) -> Path:
        """Writes the table with a header of names and units; a metric that a variant lacks is empty."""
        headings = [f"{name} [{self.units[name]}]" if name in self.units else name for name in self.columns]
        with replace_file(Path(path)) as temporary, temporary.open("x", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([INDEX, *headings])
            for number, *row in zip(self.numbers.tolist(), *(c.tolist() for c in self.columns.values()), strict=True):
                writer.writerow([number, *("" if isinstance(v, float) and isnan(v) else v for v in row)])
        return Path(path)

    def __repr__(self) -> str:
        """Shows the first rows and columns, as many as fit a screen."""
        names = list(self.columns)
        shown = names if len(names) <= MOST_COLUMNS else [*names[: MOST_COLUMNS - 1], VERDICT]
        rows = [[INDEX, *shown]]
        for k in range(min(len(self), MOST_ROWS)):
            cells = (self.columns[name][k] for name in shown)
            rows.append([str(self.numbers[k]), *(_short(cell) for cell in cells)])
        widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
        return "\n".join([f"{len(self)} variants, {len(names)} columns", *lines, *(["..."] * (len(self) > MOST_ROWS))])

    def _repr_html_(self) -> str:
        return f"<pre>{self!r}</pre>"

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.columns)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Answers for the pandas frame that the version before returned."""
            return old_frame_attribute(self, name)


def _short(cell: Any) -> str:
    return f"{cell:.5g}" if isinstance(cell, float) else str(cell)


def variants_of_rows(design: Design, metrics: Sequence[MetricColumn], rows: Sequence[VariantRow]) -> Variants:
    """A row for each variant by its number."""
    in_order = sorted(rows, key=lambda row: row.number)
    numbers = np.array([row.number for row in in_order], dtype=np.int64)
    values = design.numbers(0, design.count)[numbers]
    columns: dict[str, np.ndarray] = {column.path: values[:, k] for k, column in enumerate(design.columns)}
    columns |= {c.path: columns[c.path].astype(bool) for c in design.columns if c.flag}
    found = np.array([row.metrics for row in in_order]).reshape(len(in_order), len(metrics))
    columns |= {column.name: found[:, k] for k, column in enumerate(metrics)}
    columns |= {VERDICT: np.array([row.verdict for row in in_order], object)}
    columns |= {REASON: np.array([row.reason for row in in_order], object)}
    return Variants(numbers=numbers, columns=columns, **variants_attributes(design, metrics))


def variants_attributes(design: Design, metrics: Sequence[MetricColumn]) -> dict[str, dict[str, str]]:
    """Units of all columns of numbers, and what the metrics are."""
    return {
        "units": {**design.units(), **{column.name: column.unit for column in metrics}},
        "definitions": {column.name: column.definition for column in metrics},
    }


def read_variants_csv(path: Path, design: Design, metrics: Sequence[MetricColumn]) -> Variants:
    """Reads back what was written of a design's variants, number by number equal."""
    with path.open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    text = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(len(design.columns) + 3)]
    names = [*(column.path for column in design.columns), *(column.name for column in metrics)]
    numbers = [np.array([float(cell or "nan") for cell in column]) for column in text[1:-2]]
    columns: dict[str, np.ndarray] = dict(zip(names, numbers, strict=True))
    columns |= {c.path: columns[c.path].astype(bool) for c in design.columns if c.flag}
    columns |= {VERDICT: np.array(text[-2], object), REASON: np.array(text[-1], object)}
    counted = np.array([int(cell) for cell in text[0]], dtype=np.int64)
    return Variants(numbers=counted, columns=columns, **variants_attributes(design, metrics))
