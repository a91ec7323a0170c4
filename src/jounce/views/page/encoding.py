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
        """Keeps a history to half a `step`, or to a millionth of its range. What is not finite is a gap."""
        return self.add_columns(np.asarray(values, float)[:, np.newaxis], step)[0]

    def add_columns(self, values: np.ndarray, step: float | None = None) -> list[Numbers]:
        """Keeps each column as `add` does."""
        count = len(values)
        known = np.isfinite(values)
        torn = np.flatnonzero(~known.all(axis=0))
        gaps = {int(k): _find_stretches(~known[:, k]) for k in torn}
        if gaps:
            values = values.copy()
            for k in gaps:
                values[:, k] = _fill(values[:, k], known[:, k])
        origins = values[0] if count else np.zeros(values.shape[1])
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            spans = np.ptp(values, axis=0) if count else origins
            steps = np.maximum(spans / LEVELS if step is None else step, spans / LARGEST)
            steps[~np.isfinite(spans)] = 0.0  # so wide that no step tells its numbers apart
            whole = np.where(steps > 0.0, np.rint((values - origins) / steps), 0.0).astype(np.int64)
        second = np.diff(whole, n=2, axis=0, prepend=np.zeros((2, whole.shape[1]), np.int64))
        folded = ((second << 1) ^ (second >> 63)).astype("<u4")  # small of either sign: small
        planes = np.ascontiguousarray(folded.T).view(np.uint8).reshape(values.shape[1], count, 4).transpose(0, 2, 1)
        begin, size = self._at, 4 * count
        self._blocks.append(planes.tobytes())
        self._at += planes.size
        columns = enumerate(zip(origins.tolist(), steps.tolist(), strict=True))
        return [Numbers(begin + k * size, count, *numbers, gaps.get(k, [])) for k, numbers in columns]


def _fill(values: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Gaps hold the number before them, so that they cost nothing."""
    last = np.maximum.accumulate(np.where(known, np.arange(len(values)), -1))
    first = values[known][0] if known.any() else 0.0
    return np.where(last < 0, first, values[last])


def _find_stretches(flags: np.ndarray) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8)))
    return [(int(a), int(b) - 1) for a, b in edges.reshape(-1, 2)]
