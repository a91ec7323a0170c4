"""Brake to standstill, and stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import lowest, swing, within
from jounce.simulation.judging.drive_checks import Asked
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.histories import step_history
from jounce.studies.performance.stopping import (
    STOPPING_METRICS,
    WET,
    stopped_as_asked,
    stopping_instant,
    stopping_notes,
    stopping_run_time,
    stopping_values,
)
from jounce.studies.settings import DURATION, PEDAL, RISE, SPEED, STEP, setting_too_slow

BEGIN = 0.5  # s of straight running before


class BrakeToStandstill(Drive):
    """Brake to standstill, and stand. [ISO 21994 for the mean deceleration]

    The car runs straight, forward or in reverse. Then the drive is cut and the brake pedal goes down. The steering
    wheel is held. Distances and decelerations count along the direction of travel. A car that still rolls at the end
    has no stopping distance.
    """

    name = "brake-to-standstill"
    speed = SPEED
    pedal = PEDAL
    rise = replace(RISE, meaning="time in which the pedal goes down")
    duration = replace(DURATION, default="auto", auto="long enough for brakes of this strength, at least 6 s")
    step = STEP
    goes_straight = in_lane = True
    panels = (
        Panel("speed", ("vehicle.speed",)),
        Panel("deceleration", ("vehicle.ax",)),
        Panel("slip", ("{corner}.tyre.slip",)),
        Panel("wheel loads", ("{corner}.tyre.Fz",)),
    )
    metrics = {
        **STOPPING_METRICS,
        "lowest_slip": ("1", "lowest slip of any tyre, with the sign of forward driving; -1 is a locked wheel"),
        "recoil": ("m/s", "largest speed against the direction of travel, when the tyre carcasses spring back"),
        "creep": ("m", "distance between the foremost and the rearmost position after standstill"),
        "lateral_offset": ("m", "lateral offset of the front axle at the end"),
    }

    def contradictions(self) -> Iterator[Problem]:
        yield from setting_too_slow(self.speed, "a standing car need not be stopped")

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        brake = self.brake(car)
        begin = BEGIN + self.rise
        duration = self.duration or stopping_run_time(vehicle, car, self.speed, self.pedal, begin, WET)
        start = start_straight(car, self.speed)
        changes = {brake: self.pedal} | {name: -start.inputs[name] for name in car.drive}
        inputs = {
            name: step_history(start.inputs.get(name, 0.0), change, BEGIN, self.rise, duration)
            for name, change in changes.items()
        }
        return Manoeuvre(vehicle=vehicle, start=start, duration=duration, inputs=inputs)

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        return stopping_notes(run, done.duration)

    def asked(self, run: Result, done: Manoeuvre) -> Iterator[Asked]:
        yield stopped_as_asked(run)

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        way, t = float(np.copysign(1.0, self.speed)), run.time
        v, x, stopped = way * run["vehicle.vx"], way * run["vehicle.x"], stopping_instant(run)
        found: Values = stopping_values(run, BEGIN)
        found["lowest_slip"] = min(lowest(t, way * run[f"{corner}.tyre.slip"]) for corner in done.car.corners)
        if np.isfinite(stopped):
            found |= {"recoil": max(-lowest(t, v), 0.0), "creep": swing(*within(t, x, (stopped, t[-1])))}
        return found | {"lateral_offset": run["vehicle.y"][-1]}
