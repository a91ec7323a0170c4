"""Start states of a car with universal joints, which follow the Cardan law: no constant speed on both sides.

Its motion is steady in the mean only, and in the mean a universal joint carries one turn for one. So the car is
trimmed with joints of constant velocity; then its shafts are turned, and their speeds chosen, as the universal joints
ask at the wheels' angles and speeds. What the joints leave of accelerations in the driveline is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.model.assembly.car import CarModel
from jounce.simulation.prepare import prepare
from jounce.simulation.trim import trim
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.units import Plain


def needs_cardan_start(car: CarModel) -> bool:
    return any(getattr(joint, "ripples", False) for joint in car.model.joints)


def cardan_start_with_constant_velocity(car: CarModel) -> CarModel:
    """Returns the same car, each universal joint in its driveline replaced by one of constant velocity."""
    parts = (p.smooth() if getattr(p, "ripples", False) else p for p in car.model.parts)
    return replace(car, model=car.model.with_parts(parts))


def cardan_start_with_universal_joints(car: CarModel, smooth: SteadyMotionStart) -> SteadyMotionStart:
    """Returns the car with its own joints in the motion of the other, its shafts fitted to the wheels."""
    ready = prepare(car.model)
    places, known = (
        {**layout.coordinates, **layout.speeds, **layout.elements} for layout in (ready.layout, smooth.ready.layout)
    )
    state = ready.state.copy()
    for name, place in places.items():
        state[place] = smooth.ready.state[known[name]]
    shafts = list(_shafts(car))
    rates = [{f"{name}_rate": turns for name, turns in shaft.items()} for shaft in shafts]
    found = trim(ready, [], [], state, smooth.inputs, shared=[*shafts, *rates])
    start = SteadyMotionStart(car, ready, smooth.inputs).at(found)
    return replace(start, notes=(_left(start),))


def _shafts(car: CarModel) -> Iterator[dict[str, float]]:
    """Yields all that turns but the wheels, each shaft with its elements as one piece, so that its twist stays."""
    for name, corner in car.corners.items():
        elements = [part for part in car.turning if car.model.owner(part).corner == name and part != corner.wheel]
        if elements:
            yield dict.fromkeys(elements, 1.0)
    turning: dict[str, Any] = dict(car.turning)
    cases = [name for name in car.turning if name.startswith("drive.") and not name.startswith("drive.shaft_")]
    for case in cases:
        inputs = {name: turns for name, turns in turning.items() if name.startswith("drive.shaft_")}
        driven = case == cases[-1]  # the last is the only one or the one between two axles
        yield {case: 1.0} | {name: turns / turning[case] for name, turns in inputs.items() if driven}


def _left(start: SteadyMotionStart) -> str:
    speeds = [start.ready.layout.speeds[f"{name}_rate"] for name in start.car.turning]
    largest = np.abs(start.rates()[speeds]).max()
    return (
        "wheel joints follow the Cardan law: the run starts with their mean speed, which is steady but for "
        f"{Plain(largest):.2g} rad/s^2 in the driveline"
    )
