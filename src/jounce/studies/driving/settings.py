"""Settings of a driving study: SI numbers or texts with a unit, each within its range, refused all at once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.units import UnitError, to_si

Value = float | str
WORDS = {"TirFile": "tyre file", "Model": "mechanism"}  # what a user calls them
# what a setting of that name can be, in every study; SI, ends included
RANGES = {
    "speed": (0.1, 150.0),
    "lateral_acceleration": (-20.0, 20.0),
    "angle": (-30.0, 30.0),  # of the steering wheel: nearly five turns
    "rate": (1e-3, 20.0),
    "frequency": (0.01, 50.0),
    "radius": (1.0, 1e6),
    "pedal": (0.0, 1.0),
    "torque": (-1e5, 1e5),
    "duration": (0.01, 3600.0),
    "begin": (0.0, 3600.0),
    "rise": (1e-3, 60.0),
    "height": (1e-5, 0.5),
    "length": (1e-3, 100.0),
    "spacing": (1e-3, 100.0),
    "amplitude": (1e-6, 1.0),
    "wavelength": (0.1, 1000.0),
    "grade": (-1.0, 1.0),
    "bank": (-1.0, 1.0),
    "raised": (0.0, 5.0),
    "step": (1e-7, 0.05),
    "output_step": (1e-6, 10.0),
    "elements": (0, 50),
    "points": (6, 200),  # the gradients fit four numbers, and not to the smallest of them
}


def settings(study: str, **given: tuple[Any, ...]) -> SimpleNamespace:
    """Each `name=(value, SI unit)` as a number under its name; the unit "count" is for whole numbers.

    `name=(value, SI unit, low, high)` where the range is narrower than that of all studies.
    """
    found, problems = {}, []
    for name, (value, unit, *narrower) in given.items():
        try:
            number = to_si(value, "1" if unit == "count" else unit)
        except UnitError as error:
            problems.append(Problem(name, error.what, error.help))
            continue
        low, high = narrower or RANGES[name]
        word = "" if unit in ("1", "count") else f" {unit}"
        if not low <= number <= high or (unit == "count" and number != int(number)):
            right = f"{'a whole number ' if unit == 'count' else ''}from {low:g} to {high:g}{word}"
            in_si = f"{number:g}{word}"
            written = f"{value} = {in_si}" if isinstance(value, str) and value != in_si else in_si
            problems.append(Problem(name, written, right))
        found[name] = int(number) if unit == "count" and number == int(number) else number
    if problems:
        raise ModelError(study, problems)
    return SimpleNamespace(**found)


def refuse_short(study: str, duration: float, needed: float, why: str) -> None:
    """A run ends after what it is for."""
    if duration < needed:
        raise ModelError(study, [Problem("duration", f"{duration:g} s", f"at least {needed:g} s: {why}")])


def step_of(study: str, step: Value, name: str = "step") -> float | None:
    """A step in s; None where it shall be found."""
    return None if step == "auto" else float(vars(settings(study, **{name: (step, "s")}))[name])


def steering_of(study: str, car: CarModel) -> str:
    """The driver's input at the steering wheel."""
    if car.steering is None:
        what, hint = "none is steered", "steered = true in [axles.front], and a table [steering]"
        raise ModelError(study, [Problem("axles", what, hint)])
    return car.steering


def require_car(study: str, vehicle: object) -> Vehicle:
    """Studies on the road are for vehicles."""
    if not isinstance(vehicle, Vehicle):
        word = WORDS.get(type(vehicle).__name__, type(vehicle).__name__.lower())
        what = f"a {word} cannot be driven"
        raise ModelError(study, [Problem("model", what, "a vehicle file, for example small_car")])
    return vehicle
