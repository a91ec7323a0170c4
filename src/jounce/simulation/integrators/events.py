"""Guards: numbers that a right-hand side leaves in `work`, and whose change of sign is an event.

A loop notes them where a step begins and asks at its end whether one has crossed. Then it looks for the instant, goes
there and returns EVENT; or, where steps keep their length, it goes back to where the step began. A guard counts as
crossed when sign times guard plus slack is negative: the sign says from which side, the slack keeps rounding from being
an event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at

FIRST = 1  # of the guards in work, behind the pivot
MOST_TRIES = 60  # at an instant


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


@compiled
def noted_guard_crossed(job: Any) -> bool:
    """Whether a guard has crossed among those that were noted last."""
    now, signs = floats_at(job.guards, job.guard_count), floats_at(job.guard_signs, job.guard_count)
    slacks = floats_at(job.guard_slacks, job.guard_count)
    for i in range(job.guard_count):
        if signs[i] * now[i] + slacks[i] < 0.0:
            return True
    return False


@compiled
def note_values_of_guards(job: Any, guards: np.ndarray, address: int) -> None:
    """Keep guards at an address as `guard_crossed` looks at them: negative where they have crossed."""
    signs, slacks = floats_at(job.guard_signs, job.guard_count), floats_at(job.guard_slacks, job.guard_count)
    values = floats_at(address, job.guard_count)
    for i in range(job.guard_count):
        values[i] = signs[i] * guards[i] + slacks[i]


@compiled
def guess_crossing(job: Any, lo: float, hi: float) -> float:
    """The first zero of the straight lines of guards that have crossed."""
    before, behind = floats_at(job.guards_before, job.guard_count), floats_at(job.guards_behind, job.guard_count)
    share = 1.0
    for i in range(job.guard_count):
        if behind[i] < 0.0:
            above = max(before[i], 0.0)
            share = min(share, above / (above - behind[i]))
    return lo + share * (hi - lo)


@compiled
def weaken_guards(job: Any, address: int) -> None:
    """Half the values at the end that has stayed: the Illinois method."""
    values = floats_at(address, job.guard_count)
    for i in range(job.guard_count):
        values[i] *= 0.5


def locate_by(probe: Any) -> Callable[..., float]:
    """The search for the first event in a step, by shorter steps from its start [Dowell, Jarratt 1971]:
    `probe(job, t, at, y, rows)` takes one up to a time and notes its guards.
    """

    @compiled
    def locate(job: Any, t: float, end: float, y: np.ndarray, rows: np.ndarray) -> float:
        """The time just behind the event, with AFTER the state there; t where a shorter step failed."""
        now = floats_at(job.guards, job.guard_count)
        note_values_of_guards(job, now, job.guards_before)
        note_values_of_guards(job, floats_at(job.work, FIRST + job.guard_count)[FIRST:], job.guards_behind)
        lo, hi, at, side = t, end, end, 0
        tolerance = max(job.event_tolerance, 1e-15 * abs(end))
        for k in range(MOST_TRIES):
            if hi - lo <= tolerance:
                break
            at = guess_crossing(job, lo, hi) if k % 3 < 2 or k == 2 else 0.5 * (lo + hi)
            at = min(max(at, lo + 0.3 * tolerance), hi - 0.3 * tolerance)
            if not probe(job, t, at, y, rows):
                return t
            if noted_guard_crossed(job):
                hi = at
                note_values_of_guards(job, now, job.guards_behind)
                if side > 0:
                    weaken_guards(job, job.guards_before)
                side = 1
            else:
                lo = at
                note_values_of_guards(job, now, job.guards_before)
                if side < 0:
                    weaken_guards(job, job.guards_behind)
                side = -1
        if at != hi and not probe(job, t, hi, y, rows):
            return t
        return hi

    return locate
