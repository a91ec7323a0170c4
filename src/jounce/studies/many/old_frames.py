"""Tables of variants as the pandas frames of the version before: what only frames can, they do with a warning."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.outdated import warn_outdated


class _Column(np.ndarray):
    """A column that also answers what a pandas column would."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        import pandas

        series = pandas.Series(np.asarray(self))
        if not hasattr(series, name):
            raise AttributeError(f"a column of variants has no '{name}': it is a NumPy array")
        warn_outdated(f"column.{name} of variants", f"table.to_pandas()[...].{name}")
        return getattr(series, name)


def column_of_old_frame(column: np.ndarray) -> np.ndarray:
    """Returns a column as a NumPy array that still knows the words of pandas."""
    return column.view(_Column)


def old_frame_attribute(table: Any, name: str) -> Any:
    """Returns what the frame of a table has under a name that the table does not know."""
    if name.startswith("_"):
        raise AttributeError(name)
    frame = table.to_pandas()
    if not hasattr(frame, name):
        raise AttributeError(f"variants have no '{name}'")
    warn_outdated(f"table.{name} of variants", f"table.to_pandas().{name}")
    return getattr(frame, name)
