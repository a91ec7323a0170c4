"""Histories as bytes: whole multiples of a step, second differences, byte planes; small, and simple to decode."""

from __future__ import annotations

import numpy as np

from jounce.views.page.page_data import Numbers

LEVELS = 2.0**20  # steps over the range of a curve: a millionth of it
LARGEST = 2.0**28  # of the whole numbers, so that second differences fit 32 bits


class Encoder:
    """Collects histories; `data` is what the page decodes."""

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._at = 0

    @property
    def data(self) -> bytes:
        return b"".join(self._blocks)

    def add(self, values: np.ndarray, step: float | None = None) -> Numbers:
        """Keep a history to half a `step`, or to a millionth of its range. What is not finite is a gap."""
        known = np.isfinite(values)
        gaps = _find_stretches(~known)
        filled = _fill(np.asarray(values, float), known)
        origin = float(filled[0]) if len(filled) else 0.0
        span = float(np.ptp(filled)) if len(filled) else 0.0
        if step is None:
            step = span / LEVELS
        step = max(step, span / LARGEST) if np.isfinite(span) else 0.0
        whole = np.rint((filled - origin) / step).astype(np.int64) if step > 0 else np.zeros(len(filled), np.int64)
        return self._keep(whole, origin, step, gaps)

    def add_columns(self, values: np.ndarray, step: float) -> list[Numbers]:
        """Keep the columns of finite histories, each as `add` does with this step."""
        if not values.size or not np.isfinite(values).all() or (np.ptp(values, axis=0) > step * LARGEST).any():
            return [self.add(column, step) for column in values.T]
        whole = np.rint((values - values[0]) / step).astype(np.int64)
        second = np.diff(whole, n=2, axis=0, prepend=np.zeros((2, whole.shape[1]), np.int64))
        folded = np.ascontiguousarray(((second << 1) ^ (second >> 63)).astype("<u4").T)
        planes = folded.view(np.uint8).reshape(len(folded), -1, 4).transpose(0, 2, 1)
        found = [
            Numbers(self._at + k * planes[k].size, len(values), float(x), step, []) for k, x in enumerate(values[0])
        ]
        self._blocks.append(planes.tobytes())
        self._at += planes.size
        return found

    def _keep(self, whole: np.ndarray, origin: float, step: float, gaps: list[tuple[int, int]]) -> Numbers:
        second = np.diff(whole, n=2, prepend=np.zeros(2, np.int64))
        folded = ((second << 1) ^ (second >> 63)).astype("<u4")  # small of either sign: small
        planes = folded.view(np.uint8).reshape(-1, 4).T.tobytes()
        found = Numbers(self._at, len(whole), origin, step, gaps)
        self._blocks.append(planes)
        self._at += len(planes)
        return found


def _fill(values: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Gaps hold the number before them, so that they cost nothing."""
    if known.all():
        return values
    last = np.maximum.accumulate(np.where(known, np.arange(len(values)), -1))
    first = values[known][0] if known.any() else 0.0
    return np.where(last < 0, first, values[last])


def _find_stretches(flags: np.ndarray) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8)))
    return [(int(a), int(b) - 1) for a, b in edges.reshape(-1, 2)]
