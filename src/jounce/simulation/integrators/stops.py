"""Times at which steps must end."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

SNAP = 1e-9  # of a step: times closer than this are one time


def fixed_stops(
    t0: float, t1: float, step: float, corners: Iterable[float], samples: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the grid t0 + k step, cut at corners and at samples beside the grid; and the samples, moved onto it.

    Of two times that are closer than a step can tell, a corner is kept before a grid point and a grid
    point before a sample.
    """
    tolerance = max(SNAP * step, 8 * np.finfo(float).eps * max(abs(t0), abs(t1)))  # late times round coarsely
    exact = adaptive_stops(t0, t1, corners, tolerance)
    grid = t0 + step * np.arange(int(np.ceil((t1 - t0) / step)) + 1)
    stops = stops_of_grid(grid, exact, tolerance)
    apart = np.abs(samples - stops[_nearest(stops, samples)]) > tolerance
    stops = _merged(stops, _thinned(samples[apart], tolerance))
    return stops, stops[_nearest(stops, samples)]


def stops_of_grid(grid: np.ndarray, exact: np.ndarray, tolerance: float) -> np.ndarray:
    """Returns points of a grid and exact times, which take the place of points that are closer than the tolerance."""
    closest = _nearest(grid, exact)
    grid = np.delete(grid, closest[np.abs(grid[closest] - exact) <= tolerance])
    return _merged(grid[grid < exact[-1]], exact)


def adaptive_stops(t0: float, t1: float, corners: Iterable[float], tolerance: float) -> np.ndarray:
    """Tells start, corners and end; a corner too close to another of them is dropped."""
    inside = np.array(sorted({corner for corner in corners if t0 + tolerance < corner < t1 - tolerance}))
    return np.concatenate([[t0], _thinned(inside, tolerance), [t1]])


def rows_with_more(
    samples: np.ndarray, more: np.ndarray, stops: np.ndarray, tolerance: float
) -> tuple[np.ndarray, np.ndarray]:
    """Samples and further rows in one, rising, and which of them are the samples; no two of them are one time."""
    if not more.size:
        return samples, np.ones(samples.size, bool)
    at = stops[_nearest(stops, more)]
    more = np.where(np.abs(at - more) <= tolerance, at, more)
    if samples.size > 1:
        more = more[np.abs(more - samples[_nearest(samples, more)]) > tolerance]
    rows = np.concatenate([samples, _thinned(more, tolerance)])
    order = np.argsort(rows, kind="stable")
    return rows[order], order < samples.size


def _thinned(times: np.ndarray, tolerance: float) -> np.ndarray:
    return times[np.diff(times, prepend=-np.inf) > tolerance]


def _merged(rising: np.ndarray, more: np.ndarray) -> np.ndarray:
    return np.insert(rising, np.searchsorted(rising, more), more)


def _nearest(rising: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Returns index of the member of `rising` (two or more) that is closest to each time."""
    right = np.clip(np.searchsorted(rising, times), 1, len(rising) - 1)
    nearest: np.ndarray = right - (times - rising[right - 1] <= rising[right] - times)
    return nearest
