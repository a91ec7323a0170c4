"""One sweep as a record in memory: Python fills it, machine code works on it, both read it by name."""

from __future__ import annotations

import numpy as np

RUNNING, FINISHED, LIMIT, NOT_CLOSED = range(4)

STATUS = {FINISHED: "finished", LIMIT: "limit", NOT_CLOSED: "loops not closed"}

SCRATCH_ROWS = 7  # rows of state_size numbers

_INTEGERS = (
    # kernels and their arrays, as addresses; meaning as in Compiled and Workspace
    *("rhs", "gap", "correct", "observe"),
    *("inputs", "modes", "values", "tables", "road", "work"),
    *("state_size", "controlled", "gap_size", "rate_gap_size", "channel_size"),
    *("solved_rows", "friction_count", "friction_switches"),  # as in an integration; a sweep knows no friction
    "coordinate_size",  # leading states that are coordinates; speeds follow
    "input_count",
    # arrays of this sweep, as addresses
    *("state", "scratch", "residuals"),
    *("from_inputs", "targets"),  # values of all inputs: where the present leg began, and at every point
    # the leg to each point: inputs change by length * rates
    *("rates", "lengths"),
    "along",  # int64: the direction that equals the rates, or -1
    *("direction_rates", "direction_count", "direction_speeds"),
    *("seen", "recorded", "recorded_count"),  # all channels of one state; places (int64) of those that are kept
    *("point_states", "point_channels", "point_pivots", "point_count"),
    # course of the sweep
    *("budget", "next_point"),
    "begun",
    "history",  # whether the point before the present one lies on the same straight leg or its continuation
    "max_corrections",
    *("steps", "rejected"),
)
_FLOATS = (
    *("first_stride", "longest_stride", "least_stride"),  # m or rad of the input that moves most
    "done",  # of the leg's length, at the state
    "before_stride",  # from the point before to the present one
    *("pivot", "root", "root_slope"),  # smallest pivot ratio; its root and the root's slope along the way
    "top_pivot",  # what pivots are weak against: 1, for poses alone
    *("gap_tolerance", "rate_tolerance"),
    *("now_gap", "now_rate_gap"),
)
JOB = np.dtype([(name, np.int64) for name in _INTEGERS] + [(name, np.float64) for name in _FLOATS], align=True)
