"""Wording of names, numbers, units and titles in views."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from jounce.results import Metric, Result
from jounce.results.kinds import shown_unit_of_value
from jounce.units import parse_unit, pretty_unit

ROUNDING = 1e-9  # of the shown unit, or of the largest number: below is zero
# kinds whose numbers are about 1 or larger in the units that people read
USUAL = frozenset(
    (
        "displacement, angle, driving speed, angular speed, acceleration, angular acceleration, force, load, wheel "
        "load, friction force, moment, power, share, angle per travel, stiffness, angular stiffness"
    ).split(", ")
)
LONGEST_NAME = 72  # characters of a name in a picture
ORIGIN = {"integrator": "", "model_hash": "model ", "jounce_version": "jounce "}


def wording_resolution(kind: str, group: str, largest: float) -> float:
    """What counts as zero in the shown unit: a thousand-millionth of the largest number, or of 1 for usual quantities.

    Gaps of loops are small by nature, and compliances by their units: those count by their own size alone.
    """
    return ROUNDING * max(largest, 1.0 if kind in USUAL and group != "loop" else 0.0)


def wording_unit_factor(unit: str, stored: str) -> float:
    """What a number in the unit `stored` is divided by to be one in `unit`."""
    return 1.0 if unit == stored else float(parse_unit(unit).factor / parse_unit(stored).factor)


def unit_text(unit: str) -> str:
    return "" if unit == "1" else pretty_unit(unit)


def wording_of_number_and_unit(metric: Metric) -> tuple[str, str]:
    """A metric to five digits, and its unit. What is rounding is zero."""
    return wording_of_number(wording_metric_number(metric)), unit_text(metric.shown_unit)


def wording_metric_number(metric: Metric) -> float:
    """The value in the unit that people read; 0 where it is rounding."""
    number = float(metric.value) / wording_unit_factor(metric.shown_unit, metric.unit)
    limit = ROUNDING if metric.owner.group == "kinematics" else wording_resolution(metric.kind, metric.owner.group, 0.0)
    return 0.0 if abs(number) < limit else number


def wording_of_value(value: Any, unit: str = "", shown: str = "") -> str:
    """A setting or a value of a model, given in SI, in the unit that people read; several with commas between them."""
    if isinstance(value, list | tuple):
        return ", ".join(wording_of_value(item, unit, shown) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {wording_of_value(item, unit, shown)}" for key, item in value.items())
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "none" if value is None else str(value)
    if not unit:
        return wording_of_number(value)
    shown = shown or shown_unit_of_value(unit)
    return f"{wording_of_number(value / wording_unit_factor(shown, unit))} {unit_text(shown)}".rstrip()


def wording_of_number(number: float) -> str:
    """A number to five digits; whole up to a thousand million."""
    if not math.isfinite(number):
        return "none"
    return f"{number:.0f}" if 1e4 < abs(number) < 1e9 else f"{number + 0.0:.5g}"  # no -0


def wording_of_title(result: Result) -> str:
    """Model and study; a run that did not finish says so."""
    words = [str(result.metadata[key]) for key in ("model", "study") if key in result.metadata]
    status = result.metadata.get("status", "finished")
    text = ": ".join(words) + (f" ({status})" if status != "finished" else "")
    return wording_of_long_name(text)  # a name may hold what no font can draw


def origin(result: Result) -> str:
    """Where the curves come from, so that a printed page can be traced."""
    about = result.metadata
    return ", ".join(f"{word}{str(about[key])[:12]}" for key, word in ORIGIN.items() if key in about)


def wording_of_long_name(name: str) -> str:
    """A name that fits a picture: printable, and its middle left out where it is very long."""
    name = "".join(c if c.isprintable() else "?" for c in name)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2 + 1 :]}"
