"""Guards: numbers that a right-hand side leaves in `work`, and whose change of sign is an event.

A loop notes them where a step begins and asks at its end whether one has crossed. Then it goes back to where the step
began and returns EVENT; `simulation/events/location.py` finds the instant. A guard counts as crossed when sign times
guard plus slack is negative: the sign says from which side, the slack keeps rounding from being an event.
"""

from __future__ import annotations

from typing import Any

from jounce.native.pointers import compiled, floats_at

FIRST = 1  # of the guards in work, behind the pivot


@compiled
def note_guards(job: Any) -> None:
    """Keep the guards of the last evaluation as those of the step's start."""
    now, kept = floats_at(job.work, FIRST + job.guard_count), floats_at(job.guards, job.guard_count)
    for i in range(job.guard_count):
        kept[i] = now[FIRST + i]


@compiled
def guard_crossed(job: Any) -> bool:
    """Whether a guard of the last evaluation has crossed; never while an event is being located."""
    if job.guard_count == 0 or job.probing:
        return False
    now = floats_at(job.work, FIRST + job.guard_count)
    signs, slacks = floats_at(job.guard_signs, job.guard_count), floats_at(job.guard_slacks, job.guard_count)
    for i in range(job.guard_count):
        if signs[i] * now[FIRST + i] + slacks[i] < 0.0:
            return True
    return False
