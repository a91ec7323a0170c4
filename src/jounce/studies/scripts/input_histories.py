"""How the inputs of a car go on in a phase: from where they are, without jumps of value, rate and second rate.

A smooth change is the polynomial of degree five that begins with the value, rate and second rate that the input has,
and ends at the level at rest. A spline through its points hands it to the equations.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

import numpy as np

from jounce.simulation.inputs import InputHistory, Source
from jounce.studies.driving.histories import smooth
from jounce.studies.scripts.phase import Action

SAMPLE, FEWEST = 2e-3, 32  # s between the points of a history, and how many it has at least
BEFORE = 12  # points before it begins: what a spline assumes at its end has died away by then
NEXT_TO = 0.25 * SAMPLE  # s: points of a history that are nearer to a given one are left out
ROUNDING = 0.05  # s in which a hand takes up the rate of a ramp, or a quarter of its time


class InputHistories:
    """All inputs over the time of the run, as far as they are known."""

    def __init__(self, sources: Mapping[str, Source], prescribed: frozenset[str] = frozenset()):
        self.sources = dict(sources)
        self.prescribed = prescribed  # inputs that move something by force: they must not jump

    def at(self, name: str, time: float) -> tuple[float, float, float]:
        """Returns value, rate and second rate."""
        _, value, rate, second = InputHistory.of({name: self.sources[name]}).at(time)
        return float(value), float(rate), float(second)

    def with_action(self, name: str, action: Action, time: float) -> InputHistories:
        """Returns the same with what an input does from an instant on."""
        now = self.at(name, time)
        return self.replaced(name, _history(action, time, now, name in self.prescribed))

    def replaced(self, name: str, source: Source) -> InputHistories:
        return InputHistories({**self.sources, name: source}, self.prescribed)

    def from_time(self, begin: float) -> dict[str, Source]:
        """Returns inputs as a run has them that begins at this instant with time zero."""
        return {
            name: (np.asarray(source[0]) - begin, *source[1:]) if isinstance(source, tuple) else source
            for name, source in self.sources.items()
        }


def _history(action: Action, begin: float, now: tuple[float, float, float], prescribed: bool) -> Source:
    if action.points is not None:
        return _along_points(action, begin, now, prescribed)
    if action.amplitude is not None:
        return _along_sine(action, begin, now, prescribed)
    level = action.to if action.to is not None else now[0] + (action.by or 0.0)
    if action.shape == "step":
        return level
    if action.shape == "ramp" and not prescribed:
        return [begin, begin + action.rise], [now[0], level], "linear"  # type: ignore[return-value]
    if action.shape == "ramp" and now[1:] == (0.0, 0.0):
        t = _times(action.rise)
        return begin + t, now[0] + (level - now[0]) * rounded_ramp(t, action.rise), "spline"
    if not prescribed or now[1:] == (0.0, 0.0):  # a torque or a pedal may change its rate at once, and stays in range
        t = _times(action.rise)
        return begin + t, now[0] + (level - now[0]) * smooth(t / action.rise), "spline"
    t = np.concatenate([_times_before(), _times(action.rise)])
    return begin + t, smooth_history(t, action.rise, now, level), "spline"


def smooth_history(t: np.ndarray, rise: float, now: tuple[float, float, float], level: float) -> np.ndarray:
    """Goes from value, rate and second rate at zero to a level at rest: the polynomial of degree five in t / rise.

    With p = a + b s + c s^2 + d s^3 + e s^4 + f s^5: p(1) = level and p'(1) = p''(1) = 0.
    """
    s = t / rise
    a, b, c = now[0], now[1] * rise, 0.5 * now[2] * rise * rise
    r, r1, r2 = level - a - b - c, -b - 2 * c, -2 * c  # what d, e and f make up for at s = 1
    d, e, f = 10 * r - 4 * r1 + 0.5 * r2, -15 * r + 7 * r1 - r2, 6 * r - 3 * r1 + 0.5 * r2
    found: np.ndarray = a + s * (b + s * (c + s * (d + s * (e + s * f))))
    return found


def rounded_ramp(t: np.ndarray, rise: float) -> np.ndarray:
    """Goes from 0 to 1 at a constant rate, which is taken up and given up smoothly."""
    rounding = min(ROUNDING, 0.25 * rise)
    fine = np.linspace(0.0, rise, 4001)
    rate = smooth(fine / rounding) * smooth((rise - fine) / rounding)
    way = np.concatenate([[0.0], np.cumsum(0.5 * (rate[1:] + rate[:-1]))])
    return np.interp(t, fine, way / way[-1])


def _along_sine(action: Action, begin: float, now: tuple[float, float, float], prescribed: bool) -> Source:
    """Follows periods about the level; the first and last 50 ms, or eighth of a period, are rounded."""
    t, frequency = _times(action.lasts()), action.frequency
    rounding = min(ROUNDING, 0.125 / frequency)
    ends = smooth(t / rounding) * smooth((action.lasts() - t) / rounding)
    values = (action.amplitude or 0.0) * np.sin(2 * np.pi * frequency * t) * ends
    if not prescribed or now[1:] == (0.0, 0.0):
        return begin + t, now[0] + values, "spline"
    t, values = np.concatenate([_times_before(), t]), np.concatenate([np.zeros(BEFORE), values])
    return begin + t, coming_to_rest(t, min(action.rise, action.lasts()), now) + values, "spline"


def _along_points(action: Action, begin: float, now: tuple[float, float, float], prescribed: bool) -> Source:
    """Follows points over time; where the input is elsewhere, they are taken up smoothly within the rise.

    A hand comes to rest at the last of them: within 50 ms before it, or a quarter of their time, it gives up its rate.
    """
    assert action.points is not None
    times, values = (np.array(numbers) for numbers in action.points)
    rise = min(action.rise, float(times[-1]))
    if not prescribed:
        if values[0] != now[0]:
            early = times_of_both(times, _times(rise))
            values = now[0] + smooth(early / rise) * (np.interp(early, times, values) - now[0])
            times = early
        return begin + times, values, "linear"
    last, rounding = values[-1], min(ROUNDING, 0.25 * float(times[-1]))
    settled = SAMPLE * BEFORE  # beyond the two ends: so that what they change has died away at the points between
    ends = np.concatenate([_times(rise + settled), times[-1] - _times(rounding + settled)])
    wanted = times_of_both(times, ends[(ends > 0.0) & (ends < times[-1])])
    values = _through(times, values, wanted)
    before = _times_before() if now[1:] != (0.0, 0.0) else np.empty(0)
    t, values = np.concatenate([before, wanted]), np.concatenate([np.zeros(before.size), values])
    resting = coming_to_rest(t, rise, now)
    values = resting + smooth(t / rise) * (values - resting)
    return begin + t, last + (values - last) * smooth((times[-1] - t) / rounding), "spline"


def coming_to_rest(t: np.ndarray, rise: float, now: tuple[float, float, float]) -> np.ndarray:
    """Goes from value, rate and second rate at zero back to that value, at rest from the rise on."""
    return np.where(t < rise, smooth_history(t, rise, now, now[0]), now[0])


def times_of_both(times: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Gives all of the times, and of the others those that are not next to one: what rounding moves stays in order."""
    others = np.unique(others)
    after = np.searchsorted(times, others)
    nearest = [np.abs(others - times[np.clip(k, 0, times.size - 1)]) for k in (after - 1, after)]
    others = others[np.minimum(*nearest) > NEXT_TO]
    apart = np.diff(others, prepend=-np.inf) > NEXT_TO
    return np.sort(np.concatenate([times, others[apart]]))


def _through(times: np.ndarray, values: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Returns the spline through points, at other times."""
    history = InputHistory.of({"points": (times, values, "spline")})
    return np.array([history.at(t)[1] for t in wanted])


def _times(duration: float) -> np.ndarray:
    return np.linspace(0.0, duration, max(FEWEST, ceil(duration / SAMPLE)) + 1)


def _times_before() -> np.ndarray:
    return -SAMPLE * np.arange(BEFORE, 0, -1)
