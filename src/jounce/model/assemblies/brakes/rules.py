"""Rules for the brakes of a car: one form, tables that rise, pressures and torques that brakes have."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from jounce.errors import Problem
from jounce.model.assemblies.brakes.data import BrakeData
from jounce.model.assembly.names import TRAILER
from jounce.parts.brakes.abs_brake import abs_slip_limit
from jounce.parts.brakes.brake_tables import brake_table_end, brake_table_limit, brake_valve_limit
from jounce.parts.limits import limits_of

LEAST_PRESSURE, MOST_PRESSURE = 1e5, 1e8  # Pa at full pedal: cars have 80 to 200 bar, a slipped unit is far off
MOST_TORQUE = 1e5  # N m of one wheel; lorries have 20 000
BAR = 1e5  # Pa
LAWS = {"pressure": "line", "rear_pressure": "share", "front_torque": "torque", "rear_torque": "torque"}
BY_PRESSURE = "pressure, front_torque and rear_torque in [brakes]"
FORMS = "keep one form: torque and front_share, or pressure with front_torque and rear_torque"
NEEDED = {
    "torque": 'sum over the wheels at full pedal, for example "5 kN m"; or pressure, front_torque and rear_torque',
    "front_share": "of the first axle, for example 0.6",
    "front_torque": 'of each wheel over its pressure, for example "20 N m/bar", or a table of points',
    "rear_torque": 'of each wheel over its pressure, for example "12 N m/bar", or a table of points',
}


def check_brakes(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds what is wrong with brakes and modulator by themselves."""
    if unit.brakes is not None and unit.brakes.overrun is not None:
        yield from _overrun(unit)
    elif unit.brakes is not None:
        yield from _forms(unit.brakes, alike=len(unit.axles) < 2 or unit.kind == TRAILER)
    if unit.abs is not None:
        if unit.brakes is None or not unit.brakes.by_pressure():
            yield Problem("abs", "it modulates pressures, and the brakes have none", BY_PRESSURE)
        for problem in abs_slip_limit(unit.abs.release_slip, unit.abs.reapply_slip, unit.abs.controlled_slip):
            yield replace(problem, where=f"abs.{problem.where}")


def _overrun(unit: Any) -> Iterator[Problem]:
    """Checks that brakes by overrun are those of a trailer, and that nothing else works them."""
    if unit.kind != TRAILER:
        yield Problem("brakes.overrun", "nothing pushes the unit that leads", "a pedal: torque, or pressure")
    for word in ("torque", "front_share", "response_time", *LAWS):
        if getattr(unit.brakes, word) is not None:
            yield Problem(f"brakes.{word}", "is given, and so is overrun", "keep one of them")
    found = list(limits_of(unit.brakes.overrun, "brakes.overrun"))
    yield from found or brake_table_limit(unit.brakes.overrun, "brakes.overrun", "torque")


def _forms(brakes: BrakeData, alike: bool) -> Iterator[Problem]:
    """Checks that the brakes are of one form, whole, with laws that rise; axles of trailers brake `alike`."""
    by_pressure = brakes.by_pressure()
    if brakes.response_time is not None and (by_pressure or brakes.friction_law != "dry"):
        what = "is given, and so is pressure" if by_pressure else "is given, and so is smooth friction"
        yield Problem(
            "brakes.response_time", what, "brakes by their torque with dry friction may follow the pedal late"
        )
    for word in ("front_torque", "rear_torque") if by_pressure else ("torque", "front_share"):
        if getattr(brakes, word) is None and not (word == "front_share" and alike):
            yield Problem(f"brakes.{word}", f"'{word}' is missing", NEEDED[word])
    for word in ("torque",) if by_pressure else ("rear_pressure", "front_torque", "rear_torque"):
        if getattr(brakes, word) is not None:
            what = "is given, and so is pressure" if by_pressure else "is given, but no pressure"
            yield Problem(f"brakes.{word}", what, FORMS)
    yield from _share(brakes)
    for word, meaning in LAWS.items():
        if (law := getattr(brakes, word)) is not None:
            found = list(limits_of(law, f"brakes.{word}"))
            yield from found or brake_table_limit(law, f"brakes.{word}", meaning)
    yield from _sizes(brakes)


def _share(brakes: Any) -> Iterator[Problem]:
    share = brakes.front_share
    if share is None:
        return
    if share > 1.0:
        yield Problem("brakes.front_share", f"{share:g}", "a share from 0 to 1, or 0 % to 100 %")
    elif brakes.by_pressure() and brakes.rear_pressure is not None:
        yield Problem("brakes.front_share", "is given, and so is rear_pressure", "keep one of them")
    elif brakes.by_pressure() and share < 0.5:
        hint = "0.5 (all wheels have the line's pressure) to 1; more torque behind comes from rear_torque"
        yield Problem("brakes.front_share", f"{share:g}: the rear would have more than the line's pressure", hint)


def _sizes(brakes: BrakeData) -> Iterator[Problem]:
    """Pressures and torques as brakes have them: a bare number is in Pa or N m/Pa, and often a slipped unit."""
    full = brake_table_end(brakes.pressure, 1.0)
    if full is not None and full >= 0.0 and not LEAST_PRESSURE <= full <= MOST_PRESSURE:
        low, high = LEAST_PRESSURE / BAR, MOST_PRESSURE / BAR
        hint = f'{low:g} to {high:g} bar at full pedal; with its unit: "100 bar"'
        yield Problem("brakes.pressure", f"{full:g} Pa is no pressure of a brake line", hint)
        return
    for word in ("front_torque", "rear_torque"):
        torque = brake_table_end(getattr(brakes, word), full)
        if torque is not None and torque > MOST_TORQUE:
            hint = f'at most {MOST_TORQUE:g} N m of one wheel; with its unit: "20 N m/bar"'
            yield Problem(f"brakes.{word}", f"{torque:g} N m is no torque of a brake", hint)
    if brakes.rear_pressure is not None:
        yield from brake_valve_limit(brakes.rear_pressure, "brakes.rear_pressure")
