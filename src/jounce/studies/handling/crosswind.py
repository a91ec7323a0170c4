"""Crosswind: a gust from the side while the steering wheel is held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assemblies.aero.data import WindData
from jounce.model.assemblies.aero.parts import WIND_ACROSS
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import extreme, largest, value_at
from jounce.simulation.inputs import Source
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.histories import SAMPLE, History, smooth
from jounce.studies.settings import DURATION, FORWARD_SPEED, RISE, STEP, Amount, Word, setting_too_short

BEGIN = 1.0  # s of straight running in still air
READ_AFTER = 2.0  # s after the wind has begun
USUAL_ANGLE = np.radians(20.0)  # to which coefficients are usually measured, and rise evenly
EDGE_SHARE = 0.1  # of a stretch, in which the wind rises and falls


class Crosswind(Drive):
    """Crosswind: a gust from the side while the steering wheel is held. [ISO 12021:2010]

    Straight ahead in still air, with the steering wheel and the drive held. After one second the car meets a wind from
    the right (a negative one: from the left): with `gust` "stretch" on a length of road as before a row of fans, else
    over time as a step that rises and stays, as a half sine or as 1 - cos. The wind meets the whole car at once, at the
    point of its air forces: that it reaches the front before the rear is not seen. Speed, wind and length are the
    usual ones of such tests, recalled and not verified against the standard's text.
    """

    name = "crosswind"
    speed = replace(FORWARD_SPEED, default="100 km/h")
    wind = Amount(
        default="20 m/s", unit="m/s", least=-60.0, most=60.0, meaning="largest speed of the wind, to the left"
    )
    gust = Word(
        default="stretch", words=("stretch", "step", "half-sine", "one-minus-cosine"), meaning="shape of the gust"
    )
    length = Amount(
        default="25 m", unit="m", least=0.5, most=10_000.0, meaning="way of the car in the wind, but for a step"
    )
    rise = replace(RISE, default="0.1 s", meaning="time in which a step of the wind rises")
    duration = replace(DURATION, default="5 s")
    step = STEP
    holds_speed = True
    panels = (
        Panel("wind angle at the car", ("aerodynamics.slip",)),
        Panel("side force of the air", ("aerodynamics.Fy",)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
        Panel("lateral acceleration of the centre of mass", ("vehicle.cg.ay",)),
        Panel("roll", ("vehicle.roll",)),
        Panel("path of the centre of mass", ("vehicle.cg.y",), "vehicle.cg.x"),
    )
    metrics = {
        "lateral_deviation": (
            "m",
            "way aside of the centre of mass 2 s after the wind has begun, to the left",
        ),
        "course_deviation": (
            "rad",
            "direction of travel of the centre of mass 2 s after the wind has begun, to the left",
        ),
        "yaw_rate_peak": ("rad/s", "yaw rate with the largest amount in the first 2 s of wind"),
        "lateral_acceleration_peak": ("m/s^2", "lateral acceleration with the largest amount in the first 2 s of wind"),
        "roll_peak": ("rad", "roll angle with the largest amount in the first 2 s of wind"),
        "side_force_peak": ("N", "side force of the air with the largest amount"),
        "yaw_moment_peak": ("N m", "yaw moment of the air about its own point with the largest amount"),
        "wind_angle_peak": ("rad", "angle of the motion through the air with the largest amount"),
    }

    def contradictions(self) -> Iterator[Problem]:
        yield from setting_too_short(self.duration, BEGIN + READ_AFTER, "still air, and 2 s of wind that are read")

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        began = BEGIN * self.speed
        if self.gust == "stretch":
            edge = EDGE_SHARE * self.length
            zone = WindData(zone="stretch", zone_start=began, zone_length=self.length, zone_edge=edge)
        else:
            zone = WindData()
        if getattr(vehicle, "aero", None) is None:
            raise self.refuse("aero", "the car feels no air", "a table [aero] with side and yaw coefficients")
        car = self.build_car(vehicle.with_leading_tables(wind=zone))
        air = next((part for part in car.model.forces if hasattr(part, "in_air")), None)
        if air is None:
            raise self.refuse("depth", "a linear car feels no air", 'depth = "functional"')
        if not any(air.side[1:]) and not any(air.yaw[1:]):
            what = "side force and yaw moment do not change with the angle of the air: a gust does nothing"
            raise self.refuse("aero.side", what, "side = [0, 2.2] in [aero], for example")
        if self.gust == "stretch":  # it begins where the air forces act
            zone = replace(zone, zone_start=began + float(air.point[0]))  # type: ignore[arg-type]
            car = self.build_car(vehicle.with_leading_tables(wind=zone))
        inputs: dict[str, Source] = {WIND_ACROSS: self.wind if self.gust == "stretch" else self._history()}
        return Manoeuvre(vehicle=vehicle, start=start_straight(car, self.speed), duration=self.duration, inputs=inputs)

    def _history(self) -> History:
        """Returns the wind over time."""
        t = np.arange(0.0, self.duration + SAMPLE, SAMPLE)
        gone = (t - BEGIN) * self.speed / self.length  # share of the length
        inside = (gone > 0.0) & (gone < 1.0)
        shape = {
            "step": lambda: smooth((t - BEGIN) / self.rise),
            "half-sine": lambda: np.where(inside, np.sin(np.pi * gone), 0.0),
            "one-minus-cosine": lambda: np.where(inside, 0.5 - 0.5 * np.cos(2.0 * np.pi * gone), 0.0),
        }[self.gust]()
        return t, self.wind * shape, "linear"  # a spline would overshoot where a half sine begins

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        end = BEGIN + READ_AFTER
        t = run.time
        early = t <= end
        aside = run["vehicle.cg.y"] - run["vehicle.cg.y"][0]
        course = run["vehicle.cg.yaw"] + run["vehicle.cg.sideslip"]
        return {
            "lateral_deviation": value_at(t, aside, end),
            "course_deviation": value_at(t, course, end),
            "yaw_rate_peak": extreme(t[early], run["vehicle.yaw_rate"][early]),
            "lateral_acceleration_peak": extreme(t[early], run["vehicle.cg.ay"][early]),
            "roll_peak": extreme(t[early], run["vehicle.roll"][early]),
            "side_force_peak": extreme(t, run["aerodynamics.Fy"]),
            "yaw_moment_peak": extreme(t, run["aerodynamics.Mz"]),
            "wind_angle_peak": extreme(t, run["aerodynamics.slip"]),
        }

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        angle = largest(run.time, run["aerodynamics.slip"])
        if angle <= USUAL_ANGLE:
            return []
        most, usual = (f"{np.degrees(each):.0f} deg" for each in (angle, USUAL_ANGLE))
        told = f"the air comes from up to {most}: coefficients of [aero] are usually measured to {usual}"
        return [f"{told}, and beyond it real side forces rise less than straight lines"]
