"""When controllers tick: k / rate, and at which stops of a run these times lie."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

import numpy as np

MOST_TICKS = 1e7  # of a run
SNAP = 1e-9  # of a step


def tick_tolerance(length: float, stops: np.ndarray) -> float:
    """Returns, in s, how close times are one time, of a step of this length or of a run; late times round coarsely."""
    latest = float(np.abs(stops[[0, -1]]).max())
    return max(SNAP * length, 8 * float(np.finfo(float).eps) * latest)


def first_tick_from(t: float, rate: float, tolerance: float) -> int:
    """Returns the least k with k / rate at t or behind it, but for the tolerance."""
    return max(0, ceil((t - tolerance) * rate))


def last_tick_until(t: float, rate: float, tolerance: float) -> int:
    """Returns the largest k with k / rate at t or before it, but for the tolerance."""
    return floor((t + tolerance) * rate)


def add_tick_stops(
    stops: np.ndarray, ticks: Sequence[tuple[int, float]], tolerance: float
) -> tuple[np.ndarray, np.ndarray]:
    """Stops with those of ticks among them, and rows of whole numbers: the stop of each tick, its controller.

    `ticks` gives the number of the next tick and the rate of each controller. A tick within the tolerance of a stop is
    made there: steps that differ by rounding only are one step. Ticks of one stop stand in the order of controllers.
    """
    end, times, owners = float(stops[-1]), [], []
    for owner, (first, rate) in enumerate(ticks):
        k = np.arange(first, last_tick_until(end, rate, tolerance) + 1)
        times.append(k / rate)
        owners.append(np.full(len(k), owner))
    time, whose = np.concatenate([np.empty(0), *times]), np.concatenate([np.empty(0, np.int64), *owners])
    order = np.lexsort((whose, time))
    time, whose = time[order], whose[order]
    apart = np.abs(stops[_nearest(stops, time)] - time) > tolerance
    fresh = time[apart]
    fresh = fresh[np.diff(fresh, prepend=-np.inf) > tolerance]
    stops = np.insert(stops, np.searchsorted(stops, fresh), fresh)
    at = _nearest(stops, time)
    order = np.lexsort((whose, at))
    return stops, np.column_stack([at, whose])[order].astype(np.int64)


def move_samples_to_ticks(samples: np.ndarray, stops: np.ndarray, ticks: np.ndarray, tolerance: float) -> np.ndarray:
    """Samples that differ from the stop of a tick by rounding only, moved onto it."""
    if not len(ticks) or not len(samples):
        return samples
    places = stops[np.unique(ticks[:, 0])]
    nearest = places[_nearest(places, samples)]
    moved: np.ndarray = np.where(np.abs(nearest - samples) <= tolerance, nearest, samples)
    return moved


def _nearest(rising: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Returns index of the member of `rising` that is closest to each time."""
    if len(rising) == 1:
        return np.zeros(len(times), np.int64)
    right = np.clip(np.searchsorted(rising, times), 1, len(rising) - 1)
    nearest: np.ndarray = right - (times - rising[right - 1] <= rising[right] - times)
    return nearest
