"""The decoder of the page, written a second time."""

from __future__ import annotations

import numpy as np

from jounce.views.page.page_data import Numbers


def decoded(data: bytes, kept: Numbers) -> np.ndarray:
    """As documented in `encoding`: fold, second differences, step, gaps."""
    planes = np.frombuffer(data, np.uint8, 4 * kept.count, kept.at).reshape(4, kept.count).astype(np.int64)
    folded = planes[0] + 256 * planes[1] + 65536 * planes[2] + 16777216 * planes[3]
    second = np.where(folded % 2, -(folded + 1) // 2, folded // 2)
    values = kept.origin + kept.step * np.cumsum(np.cumsum(second))
    for first, last in kept.gaps:
        values[first : last + 1] = np.nan
    return values
