"""The frame of a comparison: its metrics as a table of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jounce.errors import SetupError

if TYPE_CHECKING:
    import pandas

    from jounce.results.comparison.comparison import Comparison


def comparison_frame(comparison: Comparison) -> pandas.DataFrame:
    """A row for each metric in the unit that people read; columns are labels over `value`, `difference`, `percent`."""
    try:
        import pandas
    except ImportError:
        raise SetupError('to_pandas needs pandas: pip install "jounce[pandas]"') from None
    labels = [comparison.labels[k] for k in comparison.computed]
    columns: dict[tuple[str, str], list[float]] = {}
    for k, label in enumerate(labels):
        columns[label, "value"] = [row.shown_values()[k] for row in comparison.metrics]
        if k:
            columns[label, "difference"] = [row.shown_differences()[k] for row in comparison.metrics]
            columns[label, "percent"] = [row.percents[k] for row in comparison.metrics]
    index = pandas.Index([row.name for row in comparison.metrics], name="metric")
    table = pandas.DataFrame(columns, index=index)
    table.attrs = {
        "units": {row.name: row.shown_unit for row in comparison.metrics},
        "definitions": {row.name: row.definition for row in comparison.metrics},
    }
    return table
