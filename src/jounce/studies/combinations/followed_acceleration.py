"""The steering that makes the first axle follow a lateral acceleration: by the linear vehicle, then by runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jounce.results import Result
from jounce.simulation.linear.linearise import LinearModel
from jounce.studies.driving.histories import SAMPLE, smooth

LONGER = 4  # times the run, over which its Fourier series goes: what leads back to its begin is far away
SLOWEST = 1e-6  # Hz, in place of zero, where the place of the vehicle goes on for ever
CUT, STEEP = 8.0, 6  # frequencies above so many times that of the sine are left out, by exp(-(f/cut)^steep)
TAKEN_UP = 0.1  # of a period in which a sine that goes on takes up its amplitude

Steered = Callable[[np.ndarray], Result]  # a run with changes of the steering wheel's angle, at the times of the goal


@dataclass(frozen=True)
class WantedAcceleration:
    """A lateral acceleration over time: one sine, or several."""

    times: np.ndarray  # s, evenly spaced from zero on
    values: np.ndarray  # m/s^2
    frequency: float  # Hz

    @classmethod
    def of_sine(
        cls, amplitude: float, frequency: float, periods: float, begin: float, duration: float
    ) -> WantedAcceleration:
        """Returns `periods` of a sine, from `begin` on; several take up their amplitude in the first period."""
        t = np.linspace(0.0, duration, round(duration / SAMPLE) + 1)
        inside = np.clip(t - begin, 0.0, periods / frequency)
        rising = smooth(inside * frequency) if periods > 1.0 else 1.0
        return cls(t, amplitude * rising * np.sin(2.0 * np.pi * frequency * inside), frequency)


def steering_of_linear_vehicle(
    linear: LinearModel, output: int, wanted: WantedAcceleration, missing: np.ndarray
) -> np.ndarray:
    """Returns the change of the steering wheel's angle that adds a missing acceleration, by the linear vehicle.

    The inputs of the linear vehicle are the angle and its two rates, so that its response to e^(st) is divided by.
    """
    n = LONGER * len(missing)
    f = np.maximum(np.fft.rfftfreq(n, SAMPLE), SLOWEST)
    low = f <= 2.0 * CUT * wanted.frequency  # beyond, nothing is left
    response = np.array([_response(linear, output, each) for each in f[low].tolist()])
    kept = np.exp(-((f[low] / (CUT * wanted.frequency)) ** STEEP))
    spectrum = np.fft.rfft(missing, n)
    spectrum[low] *= kept / response
    spectrum[~low] = 0.0
    found: np.ndarray = np.fft.irfft(spectrum, n)[: len(missing)]
    return found - found[0]


def _response(linear: LinearModel, output: int, frequency: float) -> complex:
    s = 2j * np.pi * frequency
    orders = s ** np.arange(linear.B.shape[1])
    inside = np.linalg.solve(s * np.eye(len(linear.A)) - linear.A, linear.B @ orders)
    return complex(linear.C[output] @ inside + linear.D[output] @ orders)


def followed_steering(
    linear: LinearModel, output: int, wanted: WantedAcceleration, steered: Steered, channel: str, corrections: int
) -> np.ndarray:
    """Returns the change of the steering wheel's angle by which a channel follows what is wanted.

    Each correction is a run of the whole vehicle: what it misses is added by the linear one.
    """
    angle = steering_of_linear_vehicle(linear, output, wanted, wanted.values)
    for _ in range(corrections):
        run = steered(angle)
        missing = wanted.values - np.interp(wanted.times, run.time, run[channel])
        angle = angle + steering_of_linear_vehicle(linear, output, wanted, missing)
    return angle
