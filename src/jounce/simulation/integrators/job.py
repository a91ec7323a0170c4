"""One integration as a record in memory: Python fills it, machine code works on it, both read it by name."""

from __future__ import annotations

import numpy as np

RUNNING, FINISHED, NOT_FINITE, STEP_TOO_SMALL, NOT_CLOSED, RESELECT = range(6)

STATUS = {
    FINISHED: "finished",
    NOT_FINITE: "not finite",
    STEP_TOO_SMALL: "step too small",
    NOT_CLOSED: "loops not closed",
}

SCRATCH_ROWS = 18  # rows of state_size numbers that a method may use as it likes

_INTEGERS = (
    # kernels and their arrays, as addresses; meaning as in Compiled and Workspace
    *("rhs", "gap", "correct", "observe"),
    *("inputs", "modes", "values", "tables", "road", "work"),
    *("state_size", "controlled", "gap_size", "rate_gap_size", "channel_size"),
    *("plain", "plain_count"),
    # the input history, as addresses; meaning as in InputHistory
    *("pieces", "first_piece", "is_spline", "input_count"),
    "current_piece",  # int64 array: where the search for each input's piece starts
    # arrays of this run, as addresses
    "state",  # at time t, always the last good one
    "scratch",
    "residuals",
    "atol",  # one for each state
    *("stops", "stop_count", "next_stop"),  # times at which a step must end
    *("corners", "corner_count"),  # times at which inputs or signals have a kink; some of them are stops
    *("samples", "sample_count", "next_sample"),  # times at which rows are written
    *("sample_states", "sample_channels"),
    # course of the run
    "step_budget",  # steps to try before returning
    "begun",
    "fresh",  # the derivative at t is known
    "was_rejected",
    "max_corrections",
    *("steps", "rejected", "evaluations"),
    "culprit",  # index of the first number that is not finite
)
_FLOATS = (
    "t",
    "step",  # next step to try; 0: estimate it
    *("max_step", "rtol", "last_error"),
    "usual",  # step before the run came near a singular position
    *("gap_tolerance", "rate_tolerance"),
    *("now_gap", "now_rate_gap", "max_gap", "max_rate_gap"),
    *("pivot", "best_pivot", "weak_fraction"),
    "top_pivot",  # best of the whole run; best_pivot is that since rows were chosen
)
JOB = np.dtype([(name, np.int64) for name in _INTEGERS] + [(name, np.float64) for name in _FLOATS], align=True)
