"""Signals of a record: their gaps, a filter against noise, and offsets. Plain arrays in, plain arrays out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

MISSING = 1.5  # of the usual step: rows that are further apart have others missing between them
POLES = 2  # of the filter, run forward and back: four in all, and no phase
ENDS = 30  # samples by which a signal goes on at its ends for the filter, mirrored in the point
USUAL_CUTOFF, MOST_OF_RATE = 10.0, 0.4  # Hz; and the highest cut-off as a share of the sampling rate


class RecordGap(NamedTuple):
    """A stretch without numbers, from the last one before it to the first one behind it."""

    begin: float  # s, of the record's clock
    end: float

    @property
    def length(self) -> float:
        return self.end - self.begin


class RecordOffset(NamedTuple):
    """What a signal shows where it should show zero."""

    mean: float
    error: float  # standard error of the mean: that of independent samples
    spread: float  # standard deviation of the samples
    samples: int


@dataclass(frozen=True)
class RecordSignal:
    """One column over time, where it has numbers, and its gaps."""

    name: str
    time: np.ndarray
    values: np.ndarray
    gaps: tuple[RecordGap, ...]

    def at(self, time: np.ndarray) -> np.ndarray:
        """Interpolates straight between the samples, and across gaps."""
        return np.interp(time, self.time, self.values)

    def at_known(self, time: np.ndarray) -> np.ndarray:
        """Returns the same, nan inside gaps and outside of the record."""
        found = self.at(time)
        unknown = (time < self.time[0]) | (time > self.time[-1])
        for gap in self.gaps:
            unknown |= (time > gap.begin) & (time < gap.end)
        return np.where(unknown, np.nan, found)

    def rows(self, begin: float, end: float) -> tuple[np.ndarray, np.ndarray]:
        """Returns times and values from begin to end; in the middle of each gap one row that is nan."""
        middles = [0.5 * (gap.begin + gap.end) for gap in self.gaps]
        t = np.unique(np.concatenate([self.time, middles]))
        t = t[(t >= begin) & (t <= end)]
        return t, self.at_known(t)


def usual_record_step(time: np.ndarray) -> float:
    """Returns the middle one of the steps between rows."""
    return float(np.median(np.diff(time)))


def record_signal(name: str, time: np.ndarray, values: np.ndarray) -> RecordSignal:
    """Returns a column without its empty cells; rows that are missing are gaps as well."""
    known = ~np.isnan(values)
    t, y = time[known], values[known]
    apart = np.flatnonzero(np.diff(t) > MISSING * usual_record_step(time))
    return RecordSignal(name, t, y, tuple(RecordGap(float(t[k]), float(t[k + 1])) for k in apart))


def filter_record_signal(signal: RecordSignal, step: float, cutoff: float) -> RecordSignal:
    """Filters by a Butterworth filter run forward and back, which has no phase: evenly sampled, gaps bridged for it.

    The gain falls to one half at the cut-off, because the filter is run twice.
    """
    from scipy.signal import butter, sosfiltfilt

    t = np.linspace(signal.time[0], signal.time[-1], max(2, round(np.ptp(signal.time) / step) + 1))
    rate = (len(t) - 1) / float(np.ptp(t))
    ends = min(ENDS, len(t) - 1)
    filtered = sosfiltfilt(butter(POLES, cutoff, fs=rate, output="sos"), signal.at(t), padlen=ends)
    return RecordSignal(signal.name, t, filtered, signal.gaps)


def find_record_offset(signal: RecordSignal, begin: float, end: float) -> RecordOffset:
    """Returns the mean over a window in which the car runs straight, and how sure it is."""
    inside = (signal.time >= begin) & (signal.time <= end)
    values = signal.values[inside]
    spread = float(values.std(ddof=1)) if values.size > 1 else 0.0
    return RecordOffset(float(values.mean()), spread / np.sqrt(max(values.size, 1)), spread, int(values.size))


def usual_record_cutoff(step: float) -> float:
    """Returns 10 Hz, or less where the record has too few samples for it."""
    return min(USUAL_CUTOFF, MOST_OF_RATE / step)
