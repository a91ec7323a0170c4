"""Highlights: the curves a page opens with, the metrics at the top, how good the numbers are."""

from __future__ import annotations

from collections import Counter

import numpy as np

from jounce.results import Channel, Metric, Result
from jounce.results.panel import TIME, Panel

MOST_PANELS, MOST_CURVES = 4, 4  # more cannot be told apart


OF_KINEMATICS = ("bump_steer", "bump_camber", "roll_centre_height", "toe", "camber")
HEADLINE = 3  # metrics
# metadata by key: what it is, unit; in the order of reading
QUALITY = {
    "constraint_gap": ("largest gap of a loop", "m"),
    "velocity_gap": ("largest rate of a gap", "m/s"),
    "energy_balance": ("largest change of the energy balance", "J"),
    "energy_change": ("largest change of the energy balance divided by the largest kinetic energy", "1"),
    "steps": ("steps", "1"),
    "rejected_steps": ("rejected steps", "1"),
    "evaluations": ("evaluations of the equations of motion", "1"),
}


def pick_highlights(result: Result) -> dict[str, Metric]:
    """Gives the first metrics; of kinematics, those asked for first; where there are none, how good the numbers are."""
    metrics = result.metrics
    asked = [next((name for name in metrics if name.partition(".")[2] == word), "") for word in OF_KINEMATICS]
    first = [name for name in asked if name and metrics[name].owner.group == "kinematics"] or list(metrics)
    quality = highlight_quality(result)
    good = {
        name: quality[name] for name in (QUALITY["constraint_gap"][0], QUALITY["energy_balance"][0]) if name in quality
    }
    return {name: metrics[name] for name in first[:HEADLINE]} or good


def highlight_quality(result: Result) -> dict[str, Metric]:
    """Tells how well the numbers hold together, as far as the run says."""
    about = result.metadata
    return {
        what: Metric(float(about[key]), unit, "over the whole run")  # type: ignore[arg-type]
        for key, (what, unit) in QUALITY.items()
        if key in about
    }


def highlight_channels(result: Result) -> list[str]:
    """Returns some sensors, coordinates and forces."""
    sensors, forces, coordinates, energies = _by_type(result)
    found = [channel.name for group in (sensors, coordinates, forces) for channel in group[:MOST_CURVES]]
    return found or [c.name for c in energies][:1] or list(result)[:MOST_CURVES]


def highlight_panels(result: Result, most: int = MOST_PANELS) -> list[list[str]]:
    """Returns channels of the panels that a page opens with."""
    timed = "abscissa" not in result.metadata
    own = [_shown(result, panel, timed) for panel in result.panels if isinstance(panel, Panel)]
    panels = [*own, *(_of_a_car(result, own) if timed else [])]
    if timed and sum(map(bool, panels)) < 2:
        panels = [names for group in _by_type(result) for names in _by_unit(group)]
    panels = [[n for n in panel if np.isfinite(result[n]).any()][:MOST_CURVES] for panel in panels]
    return [panel for panel in panels if panel][:most]


def _shown(result: Result, panel: Panel, timed: bool) -> list[str]:
    """Picks of a run over time what is drawn over time; of a sweep the first quantity of each panel, left and right."""
    if timed:
        return [name for name in panel.channels if name in result] if panel.over == TIME else []
    kinds = [name.rpartition(".")[2] for name in panel.channels]
    return [name for name, kind in zip(panel.channels, kinds, strict=True) if kind == kinds[0] and name in result]


def _of_a_car(result: Result, own: list[list[str]]) -> list[list[str]]:
    """Returns what an engineer asks of a car first, but for quantities that the study itself shows."""
    motion = [[name] for name in ("vehicle.yaw_rate", "vehicle.ay", "vehicle.roll", "steering.wheel.angle")]
    usual = [*motion[:2], result.select(kind="wheel load"), *motion[2:], ["vehicle.speed"]]
    shown = {name.rpartition(".")[2] for panel in own for name in panel}
    there = [[name for name in panel if name in result] for panel in usual]
    return [panel for panel in there if not shown & {name.rpartition(".")[2] for name in panel}]


def _by_type(result: Result) -> list[list[Channel]]:
    """Returns sensors; the force of each element that has one, and wheel loads; joint coordinates; energies."""

    def of(group: str) -> list[Channel]:
        return [channel for channel in result.channels if channel.owner.group == group]

    forces = [c for group in ("force", "brake") for c in of(group) if c.kind in ("force", "moment")]
    single = Counter(channel.owner.part for channel in forces)
    forces = [channel for channel in forces if single[channel.owner.part] == 1]
    loads = [channel for channel in of("tyre") if channel.kind == "wheel load"]
    coordinates = [c for c in of("coordinate") if c.kind in ("position", "displacement", "angle")]
    return [of("sensor"), [*forces, *loads], coordinates, of("energy")]


def _by_unit(channels: list[Channel]) -> list[list[str]]:
    found: dict[str, list[str]] = {}
    for channel in channels:
        found.setdefault(channel.shown_unit, []).append(channel.name)
    return list(found.values())
