"""Gradients of a drive: through its trimmed start, along its run and its events, and through what is read off it.

Every number is moved a little to both sides. The starts of these cars follow from the trims of the car itself. Their
runs are not made: the tangents of one run, along all directions at once, say how each history changes, and the study
reads its metrics off the changed histories as it reads them off any run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.errors import ModelError, NumericalError, Problem, did_you_mean
from jounce.model import Vehicle
from jounce.results import Result
from jounce.simulation.controls.controlled_run import ControlledRun, run_controllers
from jounce.simulation.inputs import InputHistory, Source, drive_inputs, sample_input_functions
from jounce.simulation.linear.jacobian_kernel import require_exact_derivatives
from jounce.simulation.prepare import Prepared, prepare_input_histories
from jounce.simulation.tangents.run_directions import RunDirections
from jounce.simulation.tangents.simulate_tangents import tangents_of_simulation
from jounce.simulation.tangents.tangent_controls import ControlDirections
from jounce.simulation.tangents.tangent_run import RunTangents
from jounce.studies.driving.drive import Drive, Manoeuvre, drive, drive_with_channels
from jounce.studies.driving.known_starts import follow_starts, record_starts
from jounce.studies.gradients.gradient_paths import GradientPath
from jounce.studies.gradients.metric_values import (
    FINAL,
    MetricSlopes,
    central_slopes,
    chosen_metrics,
    in_rows,
    metric_unit,
    noted_result,
)
from jounce.studies.response.wanted_car import left_to_linear_car
from jounce.studies.study import Progress

SAME_COURSE = 1e-9  # m, rad or share: how far the run with tangents may be from the run itself


@dataclass(frozen=True)
class Beside:
    """A manoeuvre that differs in one number, to both sides, and the studies that make and read it."""

    ahead: Manoeuvre
    back: Manoeuvre
    studies: tuple[Drive, Drive]
    step: float

    @classmethod
    def of(cls, car: Vehicle, study: Drive, own: GradientPath) -> Beside:
        (one, ahead), (other, back) = (own.beside(car, study, by) for by in (own.step, -own.step))
        return cls(ahead.manoeuvre(one), back.manoeuvre(other), (ahead, back), own.step)


def differentiate_drive(
    car: Vehicle,
    study: Drive,
    names: Sequence[str],
    paths: Sequence[GradientPath],
    channels: Sequence[str],
    on_progress: Progress | None = None,
) -> MetricSlopes:
    """Returns slopes of the metrics of a study that is one run."""
    study, left = _with_fixed_steps(study), left_to_linear_car(car)
    car = study.require_car(car)  # what was found from the linear car is held
    with record_starts() as known:
        done = study.manoeuvre(car)
    _require_smooth(done)
    run = noted_result(drive(done, study))
    values = _read(study, run, done, names)
    _refuse_controllers_channels(run.noted)
    wanted = sorted({*run.noted, *channels} & _channels_of_parts(done, channels))
    with follow_starts(known):
        beside = [Beside.of(car, study, own) for own in paths]
    tangents = _run_tangents(done, run, beside, paths, on_progress)
    changes = tangents.of_channels(wanted)  # [path, sample, channel]
    columns = [[channel.name for channel in run.channels].index(name) for name in wanted]
    ahead, back = (
        in_rows(
            _read(reads, _moved(run, columns, sign * each.step * change), side, names)
            for each, change in zip(beside, changes, strict=True)
            for side, reads in [(each.ahead, each.studies[0]) if sign > 0 else (each.back, each.studies[1])]
        )
        for sign in (1.0, -1.0)
    )
    slopes, kinks = central_slopes(values, ahead, back, np.array([each.step for each in beside]))
    whole = drive_with_channels(run, done.car.model, study.channels(run, done))
    return MetricSlopes(
        run=study.outcome(
            whole, study.measure(whole, done), {"corner": list(done.car.corners), **done.places}, done.found
        ),
        units=[metric_unit(study, whole, name) for name in names],
        values=values,
        slopes=slopes,
        kinks=kinks,
        notes=[f"RK4, fixed step {1e3 * _step(run):.4g} ms", *_notes_of_kinks(tangents), *_notes_of_held(left)],
        histories={name: changes[:, :, k] for k, name in enumerate(wanted) if name in channels},
    )


def _run_tangents(
    done: Manoeuvre,
    run: Result,
    beside: Sequence[Beside],
    paths: Sequence[GradientPath],
    on_progress: Progress | None,
) -> RunTangents:
    """Returns the run once more, with its tangents along the way from each manoeuvre to its fellow."""
    ready = done.start.ready if done.road is None else done.start.ready.on_road(done.road)
    over_time = prepare_input_histories(ready.model, dict(done.start.inputs) | dict(done.inputs), done.duration)
    controllers, driven = None, []
    if (controls := _controls(done)) is not None:
        over_time, driven = controls.history, sorted({int(k) for one in controls.running for k in one.inputs})
        sides = ([_controls(each.ahead) for each in beside], [_controls(each.back) for each in beside])
        steps = np.array([each.step for each in beside])
        controllers = ControlDirections(controls, *sides, steps)  # type: ignore[arg-type]
    directions = _directions(ready, done, beside, paths, driven)
    tangents = tangents_of_simulation(ready, run, over_time, directions, controllers, on_progress)
    _require_same_course(tangents, run)
    return tangents


def _notes_of_held(left: Sequence[str]) -> list[str]:
    """Says that numbers which the linear car gave do not change with those that are varied."""
    return [f"held as found for the car as it is: {', '.join(f'esc.{word}' for word in left)}"] if left else []


def _controls(done: Manoeuvre) -> ControlledRun | None:
    """Returns the controllers of a manoeuvre at its start."""
    ready = done.start.ready if done.road is None else done.start.ready.on_road(done.road)
    given = dict(done.start.inputs) | dict(done.inputs)
    over_time = prepare_input_histories(ready.model, given, done.duration)
    return run_controllers(ready, ready, ready.workspace(), done.controllers, over_time, given, done.duration)


def _with_fixed_steps(study: Drive) -> Drive:
    """Returns the same study by RK4; steps of chosen lengths would change with the numbers of the car.

    Its rows are those that metrics are read off: changes of histories are known there.
    """
    return type(study)(**(dict(study.values) | {"integrator": "rk4", "output_step": None}))


def _notes_of_kinks(tangents: RunTangents) -> list[str]:
    return [
        f"at t = {t:.6g} s '{name}' is just on a kink of its law: the mean of its slopes to both sides is taken"
        for name, t in tangents.kinks.items()
    ]


def _step(run: Result) -> float:
    return float(dict(run.metadata["settings"])["step"])  # type: ignore[call-overload]


def _require_smooth(done: Manoeuvre) -> None:
    """Refuses what has no derivative, by name, before anything runs."""
    require_exact_derivatives(done.start.ready.model)


def _refuse_controllers_channels(noted: set[str]) -> None:
    """Tangents know what controllers do to a car, not what they show of themselves."""
    if own := sorted(name for name in noted if name.startswith("controls.")):
        what = "is read by a metric, and what controllers show has no derivative here"
        raise ModelError("gradient", [Problem(name, what, "metrics of the car's own channels") for name in own])


def _channels_of_parts(done: Manoeuvre, asked: Sequence[str]) -> set[str]:
    known = done.start.ready.layout.channels
    if problems := [
        Problem(f"channels.{name}", f"there is no such channel.{did_you_mean(name, known)}")
        for name in asked
        if name not in known
    ]:
        raise ModelError("gradient", problems)
    return set(known)


def _read(study: Drive, run: Result, done: Manoeuvre, names: Sequence[str]) -> np.ndarray:
    """Returns the metrics as the study reads them off a run."""
    whole = drive_with_channels(run, done.car.model, study.channels(run, done))
    measured = study.measure(whole, done) if any(not name.startswith(FINAL) for name in names) else {}
    return chosen_metrics(measured, whole, names, study.name)


def _moved(run: Result, columns: list[int], change: np.ndarray) -> Result:
    values = run.numbers.copy()
    values[:, columns] += change
    plain = {name: getattr(run, name) for name in Result.__dataclass_fields__}
    return Result(**(plain | {"numbers": values}))


def _sources(done: Manoeuvre) -> dict[str, Source]:
    """Returns what each input does, functions sampled; inputs that are not given stand still."""
    given = dict(done.start.inputs) | dict(done.inputs)
    sources = {part.name: given.get(part.name, part.default) for part in done.start.ready.model.inputs}
    return sample_input_functions(sources, done.duration)  # type: ignore[arg-type]


def _directions(
    ready: Prepared, done: Manoeuvre, beside: Sequence[Beside], paths: Sequence[GradientPath], driven: Sequence[int]
) -> RunDirections:
    """Tells how start, numbers and inputs change with each path; inputs that controllers drive have one piece."""
    sources, rows, problems = _sources(done), [], []
    for each, own in zip(beside, paths, strict=True):
        ahead, back, share = each.ahead.start.ready, each.back.start.ready, 0.5 / each.step
        pieces = _input_slopes(sources, _sources(each.ahead), _sources(each.back), share, driven)
        if not all(np.array_equal(one.tables, ready.numbers.tables) for one in (ahead.numbers, back.numbers)):
            what = "changes tables that are computed from it, and these have no derivative here"
            problems.append(Problem(own.path, what, "another depth of the car, or another number"))
        elif not all(_same_road(one, done) for one in (each.ahead, each.back)):
            problems.append(Problem(own.path, "changes the road, which has no derivative here", "another setting"))
        elif not all(one.duration == done.duration for one in (each.ahead, each.back)):
            problems.append(Problem(own.path, "changes how long the run takes", "a setting that says how long"))
        elif pieces is None:
            what = "changes the times at which the driver does something"
            problems.append(Problem(own.path, what, "settings that say these times"))
        elif not all(np.array_equal(one.numbers.modes, ready.numbers.modes) for one in (ahead, back)):
            what = "changes what sticks or is switched on at the start: there the run is not smooth"
            problems.append(Problem(own.path, what, "another start"))
        else:
            numbers = share * (ahead.numbers.values - back.numbers.values)
            rows.append((share * (ahead.state - back.state), numbers, pieces))
    if problems:
        raise ModelError("gradient", problems)
    state, values, pieces = (np.array(part) for part in zip(*rows, strict=True))
    return RunDirections(state=state, values=values, pieces=pieces)


def _same_road(one: Manoeuvre, other: Manoeuvre) -> bool:
    if one.road is None or other.road is None:
        return one.road is other.road
    return np.array_equal(one.road.data(), other.road.data())


def _input_slopes(
    sources: Mapping[str, Source],
    ahead: Mapping[str, Source],
    back: Mapping[str, Source],
    share: float,
    driven: Sequence[int],
) -> np.ndarray | None:
    """Changes of the coefficients of all pieces, which are linear in the values of a history; None where times move."""
    changes: dict[str, Any] = {}
    for name, source in sources.items():
        one: Any = ahead[name]
        other: Any = back[name]
        if not isinstance(source, tuple):
            changes[name] = share * (float(one) - float(other))
            continue
        times: Any
        times, _, *way = source
        if not all(np.array_equal(times, side[0]) for side in (one, other)):
            return None
        changes[name] = (times, share * (np.asarray(one[1]) - np.asarray(other[1])), *way)
    return drive_inputs(InputHistory.of(changes), driven, 0.0).pieces[:, 2:]


def _require_same_course(tangents: RunTangents, run: Result) -> None:
    """The run that was differentiated is the run."""
    places, states = tangents.work.layout.coordinates, tangents.states()
    for name, history in run.coordinates.items():
        if name in places:
            apart = np.abs(states[:, places[name]] - history)
            if (apart > SAME_COURSE * (1.0 + np.abs(history))).any():
                at = float(run.time[int(np.argmax(apart > SAME_COURSE * (1.0 + np.abs(history))))])
                raise NumericalError(
                    f"the run cannot be differentiated behind t = {at:.4g} s: it comes near a singular position, or "
                    f"its loops are chosen anew there ({name})"
                )
