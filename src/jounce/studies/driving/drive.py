"""Drive a car from a trimmed start: hold what trim found, add what the driver does, keep what counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from jounce.errors import NumericalError
from jounce.model import Vehicle
from jounce.parts.roads import Road
from jounce.results import Channel, Metric, Result
from jounce.results.panel import Bars, Panel
from jounce.simulation.inputs import Source
from jounce.simulation.linear.small_motions import small_motions
from jounce.simulation.simulate import simulate
from jounce.studies.driving.driving_start import Start

LONGEST_STEP = 1e-3  # s
OUTPUT_STEP = 5e-3  # s
LEAST_WORK = 1.0  # J
Progress = Callable[[float], None]  # called with the share that is done, 0 to 1
Metrics = Mapping[str, tuple[float, str, str]]  # name -> value, unit, definition


def drive(
    start: Start,
    duration: float,
    inputs: Mapping[str, Source] | None = None,
    road: Road | None = None,
    step: float | None = None,
    output_step: float = OUTPUT_STEP,
    on_progress: Progress | None = None,
    longest_step: float = LONGEST_STEP,
) -> Result:
    """A run from the start state; inputs that are not given stay as they hold it. Without a step, one is found."""
    ready = start.ready if road is None else start.ready.on_road(road)
    stable = small_motions(ready, ready.state, start.inputs).stable_step(step or longest_step)
    too_long = f"step {1e3 * (step or 0.0):.3g} ms is longer than the {1e3 * stable:.3g} ms with which RK4 is stable"
    try:
        run = simulate(
            ready,
            duration,
            inputs=dict(start.inputs) | dict(inputs or {}),
            step=step or stable,
            output_step=max(output_step, step or stable),
            on_progress=on_progress and (lambda t: on_progress(t / duration)),
        )
    except NumericalError as failure:  # it names what the step broke first, not the step
        if step and step > stable:
            raise NumericalError(f"{too_long}: {failure}", partial=failure.partial) from None
        raise
    notes = [too_long] if step and step > stable else []
    if not step:
        most = f"at most {1e3 * longest_step:g} ms"
        notes.append(f"step {1e3 * stable:.3g} ms: the longest with which RK4 is stable, {most}")
    notes += start.notes
    return replace(run, metadata=dict(run.metadata) | {"notes": [*notes, *run.metadata.get("notes", [])]})  # type: ignore[misc]


def noted(run: Result, notes: Sequence[str]) -> Result:
    """The run with further notes."""
    return replace(run, metadata=dict(run.metadata) | {"notes": [*run.metadata["notes"], *notes]})  # type: ignore[misc]


def outcome(
    run: Result, study: str, given: SimpleNamespace, metrics: Metrics, figure: Sequence[Panel | Bars], **more: Any
) -> Result:
    """The run as a study's result: figures of merit, picture, settings."""
    metadata = dict(run.metadata) | {
        "study": study,
        "settings": dict(run.metadata["settings"]) | vars(given),  # type: ignore[call-overload]
    }
    every = dict(metrics) | (quality(run) if "energy.balance" in run else {})
    found = {name: Metric(*parts) for name, parts in every.items()}
    return replace(run, metrics=found, panels=tuple(figure), metadata=metadata | dict(more))


def quality(run: Result) -> dict[str, tuple[float, str, str]]:
    """How well the numbers hold together."""
    return {
        "energy_error": (
            energy_error(run),
            "1",
            "largest change of the energy balance by the work of all elements, at least 1 J",
        ),
        "largest_gap": (float(run.metadata["constraint_gap"]), "m", "largest gap of a loop at any step"),  # type: ignore[arg-type]
    }


def energy_error(run: Result) -> float:
    """Largest change of the energy balance, by the sum of the largest |work| of every force element, at least 1 J.

    A parked car does no work, and rounding by rounding is no measure: 1 J raises it by a tenth of a millimetre.
    """
    balance = run["energy.balance"]
    works = [np.abs(run[name] - run[name][0]).max() for name in run if name.endswith(".work") and name != "energy.work"]
    return float(np.abs(balance - balance[0]).max() / max(sum(works), LEAST_WORK))


def with_channels(run: Result, added: Mapping[str, tuple[np.ndarray, str, str]]) -> Result:
    """A result with further channels: name -> values, unit, definition."""
    channels = tuple(Channel(name, unit, text) for name, (_, unit, text) in added.items())
    columns = [values for values, _, _ in added.values()]
    return replace(run, channels=(*run.channels, *channels), values=np.column_stack([run.values, *columns]))


def with_contact(vehicle: Vehicle, contact: str) -> Vehicle:
    """The car on tyres that meet the road in a point, or roll over short obstacles ("enveloping")."""
    axles = {
        name: replace(axle, tyre=replace(axle.tyre, contact=contact))  # type: ignore[type-var]
        for name, axle in vehicle.axles.items()
    }
    return replace(vehicle, axles=axles)


def side_by_side(runs: Mapping[str, Result]) -> Result:
    """Several runs over the same time as one result, each channel behind the name of its run."""
    first = next(iter(runs.values()))
    channels = tuple(replace(c, name=f"{word}.{c.name}") for word, run in runs.items() for c in run.channels)
    worst = {
        key: max(float(run.metadata[key]) for run in runs.values())  # type: ignore[arg-type]
        for key in ("constraint_gap", "velocity_gap", "energy_balance", "energy_change")
    }
    took = {"wall_time": sum(run.wall_time for run in runs.values())}
    return replace(
        first,
        channels=channels,
        values=np.column_stack([run.values for run in runs.values()]),
        metadata=dict(first.metadata) | worst | took,
    )


def share(on_progress: Progress | None, part: int, of: int) -> Progress | None:
    """The progress of one run out of several."""
    return on_progress and (lambda done: on_progress((part + done) / of))
