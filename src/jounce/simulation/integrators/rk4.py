"""The Runge-Kutta method of order 4 with fixed steps, its coordinates carried by the mean of the two middle speeds.

Speeds and all other states follow Kutta's classical table (left) [Kutta 1901; Hairer, Norsett, Wanner 1993,
section II.1, table 1.2], coordinates whose rates are speeds the right one:

    0   |                            0   |
    1/2 | 1/2                        1/2 | 1/2
    1/2 | 0    1/2                   1/2 | 0    1/4  1/4
    1   | 0    0    1                1   | 0    1/2  1/2  0
    ----+--------------------        ----+--------------------
        | 1/6  1/3  1/3  1/6             | 1/6  1/3  1/3  1/6

The speed of the third stage is known before its coordinate, so nothing is implicit. Both tables and all mixtures
of them meet the conditions of order 4 [section II.15], at the price of nothing; a harmonic motion loses a quarter
of the energy that it loses with the classical table alone, see docs/theory/projection_and_redundancy.md.

The sums are written in one order and nothing contracts them, so a run repeats to the last bit.
"""

from __future__ import annotations

from jounce.native.pointers import floats_at, integers_at
from jounce.simulation.integrators.job import (
    FINISHED,
    NOT_CLOSED,
    NOT_FINITE,
    RESELECT,
    RUNNING,
    SCRATCH_ROWS,
)
from jounce.simulation.integrators.kernels import (
    copy,
    culprit_of,
    evaluate,
    first_not_finite,
    job_at,
    rows_are_weak,
    write_sample,
)
from jounce.simulation.integrators.projection import ONCE, OPEN, begin, note_gap, project


def advance(address):
    """Go on for at most `step_budget` steps from stop to stop; the stops are the grid."""
    job = job_at(address)
    n = job.state_size
    y = floats_at(job.state, n)
    rows = floats_at(job.scratch, (SCRATCH_ROWS, n))
    k1, k2, k3, k4, stage, after, spare = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6]
    plain = integers_at(job.plain, (job.plain_count, 3))
    stops = floats_at(job.stops, job.stop_count)
    samples = floats_at(job.samples, job.sample_count)

    if not job.begun:
        status = begin(job, y, k1, spare)
        if status != RUNNING:
            return status

    for _ in range(job.step_budget):
        if job.next_stop == job.stop_count:
            return FINISHED
        t, end = job.t, stops[job.next_stop]
        h = end - t
        middle = t + 0.5 * h

        evaluate(job, t, middle, y, k1)
        for i in range(n):
            stage[i] = y[i] + 0.5 * h * k1[i]
        evaluate(job, middle, middle, stage, k2)
        for i in range(n):
            stage[i] = y[i] + 0.5 * h * k2[i]
        for r in range(job.plain_count):
            first, speed = plain[r, 0], plain[r, 1]
            for i in range(plain[r, 2]):
                stage[first + i] = y[first + i] + 0.25 * h * (k2[first + i] + stage[speed + i])
        evaluate(job, middle, middle, stage, k3)
        for i in range(n):
            stage[i] = y[i] + h * k3[i]
        for r in range(job.plain_count):
            for i in range(plain[r, 0], plain[r, 0] + plain[r, 2]):
                stage[i] = y[i] + 0.5 * h * (k2[i] + k3[i])
        evaluate(job, end, middle, stage, k4)
        for i in range(n):
            after[i] = y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])

        if first_not_finite(after) >= 0:
            job.culprit = culprit_of(rows[:4], after)
            return NOT_FINITE
        if project(job, after, spare, ONCE) == OPEN:
            return NOT_CLOSED
        note_gap(job)

        copy(after, y)
        job.t = end
        job.next_stop += 1
        job.steps += 1
        while job.next_sample < job.sample_count and samples[job.next_sample] <= end:
            write_sample(job, y)
        if rows_are_weak(job, job.pivot):
            return RESELECT
    return RUNNING
