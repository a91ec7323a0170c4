"""Shapes of paths: through points, along clothoids, and sideways by shifts of the fifth degree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem
from jounce.parts.paths.path import Path

LONGEST = 1e6  # m
SPACING = 0.5  # m between the stations of a path
NODES, WEIGHTS = np.polynomial.legendre.leggauss(5)  # of the integrals from one station to the next
Shift = tuple[float, float, float]  # x where it begins, x where it ends, m to the left


@check_arguments
def polyline_path(x: Sequence[float], y: Sequence[float]) -> Path:
    """The smooth line through points: a C2 spline over the distance from point to point."""
    from scipy.interpolate import CubicSpline  # slow to import

    px, py = np.asarray(x, float), np.asarray(y, float)
    if px.shape != py.shape or px.ndim != 1 or px.size < 2:
        what = f"{px.size} values of x and {py.size} of y"
        raise ModelError("path", [Problem("points", what, "as many x as y, at least 2 points")])
    if not (np.isfinite(px).all() and np.isfinite(py).all()):
        raise ModelError("path", [Problem("points", "not all numbers are finite", "a path without gaps")])
    chords = np.hypot(np.diff(px), np.diff(py))
    if not chords.all():
        k = int(np.argmin(chords))
        what = f"points {k + 1} and {k + 2} are at the same place ({px[k]:g} m, {py[k]:g} m)"
        raise ModelError("path", [Problem("points", what, "points that go on")])
    u = np.concatenate([[0.0], np.cumsum(chords)])
    if px.size == 2:
        heading = np.full(2, np.arctan2(py[1] - py[0], px[1] - px[0]))
        return Path(u, px, py, heading, np.zeros(2))
    curve = CubicSpline(u, np.column_stack([px, py]), bc_type="natural")
    knots = _between(u, SPACING)
    return _path_of_curve(knots, lambda t, order: curve(t, order).T)


@check_arguments
def shift_path(shifts: Sequence[Shift], begin: float, end: float, y: float = 0.0, intervals: int | None = None) -> Path:
    """Along x from `begin` to `end`, moved sideways by shifts one after another, each `shift_height` of its length.

    Shifts may overlap: their heights add up. The largest lateral acceleration of one shift of h over l at speed v is
    (10/sqrt(3)) h v^2/l^2, at small angles.

    With `intervals`, each stretch from one beginning or end to the next has as many stations, straight ones two: then
    paths of other numbers are tables of one size, and one machine code reads them all.
    """
    wrong = [shift for shift in shifts if not shift[0] < shift[1]]
    if wrong or not begin < end:
        first, last = wrong[0][:2] if wrong else (begin, end)
        raise ModelError("path", [Problem("shifts", f"from {first:g} m to {last:g} m", "an end behind the beginning")])
    if not end - begin < LONGEST:
        raise ModelError("path", [Problem("end", f"{end:g} m, from {begin:g} m on", f"less than {LONGEST:g} m")])
    edges = sorted({begin, end, *(x for shift in shifts for x in shift[:2] if begin < x < end)})

    def curve(x: np.ndarray, order: int) -> np.ndarray:
        along = (x, np.ones_like(x), np.zeros_like(x))[order]
        across = np.full_like(x, y if order == 0 else 0.0)
        for first, last, height in shifts:
            across += height * shift_height((x - first) / (last - first), order) / (last - first) ** order
        return np.array([along, across])

    if intervals is None:
        return _path_of_curve(_between(np.array(edges), SPACING), curve)
    first, *inner, last = edges
    bends = [np.linspace(a, b, intervals, endpoint=False) for a, b in pairwise(inner)]
    return _path_of_curve(np.concatenate([[first], *bends, inner[-1:], [last]]), curve)


def shift_height(share: np.ndarray, order: int = 0) -> np.ndarray:
    """10 s^3 - 15 s^4 + 6 s^5 or a derivative of it: from 0 to 1 with no slope and no bend at both ends."""
    s = np.clip(share, 0.0, 1.0)
    height: np.ndarray = (
        (s**3 * (10.0 - s * (15.0 - 6.0 * s)), 30.0 * (s * (1.0 - s)) ** 2)[order]
        if order < 2
        else (60.0 * s * (1.0 - s) * (1.0 - 2.0 * s))
    )
    return height


@check_arguments
def clothoid_path(
    lengths: Sequence[float], curvatures: Sequence[float], x: float = 0.0, y: float = 0.0, heading: float = 0.0
) -> Path:
    """Pieces one after another, each of a length, between given curvatures (one more than lengths): its heading is

    psi(s) = psi_0 + kappa_0 s + (kappa_1 - kappa_0) s^2/(2 l)
    """
    l, k = np.asarray(lengths, float), np.asarray(curvatures, float)
    if l.ndim != 1 or k.shape != (l.size + 1,) or l.size == 0 or not (l > 0.0).all():
        what = f"{l.size} lengths and {k.size} curvatures"
        raise ModelError("path", [Problem("clothoid", what, "positive lengths, and one curvature more than lengths")])
    ends = np.concatenate([[0.0], np.cumsum(l)])
    turns = np.concatenate([[heading], heading + np.cumsum(0.5 * l * (k[:-1] + k[1:]))])

    def headings(s: np.ndarray) -> np.ndarray:
        piece = np.clip(np.searchsorted(ends, s, side="right") - 1, 0, l.size - 1)
        d = s - ends[piece]
        found: np.ndarray = turns[piece] + d * (k[piece] + 0.5 * d * (k[piece + 1] - k[piece]) / l[piece])
        return found

    station = _between(ends, SPACING)
    h = np.diff(station)
    inside = station[:-1, None] + 0.5 * h[:, None] * (NODES + 1.0)
    steps = [0.5 * h * (WEIGHTS * turn(headings(inside))).sum(axis=1) for turn in (np.cos, np.sin)]
    px, py = (start + np.concatenate([[0.0], np.cumsum(step)]) for start, step in zip((x, y), steps, strict=True))
    return Path(station, px, py, headings(station), np.interp(station, ends, k))


def _path_of_curve(knots: np.ndarray, curve) -> Path:  # type: ignore[no-untyped-def]
    """A path along any curve u -> (x, y) that gives its derivatives: stations by quadrature of its speed."""
    h = np.diff(knots)
    inside = knots[:-1, None] + 0.5 * h[:, None] * (NODES + 1.0)
    dx, dy = (part.reshape(inside.shape) for part in curve(inside.ravel(), 1))
    station = np.concatenate([[0.0], np.cumsum(0.5 * h * (WEIGHTS * np.hypot(dx, dy)).sum(axis=1))])
    (x, y), (dx, dy), (ddx, ddy) = (curve(knots, order) for order in range(3))
    heading = np.unwrap(np.arctan2(dy, dx))
    return Path(station, x, y, heading, (dx * ddy - dy * ddx) / np.hypot(dx, dy) ** 3)


def _between(edges: np.ndarray, spacing: float) -> np.ndarray:
    """Knots at the edges, and evenly between them."""
    pieces = [
        np.linspace(first, last, max(1, int(np.ceil((last - first) / spacing))), endpoint=False)
        for first, last in pairwise(edges)
    ]
    return np.concatenate([*pieces, edges[-1:]])
