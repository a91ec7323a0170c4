"""Steady circles, driven until they settle. [ISO 4138:2021]"""

from __future__ import annotations

import numpy as np
from driving import Car, G, drive, settled_circle, settled_turn, smooth, spline, timeline
from figures import figure
from reading import slope_at

SPEED, MOST, AT = 60.0 / 3.6, 4.0, 2.0  # km/h as the study's default; m/s^2
POINTS = (1.0, 1.5, 2.0, 2.5, 3.0)
PER_G = np.degrees(1.0) * G
RACK = "steering.rack.displacement"


def steer_by_rack_and_roll(car: Car) -> tuple[float, float]:
    """Mean steer angle of the front wheels for each metre of the rack, and for each metre of left travel beyond right.

    A car that creeps with its wheel turned, and two gentle circles say both by least squares. The body rolls where a
    car creeps too: caster lifts one side. Of a car without a rack, whose wheels follow tables, the steering wheel's
    angle is taken for the rack.
    """

    def find():
        ready, held = car.straight(2.0)
        wheel, t = car.model.steering, timeline(4.0)
        turn = spline(t, held[wheel] + 0.10 * smooth(t / 2.0))
        creeping = drive(ready, held, 4.0, step=1e-3, **{wheel.replace(".", "__"): turn})
        given = RACK if RACK in creeping else "steering.wheel.angle"

        def seen(row) -> list[float]:
            left, right = car.corners[:2]
            return [
                row(given),
                row(f"{left}.travel") - row(f"{right}.travel"),
                row(f"{left}.steer") + row(f"{right}.steer"),
            ]

        gentle = [smooth_rack(car).circle(SPEED, a) for a in (0.3, 0.6)]
        ahead = drive(*car.straight(SPEED), 2e-3, step=1e-3)
        rows = [np.subtract(seen(lambda n: creeping[n][-1]), seen(lambda n: creeping[n][0]))]
        rows += [np.subtract(seen(lambda n, c=c: c[n]), seen(lambda n: ahead[n][0])) for c in gentle]
        rows = [row / row[0] for row in rows]
        found, *_ = np.linalg.lstsq([row[:2] for row in rows], [0.5 * row[2] for row in rows], rcond=None)
        return float(found[0]), float(found[1])

    return car.kept_or("rack and roll", find)


def steering_ratio(car: Car) -> float:
    """Steering-wheel angle by the mean steer angle of the front wheels, heights held, without the column's twist."""

    def find():
        per_rack = car.vehicle.values().get("steering.rack_ratio", 1.0)
        return 1.0 / abs(steer_by_rack_and_roll(car)[0]) / per_rack

    return car.kept_or("steering ratio", find)


def excess_steer(car: Car, circle) -> float:
    """Steering-wheel angle by ratio, less wheelbase over radius."""
    radius = circle["vehicle.cg.speed"] / circle["vehicle.cg.yaw_rate"]
    return circle["steering.wheel.angle"] / steering_ratio(car) - car.wheelbase / radius


def gradient(circles, read) -> float:
    a = [circle["vehicle.cg.ay"] for circle in circles]
    return slope_at(a, [read(circle) for circle in circles], AT)


def smooth_rack(car: Car) -> Car:
    """Without dry friction in the rack, and in one gear.

    Where the hand stops, friction holds the column as the last turn left it. A gearbox that shifts while our foot seeks
    the speed shakes the car, and goes on hunting.
    """

    def find():
        values = car.vehicle.values()
        wanted = {"steering.rack_friction": 0.0, "gearbox.dwell": 1e9}  # s between two shifts
        changes = {name: value for name, value in wanted.items() if values.get(name)}
        return Car(car.vehicle.with_values(changes)) if changes else car

    return car.kept_or("smooth rack", find)


def circles_of_speed(car: Car):
    return [smooth_rack(car).circle(SPEED, a) for a in POINTS]


def circles_of_radius(car: Car):
    own = smooth_rack(car)
    return car.kept_or("radius", lambda: [settled_circle(own, float(np.sqrt(a * 100.0)), a) for a in POINTS])


def circles_of_angle(car: Car):
    def find():
        own = smooth_rack(car)
        angle = own.circle(SPEED, AT)["steering.wheel.angle"]
        return [settled_turn(own, SPEED * float(np.sqrt(a / AT)), angle) for a in POINTS]

    return car.kept_or("angle", find)


METHODS = {
    "steady-circle": circles_of_speed,
    "steady-circle-radius": circles_of_radius,
    "steady-circle-angle": circles_of_angle,
}
for trial, circles in METHODS.items():

    @figure(
        trial,
        "understeer_gradient",
        how="driven until it settles at five a_y; slope of their polynomial",
    )
    def understeer_gradient(car, sheet, circles=circles):
        """d(wheel angle by ratio - L/R)/d a_y at 2 m/s^2, deg/g. [ISO 4138, annex]"""
        return PER_G * gradient(circles(car), lambda c: excess_steer(car, c))

    @figure(trial, "roll_gradient", how="the same circles")
    def roll_gradient(car, sheet, circles=circles):
        """d roll/d a_y at 2 m/s^2, deg/g."""
        return PER_G * gradient(circles(car), lambda c: c["vehicle.roll"])


@figure("steady-circle", "sideslip_gradient", how="the same circles")
def sideslip_gradient(car, sheet):
    """d sideslip/d a_y at 2 m/s^2, deg/g."""
    return PER_G * gradient(circles_of_speed(car), lambda c: c["vehicle.cg.sideslip"])


@figure("steady-circle", "characteristic_speed", how="root of wheelbase by own gradient")
def characteristic_speed(car, sheet):
    """sqrt(L/K), m/s."""
    K = gradient(circles_of_speed(car), lambda c: excess_steer(car, c))
    return float(np.sqrt(car.wheelbase / K)) if K > 0.0 else None


@figure("steady-circle", "steering_ratio", how="steering wheel turned to and fro at 2 m/s")
def ratio(car, sheet):
    """Steering-wheel angle by mean steer angle."""
    return steering_ratio(car)


@figure("understeer-budget", "sum_of_effects", how="the gradient of the driven circles")
def sum_of_effects(car, sheet):
    """The sum is the understeer gradient."""
    return understeer_gradient(car, sheet, circles_of_speed)


@figure(
    "load-transfer",
    "front.share",
    how="wheel loads of a driven circle at 4 m/s^2, less those straight ahead",
)
def front_share(car, sheet):
    """Load transfer of the front axle by that of both."""
    ready, held = car.straight(SPEED)
    first, last = drive(ready, held, 0.1), car.circle(SPEED, MOST)
    moved = []
    for axle in (car.corners[:2], car.corners[2:]):
        left, right = (last[f"{c}.tyre.Fz"] - first[f"{c}.tyre.Fz"][0] for c in axle)
        moved.append(0.5 * (right - left))
    return moved[0] / sum(moved)
