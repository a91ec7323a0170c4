"""Parts of understeer and of load transfer, from driven circles and the tyres' law. [Milliken 1995]"""

from __future__ import annotations

import numpy as np
from driving import Car, drive, smooth, spline, timeline
from figures import Limit, figure
from reading import slope_at
from scipy.optimize import brentq
from steady import (
    PER_G,
    POINTS,
    RACK,
    SPEED,
    circles_of_speed,
    excess_steer,
    gradient,
    smooth_rack,
    steer_by_rack_and_roll,
    steering_ratio,
)

from jounce.parts.tyres.tyre_law import Contact, mirrored_tyre_law

OF_WHOLE = Limit(
    "0.5 % of the sum",
    "parts of a sum are known as well as the sum",
    apart=lambda car, sheet: 5e-3 * sheet["metrics"]["sum_of_effects"]["value"],
)
STAGES = ("tyres_and_weight", "aligning_moment", "load_transfer", "camber")


def straight_ahead(car: Car) -> dict[str, float]:
    ready, held = car.straight(SPEED)
    run = drive(ready, held, 2e-3, step=1e-3)
    return {name: float(run[name][0]) for name in run}


def side_force(car: Car, axle, seen, angle: float, **taken) -> float:
    """Of both tyres of an axle at a mean slip angle, in what they stand in; `taken` says what is of another row."""
    mean = np.mean([seen[f"{c}.tyre.slip_angle"] for c in axle])
    total = 0.0
    for corner in axle:
        tyre = next(p for p in car.model.model.forces if p.name == f"{corner}.tyre")
        now = {
            word: (taken.get(word, seen))[f"{corner}.tyre.{word}"] for word in ("slip", "inclination", "Fz", "friction")
        }
        contact = Contact(
            slip=now["slip"],
            slip_angle=angle + seen[f"{corner}.tyre.slip_angle"] - mean,
            inclination=now["inclination"],
            load=now["Fz"],
            speed=seen["vehicle.speed"],
            friction=now["friction"],
        )
        total += float(mirrored_tyre_law(tyre.law, contact, tyre.side).Fy)
    return total


def slip_stages(car: Car, axle, lever: float, arm: float, circle) -> dict[str, float]:
    """Mean slip angle for the axle's share of m a_y, then with the tyres' yaw moment, with loads, with inclinations."""
    first = car.kept_or("ahead", lambda: straight_ahead(car))
    base = side_force(car, axle, first, np.mean([first[f"{c}.tyre.slip_angle"] for c in axle]))
    weight = float(car.model.mass) * circle["vehicle.cg.ay"] * arm / lever
    turning = sum(circle[f"{c}.tyre.Mz"] - first[f"{c}.tyre.Mz"] for c in car.corners)
    real = side_force(car, axle, circle.seen, np.mean([circle[f"{c}.tyre.slip_angle"] for c in axle]))

    def angle(force: float, **taken) -> float:
        return brentq(lambda x: side_force(car, axle, first, x, **taken) - force, -0.2, 0.2, xtol=1e-12)

    driven = {"slip": circle.seen}
    steps = [
        0.0,
        angle(base + weight),
        angle(base + weight - turning / lever),
        angle(real, **driven),
        angle(real, Fz=circle.seen, **driven),
        angle(real, Fz=circle.seen, inclination=circle.seen, **driven),
    ]
    found = np.diff(steps)
    return dict(zip(("tyres_and_weight", "aligning_moment", "driven", "load_transfer", "camber"), found, strict=True))


def stages(car: Car) -> list[dict[str, float]]:
    """For each circle, front less rear in the sense of understeer."""

    def find():
        x = [float(car.model.corners[c].wheel_centre[0]) for c in (car.corners[0], car.corners[2])]
        middle = float(car.model.centre[0])
        rows = []
        for circle in circles_of_speed(car):
            front = slip_stages(car, car.corners[:2], x[0] - x[1], middle - x[1], circle)
            rear = slip_stages(car, car.corners[2:], x[1] - x[0], middle - x[0], circle)
            rows.append({word: rear[word] - front[word] for word in front})
        return rows

    return car.kept_or("stages", find)


@figure(
    "understeer-budget",
    *STAGES,
    how="slip angles by the tyres' law at loads and inclinations of driven circles",
    limit=OF_WHOLE,
)
def budget_part(car, sheet, metric):
    """Gradient of each step at 2 m/s^2, deg/g."""
    a = [circle["vehicle.cg.ay"] for circle in circles_of_speed(car)]
    return PER_G * slope_at(a, [row[metric] for row in stages(car)], 2.0)


@figure(
    "understeer-budget",
    "roll_steer",
    how="steer angles of driven circles, less those of the rack in a car that creeps",
    limit=OF_WHOLE,
)
def roll_steer(car, sheet):
    """What travel turns the wheels, deg/g."""
    steer = {
        axle: [np.mean([c[f"{w}.steer"] for w in wheels]) for c in circles_of_speed(car)]
        for axle, wheels in (("front", car.corners[:2]), ("rear", car.corners[2:]))
    }
    if RACK not in circles_of_speed(car)[0].seen:
        return 0.0
    ready, held = car.straight(2.0)
    t, wheel = timeline(6.0), car.model.steering
    most = 1.2 * circles_of_speed(car)[-1]["steering.wheel.angle"]
    run = drive(
        ready, held, 6.0, step=1e-3, **{wheel.replace(".", "__"): spline(t, held[wheel] + most * smooth(t / 6.0))}
    )
    left, right = car.corners[:2]
    leaning = run[f"{left}.travel"] - run[f"{right}.travel"]  # by caster: that is roll steer, not the rack's
    leaning -= leaning[0]
    creeping = 0.5 * (run[f"{left}.steer"] + run[f"{right}.steer"]) - steer_by_rack_and_roll(car)[1] * leaning
    order = np.argsort(run[RACK])
    given = [np.interp(c[RACK], run[RACK][order], creeping[order]) for c in circles_of_speed(car)]
    a = [circle["vehicle.cg.ay"] for circle in circles_of_speed(car)]
    return PER_G * slope_at(a, np.subtract(steer["rear"], np.subtract(steer["front"], given)), 2.0)


@figure(
    "understeer-budget",
    "steering_column",
    how="driven circles with a column four times as stiff: three quarters of its part are gone",
    limit=OF_WHOLE,
)
def steering_column(car, sheet):
    """deg/g."""
    values = car.vehicle.values()
    if "steering.column_stiffness" not in values or "steering.rack_ratio" not in values:
        return 0.0
    stiff = Car(
        smooth_rack(car).vehicle.with_values({"steering.column_stiffness": 4.0 * values["steering.column_stiffness"]})
    )
    circles = [stiff.circle(SPEED, a) for a in POINTS]
    ratio = steering_ratio(car)
    stiff.kept["steering ratio"] = ratio
    gone = gradient(circles_of_speed(car), lambda c: excess_steer(car, c)) - gradient(
        circles, lambda c: excess_steer(stiff, c)
    )
    return PER_G * gone / 0.75
