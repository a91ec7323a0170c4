"""Snapshots: all numbers that decide how a laid-out run goes on, read from it and put back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.simulation.controls.controlled_run import ControlledRun
from jounce.simulation.controls.tick_record import TICK
from jounce.simulation.integrators.driver import Integration
from jounce.simulation.integrators.job import COURSE
from jounce.simulation.integrators.kept_arrays import NEVER_MADE
from jounce.simulation.workspace import Workspace

# of a job, where it has them
ARRAYS = ("state", "pieces", "guards", "guard_signs", "guard_slacks", "event_times", "memories", "live")


def save_snapshot(run: Integration, work: Workspace, controls: ControlledRun | None) -> dict[str, np.ndarray]:
    """Copies of all that changes in the course of a run.

    A Jacobian that a method keeps is none of it: it is made anew on both sides, so that both go on alike.
    """
    run.job["jacobian_age"] = NEVER_MADE
    found = {name: run.arrays[name].copy() for name in ARRAYS if name in run.arrays}
    found |= {f"job.{name}": np.array(run.job[name]) for name in COURSE}
    found |= {"modes": work.modes.copy(), "inputs": work.inputs.copy()}
    if controls:
        found["next_ticks"] = controls.rows[:, TICK].copy()
    return found


def restore_snapshot(
    run: Integration, work: Workspace, controls: ControlledRun | None, numbers: Mapping[str, Any]
) -> None:
    """Put saved numbers into a run that was laid out for the same model, integrator and controllers."""
    places = {name: run.arrays[name] for name in ARRAYS if name in run.arrays}
    places |= {"modes": work.modes, "inputs": work.inputs}
    if controls:
        places["next_ticks"] = controls.rows[:, TICK]
    wrong = [name for name, place in places.items() if np.shape(numbers.get(name, 0.0)) != place.shape]
    wrong += [f"job.{name}" for name in COURSE if np.shape(numbers.get(f"job.{name}", 0)) != ()]
    if wrong or any(f"job.{name}" not in numbers for name in COURSE):
        what = f"was saved with other controllers or by another version ({', '.join(wrong)})"
        raise ModelError("state", [Problem("state", what, "start the same model with the same controllers")])
    for name, place in places.items():
        place[...] = numbers[name]
    for name in COURSE:
        run.job[name] = numbers[f"job.{name}"]
