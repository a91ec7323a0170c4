"""Obstacle avoidance by ISO 3888-2."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from jounce.model.assembly.car import CarModel
from jounce.simulation.inputs import Source
from jounce.studies.courses.cone_drive import ConeDrive, PractisedLine
from jounce.studies.courses.course import Course
from jounce.studies.courses.iso_3888 import iso_3888_2
from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.settings import Amount

RELEASED = 2.0  # m behind the entry
RELEASE_TIME = 0.1  # s in which the foot comes off


class ObstacleAvoidance(ConeDrive):
    """Round an obstacle and back between cones, the throttle released: ISO 3888-2. [ISO 3888, part 2]

    The car comes straight on at its speed. When its front is 2 m behind the first cones, the torque of the drive goes
    to that of a released throttle: to nothing, or with `engine_drag` against the car. The brakes stay free. A driver
    steers along a line out to the left and back. Lanes and cones are made for the width of the car. The run passes
    where the outline of the car stays in each lane.
    """

    name = "obstacle-avoidance"
    speed = replace(ConeDrive.speed, default="60 km/h", name="")
    engine_drag = Amount(
        default="0 N m",
        unit="N m",
        least=0.0,
        most=1e4,
        meaning="torque of the released engine against the drive, at the input of the drive",
    )
    slower: ClassVar[float] = 1.5

    def make_course(self, width: float) -> Course:
        return iso_3888_2(width, self.cone_radius)

    def course_notes(self, ready: PractisedLine) -> list[str]:
        held = [] if ready.run.car.drive else ["this car has no drive to release: its speed is held"]
        return [*super().course_notes(ready), *held]

    def drive_inputs(self, car: CarModel, start: SteadyMotionStart, run_in: float) -> dict[str, Source]:
        if car.powertrain is not None and self.engine_drag:
            what, hint = "the car has an engine of its own, which drags", "leave it out: the throttle closes"
            raise self.refuse("engine_drag", what, hint)
        speed = float(start.seen()["vehicle.vx"])
        begin = (run_in + RELEASED) / speed
        found: dict[str, Any] = {}
        for name in car.drive:
            held = start.inputs[name]
            found[name] = (
                [0.0, begin, begin + RELEASE_TIME],
                [held, held, -self.engine_drag / len(car.drive)],
                "linear",
            )
        return found
