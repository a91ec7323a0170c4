"""Step by step: a car or a mechanism that is driven from outside, call by call."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model import Model, Vehicle, load
from jounce.parts.roads import Road
from jounce.simulation.prepare import Prepared, prepare_quantities
from jounce.simulation.stepping.start_stepper import start_stepper
from jounce.simulation.stepping.stepper import Stepper
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.response.wanted_car import with_wanted_car

OWN = ("speed", "road", "inputs", "controllers")  # settings that `start` reads itself
OTHERS = tuple(name for name in signature(start_stepper).parameters if name not in ("model", "subject", *OWN))


def start(
    subject: Model | Vehicle | Prepared | str,
    *,
    speed: float | str | None = None,
    inputs: Mapping[str, Any] | None = None,
    controllers: Any = (),  # one, or a list of them
    road: Road | None = None,
    **settings: Any,
) -> Stepper:
    """Starts a simulation that `step` drives.

        sim = start(car, speed="20 m/s")
        sim.step({"drive.torque": 30.0}, 0.01)

    A vehicle starts straight ahead at the speed, or standing, trimmed, with the inputs that hold it so; `inputs` gives
    others. A mechanism starts from `start` and `start_rates`, as in `simulate`. Both may be given by name or file.
    Further settings: `integrator` ("auto"), `step`, `accuracy`, `rtol`, `projection`, `events`, `record` (rows
    for `result`), `state` (a saved one, or its file).
    """
    _check_settings(settings)
    subject = load(subject) if isinstance(subject, str) else subject
    if not isinstance(subject, Model | Vehicle | Prepared):
        what = f"{type(subject).__name__} cannot be driven"
        raise ModelError("start", [Problem("subject", what, "a car or a mechanism, its name or its file")])
    if not isinstance(subject, Vehicle):
        if speed is not None:
            what = f"{speed}, but this is no vehicle"
            raise ModelError("start", [Problem("speed", what, "give start_rates of a mechanism")])
        return start_stepper(subject, road=road, inputs=inputs, controllers=controllers, **settings)
    if wrong := [name for name in ("start", "start_rates") if settings.get(name)]:
        problems = [Problem(name, "a vehicle starts trimmed", "give its speed, or a saved state") for name in wrong]
        raise ModelError(subject.name, problems)
    number = prepare_quantities(subject.name, {"speed": 0.0 if speed is None else speed}, {"speed": "m/s"})["speed"]
    subject = with_wanted_car(subject)
    begin = start_straight(subject.car_model(), number)
    held = dict(begin.inputs) | dict(inputs or {})
    return start_stepper(begin.ready, road=road, inputs=held, controllers=controllers, subject=subject, **settings)


def _check_settings(settings: Mapping[str, Any]) -> None:
    """Refuses settings that nobody knows, all at once."""
    problems = [
        Problem(name, f"there is no such setting.{did_you_mean(name, (*OWN, *OTHERS))}", ", ".join((*OWN, *OTHERS)))
        for name in settings
        if name not in OTHERS
    ]
    if problems:
        raise ModelError("start", problems)
