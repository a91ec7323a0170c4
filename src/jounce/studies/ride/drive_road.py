"""Drive over any road: straight ahead, and then brake or steer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle, load
from jounce.parts.roads import Road
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import highest, largest, lowest
from jounce.studies.driving.drive import (
    LONGEST_STEP,
    MEASURING_STEP,
    Drive,
    Manoeuvre,
    Values,
    drive_on_enveloping_tyres,
)
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce.studies.driving.histories import step_history
from jounce.studies.ride.missed_obstacles import missed_obstacles
from jounce.studies.ride.obstacles import row_step
from jounce.studies.settings import (
    ANGLE,
    DURATION,
    PEDAL,
    RISE,
    SPEED,
    STEP,
    Amount,
    Setting,
    setting_too_short,
)

LEVEL = 1e-3  # m, and slope: what a road may have under the wheels at the start


@dataclass(frozen=True, kw_only=True)
class RoadSetting(Setting):
    """A road: a value, a file, or a name of the library."""

    def read(self, value: Any, where: str) -> Road:
        return required_road("drive-road", value)

    def annotation(self) -> str:
        return "str | Path | Road"

    def right(self) -> str:
        return "a road file or a name: three_planks, iso_8608_c"


class DriveRoad(Drive):
    """Drive over any road: straight ahead, and then brake or steer.

    On enveloping tyres, drive torque held. At `begin` the pedal goes down and the drive is cut, and the steering wheel
    turns by `angle`; without a pedal the drive goes on.
    """

    name = "drive-road"
    needs_wheels = True
    road = RoadSetting(meaning="what the car drives on", auto="a flat road")
    speed = SPEED
    pedal = replace(PEDAL, default=0.0)
    angle = replace(ANGLE, default="0 deg")
    begin = Amount(default="1 s", unit="s", least=0.0, most=3600.0, meaning="when the driver brakes or steers")
    rise = replace(RISE, meaning="time in which pedal and steering wheel move")
    duration = DURATION
    step = STEP
    panels = (
        Panel("road under the left wheels", ("{left_corner}.tyre.road",)),
        Panel("road under the right wheels", ("{right_corner}.tyre.road",)),
        Panel("wheel loads, left", ("{left_corner}.tyre.Fz",)),
        Panel("wheel loads, right", ("{right_corner}.tyre.Fz",)),
        Panel("speed", ("vehicle.speed",)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
    )
    metrics = {
        "distance": ("m", "along the road, negative in reverse"),
        "final_speed": ("m/s", "speed of the reference point at the end", "driving speed"),
        "lateral_offset": ("m", "lateral offset of the front axle at the end, positive to the left"),
        "final_yaw": ("rad", "heading at the end, positive to the left"),
        "largest_yaw_rate": ("rad/s", "largest |yaw velocity|"),
        "largest_deceleration": (
            "m/s^2",
            "largest deceleration of the reference point, against its first direction of travel",
        ),
        "largest_lift": ("m/s^2", "largest |vertical acceleration|"),
        "smallest_load": ("N", "smallest load of any tyre", "wheel load"),
        "largest_load": ("N", "largest load of any tyre", "wheel load"),
    }

    def contradictions(self) -> Iterator[Problem]:
        if self.pedal or self.angle:
            yield from setting_too_short(
                self.duration, self.begin + self.rise, "until the driver has done what is asked for"
            )

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(drive_on_enveloping_tyres(vehicle))
        road = self.road or Road()
        changes = {self.steering(car): self.angle} if self.angle else {}
        if self.pedal:
            changes[self.brake(car)] = self.pedal
        start = start_straight(car, self.speed)
        if self.pedal:
            changes |= {name: -start.inputs[name] for name in car.drive}
        edged = any(getattr(element, "edged", False) for element in road.elements.values())
        short = row_step(car, self.speed)
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=self.duration,
            inputs={
                name: step_history(start.inputs.get(name, 0.0), change, self.begin, self.rise, self.duration)
                for name, change in changes.items()
            },
            road=road,
            measuring_step=short if edged else MEASURING_STEP,
            longest_step=short if edged else LONGEST_STEP,
            found={"road": road.name},
        )

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        return [*_at_start(done.start, done.road or Road()), *missed_obstacles(run, done)]

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        loads = [run[f"{corner}.tyre.Fz"] for corner in done.car.corners]
        return {
            "distance": run["vehicle.x"][-1] - run["vehicle.x"][0],
            "final_speed": run["vehicle.speed"][-1],
            "lateral_offset": run["vehicle.y"][-1],
            "final_yaw": run["vehicle.yaw"][-1],
            "largest_yaw_rate": largest(run.time, run["vehicle.yaw_rate"]),
            "largest_deceleration": highest(run.time, -np.copysign(1.0, self.speed) * run["vehicle.ax"]),
            "largest_lift": largest(run.time, run["vehicle.az"]),
            "smallest_load": max(0.0, min(lowest(run.time, load) for load in loads)),
            "largest_load": max(highest(run.time, load) for load in loads),
        }


def required_road(source: str, road: Road | str) -> Road:
    """Returns a road as it is, by name or by file."""
    found = road if isinstance(road, Road) else load(road)
    if not isinstance(found, Road):
        what, hint = f"{str(road)!r} is not a road", "a road file or a name: three_planks, iso_8608_c"
        raise ModelError(source, [Problem("road", what, hint)])
    return found


def _at_start(start: SteadyMotionStart, road: Road) -> list[str]:
    """A road that is not level under the standing car is met with a blow: the car is trimmed on a level one."""
    height = road.function()
    places = [corner.wheel_centre[:2] for corner in start.car.corners.values()]
    most = max(abs(number) for x, y in places for number in height(float(x), float(y))[:3])  # type: ignore[arg-type]
    if most <= LEVEL:
        return []
    return [f"road '{road.name}' is not level under the car at the start, which is trimmed on a level road"]
