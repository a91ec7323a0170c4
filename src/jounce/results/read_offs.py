"""What studies read off histories: a closed set of figures, each found between samples and not at the nearest.

A history is a time and its values. A window is a stretch of time, its ends included; both ends may lie between samples.
Every figure is that of the motion, to the order of the rule that finds it: a straight line for a crossing, a parabola
for a peak, trapezoids for an integral. None of them looks at how far apart samples are.

A run alone, a batch and a gradient call these functions and have no others: studies take no largest value, mean or
instant of a history by themselves.
"""

from __future__ import annotations

import math

import numpy as np

RIPPLE = 2e-3  # of the largest value: twice the usual accuracy of a run
FLAT = 1e-3  # of a peak: samples that lie no lower belong to its top
LEAST_FLAT = 7  # samples, for a cubic
ROUND = 0.25  # of the bend at a top, that both its neighbours have at least

Window = tuple[float, float]  # s


def value_at(time: np.ndarray, values: np.ndarray, instant: float) -> float:
    """Returns the value at an instant, on the straight line between samples."""
    return float(np.interp(instant, time, values))


def first_instant(time: np.ndarray, holds: np.ndarray) -> float:
    """Returns the first sample at which something holds that is true or false, such as a brake that sticks; or nan."""
    k = int(np.argmax(holds))
    return float(time[k]) if holds[k] else math.nan


def time_held(time: np.ndarray, holds: np.ndarray) -> float:
    """Returns how long something holds in all; it begins and ends half-way between samples."""
    return float(np.trapezoid(holds.astype(float), time))


def crossing(time: np.ndarray, values: np.ndarray, level: float) -> float:
    """Returns the first time at which the history passes the level, on the straight line between samples; or nan."""
    above = values >= level
    changes = np.flatnonzero(above[1:] != above[:-1])
    if not changes.size:
        return math.nan
    k = int(changes[0])
    share = (level - values[k]) / (values[k + 1] - values[k])
    return float(time[k] + share * (time[k + 1] - time[k]))


def peak(time: np.ndarray, values: np.ndarray) -> tuple[float, float]:
    """Returns time and value of the largest sample, sharpened by the parabola through it and its neighbours."""
    return _vertex(time, values, int(np.argmax(values)))


def highest(time: np.ndarray, values: np.ndarray) -> float:
    """Returns the largest value of a history, sharpened as a peak where its top is round.

    At a jump or a kink no parabola fits: there the sample itself counts. A top is round where the history bends down at
    both neighbours too, at least `ROUND` times as much.
    """
    if len(values) < 5:
        return float(values.max())
    slopes = np.diff(values) / np.diff(time)
    bends = np.diff(slopes) / (time[2:] - time[:-2])
    before, here, after = bends[:-2], bends[1:-1], bends[2:]
    turning = (slopes[1:-2] >= 0.0) & (slopes[2:-1] <= 0.0)
    is_round = turning & (here < 0.0) & (np.maximum(before, after) <= ROUND * here)
    k = np.flatnonzero(is_round) + 2
    slope = slopes[k - 1] + bends[k - 1] * (time[k] - time[k - 1])
    return float(max(values.max(), (values[k] - 0.25 * slope * slope / bends[k - 1]).max(initial=-math.inf)))


def lowest(time: np.ndarray, values: np.ndarray) -> float:
    """Returns the smallest value of a history in the same way."""
    return -highest(time, -values)


def largest(time: np.ndarray, values: np.ndarray) -> float:
    """Returns the largest magnitude of a history in the same way."""
    return max(highest(time, values), -lowest(time, values))


def extreme(time: np.ndarray, values: np.ndarray) -> float:
    """Returns the value of largest magnitude, with its sign, in the same way."""
    top, bottom = highest(time, values), lowest(time, values)
    return top if top >= -bottom else bottom


def swing(time: np.ndarray, values: np.ndarray) -> float:
    """Returns how far the highest value lies above the lowest."""
    return highest(time, values) - lowest(time, values)


def largest_sample(values: np.ndarray) -> float:
    """Returns the largest magnitude of any sample, for what is no wave but an error: an energy balance."""
    return float(np.abs(values).max())


def largest_gain(time: np.ndarray, values: np.ndarray, span: float) -> float:
    """Returns by how much the history rises at most within a span of time."""
    early = time <= time[-1] - span
    return highest(time[early], np.interp(time[early] + span, time, values) - values[early])


def highest_top(time: np.ndarray, values: np.ndarray, where: np.ndarray) -> tuple[float, float] | None:
    """Returns time and value of the highest of those local maxima that lie where it is asked for; None without one."""
    middle = values[1:-1]
    tops = np.flatnonzero((middle >= values[:-2]) & (middle > values[2:]) & where[1:-1]) + 1
    return _vertex(time, values, int(tops[np.argmax(values[tops])])) if tops.size else None


def first_peak(time: np.ndarray, values: np.ndarray) -> tuple[float, float]:
    """Returns the first peak that reaches nine tenths of the largest value; the last sample without one.

    A peak is what the history falls from by more than a ripple of the numbers may. Where many samples lie at its top,
    their cubic of least squares says where it is: three neighbours would find the top of a ripple.
    """
    most, top = float(values.max()), np.maximum.accumulate(values)
    falls = np.flatnonzero((top >= 0.9 * most) & (values < top - RIPPLE * abs(most)))
    if not falls.size:
        return _vertex(time, values, len(values) - 1)
    k = int(np.argmax(values[: falls[0]]))
    return _flat_vertex(time, values, k) or _vertex(time, values, k)


def first_local_peak(time: np.ndarray, values: np.ndarray, size: float) -> tuple[float, float] | None:
    """Returns time and value of the first local maximum, however small; None where the history has none.

    It is what the history rises to and falls from, both by more than a ripple of numbers of this size may.
    """
    bottom, top = float(values[0]), -1
    ripple = RIPPLE * size
    for k, value in enumerate(values):
        if top < 0:
            bottom = min(bottom, float(value))
            top = k if value > bottom + ripple else -1
        elif value > values[top]:
            top = k
        elif value < values[top] - ripple:
            return _vertex(time, values, top)
    return None


def overshoot(top: float, settled: float) -> float:
    """Returns how far a peak lies above the settled value, divided by it."""
    return top / settled - 1.0


def within(time: np.ndarray, values: np.ndarray, window: Window) -> tuple[np.ndarray, np.ndarray]:
    """Returns the history within a window, whose ends lie on the straight lines between samples."""
    t = np.concatenate([[window[0]], time[(time > window[0]) & (time < window[1])], [window[1]]])
    return t, np.interp(t, time, values)


def whole(time: np.ndarray) -> Window:
    """Returns the window that is all of a history."""
    return float(time[0]), float(time[-1])


def integral(time: np.ndarray, values: np.ndarray, window: Window) -> float:
    """Returns the integral over a window, by trapezoids."""
    t, y = within(time, values, window)
    return float(np.trapezoid(y, t))


def integral_of_integral(time: np.ndarray, values: np.ndarray, window: Window) -> float:
    """Returns the way that an acceleration makes within a window, from rest: exact for straight pieces."""
    t, y = within(time, values, window)
    steps = np.diff(t)
    once = np.concatenate([[0.0], np.cumsum(0.5 * steps * (y[1:] + y[:-1]))])
    return float(np.sum(steps * once[:-1] + steps**2 * (2.0 * y[:-1] + y[1:]) / 6.0))


def mean(time: np.ndarray, values: np.ndarray, window: Window) -> float:
    """Returns the mean over a window; of a window at the end of a response, its settled value."""
    return integral(time, values, window) / (window[1] - window[0])


def root_mean_square(time: np.ndarray, values: np.ndarray, window: Window) -> float:
    """Returns the root of the mean square over a window."""
    return math.sqrt(mean(time, values * values, window))


def deviation(time: np.ndarray, values: np.ndarray, window: Window) -> float:
    """Returns the standard deviation over a window: the root of the mean square about the mean."""
    return root_mean_square(time, values - mean(time, values, window), window)


def lag(time: np.ndarray, first: np.ndarray, second: np.ndarray, largest: float | None = None) -> float:
    """Returns how much later the second history comes than the first, in s: where they correlate best.

    For every shift the coefficient of correlation over the time that both then have in common, at least half of it;
    neither scale nor offset nor the length of the overlap counts. Sharpened by a parabola. `largest` bounds the lag.
    """
    step = float(np.median(np.diff(time)))
    even = np.arange(time[0], time[-1] + 0.5 * step, step)
    a, b = (np.interp(even, time, y) for y in (first, second))
    a, b = a - a.mean(), b - b.mean()
    n = len(even)
    most = n // 2 if largest is None else min(n // 2, int(largest / step))
    shifts = np.arange(-most, most + 1)
    size = 1 << (2 * n - 1).bit_length()
    products = np.fft.irfft(np.conj(np.fft.rfft(a, size)) * np.fft.rfft(b, size), size)[shifts]
    count = n - np.abs(shifts)
    begins_a, begins_b = np.maximum(-shifts, 0), np.maximum(shifts, 0)
    sums = [_sums(y, begin, count) for y, begin in ((a, begins_a), (b, begins_b))]
    squares = [_sums(y * y, begin, count) for y, begin in ((a, begins_a), (b, begins_b))]
    spread = [np.maximum(square - total**2 / count, 0.0) for square, total in zip(squares, sums, strict=True)]
    size_of_both = np.sqrt(spread[0] * spread[1])
    alike = (products - sums[0] * sums[1] / count) / np.maximum(size_of_both, 1e-12 * size_of_both.max(initial=1e-300))
    return _vertex(shifts * step, alike, int(np.argmax(alike)))[0]


def _sums(y: np.ndarray, begins: np.ndarray, count: np.ndarray) -> np.ndarray:
    """Returns sums over stretches of y."""
    total = np.concatenate([[0.0], np.cumsum(y)])
    return total[begins + count] - total[begins]


def _flat_vertex(time: np.ndarray, values: np.ndarray, k: int) -> tuple[float, float] | None:
    """Returns the top of a flat peak about a sample; None where too few samples lie there, or their cubic has no top.

    Samples count less the lower they lie, so that none comes or goes at once when the history changes a little.
    """
    weights = 1.0 - (values[k] - values) / (FLAT * abs(values[k]))
    low = np.concatenate([[-1], np.flatnonzero(weights <= 0.0), [len(values)]])
    after = int(np.searchsorted(low, k))
    own = slice(int(low[after - 1]) + 1, int(low[after]))
    if own.stop - own.start < LEAST_FLAT:
        return None
    x, scale = time[own] - time[k], float(time[own][-1] - time[own][0])
    c3, c2, c1, c0 = np.polyfit(x / scale, values[own] - values[k], 3, w=weights[own])
    inside = c2 * c2 - 3.0 * c1 * c3
    if c2 >= 0.0 or inside <= 0.0:
        return None
    top = c1 / (math.sqrt(inside) - c2)  # of both turning points the one with a bend downwards
    return float(time[k] + top * scale), float(values[k] + c0 + top * (c1 + top * (c2 + top * c3)))


def _vertex(x: np.ndarray, y: np.ndarray, k: int) -> tuple[float, float]:
    """Returns the vertex of the parabola through a sample and its neighbours."""
    if k in (0, len(y) - 1):
        return float(x[k]), float(y[k])
    behind, ahead = (float((y[i + 1] - y[i]) / (x[i + 1] - x[i])) for i in (k - 1, k))
    bend = (ahead - behind) / float(x[k + 1] - x[k - 1])
    slope = behind + bend * float(x[k] - x[k - 1])
    shift = -0.5 * slope / bend if bend else 0.0
    return float(x[k]) + shift, float(y[k]) + 0.5 * slope * shift
