"""Compare two histories: their agreement, how far they are apart, their shift in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem
from jounce.results.read_offs import lag

if TYPE_CHECKING:
    from jounce.results.result import Result

LONG = 10.0  # s: a shift from here on is between clocks, not within a manoeuvre


@check_arguments
def compare_relative_error(
    time: ArrayLike,
    computed: ArrayLike,
    measured_time: ArrayLike,
    measured: ArrayLike,
    relative_to: Literal["measured", "computed"] = "measured",
) -> float:
    """Returns the integral of |C - M| divided by that of |M| (or |C|), as a fraction, where both histories exist.

    [Szczotka 2007, eq. 45] divides by the computed history C; the default here is the measured one M, so that a model
    cannot improve its error by overshooting. Say which with every number printed. Histories are straight between
    samples, and the integrals are exact for straight pieces. A sample that is nan is a gap between its neighbours,
    which counts in neither integral.
    """
    if relative_to not in ("measured", "computed"):
        raise _refusal("relative_to", f"'{relative_to}' is neither 'measured' nor 'computed'")
    t_C, C = _history("computed", time, computed)
    t_M, M = _history("measured", measured_time, measured)
    t, C, M = _together(t_C, C, t_M, M)
    size = _integral_of_magnitude(t, M if relative_to == "measured" else C)
    if size == 0.0:
        raise _refusal(relative_to, "the history is zero throughout, so no error is relative to it")
    return _integral_of_magnitude(t, C - M) / size


class Agreement(NamedTuple):
    """How a computed history compares with a measured one, the latter moved by `shift`."""

    shift: float  # s, added to the measured times
    error_by_measured: float  # integral of |C - M| divided by that of |M|
    error_by_computed: float  # integral of |C - M| divided by that of |C|
    peak_computed: float  # largest |C|, where both histories exist
    peak_measured: float
    rms_error: float

    def time_shift_text(self) -> str:
        """Returns the shift as text."""
        return time_shift_text(self.shift)


def time_shift_text(shift: float) -> str:
    """Returns a shift in milliseconds, or a long one in seconds."""
    return f"{1e3 * shift:.1f} ms" if abs(shift) < LONG else f"{shift:.10g} s"


def agreement(
    time: ArrayLike,
    computed: ArrayLike,
    measured_time: ArrayLike,
    measured: ArrayLike,
    shift: float | Literal["auto"] = 0.0,
) -> Agreement:
    """Returns both error integrals [Szczotka 2007, eq. 45; Szczotka 2004, eq. 3.1], peaks and the root mean square.

    With "auto" the measured history is moved by the lag at which the cross-correlation is largest.
    """
    t_C, C = _history("computed", time, computed)
    t_M, M = _history("measured", measured_time, measured)
    moved = -_lag_between(t_C, C, t_M, M) if shift == "auto" else float(shift)
    t_M = t_M + moved
    by = {key: compare_relative_error(t_C, C, t_M, M, relative_to=key) for key in ("measured", "computed")}  # type: ignore[arg-type]
    t, C, M = _together(t_C, C, t_M, M)
    squares = 0.5 * ((C[:-1] - M[:-1]) ** 2 + (C[1:] - M[1:]) ** 2)
    long = np.where(np.isnan(squares), 0.0, np.diff(t))  # s, of each piece that is no gap
    rms = np.sqrt(np.nansum(squares * long) / long.sum())
    return Agreement(
        moved, by["measured"], by["computed"], float(np.nanmax(abs(C))), float(np.nanmax(abs(M))), float(rms)
    )


def _together(t_C: np.ndarray, C: np.ndarray, t_M: np.ndarray, M: np.ndarray) -> tuple[np.ndarray, ...]:
    """Returns both histories at all times of both, from where both begin to where one ends; nan where one has a gap."""
    start, end = max(t_C[0], t_M[0]), min(t_C[-1], t_M[-1])
    t = np.unique(np.clip(np.concatenate([t_C, t_M]), start, max(start, end)))
    C, M = np.interp(t, t_C, C), np.interp(t, t_M, M)
    gap = np.isnan(C) | np.isnan(M)
    if end <= start or np.all(gap[:-1] | gap[1:]):
        spans = f"{t_C[0]:g} to {t_C[-1]:g} s and {t_M[0]:g} to {t_M[-1]:g} s"
        spans += ", gaps left out" if gap.any() else ""
        raise _refusal("time", f"the histories have no time in common: {spans}", 'shift "auto" sets their clocks alike')
    return t, np.where(gap, np.nan, C), np.where(gap, np.nan, M)


def _lag_between(t_C: np.ndarray, C: np.ndarray, t_M: np.ndarray, M: np.ndarray) -> float:
    """Tells how much later the measured history comes; outside its own time each keeps its end values, gaps are
    bridged.

    Clocks that hardly meet (a logger counts from midnight or from 1970) are first set to begin together.
    """
    t_C, C, t_M, M = t_C[~np.isnan(C)], C[~np.isnan(C)], t_M[~np.isnan(M)], M[~np.isnan(M)]
    together = min(t_C[-1], t_M[-1]) - max(t_C[0], t_M[0])
    if together < 0.5 * min(t_C[-1] - t_C[0], t_M[-1] - t_M[0]):
        apart = float(t_M[0] - t_C[0])
        return apart + _lag_between(t_C - t_C[0], C, t_M - t_M[0], M)
    step = min(float(np.median(np.diff(t_C))), float(np.median(np.diff(t_M))))
    start, end = min(t_C[0], t_M[0]), max(t_C[-1], t_M[-1])
    even = np.linspace(start, end, round((end - start) / step) + 1)
    return lag(even, np.interp(even, t_C, C), np.interp(even, t_M, M))


class Base(NamedTuple):
    """What the samples of a result run over: time, or the abscissa of a study."""

    name: str
    unit: str
    values: np.ndarray


def base_to_compare(result: Result) -> Base:
    name = str(result.metadata.get("abscissa", ""))
    return Base(name, result.units[name], result[name]) if name else Base("time", "s", result.time)


def _integral_of_magnitude(t: np.ndarray, y: np.ndarray) -> float:
    """Integral of |y|, exact for straight pieces: two triangles where the sign changes inside one; without gaps."""
    a, b = np.abs(y[:-1]), np.abs(y[1:])
    crossing = y[:-1] * y[1:] < 0.0
    twice_the_mean = np.where(crossing, (a * a + b * b) / np.where(crossing, a + b, 1.0), a + b)
    return float(np.nansum(0.5 * np.diff(t) * twice_the_mean))


def _history(name: str, time: ArrayLike, values: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    t, y = np.asarray(time, dtype=float), np.asarray(values, dtype=float)
    if t.ndim != 1 or t.shape != y.shape or t.size < 2:
        raise _refusal(name, f"times {t.shape} and values {y.shape} are not two equally long lists")
    if not np.all(np.isfinite(t)) or np.any(np.isinf(y)):
        raise _refusal(name, "holds values that are not finite")
    if np.count_nonzero(~np.isnan(y)) < 2:
        raise _refusal(name, "has fewer than two values that are no gaps")
    if np.any(np.diff(t) <= 0.0):
        raise _refusal(name, "time does not rise from sample to sample")
    return t, y


def _refusal(where: str, what: str, hint: str = "") -> ModelError:
    return ModelError("compare", [Problem(where, what, hint)])
