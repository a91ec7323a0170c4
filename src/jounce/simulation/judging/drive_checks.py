"""Checks of a drive: whether the car did what the study asks for, in the way that the study needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jounce.results import Result, VerdictCheck
from jounce.simulation.judging.car_checks import MOVING, history_for_check

if TYPE_CHECKING:
    from jounce.model.assembly.car import CarModel

MOST_SLIDING = 60.0  # deg between heading and travel: a car that drifts comes back from 45, none from 60
MOST_TURNED = 15.0  # deg, of a car that goes straight [UN R13-H, annex 3, 1.1.5: it does not yaw by more]
HALF_LANE = 1.75  # m: no part of the car leaves a lane of 3.5 m [49 CFR 571.135, S6.4; UN R13-H]
MOST_SHORT = 0.4  # of what was asked for: a sine at 0.5 Hz takes a third off a heavy car, tyres near their limit some
MOST_ON_STOPS = 0.25  # of the wheel's load at the start: springs carry a car, stops end its travel
MOST_SLOWED = 0.15  # of a speed that is held: gains go with the square of it


class Asked(NamedTuple):
    """What a study asks of the car and what the car did, both in SI."""

    what: str  # "lateral acceleration"
    asked: float
    got: float
    unit: str


def checks_of_drive(run: Result, car: CarModel, goes_straight: bool, in_lane: bool) -> Iterator[VerdictCheck]:
    """Finds whether the car spun; of one that goes straight also how far it turned and whether it left its lane."""
    if run.time.size < 2 or "vehicle.cg.vx" not in run:
        return
    yield _spun(run)
    if stops := [corner for corner in car.corners if {f"{corner}.bump_stop.force", f"{corner}.tyre.Fz"} <= {*run}]:
        yield _on_its_stops(run, stops)
    if goes_straight:
        yield _turned(run)
    wheels = [f"{corner}.tyre.y" for corner in car.corners if f"{corner}.tyre.y" in run]
    if goes_straight and in_lane and wheels:
        yield _left_lane(run, wheels)


def checks_of_asked(asked: Iterable[Asked]) -> Iterator[VerdictCheck]:
    """Finds by how much of it the car fell short of what was asked."""
    for what, wanted, got, unit in asked:
        if wanted:
            short = 1.0 - got / wanted
            told = f"{got:.3g} {unit} of {wanted:.3g} {unit} that the study asks for"
            yield VerdictCheck(f"{what} not reached", float(max(short, 0.0)), "1", MOST_SHORT, inf, told)


def held_speed_check(run: Result) -> VerdictCheck:
    """Finds how far a speed that shall be held changed, as a share of the speed at the start."""
    speed = history_for_check(run, "vehicle.speed")
    away = np.abs(speed - speed[0]) / max(abs(float(speed[0])), MOVING)
    k = int(away.argmax())
    told = f"largest change of a speed that is held: {3.6 * speed[k]:.3g} of {3.6 * speed[0]:.3g} km/h"
    return VerdictCheck("speed not held", float(away[k]), "1", MOST_SLOWED, inf, f"{told} at {run.time[k]:.4g} s")


def _spun(run: Result) -> VerdictCheck:
    """Finds the largest angle between heading and travel while the car moves; in reverse it travels backwards."""
    vx, vy = history_for_check(run, "vehicle.cg.vx"), history_for_check(run, "vehicle.cg.vy")
    way = -1.0 if vx[0] < -MOVING else 1.0
    slides = np.where(np.hypot(vx, vy) > MOVING, np.abs(np.degrees(np.arctan2(vy, way * vx))), 0.0)
    k = int(slides.argmax())
    told = f"largest angle between heading and travel above {MOVING:g} m/s, at {run.time[k]:.4g} s"
    return VerdictCheck("spun", float(slides[k]), "deg", MOST_SLIDING, inf, told)


def _on_its_stops(run: Result, corners: list[str]) -> VerdictCheck:
    """Finds the largest load of a bump stop at the start, as a share of the load of its wheel."""
    shares = {}
    for corner in corners:
        stop, load = (history_for_check(run, f"{corner}.{word}")[0] for word in ("bump_stop.force", "tyre.Fz"))
        shares[corner] = abs(float(stop)) / max(float(load), 1.0)
    corner = max(shares, key=lambda each: shares[each])
    told = f"load of the bump stop {corner} before anything happens, by that of its wheel"
    return VerdictCheck("on its bump stops", shares[corner], "1", MOST_ON_STOPS, inf, told)


def _turned(run: Result) -> VerdictCheck:
    yaw = np.unwrap(history_for_check(run, "vehicle.yaw"))
    turned = np.degrees(np.abs(yaw - yaw[0]))
    k = int(turned.argmax())
    told = f"largest change of heading of a car that goes straight, at {run.time[k]:.4g} s"
    return VerdictCheck("turned", float(turned[k]), "deg", MOST_TURNED, inf, told)


def _left_lane(run: Result, wheels: list[str]) -> VerdictCheck:
    sides = np.array([history_for_check(run, wheel) for wheel in wheels])
    middle = 0.5 * (sides[:, 0].max() + sides[:, 0].min())
    aside = np.abs(sides - middle).max(axis=0)
    k = int(aside.argmax())
    told = f"way of the outermost wheel from the middle of its lane, at {run.time[k]:.4g} s; half a lane is the limit"
    return VerdictCheck("left its lane", float(aside[k]), "m", HALF_LANE, inf, told)
