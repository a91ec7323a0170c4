"""A run as a page for the browser: one file, no network, data inside; curves in the units people read."""

from __future__ import annotations

import base64
import json
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from jounce import __version__
from jounce.errors import Problem, WrongArgument
from jounce.results import Metric, Result
from jounce.results.comparison.pairing import pair_to_lay_over
from jounce.results.files import replace_file
from jounce.results.kinds import shown_resolution, shown_unit_factor
from jounce.views.highlights import pick_highlights
from jounce.views.page.encoding import Encoder
from jounce.views.page.events import events_of
from jounce.views.page.page_data import FORMAT, Curve, Figure, Page, Run, Told
from jounce.views.page.page_panels import (
    offered_page_panels,
    open_compared_panels,
    open_page_panels,
    page_bars,
    page_charts,
)
from jounce.views.page.scene import scene_of
from jounce.views.wording import (
    origin,
    unit_text,
    wording_of_value,
)

PLACE = '<script type="text/plain" id="data"></script>'
COMPRESSION = 6  # level of zlib: 9 takes twice as long and saves 1 %
MOST_SAMPLES = 6000  # a page shows; of longer runs it takes every second, third, ...


Others = Result | Sequence[Result] | None


def write_page(result: Result, path: str | Path, compare: Others = None, labels: Sequence[str] = ()) -> Path:
    """Writes the page of a run, with others laid over it; `labels` are short names of all, that of the run first."""
    path = Path(path)
    text = page_text(result, compare, labels)
    with replace_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return path


def page_text(result: Result, compare: Others = None, labels: Sequence[str] = ()) -> str:
    """Returns the whole page. Data enter in base64, so that no name of anybody can become markup."""
    payload = base64.b64encode(zlib.compress(_packed(result, _listed(compare), labels), COMPRESSION)).decode("ascii")
    before, behind = _template()
    return f"{before}{PLACE.removesuffix('</script>')}{payload}</script>{behind}"


@cache
def _template() -> tuple[str, str]:
    """Returns the page before the place of its data, and behind it."""
    before, _, behind = files("jounce.views.page").joinpath("page.html").read_text(encoding="utf-8").partition(PLACE)
    return before, behind


def _listed(compare: Others) -> Sequence[Result]:
    return () if compare is None else (compare,) if isinstance(compare, Result) else tuple(compare)


def _packed(result: Result, others: Sequence[Result], labels: Sequence[str]) -> bytes:
    """Length of the description (4 bytes, low first), description in JSON and UTF-8, binary part."""
    timed = "abscissa" not in result.metadata
    encoder = Encoder()
    laid = [pair_to_lay_over(result, other) for other in others]
    runs = [page_run(each, encoder) for each in (result, *laid)]
    panels = open_compared_panels(result, laid) if laid else open_page_panels(result)
    offers = offered_page_panels(result)
    page = Page(FORMAT, f"jounce {__version__}", timed, _labelled(runs, labels), panels, offers)
    text = json.dumps(page, default=_entries, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    description = text.encode("utf-8", "replace")  # a browser could not read a lone surrogate
    return len(description).to_bytes(4, "little") + description + encoder.data


def _labelled(runs: Sequence[Run], labels: Sequence[str]) -> list[Run]:
    """Runs under the given labels; runs of one label are counted."""
    if labels and len(labels) != len(runs):
        what = f"{len(labels)} for {len(runs)} runs"
        raise WrongArgument("view", [Problem("labels", what, "one for each run, that of this run first; or none")])
    named = [replace(run, label=label) for run, label in zip(runs, labels, strict=True)] if labels else list(runs)
    count = Counter(run.label for run in named)
    seen: Counter[str] = Counter()
    for k, run in enumerate(named):
        seen.update([run.label])
        if count[run.label] > 1:
            named[k] = replace(run, label=f"{run.label} ({seen[run.label]})")
    return named


def _entries(record: Any) -> dict[str, Any]:
    """Returns a record as JSON has it."""
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


def page_run(result: Result, encoder: Encoder) -> Run:
    """Returns a result as the page shows it: curves, metrics, events, scene."""
    about = result.metadata
    every = -(-result.time.size // MOST_SAMPLES)
    samples = np.arange(0, result.time.size, every)
    name = about.get("abscissa")
    if name is None:
        time = Curve("time", "time", "s", "simulated time", encoder.add(result.time[samples], 1e-7))
    curves = _curves(result, every, encoder)
    abscissa = time if name is None else _in_full(next(c for c in curves if c.name == name))
    model, study = str(about.get("model", "")), str(about.get("study", ""))
    return Run(
        label=_label(str(about.get("file", "")), model, study),
        model=model,
        study=study,
        note=_note(result, every),
        abscissa=abscissa,
        curves=[curve for curve in curves if curve.name != name],
        figures=[_figure(name, metric) for name, metric in result.metrics.items()],
        headline=[_figure(name, metric) for name, metric in pick_highlights(result).items()],
        events=events_of(result),
        changes=[
            Told(c.path, wording_of_value(c.new, c.unit, c.shown), wording_of_value(c.old, c.unit, c.shown))
            for c in result.record.changes
        ],
        settings=[
            Told(s.name.replace("_", " "), wording_of_value(s.value, s.unit, s.shown), "")
            for s in result.record.settings
        ],
        charts=page_charts(result, encoder),
        bars=page_bars(result),
        scene=scene_of(result, samples, encoder),
    )


def _note(result: Result, every: int) -> str:
    """Says where the run comes from, what was left out, and what is wrong with it."""
    status = str(result.metadata.get("status", "finished"))
    notes = [status] if status != "finished" else []
    notes += [*result.verdict.warnings(), origin(result)]
    return "; ".join(notes) + (f", every {every}th of {result.time.size} samples" if every > 1 else "")


def _label(file: str, model: str, study: str) -> str:
    """Says what tells a run from another, where two are laid over each other; a measured file has its name for a
    model.
    """
    return ", ".join(dict.fromkeys(part for part in (file, model, study) if part)) or "run"


def _curves(result: Result, every: int, encoder: Encoder) -> list[Curve]:
    """Returns all channels in the units that people read, a car's own motion first; what is rounding is zero."""
    order = sorted(range(len(result.channels)), key=lambda k: result.channels[k].owner.group != "vehicle")
    channels = [result.channels[k] for k in order]
    values = result.numbers[::every, order] / [shown_unit_factor(c.shown_unit, c.unit) for c in channels]
    largest = np.max(np.abs(values), axis=0, initial=0.0, where=np.isfinite(values)).tolist()
    zero = [shown_resolution(c.kind, c.owner.group, most) for c, most in zip(channels, largest, strict=True)]
    values = np.where(np.abs(values) < zero, 0.0, values)
    return [
        Curve(c.name, c.name.rpartition(".")[2].replace("_", " "), unit_text(c.shown_unit), c.definition, numbers)
        for c, numbers in zip(channels, encoder.add_columns(values), strict=True)
    ]


def _in_full(abscissa: Curve) -> Curve:
    """Gives the abscissa its whole name: it stands below all curves."""
    return replace(abscissa, quantity=abscissa.name.replace(".", " ").replace("_", " "))


def _figure(name: str, metric: Metric) -> Figure:
    number = metric.shown_value
    return Figure(name, number if np.isfinite(number) else None, unit_text(metric.shown_unit), metric.definition)
