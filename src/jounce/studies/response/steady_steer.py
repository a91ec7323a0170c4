"""What a car comes to for a small angle of the steering wheel held: gains, understeer, and how late its yaw rate is.

found = steady_steer_of_car(jounce.load("small_car"), speed=80 / 3.6)
print(found.characteristic_speed, found.yaw_rate_lag)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

import numpy as np
from scipy.optimize import brentq

from jounce.model import Vehicle
from jounce.simulation.linear.idle_motions import without_idle_motions
from jounce.simulation.linear.linearise import LinearModel, linearise
from jounce.simulation.prepare import Prepared
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.handling.steady_cornering import steady_cornering_geometry
from jounce.studies.response.linear_response import frictionless_start, linear_steer_response
from jounce.studies.response.steer_frequencies import ANSWERS

SIDEWAYS = "vehicle.cg.vy"
SHOWN = (*ANSWERS.values(), SIDEWAYS)  # the first outputs of a linear car, in this order
SMOOTH = {
    "steering": ("rack_friction", "gear_friction"),
    "drive": ("differential_friction", "centre_friction"),
}  # with a friction_law
LAG_SEARCH = np.geomspace(0.02, 20.0, 301)  # Hz
LATE = -pi / 4  # rad: the phase by which the equivalent time is defined


@dataclass(frozen=True, kw_only=True)
class SteadySteer:
    """Gains per rad of the steering wheel about straight running, without dry friction, and what follows from them."""

    speed: float  # m/s
    steering_ratio: float  # by the linkage alone
    wheelbase: float  # m
    yaw_rate: float  # 1/s
    lateral_acceleration: float  # m/s^2/rad
    roll: float
    sideslip: float  # of the centre of mass
    yaw_rate_lag: float | None  # s, equivalent time: 1/(2 pi f) where the yaw rate is 45 deg late; none if it never is

    @property
    def understeer(self) -> float:
        """Returns K in rad s^2/m of the single track with this yaw-rate gain, V / (i (L + K V^2))."""
        return (self.speed / (self.steering_ratio * self.yaw_rate) - self.wheelbase) / self.speed**2

    @property
    def characteristic_speed(self) -> float | None:
        """Returns sqrt(L / K) in m/s; none of a car that does not understeer."""
        return float(np.sqrt(self.wheelbase / self.understeer)) if self.understeer > 0.0 else None


def steady_steer_of_car(vehicle: Vehicle, speed: float) -> SteadySteer:
    """Finds the steady answers of a vehicle at a speed in m/s; to make its linear car takes a second or two."""
    vehicle, _ = without_smooth_friction(vehicle)
    car = vehicle.car_model("angle")
    linear = linear_car(frictionless_start(start_straight(car, speed)), str(car.steering))
    return steady_steer(linear, speed, steady_cornering_geometry(vehicle, car))


def without_smooth_friction(vehicle: Vehicle) -> tuple[Vehicle, list[str]]:
    """Returns the vehicle without friction by the smooth law, and the paths where it had some.

    At rest that law is a spring: small motions would see a locked rack or differential.
    """
    smooth = [table for table in SMOOTH if getattr(getattr(vehicle, table, None), "friction_law", "") == "smooth"]
    values = vehicle.values() if smooth else {}
    paths = [f"{table}.{name}" for table in smooth for name in SMOOTH[table] if values.get(f"{table}.{name}")]
    return (vehicle.with_values(dict.fromkeys(paths, 0.0)) if paths else vehicle), paths


def linear_car(ready: Prepared, wheel: str, outputs: Sequence[str] = ()) -> LinearModel:
    """Returns linearises about a start without dry friction, by the angle of the steering wheel and its rates."""
    orders = (wheel, f"{wheel}.rate", f"{wheel}.second_rate")
    return linearise(ready, ready.state, {}, outputs=[*SHOWN, *outputs], inputs_of=orders)


def steady_steer(linear: LinearModel, speed: float, about: dict[str, float]) -> SteadySteer:
    """Finds the steady answers of a linear car and its geometry, see `linear_car` and `steady_cornering_geometry`."""
    yaw_rate, acceleration, roll, sideways = steady_gains(linear, len(SHOWN))
    return SteadySteer(
        speed=speed,
        steering_ratio=about["steering_ratio"],
        wheelbase=about["wheelbase"],
        yaw_rate=yaw_rate,
        lateral_acceleration=acceleration,
        roll=roll,
        sideslip=sideways / speed,
        yaw_rate_lag=equivalent_time(linear),
    )


def steady_gains(linear: LinearModel, count: int) -> list[float]:
    """Returns the first outputs for a constant unit of the first input.

    The place of the car, its course and the angles of its wheels and shafts go on changing: they are idle, alone or
    in combinations, such as a wheel with all that it turns. All else is at rest: A x + B u is a motion of idle ones.
    """
    quotient = without_idle_motions(linear.A, linear.C[:count])
    return [float(value) for value in quotient.settled(linear.B[:, 0]) + linear.D[:count, 0]]


def equivalent_time(linear: LinearModel) -> float | None:
    """Returns 1 / (2 pi f) in s, f in Hz where the first output is 45 deg behind the first input. [ISO 7401:2011]

    A first-order lag of this time is as late there. None where no frequency is that late.
    """

    def lateness(f: float) -> float:
        return float(np.angle(linear_steer_response(linear, np.array([f]))[0, 0])) - LATE

    phase = np.unwrap(np.angle(linear_steer_response(linear, LAG_SEARCH)[0]))
    phase -= 2.0 * pi * np.round(phase[0] / (2.0 * pi))
    late = np.flatnonzero(phase < LATE)
    if not late.size or not late[0]:
        return None
    f = brentq(lateness, LAG_SEARCH[late[0] - 1], LAG_SEARCH[late[0]], xtol=1e-12, rtol=1e-12)
    return float(1.0 / (2.0 * pi * f))
