"""Wording of names, numbers, units and titles in views."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from jounce.results import Metric, Result
from jounce.results.kinds import shown_unit_factor, shown_unit_of_value
from jounce.units import pretty_unit

LONGEST_NAME = 72  # characters of a name in a picture
ORIGIN = {"integrator": "", "model_hash": "model ", "jounce_version": "jounce "}


def unit_text(unit: str) -> str:
    return "" if unit == "1" else pretty_unit(unit)


def wording_of_number_and_unit(metric: Metric) -> tuple[str, str]:
    """Returns a metric to five digits, and its unit; "none" has no unit. What is rounding is zero."""
    unit = unit_text(metric.shown_unit) if math.isfinite(metric.value) else ""
    return wording_of_number(metric.shown_value), unit


def wording_of_value(value: Any, unit: str = "", shown: str = "") -> str:
    """A setting or a value of a model, given in SI, in the unit that people read; several with commas between them."""
    if isinstance(value, list | tuple):
        return ", ".join(wording_of_value(item, unit, shown) for item in value)
    if isinstance(value, Mapping) and value:
        return ", ".join(f"{key} {wording_of_value(item, unit, shown)}" for key, item in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, int | float):
        return "none" if value is None else str(value)
    if not unit:
        return wording_of_number(value)
    shown = shown or shown_unit_of_value(unit)
    return f"{wording_of_number(value / shown_unit_factor(shown, unit))} {unit_text(shown)}".rstrip()


def wording_of_number(number: float) -> str:
    """Returns a number to five digits; whole up to a thousand million."""
    if not math.isfinite(number):
        return "none"
    return f"{number:.0f}" if 1e4 < abs(number) < 1e9 else f"{number + 0.0:.5g}"  # no -0


def wording_of_title(result: Result) -> str:
    """Returns model and study; a run that did not finish says so."""
    words = [str(result.metadata[key]) for key in ("model", "study") if key in result.metadata]
    status = result.metadata.get("status", "finished")
    text = ": ".join(words) + (f" ({status})" if status != "finished" else "")
    return wording_of_long_name(text)  # a name may hold what no font can draw


def origin(result: Result) -> str:
    """Tells where the curves come from, so that a printed page can be traced."""
    about = result.metadata
    return ", ".join(f"{word}{str(about[key])[:12]}" for key, word in ORIGIN.items() if key in about)


def wordings_of_channels(names: Sequence[str]) -> list[str]:
    """Names of channels as words for a legend, without what all of them share at the start and at the end.

    front_left.camber and front_right.camber differ by their wheel alone, vehicle.roll and vehicle.pitch by their
    quantity.
    """
    parts = [name.split(".") for name in names]
    most = min(map(len, parts)) - 1  # something is left of every name
    before = next((k for k in range(most) if len({own[k] for own in parts}) > 1), most)
    behind = next((k for k in range(most - before) if len({own[-1 - k] for own in parts}) > 1), most - before)
    return [" ".join(own[before : len(own) - behind]).replace("_", " ") for own in parts]


def wording_of_long_name(name: str) -> str:
    """Returns a name that fits a picture: printable, and its middle left out where it is very long."""
    name = "".join(c if c.isprintable() else "?" for c in name)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2 + 1 :]}"
