"""Courses of cones: the hand of the saved run replayed, and the car's outline as a polygon in lanes of ISO 3888."""

from __future__ import annotations

import ast

import numpy as np
from driving import Car, drive, spline
from figures import EQUAL, figure
from lengthwise import distinct
from scipy.interpolate import CubicSpline


def replayed(car: Car, sheet, trial: str):
    """The saved run's steering wheel and drive as inputs of a run of our own."""

    def find():
        saved = sheet["run"]
        ready, held = car.straight({"lane-change": 80.0, "obstacle-avoidance": 60.0}[trial] / 3.6)
        inputs = {car.model.steering: spline(*distinct(saved.time, saved["steering.wheel.angle"]))}
        if trial == "obstacle-avoidance":  # the drive is let go in 0.1 s, 2 m behind the entry, after half a second
            begin = 0.5 + 2.0 / float(saved["vehicle.vx"][0])
            t = [0.0, begin, begin + 0.1, float(saved.time[-1])]
            inputs |= {name: (np.array(t), np.array([held[name], held[name], 0.0, 0.0])) for name in car.model.drive}
        return drive(ready, held, float(saved.time[-1]), **{n.replace(".", "__"): s for n, s in inputs.items()})

    return car.kept_or(("replayed", trial), find)


def lanes(trial: str, w: float):
    """(begin, end, right, left) of each lane, m; the middle of lane 1 is y = 0. [ISO 3888-1, -2]"""
    if trial == "lane-change":
        w1, w2, w3 = 1.1 * w + 0.25, 1.2 * w + 0.25, 1.3 * w + 0.25
        right = -0.5 * w1
        return [(0, 15, right, right + w1), (45, 70, right + 3.5, right + 3.5 + w2), (95, 125, right, right + w3)]
    w1, w2, w3 = 1.1 * w + 0.25, w + 1.0, max(1.3 * w + 0.25, 3.0)
    left = 0.5 * w1
    return [(0, 12, -left, left), (25.5, 36.5, left + 1.0, left + 1.0 + w2), (49, 61, left - w3, left)]


def room(car: Car, sheet, trial: str) -> float:
    """Least distance of the outline, walked in steps of 5 cm, from the limits of the lane that it is in."""
    run = replayed(car, sheet, trial)
    front, rear, width = course_of(sheet)["outline"]
    fine = np.arange(0.0, run.time[-1], 1e-3)
    x, y, yaw = (CubicSpline(run.time, run[f"vehicle.{k}"])(fine) for k in ("x", "y", "yaw"))
    x, y = (now - run[f"vehicle.{k}"][0] + sheet["run"][f"vehicle.{k}"][0] for k, now in (("x", x), ("y", y)))
    along = np.linspace(rear, front, int((front - rear) / 0.05) + 1)
    edge = [(a, s) for s in (0.5 * width, -0.5 * width) for a in along] + [
        (a, b) for a in (rear, front) for b in np.linspace(-0.5 * width, 0.5 * width, 41)
    ]
    least = np.inf
    for a, b in edge:
        X, Y = x + a * np.cos(yaw) - b * np.sin(yaw), y + a * np.sin(yaw) + b * np.cos(yaw)
        for begin, end, right, left in lanes(trial, width):
            inside = (X >= begin) & (X <= end)
            if inside.any():
                least = min(least, float((left - Y[inside]).min()), float((Y[inside] - right).min()))
    return least


def course_of(sheet) -> dict:
    told = sheet["run"].metadata["course"]
    return ast.literal_eval(told) if isinstance(told, str) else told


for trial in ("lane-change", "obstacle-avoidance"):

    @figure(trial, "passed", how="the hand of the saved run, RK4; own outline in own lanes", limit=EQUAL)
    def passed(car, sheet, trial=trial):
        """1 where no part of the outline leaves its lane."""
        return float(room(car, sheet, trial) >= 0.0)

    @figure(trial, "largest_lateral_acceleration", how="the same run")
    def largest_lateral_acceleration(car, sheet, trial=trial):
        """m/s^2."""
        return float(np.abs(replayed(car, sheet, trial)["vehicle.cg.ay"]).max())

    @figure(trial, "entry_speed", how="the same run, when its front is at the entry")
    def entry_speed(car, sheet, trial=trial):
        """m/s."""
        return float(np.interp(0.5, replayed(car, sheet, trial).time, replayed(car, sheet, trial)["vehicle.cg.speed"]))
