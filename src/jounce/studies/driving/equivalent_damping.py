"""A car on waves with its dampers as linear ones: the describing function of their law. [Kryloff and Bogoliubov 1943]

A damper that is moved with the speed v = A cos(w t) answers with a mean force, a part in phase with v, and harmonics,
which the masses hardly follow. The first two make the linear damper that stands for it at that amplitude:

    F ~ m + c v,    m = 1/(2 pi) int F(A cos s) ds,    c = 1/(pi A) int F(A cos s) cos s ds    over a period

A follows from the motion of the car with these dampers, so both are found together. m moves the car on its springs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.graph import table_data
from jounce.model import Vehicle
from jounce.parts.laws import Law, Points
from jounce.simulation.small_motions import small_motions
from jounce.studies.driving_start import straight

ANGLES = 2 * np.pi * (np.arange(720) + 0.5) / 720
ROUNDS, ENOUGH = 30, 1e-4  # until no amplitude changes by that share
SLOWEST = 1e-6  # m/s, for a damper that does not move


def on_waves_equivalent(
    vehicle: Vehicle, speed: float, wavelength: float, wave: float, channels: Sequence[str]
) -> dict[str, complex]:
    """Channels per metre of the waves' amplitude, dampers as linear ones at the speeds that waves of `wave` give."""
    laws = {name: axle.elements["damper"].law for name, axle in vehicle.axles.items() if "damper" in axle.elements}
    rates = {name: f"{name}_left.damper.rate" for name in laws}
    amplitudes = dict.fromkeys(laws, wave * 2 * np.pi * speed / wavelength)
    seen: dict[str, complex] = {}
    for _ in range(ROUNDS):
        car = _with_lines(vehicle, {name: line_for(law, amplitudes[name]) for name, law in laws.items()})
        start = straight(car.car_model(steering="angle"), speed)
        small = small_motions(start.ready.compiled, start.ready.state, start.inputs, [*channels, *rates.values()])
        seen = small.on_waves(wavelength, speed)
        found = {name: wave * abs(seen[channel]) for name, channel in rates.items()}
        if all(abs(found[name] - was) <= ENOUGH * was for name, was in amplitudes.items()):
            break
        amplitudes = {name: max(value, SLOWEST) for name, value in found.items()}
    return seen


def line_for(law: Law, amplitude: float) -> tuple[float, float]:
    """m and c: mean force, and force in phase with the speed by its amplitude."""
    forces = forces_of(law, amplitude * np.cos(ANGLES))
    return float(forces.mean()), float(2.0 * (forces * np.cos(ANGLES)).mean() / amplitude)


def forces_of(law: Law, speeds: np.ndarray) -> np.ndarray:
    """The law at many speeds."""
    if not isinstance(law, Points):
        return np.array([law.value(float(v)) for v in speeds])
    n, data = len(law.x), table_data(np.array(law.x), np.array(law.y), law.interpolation)
    piece = np.searchsorted(data[:n], speeds, side="right")
    powers = (speeds - data[n : 2 * n + 1][piece])[:, None] ** np.arange(4)
    return np.asarray((data[2 * n + 1 :].reshape(n + 1, 4)[piece] * powers).sum(axis=1))


def _with_lines(vehicle: Vehicle, lines: dict[str, tuple[float, float]]) -> Vehicle:
    """The vehicle with F = m + c v in place of the law of each axle's dampers."""
    axles: dict[str, Any] = dict(vehicle.axles)
    for name, (m, c) in lines.items():
        law = Points(x=(-1.0, 1.0), y=(m - c, m + c), interpolation="linear")
        damper = replace(axles[name].elements["damper"], law=law)
        axles[name] = replace(axles[name], elements=dict(axles[name].elements) | {"damper": damper})
    return replace(vehicle, axles=axles)
