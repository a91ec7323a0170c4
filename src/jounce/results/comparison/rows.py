"""Rows of a comparison: each metric of all runs with differences from the first; each curve and how far it is off."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from jounce.results.channel import NOBODY, ChannelOwner, Metric
from jounce.results.comparison.agreement import base_to_compare
from jounce.results.comparison.run_labels import is_measured_run
from jounce.results.kinds import shown_number

if TYPE_CHECKING:
    from jounce.results.result import Result

SAME = 1e-6  # relative difference below which two numbers are read as one


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric of all runs, in SI; nan where a run has none."""

    name: str
    unit: str
    shown_unit: str  # in which people read it
    definition: str
    values: tuple[float, ...]
    owner: ChannelOwner = NOBODY

    def shown_values(self) -> tuple[float, ...]:
        """Returns the values in the unit that people read."""
        return tuple(shown_number(value, self.unit, self.shown_unit) for value in self.values)

    @property
    def differences(self) -> tuple[float, ...]:
        """Returns the differences of each run from the first, in SI."""
        return tuple(value - self.values[0] for value in self.values)

    def shown_differences(self) -> tuple[float, ...]:
        return tuple(shown_number(value, self.unit, self.shown_unit) for value in self.differences)

    @property
    def percents(self) -> tuple[float, ...]:
        """Returns the differences as a part of the first run's magnitude, in %; nan where that is zero."""
        first = abs(self.values[0])
        return tuple(100.0 * d / first if first > 0.0 else math.nan for d in self.differences)

    def magnitudes(self) -> tuple[float, ...]:
        """Returns its numbers, by which rows of left and right wheels are told apart."""
        return self.values

    @property
    def is_same(self) -> bool:
        """Tells whether all runs have one number, to rounding."""
        there = [value for value in self.values if not math.isnan(value)]
        if len(there) != len(self.values):
            return not there
        return max(there) - min(there) <= SAME * max(map(abs, there))


def rows_of_metrics(results: Sequence[Result]) -> tuple[MetricRow, ...]:
    """Returns all metrics of computed runs in the order of the first; of runs with one sample, its channels as well."""
    tables = [_numbers(result) for result in results]
    rows = []
    for name in dict.fromkeys(name for table in tables for name in table):
        first = next(table[name] for table in tables if name in table)
        values = tuple(
            float(table[name].value) if name in table and table[name].unit == first.unit else math.nan
            for table in tables
        )
        rows.append(MetricRow(name, first.unit, first.shown_unit, first.definition, values, first.owner))
    return tuple(rows)


def is_mirrored_row(row: MetricRow | CurveRow, rows: Mapping[str, MetricRow | CurveRow]) -> bool:
    """Tells whether a row of a right wheel says what that of the left one says: equal numbers, but for their sign."""
    if row.owner.side != "right":
        return False
    left = rows.get(row.name.replace(row.owner.corner, row.owner._replace(side="left").corner, 1))
    return left is not None and all(
        abs(abs(a) - abs(b)) <= SAME * abs(a) or (math.isnan(a) and math.isnan(b))
        for a, b in zip(left.magnitudes(), row.magnitudes(), strict=True)
    )


def _numbers(result: Result) -> dict[str, Metric]:
    """Returns metrics, and channels of the only sample; what is rounding is zero."""
    if is_measured_run(result):
        return {}
    found = dict(result.metrics)
    if result.time.size == 1:
        for column, c in enumerate(result.channels):
            value = float(result.numbers[0, column])
            found.setdefault(c.name, Metric(value, c.unit, c.definition, c.kind, c.owner, c.shown))
    return {name: metric if metric.shown_value else replace(metric, value=0.0) for name, metric in found.items()}


@dataclass(frozen=True, slots=True)
class CurveRow:
    """One channel of all runs, in SI: largest magnitudes, and how far each curve is off the first; nan without it."""

    name: str
    unit: str
    shown_unit: str  # in which people read it
    peaks: tuple[float, ...]  # the value of largest magnitude, with its sign
    largest: tuple[float, ...]  # difference from the first run of largest magnitude, with its sign
    places: tuple[float, ...]  # where that is: time, or what the samples run over
    rms: tuple[float, ...]  # root mean square of the difference, over what both have
    owner: ChannelOwner = NOBODY

    def magnitudes(self) -> tuple[float, ...]:
        """Returns its numbers, by which rows of left and right wheels are told apart."""
        return (*self.peaks, *self.largest, *self.rms)

    @property
    def share(self) -> float:
        """Returns the largest difference of any run divided by the largest magnitude of any: what tells runs apart."""
        size = np.nanmax(np.abs(self.peaks)) if not np.all(np.isnan(self.peaks)) else 0.0
        apart = np.nanmax(np.abs(self.largest)) if not np.all(np.isnan(self.largest)) else 0.0
        return float(apart / size) if size > 0.0 else 0.0


def rows_of_curves(results: Sequence[Result], names: Sequence[str]) -> tuple[CurveRow, ...]:
    """Returns the named channels of the first run beside those of the others."""
    first = results[0]
    channels = {channel.name: channel for channel in first.channels}
    rows = []
    for name in names:
        off = [_difference(first, result, name) for result in results]
        peaks = [_peak(result[name]) if name in result else math.nan for result in results]
        largest, places, rms = zip(*off, strict=True)
        channel = channels[name]
        rows.append(CurveRow(name, channel.unit, channel.shown_unit, tuple(peaks), largest, places, rms, channel.owner))
    return tuple(rows)


def _peak(values: np.ndarray) -> float:
    there = values[np.isfinite(values)]
    return float(there[np.argmax(np.abs(there))]) if there.size else math.nan


def _difference(first: Result, other: Result, name: str) -> tuple[float, float, float]:
    """Largest difference, where, and the root mean square; nothing where a curve cannot be laid over the other."""
    nothing = (math.nan, math.nan, math.nan)
    if other is first:
        return 0.0, math.nan, 0.0
    if name not in other:
        return nothing
    x, x_other = base_to_compare(first).values, base_to_compare(other).values
    if x.size < 2 or x_other.size < 2 or np.any(np.diff(x) <= 0.0) or np.any(np.diff(x_other) <= 0.0):
        return nothing
    low, high = max(x[0], x_other[0]), min(x[-1], x_other[-1])
    if high <= low:
        return nothing
    both = np.unique(np.clip(np.concatenate([x, x_other]), low, high))
    off = np.interp(both, x_other, other[name]) - np.interp(both, x, first[name])
    whole = np.isfinite(off[:-1]) & np.isfinite(off[1:])  # pieces that are no gap
    if not whole.any():
        return nothing
    worst = int(np.nanargmax(np.abs(off)))
    long, squares = np.diff(both)[whole], 0.5 * (off[:-1] ** 2 + off[1:] ** 2)[whole]
    return float(off[worst]), float(both[worst]), math.sqrt(float(np.sum(squares * long) / np.sum(long)))
