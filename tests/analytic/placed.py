"""States by name."""

from __future__ import annotations

import numpy as np


def placed(ready, **names: float) -> np.ndarray:
    """The design state with some coordinates and speeds set; a dot is written as two underscores."""
    state = ready.numbers.design_state()
    for name, value in names.items():
        name = name.replace("__", ".")
        state[(ready.layout.coordinates | ready.layout.speeds)[name]] = value
    return state
