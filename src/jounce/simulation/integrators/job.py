"""One integration as a record in memory: Python fills it, machine code works on it, both read it by name."""

from __future__ import annotations

import numpy as np

RUNNING, FINISHED, NOT_FINITE, STEP_TOO_SMALL, NOT_CLOSED, RESELECT = range(6)
EVENT, CHATTER, NO_PHASES, CONTROL, BAD_COMMAND = range(6, 11)

STATUS = {
    FINISHED: "finished",
    NOT_FINITE: "not finite",
    STEP_TOO_SMALL: "step too small",
    NOT_CLOSED: "loops not closed",
    CHATTER: "chatter",
    NO_PHASES: "no phases",
    BAD_COMMAND: "bad command",
}

# rows of state_size numbers that every method but RK4 uses in the same way
RATE, RATE_AT_END = 0, 1  # derivatives at both ends of a step
AFTER, RIVAL, RAW = 2, 3, 4  # the new state, the one it is compared with, the new one before projection
SPARE, INSIDE, RATE_INSIDE = 5, 6, 7
DENSE = 8  # and three behind it: coefficients of the dense output
FIRST_STAGE = 12  # from here on rows are a method's own
SCRATCH_ROWS = 32
PASSING = SCRATCH_ROWS - 1  # the end of a step in which phases change
WEAK = 1e-4  # of the best pivot of the run: within a hundredth of a radian of a singular position
SAME_LOAD, MOST_LOADINGS = 1e-12, 60  # of the load of a joint, and how often its friction is made to agree with it
NEVER_MADE = 1_000_000  # steps: the age of a Jacobian that has to be made whole
INVERSES = 10  # of a kept Jacobian, for as many lengths of step
# room for the choice of phases: rows of as many numbers as there are dry frictions, and matrices of them
FRICTION_VECTORS, FRICTION_FLAGS, FRICTION_SQUARES = 7, 6, 3
# the list of events: time, guard, and what happened
LISTED = 1024  # events; then Python reads them
FIRED, STICKS, SLIDES, FALLS, RISES = range(5)
CONDITION = -1e-300  # slack of a guard that changes held numbers: it counts as crossed at zero already
MOST_ROUNDS = 32  # of held numbers that change at one instant
CHATTERS, CHATTER_TIME = 64, 1e-4  # events within a time, in s, that lead nowhere

_INTEGERS = (
    # kernels and their arrays, as addresses; meaning as in Compiled and Workspace
    *("rhs", "gap", "correct", "observe"),
    *("inputs", "modes", "values", "tables", "road", "work"),
    *("state_size", "controlled", "gap_size", "rate_gap_size", "channel_size"),
    "solved_rows",  # rows that take equations to solve: others say where inputs put a coordinate
    *("plain", "plain_count"),
    # the input history, as addresses; meaning as in InputHistory
    *("pieces", "first_piece", "is_spline", "input_count"),
    "current_piece",  # int64 array: where the search for each input's piece starts
    *("drives", "drive_count"),  # rows that follow inputs, see `drive_rows.py`
    # the method: its coefficients as an address, their layout as of its family
    *("coefficients", "stages"),
    *("order", "fixed"),  # the order that controls steps; 1 where they are of fixed length
    "projects_rival",  # the state of lower order is projected before both are compared
    "rows_end_steps",  # dense output is not as good as the steps: rows lie at their ends
    # Jacobian of implicit methods, as addresses; layout as of `jacobian.py` and `kept_jacobian.py`
    *("jacobian", "matrix", "pivots", "time_slope"),
    "exact",  # record of exact derivatives, see `exact/record.py`; 0 where these are made by differences
    *("kept", "kept_count"),  # states that are not integrals of others
    *("plain_states", "plain_speeds", "plain_total"),  # those that are, and which of the kept ones are their rates
    *("slopes", "inverses", "inverse_steps", "inverse_taken", "inverse_room", "live"),
    "kept_speeds",  # flags: which of the kept ones are speeds
    *("friction_rows", "friction_slopes", "friction_inverses", "friction_solver"),
    "friction_stuck",  # how many dry frictions stick in this step
    *("watched", "watched_count", "watched_values"),
    "takes_time_slope",  # a kept Jacobian is used with the change of rates with time, by a difference
    *("jacobian_age", "renewals", "next_inverse"),  # steps since it was made; how often; the place that is taken next
    # arrays of this run, as addresses
    "state",  # at time t, always the last good one
    "scratch",
    "residuals",
    "atol",  # one for each state
    *("stops", "stop_count", "next_stop"),  # times at which a step must end
    *("corners", "corner_count"),  # times at which inputs or signals have a kink; some of them are stops
    *("samples", "sample_count", "next_sample"),  # times at which rows are written
    "read_rows",  # flags: rows that figures are read off; of others the course of a run does not know
    *("sample_states", "sample_channels", "row_size"),  # a row: channels, then what controllers add
    *("loaded", "loaded_count"),  # pairs of places: the load of a joint in work, and as a mode of its friction
    # dry friction: machine code that chooses phases, as an address, and this record itself, which it is called with
    *("decide_phases", "address"),
    *("rubbing_state", "holding"),  # the state that it is called for; see `events/decide_phases.py`
    *("friction_count", "friction_numbers", "friction_switches", "friction_sides"),  # places in work and in modes
    *("friction_vectors", "friction_flags", "friction_squares", "friction_out"),  # addresses of room
    *("friction_strengths", "friction_works", "prescribed", "phases_kept"),
    *("friction_gap", "friction_correct"),  # kernels, also where there are no loops
    # guards, as addresses; meaning as in events.py
    *("guards", "guard_signs", "guard_slacks", "guard_count"),  # guards: as they were where the step began
    *("guards_before", "guards_behind"),  # at both ends of the time in which an event is looked for
    *("guards_last", "guard_slopes"),  # where they were looked at last
    *("guard_directions", "guard_ends_run"),  # that count: 1 rising, -1 falling, 0 both
    "fired",  # flags of the guards that crossed
    "slacks_due",  # the next derivative is the first behind an event
    *("held_sets", "held_values", "held_set_count"),  # rows: guard, place in work, place in modes; room for new values
    *("events", "event_room", "event_count"),  # the list
    *("event_times", "event_total"),  # of the last events, in turn
    "probing",  # an event is being located: guards are noted, but end no step
    "locates",  # the loop itself looks for the instant
    # controllers, as addresses; meaning as in `simulation/controls/ticks.py`
    *("controllers", "controller_count"),
    *("ticks", "tick_count", "next_tick"),  # rows: number of a stop, number of the controller
    *("observed", "memories", "memory_size"),
    "control_columns",  # what a row adds to channels: places among inputs, or -1 - place among memories
    *("tick_observed", "tick_answered"),  # channels at the tick are read; Python has answered
    "ticking",  # number of the controller whose tick it is
    # course of the run
    "step_budget",  # steps to try before returning
    "begun",
    "fresh",  # the derivative at t is known
    "end_known",  # the derivative at the end of the step is known
    "was_rejected",
    "max_corrections",
    *("steps", "rejected", "evaluations"),
    *("rejected_by_error", "rejected_by_loops", "rejected_not_finite"),
    "culprit",  # index of the first number that is not finite
)
_FLOATS = (
    "t",
    "step",  # next step to try; 0: estimate it
    "middle",  # of the last step: which pieces of inputs hold just before t
    *("max_step", "rtol", "last_error"),
    "usual",  # step before the run came near a singular position
    *("gap_tolerance", "rate_tolerance"),
    *("now_gap", "now_rate_gap", "max_gap", "max_rate_gap"),
    *("pivot", "best_pivot", "weak_fraction"),
    "event_tolerance",  # s: how closely instants are looked for
    "top_pivot",  # best of the whole run; best_pivot is that since rows were chosen
    "weakest",  # pivot of the stages of the last step
    "friction_gain",  # J, in steps whose events are not located
    "leap",  # the largest change by a projection that is no leap onto another branch
    *("shortest", "longest"),  # steps that were taken
)
JOB = np.dtype([(name, np.int64) for name in _INTEGERS] + [(name, np.float64) for name in _FLOATS], align=True)

# what changes in the course of a run: with the state, the inputs and the memories it decides how the run goes on
COURSE = (
    *("begun", "was_rejected", "steps", "rejected", "evaluations"),
    *("rejected_by_error", "rejected_by_loops", "rejected_not_finite", "jacobian_age", "renewals", "next_inverse"),
    *("t", "step", "middle", "last_error", "usual", "now_gap", "now_rate_gap", "max_gap", "max_rate_gap"),
    *("pivot", "best_pivot", "top_pivot", "weakest", "shortest", "longest"),
    *("slacks_due", "event_total", "friction_gain"),
)
