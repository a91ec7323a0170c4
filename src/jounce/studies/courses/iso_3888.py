"""The two courses of ISO 3888, from the width of a car."""

from __future__ import annotations

from itertools import pairwise

from jounce.studies.courses.course import Course, Lane, course_of

# Part 1: lengths of lane 1, gap, lane 2, gap, lane 3 and exit; widths by the car's width. Numbers as in public programs
# (projectchrono/chrono, mathworks/Simscape-Vehicle-Templates), which agree on them
LENGTHS_1 = (15.0, 30.0, 25.0, 25.0, 15.0, 15.0)  # m, 125 m in all
OFFSET = 3.5  # m
READINGS = {
    "edge": "same edge to same edge 3.5 m",
    "centre": "centre to centre 3.5 m",
    "near-edge": "centre of lane 1 to near edge of lane 2 3.5 m",
}
LENGTHS_2 = (12.0, 13.5, 11.0, 12.5, 12.0)  # m, 61 m in all
GAP = 1.0  # m between facing edges of lanes 1 and 2
LEAST_EXIT = 3.0  # m, width of lane 3 of part 2
SPACING_1, SPACING_2 = 5.0, 3.0  # m between cones of a lane: ours, the standards' figures are not at hand


def iso_3888_1(width: float, reading: str, radius: float) -> Course:
    """Returns the double lane change: out to the left, and back.

    The text on its offset is read in three ways; they put the middle of lane 2 (3.5 + 0.05 w) m, 3.5 m or
    (3.5 + 0.6 w + 0.125) m to the left of that of lane 1.
    """
    w1, w2, w3 = (factor * width + 0.25 for factor in (1.1, 1.2, 1.3))
    middle = {"edge": OFFSET + 0.5 * (w2 - w1), "centre": OFFSET, "near-edge": OFFSET + 0.5 * w2}[reading]
    ends = _ends(LENGTHS_1)
    # lane 3 begins where lane 1 would: their right edges are in one line in reading "edge", else their middles are
    home = 0.5 * (w3 - w1) if reading == "edge" else 0.0
    lanes = (
        _lane("lane 1", *ends[0], 0.0, w1),
        _lane("lane 2", *ends[2], middle, w2),
        _lane("lane 3", ends[4][0], ends[5][1], home, w3),
    )
    return course_of("ISO 3888-1", lanes, radius, SPACING_1, f"lane offset: {READINGS[reading]}")


def iso_3888_2(width: float, radius: float) -> Course:
    """Returns obstacle avoidance: out to the left by one metre between facing edges, and back."""
    w1, w2, w3 = 1.1 * width + 0.25, width + 1.0, max(1.3 * width + 0.25, LEAST_EXIT)
    ends = _ends(LENGTHS_2)
    right_2 = 0.5 * w1 + GAP
    lanes = (
        _lane("lane 1", *ends[0], 0.0, w1),
        _lane("lane 2", *ends[2], right_2 + 0.5 * w2, w2),
        _lane("lane 3", *ends[4], 0.5 * w1 - 0.5 * w3, w3),
    )
    note = "1 m between facing edges of lanes 1 and 2; left edges of lanes 1 and 3 in one line"
    return course_of("ISO 3888-2", lanes, radius, SPACING_2, note)


def _ends(lengths: tuple[float, ...]) -> list[tuple[float, float]]:
    places = [sum(lengths[:k]) for k in range(len(lengths) + 1)]
    return list(pairwise(places))


def _lane(name: str, begin: float, end: float, middle: float, width: float) -> Lane:
    return Lane(name, begin, end, middle - 0.5 * width, middle + 0.5 * width)
