"""Loops of one quantity over another: the mean over several periods, its slopes and its widths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

POINTS = 721  # of a period
NEAR = 0.05  # of half the range: over so much to either side a slope is fitted


@dataclass(frozen=True)
class Loop:
    """y over x through one period, both about zero: a branch on which x rises, and one on which it falls."""

    x: np.ndarray
    y: np.ndarray

    def slope_at(self, place: float) -> float:
        """Returns dy/dx at a place of x, mean of both branches."""
        return float(np.mean([_slope(*branch, place) for branch in self._branches(self.x, self.y)]))

    def slope_where(self, level: float) -> float:
        """Returns dy/dx where y is +-`level`, mean over both signs and both branches."""
        inverse = [_slope(*branch, y) for branch in self._branches(self.y, self.x) for y in (level, -level)]
        return 1.0 / float(np.mean(inverse))

    def width_at(self, place: float) -> float:
        """Returns the distance of both branches along y at a place of x, positive where y lies lower while x rises."""
        rising, falling = (float(np.interp(place, *branch)) for branch in self._branches(self.x, self.y))
        return falling - rising

    def width_at_level(self, level: float) -> float:
        """Returns the distance of both branches along x at a level of y, positive where x is ahead of y."""
        rising, falling = (float(np.interp(level, *branch)) for branch in self._branches(self.y, self.x))
        return rising - falling

    def outward_at(self, place: float) -> float:
        """Returns the mean of y at `place` while x rises and of -y at -`place` while x falls: on the way out."""
        rising, falling = self._branches(self.x, self.y)
        return 0.5 * float(np.interp(place, *rising) - np.interp(-place, *falling))

    def reaches(self, place: float) -> bool:
        return bool(self.x.max() > place and self.x.min() < -place)

    @staticmethod
    def _branches(x: np.ndarray, y: np.ndarray) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
        """Returns from the least to the largest x, and back; x rises in both."""
        low, high = int(np.argmin(x)), int(np.argmax(x))
        up = np.arange(low, low + (high - low) % len(x) + 1) % len(x)
        down = np.arange(high, high + (low - high) % len(x) + 1)[::-1] % len(x)
        return _rising(x[up], y[up]), _rising(x[down], y[down])


def mean_loop(time: np.ndarray, x: np.ndarray, y: np.ndarray, begin: float, period: float) -> Loop:
    """Returns the mean over all whole periods from `begin` on, less the mean of each quantity.

    A car that becomes slower drives loops that do not close. What a quantity drifts in a period is taken from it evenly
    along the period: else the loop had a step where it begins, which is where slopes and widths are read.
    """
    count = int(np.floor((time[-1] - begin) / period + 1e-9))
    phase = np.linspace(0.0, period, POINTS)
    times = begin + period * np.arange(count)[:, None] + phase
    means = [np.interp(times, time, values).mean(axis=0) for values in (x, y)]
    closed = [(values - (values[-1] - values[0]) * phase / period)[:-1] for values in means]
    return Loop(*(values - values.mean() for values in closed))


def _rising(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Leaves out samples that fall back by a ripple."""
    kept = x >= np.maximum.accumulate(x)
    return x[kept], y[kept]


def _slope(x: np.ndarray, y: np.ndarray, place: float) -> float:
    """Returns the slope of the straight line through what lies near a place."""
    reach = NEAR * 0.5 * (x[-1] - x[0])
    at = np.linspace(place - reach, place + reach, 21)
    return float(np.polyfit(at - place, np.interp(at, x, y), 1)[0])
