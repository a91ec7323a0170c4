"""Straight braking: how soon does the car stand, and does it stay on its way?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.parts.drivers.macadam import MacAdam
from jounce.parts.roads import FrictionPatch, Road
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import Window, crossing, highest, integral, largest, lowest, mean, value_at, within
from jounce.simulation.judging.drive_checks import Asked
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce.studies.driving.histories import step_history
from jounce.studies.driving.single_track_of_car import single_track_of_car, single_track_sentence
from jounce.studies.performance.stopping import (
    DEVELOPED,
    ENDING,
    STOPPING_METRICS,
    WET,
    locking_times,
    split_road_stopping_notes,
    stopped_as_asked,
    stopping_instant,
    stopping_notes,
    stopping_run_time,
    stopping_slow,
    stopping_speed,
    stopping_torque,
    stopping_values,
)
from jounce.studies.settings import DURATION, FORWARD_SPEED, PEDAL, RISE, STEP, Amount, Word

BEGIN = 0.5  # s of straight running before
AHEAD, BEHIND = 2000.0, 50.0  # m of straight line for a driver
LOOKS_AHEAD = {"preview": 0.7, "least_distance": 5.0, "compensated": True}  # s; m, however slow the car has become
FIRST_SECOND = 1.0  # s after the brakes, in which ISO 14512 looks at the hands


class StraightBraking(Drive):
    """Straight braking: how soon does the car stand, and does it stay on its way? [ISO 21994; ISO 14512]

    The car runs straight. Then the drive is cut and the brakes are applied: by a travel of the pedal, a pressure of
    the line, or by the torque that a deceleration asks for. With `low_friction` the road is split along its middle
    (mu-split): the difference of the braking forces turns the car. A wheel that crosses the middle has the friction of
    the other half, and a note says so. The steering wheel is held, or a driver corrects it (MacAdam's preview along the
    line on which the car came).
    """

    name = "straight-braking"
    needs_wheels = True
    speed = replace(FORWARD_SPEED, default="100 km/h")
    pedal = replace(PEDAL, default=1.0)
    pressure = Amount(
        unit="Pa", least=0.0, most=1e8, meaning="line pressure, in place of the pedal's travel", auto="by the pedal"
    )
    deceleration = Amount(
        unit="m/s^2",
        least=0.1,
        most=50.0,
        meaning="brake torque by radius and mass, in place of the pedal's travel",
        auto="by the pedal",
    )
    rise = replace(RISE, default="0.15 s", meaning="time in which the pedal goes down")
    friction = Amount(
        default=1.0, unit="1", least=0.01, most=3.0, meaning="of the road, by that on which the tyres were measured"
    )
    low_friction = Amount(
        unit="1", least=0.01, most=3.0, meaning="of one half of a road split along its middle", auto="as on the other"
    )
    low_side = Word(default="right", words=("left", "right"), meaning="half of the road that has low_friction")
    driver = Word(default="held", words=("held", "correcting"), meaning="steering wheel held, or a driver who corrects")
    delay = Amount(
        default="0.1 s", unit="s", least=0.0, most=1.0, meaning="of a correcting driver, from eye to hand; whole 10 ms"
    )
    duration = replace(DURATION, default="auto", auto="long enough for brakes and road, at least 6 s")
    step = STEP
    goes_straight = in_lane = True
    panels = (
        Panel("speed", ("vehicle.speed",)),
        Panel("deceleration", ("vehicle.ax",)),
        Panel("slip", ("{corner}.tyre.slip",)),
        Panel("brake torque", ("{corner}.brake.torque",)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
        Panel("steering wheel", ("steering.wheel.angle",)),
    )
    metrics = {
        **STOPPING_METRICS,
        "lowest_slip": (
            "1",
            "lowest slip of any tyre, by its deflection, above the speed of locked_wheels; a locked wheel has -1, "
            "and a turning one may reach it for an instant",
        ),
        "locked_wheels": (
            "1",
            "wheels that their brakes held fast above 15 km/h, or above a quarter of a lower first speed",
        ),
        "{corner}.lock_time": ("s", "from the first movement of the pedal until {corner} first locks"),
        "largest_yaw_rate": ("rad/s", "largest |yaw velocity|"),
        "largest_yaw": ("rad", "largest |heading|"),
        "lateral_deviation": ("m", "largest |lateral offset| of the front axle"),
        "yaw_rate_1s": ("rad/s", "|yaw velocity| 1 s after the first movement of the pedal"),
        "steering_1s": ("rad", "largest |steering-wheel angle| in the first second after it"),
        "steering_mean_1s": ("rad", "mean |steering-wheel angle| in that second"),
        "{corner}.adhesion": (
            "1",
            "adhesion utilised: mean horizontal force by load of {corner}, from 0.8 to 0.1 of the initial speed",
        ),
        "{corner}.abs_cycles": ("1/s", "releases of pressure at {corner} per second of braking"),
    }

    def contradictions(self) -> Iterator[Problem]:
        if self.pressure is not None and self.deceleration is not None:
            yield Problem("pressure", "is given, and so is deceleration", "one of them, or the pedal")

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        brake, wheel = self.brake(car), self.steering(car)
        pedal = self._pedal(vehicle, car)
        low = self.friction if self.low_friction is None else self.low_friction
        grip = WET * min(self.friction, low)  # a car may turn onto the worse side
        duration = self.duration or stopping_run_time(vehicle, car, self.speed, pedal, BEGIN + self.rise, grip)
        start = start_straight(car, self.speed)
        changes = {brake: pedal} | {name: -start.inputs[name] for name in car.drive}
        corrects = self._driver(car, start, wheel) if self.driver == "correcting" else None
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=duration,
            inputs={
                name: step_history(start.inputs.get(name, 0.0), change, BEGIN, self.rise, duration)
                for name, change in changes.items()
            },
            controllers=(corrects,) if corrects else (),
            road=self._road(),
            found={"pedal": pedal},
            notes=(single_track_sentence(corrects),) if corrects else (),
        )

    def _pedal(self, vehicle: Vehicle, car: CarModel) -> float:
        """Returns the travel that gives the pressure or the torque that is asked for."""
        brakes = vehicle.brakes
        assert brakes is not None  # `brake` has asked
        if self.pressure is not None:
            if not brakes.by_pressure():
                raise self.refuse("pressure", "the car's brakes have no pressures", "pedal, or pressure in [brakes]")
            return self._travel(brakes.line_pressure, self.pressure, "pressure", "Pa")
        if self.deceleration is None:
            return float(self.pedal)
        radius = float(np.mean([float(corner.tyre_radius) for corner in car.corners.values()]))  # type: ignore[arg-type]
        torque = self.deceleration * radius * float(car.whole_mass)  # type: ignore[arg-type]
        return self._travel(lambda travel: stopping_torque(vehicle, travel), torque, "deceleration", "N m")

    def _travel(self, law: object, wanted: float, word: str, unit: str) -> float:
        """Returns where a rising law of the pedal's travel has the value that is wanted."""
        from scipy.optimize import brentq  # slow to import

        most = law(1.0)  # type: ignore[operator]
        if wanted > most:
            raise self.refuse(word, f"needs {wanted:.4g} {unit}, and full pedal gives {most:.4g} {unit}", "less of it")
        return float(brentq(lambda travel: law(travel) - wanted, 0.0, 1.0, xtol=1e-14))  # type: ignore[operator]

    def _road(self) -> Road | None:
        """Returns the friction as a patch without end, and one beside the line on which the car comes."""
        patches: dict[str, FrictionPatch] = {}
        if self.friction != 1.0:
            patches["surface"] = FrictionPatch(friction=self.friction)
        if self.low_friction is not None:
            edge = {"y_min": 0.0} if self.low_side == "left" else {"y_max": 0.0}
            patches[self.low_side] = FrictionPatch(friction=self.low_friction, **edge)
        return Road(name="straight braking", elements=patches) if patches else None

    def _driver(self, car: CarModel, start: SteadyMotionStart, wheel: str) -> MacAdam:
        """Returns one who keeps the line on which the car came."""
        track = single_track_of_car(car, self.speed, start)
        x, y = float(start.seen()["vehicle.x"]), float(start.seen()["vehicle.y"])
        line = {"path_x": (x - BEHIND, x, x + AHEAD), "path_y": (y, y, y)}
        return MacAdam(name="driver", wheel=wheel, delay=self.delay, **LOOKS_AHEAD, **line, **asdict(track))  # type: ignore[arg-type]

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        locked = locking_times(run, done.car.braked)
        found = [f"{corner} locks {time - BEGIN:.3g} s after the pedal moves" for corner, time in locked.items()]
        crossed = split_road_stopping_notes(run, done.car.corners, BEGIN) if self.low_friction is not None else []
        return [*stopping_notes(run, done.duration), *crossed, *found]

    def asked(self, run: Result, done: Manoeuvre) -> Iterator[Asked]:
        """The deceleration, in the mean from 0.8 to 0.1 of the first speed; or the largest of a car that rolls on."""
        if self.deceleration is not None:
            found = run.metrics.get("mean_deceleration") or run.metrics["largest_deceleration"]
            yield Asked("deceleration", self.deceleration, found.value, "m/s^2")
        else:
            yield stopped_as_asked(run)

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        t, v = run.time, stopping_speed(run)
        locked = locking_times(run, done.car.braked)
        fast = v > stopping_slow(v[0])
        wheel, first = np.abs(run["steering.wheel.angle"]), (BEGIN, BEGIN + FIRST_SECOND)
        found: Values = stopping_values(run, BEGIN) | {
            "lowest_slip": min(lowest(t[fast], run[f"{corner}.tyre.slip"][fast]) for corner in done.car.corners),
            "locked_wheels": float(len(locked)),
            **{f"{corner}.lock_time": time - BEGIN for corner, time in locked.items()},
            "largest_yaw_rate": largest(run.time, run["vehicle.yaw_rate"]),
            "largest_yaw": largest(run.time, np.unwrap(run["vehicle.yaw"])),
            "lateral_deviation": largest(run.time, run["vehicle.y"] - run["vehicle.y"][0]),
            "yaw_rate_1s": abs(value_at(t, run["vehicle.yaw_rate"], first[1])),
            "steering_1s": highest(*within(t, wheel, first)),
            "steering_mean_1s": mean(t, wheel, first),
        }
        developed, ending = (crossing(t, -v, -share * v[0]) for share in (DEVELOPED, ENDING))
        if np.isfinite(ending):
            found |= {f"{corner}.adhesion": _adhesion(run, corner, (developed, ending)) for corner in done.car.corners}
        return found | self._cycles(run, done)

    def _cycles(self, run: Result, done: Manoeuvre) -> Values:
        """Returns releases by modulators per second, of brakes that have one."""
        stopped = stopping_instant(run)
        lasts = (stopped if np.isfinite(stopped) else run.time[-1]) - BEGIN
        counts = {corner: f"{corner}.brake.releases" for corner in done.car.corners}
        return {
            f"{corner}.abs_cycles": highest(run.time, run[name]) / lasts
            for corner, name in counts.items()
            if name in run
        }


def _adhesion(run: Result, corner: str, window: Window) -> float:
    """Returns horizontal force by load, in the mean over the time in a window in which the wheel touches the road."""
    x, y, z = (run[f"{corner}.tyre.{word}"] for word in ("Fx", "Fy", "Fz"))
    touching = z > 0.0
    used = np.divide(np.hypot(x, y), z, out=np.zeros_like(z), where=touching)
    touched = integral(run.time, touching.astype(float), window)
    return integral(run.time, used, window) / touched if touched else 0.0
