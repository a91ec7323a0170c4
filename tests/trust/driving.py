"""A car driven without the studies: own inputs, RK4 at half a millisecond, circles found by driving until they settle.

`jounce.start` gives the straight run to begin with. Everything else is done here: steering wheel and pedals over time,
speed held by a foot of our own, circles by turning the wheel until the yaw rate is the one that is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

import jounce
from jounce.parts.controls import SpeedControl
from jounce.parts.signals import Constant

STEP, ROWS = 5e-4, 1e-3  # s
TICK = 0.01  # s of the hand and the foot
G = 9.81


@dataclass
class Car:
    """A car of a file, and what was found of it by driving."""

    vehicle: object
    kept: dict = field(default_factory=dict)

    @cached_property
    def model(self):
        return self.vehicle.car_model()

    @property
    def name(self) -> str:
        return self.vehicle.name

    @property
    def corners(self) -> list[str]:
        return list(self.model.corners)

    @property
    def wheelbase(self) -> float:
        places = [float(corner.wheel_centre[0]) for corner in self.model.corners.values()]
        return max(places) - min(places)

    def kept_or(self, key, find):
        if key not in self.kept:
            self.kept[key] = find()
        return self.kept[key]

    def straight(self, speed: float):
        """The car running straight ahead, and the inputs that hold it so."""
        return self.kept_or(("straight", round(speed, 9)), lambda: straight(self.vehicle, speed))

    def circle(self, speed: float, acceleration: float, **more):
        """A settled circle; see `settled_circle`."""
        key = ("circle", round(speed, 9), round(acceleration, 9), *sorted(more))
        return self.kept_or(key, lambda: settled_circle(self, speed, acceleration, **more))


def straight(vehicle, speed: float):
    sim = jounce.start(vehicle, speed=speed, record=False)
    return sim.ready, held_inputs(sim)


def held_inputs(sim) -> dict[str, float]:
    row = sim.history.at(0.0)
    return {part.name: float(row[1 + 3 * k]) for k, part in enumerate(sim.ready.model.inputs)}


def drive(ready, held, duration: float, step: float = STEP, rows: float = ROWS, controllers=(), **inputs):
    """RK4 with a fixed step. Inputs are arrays over time, (t, values), or numbers; "__" in a name stands for a dot."""
    given = dict(held)
    for name, source in inputs.items():
        given[name.replace("__", ".")] = (
            (*source, "linear") if isinstance(source, tuple) and len(source) == 2 else source
        )
    how = {"integrator": "rk4", "step": step, "output_step": rows, "controllers": controllers}
    return jounce.simulate(ready, duration, inputs=given, **{"integrator": "rk4", **how})


def smooth(share):
    """6 s^5 - 15 s^4 + 10 s^3, of s cut to 0 ... 1: the smooth step that the studies say they steer and brake with."""
    s = np.clip(share, 0.0, 1.0)
    return 6.0 * s**5 - 15.0 * s**4 + 10.0 * s**3


def timeline(duration: float, step: float = 2e-3) -> np.ndarray:
    return np.linspace(0.0, duration, round(duration / step) + 1)


def spline(t, values):
    return t, values, "spline"


@dataclass(frozen=True)
class Circle:
    """A settled circle: every channel, the inputs that hold it, and how steady it is."""

    seen: dict[str, float]
    inputs: dict[str, float]
    change: float  # of yaw rate and speed in the last second, relative
    state: object  # to go on from

    def __getitem__(self, name: str) -> float:
        return self.seen[name]


class _Foot:
    """Holds a speed by the drive: PI with the gain that a push of the pedal shows."""

    def __init__(self, car: Car, sim, speed: float, held):
        self.names, self.speed, self.sim = car.model.drive, speed, sim
        self.level = held[self.names[0]]
        self.gain = car.kept_or(("push", round(speed, 3)), lambda: _acceleration_per_drive(car, speed))
        self.sum = 0.0

    def press(self) -> dict[str, float]:
        error = self.speed - self.sim["vehicle.cg.speed"]
        self.sum += error * TICK
        value = self.level + (1.5 * error + 0.6 * self.sum) / self.gain
        return dict.fromkeys(self.names, value)


def foot_on_drive(car: Car, speed: float) -> SpeedControl:
    """Holds a speed in a run, by the same gain."""
    per_drive = car.kept_or(("push", round(speed, 3)), lambda: _acceleration_per_drive(car, speed))
    gain = len(car.model.drive) / per_drive  # it says the sum of all drives
    most = gain * 10.0  # of what 10 m/s^2 would take: without a limit
    return SpeedControl(
        name="foot",
        speed=Constant(value=speed),
        proportional=1.5 * gain,
        integral=0.6 * gain,
        most_torque=most,
        drives=tuple(car.model.drive),
        brake="",
    )


def _acceleration_per_drive(car: Car, speed: float) -> float:
    """m/s^2 for each unit of the drive, by 0.5 s with a little more of it."""
    ready, held = car.straight(speed)
    more = 0.05 * max(abs(held[car.model.drive[0]]), 0.05)
    run = drive(ready, held | {name: held[name] + more for name in car.model.drive}, 0.6, step=1e-3)
    v = run["vehicle.cg.speed"]
    return float((v[-1] - v[300]) / 0.3 / more)


def settled_circle(car: Car, speed: float, acceleration: float, ramp: float = 3.0, hold: float = 12.0) -> Circle:
    """Turn the wheel, slowly and from one side, until speed and yaw rate are steady at v and a_y/v."""
    wanted, wheel = acceleration / speed, car.model.steering
    per = car.kept_or(("turn", round(speed, 3)), lambda: _yaw_per_angle(car, speed))
    straight_ahead = car.straight(speed)[1][wheel]

    def hand(time: float, angle: float, rate: float) -> float:
        if time < ramp:
            return straight_ahead + wanted * float(smooth(time / ramp)) / per
        return angle + 0.8 * TICK * (wanted - rate) / per

    return _settled(car, speed, hand, ramp + hold)


def settled_turn(car: Car, speed: float, angle: float, ramp: float = 3.0, hold: float = 9.0) -> Circle:
    """The circle that the car drives with the steering wheel held at an angle."""
    first = car.straight(speed)[1][car.model.steering]
    return _settled(car, speed, lambda time, *_: first + (angle - first) * float(smooth(time / ramp)), ramp + hold)


def _settled(car: Car, speed: float, hand, duration: float) -> Circle:
    """Drive on with a hand that says the angle by time, angle and yaw rate, the foot holding the speed."""
    _, held = car.straight(speed)
    sim = jounce.start(car.vehicle, speed=speed, record=False)
    wheel, foot = car.model.steering, _Foot(car, sim, speed, held)
    angle, last, ticks = held[wheel], [], round(duration / TICK)
    for k in range(ticks):
        angle = hand(k * TICK, angle, sim["vehicle.yaw_rate"])
        pressed = foot.press()
        sim.step(pressed | {wheel: jounce.parts.controls.Reach(angle, 0.0)}, TICK)
        if k >= ticks - 100:
            last.append((sim["vehicle.yaw_rate"], sim["vehicle.cg.speed"]))
    change = float(np.abs(np.ptp(last, axis=0) / np.mean(last, axis=0)).max())
    seen = dict(zip((channel.name for channel in sim.channels), sim.look().tolist(), strict=False))
    return Circle(seen, held | {wheel: angle} | pressed, change, sim.state)


def _yaw_per_angle(car: Car, speed: float) -> float:
    """Yaw rate for each rad of the steering wheel, by a small slow turn of it."""
    ready, held = car.straight(speed)
    wheel, t = car.model.steering, timeline(3.0)
    run = drive(ready, held, 3.0, step=1e-3, **{wheel.replace(".", "__"): spline(t, held[wheel] + 0.05 * smooth(t))})
    return float(run["vehicle.yaw_rate"][-200:].mean() / 0.05)
