"""Checks of a run that need to know what moves: tyres, tables, road and inputs against what they are valid for.

Everything is read from the channels of the run through `history_for_check`, so that a run alone and one of a batch get
the same verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

import numpy as np

from jounce.model import Model
from jounce.model.tyre_files.tyre_validity import TyreValidity
from jounce.parts.roads import Road
from jounce.results import Result, VerdictCheck
from jounce.simulation.linear.road_excitation import (
    excitation_sentence,
    highest_valid_frequency,
    road_excitation_beyond,
)

# The flange of a rim stands 17.3 mm above its seat (ETRTO, contour J), belt and tread of a car's tyre are some 12 mm
# thick: of a side wall of 100 mm 70 are left, and then the rim presses on the road, which no law here knows.
MOST_PRESSED = 0.7  # of the height of the side wall
MOST_LOAD = 1.5  # times the largest load of the range: a peak; for longer the range itself counts
MOST_OUTSIDE = 0.2  # s that a loaded tyre may be out of its range at a stretch: some metres of way, a bump or a cone
MOST_BEYOND_TABLE = 0.1  # s that a damper or spring may be beyond its table at a stretch: a blow
FAR = 0.1  # of the width of a table, from which on being beyond it counts
# of the energy of the road: a class C road at 20 m/s has 0.11 beyond 50 Hz, three planks at 60 km/h 0.21; less than
# this is told in a note alone
MOST_SHAKEN = 0.25
LIES_OVER = 60.0  # deg from upright: no car on its wheels leans so, none that lies on its side leans less
MOVING = 3.0  # m/s, below which slip angles say nothing
INSTANT = 1e-3  # s
# what a hand or foot can do in that time: a robot's 2000 deg/s, more than twice a driver's; a tenth of a pedal's travel
# takes a panic stop 10 ms
JUMPS = {
    "steering.wheel_angle": ("deg", float(np.degrees(1.0)), 5.0),
    "brakes.pedal": ("1", 1.0, 0.2),
    "engine.throttle": ("1", 1.0, 0.2),
    "clutch.pedal": ("1", 1.0, 0.2),
}


def history_for_check(run: Result, channel: str) -> np.ndarray:
    """Returns the history that a check looks at."""
    return run[channel]


def checks_of_motion(
    run: Result, model: Model, tyres: Mapping[str, TyreValidity], road: Road | None
) -> Iterator[VerdictCheck]:
    """Finds how far what moved stayed within what its laws are valid for."""
    if run.time.size < 2:
        return
    there = {name: tyre for name, tyre in tyres.items() if f"{name}.Fz" in run and f"{name}.deflection" in run}
    if there:
        yield _deflection(run, there)
        yield _load(run, there)
        yield _tyre_range(run, there)
    if "vehicle.roll" in run:
        yield _overturned(run)
    if (table := _beyond_tables(run, model)) is not None:
        yield table
    if road is not None and "vehicle.speed" in run:
        yield _band(run, road, highest_valid_frequency(model))


def checks_of_jumps(inputs: Mapping[str, Any], held: Mapping[str, float]) -> Iterator[VerdictCheck]:
    """Finds the largest change within an instant of a steering wheel or pedal; `held` is where it was before."""
    for name, (unit, factor, most) in JUMPS.items():
        source = inputs.get(name)
        if source is None or callable(source) or (isinstance(source, tuple) and callable(source[0])):
            continue
        given = source if isinstance(source, tuple) else ((0.0,), (source,), "hold")
        times, values = (np.asarray(entries, float) for entries in given[:2])
        times, values = np.append(times[0], times), np.append(held.get(name, values[0]), values)
        lasts = np.diff(times) if given[2:] != ("hold",) else np.zeros(len(times) - 1)
        jumps = factor * np.abs(np.diff(values)) * INSTANT / np.maximum(lasts, INSTANT)
        k = int(jumps.argmax())
        told = f"largest change of {name} within 1 ms, at {times[k + 1]:.4g} s; no hand or foot is faster"
        yield VerdictCheck(f"jump of {name}", float(jumps[k]), unit, most, inf, told)


def _deflection(run: Result, tyres: Mapping[str, TyreValidity]) -> VerdictCheck:
    shares = {name: history_for_check(run, f"{name}.deflection") / t.side_wall for name, t in tyres.items()}
    name, k = _largest_of(shares)
    wall = tyres[name].side_wall
    told = (
        f"{name} at {run.time[k]:.4g} s, pressed in by {1e3 * wall * shares[name][k]:.0f} mm of {1e3 * wall:.0f} mm "
        "between rim and road; near the rim no tyre law holds"
    )
    return VerdictCheck("tyre deflection", float(shares[name][k]), "1", MOST_PRESSED, inf, told)


def _load(run: Result, tyres: Mapping[str, TyreValidity]) -> VerdictCheck:
    shares = {name: history_for_check(run, f"{name}.Fz") / t.most_load for name, t in tyres.items()}
    name, k = _largest_of(shares)
    told = (
        f"{name} at {run.time[k]:.4g} s, {1e-3 * tyres[name].most_load * shares[name][k]:.3g} kN by the largest load "
        f"that its law is valid for, {1e-3 * tyres[name].most_load:.3g} kN"
    )
    return VerdictCheck("tyre load", float(shares[name][k]), "1", MOST_LOAD, inf, told)


def _tyre_range(run: Result, tyres: Mapping[str, TyreValidity]) -> VerdictCheck:
    """Finds the longest time that a tyre carries out of the range of its law, and how far out it is then."""
    worst, told = 0.0, "longest time that a tyre carries out of the range of its law"
    for name, tyre in tyres.items():
        load = history_for_check(run, f"{name}.Fz")
        excess = {"load": load / tyre.most_load}
        if f"{name}.inclination" in run:
            lean = np.abs(history_for_check(run, f"{name}.inclination")) / tyre.most_inclination
            excess["inclination"] = np.where(load > 0.0, lean, 0.0)
        if f"{name}.slip_angle" in run and "vehicle.speed" in run:
            aside = np.abs(history_for_check(run, f"{name}.slip_angle")) / tyre.most_slip_angle
            fast = history_for_check(run, "vehicle.speed") > MOVING
            excess["slip angle"] = np.where((load > 0.0) & fast, aside, 0.0)
        for word, share in excess.items():
            lasts = longest_stretch(run.time, share > 1.0)
            if lasts > worst:
                worst = lasts
                told = f"{word} of {name} out of the range of its law at a stretch, by a factor of {share.max():.3g}"
    return VerdictCheck("tyre range", worst, "s", MOST_OUTSIDE, inf, told)


def _overturned(run: Result) -> VerdictCheck:
    upright = np.cos(history_for_check(run, "vehicle.roll")) * np.cos(history_for_check(run, "vehicle.pitch"))
    leans = np.degrees(np.arccos(np.clip(upright, -1.0, 1.0)))
    k = int(leans.argmax())
    told = f"largest angle of the car from upright, at {run.time[k]:.4g} s"
    return VerdictCheck("overturned", float(leans[k]), "deg", LIES_OVER, inf, told)


def _beyond_tables(run: Result, model: Model) -> VerdictCheck | None:
    """Finds the longest time that a table of a joint or damper is read beyond its ends, and how far beyond."""
    worst, told = None, ""
    for channel, low, high in _tables_of(model):
        if channel not in run:
            continue
        values, width = history_for_check(run, channel), high - low
        beyond = np.maximum(low - values, values - high) / width
        lasts = longest_stretch(run.time, beyond > FAR)
        if worst is None or lasts > worst:
            worst = lasts
            told = f"longest time at which {channel} is beyond its table by more than {FAR:.0%} of its width"
            told += f"; by {beyond.max():.0%} at most" if lasts else ""
    return None if worst is None else VerdictCheck("tables", worst, "s", MOST_BEYOND_TABLE, inf, told)


def _tables_of(model: Model) -> Iterator[tuple[str, float, float]]:
    """Yields channels that tables are read at, with the ends of the tables."""
    for joint in model.joints:
        for word, (low, high) in joint.valid_ranges().items() if hasattr(joint, "valid_ranges") else ():
            yield f"{joint.name}.{word}", low, high
    for part in model.forces:
        law: Any = getattr(part, "law", None)
        if hasattr(law, "x_factor") and type(part).__name__.endswith("Damper"):
            ends = (law.x_offset + law.x_factor * end for end in (law.x[0], law.x[-1]))
            yield f"{part.name}.rate", *sorted(map(float, ends))  # type: ignore[misc]


def _band(run: Result, road: Road, valid: float) -> VerdictCheck:
    fastest = float(history_for_check(run, "vehicle.speed").max())
    share = road_excitation_beyond(road, fastest, valid)
    told = excitation_sentence(road, fastest, share, valid)
    return VerdictCheck("band of the road", share, "1", MOST_SHAKEN, inf, told)


def longest_stretch(time: np.ndarray, flags: np.ndarray) -> float:
    """Returns the longest time without a break in which the flags are set, in s; a single row counts half the rows
    beside it."""
    if not flags.any():
        return 0.0
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8)))
    middles = np.concatenate([time[:1], 0.5 * (time[1:] + time[:-1]), time[-1:]])
    return float((middles[edges[1::2]] - middles[edges[::2]]).max())


def _largest_of(histories: Mapping[str, np.ndarray]) -> tuple[str, int]:
    """Finds where the largest value is: name and row."""
    tops = {name: float(values.max()) for name, values in histories.items()}
    name = max(tops, key=lambda each: tops[each])
    return name, int(histories[name].argmax())
