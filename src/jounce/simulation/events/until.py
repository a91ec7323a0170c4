"""Ends of a run where a channel passes a level: found in the rows of a run, then located by runs that end there.

A condition is looked at in every row. Between the row before and the row where it first holds, the instant is where a
cubic through the rows passes the level; the run is made again up to there, and the instant is corrected by what the
channel really is, until it is known to a microsecond. So its last state is the end of a step that was really taken,
with every integrator, and with whatever else acts in the run.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from jounce.equations.layout import Layout
from jounce.errors import ModelError, Problem
from jounce.results.channel import missing_channel
from jounce.simulation.integrators.run_method import Trajectory
from jounce.units import UnitError, to_si

KNOWN = 1e-6  # s, to which the instant is located
MOST_RUNS = 6  # to locate it; two or three are usual


@dataclass(frozen=True, slots=True, kw_only=True)
class Until:
    """A run ends as soon as a channel is above a level, or below one; a number in SI, or text with a unit."""

    channel: str
    above: float | str | None = None
    below: float | str | None = None


class Level(NamedTuple):
    """A condition on a column of the channels: it holds where sign (value - level) >= 0."""

    column: int
    sign: float
    level: float
    text: str

    def margins(self, rows: np.ndarray) -> np.ndarray:
        found: np.ndarray = self.sign * (rows[:, self.column] - self.level)
        return found


class Met(NamedTuple):
    """A condition that holds, and the row where it first does."""

    level: Level
    row: int


def until_levels(
    conditions: Iterable[Until], layout: Layout, lacking: Container[str] = (), route: str = ""
) -> tuple[Level, ...]:
    """Returns conditions as columns and SI numbers; all that are wrong are refused at once."""
    found, problems = [], []
    for condition in conditions:
        if condition.channel not in layout.channels:
            help = "a channel of the run by its name"
            problem = missing_channel(condition.channel, layout.channels, help, lacking, route)
            problems.append(replace(problem, where=f"until {condition.channel}"))
            continue
        column, unit, _ = layout.channels[condition.channel]
        for word, sign in (("above", 1.0), ("below", -1.0)):
            given = getattr(condition, word)
            try:
                if given is not None:
                    level = to_si(given, unit)
                    found.append(Level(column, sign, level, f"{condition.channel} {word} {_shown(given, unit)}"))
            except UnitError as error:
                problems.append(Problem(f"until {condition.channel} {word}", error.what, error.help))
        if condition.above is None and condition.below is None:
            problems.append(Problem(f"until {condition.channel}", "has no level", "above or below, with a number"))
    if problems:
        raise ModelError("settings", problems)
    return tuple(found)


def _shown(given: float | str, unit: str) -> str:
    return given if isinstance(given, str) else f"{given:g} {unit}".removesuffix(" 1")


def first_met(levels: Iterable[Level], rows: np.ndarray) -> Met | None:
    """Returns the condition that holds first."""
    found = [(np.flatnonzero(level.margins(rows) >= 0.0), level) for level in levels]
    met = [Met(level, int(at[0])) for at, level in found if at.size]
    return min(met, key=lambda each: (each.row, -each.level.margins(rows)[each.row]), default=None)


def run_until(
    levels: tuple[Level, ...],
    go: Callable[[float | None, Callable[[np.ndarray], bool] | None], Trajectory],
) -> tuple[Trajectory, str]:
    """Runs to the first instant at which a condition holds: the trajectory, and the condition; "" where none did.

    `go(duration, stop_when)` runs anew, for as long as it is asked to or, with None, as the settings say.
    """
    if not levels:
        return go(None, None), ""
    trajectory = go(None, lambda rows: first_met(levels, rows) is not None)
    rows = trajectory.read_rows()
    met = first_met(levels, rows.channels)
    if met is None:
        return trajectory, ""
    if met.row == 0:
        return _first_row(trajectory), met.level.text
    low, high = rows.times[met.row - 1], rows.times[met.row]
    instant, slope = _crossing(rows.times, met.level.margins(rows.channels), met.row)
    for _ in range(MOST_RUNS):
        trajectory = go(instant, None)
        if trajectory.status != "finished":
            break
        margin = float(met.level.margins(trajectory.channels[-1:])[0])
        better = float(np.clip(instant - margin / slope, low, high))
        if abs(better - instant) <= KNOWN:
            break
        instant = better
    return trajectory, met.level.text


def _crossing(times: np.ndarray, margins: np.ndarray, row: int) -> tuple[float, float]:
    """Tells where a margin becomes zero before a row, by the cubic through four rows around, and its slope there."""
    first = max(0, min(row - 2, len(times) - 4))
    t, m = times[first : first + 4] - times[row - 1], margins[first : first + 4]
    cubic = np.polynomial.Polynomial.fit(t, m, len(t) - 1)
    low, high = 0.0, float(times[row] - times[row - 1])
    for _ in range(60):  # halving: the cubic has other roots too
        middle = 0.5 * (low + high)
        low, high = (low, middle) if cubic(middle) >= 0.0 else (middle, high)
    straight = (margins[row] - margins[row - 1]) / (times[row] - times[row - 1])
    slope = float(cubic.deriv()(high))
    return float(times[row - 1] + high), slope if slope > 0.1 * straight else float(straight)


def _first_row(trajectory: Trajectory) -> Trajectory:
    """Returns nothing but the start, where a condition holds already."""
    start, t_end = trajectory.rows(np.arange(1)), float(trajectory.times[0])
    return replace(start, t_end=t_end, y_end=trajectory.states[0].copy(), status="finished")
