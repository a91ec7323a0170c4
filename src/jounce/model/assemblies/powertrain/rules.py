"""Rules for the powertrain of a car: engine, clutch or converter, gearbox; what hunts, gains energy or cannot start."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from math import pi
from typing import Any

from jounce.errors import Problem
from jounce.model.assemblies.powertrain.data import points_of_curve
from jounce.parts.limits import limits_of
from jounce.parts.powertrain.shift_lines import crossing_shift_lines

RPM = 30.0 / pi  # of 1 rad/s
ENGINE_LAYOUTS = ("differential", "torque")
LAWS = {"engine": ("full_load", "drag", "torque_map"), "converter": ("torque_ratio", "capacity_factor")}
FARTHEST_IDLE = 0.5  # of the first speed of a curve: below it, its slope says nothing
SHORTEST_CURVE = 0.8  # of the speed of the limiter: up to there a full-load curve is known
ROUNDING = 1e-9  # of a ratio
FASTEST = 3000.0  # rad/s of an engine; racing engines have 2,000
MOST_GEAR = 100.0  # largest ratio of a gear


def check_powertrain(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds all that is wrong with engine, clutch, converter and gearbox."""
    for word, keys in LAWS.items():
        for key in keys if getattr(unit, word) is not None else ():
            if (law := getattr(getattr(unit, word), key)) is not None:
                yield from limits_of(law, f"{word}.{key}")
    yield from _belongs_together(unit)
    yield from _engine(unit.engine)
    yield from _clutch(unit.clutch)
    yield from _converter(unit.converter)
    yield from _gears(unit.gearbox)
    yield from _shifts(unit)


def _belongs_together(unit: Any) -> Iterator[Problem]:
    have = {word: unit.tables.get(word) is not None for word in ("engine", "clutch", "converter", "gearbox")}
    if not have["engine"]:
        return
    if unit.drive is not None and unit.drive.layout not in ENGINE_LAYOUTS:
        what = f'drive.layout = "{unit.drive.layout}" has motors of its own'
        yield Problem("engine", what, 'layout = "differential" or "torque"; or leave [engine] out')
    if not have["gearbox"]:
        yield Problem("gearbox", "there is no [gearbox]", "add [gearbox] with its ratios; a single gear is one ratio")
    if have["clutch"] and have["converter"]:
        yield Problem("converter", "there is a [clutch] as well", "one of both stands between engine and gearbox")
    elif not have["clutch"] and not have["converter"]:
        yield Problem("engine", "nothing joins it to the gearbox", "add [clutch] or [converter]")


def _engine(data: Any) -> Iterator[Problem]:
    if data is None:
        return
    load, drag = points_of_curve(data.full_load), points_of_curve(data.drag)
    for speed, torque in drag:
        if torque > 0.0:
            what = f"{torque:g} N m at {speed * RPM:.4g} rpm would drive"
            yield Problem("engine.drag", what, "negative torques: what a closed throttle takes")
    most_drag = max((torque for _, torque in drag), default=0.0)
    for speed, torque in load:
        if torque <= most_drag:
            what = f"{torque:g} N m at {speed * RPM:.4g} rpm is not above the drag of {most_drag:g} N m"
            yield Problem("engine.full_load", what, "full throttle gives more torque than a closed one")
    yield from _torque_map(data.torque_map)
    if not data.idle_speed < data.limit_speed:
        what = f"{data.limit_speed * RPM:.4g} rpm is not above the idle speed of {data.idle_speed * RPM:.4g} rpm"
        yield Problem("engine.limit_speed", what, "far above idle speed")
    if data.limit_speed > FASTEST:
        what = f"{data.limit_speed:g} rad/s is no speed of an engine"
        yield Problem("engine.limit_speed", what, 'with its unit: "6500 rpm"')
    if load and not FARTHEST_IDLE * load[0][0] <= data.idle_speed <= load[-1][0]:
        what = f"{data.idle_speed * RPM:.4g} rpm lies outside the full-load curve"
        hint = (
            f"its points reach from {load[0][0] * RPM:.4g} to {load[-1][0] * RPM:.4g} rpm: idle within, or more points"
        )
        yield Problem("engine.idle_speed", what, hint)
    if load and data.idle_speed < load[-1][0] < SHORTEST_CURVE * data.limit_speed <= FASTEST:
        what = f"its points end at {load[-1][0] * RPM:.4g} rpm, far below limit_speed, {data.limit_speed * RPM:.4g} rpm"
        yield Problem("engine.full_load", what, "points up to the limiter, or a lower limit_speed")


def _torque_map(law: Any) -> Iterator[Problem]:
    """A throttle goes from 0 to 1, and more of it never gives less torque; laws of one's own are not looked into."""
    speeds, throttles, torques = (getattr(law, word, ()) for word in "xvy")
    if len(speeds) * len(throttles) != len(torques):
        return  # told already
    for throttle in throttles:
        if not 0.0 <= throttle <= 1.0:
            yield Problem("engine.torque_map.v", f"a throttle of {throttle:g}", "from 0 closed to 1 full")
    for row, speed in enumerate(speeds):
        line = torques[row * len(throttles) : (row + 1) * len(throttles)]
        for k, (low, high) in enumerate(pairwise(line)):
            if high < low:
                what = f"at {speed * RPM:.4g} rpm torque falls from {low:g} to {high:g} N m"
                hint = "more throttle gives no less torque; a row for each speed, an entry for each throttle"
                yield Problem("engine.torque_map.y", f"{what} as the throttle opens to {throttles[k + 1]:g}", hint)


def _clutch(data: Any) -> Iterator[Problem]:
    if data is None:
        return
    if (data.open_speed is None) != (data.closed_speed is None):
        missing = "open_speed" if data.open_speed is None else "closed_speed"
        yield Problem(
            f"clutch.{missing}", "is missing", "both open_speed and closed_speed, or none: then the pedal alone"
        )
    elif data.open_speed is not None and not data.open_speed < data.closed_speed:
        what = f"{data.closed_speed * RPM:.4g} rpm is not above open_speed, {data.open_speed * RPM:.4g} rpm"
        yield Problem("clutch.closed_speed", what, "the clutch closes as the engine speeds up")


def _converter(data: Any) -> Iterator[Problem]:
    if data is None:
        return
    for word, least, why in (
        ("torque_ratio", 1.0, "1 or more: the turbine gets what the pump takes, and what the stator adds"),
        ("capacity_factor", 0.0, "above 0: K in T = (w/K)^2"),
    ):
        for ratio, y in points_of_curve(getattr(data, word)):
            if y < least - ROUNDING or (least == 0.0 and y <= 0.0):
                yield Problem(f"converter.{word}", f"{y:g} at speed ratio {ratio:g}", why)
            elif word == "torque_ratio" and y * ratio > 1.0 + ROUNDING:
                what = f"{y:g} at speed ratio {ratio:g} is an efficiency of {y * ratio:.4g}"
                yield Problem(f"converter.{word}", what, "torque ratio times speed ratio is at most 1")
        points = points_of_curve(getattr(data, word))
        if points and not (points[0][0] <= 0.0 and points[-1][0] >= 1.0 - ROUNDING):
            what = f"reaches from speed ratio {points[0][0]:g} to {points[-1][0]:g}"
            yield Problem(f"converter.{word}", what, "points from 0 (stall) to 1 (both alike)")
    for (before, high), (ratio, y) in pairwise(points_of_curve(data.torque_ratio)):
        if y > high + ROUNDING:
            what = f"rises from {high:g} at {before:g} to {y:g} at {ratio:g}"
            yield Problem("converter.torque_ratio", what, "it falls from stall to 1 at the coupling point")
    if not data.unlock_speed < data.lock_speed:
        what = f"{data.unlock_speed * RPM:.4g} rpm is not below lock_speed, {data.lock_speed * RPM:.4g} rpm"
        yield Problem("converter.unlock_speed", what, "lower: else the lock-up clutch would open and close at once")
    if data.lock_ratio >= 1.0:
        what = f"{data.lock_ratio:g}: the fluid alone never brings the turbine so far"
        yield Problem("converter.lock_ratio", what, "a speed ratio below 1, such as 0.9")


def _gears(data: Any) -> Iterator[Problem]:
    if data is None:
        return
    if not data.ratios:
        yield Problem("gearbox.ratios", "is empty", "a ratio for each gear, such as [4.2, 2.5, 1.6, 1.2, 1, 0.8]")
    for k, (low, high) in enumerate(pairwise(data.ratios), 1):
        if high >= low:
            what = f"gear {k + 1} has {high:g}, and gear {k} before it {low:g}"
            yield Problem(f"gearbox.ratios.{k}", what, "ratios fall: turns of the input for one of the output")
    for k, ratio in enumerate(data.ratios):
        if not 1.0 / MOST_GEAR <= ratio <= MOST_GEAR:
            hint = f"turns of the input for one of the output, {1 / MOST_GEAR:g} to {MOST_GEAR:g}"
            yield Problem(f"gearbox.ratios.{k}", f"{ratio:g} is no ratio of a gear", hint)
    if data.shift_reduction > 1.0:
        what = f"{data.shift_reduction:g} of the throttle"
        yield Problem("gearbox.shift_reduction", what, "0 (nothing is taken back) to 1 (all)")
    if data.efficiency > 1.0:
        yield Problem("gearbox.efficiency", f"{data.efficiency:g}", "above 0 and at most 1: gears only lose")


def _shifts(unit: Any) -> Iterator[Problem]:
    data: Any = unit.gearbox
    if data is None:
        return
    words = ("throttles", "up", "down")
    if data.shifts == "driver":
        if unit.clutch is None:
            yield Problem(
                "gearbox.shifts", '"driver", and there is no [clutch]', 'add [clutch], or shifts = "automatic"'
            )
        for word in (word for word in words if getattr(data, word) is not None):
            yield Problem(f"gearbox.{word}", "is given, but the driver shifts", 'shifts = "automatic", or leave it out')
        return
    if unit.clutch is None and data.torque is None:
        hint = "what the clutches of the gears bear at the input: 1.5 to 2.5 times the torque of the turbine"
        yield Problem("gearbox.torque", "is missing", hint)
    if len(data.ratios) < 2:
        return
    missing = [word for word in words if not getattr(data, word)]
    for word in missing:
        hint = 'throttles of the points, and for each shift a row of engine speeds; or shifts = "driver"'
        yield Problem(f"gearbox.{word}", "is missing", hint)
    if not missing:
        yield from _lines(data)
        yield from _beyond_limiter(unit)


def _lines(data: Any) -> Iterator[Problem]:
    """Checks points of shift lines, and whether these hunt."""
    shifts, points = len(data.ratios) - 1, len(data.throttles)
    fits = True
    if any(b <= a for a, b in pairwise(data.throttles)) or points < 2 or data.throttles[-1] > 1.0:
        fits = False
        yield Problem("gearbox.throttles", f"{points} that do not rise from 0 to 1", "two or more that rise, 0 to 1")
    for word in ("up", "down"):
        count = len(getattr(data, word))
        if count not in (points, shifts * points):
            fits = False
            what = f"{count} speeds for {shifts} shifts and {points} throttles"
            yield Problem(f"gearbox.{word}", what, f"{shifts} rows of {points} speeds, or one row for all shifts")
    if not fits or any(b >= a for a, b in pairwise(data.ratios)):
        return
    crossing = crossing_shift_lines(data.ratios, data.throttles, data.lines("up"), data.lines("down"))
    for gear, throttle, after, low in crossing:
        what = (
            f"at throttle {throttle:g} gear {gear + 1} shifts down at {low * RPM:.5g} rpm, but a shift up from gear "
            f"{gear} leads to {after * RPM:.5g} rpm: it would hunt"
        )
        yield Problem("gearbox.down", what, f"below {after * RPM:.5g} rpm there, or a higher line up")


def _beyond_limiter(unit: Any) -> Iterator[Problem]:
    """Finds lines up that the engine never reaches, as its limiter closes the throttle before."""
    data, engine = unit.gearbox, unit.engine
    if data is None or engine is None or data.shift_by != "engine" or engine.limit_speed > FASTEST:
        return
    most, throttles, up = engine.limit_speed - engine.limit_band, data.throttles or (), data.up or ()
    for k, speed in enumerate(up):
        if speed > most * (1.0 + ROUNDING):
            what = f"{speed * RPM:.5g} rpm at throttle {throttles[k % len(throttles)]:g} is above {most * RPM:.5g} rpm"
            one_for_all = len(up) == len(throttles)
            who = "no gear would" if one_for_all else f"gear {k // len(throttles) + 1} would never"
            told = f"{what}, where the limiter begins: {who} shift up"
            yield Problem("gearbox.up", told, "a lower line, or a higher engine.limit_speed")
