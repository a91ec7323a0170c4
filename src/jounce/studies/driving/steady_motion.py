"""Steady motions of a car by trim: what may move, what shall not change, and dry friction that sticks or slides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from jounce.errors import NumericalError
from jounce.model.assembly.car import CarModel
from jounce.model.assembly.rotors import CAR
from jounce.simulation.loops.tangent import Tangent
from jounce.simulation.prepare import Prepared
from jounce.simulation.trim import Trimmed, trim

PLACE = tuple(f"{CAR}.{name}" for name in ("x", "y", "turn_z"))  # where the car is and heads: free
AT_REST = 1e-9  # rad/s below which dry friction does not slide
TRIES = 6  # guesses at what sticks and what slides


@dataclass(frozen=True)
class SteadyMotionStart:
    """A car in its start state, and the inputs that hold it there."""

    car: CarModel
    ready: Prepared
    inputs: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # what a user should know about it

    def at(self, found: Trimmed) -> SteadyMotionStart:
        return SteadyMotionStart(self.car, self.ready.starting_from(found.state), found.inputs)

    def seen(self) -> dict[str, float]:
        """Every channel in the start state."""
        return self.ready.workspace(self.inputs).observe(self.ready.state)

    def rates(self) -> np.ndarray:
        """Of every state."""
        return self.ready.workspace(self.inputs).rhs(self.ready.state)


class _Friction(NamedTuple):
    """Dry friction between parts that turn with the wheels."""

    share: str
    terms: dict[str, float]  # factor of each coordinate
    holds: bool  # its limit is not zero

    def rate(self, start: SteadyMotionStart, state: np.ndarray) -> float:
        places = start.ready.layout.speeds
        return float(sum(factor * state[places[f"{name}_rate"]] for name, factor in self.terms.items()))


def find_steady_motion(start: SteadyMotionStart, state: np.ndarray, unknowns: Sequence[str]) -> SteadyMotionStart:
    """The steady motion near a state; `unknowns` may change besides positions, tyres, wheels, shafts and drive torque.

    Whether friction in the driveline sticks or slides shows only in the end: where it slides the wrong way it sticks,
    and where it would hold more than its limit it slides. Where its limit is zero it holds nothing, and only follows.
    """
    names, car = start.ready.compiled.tangent, start.car
    frictions = list(_frictions(car))
    sides = {f.share: np.sign(rate) if abs(rate := f.rate(start, state)) > AT_REST else 0.0 for f in frictions}
    turning = [f"{name}_rate" for name in car.turning]
    settling = [*movable_in_steady_motion(start, names), *turning, *_deflections(names), *unknowns]
    rest = [name for name in _resting(start, names) if name not in sides]
    for _ in range(TRIES):
        stuck = [f for f in frictions if f.holds and not sides[f.share]]
        found = trim(
            start.ready,
            [*settling, *(f.share for f in stuck)],
            rest,
            _sliding(start, state, sides),
            start.inputs,
            steady=[*shaft_twists_in_steady_motion(car), *(f.terms for f in stuck)],
            shared=_drive(car),
        )
        wrong = dict(_wrong(start, found.state, frictions, sides))
        if not wrong:
            return start.at(found)
        sides |= wrong
    raise NumericalError(f"no trim found for {car.model.name}: {', '.join(wrong)} neither sticks nor slides")


def _frictions(car: CarModel) -> Iterator[_Friction]:
    for part in car.model.forces:
        if hasattr(part, "holds") and all(name in car.turning for name in part.terms()):
            yield _Friction(f"{part.name}.share", part.terms(), part.holds)


def _sliding(start: SteadyMotionStart, state: np.ndarray, sides: Mapping[str, float]) -> np.ndarray:
    """The state with the friction that slides at its limit, and that which sticks as it is or within its limit."""
    state, places = state.copy(), start.ready.layout.elements
    for share, side in sides.items():
        state[places[share]] = side or np.clip(state[places[share]], -1.0, 1.0)
    return state


def _wrong(
    start: SteadyMotionStart, state: np.ndarray, frictions: Sequence[_Friction], sides: Mapping[str, float]
) -> Iterator[tuple[str, float]]:
    """Frictions on the wrong side, and where they belong: 0 sticks."""
    places = start.ready.layout.elements
    for friction in frictions:
        side, share, rate = sides[friction.share], float(state[places[friction.share]]), friction.rate(start, state)
        if not friction.holds:
            if abs(rate) > AT_REST and side != np.sign(rate):
                yield friction.share, np.sign(rate)
        elif side and side * rate < -AT_REST:
            yield friction.share, 0.0
        elif not side and abs(share) > 1.0:
            yield friction.share, np.sign(share)


def _deflections(names: Tangent) -> list[str]:
    return [name for name in names.elements if name.rsplit(".", 1)[1] in ("u_x", "u_y")]


def movable_in_steady_motion(start: SteadyMotionStart, names: Tangent) -> list[str]:
    """Positions that may change on the way: shafts twist, so their angles are among them; idle spins are held."""
    named = dict(zip(names.speeds, names.positions, strict=True))
    held = {*PLACE, *(named[speeds[0]] for speeds in start.ready.rank.idle_speeds)}
    return [name for name in names.positions if name not in held]


def _resting(start: SteadyMotionStart, names: Tangent) -> list[str]:
    """What does not change: all but the place of the car, what rolls, and idle spins, which are left alone."""
    idle = {name for speeds in start.ready.rank.idle_speeds for name in speeds}
    rolling = {*PLACE, *start.car.turning}
    pairs = zip(names.positions, names.speeds, strict=True)
    positions = [position for position, speed in pairs if position not in rolling and speed not in idle]
    return [*positions, *(name for name in names.speeds if name not in idle), *names.elements]


def shaft_twists_in_steady_motion(car: CarModel) -> list[dict[str, float]]:
    """Shafts that turn keep their twist."""
    return [part.twist() for part in car.model.forces if hasattr(part, "twist")]


def _drive(car: CarModel) -> list[dict[str, float]]:
    """One torque for all motors: each on its own, they would steer the car as well."""
    return [dict.fromkeys(car.drive, 1.0)] if car.drive else []
