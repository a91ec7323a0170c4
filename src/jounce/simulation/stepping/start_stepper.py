"""Start a stepper: a model at its start values, ready to be driven from outside."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.model import Model, Vehicle
from jounce.parts.roads.road import Road
from jounce.simulation.controls.controlled_run import run_controllers
from jounce.simulation.inputs import drive_inputs
from jounce.simulation.integrators.methods import ACCURACY, AUTO
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.prepare import Prepared, prepare_input_histories
from jounce.simulation.simulate import ready_to_run, run_settings, with_integrator_choice
from jounce.simulation.stepping.saved_state import SavedState
from jounce.simulation.stepping.stepper import Stepper

NOMINAL = 10.0  # s: what "auto" looks ahead over, since nobody knows how long it will go on


@one_blas_thread()
def _start_at(asked: Mapping[str, Any], state: SavedState) -> Stepper:
    """Starts as it was asked for before, at a state."""
    return start_stepper(**{**asked, "state": state})


def start_stepper(
    model: Model | Vehicle | Prepared,
    *,
    start: Mapping[str, Any] | None = None,
    start_rates: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Any] | None = None,
    controllers: Any = (),  # one, or a list of them
    road: Road | None = None,
    integrator: str = AUTO,
    step: float | str | None = None,
    accuracy: float = ACCURACY,
    rtol: float = 1e-6,
    projection: str = "project",
    events: str = "located",
    record: bool = True,
    state: SavedState | str | Path | None = None,
    subject: Model | Vehicle | None = None,
) -> Stepper:
    """Starts a model at its start, or at a saved state of it; settings as those of `simulate`.

    `inputs` are the numbers that hold the start. Without `record` no rows are kept, only the last one.
    """
    asked = {**locals(), "state": None}
    times = {"duration": NOMINAL, "step": step, "output_step": NOMINAL, "max_step": np.inf}
    settings = run_settings(integrator, projection, events, times, {"accuracy": accuracy, "rtol": rtol})
    ready = ready_to_run(model, start, start_rates, inputs)
    ready = ready if road is None else ready.on_road(road)
    given = inputs or {}
    if moving := [name for name, value in given.items() if isinstance(value, tuple) or callable(value)]:
        what = "has a history of its own"
        problems = [
            Problem(f"inputs.{name}", what, "a number that holds the start; `step` gives the others") for name in moving
        ]
        raise ModelError(ready.model.name, problems)
    work, history = ready.workspace(), prepare_input_histories(ready.model, given)
    history = drive_inputs(history, range(history.count), 0.0)
    controls = run_controllers(model, ready, work, controllers, history, given, 0.0)
    history = controls.history if controls else history
    settings, _, _ = with_integrator_choice(ready, settings, history, controls)
    sim = Stepper(ready, work, settings, history, controls, subject or ready.model, record)
    sim.begins_again = partial(_start_at, asked)
    if state is not None:
        sim.restore(state)
    return sim
