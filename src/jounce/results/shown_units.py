"""Shown units of a whole result: engineering units by the kind of each number, or SI. Its numbers stay in SI."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jounce.errors import ModelError, Problem
from jounce.results.kinds import si_of_shown_unit, si_of_stored_unit
from jounce.results.panel import AnyPanel, Bars, Panel
from jounce.results.run_record import Metadata

if TYPE_CHECKING:
    from jounce.results.channel import Metric
    from jounce.results.result import Result

ENGINEERING, SI = "engineering", "SI"
UNIT_SYSTEMS = (ENGINEERING, SI)
KEY = "shown_units"  # in the metadata of a result that is shown in SI


def result_in_units(result: Result, system: str) -> Result:
    """Returns the result as views print and draw it in a system of units."""
    if read_unit_system(system) == ENGINEERING:
        return result
    record = result.record
    return replace(
        result,
        channels=tuple(replace(channel, shown=channel.unit) for channel in result.channels),
        metrics={name: metric_in_units(metric, SI) for name, metric in result.metrics.items()},
        panels=tuple(map(_panel_in_si, result.panels)),
        record=replace(
            record,
            changes=tuple(replace(change, shown=change.unit) for change in record.changes),
            settings=tuple(replace(setting, shown=setting.unit) for setting in record.settings),
        ),
        metadata=Metadata(result.metadata, {KEY: SI}),
    )


def metric_in_units(metric: Metric, system: str) -> Metric:
    """Returns the metric as views print it in a system of units."""
    return replace(metric, shown=si_of_stored_unit(metric.unit)) if read_unit_system(system) == SI else metric


def read_unit_system(word: str) -> str:
    """Returns a system of units by its name, in letters of either case."""
    found = {known.lower(): known for known in UNIT_SYSTEMS}.get(str(word).lower())
    if found is None:
        raise ModelError("units", [Problem("units", f"'{word}' is not known", f"one of {', '.join(UNIT_SYSTEMS)}")])
    return found


def shows_si_units(result: Result) -> bool:
    """Tells whether what has no place for a unit of its own is shown in SI too: values of the model, by unit."""
    return result.metadata.get(KEY) == SI


def _panel_in_si(panel: AnyPanel) -> AnyPanel:
    """Channels by their own units; bars have their numbers in SI; spectra keep theirs, which are numbers as drawn."""
    if isinstance(panel, Panel):
        return replace(panel, unit="", over_unit="")
    return replace(panel, unit=si_of_shown_unit(panel.unit)) if isinstance(panel, Bars) else panel
