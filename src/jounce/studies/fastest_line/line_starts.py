"""Histories to begin with: a driver follows a line beside the middle of the track, at a speed of its own."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from jounce.model.assembly.car import CarModel
from jounce.parts.drivers import MacAdam
from jounce.parts.paths import polyline_path
from jounce.simulation.simulate import simulate
from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.driving.single_track_of_car import single_track_of_car
from jounce.studies.driving.speed_holding import force_per_drive_torque
from jounce.studies.fastest_line.track import Track

CHANGE = 2.5  # m/s^2, from the speed at the start to that of the line
RUN_IN, RUN_OUT = 20.0, 60.0  # m of straight line before the track and behind it, for a driver who looks ahead
POINT_SPACING = 0.5  # m


def driven_line_histories(
    car: CarModel, start: SteadyMotionStart, track: Track, times: np.ndarray, offset: float, to_speed: float
) -> tuple[np.ndarray, np.ndarray]:
    """Values at times of the steering wheel's angle, and of the torque of each drive."""
    speed = float(start.seen()["vehicle.cg.vx"])
    hold = float(start.inputs[car.drive[0]])
    change = np.sign(to_speed - speed) * CHANGE * float(car.whole_mass) / force_per_drive_torque(car)  # type: ignore[arg-type]
    torque = np.where(times < abs(to_speed - speed) / CHANGE, hold + change / len(car.drive), hold)
    torque[0] = hold
    line = _line_from_start(start, track, offset)
    single = single_track_of_car(car, speed, start)
    driver = MacAdam(name="driver", path=line, wheel=str(car.steering), **asdict(single))
    inputs = {name: value for name, value in start.inputs.items() if name != car.steering}
    inputs |= {name: (times, torque, "linear") for name in car.drive}  # type: ignore[misc]
    run = simulate(
        start.ready, float(times[-1]), inputs=inputs, controllers=[driver], integrator="auto", output_step=0.05
    )
    return np.interp(times, run.time, run["steering.wheel.angle"]), torque


def _line_from_start(start: SteadyMotionStart, track: Track, offset: float):  # type: ignore[no-untyped-def]
    """The line beside the middle, moved to where the car starts."""
    places = np.linspace(0.0, track.middle.length, round(track.middle.length / POINT_SPACING) + 1)
    points, along = track.offset_points(places, offset), track.directions(places)
    whole = np.vstack([points[0] - RUN_IN * along[0], points, points[-1] + RUN_OUT * along[-1]])
    seen = start.seen()
    return polyline_path(
        (whole[:, 0] + float(seen["vehicle.cg.x"])).tolist(),
        (whole[:, 1] - offset + float(seen["vehicle.cg.y"])).tolist(),
    )
