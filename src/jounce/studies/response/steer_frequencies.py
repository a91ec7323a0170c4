"""Frequency responses of a car to its steering wheel, and what one reads off them. [ISO 7401:2011]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel, Spectra
from jounce.results.read_offs import peak, swing
from jounce.results.vibration.spectra import frequency_response
from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import SteadyMotionStart, start_in_circle, start_straight
from jounce.studies.driving.histories import History
from jounce.studies.driving.speed_holding import speed_holding_controller
from jounce.studies.response.linear_response import frictionless_start
from jounce.studies.response.yaw_fit import YAW_FIT_METRICS, YawFit, fit_yaw_rate, yaw_fit_notes, yaw_fit_values
from jounce.studies.settings import ANGLE, FORWARD_SPEED, LATERAL_ACCELERATION, STEP, Amount

BEGIN, REST = 0.5, 3.0  # s straight ahead before, and to come to rest after
LINES = 120  # frequencies of the linearised car
FOOT_RATE = 25.0  # 1/s: a speed that is lost in seconds needs no more, and steps of the motion end at each tick
WHEEL = "steering.wheel.angle"
ANSWERS = {"yaw_rate": "vehicle.yaw_rate", "lateral_acceleration": "vehicle.cg.ay", "roll": "vehicle.roll"}
UNITS = {"yaw_rate": "1/s", "lateral_acceleration": "m/s^2", "roll": "1"}  # for each rad of the steering wheel
HALF_POWER = np.sqrt(0.5)


class SteerFrequencies(Drive):
    """What a swept and a random steering wheel share: amplitude, spectra, the linearised car beside them."""

    band: ClassVar[float] = 0.05  # Hz, over which spectra are averaged
    speed = replace(FORWARD_SPEED, default="80 km/h")
    lateral_acceleration = replace(
        LATERAL_ACCELERATION,
        default="2 m/s^2",
        least=0.01,
        most=10.0,
        meaning="lateral acceleration of the steady circle whose steering-wheel angle is the amplitude",
    )
    angle = replace(ANGLE, least=1e-4, auto="the angle that holds a steady circle at lateral_acceleration")
    lowest = Amount(default="0.2 Hz", unit="Hz", least=0.02, most=10.0, meaning="lowest frequency")
    highest = Amount(default="3 Hz", unit="Hz", least=0.1, most=30.0, meaning="highest frequency")
    duration = Amount(default="60 s", unit="s", least=10.0, most=3600.0, meaning="time for which the wheel moves")
    step = STEP
    holds_speed = True
    panels: ClassVar[Sequence[Panel]] = (
        Panel("steering wheel", (WHEEL,)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
        Panel("lateral acceleration of the centre of mass", ("vehicle.cg.ay",)),
        Panel("speed", ("vehicle.speed",)),
    )
    metrics = {
        "steering_angle": ("rad", "amplitude at the steering wheel"),
        "speed_change": ("m/s", "largest change of speed in the run", "driving speed"),
        "yaw_rate_steady_gain": ("1/s", "|H| of yaw_rate by steering-wheel angle at the lowest frequency"),
        "lateral_acceleration_steady_gain": ("m/s^2/rad", "the same of lateral_acceleration"),
        "{answer}_steady_gain": ("1", "the same of {answer}"),
        "{answer}_resonance": ("Hz", "frequency where |H| of {answer} is largest; the lowest one without a peak"),
        "{answer}_resonance_ratio": ("1", "that |H| divided by the steady gain"),
        "{answer}_bandwidth": ("Hz", "frequency where |H| of {answer} falls below 0.707 of its steady gain"),
        "{answer}_frequency_45": ("Hz", "frequency where {answer} lags 45 deg behind the steering wheel"),
        "{answer}_equivalent_time": ("s", "1 divided by (2 pi times the frequency of 45 deg of lag)"),
        "{answer}_phase_at_1_hz": ("rad", "phase of {answer} against the steering wheel at 1 Hz, negative for a lag"),
        "{answer}_coherence": ("1", "least coherence of {answer} with the steering wheel in the band"),
        "{answer}_linear_difference": (
            "1",
            "largest difference of H from that of the linearised car up to 2 Hz, divided by |H| there; "
            "the latter has no dry friction",
        ),
        **YAW_FIT_METRICS,
    }

    def contradictions(self) -> Iterator[Problem]:
        if self.highest <= self.lowest:
            yield Problem("highest", f"{self.highest:g} Hz", f"above the lowest, {self.lowest:g} Hz")
        elif self.duration * self.lowest < 2.0:
            yield Problem("duration", f"{self.duration:g} s", f"at least two periods of {self.lowest:g} Hz")

    def wheel(self, amplitude: float) -> History:
        """Returns the steering wheel over time, about zero; still before and after."""
        raise NotImplementedError

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        wheel = self.steering(car)
        start = start_straight(car, self.speed)
        angle = self.angle
        if angle is None:
            circle = start_in_circle(car, self.speed, self.lateral_acceleration / self.speed, at=start)
            angle = abs(circle.inputs[wheel] - start.inputs[wheel])
        t, turned, kind = self.wheel(angle)
        inputs = {wheel: (t, start.inputs[wheel] + turned, kind)}
        found = {"angle": angle}
        holder = replace(speed_holding_controller(car, self.speed, self.speed), rate=FOOT_RATE, brake="")
        return Manoeuvre(
            vehicle=vehicle, start=start, duration=float(t[-1]), inputs=inputs, found=found, controllers=(holder,)
        )

    def estimates(self, run: Result) -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Returns frequency, response and coherence of every answer, within the band."""
        step = float(run.time[1] - run.time[0])
        count = int(np.flatnonzero(np.abs(np.diff(run.time) - step) < 1e-6 * step)[-1]) + 2
        found = {}
        for word, channel in ANSWERS.items():
            f, H, coherence = frequency_response(run[WHEEL][:count], run[channel][:count], step, self.band)
            inside = (f >= self.lowest) & (f <= self.highest)
            found[word] = (f[inside], H[inside], coherence[inside])
        return found

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        found: Values = {"steering_angle": done.found["angle"], "speed_change": swing(run.time, run["vehicle.speed"])}
        linear = LinearSteering(done.start)
        for word, (f, H, coherence) in self.estimates(run).items():
            found |= {f"{word}_{name}": value for name, value in read_frequency_response(f, H).items()}
            found[f"{word}_coherence"] = float(coherence.min())
            exact = linear.response(word, f)
            used = f <= 2.0
            found[f"{word}_linear_difference"] = float((np.abs(H - exact) / np.abs(exact))[used].max())
        return found | yaw_fit_values(self.yaw_fit(run))

    def yaw_fit(self, run: Result) -> YawFit | str:
        """Returns the single track with one lag that answers as the car did in the run."""
        f, H, _ = self.estimates(run)["yaw_rate"]
        return fit_yaw_rate(f, H)

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        return yaw_fit_notes(self.yaw_fit(run))

    def spectra(self, run: Result, done: Any) -> Sequence[Spectra]:
        linear, estimates = LinearSteering(done.start), self.estimates(run)
        f = np.geomspace(self.lowest, self.highest, LINES)
        pictures = []
        for word, (frequency, H, _) in estimates.items():
            exact = linear.response(word, f)
            title = word.replace("_", " ")
            gains = {"run": _curve(frequency, np.abs(H)), "linearised": _curve(f, np.abs(exact))}
            pictures.append(Spectra(f"{title}: gain", UNITS[word], gains, ("linearised",), linear=True))
            phases = {"run": _curve(frequency, phase_of_response(H)), "linearised": _curve(f, phase_of_response(exact))}
            pictures.append(Spectra(f"{title}: phase", "rad", phases, ("linearised",), linear=True))
        coherences = {word.replace("_", " "): _curve(f, c) for word, (f, _, c) in estimates.items()}
        return [*pictures, Spectra("coherence with the steering wheel", "1", coherences, linear=True)]


class LinearSteering:
    """The car's small motions about straight running, without dry friction."""

    def __init__(self, start: SteadyMotionStart):
        self.input = str(start.car.steering)
        ready = frictionless_start(start)
        self.small = small_motions(ready, ready.state, {}, (WHEEL, *ANSWERS.values()))

    def response(self, word: str, frequencies: np.ndarray) -> np.ndarray:
        """Returns an answer for each rad of the steering wheel."""
        found = dict(zip(self.small.channels, self.small.by_sines({self.input: 1.0}, frequencies), strict=True))
        return found[ANSWERS[word]] / found[WHEEL]


def read_frequency_response(frequency: np.ndarray, H: np.ndarray) -> Values:
    """Returns gain, resonance, bandwidth, lags; what does not happen within the band has no number."""
    gain, phase = np.abs(H), phase_of_response(H)
    found: Values = {"steady_gain": float(gain[0])}
    if np.argmax(gain):  # else the gain falls from the lowest frequency on
        found["resonance"], top = peak(frequency, gain)
        found["resonance_ratio"] = top / found["steady_gain"]
    if (below := np.flatnonzero(gain < HALF_POWER * gain[0])).size and below[0]:
        found["bandwidth"] = _passing(frequency, gain, HALF_POWER * gain[0], int(below[0]))
    if (late := np.flatnonzero(phase < -np.pi / 4)).size and late[0]:
        found["frequency_45"] = _passing(frequency, phase, -np.pi / 4, int(late[0]))
        found["equivalent_time"] = 1.0 / (2.0 * np.pi * found["frequency_45"])
    if frequency[0] <= 1.0 <= frequency[-1]:
        found["phase_at_1_hz"] = float(np.interp(1.0, frequency, phase))
    return found


def _passing(frequency: np.ndarray, values: np.ndarray, level: float, k: int) -> float:
    share = (level - values[k - 1]) / (values[k] - values[k - 1])
    return float(frequency[k - 1] + share * (frequency[k] - frequency[k - 1]))


def phase_of_response(H: np.ndarray) -> np.ndarray:
    """Returns the phase in rad, without jumps; near zero at the lowest frequency."""
    phase = np.unwrap(np.angle(H))
    return phase - 2.0 * np.pi * np.round(phase[0] / (2.0 * np.pi))


def _curve(f: np.ndarray, values: np.ndarray) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return tuple(f.tolist()), tuple(values.tolist())
