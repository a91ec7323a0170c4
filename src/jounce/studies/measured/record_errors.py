"""How far a run is from a record: error integral, root mean square, peaks, lag, correlation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jounce.results.comparison.agreement import agreement
from jounce.results.read_offs import lag

LARGEST_LAG = 0.5  # s between run and record
OPPOSITE = -0.5  # correlation below which the signs of run and record are told to differ


class RecordErrors(NamedTuple):
    """One signal of the run beside that of the record, where both are known."""

    error: float  # integral of |run - record| divided by that of |record|
    rms_error: float
    nrmse: float  # rms error divided by the range of the record
    largest_error: float
    peak_run: float
    peak_record: float
    peak_error: float  # peak of the run divided by that of the record, less 1
    lag: float  # s, how much later the run comes
    correlation: float


def record_errors(time: np.ndarray, run: np.ndarray, record_time: np.ndarray, record: np.ndarray) -> RecordErrors:
    """Returns a run beside the rows of a record on the same clock; a row that is nan is a gap between its neighbours.

    The error integral is that of straight pieces through all times of both; everything else is read at the rows, which
    a gap leaves out. Only the lag bridges gaps.
    """
    found = agreement(time, run, record_time, record)
    known = ~np.isnan(record)
    t, m = record_time[known], record[known]
    r = np.interp(t, time, run)
    size, rms = float(np.ptp(m)), float(np.sqrt(np.mean((r - m) ** 2)))
    spreads = float(r.std() * m.std())
    return RecordErrors(
        error=found.error_by_measured,
        rms_error=rms,
        nrmse=rms / size if size else np.inf,
        largest_error=float(np.abs(r - m).max()),
        peak_run=found.peak_computed,
        peak_record=found.peak_measured,
        peak_error=found.peak_computed / found.peak_measured - 1.0,
        lag=lag(time, np.interp(time, t, m), run, LARGEST_LAG),
        correlation=float(np.mean((r - r.mean()) * (m - m.mean())) / spreads) if spreads else 0.0,
    )


def opposite_sign_of_record(errors: RecordErrors) -> bool:
    """Tells whether the record goes one way where the run goes the other."""
    return errors.correlation < OPPOSITE
