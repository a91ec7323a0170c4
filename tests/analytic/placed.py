"""States by name."""

from __future__ import annotations

import numpy as np


def placed(compiled, **names: float) -> np.ndarray:
    """The design state with some coordinates and speeds set; a dot is written as two underscores."""
    state = compiled.design_state()
    for name, value in names.items():
        name = name.replace("__", ".")
        state[(compiled.layout.coordinates | compiled.layout.speeds)[name]] = value
    return state
