"""Adjusters turned until a car stands as it is wanted: all at once, by Newton's method on standing cars."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.errors import NumericalError
from jounce.model import Vehicle
from jounce.studies.stance.standing import Standing, standing_of_car

LOOKS = 40  # at standing cars, besides one for each adjuster
MET = 1e-9  # of a residual: m, rad or share
TURN = 1e-3  # m or rad by which an adjuster is turned to see what it does
MOST = 0.05  # m or rad in one step: beyond, springs and stops are others

Look = Callable[[Standing, Vehicle], float]


@dataclass(frozen=True)
class Adjuster:
    """What is turned: numbers of the file that change by the same amount."""

    paths: tuple[str, ...]


@dataclass(frozen=True)
class Wanted:
    """What shall be zero of a standing car, and in which words to say by how much it is not."""

    name: str
    unit: str  # as people read it
    residual: Look


def turn_adjusters(
    vehicle: Vehicle,
    compliant: bool,
    adjusters: Sequence[Adjuster],
    wanted: Sequence[Wanted],
    on_look: Callable[[int], None] = lambda _: None,
) -> tuple[Vehicle, Standing]:
    """Returns the vehicle whose residuals vanish, and how it stands.

    Derivatives are differences at first, and follow the steps from then on. [Broyden 1965]
    """
    drawn = vehicle.values()
    looks = 0

    def changed(turns: np.ndarray) -> Vehicle:
        numbers: dict[str, float] = {}
        for adjuster, turn in zip(adjusters, turns, strict=True):
            numbers |= {path: drawn[path] + float(turn) for path in adjuster.paths}
        return vehicle.with_values(numbers)

    def missed(turns: np.ndarray) -> tuple[np.ndarray, Vehicle, Standing]:
        nonlocal looks
        looks += 1
        on_look(looks)
        car = changed(turns)
        found = standing_of_car(car.car_model(compliant=compliant))
        return np.array([want.residual(found, car) for want in wanted]), car, found

    turns = np.zeros(len(adjusters))
    r, car, found = missed(turns)
    slopes = np.column_stack([(missed(turns + TURN * e)[0] - r) / TURN for e in np.eye(len(adjusters))])
    for _ in range(LOOKS):
        if np.abs(r).max() <= MET:
            return car, found
        step = -np.linalg.lstsq(slopes, r, rcond=1e-9)[0]
        step *= min(1.0, MOST / max(float(np.abs(step).max()), MOST))
        after, car, found = missed(turns + step)
        slopes += np.outer(after - r - slopes @ step, step) / (step @ step)
        turns, r = turns + step, after
    worst = int(np.abs(r).argmax())
    what = f"{wanted[worst].name} misses by {r[worst]:.3g} {wanted[worst].unit}"
    raise NumericalError(f"{vehicle.name} cannot be set up so: {what}; a spring may be slack, or a wheel on its stop")


def adjusted_values(before: Mapping[str, float], after: Mapping[str, float], paths: Sequence[str]) -> dict[str, float]:
    """Returns the values that differ, by their paths."""
    return {path: after[path] for path in paths if after[path] != before.get(path, 0.0)}
