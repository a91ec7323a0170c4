"""Snapshots: all numbers that decide how a laid-out run goes on, saved from it and restored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.simulation.controls.controlled_run import ControlledRun
from jounce.simulation.controls.tick_record import TICK
from jounce.simulation.integrators.job import COURSE, NEVER_MADE
from jounce.simulation.integrators.run_method import Integration
from jounce.simulation.workspace import Workspace

COUNTED = 5  # numbers of `StepTimes`
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
    """Put saved numbers into a run that was laid out for the same model, integrator and controllers; all or nothing."""
    places = {name: run.arrays[name] for name in ARRAYS if name in run.arrays}
    places |= {"modes": work.modes, "inputs": work.inputs}
    if controls:
        places["next_ticks"] = controls.rows[:, TICK]
    shapes = {name: place.shape for name, place in places.items()} | {f"job.{name}": () for name in COURSE}
    _check_numbers(shapes | {"times": (COUNTED,)}, numbers)
    for name, place in places.items():
        place[...] = numbers[name]
    for name in COURSE:
        run.job[name] = numbers[f"job.{name}"]


def _check_numbers(shapes: Mapping[str, tuple[int, ...]], numbers: Mapping[str, Any]) -> None:
    """Refuses a state that lacks numbers, has others, or has some that are none."""
    found = {name: np.asarray(numbers[name]) for name in shapes if name in numbers}
    wrong = [name for name, shape in shapes.items() if name not in found or found[name].shape != shape]
    wrong += [name for name, array in found.items() if array.dtype.kind not in "biuf" and name not in wrong]
    if wrong:
        what = f"was saved by another version, or is damaged: {', '.join(wrong)}"
        raise ModelError("state", [Problem("state", what, "save it anew from the same model")])
    if bad := [name for name, array in found.items() if np.isnan(array).any()]:
        what = f"has numbers that are not finite: {', '.join(bad)}"
        raise ModelError("state", [Problem("state", what, "save it anew from the same model")])
    if not np.isfinite(found["state"]).all():
        raise ModelError("state", [Problem("state", "has infinite numbers", "save it anew from the same model")])
