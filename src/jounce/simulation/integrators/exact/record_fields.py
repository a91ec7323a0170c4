"""The fields of an exact Jacobian's record, by name for Python and for machine code."""

from __future__ import annotations

import numpy as np

_INTEGERS = (
    *("slopes", "matrices"),  # kernels, as addresses
    *("speeds", "rows", "first_speed"),  # how many speeds and rows, where speeds begin in the state
    "multipliers",  # where those of the last rhs lie in work
    "size",  # controlled states and rows: equations and unknowns of a stage, in this order
    "stabilisation",  # place of Baumgarte's rate in values
    # arrays, as addresses
    "entries",  # what the kernel of slopes wrote last
    # three int64 each, and how many: number of an entry; then
    *("drift_entries", "drift_count"),  # row; 0, 1 or 2 for closure acceleration, closure rate or closure
    *("stage_entries", "stage_count"),  # equation and unknown of a stage
    *("time_entries", "time_count"),  # equation of a stage, or behind them work; place in inputs
    *("power_entries", "power_count"),  # work; unknown of a stage
    "own_work",  # of the kernel of slopes, with accelerations and multipliers at its head
    "rates",  # at the state of the last slopes
    "system",  # what the kernel of matrices wrote last
    "by_time",  # change of all equations, then of works, with time
    "place",  # int64: of each unknown in the order of elimination
    *("stage", "stage_pivots", "starts", "columns", "values"),  # matrix of a stage and its packed factors
    "right",
    *("spare", "places"),
)
JACOBIAN = np.dtype([(name, np.int64) for name in _INTEGERS], align=True)
