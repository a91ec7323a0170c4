"""The record of one sine with dwell, read as 49 CFR 571.126 says: filters, zeroing, instants, criteria.

All of it works on plain arrays, so that a measured record can be read the same way.
"""

from __future__ import annotations

from math import nan
from typing import NamedTuple

import numpy as np

from jounce.results.read_offs import (
    crossing,
    first_instant,
    first_local_peak,
    integral_of_integral,
    largest,
    mean,
    value_at,
)

FREQUENCY, DWELL = 0.7, 0.5  # Hz and s: of the sine, and of the stop at its second peak
STEERING_FILTER, MOTION_FILTER = 10.0, 6.0  # Hz, of twelve poles without a phase: six forward and six back
POLES = 6
RATE_WINDOW = 0.1  # s over which the rate of the steering wheel is averaged
FAST, FAST_FOR = np.radians(75.0), 0.2  # rad/s and s: a steering wheel that is faster for so long has begun
ZEROING = 1.0  # s before that, in which every signal is zero
BEGUN = np.radians(5.0)  # of the steering wheel
FIRST_INSTANT, SECOND_INSTANT = 1.0, 1.75  # s after the steering is complete
DISPLACED_AFTER = 1.07  # s after its beginning


class DwellRecord(NamedTuple):
    """What is read off one run; instants in s, signs as in the record. Without a peak its ratios are not numbers."""

    beginning: float  # the steering wheel passes 5 deg
    completion: float  # it is back at zero
    yaw_rate_peak: float  # rad/s, the first one after the steering wheel has changed sides, to its new side
    first_ratio: float  # |yaw rate| divided by that peak, 1.000 s after completion
    second_ratio: float  # 1.750 s after completion
    displacement: float  # m to the side of the first turn, 1.07 s after the beginning


def dwell_profile(time: np.ndarray) -> np.ndarray:
    """Returns the steering wheel over its amplitude, from time zero on: a sine that stops at its second peak."""
    three_quarters = 0.75 / FREQUENCY
    running = np.where(time < three_quarters, time, np.maximum(time - DWELL, three_quarters))
    return np.sin(2.0 * np.pi * FREQUENCY * np.clip(running, 0.0, 1.0 / FREQUENCY))


def read_dwell_record(
    time: np.ndarray, angle: np.ndarray, yaw_rate: np.ndarray, acceleration: np.ndarray
) -> DwellRecord:
    """Reads an evenly sampled record of steering-wheel angle, yaw rate and lateral acceleration, all in SI.

    A `ValueError` says what the record lacks.
    """
    angle = _filtered(time, angle, STEERING_FILTER)
    yaw_rate, acceleration = (_filtered(time, values, MOTION_FILTER) for values in (yaw_rate, acceleration))
    begun = _fast_from(time, angle)
    before = (time[begun] - ZEROING, time[begun])
    angle, yaw_rate, acceleration = (values - mean(time, values, before) for values in (angle, yaw_rate, acceleration))
    turning = (time >= time[begun]) & (np.abs(angle) > BEGUN)
    side = np.sign(value_at(time, angle, first_instant(time, turning)))
    beginning = _after(time, side * angle - BEGUN, time[begun], "the steering wheel does not pass 5 deg")
    reversal = _after(time, -side * angle, beginning, "the steering wheel does not change sides")
    dwell = reversal + 0.25 / FREQUENCY
    completion = _after(time, side * angle, dwell, "the steering wheel does not come back to zero")
    if time[-1] < completion + SECOND_INSTANT:
        raise ValueError(
            f"the record ends {time[-1] - completion:.2f} s after the steering; {SECOND_INSTANT} s are needed"
        )
    turned = time >= reversal
    # "the first peak value of yaw rate recorded after the steering wheel angle changes sign" [49 CFR 571.126, S5.2.1]
    # is one to the new side; a car that spins on in its first turn, or faster to the end, has none
    to_new_side = np.maximum(-side * yaw_rate[turned], 0.0)
    found = first_local_peak(time[turned], to_new_side, largest(time, yaw_rate))
    size = found[1] if found else nan
    first, second = (abs(value_at(time, yaw_rate, completion + after)) for after in (FIRST_INSTANT, SECOND_INSTANT))
    offset = integral_of_integral(time, side * acceleration, (beginning, beginning + DISPLACED_AFTER))
    return DwellRecord(beginning, completion, -side * size, first / size, second / size, offset)


def _filtered(time: np.ndarray, values: np.ndarray, frequency: float) -> np.ndarray:
    """Filters by a Butterworth filter run forward and back."""
    from scipy.signal import butter, sosfiltfilt

    rate = (len(time) - 1) / float(time[-1] - time[0])
    filtered: np.ndarray = sosfiltfilt(butter(POLES, frequency, fs=rate, output="sos"), values)
    return filtered


def _fast_from(time: np.ndarray, angle: np.ndarray) -> int:
    """Returns index from which the steering wheel is fast for long enough to have begun.

    A sine of less than 27 deg is not fast for so long in its first quarter, only later: then the first instant counts
    at which the wheel is fast at all.
    """
    step = float(time[-1] - time[0]) / (len(time) - 1)
    width = max(1, round(RATE_WINDOW / step))
    rate = np.convolve(np.gradient(angle, step), np.full(width, 1.0 / width), mode="same")
    fast = np.abs(rate) >= FAST
    needed = max(1, round(FAST_FOR / step))
    lasting = np.convolve(fast, np.ones(needed), mode="valid") >= needed - 0.5
    found = np.flatnonzero(lasting)
    if not found.size:
        raise ValueError("the steering wheel is never faster than 75 deg/s for 0.2 s")
    begun = found[0] if abs(angle[found[0]] - angle[0]) < BEGUN else np.flatnonzero(fast)[0]
    if time[begun] - time[0] < ZEROING:
        raise ValueError(
            f"the steering begins {time[begun] - time[0]:.2f} s after the record; {ZEROING:g} s are needed"
        )
    return int(begun)


def _after(time: np.ndarray, values: np.ndarray, instant: float, otherwise: str) -> float:
    """Returns the first time after an instant at which a history rises through zero."""
    later = time >= instant
    found = crossing(time[later], values[later], 0.0)
    if not np.isfinite(found):
        raise ValueError(otherwise)
    return found
