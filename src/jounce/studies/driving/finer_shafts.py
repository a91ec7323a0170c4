"""The same steady motion with more elements in the half shafts.

A chain of stiff springs between light rotors makes the equations of trim ill-conditioned: each angle alone does a
million times what all of them together do. At constant speed the torque is the same all along a shaft, so a car with
one element tells the rest: the twist is spread evenly.
"""

from __future__ import annotations

import re

import numpy as np

from jounce.equations.layout import Layout
from jounce.model import Vehicle
from jounce.simulation.simulate import prepare
from jounce.studies.driving_start import Start, straight

ELEMENT = re.compile(r"(?P<shaft>.*half_shaft_)(?P<number>\d+)(?P<what>\.angle(?:_rate)?)")


def straight_with_shafts(vehicle: Vehicle, speed: float, elements: int) -> Start:
    """Straight ahead at a speed, each half shaft with a number of elements."""
    coarse = vehicle.with_values({"half_shafts.elements": min(elements, 1)})
    start = straight(coarse.car_model(steering="angle"), speed)
    if elements <= 1:
        return start
    car = vehicle.with_values({"half_shafts.elements": elements}).car_model(steering="angle")
    ready = prepare(car.model)
    known = _named(start.ready.compiled.layout, start.ready.state)
    state = ready.state.copy()
    layout = ready.compiled.layout
    for name, place in {**layout.coordinates, **layout.speeds, **layout.elements}.items():
        state[place] = _value(name, known, elements)
    return Start(car, ready.starting_from(state), start.inputs)


def _named(layout: Layout, state: np.ndarray) -> dict[str, float]:
    places = {**layout.coordinates, **layout.speeds, **layout.elements}
    return {name: float(state[place]) for name, place in places.items()}


def _value(name: str, known: dict[str, float], elements: int) -> float:
    found = ELEMENT.fullmatch(name)
    if not found:
        return known[name]
    inner, outer = (known[f"{found['shaft']}{end}{found['what']}"] for end in (0, 1))
    return inner + (outer - inner) * int(found["number"]) / elements
