"""Rearward amplification: how much more do the trailers swing aside than the vehicle that pulls them?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.signal import argrelextrema

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.panel import Panel, Spectra
from jounce.results.read_offs import highest, largest, within
from jounce.simulation.linear.linearise import LinearModel, linearise
from jounce.studies.combinations.combination import CombinationStudy, last_unit
from jounce.studies.combinations.followed_acceleration import WantedAcceleration, followed_steering
from jounce.studies.combinations.unit_motion import axle_place, first_axle, last_axle, point_on_ground
from jounce.studies.driving.drive import Added, Manoeuvre, Values, drive
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.response.linear_response import frictionless_start, linear_steer_response
from jounce.studies.settings import DURATION, FORWARD_SPEED, STEP, Amount, Count, Word

BEGIN, REST = 1.0, 6.0  # s straight ahead before, and to come to rest after a lane change
PERIODS = 6  # of a sine that goes on; amplitudes are those of the last two
BAND = np.geomspace(0.05, 2.0, 200)  # Hz of the frequency response
FIRST = "vehicle.ay"  # of the reference point, which lies at the first axle unless the file says otherwise
LEAST_SWING = 0.05  # of the largest yaw rate, that an extremum has which counts for the damping
EXTREMA = 3  # of one swing and a half, by which its damping is told
GAINS = ("first_axle", "leading", "last", "leading_yaw", "last_yaw")  # outputs of the linear vehicle


@dataclass(frozen=True, kw_only=True)
class AmplifiedManoeuvre(Manoeuvre):
    """A manoeuvre, with the linear vehicle that its steering was found by."""

    linear: LinearModel
    wanted: WantedAcceleration


class RearwardAmplification(CombinationStudy):
    """Rearward amplification: how much more do trailers swing aside than what pulls them? [ISO 14791:2000]

    The first axle goes through a lateral acceleration that is one sine over time (`lane-change`: the vehicle heads
    straight on again, beside its old way), or a sine that goes on. The steering for that is worked out with the exact
    linear model, then corrected by what whole runs miss; a note says what is left. Ratios are of largest sizes of
    lateral acceleration and yaw rate. Ratios over frequency are those of the linear model, without dry friction. Of the
    standard only the abstract was at hand.
    """

    name = "rearward-amplification"
    needs_wheels = True
    form = Word(default="lane-change", words=("lane-change", "sine"), meaning="one sine, or one that goes on")
    speed = replace(FORWARD_SPEED, default="80 km/h")
    frequency = Amount(
        default="0.4 Hz", unit="Hz", least=0.05, most=2.0, meaning="of the lateral acceleration of the first axle"
    )
    lateral_acceleration = Amount(
        default="1.5 m/s^2", unit="m/s^2", least=0.01, most=10.0, meaning="amplitude at the first axle"
    )
    corrections = Count(default=3, least=0, most=10, meaning="runs by which the steering is corrected")
    duration = replace(DURATION, default="auto", auto="the sine, and time to come to rest")
    step = STEP
    panels = (
        Panel("lateral acceleration of the centres of mass", ("{motion}.cg.ay",)),
        Panel("lateral acceleration of the first axle", (FIRST, "wanted_acceleration")),
        Panel("yaw velocity", ("{motion}.yaw_rate",)),
        Panel("steering wheel", ("steering.wheel.angle",)),
        Panel("paths of the first and the last axle", ("first_axle.y", "last_axle.y"), ("first_axle.x", "last_axle.x")),
    )
    metrics = {
        "rearward_amplification": (
            "1",
            "largest |a_y| of the centre of mass of the last unit divided by that of the first unit",
        ),
        "yaw_rate_amplification": ("1", "largest |yaw rate| of the last unit divided by that of the first unit"),
        "amplification_of_first_axle": (
            "1",
            "largest |a_y| of the centre of mass of the last unit divided by that of the first axle",
        ),
        "first_axle_acceleration": ("m/s^2", "largest |a_y| of the first axle"),
        "overshoot": (
            "m",
            "how far the middle of the last axle goes beyond the way of the first axle at the end, of a lane change; "
            "also called transient off-tracking at high speed",
        ),
        "lateral_offset": ("m", "how far the first axle is beside its old way at the end, of a lane change"),
        "yaw_damping": (
            "1",
            "damping ratio of the last unit's yaw rate after the sine, by the logarithmic decrement d = ln |x1/x3| of "
            "extrema a whole period apart: d/root(4 pi^2 + d^2); left out where there are no three extrema of 5 %",
        ),
        "yaw_damping_openpbs": (
            "1",
            "the same by the formula of OpenPBS, which puts d/2, the decrement of half a period, in the place of d: "
            "about half of the damping ratio",
        ),
        "peak_amplification": ("1", "largest ratio of a_y of the last and the first unit over frequency, linear model"),
        "peak_frequency": ("Hz", "frequency of that ratio"),
        "amplification_at_frequency": ("1", "that ratio at `frequency`"),
        "peak_yaw_amplification": ("1", "largest ratio of yaw rates over frequency, linear model"),
        "peak_yaw_frequency": ("Hz", "frequency of that ratio"),
    }

    def manoeuvre(self, vehicle: Vehicle) -> AmplifiedManoeuvre:
        car = self.build_car(vehicle)
        wheel = self.steering(car)
        start = start_straight(car, self.speed)
        linear = self._linear(car, wheel)
        periods = 1.0 if self.form == "lane-change" else float(PERIODS)
        duration = self.duration or BEGIN + periods / self.frequency + (REST if self.form == "lane-change" else 0.0)
        wanted = WantedAcceleration.of_sine(self.lateral_acceleration, self.frequency, periods, BEGIN, duration)
        done = AmplifiedManoeuvre(vehicle=vehicle, start=start, duration=duration, linear=linear, wanted=wanted)

        def turned(angle: np.ndarray) -> AmplifiedManoeuvre:
            return replace(done, inputs={wheel: (wanted.times, start.inputs[wheel] + angle, "spline")})

        def steered(angle: np.ndarray) -> Result:
            return drive(turned(angle), self)

        angle = followed_steering(linear, 0, wanted, steered, FIRST, self.corrections)
        places = {"motion": [unit.motion for unit in car.units.values()]}
        return replace(turned(angle), places=places)

    def contradictions(self) -> Iterator[Problem]:
        needed = BEGIN + (1.0 if self.form == "lane-change" else PERIODS) / self.frequency
        if self.duration is not None and self.duration < needed:
            yield Problem("duration", f"{self.duration:g} s", f"at least {needed:g} s: straight ahead, and the sine")

    def _linear(self, car: CarModel, wheel: str) -> LinearModel:
        """Returns the linear vehicle by the angle of its steering wheel and its rates, with `GAINS` as outputs."""
        last = last_unit(car).motion
        ready = frictionless_start(start_straight(car, self.speed))
        outputs = (FIRST, "vehicle.cg.ay", f"{last}.cg.ay", "vehicle.yaw_rate", f"{last}.yaw_rate")
        orders = (wheel, f"{wheel}.rate", f"{wheel}.second_rate")
        return linearise(ready, ready.state, {}, outputs=outputs, inputs_of=orders)

    def channels(self, run: Result, done: Manoeuvre) -> Added:
        assert isinstance(done, AmplifiedManoeuvre)
        units = list(done.car.units.values())
        found: dict[str, tuple[np.ndarray, str, str]] = {}
        for word, unit, axle in (
            ("first", units[0], first_axle(done.car)),
            ("last", units[-1], last_axle(done.car)),
        ):
            x, y = point_on_ground(run, unit, axle_place(unit, axle))
            about = f"of the middle of the {word} axle, seen from above"
            found |= {f"{word}_axle.x": (x, "m", f"place {about}"), f"{word}_axle.y": (y, "m", f"place {about}")}
        wanted = np.interp(run.time, done.wanted.times, done.wanted.values)
        return {
            **found,
            "wanted_acceleration": (wanted, "m/s^2", "lateral acceleration that the first axle shall have"),
        }

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        assert isinstance(done, AmplifiedManoeuvre)
        last = last_unit(done.car).motion
        begin = 0.0 if self.form == "lane-change" else done.duration - 2.0 / self.frequency

        def size(channel: str) -> float:
            return largest(*within(run.time, run[channel], (begin, float(run.time[-1]))))

        found = {
            "rearward_amplification": size(f"{last}.cg.ay") / size("vehicle.cg.ay"),
            "yaw_rate_amplification": size(f"{last}.yaw_rate") / size("vehicle.yaw_rate"),
            "amplification_of_first_axle": size(f"{last}.cg.ay") / size(FIRST),
            "first_axle_acceleration": size(FIRST),
        }
        if self.form == "lane-change":
            way = float(run["first_axle.y"][-1] - run["first_axle.y"][0])
            side = np.sign(way)
            beyond = highest(run.time, side * (run["last_axle.y"] - run["first_axle.y"][-1]))
            found |= {"lateral_offset": way, "overshoot": beyond}
            found |= _damping(run, f"{last}.yaw_rate", BEGIN + 1.0 / self.frequency)
        return found | self._over_frequency(done.linear)

    def _over_frequency(self, linear: LinearModel) -> Values:
        """Returns the largest ratios of the linear vehicle, between the frequencies of the curve."""
        at = _ratios(linear, np.array([self.frequency]))
        peaks = [_peak(linear, row) for row in range(2)]
        return {
            "peak_amplification": peaks[0][1],
            "peak_frequency": peaks[0][0],
            "amplification_at_frequency": float(at[0, 0]),
            "peak_yaw_amplification": peaks[1][1],
            "peak_yaw_frequency": peaks[1][0],
        }

    def spectra(self, run: Result, done: Any) -> Sequence[Spectra]:
        f = tuple(BAND.tolist())
        acceleration, yaw = _ratios(done.linear, BAND)
        curves = {
            "lateral acceleration": (f, tuple(acceleration.tolist())),
            "yaw rate": (f, tuple(yaw.tolist())),
        }
        return [Spectra("last unit by first unit, linear model", "1", curves, linear=True)]

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        assert isinstance(done, AmplifiedManoeuvre)
        missed = largest(run.time, run[FIRST] - run["wanted_acceleration"]) / self.lateral_acceleration
        return [
            f"the first axle misses the sine that it shall follow by at most {100.0 * missed:.2g} % of its amplitude"
        ]


def _ratios(linear: LinearModel, frequencies: np.ndarray) -> np.ndarray:
    """Returns the ratios of last to first unit, of lateral accelerations and of yaw rates, [row, frequency]."""
    response = np.abs(linear_steer_response(linear, frequencies))
    _, leading, last, leading_yaw, last_yaw = response
    return np.array([last / leading, last_yaw / leading_yaw])


def _peak(linear: LinearModel, row: int) -> tuple[float, float]:
    """Returns frequency and size of the largest ratio."""
    from scipy.optimize import minimize_scalar  # slow to import

    k = int(np.argmax(_ratios(linear, BAND)[row]))
    ends = (float(BAND[max(k - 1, 0)]), float(BAND[min(k + 1, len(BAND) - 1)]))
    found = minimize_scalar(
        lambda f: -_ratios(linear, np.array([f]))[row, 0], bounds=ends, method="bounded", options={"xatol": 1e-10}
    )
    return float(found.x), float(-found.fun)


def _damping(run: Result, channel: str, since: float) -> Values:
    """Returns the damping ratio of what swings after an instant, by its first three extrema."""
    values = run[channel][run.time >= since]
    k = np.sort(np.concatenate([argrelextrema(values, order)[0] for order in (np.greater, np.less)]))
    sizes = np.abs(values[k])
    sizes = sizes[sizes > LEAST_SWING * largest(run.time, run[channel])][:EXTREMA]
    if len(sizes) < EXTREMA or not sizes[0] > sizes[2]:
        return {}
    d = float(np.log(sizes[0] / sizes[2]))
    return {
        "yaw_damping": d / np.hypot(2.0 * np.pi, d),
        "yaw_damping_openpbs": 0.5 * d / np.hypot(2.0 * np.pi, 0.5 * d),
    }
