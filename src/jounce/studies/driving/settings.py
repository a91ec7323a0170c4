"""Settings of a driving study: SI numbers or texts with a unit, refused all at once."""

from __future__ import annotations

from types import SimpleNamespace

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle
from jounce.units import UnitError, to_si

Value = float | str
WORDS = {"TirFile": "tyre file", "Model": "mechanism"}  # what a user calls them
POSITIVE = ("s", "m", "m/s", "Hz", "rad/s")  # units of what cannot be zero or negative


def settings(study: str, **given: tuple[Value, str]) -> SimpleNamespace:
    """Each `name=(value, SI unit)` as a number under its name."""
    found, problems = {}, []
    for name, (value, unit) in given.items():
        try:
            number = to_si(value, unit)
        except UnitError as error:
            problems.append(Problem(name, error.what, error.help))
            continue
        if unit in POSITIVE and not number > 0:
            problems.append(Problem(name, f"{number:g} {unit}", "a positive value"))
        found[name] = number
    if problems:
        raise ModelError(study, problems)
    return SimpleNamespace(**found)


def step_of(study: str, step: Value, name: str = "step") -> float | None:
    """A step in s; None where it shall be found."""
    return None if step == "auto" else float(vars(settings(study, **{name: (step, "s")}))[name])


def require_car(study: str, vehicle: object) -> Vehicle:
    """Studies on the road are for vehicles."""
    if not isinstance(vehicle, Vehicle):
        word = WORDS.get(type(vehicle).__name__, type(vehicle).__name__.lower())
        what = f"a {word} cannot be driven"
        raise ModelError(study, [Problem("model", what, "a vehicle file, for example small_car")])
    return vehicle
