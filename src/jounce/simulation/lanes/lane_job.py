"""One integration of several cars as a record in memory: Python fills it, machine code works on it.

Numbers of cars stand side by side: [number][car]. What belongs to a car alone, as the inverse of its Jacobian, lies
behind that of the car before.
"""

from __future__ import annotations

import numpy as np

RUNNING, FINISHED, NOT_FINITE, NOT_CLOSED, WEAK_ROWS, ENDED = range(6)
LANE_STATUS = {
    RUNNING: "running",
    FINISHED: "finished",
    NOT_FINITE: "not finite",
    NOT_CLOSED: "loops not closed",
    WEAK_ROWS: "rows weak",
    ENDED: "ended",
}

# rows of numbers of all cars
RATE, STAGE, AFTER, SPARE, SLOPE, MOVED, MOVED_RATE = range(7)
FIRST_STAGE = 7  # stages of a method
MOST_STAGES = 4
SCRATCH_ROWS = FIRST_STAGE + MOST_STAGES

_INTEGERS = (
    "cars",
    # kernels and their arrays, as addresses; meaning as in Compiled and Workspace, `see` writes the chosen channels
    *("rhs", "gap", "correct", "see"),
    *("inputs", "modes", "values", "tables", "road", "work"),
    *("state_size", "controlled", "gap_size", "rate_gap_size", "channel_size"),  # of one car
    *("plain", "plain_count"),  # runs of coordinates whose rates are speeds, see `Layout.plain`
    # input histories of all cars, one behind the other; meaning as in InputHistory
    *("pieces", "first_piece", "is_spline", "current_piece", "input_count"),
    *("moving", "moving_count"),  # inputs that move
    *("drives", "drive_count"),  # rows that follow inputs, see `events/drive_rows.py`
    "drive_jumps",  # flags of stops: there the speed of a drive jumps
    # the method: its coefficients as an address; no stages: RK4
    *("coefficients", "stages"),
    *("takes_time_slope", "renew_every"),
    # the kept Jacobian of each car, as addresses; layout as of `integrators/kept_jacobian.py`
    *("kept", "kept_count", "plain_states", "plain_speeds", "plain_total"),
    *("renewed", "renewed_count"),  # columns that are made again
    *("slopes", "inverses", "matrix", "pivots", "room", "input_slopes", "vectors"),
    # dry friction: places in modes and in work; rows, slopes and solvers of each car
    *("friction_count", "friction_switches", "friction_sides", "friction_multipliers"),
    *("friction_rows", "friction_slopes", "friction_inverses", "friction_solvers", "phases_kept"),
    *("solver_stale", "changes"),  # of each car: whether its solver fits its phases; how often these changed
    # arrays of this run, as addresses
    *("state", "scratch", "residuals"),
    *("errors", "gaps"),  # the largest of a step in every number, and of every row of the loops
    *("stops", "stop_count", "next_stop"),
    *("samples", "sample_count", "next_sample", "sample_rows"),
    # ends by channels: rows (column of a row, 1 above or -1 below), and levels of each car
    *("ends", "end_levels", "end_count"),
    # of each car
    *("status", "culprit", "rows_reached", "ended_by"),
    *("end_times", "top_pivots", "now"),
    # course of the run
    *("step_budget", "max_corrections", "steps", "evaluations", "frozen"),
)
_FLOATS = ("t", "step", "gap_tolerance", "rate_tolerance", "weak_fraction")
LANE_JOB = np.dtype([(name, np.int64) for name in _INTEGERS] + [(name, np.float64) for name in _FLOATS], align=True)
