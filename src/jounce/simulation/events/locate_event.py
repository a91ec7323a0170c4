"""Where in a step the first guard changes its sign.

First it is looked for in states between the ends of the step, by the Illinois method [Dowell, Jarratt 1971], then by
tangents on shorter steps from the start of the step. So the state at the event is one that the integrator itself gives:
guards in an interpolated state miss a reaction by far more than its own tolerance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from jounce.native.pointers import compiled, floats_at, integers_at
from jounce.simulation.events.guards import flag_crossed_guards, note_guard_values, note_guards, noted_guard_crossed
from jounce.simulation.integrators.kernels import copy

MOST_TRIES = 60  # at an instant
GLANCES, CLOSE = 8, 1e-3  # at states between the ends of a step, and when they are enough: share of the step


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


@compiled
def note_slopes_of_guards(job: Any, passed: float, keep: bool) -> None:
    """The values of the guards that were noted last, and how they changed in the time that has passed."""
    last, slopes = floats_at(job.guards_last, job.guard_count), floats_at(job.guard_slopes, job.guard_count)
    now, signs = floats_at(job.guards, job.guard_count), floats_at(job.guard_signs, job.guard_count)
    slacks = floats_at(job.guard_slacks, job.guard_count)
    for i in range(job.guard_count):
        value = signs[i] * now[i] + slacks[i]
        if not keep:
            slopes[i] = (value - last[i]) / passed
        last[i] = value


@compiled
def first_zero_of_guards(job: Any, at: float, lo: float, hi: float) -> float:
    """The first zero of the guards that are flagged, by their values and slopes at a time; within the bracket."""
    last, slopes = floats_at(job.guards_last, job.guard_count), floats_at(job.guard_slopes, job.guard_count)
    fired, first = integers_at(job.fired, job.guard_count), hi
    for i in range(job.guard_count):
        if fired[i]:
            first = min(first, at - last[i] / slopes[i] if slopes[i] < 0.0 else 0.5 * (lo + hi))
    return max(first, lo)


def glance_by(glance: Any) -> Callable[..., tuple[float, float]]:
    """The search between the ends of a step: `glance(job, t, end, at, y, rows)` evaluates the guards at a time of the
    dense output, if there is one.
    """

    @compiled
    def glance_at_event(job: Any, t: float, end: float, y: np.ndarray, rows: np.ndarray) -> tuple[float, float]:
        """About when the event is, and the last time at which guards were looked at."""
        copy(floats_at(job.guards_before, job.guard_count), floats_at(job.guards_last, job.guard_count))
        note_slopes_of_guards(job, end - t, False)
        lo, hi, last, side = t, end, end, 0
        at = guess_crossing(job, lo, hi)
        for _ in range(GLANCES):
            if at == last or not glance(job, t, end, at, y, rows):
                break
            note_guards(job)
            note_slopes_of_guards(job, at - last, False)
            last = at
            if noted_guard_crossed(job):
                hi = at
                note_guard_values(job, job.guards, job.guards_behind)
                if side > 0:
                    weaken_guards(job, job.guards_before)
                side = 1
            else:
                lo = at
                note_guard_values(job, job.guards, job.guards_before)
                if side < 0:
                    weaken_guards(job, job.guards_behind)
                side = -1
            at = guess_crossing(job, lo, hi)
            if abs(at - last) < CLOSE * (end - t):
                break
        return at, last

    return glance_at_event


def locate_by(probe: Any, glance: Any) -> Callable[..., float]:
    """The whole search: `probe(job, t, at, y, rows)` takes a step from t to a time and notes its guards."""
    glance_at_event = glance_by(glance)

    @compiled
    def locate(job: Any, t: float, end: float, y: np.ndarray, rows: np.ndarray) -> float:
        """The time just behind the event, the state there taken; t where a shorter step failed."""
        at, last = glance_at_event(job, t, end, y, rows)
        lo, hi, tolerance = t, end, max(job.event_tolerance, 1e-15 * abs(end))
        for k in range(MOST_TRIES):
            if hi - lo <= tolerance:
                break
            at = min(max(at, lo + 0.3 * tolerance), hi - 0.3 * tolerance)
            if not probe(job, t, at, y, rows):
                return t
            note_slopes_of_guards(job, at - last, k == 0 or abs(at - last) < tolerance)
            last = at
            if noted_guard_crossed(job):
                hi = at
                flag_crossed_guards(job)
            else:
                lo = at
            at = first_zero_of_guards(job, last, lo, hi)
            if last == hi and hi - at <= tolerance:
                break
            at = 0.5 * (lo + hi) if k % 3 == 2 else at + 0.5 * tolerance
        if last != hi and not probe(job, t, hi, y, rows):
            return t
        flag_crossed_guards(job)
        return hi

    return locate
