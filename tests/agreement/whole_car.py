"""The first three driving studies with the plain car, for us and for MuJoCo.

The curves of MuJoCo in `data/whole_car.csv` were made by

    PYTHONPATH=benchmarks python tests/agreement/whole_car.py tests/agreement/data/whole_car.csv

with mujoco 4.0.0, double precision, Runge-Kutta steps of 1 ms from our trimmed state. The first line names the numbers
of the car they belong to; then drive, s, rad/s, rad, m/s^2.
"""

from __future__ import annotations

import csv
import hashlib
import sys
from dataclasses import dataclass
from math import pi, radians, sin
from pathlib import Path

import numpy as np

from jounce.parts.roads.obstacles import Bump
from jounce.parts.roads.road import Road
from jounce.simulation.simulate import simulate
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce_peers.plain_car import plain_car

SPEED, STEP, OUTPUT_STEP = 60 / 3.6, 1e-3, 0.01
CURVES = Path(__file__).parent / "data" / "whole_car.csv"
CHANNELS = ("yaw_rate", "roll", "az")
BEGIN, RISE, PERIOD, ANGLE = 0.1, 0.3, 2.0, radians(40.0)  # s, s, s, rad at the steering wheel


def held(t: float) -> tuple[float, float]:
    return 0.0, 0.0


def step_steer(t: float) -> tuple[float, float]:
    """A fifth-order step, and its second derivative."""
    s = min(max((t - BEGIN) / RISE, 0.0), 1.0)
    return ANGLE * s**3 * (10 - 15 * s + 6 * s * s), ANGLE * 60 * s * (1 - s) * (1 - 2 * s) / RISE**2


def sine_steer(t: float) -> tuple[float, float]:
    """Once to the left and once to the right, with continuous acceleration; and its second derivative."""
    x = 2 * pi * min(max((t - BEGIN) / PERIOD, 0.0), 1.0)
    w = 2 * pi / PERIOD
    return ANGLE * (sin(x) - 0.5 * sin(2 * x)), ANGLE * w * w * (2 * sin(2 * x) - sin(x))


@dataclass(frozen=True)
class Drive:
    steering: object
    duration: float  # s
    bumps: Bump | None = None


DRIVES = {
    "step steer": Drive(step_steer, 2.0),
    "sine steer": Drive(sine_steer, 2.5),
    "three bumps": Drive(held, 1.0, Bump(height=0.03, length=0.5, start=2.0, side="left", count=3, spacing=1.0)),
}


def start() -> SteadyMotionStart:
    return start_straight(plain_car(), SPEED)


def ours(begin: SteadyMotionStart, drive: Drive, duration: float):
    """Our run, with rows every 10 ms."""
    times = np.arange(0.0, duration + STEP, STEP)
    steering = (times, np.array([drive.steering(t)[0] for t in times]), "spline")
    inputs = {**begin.inputs, "steering.wheel_angle": steering}
    road = Road(elements={"bumps": drive.bumps} if drive.bumps else {})
    run = simulate(begin.ready, duration, inputs=inputs, road=road, step=STEP, output_step=OUTPUT_STEP)
    return {name: run[f"vehicle.{name}"] for name in CHANNELS}


def theirs(begin: SteadyMotionStart, drive: Drive, duration: float):
    """MuJoCo's run from the same state, with rows every 10 ms."""
    from jounce_peers.mujoco_whole_car import WholeCar

    car = WholeCar(begin.car, drive.steering, begin.inputs["drive.torque"], drive.bumps)
    car.start(begin.ready.layout, begin.ready.state)
    curves = car.run(duration, STEP)
    return {name: getattr(curves, name)[:: round(OUTPUT_STEP / STEP)] for name in CHANNELS}


def numbers_of(begin: SteadyMotionStart) -> str:
    """Changes with every number of the car, by more than rounding."""
    numbers = [f"{path} {value + 0.0:.12e}" for path, value in sorted(begin.car.model.values().items())]
    return hashlib.sha256("\n".join(numbers).encode()).hexdigest()[:16]


def stored_numbers() -> str:
    return CURVES.read_text().split("\n", 1)[0].partition(",")[2]


def stored(name: str):
    with CURVES.open(newline="") as file:
        rows = [row[2:] for row in csv.reader(file) if row[0] == name]
    return dict(zip(CHANNELS, np.array(rows, float).T, strict=True))


def write(path: Path) -> None:
    begin = start()
    with path.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["numbers", numbers_of(begin)])
        for name, drive in DRIVES.items():
            curves = theirs(begin, drive, drive.duration)
            for k, row in enumerate(zip(*curves.values(), strict=True)):
                out.writerow([name, f"{k * OUTPUT_STEP:.2f}", *(f"{value:.9e}" for value in row)])


if __name__ == "__main__":
    write(Path(sys.argv[1]))
