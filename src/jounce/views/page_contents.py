"""A result as the page shows it: curves in the units people read, figures, events, and what is open at first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from jounce.results import Channel, Result
from jounce.views.encoding import Encoder
from jounce.views.kc_panels import PANELS, RACK_PANELS
from jounce.views.origin import origin
from jounce.views.page_data import Curve, Event, Figure, Run
from jounce.views.quantities import factor, read_in, unit_text
from jounce.views.scene import scene_of

MOST_SAMPLES = 6000  # a page shows; of longer runs it takes every second, third, ...
MOST_PANELS, MOST_CURVES = 4, 4  # at first
HEADLINE = 3
# by the ends of their names, in this order: what an engineer asks of a car first
TELLING = (
    ("vehicle.yaw_rate",),
    ("vehicle.ay",),
    (".tyre.Fz",),
    ("vehicle.roll",),
    ("steering.wheel.angle",),
    ("vehicle.speed",),
)
TELLING_KINEMATICS = ("bump_steer", "bump_camber", "roll_centre_height", "toe", "camber")


def page_run(result: Result, encoder: Encoder) -> Run:
    about = result.metadata
    every = -(-result.time.size // MOST_SAMPLES)
    samples = np.arange(0, result.time.size, every)
    name = about.get("abscissa")
    if name is None:
        time = Curve("time", "time", "s", "simulated time", encoder.add(result.time[samples], 1e-7))
    ordered = sorted(result.channels, key=lambda c: not c.name.startswith("vehicle."))  # a car's own motion first
    curves = [_curve(c, result, samples, encoder) for c in ordered]
    abscissa = time if name is None else _in_full(next(c for c in curves if c.name == name))
    model, study = str(about.get("model", "")), str(about.get("study", ""))
    figures = [_figure(key, m.value, m.unit, m.definition) for key, m in result.metrics.items()]
    note = origin(result) + (f", every {every}th of {result.time.size} samples" if every > 1 else "")
    status = str(about.get("status", "finished"))
    if status != "finished":
        note = f"{status}; {note}"
    return Run(
        label=study or model,
        model=model,
        study=study,
        note=note,
        abscissa=abscissa,
        curves=[curve for curve in curves if curve.name != name],
        figures=figures,
        headline=_headline(figures, name is not None) or _about_the_run(result),
        events=_events(result),
        scene=scene_of(result, samples, encoder),
    )


def _curve(channel: Channel, result: Result, samples: np.ndarray, encoder: Encoder) -> Curve:
    unit = read_in(channel.name, channel.unit)
    values = result[channel.name][samples] / factor(unit, channel.unit)
    quantity = channel.name.rpartition(".")[2].replace("_", " ")
    return Curve(channel.name, quantity, unit_text(unit), channel.definition, encoder.add(values))


def _in_full(abscissa: Curve) -> Curve:
    """What samples run over is told by its whole name: it stands below all curves."""
    return replace(abscissa, quantity=abscissa.name.replace(".", " ").replace("_", " "))


def _figure(name: str, value: float, unit: str, definition: str) -> Figure:
    read = read_in(name, unit)
    number = float(value) / factor(read, unit)
    return Figure(name, number if np.isfinite(number) else None, unit_text(read), definition)


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
        found.append(_figure("largest gap", float(about["constraint_gap"]), "m", "of all loops, over the whole run"))  # type: ignore[arg-type]
    if "energy_balance" in about:
        found.append(_figure("energy balance", float(about["energy_balance"]), "J", "largest departure from zero"))  # type: ignore[arg-type]
    return found


def _events(result: Result) -> list[Event]:
    """Those that the study told of, and every moment at which a tyre leaves the road."""
    told: Any = result.metadata.get("events", [])
    found = [Event(float(e["time"]), str(e.get("label", ""))) for e in told if isinstance(e, dict) and "time" in e]
    if "abscissa" in result.metadata:
        return found
    for name in result:
        if name.endswith("tyre.Fz") or (name.endswith(".Fz") and "tyre" in name):
            off = result[name] <= 0.0
            begins = np.flatnonzero(off[1:] & ~off[:-1]) + 1
            found += [Event(float(result.time[k]), f"{name.rpartition('.')[0]} lifts off") for k in begins[:20]]
    return sorted(found, key=lambda event: event.time)


def opened_panels(result: Result) -> list[list[str]]:
    """Channels of the panels that are open at first."""
    abscissa = str(result.metadata.get("abscissa", ""))
    if abscissa:
        asked = RACK_PANELS if abscissa.startswith("rack") else PANELS
        panels = [[n for o in outputs[:1] for n in result if n.rpartition(".")[2] == o] for _, outputs in asked]
    else:
        panels = [[n for n in result if n.endswith(ends)] for ends in TELLING]
        panels = panels if sum(map(bool, panels)) > 1 else _of_a_mechanism(result)
    panels = [[n for n in panel if np.isfinite(result[n]).any()][:MOST_CURVES] for panel in panels]
    return [panel for panel in panels if panel][:MOST_PANELS]


def _of_a_mechanism(result: Result) -> list[list[str]]:
    """Sensors, coordinates, forces and energies, each kind in a panel for each unit."""
    kinds = [
        [c for c in result.channels if "sensor's point" in c.definition],
        [
            c
            for c in result.channels
            if c.name.endswith((".force", ".torque", ".Fz")) and "on the child" not in c.definition
        ],
        [c for c in result.channels if c.definition.startswith("joint coordinate")],
        [c for c in result.channels if c.name.startswith("energy.")],
    ]
    panels: list[list[str]] = []
    for kind in kinds:
        by_unit: dict[str, list[str]] = {}
        for channel in kind:
            by_unit.setdefault(channel.unit, []).append(channel.name)
        panels += by_unit.values()
    return panels
