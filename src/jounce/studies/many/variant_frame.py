"""The table of a design's variants as a pandas frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import SetupError
from jounce.studies.many.designs.design import Design
from jounce.studies.many.metric_columns import MetricColumn
from jounce.studies.many.variant import VariantRow

if TYPE_CHECKING:
    import pandas

INDEX, VERDICT, REASON = "variant", "verdict", "reason"


def require_pandas() -> None:
    """Refuses a missing package before anything runs."""
    try:
        import pandas  # noqa: F401
    except ImportError:
        raise SetupError('vary needs pandas: pip install "jounce[pandas]"') from None


def variant_frame(design: Design, metrics: Sequence[MetricColumn], rows: Sequence[VariantRow]) -> pandas.DataFrame:
    """Gives a row for each variant by its number; columns for varied paths and metrics, the verdict and its reason."""
    import pandas

    in_order = sorted(rows, key=lambda row: row.number)
    numbers = np.array([row.number for row in in_order], dtype=np.int64)
    values = design.numbers(0, design.count)[numbers]
    columns: dict[str, Any] = {column.path: values[:, k] for k, column in enumerate(design.columns)}
    columns |= {c.path: columns[c.path].astype(bool) for c in design.columns if c.flag}
    found = np.array([row.metrics for row in in_order]).reshape(len(in_order), len(metrics))
    columns |= {column.name: found[:, k] for k, column in enumerate(metrics)}
    columns |= {VERDICT: [row.verdict for row in in_order], REASON: [row.reason for row in in_order]}
    frame = pandas.DataFrame(columns, index=pandas.Index(numbers, name=INDEX))
    frame.attrs = frame_attributes(design, metrics)
    return frame


def frame_attributes(design: Design, metrics: Sequence[MetricColumn]) -> dict[str, Any]:
    """Returns units of all columns of numbers, and what the metrics are."""
    return {
        "units": {**design.units(), **{column.name: column.unit for column in metrics}},
        "definitions": {column.name: column.definition for column in metrics},
    }
