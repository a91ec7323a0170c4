"""What a result file says beside its numbers: channels, metrics, panels, record, verdict and metadata, as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.results import panel
from jounce.results.channel import Channel, ChannelOwner, Metric
from jounce.results.panel import AnyPanel, Panel
from jounce.results.result import Result
from jounce.results.run_record import Record, Verdict, to_json


def describe_result(result: Result) -> dict[str, Any]:
    """Returns all words of a result, and its metrics."""
    return {
        "channels": [[c.name, c.unit, c.definition, c.kind, c.owner] for c in result.channels],
        "metrics": {name: [m.value, m.unit, m.definition, m.kind, m.owner] for name, m in result.metrics.items()},
        "panels": panel.to_json(result.panels),
        "record": to_json(result.record),
        "verdict": to_json(result.verdict),
        "metadata": dict(result.metadata),
    }


def read_description(about: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a result that a description holds; older ones have no record and no verdict."""
    return {
        "channels": tuple(Channel(name, *_typed(*words)) for name, *words in about["channels"]),
        "metrics": {name: Metric(value, *_typed(*words)) for name, (value, *words) in about["metrics"].items()},
        "metadata": about["metadata"],
        "panels": _panels(about),
        "record": Record.from_json(about["record"]) if "record" in about else Record(),
        "verdict": Verdict.from_json(about["verdict"]) if "verdict" in about else Verdict(),
    }


def _typed(unit: str, definition: str, kind: str = "", owner: Sequence[str] = ()) -> tuple[str, str, str, ChannelOwner]:
    """Tells what a channel or metric is; files of format 1 give unit and definition alone."""
    return unit, definition, kind, ChannelOwner(*owner)


def _panels(about: Mapping[str, Any]) -> tuple[AnyPanel, ...]:
    if "panels" in about:
        return panel.from_json(about["panels"])
    return tuple(Panel(heading, tuple(names), over) for heading, names, over in about["metadata"].get("figure", []))


def plain_json_value(value: object) -> object:
    """Turns NumPy scalars and arrays into what JSON knows."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not a JSON value")


def refuse_result_file(path: Path, what: str, hint: str = "") -> ModelError:
    """Returns what to raise of a file that is no result, or no whole one."""
    return ModelError(str(path), [Problem("file", what, hint)])
