"""Rows by which inputs drive a mechanism, and the inputs themselves: where an impulse may act."""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.equations.layout import INPUT_WIDTH
from jounce.mechanism import tree_row_names
from jounce.parts.ends import is_driven_at_ends
from jounce.parts.signals import input_of_signal


def drive_rows(numbers: Any) -> np.ndarray:
    """Returns, for every row that follows an input, its place among the rates of closures, and the number of the input.

    `numbers` has the layout and the mechanism; equations from elsewhere have none, and drive nothing.
    """
    layout, found = numbers.layout, []
    for closure in numbers.mechanism.closures if numbers.mechanism is not None else ():
        name = input_of_signal(closure.signal) if is_driven_at_ends(closure) else None
        if name is not None:
            place = layout.rows[tree_row_names(closure)[0].name]
            found.append((place, (layout.inputs[name] - 1) // INPUT_WIDTH))
    return np.array(found, np.int64).reshape(-1, 2)
