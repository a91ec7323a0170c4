"""Linear steer: gains and modes of a car about straight running, from its exact linear model."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from jounce import __version__
from jounce.errors import Problem
from jounce.model.assembly.car import CarModel
from jounce.results import Channel, Result
from jounce.results.panel import Panel
from jounce.simulation.linear.linearise import LinearModel
from jounce.studies.driving.drive import Drive, Values, drive_with_notes
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.handling.named_modes import WORDS, mode_channels, modes_by_name
from jounce.studies.handling.steady_cornering import GRAVITY, steady_cornering_geometry
from jounce.studies.response.linear_response import friction_left_out, frictionless_start, linear_steer_response
from jounce.studies.response.side_modes import SIDE_MODE_METRICS, side_modes
from jounce.studies.response.steady_steer import (
    SIDEWAYS,
    SteadySteer,
    linear_car,
    steady_steer,
    without_smooth_friction,
)
from jounce.studies.response.steer_frequencies import (
    ANSWERS,
    UNITS,
    phase_of_response,
)
from jounce.studies.response.yaw_fit import BAND, YAW_FIT_METRICS, fit_yaw_rate, yaw_fit_notes, yaw_fit_values
from jounce.studies.settings import FORWARD_SPEED, Amount, Count
from jounce.studies.study import Definitions, Progress

FREQUENCY = "frequency"


def _metrics() -> Definitions:
    found: dict[str, tuple[str, ...]] = {
        "yaw_rate_gain": ("1/s", "steady yaw rate divided by the angle of the steering wheel, without dry friction"),
        "lateral_acceleration_gain": ("m/s^2/rad", "steady lateral acceleration of the centre of mass, the same way"),
        "roll_gain": ("1", "steady roll angle, the same way"),
        "sideslip_gain": ("1", "steady sideslip of the centre of mass, the same way"),
        "steering_ratio": ("1", "steering-wheel angle divided by the mean steer angle of the wheels, straight ahead"),
        "understeer_gradient": (
            "deg/g",
            "(speed / (ratio times yaw-rate gain) less wheelbase) divided by speed^2, without dry friction",
        ),
        "characteristic_speed": (
            "m/s",
            "root of (wheelbase divided by understeer gradient), without dry friction",
            "driving speed",
        ),
        "yaw_rate_equivalent_time": ("s", "1 divided by (2 pi times the frequency where the yaw rate lags by 45 deg)"),
        **YAW_FIT_METRICS,
        **SIDE_MODE_METRICS,
    }
    found |= {word: ("Hz", f"frequency of {word.replace('_', ' ')}, undamped") for word in WORDS}
    return found | {f"{word}_damping": ("1", f"damping ratio of {word.replace('_', ' ')}") for word in WORDS}


class LinearSteer(Drive):
    """Small motions about straight running: gains of the steering wheel, and modes of body and wheels.

    All derivatives of the equations are exact. Dry friction is left out: what it holds at rest, a moving wheel does not
    feel. Samples run over the frequency of a small sine of the steering wheel.
    """

    name = "linear-steer"
    doing = "linearising"
    simulates = False
    without = ("output_step",)
    speed = FORWARD_SPEED
    lowest = Amount(default="0.1 Hz", unit="Hz", least=1e-3, most=10.0, meaning="lowest frequency of the curves")
    highest = Amount(default="5 Hz", unit="Hz", least=0.01, most=100.0, meaning="highest frequency of the curves")
    points = Count(default=101, least=2, most=10_000, meaning="frequencies")
    panels: ClassVar[Sequence[Panel]] = tuple(
        Panel(f"{answer.replace('_', ' ')}: {part}", (f"{answer}.{part}",), FREQUENCY)
        for answer in ANSWERS
        for part in ("gain", "phase")
    )
    metrics = _metrics()

    def contradictions(self) -> Iterator[Problem]:
        if self.highest <= self.lowest:
            yield Problem("highest", f"{self.highest:g} Hz", f"above the lowest, {self.lowest:g} Hz")

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = self.require_car(subject)
        began, free, smooth = clock.perf_counter(), *without_smooth_friction(vehicle)
        car = self.build_car(free)
        wheel, start = self.steering(car), start_straight(car, self.speed)
        ready = frictionless_start(start)
        linear = linear_car(ready, wheel, mode_channels(car))
        about = steady_cornering_geometry(vehicle, car)
        fit = fit_yaw_rate(BAND, linear_steer_response(linear, BAND)[0])
        values = _steady_values(steady_steer(linear, self.speed, about)) | yaw_fit_values(fit)
        values |= _side_mode_values(linear, car) | _named_modes(linear, car)
        run = self._curves(linear, {"model": ready.model.name, "model_hash": ready.fingerprint()})
        run = drive_with_notes(run, [*_friction_notes([*smooth, *friction_left_out(start)]), *yaw_fit_notes(fit)])
        return self.outcome(run, values, {}, about, wall_time=clock.perf_counter() - began)

    def _curves(self, linear: LinearModel, model: dict[str, str]) -> Result:
        """Returns amplitude and phase of all answers over frequency."""
        f = np.geomspace(self.lowest, self.highest, self.points)
        columns, channels = [f], [Channel(FREQUENCY, "Hz", "of a small sine of the steering wheel")]
        for answer, H in zip(ANSWERS, linear_steer_response(linear, f), strict=False):
            columns += [np.abs(H), phase_of_response(H)]
            title = answer.replace("_", " ")
            unit = "m/s^2/rad" if answer == "lateral_acceleration" else UNITS[answer]
            channels.append(Channel(f"{answer}.gain", unit, f"amplitude of {title} divided by that of the wheel"))
            channels.append(
                Channel(f"{answer}.phase", "rad", f"phase of {title} against the wheel, negative for a lag")
            )
        about = model | {"jounce_version": __version__, "abscissa": FREQUENCY, "status": "finished"}
        return Result(
            time=np.arange(self.points, dtype=float),
            channels=tuple(channels),
            numbers=np.column_stack(columns),
            metadata=about | {"settings": {}, "wall_time": 0.0, "notes": []},
        )


def _steady_values(found: SteadySteer) -> Values:
    """Returns gains, and the single track that would answer the same."""
    values: Values = {
        "yaw_rate_gain": found.yaw_rate,
        "lateral_acceleration_gain": found.lateral_acceleration,
        "roll_gain": found.roll,
        "sideslip_gain": found.sideslip,
        "steering_ratio": found.steering_ratio,
        "understeer_gradient": float(np.degrees(found.understeer)) * GRAVITY,
    }
    if found.characteristic_speed is not None:
        values["characteristic_speed"] = found.characteristic_speed
    if found.yaw_rate_lag is not None:
        values["yaw_rate_equivalent_time"] = found.yaw_rate_lag
    return values


def _friction_notes(names: Sequence[str]) -> list[str]:
    """Says that dry friction is left out, where the car has any, and which."""
    if not names:
        return []
    what = f"gains, curves and modes are those of the car without its dry friction ({', '.join(names)})"
    return [f"{what}; figures with it are those of steady-circle and of the runs over time"]


def _side_mode_values(linear: LinearModel, car: CarModel) -> Values:
    """Returns the modes that carry sideslip and yaw, numbered by rising size."""
    found: Values = {}
    for number, mode in enumerate(side_modes(linear, car, (SIDEWAYS, ANSWERS["yaw_rate"])), 1):
        found |= mode.values(number)
    return found


def _named_modes(linear: LinearModel, car: CarModel) -> Values:
    """Returns the named modes of body and wheels; a car without wheels has none."""
    if not mode_channels(car):
        return {}
    eigenvalues, vectors = np.linalg.eig(linear.A)
    order = np.argsort(np.abs(eigenvalues))
    shares = linear.C[len(ANSWERS) + 1 :] @ vectors[:, order]
    found: Values = {}
    for word, eigenvalue in modes_by_name(car, eigenvalues[order], shares).items():
        size = abs(eigenvalue)
        found |= {word: size / (2.0 * np.pi), f"{word}_damping": -eigenvalue.real / size}
    return found
