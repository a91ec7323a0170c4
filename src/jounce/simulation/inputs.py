"""External inputs over time as piecewise cubic polynomials.

Before its first time an input has its first value, after its last time its last. At a corner (where the
value or its slope jumps) a step must end; each step then sees one smooth piece at both of its ends. A
value asked for at a corner is the one that holds from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.graph.tables import hermite_table_pieces, spline_table_slopes

INTERPOLATIONS = ("linear", "hold", "spline")
LARGEST = 1e100  # of values and their rates: squares of larger ones overflow
SAMPLED = 1000.0  # Hz: functions of time are sampled so often, unless a rate is given
MOST_SAMPLES = 1e7
NO_JUMP = 1e-9  # of a rate, per s
Points = Sequence[float] | np.ndarray
Function = Callable[[float], float]  # of time in s
# number; times, values, interpolation; function, rate in Hz
Source = float | tuple[Points, Points] | tuple[Points, Points, str] | Function | tuple[Function, float]


@dataclass(frozen=True, slots=True)
class InputHistory:
    """Every input's pieces in one array that machine code can read."""

    pieces: np.ndarray  # rows: start (s), origin (s), coefficients of (t - origin)^0 ... ^3
    first_piece: np.ndarray  # int64, row of each input's first piece; one more for the end
    is_spline: np.ndarray  # int64, 1 where a step may run across the borders of pieces
    corners: np.ndarray  # s, rising: where steps must end

    @property
    def count(self) -> int:
        return len(self.is_spline)

    @classmethod
    def of(cls, sources: Mapping[str, Source]) -> InputHistory:
        """Makes inputs from a number, (times, values) or (times, values, interpolation) for each by name.

        The interpolation is "linear", "hold" (steps) or "spline" (C2, natural ends).
        """
        if (values := _plain_numbers(sources)) is not None:
            return cls.of_constants(values)
        problems = [problem for name, source in sources.items() for problem in _mistakes(name, source)]
        if problems:
            raise ModelError("inputs", problems)
        series = [_series(source) for source in sources.values()]
        pieces = [_pieces(*one) for one in series]
        corners = [_corners(times, interpolation) for times, _, interpolation in series]
        return cls(
            pieces=np.vstack([np.empty((0, 6)), *pieces]),
            first_piece=np.cumsum([0, *map(len, pieces)], dtype=np.int64),
            is_spline=np.array([one[2] == "spline" for one in series], dtype=np.int64),
            corners=np.array(sorted({float(t) for own in corners for t in own})),
        )

    @classmethod
    def of_constants(cls, values: np.ndarray) -> InputHistory:
        """Returns inputs that stand still: two pieces each, before and after time zero."""
        pieces = np.zeros((2 * len(values), 6))
        pieces[::2, 0], pieces[:, 2] = -inf, np.repeat(values, 2)
        first_piece = np.arange(0, len(pieces) + 1, 2, dtype=np.int64)
        return cls(pieces, first_piece, np.zeros(len(values), np.int64), np.zeros(0))

    def moving(self) -> np.ndarray:
        """Tells whether each input is not the same all the time."""
        first, values = self.first_piece[:-1], self.pieces[:, 2]
        if not len(first):
            return np.zeros(0, bool)
        bends = np.logical_or.reduceat(self.pieces[:, 3:].any(axis=1), first)
        moves: np.ndarray = bends | (np.maximum.reduceat(values, first) > np.minimum.reduceat(values, first))
        return moves

    def rate_jumps(self, inputs: Iterable[int]) -> np.ndarray:
        """Returns times in s, rising, at which the rate of one of these inputs jumps."""
        found = []
        for k in inputs:
            own = self.pieces[self.first_piece[k] : self.first_piece[k + 1]]
            times = own[1:, 0]
            one, other = _rates(own[:-1], times), _rates(own[1:], times)
            found.append(times[np.abs(one - other) > NO_JUMP * (1.0 + np.abs(one))])
        return np.unique(np.concatenate([np.zeros(0), *found]))

    def at(self, time: float) -> np.ndarray:
        """Returns what kernels read: time, then value, first and second rate of each input."""
        row = [time]
        for first, end in zip(self.first_piece[:-1], self.first_piece[1:], strict=True):
            own = self.pieces[first:end]
            _, origin, c0, c1, c2, c3 = own[np.searchsorted(own[:, 0], time, side="right") - 1]
            d = time - origin
            row += [c0 + d * (c1 + d * (c2 + d * c3)), c1 + d * (2 * c2 + d * 3 * c3), 2 * c2 + d * 6 * c3]
        return np.array(row)


def sample_input_functions(sources: Mapping[str, Source], duration: float) -> dict[str, Source]:
    """Returns functions of time as splines through their values at 1 kHz, or at the rate that is given as (function,
    rate).

    A spline of a smooth f errs by 5/384 h^4 f'''' between samples h apart [De Boor 1978, chapter V]. Faster than the
    rate, or with jumps, an input is better given as (times, values, "hold") or by a controller.
    """
    found: dict[str, Source] = dict(sources)
    problems: list[Problem] = []
    for name, source in sources.items():
        function, rate = source if isinstance(source, tuple) and callable(source[0]) else (source, SAMPLED)
        if callable(function):
            sampled = _sampled(function, rate, duration)
            if isinstance(sampled, Problem):
                problems.append(replace(sampled, where=f"inputs.{name}"))
            else:
                found[name] = (*sampled, "spline")
    if problems:
        raise ModelError("inputs", problems)
    return found


def _sampled(function: Function, rate: Any, duration: float) -> tuple[np.ndarray, np.ndarray] | Problem:
    """Returns times and values of a function over a run, or what is wrong with it."""
    right = "f(time) gives a finite number"
    if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 < rate * duration <= MOST_SAMPLES:
        return Problem("", f"rate {rate!r}", f"(function, rate in Hz), at most {MOST_SAMPLES:.0e} samples in a run")
    times = np.linspace(0.0, duration, max(int(np.ceil(duration * rate)), 3) + 1)
    try:
        values = np.array([float(function(t)) for t in times.tolist()])
    except Exception as error:  # whatever the user's own code raises
        return Problem("", f"the function fails: {type(error).__name__}: {error}", right)
    if not np.isfinite(values).all():
        k = int(np.flatnonzero(~np.isfinite(values))[0])
        return Problem("", f"{values[k]:g} at t = {times[k]:g} s", right)
    return times, values


def drive_inputs(history: InputHistory, places: Iterable[int], time: float) -> InputHistory:
    """Returns a history of its own arrays, in which some inputs have one piece only: their value at a time, for a
    controller or a caller to write again and again.
    """
    driven, now = set(places), history.at(time)
    pieces, is_spline = [np.empty((0, 6))], history.is_spline.copy()
    for k, (first, end) in enumerate(zip(history.first_piece[:-1], history.first_piece[1:], strict=True)):
        own = history.pieces[first:end].copy()
        if k in driven:
            own, is_spline[k] = np.array([[-inf, time, now[1 + 3 * k], 0.0, 0.0, 0.0]]), 0
        pieces.append(own)
    counts = [len(own) for own in pieces]
    first_piece = np.cumsum(counts, dtype=np.int64)
    return InputHistory(np.vstack(pieces), first_piece, is_spline, history.corners)


def _plain_numbers(sources: Mapping[str, Source]) -> np.ndarray | None:
    """Returns the sources where all of them are numbers that can be computed with; else None."""
    if not all(type(source) in (float, int) for source in sources.values()):
        return None
    values = np.array([*sources.values()], float)
    return values if (np.abs(values) <= LARGEST).all() else None


def _series(source: Source) -> tuple[np.ndarray, np.ndarray, str]:
    if not isinstance(source, tuple):
        return np.zeros(1), np.full(1, float(source)), "hold"  # type: ignore[arg-type]
    times, values, *rest = source
    return np.asarray(times, float), np.asarray(values, float), rest[0] if rest else "linear"


def _rates(pieces: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Returns the first rates of as many pieces as times."""
    d = times - pieces[:, 1]
    found: np.ndarray = pieces[:, 3] + d * (2 * pieces[:, 4] + d * 3 * pieces[:, 5])
    return found


def _pieces(times: np.ndarray, values: np.ndarray, interpolation: str) -> np.ndarray:
    coefficients = np.zeros((len(times) + 1, 4))  # one piece before the first time, one from each time on
    coefficients[0, 0] = values[0]
    coefficients[1:, 0] = values
    if len(times) > 1 and interpolation == "linear":
        coefficients[1:-1, 1] = np.diff(values) / np.diff(times)
    if len(times) > 1 and interpolation == "spline":
        slopes = spline_table_slopes(times, values)
        coefficients[1:-1] = hermite_table_pieces(times, np.array([values, slopes]))[1:-1]
    starts = np.concatenate([[-inf], times])
    origins = np.concatenate([times[:1], times])
    return np.column_stack([starts, origins, coefficients])


def _corners(times: np.ndarray, interpolation: str) -> np.ndarray:
    """A spline has only its two ends, where the constant outside begins; a single value has none."""
    if len(times) == 1:
        return times[:0]
    return times[[0, -1]] if interpolation == "spline" else times


def _mistakes(name: str, source: Source) -> Iterator[Problem]:
    where = f"inputs.{name}"
    rule = "a number, (times, values), (times, values, interpolation) or a function of time"
    if isinstance(source, tuple) and len(source) not in (2, 3):
        yield Problem(where, f"{len(source)} entries.", rule)
        return
    try:
        times, values, interpolation = _series(source)
    except (TypeError, ValueError):
        yield Problem(where, f"{source!r} is not made of numbers.", rule)
        return
    if interpolation not in INTERPOLATIONS:
        known = ", ".join(INTERPOLATIONS)
        hint = did_you_mean(interpolation, INTERPOLATIONS)
        yield Problem(where, f"interpolation '{interpolation}' is not known.{hint}", f"one of {known}")
    if times.ndim != 1 or times.shape != values.shape or times.size == 0:
        shapes = f"times of shape {times.shape} and values of shape {values.shape}"
        yield Problem(where, f"{shapes} do not match.", "two lists of the same length, at least one entry")
        return
    if not np.isfinite(times).all() or not np.isfinite(values).all():
        yield Problem(where, "not all numbers are finite.", "leave out samples that are missing")
    elif (late := np.flatnonzero(np.diff(times) <= 0)).size:
        i = int(late[0])
        yield Problem(where, f"time {times[i + 1]:g} s follows {times[i]:g} s.", "times must rise")
    else:
        with np.errstate(over="ignore"):
            slopes = np.diff(values) / np.diff(times)
            largest = float(max(np.abs(values).max(), np.abs(slopes).max(initial=0.0)))
        if largest > LARGEST:
            what = f"a value or a change per second of {largest:g} is beyond what can be computed with."
            yield Problem(where, what, f"up to {LARGEST:g} either way")
