"""Simulate many models of one structure or of a few: groups of them in lanes, groups in threads.

A car in a lane goes by fixed steps, and no event is located. Models that need more than that run alone, and so does a
car that leaves its lane because its numbers gave out: nothing of it reaches its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any

import numpy as np

from jounce import __version__
from jounce.arguments import check_arguments
from jounce.errors import ModelError, NumericalError, Problem, did_you_mean
from jounce.model import Model, Vehicle
from jounce.outdated import take_old_words
from jounce.parts.roads.road import Road
from jounce.progress import report_progress
from jounce.results import Channel, Result, Verdict, VerdictCheck, machine_class
from jounce.simulation.events.until import Until, until_levels
from jounce.simulation.inputs import InputHistory, Source
from jounce.simulation.integrators.methods import AUTO
from jounce.simulation.integrators.stops import fixed_stops
from jounce.simulation.lanes.lane_code import compile_lanes, lane_count
from jounce.simulation.lanes.lane_group import LaneRun, lane_machine_code, run_lane_group
from jounce.simulation.lanes.lane_job import ENDED, FINISHED, LANE_STATUS
from jounce.simulation.lanes.lane_room import LaneCar, LaneRooms, LaneSettings
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.prepare import Prepared, prepare, prepare_input_histories, prepare_quantities
from jounce.simulation.run_result import run_result_channels
from jounce.simulation.simulate import simulate
from jounce.simulation.verdict import energy_verdict, finite_verdict
from jounce.workers import count_cores, count_workers

LANE_METHODS = ("ros2", "ros2s", "ros34pw2", "rk4")
LANE_STEP = 5e-3  # s, of W-methods
EXPLICIT_STEP = 1e-3  # s, of RK4
RENEW_EVERY = 100  # steps
SUMS = ("energy.kinetic", "energy.potential", "energy.work", "energy.balance")
WHOLE = (LANE_STATUS[FINISHED], LANE_STATUS[ENDED])


@dataclass(frozen=True, kw_only=True)
class ManySettings:
    """What all cars share; SI."""

    duration: float
    step: float
    output_step: float
    method: str
    channels: tuple[str, ...]

    def samples(self) -> np.ndarray:
        """Returns times of the rows: every output step, and the end."""
        count = int(self.duration / self.output_step * (1 + 1e-12))
        rows = np.arange(count + 1) * self.output_step
        return np.append(rows, self.duration) if self.duration - rows[-1] > 1e-9 * self.duration else rows


@dataclass(frozen=True, kw_only=True)
class ManyCar:
    """A car that is ready to run, and what it is asked to do."""

    ready: Prepared
    inputs: Mapping[str, Source]
    until: tuple[Until, ...] = ()


@take_old_words({"on_progress": "progress"})
@one_blas_thread()
@check_arguments
def simulate_many(
    models: Sequence[Model | Vehicle | Prepared],
    duration: float | str,
    *,
    channels: Sequence[str],
    inputs: Mapping[str, Source] | Sequence[Mapping[str, Source]] | None = None,
    roads: Road | Sequence[Road] | None = None,
    integrator: str = AUTO,
    step: float | str | None = None,
    output_step: float | str = 0.01,
    until: Sequence[Until] | Sequence[Sequence[Until]] = (),
    workers: int | None = None,
    progress: bool | Callable[[float], None] = False,
) -> list[Result]:
    """Simulates many models from their starts, and returns the chosen `channels` of each, in their order.

        cars = [jounce.prepare(car.with_values({"body.mass": m})) for m in (600.0, 640.0, 680.0)]
        runs = jounce.simulation.simulate_many(cars, 3.0, channels=["vehicle.yaw_rate"])

    Models of one structure share calls of its machine code, as many at once as a register of the processor holds
    numbers, and groups of them share the processor's cores. `inputs`, `roads` and `until` are for all of them, or one
    for each. `integrator` is "auto" (ros2), "ros2", "ros2s", "ros34pw2" (5 ms) or "rk4" (1 ms), with a fixed `step`;
    runs end at the row where a condition of `until` first holds. A run that fails is not an error here: its
    `metadata["status"]` says what it is, and `metadata["notes"]` why a model could not run in a lane and ran alone.
    """
    settings = many_settings(duration, step, output_step, integrator, channels)
    ready = [model if isinstance(model, Prepared) else prepare(model, integrator=None) for model in models]
    each = [_of_each(given, len(ready), what) for given, what in ((inputs, "inputs"), (roads, "roads"))]
    alike = not until or isinstance(until[0], Until)
    levels = [until] * len(ready) if alike else _of_each(until, len(ready), "until")
    cars = [
        ManyCar(ready=own if road is None else own.on_road(road), inputs=moved or {}, until=tuple(ends))
        for own, moved, road, ends in zip(ready, *each, levels, strict=True)
    ]
    count = count_workers("simulate_many", workers)
    with report_progress(progress, f"{len(cars)} models") as report:
        return run_many(cars, settings, count, report)


def _of_each(given: Any, count: int, what: str) -> list[Any]:
    """Returns what is given for all, or one for each."""
    if not isinstance(given, Sequence) or not given:
        return [given or None] * count
    if len(given) != count:
        raise ModelError(
            "simulate_many", [Problem(what, f"{len(given)} for {count} models", "one for all, or for each")]
        )
    return list(given)


def many_settings(
    duration: float | str, step: float | str | None, output_step: float | str, integrator: str, channels: Sequence[str]
) -> ManySettings:
    """Tells settings in SI; all that are wrong are refused at once."""
    problems = []
    method = LANE_METHODS[0] if integrator.lower() == AUTO else integrator.lower()
    if method not in LANE_METHODS:
        what = f"'{integrator}' does not run in lanes.{did_you_mean(integrator, LANE_METHODS)}"
        problems.append(Problem("integrator", what, f"one of {', '.join(LANE_METHODS)}"))
    usual = EXPLICIT_STEP if method == "rk4" else LANE_STEP
    given = {"duration": duration, "step": usual if step is None else step, "output_step": output_step}
    numbers = prepare_quantities("settings", given, dict.fromkeys(given, "s"))
    problems += [Problem(name, f"{value:g}", "a positive time") for name, value in numbers.items() if not value > 0.0]
    if not channels or isinstance(channels, str):
        problems.append(Problem("channels", f"{channels!r}", 'a list of names, for example ["vehicle.yaw_rate"]'))
    if problems:
        raise ModelError("settings", problems)
    whole = numbers["output_step"] / ceil(numbers["output_step"] / numbers["step"] * (1 - 1e-9))  # rows end steps
    return ManySettings(method=method, channels=tuple(dict.fromkeys(channels)), **(numbers | {"step": whole}))


def run_many(
    cars: Sequence[ManyCar],
    settings: ManySettings,
    workers: int | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> list[Result]:
    """Runs cars that are ready, in lanes where they can be; a result for each, in their order."""
    lane_machine_code()
    found: dict[int, Result] = {}
    tasks: list[Callable[[], list[tuple[int, Result]]]] = []
    alone = {k: reason for k, car in enumerate(cars) if (reason := lane_obstacle(car.ready))}
    for alike in _alike(cars, [k for k in range(len(cars)) if k not in alone], settings):
        tasks += [partial(_run_group, cars, alike, members, settings) for members in alike.groups()]
    for k, reason in alone.items():
        tasks.append(partial(_run_one, cars, k, settings, reason))
    with ThreadPoolExecutor(max_workers=workers or count_cores()) as pool:
        under_way = [pool.submit(task) for task in tasks]
        try:
            for ended in under_way:
                found |= dict(ended.result())
                if on_progress is not None:
                    on_progress(len(found) / len(cars))
        finally:
            for one in under_way:
                one.cancel()
    return [found[k] for k in range(len(cars))]


def lane_obstacle(ready: Prepared) -> str:
    """Says why a model cannot run in a lane; empty where it can."""
    if ready.model.controllers:
        return "controllers have their ticks between steps"
    if ready.layout.held:
        return f"{next(iter(ready.layout.held))} changes at instants that have to be located"
    if ready.layout.loaded:
        return "dry friction follows loads of joints"
    triggers = [name for name, (_, _, _, ends_run, *_) in ready.layout.guards.items() if ends_run]
    return f"{triggers[0]} ends the run at an instant that has to be located" if triggers else ""


@dataclass(frozen=True, kw_only=True)
class _Alike:
    """Cars of one structure that go by one grid of times, by their numbers, and what they share.

    The grid is their own: it does not depend on other cars.
    """

    members: dict[int, InputHistory]
    rooms: LaneRooms
    kept: tuple[Channel, ...]  # that results have

    def groups(self) -> Iterator[list[int]]:
        """Groups as many at a time as fit into lanes."""
        numbers, width = list(self.members), self.rooms.code.cars
        return (numbers[first : first + width] for first in range(0, len(numbers), width))


def _alike(cars: Sequence[ManyCar], numbers: Sequence[int], settings: ManySettings) -> Iterator[_Alike]:
    """Yields cars of one structure whose inputs and signals have their corners at the same times.

    So the steps of a car do not depend on who runs beside it.
    """
    found: dict[tuple[Any, ...], dict[int, InputHistory]] = {}
    shared: dict[tuple[int, int], tuple[InputHistory, tuple[float, ...]]] = {}  # of one model and the same inputs
    for k in numbers:
        car = cars[k]
        same = id(car.ready.model), id(car.inputs)
        if same not in shared:
            history = prepare_input_histories(car.ready.model, car.inputs, settings.duration)
            shared[same] = history, tuple(sorted({*history.corners.tolist(), *_signal_corners(car.ready.model)}))
        history, corners = shared[same]
        ends = tuple((end.channel, end.above is None, end.below is None) for end in car.until)
        found.setdefault((id(car.ready.compiled), corners, ends), {})[k] = history
    for (_, corners, _), members in found.items():
        yield _shared(cars[next(iter(members))], members, corners, settings)


def _shared(
    first: ManyCar, members: dict[int, InputHistory], corners: tuple[float, ...], settings: ManySettings
) -> _Alike:
    """Returns what cars share that are like the first of them."""
    layout = first.ready.layout
    stops, samples = fixed_stops(0.0, settings.duration, settings.step, corners, settings.samples())
    ends = until_levels(first.until, layout)
    names = {column: name for name, (column, _, _) in layout.channels.items()} if ends else {}
    channels = tuple(dict.fromkeys([*settings.channels, *(names[level.column] for level in ends)]))
    how = LaneSettings(
        method=settings.method,
        step=settings.step,
        stops=stops,
        samples=samples,
        renew_every=RENEW_EVERY,
        ends=tuple((channels.index(names[level.column]), int(level.sign)) for level in ends),
    )
    code = compile_lanes(first.ready.model, lane_count(first.ready.mechanism), channels)
    texts = {name: layout.channels[name][2] for name in settings.channels}
    kept = run_result_channels(first.ready, texts)
    return _Alike(members=members, rooms=LaneRooms(code, how), kept=kept)


def _signal_corners(model: Model) -> list[float]:
    """Returns times where a signal of the model has a kink: steps end there."""
    signals = [getattr(part, name, None) for part in model.parts for name in ("signal", "road")]
    return [t for signal in signals if signal is not None for t in signal.corners() if t > 0]


def _run_group(
    cars: Sequence[ManyCar], alike: _Alike, members: Sequence[int], settings: ManySettings
) -> list[tuple[int, Result]]:
    """Returns the results of a group by their numbers; cars that have left their lanes run alone."""
    ends = [until_levels(cars[k].until, cars[k].ready.layout) for k in members]
    lanes = [
        LaneCar(ready=cars[k].ready, inputs=alike.members[k], levels=tuple(level.level for level in own))
        for k, own in zip(members, ends, strict=True)
    ]
    found = []
    for k, run, own in zip(members, run_lane_group(alike.rooms, lanes), ends, strict=True):
        if run.status in WHOLE:
            ended_by = own[run.ended_by].text if run.ended_by >= 0 else ""
            samples = alike.rooms.how.samples
            found.append((k, lane_result(cars[k].ready.model.name, run, alike.kept, settings, samples, ended_by)))
        else:
            reason = f"{run.status} at t = {run.t_end:.6g} s with steps of {1e3 * settings.step:.3g} ms"
            found.append((k, run_alone(cars[k], settings, reason)))
    return found


def _run_one(cars: Sequence[ManyCar], number: int, settings: ManySettings, reason: str) -> list[tuple[int, Result]]:
    return [(number, run_alone(cars[number], settings, reason))]


def lane_result(
    name: str,
    run: LaneRun,
    channels: tuple[Channel, ...],
    settings: ManySettings,
    samples: np.ndarray,
    ended_by: str,
) -> Result:
    """Returns what a car did in its lane."""
    rows = run.rows[:, : len(channels)]
    metadata: dict[str, Any] = {
        "model": name,
        "jounce_version": __version__,
        "integrator": settings.method,
        "settings": {
            "step": settings.step,
            "duration": settings.duration,
            "output_step": settings.output_step,
            "projection": "project",
        },
        "machine_class": machine_class(),
        "constraint_gap": run.largest_gap,
        "step_error": run.largest_error,
        "status": "finished",
        "phase_changes": run.phase_changes,
        "notes": [],
    }
    if ended_by:
        metadata["ended_by"] = ended_by
    verdict = Verdict(tuple(_checks(channels, rows)))
    return Result(time=samples[: len(rows)], channels=channels, numbers=rows, metadata=metadata, verdict=verdict)


def _checks(channels: tuple[Channel, ...], rows: np.ndarray) -> Iterator[VerdictCheck]:
    """Yields the energy balance where its channels are there, and whether all numbers are finite."""
    if {channel.name for channel in channels}.issuperset(SUMS):
        yield energy_verdict(channels, rows)
    yield from finite_verdict(channels, rows)


def run_alone(car: ManyCar, settings: ManySettings, reason: str) -> Result:
    """A car that cannot run in a lane, by error control and with located events; what came of it where it fails."""
    try:
        run = simulate(
            car.ready,
            settings.duration,
            inputs=car.inputs,
            integrator=AUTO,
            output_step=settings.output_step,
            until=car.until,
        )
        failure = ""
    except NumericalError as error:
        if not isinstance(error.partial, Result):
            raise
        run, failure = error.partial, str(error)
    names = [channel.name for channel in run.channels]
    columns = [names.index(name) for name in settings.channels]
    told = [f"ran alone: {reason}", *run.metadata.get("notes", []), *([failure] if failure else [])]  # type: ignore[misc]
    return replace(
        run,
        channels=tuple(run.channels[k] for k in columns),
        numbers=run.numbers[:, columns],
        metadata=dict(run.metadata) | {"notes": told},
        end=None,
    )
