"""Drive over any road: straight ahead, and then brake or steer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle, load
from jounce.model.assembly.car import CarModel
from jounce.parts.roads import Plank, Road
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.simulation.inputs import Source
from jounce.studies.driving.drive import LONGEST_STEP, Metrics, Progress, drive, outcome, with_contact
from jounce.studies.driving.driving_start import Start, straight
from jounce.studies.driving.histories import step as step_of_input
from jounce.studies.driving.settings import Value, refuse_short, require_car, settings, steering_of, step_of
from jounce.studies.ride.obstacles import row_step

STUDY = "drive-road"
LEVEL = 1e-3  # m, and slope: what a road may have under the wheels at the start


def drive_road(
    vehicle: Vehicle,
    *,
    road: Road | str | None = None,
    speed: Value = "60 km/h",
    pedal: Value = 0.0,
    angle: Value = "0 deg",
    begin: Value = "1 s",
    rise: Value = "0.2 s",
    duration: Value = "5 s",
    step: Value = "auto",
    output_step: Value = "5 ms",
    on_progress: Progress | None = None,
) -> Result:
    """Over a road (a file or a name out of the library; flat without one), on enveloping tyres, drive torque held.

    At `begin` the pedal goes down to a share of its travel and the drive is cut, and the steering wheel turns by
    `angle`; without a pedal the drive goes on.
    """
    car = with_contact(require_car(STUDY, vehicle), "enveloping").car_model(steering="angle")
    given = settings(
        STUDY,
        speed=(speed, "m/s"),
        pedal=(pedal, "1"),
        angle=(angle, "rad"),
        begin=(begin, "s"),
        rise=(rise, "s"),
        duration=(duration, "s"),
        output_step=(output_step, "s"),
    )
    if given.pedal and car.brake is None:
        raise ModelError(STUDY, [Problem("brakes", "the car has none", "a table [brakes]")])
    if given.pedal or given.angle:
        refuse_short(STUDY, given.duration, given.begin + given.rise, "until the driver has done what is asked for")
    under = required_road(STUDY, road)
    start = straight(car, given.speed)
    inputs: dict[str, Source] = {}
    wanted = {steering_of(STUDY, car): given.angle} if given.angle else {}
    if given.pedal:
        wanted |= {str(car.brake): given.pedal} | {name: -start.inputs[name] for name in car.drive}
    for name, change in wanted.items():
        level = start.inputs.get(name, 0.0)
        inputs[name] = step_of_input(level, change, given.begin, given.rise, given.duration)
    edged = any(isinstance(element, Plank) for element in under.elements.values())
    short = row_step(car, given.speed) if edged else LONGEST_STEP
    rows, fixed = given.output_step, step_of(STUDY, step)
    run = drive(start, given.duration, inputs, under, fixed, rows, on_progress, longest_step=short)
    notes = [*run.metadata["notes"], *_at_start(start, under)]  # type: ignore[misc]
    if edged and rows > short:
        notes.append(_too_far_apart(rows, short, given.speed))
    run = replace(run, metadata=dict(run.metadata) | {"notes": notes})
    given.road = under.name
    return outcome(run, STUDY, given, _metrics(run, car), _figure(car))


def required_road(source: str, road: Road | str | None) -> Road:
    """A road as it is, by name or by file; flat where nothing is said."""
    found = Road() if road is None else road if isinstance(road, Road) else load(road)
    if not isinstance(found, Road):
        what, hint = f"{str(road)!r} is not a road", "a road file or a name: three_planks, iso_8608_c"
        raise ModelError(source, [Problem("road", what, hint)])
    return found


def _too_far_apart(rows: float, short: float, speed: float) -> str:
    apart = f"rows every {1e3 * rows:g} ms, {1e3 * rows * speed:.0f} mm of road apart, miss the peaks over planks"
    return f'{apart}; --output-step "{1e3 * short:g} ms" shows them to 1 %'


def _at_start(start: Start, road: Road) -> list[str]:
    """A road that is not level under the standing car is met with a blow: the car is trimmed on a level one."""
    height = road.function()
    places = [corner.wheel_centre[:2] for corner in start.car.corners.values()]
    most = max(abs(number) for x, y in places for number in height(float(x), float(y))[:3])  # type: ignore[arg-type]
    if most <= LEVEL:
        return []
    return [f"road '{road.name}' is not level under the car at the start, which is trimmed on a level road"]


def _metrics(run: Result, car: CarModel) -> Metrics:
    loads = {corner: run[f"{corner}.tyre.Fz"] for corner in car.corners}
    return {
        "distance": (float(run["vehicle.x"][-1] - run["vehicle.x"][0]), "m", "along the road"),
        "final_speed": (float(run["vehicle.speed"][-1]), "m/s", "of the reference point at the end"),
        "lateral_offset": (float(run["vehicle.y"][-1]), "m", "of the front axle at the end, positive to the left"),
        "final_yaw": (float(run["vehicle.yaw"][-1]), "rad", "heading at the end, positive to the left"),
        "largest_yaw_rate": (float(np.abs(run["vehicle.yaw_rate"]).max()), "rad/s", "largest |yaw velocity|"),
        "largest_deceleration": (float(-run["vehicle.ax"].min()), "m/s^2", "of the reference point"),
        "largest_lift": (float(np.abs(run["vehicle.az"]).max()), "m/s^2", "largest |vertical acceleration|"),
        "smallest_load": (min(float(load.min()) for load in loads.values()), "N", "of any tyre"),
        "largest_load": (max(float(load.max()) for load in loads.values()), "N", "of any tyre"),
    }


def _figure(car: CarModel) -> tuple[Panel, ...]:
    return (
        Panel("road under the wheels", tuple(f"{corner}.tyre.road" for corner in car.corners)),
        Panel("wheel loads", tuple(f"{corner}.tyre.Fz" for corner in car.corners)),
        Panel("speed", ("vehicle.speed",)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
    )
