"""Braking and full throttle: driven anew, or Newton's law on the forces of the saved run. [ISO 21994]"""

from __future__ import annotations

import numpy as np
from driving import Car, drive, smooth, spline, straight, timeline
from figures import EQUAL, PROMISED, Limit, figure
from scipy.integrate import cumulative_trapezoid
from scipy.interpolate import CubicSpline

import jounce
from jounce.parts.roads import FrictionPatch, Road

SPEED = 100.0 / 3.6
BEGIN, RISE = 0.5, 0.15  # s


def braked(car: Car, sheet, road=None, **more):
    """Full pedal from 100 km/h, the drive let go; as long as the car of the sheet took, and a second."""
    ready, held = car.straight(SPEED)
    lasts = float(sheet["metrics"].get("stopping_time", {"value": 8.0})["value"]) + BEGIN + 1.0
    t = timeline(lasts)
    share = smooth((t - BEGIN) / RISE)
    inputs = {car.model.brake: spline(t, share)}
    inputs |= {name: spline(t, held[name] * (1.0 - share)) for name in car.model.drive}
    inputs = {name.replace(".", "__"): source for name, source in (inputs | more).items()}
    if road is not None:
        return jounce.simulate(
            ready,
            lasts,
            inputs=held | {k.replace("__", "."): v for k, v in inputs.items()},
            integrator="rk4",
            step=5e-4,
            output_step=1e-3,
            road=road,
        )
    return drive(ready, held, lasts, **inputs)


def stop(car: Car, sheet):
    return car.kept_or("stop", lambda: braked(car, sheet))


def way_and_speed(run):
    """Of the reference point over ground, the way by integration of the speed."""
    v = np.hypot(run["vehicle.vx"], run["vehicle.vy"])
    return cumulative_trapezoid(v, run.time, initial=0.0), v


def stopping_distance_of(run) -> float:
    """From the first movement of the pedal to 0.01 m/s."""
    way, v = way_and_speed(run)
    standing = int(np.argmax(v < 0.01))
    return float(way[standing] - np.interp(BEGIN, run.time, way)) if standing else np.nan


def mean_deceleration_of(run) -> float:
    """(0.8^2 - 0.1^2) v0^2 by twice the way between both speeds."""
    way, v = way_and_speed(run)
    places = [np.interp(first_crossing(run.time, -v, -share * v[0]), run.time, way) for share in (0.8, 0.1)]
    return float(v[0] ** 2 * (0.8**2 - 0.1**2) / (2.0 * (places[1] - places[0])))


def locked_wheels_of(car: Car, run) -> float:
    """Wheels that stand still above 15 km/h."""
    v = way_and_speed(run)[1]
    fast = (v > 15.0 / 3.6) & (run.time > BEGIN)
    return float(sum(bool((np.abs(run[f"{c}.wheel_bearing.angle_rate"][fast]) < 1e-3).any()) for c in car.corners))


@figure("straight-braking", "stopping_distance", how="RK4 with full pedal; speed integrated")
def stopping_distance(car, sheet):
    """m."""
    return stopping_distance_of(stop(car, sheet))


@figure("straight-braking", "mean_deceleration", how="the same run")
def mean_deceleration(car, sheet):
    """m/s^2. [ISO 21994]"""
    return mean_deceleration_of(stop(car, sheet))


@figure("straight-braking", "locked_wheels", how="the same run; wheels that do not turn above 15 km/h", limit=EQUAL)
def locked_wheels(car, sheet):
    """Number."""
    return locked_wheels_of(car, stop(car, sheet))


# --- friction split: the driver's hand replayed ----------------------------------------------------------


def split_stop(car: Car, sheet):
    """The same stop with friction 0.3 on the right, the steering wheel turned as in the saved run."""

    def find():
        saved = sheet["run"]
        return braked(
            car,
            sheet,
            Road(name="split", elements={"right": FrictionPatch(friction=0.3, y_max=0.0)}),
            **{car.model.steering: spline(*distinct(saved.time, saved["steering.wheel.angle"]))},
        )

    return car.kept_or("split", find)


def distinct(t, y):
    """Rows without those of events, which share a time with another."""
    kept = np.append(True, np.diff(t) > 1e-9)
    return np.asarray(t)[kept], np.asarray(y)[kept]


@figure(
    "straight-braking-split",
    "stopping_distance",
    "mean_deceleration",
    "locked_wheels",
    "steering_1s",
    how="RK4 with the hand of the saved run on a road of our own",
)
def split_figure(car, sheet, metric):
    """Read as on even friction; the hand by its largest."""
    run = split_stop(car, sheet)
    if metric == "steering_1s":
        first = (run.time >= BEGIN) & (run.time <= BEGIN + 1.0)
        return float(np.abs(run["steering.wheel.angle"][first]).max())
    if metric == "locked_wheels":
        return locked_wheels_of(car, run)
    return stopping_distance_of(run) if metric == "stopping_distance" else mean_deceleration_of(run)


@figure(
    "straight-braking-split",
    "lateral_deviation",
    how="RK4 with the hand of the saved run on a road of our own",
    limit=Limit(
        "0.5 %, 1e-4 of the stop",
        "promised of small differences: two paths are compared, each as long as the stop",
        share=PROMISED.share,
        apart=lambda car, sheet: 1e-4 * stopping_distance_of(split_stop(car, sheet)),
    ),
)
def split_aside(car, sheet):
    """Way aside by its largest, m."""
    run = split_stop(car, sheet)
    return float(np.abs(run["vehicle.y"] - run["vehicle.y"][0]).max())


# --- full throttle ---------------------------------------------------------------------------------------


def speed_by_forces(car: Car, run):
    """Time, and speed by Newton's law: tyre forces and drag along the car, by its mass, integrated from rest.

    That is the speed of the centre of mass. The sheet's is that of the reference point, which the body's nod in a shift
    moves to and fro below it.
    """
    pull = sum(run[f"{c}.tyre.Fx"] * np.cos(run[f"{c}.steer"]) for c in car.corners) + run["aerodynamics.Fx"]
    t, pull = distinct(run.time, pull)
    pitch, above = (distinct(run.time, y)[1] for y in (run["vehicle.pitch"], run["vehicle.cg.z"] - run["vehicle.z"]))
    nod = CubicSpline(t, pitch)(t, 1)
    return t, cumulative_trapezoid(pull / float(car.model.mass), t, initial=0.0) - above * nod


@figure(
    "acceleration",
    "time_to_100_kmh",
    "time_80_120_kmh",
    "time_400_m",
    how="Newton's law on tyre forces and drag of the saved run, from rest; less the nod of the body",
)
def acceleration(car, sheet, metric):
    """s, from the first movement of the throttle at 0.5 s."""
    t, v = speed_by_forces(car, sheet["run"])
    if metric == "time_to_100_kmh":
        return first_crossing(t, v, 100 / 3.6) - BEGIN
    if metric == "time_80_120_kmh":
        return first_crossing(t, v, 120 / 3.6) - first_crossing(t, v, 80 / 3.6)
    return first_crossing(t, cumulative_trapezoid(v, t, initial=0.0), 400.0) - BEGIN


def first_crossing(t, y, level) -> float:
    k = int(np.argmax(y >= level))
    return float(np.interp(level, y[k - 1 : k + 1], t[k - 1 : k + 1]))


@figure("acceleration", "top_speed", how="full throttle from 3 % below for 100 s")
def top_speed(car, sheet):
    """m/s: what the speed tends to, by its last three minutes as a geometric series."""
    told = sheet["metrics"]["top_speed"]["value"]
    ready, held = straight(car.vehicle, 0.97 * told)
    t = timeline(100.0, 0.01)
    throttle = held["engine.throttle"]
    run = drive(
        ready, held, 100.0, step=1e-3, rows=0.05, engine__throttle=spline(t, throttle + (1.0 - throttle) * smooth(t))
    )
    v = [float(np.interp(at, run.time, run["vehicle.vx"])) for at in (60.0, 80.0, 100.0)]
    first, second = v[1] - v[0], v[2] - v[1]
    return v[2] if abs(second) < 1e-6 else v[2] + second**2 / (first - second)
