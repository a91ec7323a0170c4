"""The driver's line by practice: drive, look how near the cones came, change a few numbers and drive again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.studies.courses.course import Course
from jounce.studies.courses.driving_line import DrivingLine, possible_line

USUAL_OVERLAP = 0.3  # of a gap between lanes, by which a shift begins before it and ends behind it
FIRST_STEPS = (-0.1, -4.0, 4.0, 0.25, -4.0, 4.0, 0.25)  # m by which each number of a line is changed at first
GAIN_STEP = -0.15  # by which the driver's gain is changed at first, as a share
FINEST_STEP, FINEST_GAIN = 0.02, 2e-3  # of the line in m and of the gain: where a search has come to its end
REFLECT, EXPAND, CONTRACT, SHRINK = 1.0, 2.0, 0.5, 0.5  # [Nelder, Mead 1965]
Try = Callable[[DrivingLine, float], tuple[float, float]]  # line, gain as a share -> least clearance; what to raise


@dataclass(frozen=True, slots=True)
class Practised:
    """What practice found."""

    line: DrivingLine
    gain: float  # of the driver, as a share of the one it began with
    clearance: float  # m
    runs: int


class Enough(Exception):
    """Practice may end: it is good, or it has lasted long."""


def usual_line(course: Course) -> DrivingLine:
    """Where practice begins: shifts that begin before the end of a lane and end behind the beginning of the next."""
    first, second, third = course.lanes
    out, back = USUAL_OVERLAP * (second.begin - first.end), USUAL_OVERLAP * (third.begin - second.end)
    return DrivingLine(
        first.middle,
        first.end - out,
        second.begin + out,
        second.middle,
        second.end - back,
        third.begin + back,
        third.middle,
    )


def practise_line(
    drive: Try,
    first: DrivingLine,
    most_runs: int,
    wanted: float,
    gain: float = 1.0,
    on_run: Callable[[int], None] | None = None,
) -> Practised:
    """Returns the best line of some runs, until one clears the limits by `wanted` metres; the same runs every time.

    The simplex of Nelder and Mead on the line's seven numbers and the driver's gain; no derivative is needed, which a
    spin or a lifted wheel would not have.
    """
    best: list[Practised] = []

    def clearance(numbers: Sequence[float]) -> float:
        line, share = possible_line(tuple(numbers[:7])), float(np.clip(numbers[7], 0.3, 3.0))
        found, soft = drive(line, share)
        runs = (best[-1].runs if best else 0) + 1
        if not best or found > best[-1].clearance:
            best.append(Practised(line, share, found, runs))
        else:
            best[-1] = Practised(best[-1].line, best[-1].gain, best[-1].clearance, runs)
        if on_run is not None:
            on_run(runs)
        if best[-1].clearance >= wanted or runs >= most_runs:
            raise Enough
        return soft

    start, size = np.array([*first.numbers(), gain]), 1.0
    steps = np.array([*FIRST_STEPS, GAIN_STEP * gain])
    finest = np.array([FINEST_STEP] * 7 + [FINEST_GAIN])
    try:
        while True:  # a simplex may collapse beside a top: begin again there, the other way and smaller
            start, size = climb_by_simplex(clearance, start, size * steps, finest), -0.5 * size
    except Enough:
        return best[-1]


def climb_by_simplex(
    height: Callable[[Sequence[float]], float], start: np.ndarray, steps: np.ndarray, finest: np.ndarray
) -> np.ndarray:
    """Returns a place of a largest height near `start`, by the simplex of [Nelder, Mead 1965]."""
    corners = [start, *(start + step for step in np.diag(steps))]
    heights = [height(corner.tolist()) for corner in corners]
    while True:
        order = np.argsort(heights, kind="stable")[::-1]
        corners, heights = [corners[k] for k in order], [heights[k] for k in order]
        if (np.ptp(np.array(corners), axis=0) <= finest).all():
            return corners[0]
        middle = np.mean(corners[:-1], axis=0)
        away = middle - corners[-1]
        tried = middle + REFLECT * away
        found = height(tried.tolist())
        if found > heights[0]:
            farther = middle + EXPAND * away
            higher = height(farther.tolist())
            tried, found = (farther, higher) if higher > found else (tried, found)
        elif found <= heights[-2]:
            nearer = middle + CONTRACT * (away if found > heights[-1] else -away)
            better = height(nearer.tolist())
            if better <= max(found, heights[-1]):
                corners = [corners[0] + SHRINK * (corner - corners[0]) for corner in corners]
                heights = [heights[0], *(height(corner.tolist()) for corner in corners[1:])]
                continue
            tried, found = nearer, better
        corners[-1], heights[-1] = tried, found
