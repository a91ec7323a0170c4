"""A car on waves with its dampers as linear ones: the describing function of their law. [Kryloff, Bogoliubov 1943]

A damper that is moved with the speed v = A cos(w t) answers with a part in phase with v and with a mean and harmonics,
which the masses hardly follow. The first makes the linear damper that takes as much energy at that amplitude:

    F ~ c v,    c = 1/(pi A) int F(A cos s) cos s ds    over a period

Dry friction of its seals, F = L sign(v), adds c = 4 L/(pi A). A follows from the motion of the car with these dampers,
so both are found together. The mean force, which lets the car down on its springs by millimetres, is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.model import Vehicle
from jounce.model.axle_data import Axle
from jounce.parts.laws import Law, Linear
from jounce.simulation.linear.small_motions import small_motions
from jounce.simulation.prepare import prepare
from jounce.studies.driving.damper_seals import without_seal_friction
from jounce.studies.driving.driving_start import SteadyMotionStart

ANGLES = 2 * np.pi * (np.arange(720) + 0.5) / 720
RATED = 0.3  # m/s of the piston, at which dampers are rated [JASO C602]
ROUNDS, ENOUGH = 30, 1e-4  # until no amplitude changes by that share
SLOWEST = 1e-6  # m/s, for a damper that does not move


def on_waves_equivalent(
    vehicle: Vehicle, start: SteadyMotionStart, speed: float, wavelength: float, wave: float, channels: Sequence[str]
) -> dict[str, complex]:
    """Returns channels per metre of the waves' amplitude, dampers as linear ones at the speeds that waves of `wave`
    give.

    At rest dampers do nothing, so the start of the vehicle as it is holds for any of them.
    """
    dampers = {name: data for name, axle in vehicle.all_axles().items() if (data := axle.elements.get("damper"))}
    laws = {name: data.law for name, data in dampers.items()}
    seals: Any = {name: data.seal_friction or 0.0 for name, data in dampers.items()}
    corners = start.car.axles
    rates = {name: f"{corners[name][0].prefix}.damper.rate" for name in laws}
    amplitudes = dict.fromkeys(laws, wave * 2 * np.pi * speed / wavelength)
    seen: dict[str, complex] = {}
    for _ in range(ROUNDS):
        slopes = {
            name: slope_for(law, amplitudes[name]) + slope_for_friction(seals[name], amplitudes[name])
            for name, law in laws.items()
        }
        linear = _with_slopes(without_seal_friction(vehicle), slopes)
        ready = prepare(linear.car_model("angle", start.car.compliant).model, integrator=None)
        small = small_motions(ready, start.ready.state, start.inputs, [*channels, *rates.values()])
        seen = small.on_waves(wavelength, speed)
        found = {name: wave * abs(seen[channel]) for name, channel in rates.items()}
        if all(abs(found[name] - was) <= ENOUGH * was for name, was in amplitudes.items()):
            break
        amplitudes = {name: max(value, SLOWEST) for name, value in found.items()}
    return seen


def slope_for(law: Law, amplitude: float) -> float:
    """Returns c: force in phase with the speed by its amplitude."""
    speeds = amplitude * np.cos(ANGLES)
    return float(2.0 * (forces_of(law, speeds) * speeds).mean() / amplitude**2)


def slope_for_friction(limit: float, amplitude: float) -> float:
    """Returns c of dry friction with this limit: the law F = limit sign(v)."""
    return 4.0 * limit / (np.pi * amplitude)


def forces_of(law: Law, speeds: np.ndarray) -> np.ndarray:
    """Returns the law at many speeds."""
    return law.values(speeds) if hasattr(law, "values") else np.array([law.value(float(v)) for v in speeds])


def _with_slopes(vehicle: Vehicle, slopes: dict[str, float]) -> Vehicle:
    """Returns the vehicle with F = c v in place of the law of each axle's dampers."""
    names = dict(zip((path for path, _ in vehicle.axles_by_path()), vehicle.all_axles(), strict=True))

    def with_slope(path: str, axle: Axle) -> Axle:
        if names[path] not in slopes:
            return axle
        damper = replace(axle.elements["damper"], law=Linear(slope=slopes[names[path]]))
        return replace(axle, elements=dict(axle.elements) | {"damper": damper})

    return vehicle.with_axles(with_slope)
