"""Steady circles by trim: understeer and roll gradient. [ISO 4138:2021, constant speed]"""

from __future__ import annotations

import time as clock
from types import SimpleNamespace

import numpy as np

from jounce import __version__
from jounce.errors import NumericalError
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Channel, Result
from jounce.results.panel import Panel
from jounce.simulation.simulate import typed_channels
from jounce.studies.driving.drive import Metrics, Progress, outcome
from jounce.studies.driving.driving_start import Start, circles, straight
from jounce.studies.driving.settings import Value, require_car, settings
from jounce.studies.handling.curves import (
    GRAVITY,
    HALF_RANGE,
    excess_steer,
    gradient,
    steering_ratio,
    wheelbase,
)

STUDY = "steady-circle"
ACCELERATION = "vehicle.cg.ay"
LEAST_ACCELERATION, LARGEST_ACCELERATION = 0.1, 20.0  # m/s^2, to the left
STARTED = 0.1  # of the largest lateral acceleration: below, dry friction in differential and rack changes sides
KEPT = ("steering.wheel.", "steering.driver.", "vehicle.", ".tyre.F", ".tyre.slip", "steering.rack.displacement")


def steady_circle(
    vehicle: Vehicle,
    *,
    speed: Value = "60 km/h",
    lateral_acceleration: Value = "4 m/s^2",
    points: int = 9,
    on_progress: Progress | None = None,
) -> Result:
    """Steady circles to the left at one speed, each found by trim, up to a lateral acceleration.

    Samples run over the lateral acceleration of the centre of mass. Gradients are read at half the largest one.
    """
    car = require_car(STUDY, vehicle).car_model(steering="angle")
    given = settings(
        STUDY,
        speed=(speed, "m/s"),
        points=(points, "count"),
        lateral_acceleration=(lateral_acceleration, "m/s^2", LEAST_ACCELERATION, LARGEST_ACCELERATION),
    )
    began = clock.perf_counter()
    rates = np.linspace(0.0, given.lateral_acceleration, given.points)[1:] / given.speed
    starts, failure = [straight(car, given.speed)], None
    try:
        for start in circles(car, given.speed, rates, at=starts[0]):
            starts.append(start)
            if on_progress:
                on_progress((len(starts) - 1) / len(rates))
    except NumericalError as stop:  # the tyres' limit, or a radius too small: what was found is kept
        failure = stop
    run = _as_result(vehicle, car, starts, given, clock.perf_counter() - began)
    figure = (
        Panel("steering wheel", ("steering.wheel.angle",), ACCELERATION),
        Panel("steer beyond wheelbase over radius", ("excess_steer",), ACCELERATION),
        Panel("roll and sideslip", ("vehicle.roll", "vehicle.cg.sideslip"), ACCELERATION),
        Panel("wheel loads", tuple(f"{corner}.tyre.Fz" for corner in car.corners), ACCELERATION),
    )
    if failure:
        raise NumericalError(str(failure), partial=outcome(run, STUDY, given, {}, figure, status="stopped"))
    return outcome(run, STUDY, given, handling_metrics(run, car, given.lateral_acceleration), figure)


def _as_result(vehicle: Vehicle, car: CarModel, starts: list[Start], given: SimpleNamespace, took: float) -> Result:
    ready = starts[0].ready
    seen = [start.seen() for start in starts]
    names = [name for name in ready.layout.channels if any(word in name for word in KEPT)]
    values = np.array([[row[name] for name in names] for row in seen])
    meanings = {name: ready.layout.channels[name][2] for name in names}
    channels = list(typed_channels(ready.layout, vehicle.axles, meanings))
    column = {name: values[:, k] for k, name in enumerate(names)}
    ratio, base = steering_ratio(vehicle), wheelbase(car)
    extra = excess_steer(
        column["steering.wheel.angle"], column["vehicle.cg.yaw_rate"], column["vehicle.cg.speed"], ratio, base
    )
    channels.append(Channel("excess_steer", "rad", "steering-wheel angle by ratio, less wheelbase over radius"))
    return Result(
        time=np.arange(len(starts), dtype=float),
        channels=tuple(channels),
        values=np.column_stack([values, extra]),
        metadata={
            "model": ready.model.name,
            "model_hash": ready.fingerprint(),
            "jounce_version": __version__,
            "abscissa": ACCELERATION,
            "settings": {"steering_ratio": ratio, "wheelbase": base},
            "wall_time": took,
            "status": "finished",
            "notes": list(starts[-1].notes),
        },
    )


def handling_metrics(run: Result, car: CarModel, largest: float) -> Metrics:
    """Gradients at half the largest lateral acceleration, from a run or from trims."""
    about: dict[str, float] = run.metadata["settings"]  # type: ignore[assignment]
    used = np.abs(run[ACCELERATION]) >= STARTED * abs(largest)
    a, at = run[ACCELERATION][used], HALF_RANGE * largest

    def slope(values: np.ndarray) -> float:
        return gradient(a, values[used], at)

    K = slope(run["excess_steer"])
    front, rear = (
        np.mean([run[f"{corner}.tyre.slip_angle"] for corner in car.corners if corner.startswith(axle)], axis=0)
        for axle in _ends(car)
    )
    where = f"at {at:.3g} m/s^2"
    found = {
        "steering_ratio": (
            about["steering_ratio"],
            "1",
            "steering-wheel angle by mean steer of the wheels, straight ahead",
        ),
        "understeer_gradient": (
            float(np.degrees(K)) * GRAVITY,
            "deg/g",
            f"slope of (steering-wheel angle by ratio, less wheelbase over radius) over a_y {where}",
        ),
        "roll_gradient": (
            float(np.degrees(slope(run["vehicle.roll"]))) * GRAVITY,
            "deg/g",
            f"slope of the roll angle over a_y {where}, positive where the car leans out of the turn",
        ),
        "sideslip_gradient": (
            float(np.degrees(slope(run["vehicle.cg.sideslip"]))) * GRAVITY,
            "deg/g",
            f"slope of the sideslip of the centre of mass over a_y {where}",
        ),
        "slip_angle_difference": (
            float(np.degrees(slope(rear - front))) * GRAVITY,
            "deg/g",
            f"slope of mean rear less mean front slip angle over a_y {where} (both negative in a left turn)",
        ),
    }
    if K > 0:
        speed = float(np.sqrt(about["wheelbase"] / K))
        found["characteristic_speed"] = (speed, "m/s", "root of wheelbase by understeer gradient")
    return found


def _ends(car: CarModel) -> tuple[str, str]:
    """Names of the first and the last axle."""
    axles = list(dict.fromkeys(corner.rpartition("_")[0] for corner in car.corners))
    return axles[0], axles[-1]
