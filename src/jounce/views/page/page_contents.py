"""A result as the page shows it: curves in the units people read, figures, events, scene."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.results import Channel, Metric, Result
from jounce.views.page.encoding import Encoder
from jounce.views.page.events import events_of
from jounce.views.page.page_data import Curve, Figure, Run
from jounce.views.page.scene import scene_of
from jounce.views.wording import factor, origin, unit_text

MOST_SAMPLES = 6000  # a page shows; of longer runs it takes every second, third, ...
HEADLINE = 3
TELLING_KINEMATICS = ("bump_steer", "bump_camber", "roll_centre_height", "toe", "camber")


def page_run(result: Result, encoder: Encoder) -> Run:
    about = result.metadata
    every = -(-result.time.size // MOST_SAMPLES)
    samples = np.arange(0, result.time.size, every)
    name = about.get("abscissa")
    if name is None:
        time = Curve("time", "time", "s", "simulated time", encoder.add(result.time[samples], 1e-7))
    ordered = sorted(result.channels, key=lambda c: c.owner.group != "vehicle")  # a car's own motion first
    curves = [_curve(c, result, samples, encoder) for c in ordered]
    abscissa = time if name is None else _in_full(next(c for c in curves if c.name == name))
    model, study = str(about.get("model", "")), str(about.get("study", ""))
    figures = [_figure(name, metric) for name, metric in result.metrics.items()]
    note = origin(result) + (f", every {every}th of {result.time.size} samples" if every > 1 else "")
    status = str(about.get("status", "finished"))
    if status != "finished":
        note = f"{status}; {note}"
    return Run(
        label=_label(str(about.get("file", "")), model, study),
        model=model,
        study=study,
        note=note,
        abscissa=abscissa,
        curves=[curve for curve in curves if curve.name != name],
        figures=figures,
        headline=_headline(figures, name is not None) or _about_the_run(result),
        events=events_of(result),
        scene=scene_of(result, samples, encoder),
    )


def _label(file: str, model: str, study: str) -> str:
    """What tells a run from another, where two are laid over each other; a measured file has its name for a model."""
    return ", ".join(dict.fromkeys(part for part in (file, model, study) if part)) or "run"


def _curve(channel: Channel, result: Result, samples: np.ndarray, encoder: Encoder) -> Curve:
    unit = channel.shown_unit
    values = result[channel.name][samples] / factor(unit, channel.unit)
    quantity = channel.name.rpartition(".")[2].replace("_", " ")
    return Curve(channel.name, quantity, unit_text(unit), channel.definition, encoder.add(values))


def _in_full(abscissa: Curve) -> Curve:
    """What samples run over is told by its whole name: it stands below all curves."""
    return replace(abscissa, quantity=abscissa.name.replace(".", " ").replace("_", " "))


def _figure(name: str, metric: Metric) -> Figure:
    number = float(metric.value) / factor(metric.shown_unit, metric.unit)
    return Figure(name, number if np.isfinite(number) else None, unit_text(metric.shown_unit), metric.definition)


def _headline(figures: list[Figure], kinematics: bool) -> list[Figure]:
    """The first three; of kinematics, those that are asked for first."""
    if not kinematics:
        return figures[:HEADLINE]
    chosen = [next((f for f in figures if f.name.endswith(f".{last}")), None) for last in TELLING_KINEMATICS]
    return [figure for figure in chosen if figure is not None][:HEADLINE]


def _about_the_run(result: Result) -> list[Figure]:
    """How good the numbers are, for a run without figures of merit."""
    about, found = result.metadata, []
    if "constraint_gap" in about:
        found.append(_figure("largest gap", Metric(about["constraint_gap"], "m", "of all loops, over the whole run")))  # type: ignore[arg-type]
    if "energy_balance" in about:
        found.append(_figure("energy balance", Metric(about["energy_balance"], "J", "largest departure from zero")))  # type: ignore[arg-type]
    return found
