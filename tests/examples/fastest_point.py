"""The fastest way of a point through a bend, without any of our code: what no car with that acceleration can beat.

A point whose acceleration has a size of at most `a` passes a bend in the least time if its acceleration points along
p(t), which is linear in time where no edge is touched; at the inner edge the slope of p jumps along the normal of the
edge [Bryson, Ho 1975, chapters 2 and 3]. Unknown are p at the start (its direction), both slopes, the instant at
the inner edge and the time. Conditions: there the point touches the edge and moves along it; at the end it is at the
outer edge, moves in the given direction, and p stands across that direction, because the speed there is free.

The outer edge before the bend is left out, so that the time is below that of any line which keeps it.
"""

from __future__ import annotations

from math import cos, sin

import numpy as np
from scipy.optimize import root

POINTS = 600  # of both arcs: the trapezoidal rule with end correction errs by h^4
START = (-0.74, -2.1, 2.1, 2.0, -1.8, 3.4, 6.9)  # to search from: angle, slopes before and behind, instants


def fastest_point(
    start: tuple[float, float], speed: float, a: float, centre: np.ndarray, inner: float, end: np.ndarray, along: float
) -> float:
    """Time from a start, moving along x, round a bend to the left about a centre to an end on a line along x.

    `along` is the angle to the right of the y axis at which it may move there.
    """

    def conditions(u: np.ndarray) -> list[float]:
        first, before, behind, touch, last = np.array([cos(u[0]), sin(u[0])]), u[1:3], u[3:5], u[5], u[6]
        x, v = np.array(start), np.array([speed, 0.0])
        x, v, p = _arc(x, v, first, before, touch, a)
        n = (x - centre) / np.linalg.norm(x - centre)
        jump = behind - before
        touching = [np.linalg.norm(x - centre) - inner, v @ n, jump[0] * n[1] - jump[1] * n[0]]
        x, v, p = _arc(x, v, p, behind, last - touch, a)
        way = np.array([sin(along), cos(along)])
        return [*touching, *(x - end), v[0] * way[1] - v[1] * way[0], p @ way]

    found = root(conditions, START, tol=1e-12)
    assert np.abs(found.fun).max() < 1e-8, found.message
    return float(found.x[6])


def _arc(x: np.ndarray, v: np.ndarray, p: np.ndarray, slope: np.ndarray, lasts: float, a: float) -> tuple:
    """Place, speed and p behind an arc on which p is linear."""
    t, h = np.linspace(0.0, lasts, POINTS)[:, None], lasts / (POINTS - 1)
    course = p + slope * t
    pull = a * course / np.linalg.norm(course, axis=1)[:, None]
    rate = np.vstack([np.zeros(2), np.cumsum(0.5 * h * (pull[1:] + pull[:-1]), axis=0)]) + v
    step = 0.5 * h * (rate[1:] + rate[:-1]) - h**2 / 12.0 * (pull[1:] - pull[:-1])
    return x + step.sum(axis=0), rate[-1], course[-1]
