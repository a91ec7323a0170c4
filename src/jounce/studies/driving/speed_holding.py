"""Speed held by throttle and brake: a controller whose gains follow from the mass of the car and from its gears."""

from __future__ import annotations

from typing import Any

from jounce.model.assembly.car import CarModel
from jounce.parts.controls.speed_control import SpeedControl
from jounce.parts.ends import has_phases
from jounce.parts.signals import Constant, History, Signal, input_of_signal

NAME = "hold_speed"
QUICKNESS = 2.0  # rad/s: m v' = F answers an error of speed as a first-order lag of 0.5 s
RESET = QUICKNESS / 4  # rad/s, of the integral: critically damped
USUAL_ACCELERATION = 1.5  # m/s^2, from one speed to another
LEAST_ENGINE_SPEED = 1.5  # of idle speed
MOST_ACCELERATION, MOST_BRAKING = 4.0, 8.0  # m/s^2, of what drive and brakes are asked for
FOLLOWING = 8.0  # rad/s: quickness of a foot that follows a record, as fast as the tyres' lag allows
MOST_FOLLOWED = 15.0  # m/s^2, up and down: more than the tyres hold


def force_per_drive_torque(car: CarModel) -> float:
    """Gives force at the road for each N m of all drives together, in 1/m: by the power of rolling without slip."""
    found = 0.0
    for part in car.model.forces:
        if input_of_signal(getattr(part, "signal", None)) not in car.drive or has_phases(part):
            continue
        turned: Any = {part.coordinate: part.gain} if hasattr(part, "coordinate") else part.terms()
        turns: Any = car.turning
        found += sum(float(gain) * float(turns.get(name, 0.0)) for name, gain in turned.items())
    return found / len(car.drive)


def force_per_throttle(car: CarModel, speed: float) -> float:
    """Gives force at the road by full throttle, in N, in the highest gear in which the engine turns well above idle."""
    train: Any = car.powertrain
    turns = car.output_turns_per_metre()
    slow = LEAST_ENGINE_SPEED * float(train.idle_speed)
    ratio = next((r for r in reversed(train.ratios) if r * turns * speed >= slow), train.ratios[0])
    return float(train.torque) * float(ratio) * turns * float(train.efficiency)


def speed_holding_controller(car: CarModel, speed: float, now: float) -> SpeedControl:
    """Holds a speed in m/s, forward; from the speed that the car has now, it gets there at a constant acceleration."""
    return _speed_control(car, _wanted(speed, now), max(speed, now), QUICKNESS, MOST_ACCELERATION, MOST_BRAKING)


def speed_following_controller(car: CarModel, wanted: History, full_braking: float) -> SpeedControl:
    """Follows a speed over time; `full_braking` is the deceleration in m/s^2 that the full pedal asks of the tyres."""
    fastest = max(wanted.value)
    return _speed_control(car, wanted, fastest, FOLLOWING, MOST_FOLLOWED, full_braking)


def _speed_control(
    car: CarModel, wanted: Signal, fastest: float, quickness: float, most_acceleration: float, most_braking: float
) -> SpeedControl:
    """Of a car with an engine what is set is the throttle, and all torques are shares of what full throttle gives."""
    has_engine = car.powertrain is not None
    per_torque = force_per_throttle(car, fastest) if has_engine else force_per_drive_torque(car)
    mass = float(car.whole_mass)  # type: ignore[arg-type]
    proportional = quickness * mass / per_torque
    return SpeedControl(
        name=NAME,
        speed=wanted,
        proportional=proportional,
        integral=RESET / QUICKNESS * quickness * proportional,
        most_torque=1.0 if has_engine else most_acceleration * mass / per_torque,
        brake_torque=most_braking * mass / per_torque,
        drives=car.drive,
        brake=car.brake or "",
    )


def _wanted(speed: float, now: float) -> Signal:
    lasts = abs(speed - now) / USUAL_ACCELERATION
    if lasts < 0.1:
        return Constant(value=speed)
    return History(time=(0.0, lasts, lasts + 1.0), value=(now, speed, speed), interpolation="linear")
