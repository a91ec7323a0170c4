"""Run an experiment an engineer would name and return its figures of merit."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.results import Result
from jounce.simulation.methods import first_sentence
from jounce.studies.subject import with_subject

# name of a study -> module that holds the function of the same name; imported when it is first used
STUDIES = {
    "wheel-travel": "jounce.studies.kinematics.wheel_travel",
    "compliance": "jounce.studies.kinematics.compliance",
    "pick-up-loads": "jounce.studies.kinematics.loads",
    "tyre-rig": "jounce.studies.tyres.tyre_rig",
    "tyre-fit": "jounce.studies.tyres.tyre_fit",
    "step-steer": "jounce.studies.handling.step_steer",
    "sine-steer": "jounce.studies.handling.sine_steer",
    "three-bumps": "jounce.studies.ride.three_bumps",
    "sine-road": "jounce.studies.ride.sine_road",
    "one-obstacle": "jounce.studies.ride.one_obstacle",
    "three-planks": "jounce.studies.ride.three_planks",
    "rim-acceleration": "jounce.studies.driveline.rim_acceleration",
    "torque-step": "jounce.studies.driveline.torque_step",
    "drive-path": "jounce.studies.driveline.drive_path",
    "one-sided-torque": "jounce.studies.driveline.one_sided_torque",
    "steady-circle": "jounce.studies.handling.steady_circle",
    "slow-ramp": "jounce.studies.handling.slow_ramp",
    "brake-to-standstill": "jounce.studies.handling.brake_to_standstill",
    "park-on-slope": "jounce.studies.handling.park_on_slope",
    "roll-over": "jounce.studies.handling.roll_over",
    "drive-road": "jounce.studies.ride.drive_road",
    "plausibility": "jounce.studies.handling.plausibility",
}


def run(model: Any, study: str, **settings: Any) -> Result:
    """Put a vehicle through a study by name: `run(car, "wheel-travel", axle="front")`."""
    known = settings_of(study)
    unknown = [name for name in settings if name not in known]
    if unknown:
        what, hint = "there is no such setting.", f"settings: {', '.join(n for n in known if n != 'on_progress')}"
        raise ModelError(study, [Problem(name, what + did_you_mean(name, known), hint) for name in unknown])
    return with_subject(_function(study)(model, **settings), model, study, STUDIES[study])


def settings_of(study: str) -> tuple[str, ...]:
    """What can be set in a study."""
    return tuple(signature(_function(study)).parameters)[1:]


def default_settings(study: str) -> dict[str, Any]:
    """What can be set in a study, and what it is where it is not set."""
    found = list(signature(_function(study)).parameters.values())[1:]
    return {p.name: None if p.default is p.empty else p.default for p in found if p.name != "on_progress"}


def descriptions() -> dict[str, str]:
    """Every study by name, and what it is: the first sentence of its file."""
    return {name: first_sentence(import_module(module)) for name, module in STUDIES.items()}


def _function(study: str) -> Callable[..., Result]:
    if study not in STUDIES:
        what = f"there is no study '{study}'.{did_you_mean(study, STUDIES)}"
        raise ModelError("run", [Problem("study", what, f"one of: {', '.join(STUDIES)}")])
    function: Callable[..., Result] = getattr(import_module(STUDIES[study]), study.replace("-", "_"))
    return function
