"""Steering without looking: the history with which a linear car would follow a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.parts.drivers import SingleTrack
from jounce.parts.paths import shift_height
from jounce.results.measured import read_measured
from jounce.studies.courses.driving_line import DrivingLine
from jounce.studies.driving.histories import ROUNDING, SAMPLE, History, smooth

WHEEL, HEIGHT = "steering.wheel.angle", "vehicle.y"


class SteeringRecord(NamedTuple):
    """A history of the steering wheel, and how far to the left the car of the record started, if the file says that."""

    history: History
    height: float | None  # m


def steering_along_line(track: SingleTrack, line: DrivingLine, entry: float, speed: float, duration: float) -> History:
    """Returns the steering-wheel angle over time with which the linear single track follows a line exactly, at small
    angles.

    The line says the lateral acceleration of the centre of mass, which starts at x = 0. Newton's laws then give the
    yaw motion and the angle, with F_r = -C_r (vy - b r)/v:

        vy' = a_y - v r        I r' = a (m a_y - F_r) - b F_r        delta = (m a_y - F_r)/C_f + (vy + a r)/v
    """
    t: Any = track
    times = np.linspace(0.0, duration, max(3, round(duration / SAMPLE) + 1))
    h = float(times[1] - times[0])
    x = np.linspace(0.0, speed * duration, 2 * len(times) - 1)  # with the middle of each step
    ay = speed**2 * _second_derivative(line, x - entry)

    def rear_force(vy: float, r: float) -> float:
        return float(-t.rear_stiffness * (vy - t.rear_length * r) / speed)

    def rates(state: np.ndarray, a_y: float) -> np.ndarray:
        vy, r = state
        F_r = rear_force(vy, r)
        moment = t.front_length * (t.mass * a_y - F_r) - t.rear_length * F_r
        return np.array([a_y - speed * r, moment / t.yaw_inertia])

    state, angles = np.zeros(2), []
    for k in range(len(times)):
        now = float(ay[2 * k])
        vy, r = state
        front = (t.mass * now - rear_force(vy, r)) / t.front_stiffness
        angles.append(t.steering_ratio * (front + (vy + t.front_length * r) / speed))
        if k + 1 < len(times):  # Runge and Kutta's method of order 4
            middle, end = float(ay[2 * k + 1]), float(ay[2 * k + 2])
            k1 = rates(state, now)
            k2 = rates(state + 0.5 * h * k1, middle)
            k3 = rates(state + 0.5 * h * k2, middle)
            k4 = rates(state + h * k3, end)
            state = state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return times, np.array(angles), "spline"


def _second_derivative(line: DrivingLine, x: np.ndarray) -> np.ndarray:
    """Returns the second derivative of the height of a line over the distance from the entry."""
    found = np.zeros_like(x)
    shifts = (
        (line.out_begin, line.out_end, line.out_height - line.entry_height),
        (line.back_begin, line.back_end, line.back_height - line.out_height),
    )
    for begin, end, height in shifts:
        found += height * shift_height((x - begin) / (end - begin), 2) / (end - begin) ** 2
    return found


def read_steering_history(file: str | Path) -> SteeringRecord:
    """Reads a CSV file with a column time and one angle; of a run that was written as CSV also where its car began."""
    measured = read_measured(file)
    angles = [channel.name for channel in measured.channels if channel.unit == "rad"]
    if WHEEL in angles:  # a run that was written as CSV has other angles too
        angles = [WHEEL]
    if len(angles) != 1:
        what = f"{len(angles)} columns are angles ({', '.join(angles) or 'none'})"
        raise ModelError(str(file), [Problem("steering", what, "a column time [s] and one such as angle [deg]")])
    values = measured[angles[0]]
    if not np.isfinite(values).all():
        raise ModelError(str(file), [Problem(angles[0], "has gaps", "an angle in every row")])
    known = HEIGHT in {channel.name for channel in measured.channels} and np.isfinite(measured[HEIGHT][0])
    return SteeringRecord(_with_gentle_ends(measured.time, values), float(measured[HEIGHT][0]) if known else None)


def _with_gentle_ends(time: np.ndarray, angle: np.ndarray) -> History:
    """The history from time 0 on, taken up from rest and left to rest: a rate that jumps is a blow on the wheel."""
    from scipy.interpolate import CubicSpline  # slow to import

    curve, end = CubicSpline(time, angle, bc_type="natural"), float(time[-1])
    t = np.arange(0.0, end + ROUNDING + SAMPLE, SAMPLE)
    behind = np.clip((t - end) / ROUNDING, 0.0, 1.0)
    slowing = ROUNDING * (behind - behind**3 + 0.5 * behind**4)  # the integral of 1 - 3 s^2 + 2 s^3
    inside = curve(np.clip(t, time[0], end)) + float(curve(end, 1)) * slowing
    return t, inside * smooth(t / ROUNDING), "spline"
