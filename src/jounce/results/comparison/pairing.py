"""Pairs of channels of two results that show the same thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from jounce.errors import ModelError, Problem, WrongArgument, did_you_mean, shown_in_message
from jounce.results.comparison.agreement import agreement, base_to_compare
from jounce.units import UnitError, parse_unit

if TYPE_CHECKING:
    from jounce.results.result import Result

ROUNDING = 1e-12  # in SI: what a channel holds that is zero by symmetry
MOST_NAMES = 10  # listed

Shift = float | Literal["auto"]


def shared_pairs(ours: Result, theirs: Result) -> dict[str, str]:
    """Returns channels of one name, but for that which the samples run over."""
    return {name: name for name in ours if name in theirs and name != ours.metadata.get("abscissa")}


def has_content_to_pair(result: Result, name: str) -> bool:
    """Tells whether a channel holds more than rounding, and nothing infinite."""
    values = np.abs(result[name])
    values = values[~np.isnan(values)]
    return bool(values.size and ROUNDING < values.max() < np.inf)


def require_pairs_of_one_base(ours: Result, theirs: Result, shift: Shift) -> None:
    """Refuses two runs unless both run over time, or over the same travel, which has no lag."""
    over, other = base_to_compare(ours).name, base_to_compare(theirs).name
    if over != other:
        names = [str(run.metadata.get("model", "run")) for run in (ours, theirs)]
        what = f"the runs are over different things: {names[0]} over {over}, {names[1]} over {other}"
        raise ModelError("compare", [Problem(names[1], what, f"another run over {over}")])
    if over != "time" and shift != 0.0:
        raise ModelError("compare", [Problem("--shift", f"curves over {over} have no time", "leave it out")])


def require_pairs(ours: Result, theirs: Result, pairs: Mapping[str, str]) -> None:
    """Refuses a lack of pairs, channels that are not there, and units of two kinds; all that is wrong at once."""
    if not pairs:
        what = "the two runs share no channel that holds more than rounding"
        there = ", ".join(pair_close_names((name for name in theirs if name != theirs.metadata.get("abscissa")), ours))
        raise ModelError("compare", [Problem("--map", what, f"channels of the other run: {there}")])
    ours.to_numpy(list(pairs))
    theirs.to_numpy(list(pairs.values()))
    wrong = [
        Problem(f"{mine}={other}", f"{ours.units[mine]} against {theirs.units[other]}", "two channels of one unit")
        for mine, other in pairs.items()
        if _powers(ours.units[mine]) != _powers(theirs.units[other])
    ]
    if wrong:
        raise ModelError("compare", wrong)


def pair_close_names(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """Names with what each may have been meant to be; of many, the first."""
    names, known = list(names), list(known)
    close = [
        name + did_you_mean(name, known).replace(" Did", " (did").replace("?", "?)") for name in names[:MOST_NAMES]
    ]
    return close + ([f"and {len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else [])


def pair_to_lay_over(
    ours: Result, theirs: Result, names: Mapping[str, str] | None = None, shift: Shift = 0.0
) -> Result:
    """Returns the other run under our names and in our units, moved in time by `shift`, as a page lays it over ours.

    Besides channels of the same name, `names` has pairs ours = theirs. With "auto" it is moved by the lag of that
    pair which agrees best: both ran by one clock.
    """
    require_pairs_of_one_base(ours, theirs, shift)
    if isinstance(shift, str) and shift != "auto":
        raise WrongArgument("compare", [Problem("shift", f"is {shown_in_message(shift)}", 'a time in s, or "auto"')])
    pairs = shared_pairs(ours, theirs) | dict(names or {})
    require_pairs(ours, theirs, pairs)
    moved = _best_shift(ours, theirs, pairs) if shift == "auto" else float(shift)
    taken, over = set(pairs.values()), ours.metadata.get("abscissa")
    alone = [c for c in theirs.channels if c.name not in taken and (c.name == over or c.name not in ours)]
    meaning, typed = theirs.definition, {channel.name: channel for channel in ours.channels}
    columns = [theirs[other] * _factor(theirs.units[other], ours.units[mine]) for mine, other in pairs.items()]
    laid = replace(
        theirs,
        time=theirs.time + moved,
        channels=(*(replace(typed[mine], definition=meaning[other]) for mine, other in pairs.items()), *alone),
        numbers=np.column_stack([*columns, *(theirs[c.name] for c in alone)]),
    )
    _require_common_stretch(ours, laid)
    return laid


def _require_common_stretch(ours: Result, theirs: Result) -> None:
    over, other = base_to_compare(ours), base_to_compare(theirs)
    if max(over.values.min(), other.values.min()) > min(over.values.max(), other.values.max()):
        spans = " and ".join(f"{base.values.min():g} to {base.values.max():g} {base.unit}" for base in (over, other))
        hint = "--shift auto sets their clocks alike" if over.name == "time" else ""
        raise ModelError("compare", [Problem(over.name, f"the runs have no {over.name} in common: {spans}", hint)])


def _best_shift(ours: Result, theirs: Result, pairs: Mapping[str, str]) -> float:
    found = [
        agreement(ours.time, ours[mine], theirs.time, theirs[other], "auto")
        for mine, other in pairs.items()
        if _changes(ours, mine) and _changes(theirs, other)
    ]
    if not found:
        raise ModelError("compare", [Problem("--shift", "no channel changes that both have", "a shift in seconds")])
    return min(found, key=lambda each: each.error_by_measured).shift


def _changes(result: Result, name: str) -> bool:
    return has_content_to_pair(result, name) and bool(np.nanmax(result[name]) - np.nanmin(result[name]) > ROUNDING)


def _powers(unit: str) -> object:
    """Tells what kind of quantity it is; a unit that is not known is like itself alone."""
    try:
        return (0, 0, 0, 0) if unit == "1" else parse_unit(unit).powers
    except UnitError:
        return unit


def _factor(unit: str, into: str) -> float:
    return 1.0 if unit == into else float(_size(unit) / _size(into))


def _size(unit: str) -> float:
    return 1.0 if unit == "1" else float(parse_unit(unit).factor)
