"""The linear single track of a car, read off two of its own steady circles."""

from __future__ import annotations

from typing import Any

from jounce.errors import NumericalError
from jounce.model.assembly.car import CarModel
from jounce.parts.drivers.single_track import SingleTrack
from jounce.studies.driving.driving_start import SteadyMotionStart, start_in_circle, start_straight

SLOW, SLOW_RADIUS = 3.0, 60.0  # m/s, m: a circle in which tyres hardly slip, so that it shows the steering ratio
GENTLE = 1.0  # m/s^2 of the circle that shows the cornering stiffnesses: axles are linear up to about 4


def single_track_of_car(car: CarModel, speed: float, start: SteadyMotionStart) -> SingleTrack:
    """Returns the mass and lengths from the model; ratio and stiffnesses of the axles from a slow and a gentle circle.

    In a steady circle of yaw rate r the axles carry m b v r/L and m a v r/L, and slip by delta - (beta + a r/v) and
    by -(beta - b r/v). Whatever steers the wheels by itself, in roll or by giving way, lies in these stiffnesses.
    """
    mass = float(car.mass)  # type: ignore[arg-type]
    front = float(car.reference[0])  # type: ignore[arg-type]
    rear = min(float(corner.wheel_centre[0]) for corner in car.leading.corners.values())  # type: ignore[arg-type]
    a, b = front - float(car.centre[0]), float(car.centre[0]) - rear  # type: ignore[arg-type]
    wheel = str(car.steering)
    slow = start_in_circle(car, SLOW, SLOW / SLOW_RADIUS, at=start_straight(car, SLOW))
    circle = start_in_circle(car, speed, GENTLE / speed, at=start)
    # what the steering wheel turned, and where the front and the rear axle go against the car, in both circles
    slow_turned, turned = (found.inputs[wheel] - start.inputs[wheel] for found in (slow, circle))
    slow_front, front_way = (
        _way_of_axle(slow, a, SLOW, SLOW / SLOW_RADIUS),
        _way_of_axle(circle, a, speed, GENTLE / speed),
    )
    share = SLOW * SLOW / SLOW_RADIUS / GENTLE  # of the slip angles, in the slow circle
    ratio = (slow_turned - share * turned) / (slow_front - share * front_way)
    front_slip = turned / ratio - front_way
    rear_slip = -_way_of_axle(circle, -b, speed, GENTLE / speed)
    if not (front_slip > 0.0 and rear_slip > 0.0):
        raise NumericalError(
            f"{car.model.name}: its axles do not slip outward in a circle; no single track stands for it"
        )
    return SingleTrack(
        mass=mass,
        yaw_inertia=_yaw_inertia(car),
        front_length=a,
        rear_length=b,
        front_stiffness=mass * b * GENTLE / ((a + b) * front_slip),
        rear_stiffness=mass * a * GENTLE / ((a + b) * rear_slip),
        steering_ratio=ratio,
    )


def _way_of_axle(circle: SteadyMotionStart, ahead: float, speed: float, yaw_rate: float) -> float:
    """Returns the angle from the car to the velocity of a point that lies so far before its centre of mass."""
    return float(circle.seen()["vehicle.cg.sideslip"]) + ahead * yaw_rate / speed


def _yaw_inertia(car: CarModel) -> float:
    """Returns the yaw inertia of the whole leading unit about its centre of mass, in the design position."""
    bodies: Any = car.bodies_of(car.leading)
    x, y = (float(value) for value in car.centre[:2])  # type: ignore[arg-type]
    return float(
        sum(body.inertia[2] + body.mass * ((body.centre[0] - x) ** 2 + (body.centre[1] - y) ** 2) for body in bodies)
    )


def single_track_sentence(track: SingleTrack) -> str:
    """Returns its numbers in one line, for the notes of a run."""
    t: Any = track
    return (
        f"the driver's single track: m {t.mass:.4g} kg, Izz {t.yaw_inertia:.4g} kg m^2, a {t.front_length:.4g} m, "
        f"b {t.rear_length:.4g} m, C_f {1e-3 * t.front_stiffness:.4g} kN/rad, "
        f"C_r {1e-3 * t.rear_stiffness:.4g} kN/rad, steering ratio {t.steering_ratio:.4g}"
    )
