"""Simulate with tangents: a run of any mechanism, and how its channels change with its numbers and its inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model import Model
from jounce.progress import report_progress
from jounce.results import Result
from jounce.results.channel import missing_channel
from jounce.simulation.choose_integrator import keep_integrator
from jounce.simulation.events.watch import Watch
from jounce.simulation.inputs import InputHistory, Source
from jounce.simulation.integrators.methods import ACCURACY
from jounce.simulation.integrators.run_method import lay_out_integration
from jounce.simulation.linear.jacobian_kernel import require_exact_derivatives
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.prepare import Prepared, prepare, prepare_input_histories
from jounce.simulation.simulate import RTOL, integration_settings, run_settings, simulate
from jounce.simulation.tangents.run_directions import RunDirections
from jounce.simulation.tangents.tangent_controls import ControlDirections
from jounce.simulation.tangents.tangent_run import RunTangents, differentiate_run

DIFFERENCE = 1e-5  # of a number, for the start that follows from it


@dataclass(frozen=True, kw_only=True)
class SimulatedTangents:
    """A run, and the derivatives of its channels: [direction, sample] by channel."""

    run: Result
    directions: tuple[str, ...]  # paths of numbers, then "input.k" for the k-th value of an input's history
    slopes: Mapping[str, np.ndarray]

    def __repr__(self) -> str:
        return f"<SimulatedTangents of {self.run!r}: {len(self.slopes)} channels by {len(self.directions)} directions>"


@one_blas_thread()
@check_arguments
def simulate_tangents(
    model: Model | Prepared,
    duration: float | str,
    channels: Sequence[str],
    *,
    by_values: Sequence[str] = (),
    by_inputs: Sequence[str] = (),
    start: Mapping[str, Any] | None = None,
    start_rates: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Source] | None = None,
    step: float | str = 1e-3,
    output_step: float | str = 0.01,
    progress: bool | Callable[[float], None] = False,
) -> SimulatedTangents:
    """Simulates by RK4 with a fixed step, and differentiates channels along the run.

    `by_values` are paths of numbers of a model; its start follows them as its loops ask for. `by_inputs` are inputs
    that are given as (times, values, interpolation): each of the values is a direction.
    `progress=True` draws a bar; a function is called with the share that is done, of the run and of its tangents half
    each.

        found = simulate_tangents(pendulum, 2.0, ["hinge.angle"], by_values=["bodies.bob.mass"], start={...})
        found.slopes["hinge.angle"][0]  # over time
    """
    ready = model if isinstance(model, Prepared) else prepare(model, start, start_rates, inputs, integrator=None)
    given = dict(inputs or {})
    _check(ready, channels, by_values, by_inputs, given, isinstance(model, Prepared))
    names = [*by_values, *(f"{name}.{k}" for name in by_inputs for k in range(len(given[name][1])))]  # type: ignore[index,arg-type]
    with report_progress(progress, "differentiating") as report:
        half = None if report is None else lambda share: report(share / 2)
        run = simulate(ready, duration, inputs=given, step=step, output_step=output_step, progress=half or False)
        over_time = prepare_input_histories(ready.model, given, run.duration)
        rows = [_along_value(model, path, ready, over_time, (start, start_rates, inputs)) for path in by_values]
        for name in by_inputs:
            rows += _along_knots(ready, over_time, given, name)
        state, values, pieces = (np.array(part) for part in zip(*rows, strict=True))
        directions = RunDirections(state=state, values=values, pieces=pieces)
        other = None if report is None else lambda share: report((1.0 + share) / 2)
        tangents = tangents_of_simulation(ready, run, over_time, directions, on_progress=other)
    found = tangents.of_channels(channels)
    slopes = {name: found[:, :, k] for k, name in enumerate(channels)}
    return SimulatedTangents(run=run, directions=tuple(names), slopes=slopes)


def tangents_of_simulation(
    ready: Prepared,
    run: Result,
    over_time: InputHistory,
    directions: RunDirections,
    controllers: ControlDirections | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> RunTangents:
    """Returns the tangents of a run of RK4 that was made from this start with these inputs."""
    about: Any = run.metadata["settings"]
    times: dict[str, float | str | None] = {"duration": float(run.time[-1]), "max_step": inf}
    times |= {name: float(about[name]) for name in ("step", "output_step")}
    settings = run_settings("rk4", "project", "located", times, {"accuracy": ACCURACY, "rtol": RTOL})
    settings = replace(settings, choice=keep_integrator("rk4", float(about["step"]), inf))
    work = controllers.controls.work if controllers else ready.workspace()
    controls = controllers.controls if controllers else None
    end = float(run.time[-1])
    in_time = None if on_progress is None else lambda t: on_progress(t / end)
    how = integration_settings(ready, work, settings, over_time, Watch(work, over_time), controls, in_time)
    laid_out = lay_out_integration(work, ready.state, 0.0, end, run.time, how)
    return differentiate_run(work, laid_out, directions, controllers)


def _check(
    ready: Prepared,
    channels: Sequence[str],
    by_values: Sequence[str],
    by_inputs: Sequence[str],
    inputs: Mapping[str, Source],
    prepared: bool,
) -> None:
    """All that is wrong, before anything runs."""
    layout, problems = ready.layout, []
    for name in channels:
        if name not in layout.channels:
            problems.append(missing_channel(name, layout.channels, "", ready.lacking, ready.compiled.route))
    for path in by_values:
        if prepared:
            problems.append(Problem(path, "a prepared model has its numbers already", "give the model itself"))
        elif path not in layout.values:
            problems.append(Problem(path, f"there is no such number.{did_you_mean(path, layout.values)}"))
    for name in by_inputs:
        source = inputs.get(name)
        if not isinstance(source, tuple) or callable(source[0]):
            problems.append(Problem(name, "is not given as (times, values)", "a history, whose values are varied"))
    if not by_values and not by_inputs:
        problems.append(Problem("by_values, by_inputs", "nothing is varied", "a path or an input"))
    if ready.model.controllers:
        problems.append(Problem("controllers", "runs with controllers have no tangents yet", "leave them out"))
    if problems:
        raise ModelError("simulate_tangents", problems)
    require_exact_derivatives(ready.model)


def _along_value(
    model: Any, path: str, ready: Prepared, over_time: InputHistory, start: tuple[Any, Any, Any]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns change of the assembled start, of the number itself, and of no input."""
    value = ready.model.numbers()[path]
    d = DIFFERENCE * max(abs(value), 1e-3)
    ahead, back = (prepare(model.with_values({path: value + by}), *start, integrator=None) for by in (d, -d))
    values = np.zeros(ready.layout.sizes["values"])
    values[ready.layout.values[path]] = 1.0
    return (ahead.state - back.state) / (2 * d), values, np.zeros((len(over_time.pieces), 4))


def _along_knots(
    ready: Prepared, over_time: InputHistory, inputs: Mapping[str, Source], name: str
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Returns each value of a history: pieces are linear in all of them."""
    source: Any = inputs[name]
    times, values, *way = source
    number = [part.name for part in ready.model.inputs].index(name)
    first, end = over_time.first_piece[number], over_time.first_piece[number + 1]
    rows = []
    for k in range(len(values)):
        own = InputHistory.of({name: (times, np.eye(len(values))[k], *way)}).pieces[:, 2:]
        pieces = np.zeros((len(over_time.pieces), 4))
        pieces[first:end] = own
        rows.append((np.zeros(ready.layout.sizes["state"]), np.zeros(ready.layout.sizes["values"]), pieces))
    return rows
