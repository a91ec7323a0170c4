"""Steady motions of a car by trim: what may move, what shall not change, and dry friction that sticks or slides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from jounce.model.assembly.car import CarModel
from jounce.parts.ends import coordinates_of, has_phases
from jounce.simulation.loops.tangent import Tangent
from jounce.simulation.prepare import Prepared
from jounce.simulation.trim import Trimmed, trim

PLACE = ("x", "y", "turn_z")  # where the car is and heads: free


@dataclass(frozen=True)
class SteadyMotionStart:
    """A car in its start state, and the inputs that hold it there."""

    car: CarModel
    ready: Prepared
    inputs: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # what a user should know about it
    trimmed: Trimmed | None = None  # what it was found by

    def moved_to(self, state: np.ndarray) -> SteadyMotionStart:
        return replace(self, ready=self.ready.starting_from(state))

    def at(self, found: Trimmed) -> SteadyMotionStart:
        ready = self.ready.starting_from(found.state, found.friction)
        return SteadyMotionStart(self.car, ready, found.inputs, trimmed=found)

    def seen(self) -> dict[str, float]:
        """Returns every channel in the start state."""
        return self.ready.workspace(self.inputs).observe(self.ready.state)

    def rates(self) -> np.ndarray:
        """Returns the rates of every state."""
        return self.ready.workspace(self.inputs).rhs(self.ready.state)


def find_steady_motion(start: SteadyMotionStart, state: np.ndarray, unknowns: Sequence[str]) -> SteadyMotionStart:
    """Returns the steady motion near a state; `unknowns` may change besides positions, tyres, wheels, shafts and drive
    torque.

    Dry friction between parts that turn with the wheels sticks or slides. That of other parts, such as the rack, could
    have any force within its limit where the car stands still in itself: what is looked for is the middle of these.
    """
    names, car = start.ready.compiled.tangent, start.car
    rotors = turning_in_steady_motion(car)
    turning = [f"{name}_rate" for name in rotors]
    frictions = [part for part in car.model.forces if hasattr(part, "has_phases")]
    # seals of dampers act on what does not turn
    inside = [p.name for p in frictions if coordinates_of(p) and {*rotors} >= {*coordinates_of(p)}]
    apart = [part.name for part in frictions if part.has_phases and part.name not in inside]
    smooth = [f"{part.name}.share" for part in frictions if not part.has_phases and part.name in inside]
    lagging = [f"{part.name}.{word}" for part in car.model.forces for word in getattr(part, "lags", ())]
    settling = [*movable_in_steady_motion(start, names), *turning, *_deflections(names), *smooth, *lagging, *unknowns]
    found = trim(
        start.ready,
        settling,
        _resting(start, names),
        state,
        start.inputs,
        steady=shaft_twists_in_steady_motion(car),
        shared=_drive(car),
        frictionless=apart,
    )
    return start.at(found)


def turning_in_steady_motion(car: CarModel) -> tuple[str, ...]:
    """Returns coordinates that turn as the car rolls: wheels, shafts, gears, engine."""
    return (*car.turning, *(car.powertrain.coordinates() if car.powertrain is not None else ()))


def seals_in_steady_motion(car: CarModel) -> list[str]:
    """Frictions along lines, as of damper seals: at rest they could hold the car at any height within their limits."""
    return [part.name for part in car.model.forces if has_phases(part) and not coordinates_of(part)]


def _deflections(names: Tangent) -> list[str]:
    return [name for name in names.elements if name.endswith(("u_x", "u_y"))]  # twin tyres have `outer_u_x`


def movable_in_steady_motion(start: SteadyMotionStart, names: Tangent) -> list[str]:
    """Gives positions that may change on the way: shafts twist, so their angles are among them; idle spins are held."""
    named = dict(zip(names.speeds, names.positions, strict=True))
    held = {*_place(start.car), *(named[speeds[0]] for speeds in start.ready.rank.idle_speeds)}
    return [name for name in names.positions if name not in held]


def _place(car: CarModel) -> list[str]:
    return [car.coordinate(word) for word in PLACE]


def _resting(start: SteadyMotionStart, names: Tangent) -> list[str]:
    """Returns what does not change: all but the place of the car, what rolls or adds up, and idle spins, left alone."""
    idle = {name for speeds in start.ready.rank.idle_speeds for name in speeds}
    rolling = {*_place(start.car), *turning_in_steady_motion(start.car)}
    pairs = zip(names.positions, names.speeds, strict=True)
    positions = [position for position, speed in pairs if position not in rolling and speed not in idle]
    summed = {f"{part.name}.{word}" for part in start.car.model.forces for word in getattr(part, "sums", ())}
    states = [name for name in names.elements if name not in summed]
    return [*positions, *(name for name in names.speeds if name not in idle), *states]


def shaft_twists_in_steady_motion(car: CarModel) -> list[dict[str, float]]:
    """Shafts that turn keep their twist."""
    return [part.twist() for part in car.model.forces if hasattr(part, "twist")]


def _drive(car: CarModel) -> list[dict[str, float]]:
    """Returns one torque for all motors: each on its own, they would steer the car as well."""
    return [dict.fromkeys(car.drive, 1.0)] if car.drive else []
