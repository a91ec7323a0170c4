"""Answers to the steering wheel: step, sine, weave; driven anew with RK4. [ISO 7401, ISO 13674]"""

from __future__ import annotations

import numpy as np
from driving import Car, drive, smooth, spline, timeline
from figures import INSTANT, PROMISED, Limit, figure
from reading import first_time, first_top, lag_between
from scipy.interpolate import CubicSpline

TOWN, ROAD, FAST = 60.0 / 3.6, 80.0 / 3.6, 100.0 / 3.6  # m/s
WHEEL = "steering.wheel.angle"


def angle_of_circle(car: Car, speed: float, acceleration: float) -> float:
    """By which the steering wheel is turned in a settled circle, beyond straight ahead."""
    return car.circle(speed, acceleration)[WHEEL] - car.straight(speed)[1][car.model.steering]


def turned(car: Car, speed: float, duration: float, t, angle, controllers=()):
    """A run from straight ahead with the steering wheel turned by a history."""
    ready, held = car.straight(speed)
    wheel = car.model.steering
    turn = {wheel.replace(".", "__"): spline(t, held[wheel] + angle)}
    return drive(ready, held, duration, controllers=controllers, **turn)


# --- step ------------------------------------------------------------------------------------------------


def step_run(car: Car, sheet):
    """5 s; half the angle at 0.575 s."""

    def find():
        t = timeline(5.0)
        return turned(car, TOWN, 5.0, t, angle_of_circle(car, TOWN, 4.0) * smooth((t - 0.5) / 0.15))

    return car.kept_or("step", find)


def steady_rate(run) -> float:
    return float(run["vehicle.yaw_rate"][run.time >= run.time[-1] - 0.5].mean())


@figure("step-steer", "yaw_rate_gain", how="RK4 at 0.5 ms with the angle of a driven circle")
def yaw_rate_gain(car, sheet):
    """Steady yaw rate by the angle, 1/s. [ISO 7401, 8]"""
    return steady_rate(step_run(car, sheet)) / angle_of_circle(car, TOWN, 4.0)


@figure("step-steer", "yaw_rate_response_time", how="the same run; spline through rows of 1 ms", limit=INSTANT)
def yaw_rate_response_time(car, sheet):
    """From half the angle to 90 % of the steady yaw rate, s."""
    run = step_run(car, sheet)
    return first_time(run.time, run["vehicle.yaw_rate"], 0.9 * steady_rate(run)) - 0.575


def first_yaw_top(car, sheet):
    run = step_run(car, sheet)
    return first_top(run.time, run["vehicle.yaw_rate"], 1e-4 * steady_rate(run))


@figure(
    "step-steer",
    "yaw_rate_overshoot",
    how="the same run",
    limit=Limit("0.5 %, 1e-4", "promised of small differences: 1e-4 of the steady value", share=5e-3, apart=1e-4),
)
def yaw_rate_overshoot(car, sheet):
    """(First maximum - steady)/steady."""
    return first_yaw_top(car, sheet)[1] / steady_rate(step_run(car, sheet)) - 1.0


# --- sine ------------------------------------------------------------------------------------------------


def sine_run(car: Car):
    def find():
        t = timeline(5.0)
        s = np.clip(t - 0.5, 0.0, 2.0)
        ends = smooth(s / 0.05) * smooth((2.0 - s) / 0.05)
        return turned(car, TOWN, 5.0, t, angle_of_circle(car, TOWN, 4.0) * np.sin(np.pi * s) * ends)

    return car.kept_or("sine", find)


@figure(
    "sine-steer",
    "yaw_rate_lag",
    "lateral_acceleration_lag",
    how="RK4; largest correlation by search over splines",
    limit=INSTANT,
)
def sine_lag(car, sheet, metric):
    """Lag at which the cross-correlation with the steering wheel is largest, s."""
    run = sine_run(car)
    channel = "vehicle.yaw_rate" if metric.startswith("yaw") else "vehicle.cg.ay"
    return lag_between(run.time, run[WHEEL], run[channel], 1.0)


# --- weave -----------------------------------------------------------------------------------------------


def weave_run(car: Car):
    """Four periods of 0.2 Hz and a little more at 100 km/h with the angle of a circle of 2 m/s^2."""

    def find():
        t = timeline(21.3)
        s = np.maximum(t - 0.5, 0.0)
        angle = angle_of_circle(car, FAST, 2.0) * np.sin(0.4 * np.pi * s) * smooth(0.4 * s)
        return turned(car, FAST, 21.3, t, angle)

    return car.kept_or("weave", find)


def crossings(run, over: str, read) -> np.ndarray:
    """Rows of (value, direction) of something where a channel passes its mean: seven in three periods, rising first.

    The first and the last of these are one period's end: where loops do not close, each counts half.
    """
    kept = run.time >= 5.0
    t = run.time[kept]
    periods = (t > 5.5) & (t < 20.5)
    curve = CubicSpline(t, run[over][kept] - run[over][kept][periods].mean())
    found = np.array([(read(float(when)), np.sign(curve(when, 1))) for when in curve.solve(0.0, extrapolate=False)])
    first = int(np.flatnonzero(found[:, 1] > 0.0)[0])
    assert len(found) >= first + 7, f"{len(found)} crossings"
    return found[first : first + 7]


def weave_slope(car, over, channel):
    """dy/dx where x passes its mean, by rates over time, mean of both directions."""
    run = weave_run(car)
    x, y = (CubicSpline(run.time, run[name]) for name in (over, channel))
    found = crossings(run, over, lambda t: float(y(t, 1) / x(t, 1)))[:, 0]
    return float(0.5 * (found[:-1] + found[1:]).mean())


def weave_width(car, over, channel):
    """Value of a channel where another passes its mean, rising less falling; mean of the six half loops."""
    run = weave_run(car)
    y = CubicSpline(run.time, run[channel])
    values, ways = crossings(run, over, lambda t: float(y(t))).T
    return float(((values[:-1] - values[1:]) * ways[:-1]).mean())


@figure("weave", "steering_sensitivity", how="RK4; rates of both where the wheel passes the middle")
def steering_sensitivity(car, sheet):
    """d a_y/d angle, m/s^2/rad."""
    return weave_slope(car, WHEEL, "vehicle.cg.ay")


@figure("weave", "angle_hysteresis", how="the same run: angle where a_y passes zero, both ways")
def angle_hysteresis(car, sheet):
    """rad."""
    return weave_width(car, "vehicle.cg.ay", WHEEL)


@figure("weave", "torque_gradient", how="the same run: rates where a_y passes zero")
def torque_gradient(car, sheet):
    """N m by m/s^2."""
    return weave_slope(car, "vehicle.cg.ay", "steering.driver.effort")


def rack_friction(car: Car) -> float:
    """Dry friction of the rack as the hand feels it, N m."""
    values = car.vehicle.values()
    return values.get("steering.rack_friction", 0.0) * values.get("steering.rack_ratio", 0.0)


@figure(
    "weave",
    "steering_friction",
    how="the same run: torque where the angle passes the middle",
    limit=Limit(
        "0.5 % of the friction",
        "what the hand feels is the rack's dry friction less what lags, each known to 0.5 %",
        share=PROMISED.share,
        apart=lambda car, sheet: PROMISED.share * rack_friction(car),
    ),
)
def steering_friction(car, sheet):
    """N m."""
    return 0.5 * weave_width(car, WHEEL, "steering.driver.effort")
