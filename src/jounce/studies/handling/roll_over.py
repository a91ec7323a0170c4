"""Roll-over: a car with a high centre of mass turns too fast."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assemblies.body.contacts import with_body_contacts
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import crossing, first_instant, highest
from jounce.studies.driving.body_on_road import body_contact_metrics, body_contact_names, body_contact_notes
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.histories import step_history
from jounce.studies.settings import ANGLE, DURATION, RISE, SPEED, STEP, Amount, setting_too_short

BEGIN = 0.2  # s


class RollOver(Drive):
    """Roll-over: a car with a high centre of mass turns too fast, tips over and comes to lie on the road.

    The steering wheel turns and stays. The body touches the road with the points of its file (`type = "body_contact"`
    in [forces]), else with twelve corners of floor, waist and roof by its [size], each as stiff as a roof has to be
    [49 CFR 571.216a]. That is a car that comes to rest, not an accident: no part bends for good, no glass breaks, and
    tyres are far beyond the inclinations their law was measured at. Notes say from when on. What does not happen has no
    time among the metrics.
    """

    name = "roll-over"
    needs_wheels = True
    speed = replace(SPEED, default="80 km/h")
    raised = Amount(
        default="0.6 m", unit="m", least=0.0, most=5.0, meaning="how far the body's centre of mass is lifted"
    )
    angle = replace(ANGLE, default="180 deg")
    rise = replace(RISE, default="0.4 s", meaning="time in which the steering wheel turns")
    duration = replace(DURATION, default="3 s")
    step = STEP
    waived = dict.fromkeys(
        ("overturned", "spun", "tyre range", "tyre load", "tyre deflection", "unlike its class"),
        "which is about rolling over",
    )
    panels = (
        Panel("roll", ("vehicle.roll",)),
        Panel("lateral acceleration", ("vehicle.cg.ay",)),
        Panel("wheel loads", ("{corner}.tyre.Fz",)),
        Panel("loads of the body on the road", ("{contact}.load",)),
        Panel("path", ("vehicle.y",), "vehicle.x"),
    )
    metrics = {
        "largest_roll": ("rad", "largest |roll| of the body"),
        "lift_time": ("s", "from the start of steering until the first wheel leaves the road"),
        "touch_time": ("s", "from the start of steering until the body touches the road"),
        "largest_contact_load": ("N", "largest load of one point of the body on the road", "load"),
        "quarter_turn_time": ("s", "from the start of steering until the body lies on its side"),
    }

    def contradictions(self) -> Iterator[Problem]:
        yield from setting_too_short(self.duration, BEGIN + self.rise, "straight ahead, and the turn of the wheel")

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        touching = with_body_contacts(vehicle)
        height = touching.values()["body.centre.z"] + self.raised
        car = self.build_car(touching.with_values({"body.centre.z": height}))
        wheel = self.steering(car)
        start = start_straight(car, self.speed)
        turned = step_history(start.inputs[wheel], self.angle, BEGIN, self.rise, self.duration)
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=self.duration,
            inputs={wheel: turned},
            places={"contact": body_contact_names(car)},
        )

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        return body_contact_notes(run, done.car)

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        roll = np.abs(np.unwrap(run["vehicle.roll"]))
        found = {"largest_roll": highest(run.time, roll)}
        lifted = np.min([run[f"{corner}.tyre.Fz"] for corner in done.car.corners], axis=0) <= 0.0
        if lifted.any():
            found["lift_time"] = first_instant(run.time, lifted) - BEGIN
        found |= body_contact_metrics(run, BEGIN)
        if np.isfinite(turned := crossing(run.time, roll, 0.5 * np.pi)):
            found["quarter_turn_time"] = turned - BEGIN
        return found
