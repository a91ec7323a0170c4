"""The fields of the record with which machine code differentiates a run, by name for Python and for machine code."""

from __future__ import annotations

import numpy as np

STAGES = 4  # of a step of RK4
TICKING = 100  # why Python has its turn, besides those of a run: a tick is due, and tangents are to be carried over it

_INTEGERS = (
    "job",  # address of the run's own record
    *("slopes", "numbers", "answer"),  # kernels, as addresses; see `equations/tangent_programs.py`
    *("slopes_work", "numbers_work", "answer_work"),
    *("entries", "entry_count", "residuals"),  # what `slopes` and `numbers` wrote last, stage by stage
    "number_values",  # values of the parts, and behind them rates of those that change
    *("groups", "width", "rows"),  # groups of directions, `width` each; rows of loops and friction
    *("first_speed", "speeds", "multipliers"),  # in the state, how many; where those of the last rhs lie in work
    # arrays; directions lie in groups, in a group by place, at a place side by side
    *("stage_states", "stage_inputs"),  # the four stages of a step, side by side
    "piece_slopes",  # of each group: changes of the four coefficients of all pieces of inputs
    "tangent",  # of the state at time t
    *("moved", "rates"),  # changes of a stage's state; changes of all rates and multipliers, of four stages
    "input_changes",
    # of the last event: modes and rates before it, who fired, rates behind it
    *("modes_before", "mode_count", "rate_before", "fired_before", "rate_after"),
    "event_begins",  # whether it was there when a step began, and was not crossed in a step
    "tick_carried",  # whether Python has carried the tangents over the ticks that are due
    # rows at samples: state, inputs, accelerations and multipliers; and their changes, group by group
    *("samples", "changes", "sample_at"),  # sample_at: next row to write
)
TANGENT = np.dtype([(name, np.int64) for name in _INTEGERS], align=True)
