"""The plan of a task's lanes, made once from the car as it is: its starts, the channels that count, method and step.

A study fits if it is a trim, a run and what is read off the run. The step is the longest with which the car itself, in
a lane, agrees with half the step as well as the study asks for.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Container, Iterable
from dataclasses import dataclass, field, fields, replace
from threading import Lock
from typing import Any

import numpy as np

from jounce.errors import JounceError
from jounce.model import Vehicle
from jounce.results import Result
from jounce.simulation.compiled import Compiled
from jounce.simulation.integrators.methods import AUTO
from jounce.simulation.lanes.lane_trim import LaneTrim, Turning
from jounce.simulation.lanes.simulate_many import (
    LANE_METHODS,
    SUMS,
    ManyCar,
    ManySettings,
    lane_obstacle,
    many_settings,
    run_many,
)
from jounce.simulation.prepare import Prepared
from jounce.studies.driving.drive import Drive, Manoeuvre, drive, drive_ready
from jounce.studies.driving.driving_start import IN_CIRCLE
from jounce.studies.driving.known_starts import StartKey, known_starts
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.many.variant import VariantTask

METHOD = "ros2"
STEPS = (5e-3, 2.5e-3, 1.25e-3)  # s, that are tried
MOST_PLANS = 4  # that are kept
GROWN = 10.0  # times the largest error of a step: a variant that is so much harder than the car as it is runs alone
# what counts as a change of a channel, by its unit: less is compared with this
LEAST = {"m": 1e-2, "rad": 1e-3, "m/s": 0.1, "rad/s": 1e-2, "m/s^2": 0.1, "rad/s^2": 1.0, "N": 50.0, "N m": 10.0}


@dataclass(frozen=True, kw_only=True)
class LaneStart:
    """A start that the study asks for, as the car as it is has it."""

    key: StartKey
    start: SteadyMotionStart
    trim: LaneTrim
    turning: Turning | None


@dataclass(frozen=True, kw_only=True)
class LanePlan:
    """What all variants of a task share."""

    compiled: Compiled
    starts: tuple[LaneStart, ...]
    settings: ManySettings
    error: float  # estimated, of the channels that count: of the car as it is, by half the step
    step_error: float  # the largest of a step of the car as it is, as its method estimates it; 0 where it does not

    def trusts(self, run: Result) -> bool:
        """Tells whether the step that was chosen for the car as it is serves a variant as well."""
        found = float(run.metadata.get("step_error", 0.0))  # type: ignore[arg-type]
        return found <= GROWN * self.step_error or not self.step_error

    def settings_for(self, duration: float, output_step: float) -> ManySettings:
        """Returns those of a variant that takes another time, or has its rows elsewhere."""
        mine = self.settings
        if (duration, output_step) == (mine.duration, mine.output_step):
            return mine
        return many_settings(duration, mine.step, output_step, mine.method, mine.channels)


_plans: OrderedDict[int, tuple[VariantTask, LanePlan | None]] = OrderedDict()  # by the identity of the task
_planning = Lock()


def lane_plan(task: VariantTask) -> LanePlan | None:
    """Returns the plan of a task, made when it is first asked for; None where its study cannot run in lanes."""
    with _planning:
        if id(task) not in _plans:
            _plans[id(task)] = task, _make_plan(task)  # the task is kept, so that its identity stays its own
            if len(_plans) > MOST_PLANS:
                _plans.popitem(last=False)
        return _plans[id(task)][1]


def study_fits_lanes(task: VariantTask) -> bool:
    """Tells whether a study is a trim, a run and what is read off it, by a method that lanes have."""
    study: Any = task.study
    whole = isinstance(study, Drive) and study.simulates and isinstance(task.subject, Vehicle)
    if not whole or task.histories is not None or study.route != type(study).route.default:
        return False
    own = type(study).run is Drive.run and type(study).drive_and_measure is Drive.drive_and_measure
    fixed = study.integrator in LANE_METHODS and study.step is not None
    return own and (fixed or (study.integrator == AUTO and study.step is None))


def _make_plan(task: VariantTask) -> LanePlan | None:
    """From the study of the car as it is; whatever goes wrong there is said by the variants that run alone."""
    if not study_fits_lanes(task):
        return None
    study: Any = task.study
    try:
        with known_starts({}) as known:
            done = study.manoeuvre(study.require_car(task.subject))
        ready = drive_ready(done, study)
        if done.controllers or lane_obstacle(ready):
            return None
        channels = _channels_that_count(study, done)
        if channels is None:
            return None
        settled = _settle_step(study, done, ready, *channels)
    except JounceError:
        return None
    starts = tuple(
        _lane_start(key, start)
        for key, start in known.searched.items()
        if start.trimmed is not None and start.ready.compiled is ready.compiled
    )
    if settled is None:
        return None
    settings, error, step_error = settled
    return LanePlan(compiled=ready.compiled, starts=starts, settings=settings, error=error, step_error=step_error)


def _lane_start(key: StartKey, start: SteadyMotionStart) -> LaneStart:
    layout, turning = start.ready.layout, None
    if key[0] == IN_CIRCLE:
        quaternion = tuple(layout.coordinates[start.car.coordinate(f"q{k}")] for k in range(4))
        turning = Turning(float(key[2]), layout.speeds[start.car.coordinate("wz")], quaternion)  # type: ignore[arg-type]
    assert start.trimmed is not None
    return LaneStart(key=key, start=start, trim=LaneTrim(start.ready, start.trimmed), turning=turning)


def _channels_that_count(study: Drive, done: Manoeuvre) -> tuple[list[str], list[str]] | None:
    """Returns those that the study and its verdict read of a run, and those that make its metrics; None where it reads
    more than channels by their names.
    """
    run = drive(done, study)
    seen = watch_channels_seen(run)
    found = study.read_off(seen, done)
    whole = found.metrics
    counted = [name for name in seen.seen if name in run]
    study.judged(found, done, seen)
    names = list(dict.fromkeys([*(name for name in seen.seen if name in run), *SUMS]))
    try:
        again = study.measured(with_channels_seen(run, names), done).metrics
    except (KeyError, ValueError, AttributeError, JounceError):
        return None
    same = whole.keys() == again.keys() and all(
        np.array_equal(whole[name].value, again[name].value, equal_nan=True) for name in whole
    )
    return (names, counted) if same else None


def _settle_step(
    study: Any, done: Manoeuvre, ready: Prepared, channels: list[str], counted: list[str]
) -> tuple[ManySettings, float, float] | None:
    """Returns the longest step with which half of it changes no channel by more than the accuracy, that change, and the
    largest error of a step; none where none does.
    """
    car = ManyCar(ready=ready, inputs=dict(done.start.inputs) | dict(done.inputs))
    output_step = max(done.measuring_step, study.step or 0.0)
    if study.step is not None:
        return many_settings(done.duration, study.step, output_step, study.integrator, channels), 0.0, 0.0
    before: tuple[ManySettings, Result] | None = None
    for step in (*STEPS, STEPS[-1] / 2):
        settings = many_settings(done.duration, step, output_step, METHOD, channels)
        (run,) = run_many([car], settings, workers=1)
        if before is not None and (error := lane_difference_of(before[1], run, counted)) <= study.accuracy:
            return before[0], error, float(before[1].metadata.get("step_error", 0.0))  # type: ignore[arg-type]
        before = settings, run
    return None


def lane_difference_of(coarse: Result, fine: Result, counted: Container[str]) -> float:
    """Returns the largest difference of a channel that counts, as root mean square by the channel's own change;
    energies do not count.
    """
    if coarse.numbers.shape != fine.numbers.shape:
        return np.inf
    found = []
    for k, channel in enumerate(fine.channels):
        if channel.name in counted and channel.kind != "energy":
            course = fine.numbers[:, k] - fine.numbers[0, k]
            size = max(_root_mean_square(course), LEAST.get(channel.unit, 1e-3))
            found.append(_root_mean_square(coarse.numbers[:, k] - fine.numbers[:, k]) / size)
    return max(found, default=0.0)


def _root_mean_square(numbers: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(numbers))))


def start_of_variant(
    plan_start: LaneStart, car: Any, numbers: Prepared, state: np.ndarray, inputs: Iterable[float]
) -> SteadyMotionStart:
    """Returns the start of a variant, where its trim has led."""
    named = dict(zip((part.name for part in numbers.model.inputs), map(float, inputs), strict=True))
    assert plan_start.start.trimmed is not None
    ready = numbers.starting_from(state, plan_start.start.trimmed.friction)
    return replace(plan_start.start, car=car, ready=ready, inputs=named, trimmed=None)


@dataclass(frozen=True, eq=False, kw_only=True)
class SeenResult(Result):
    """A result that notes which of its channels are read by name."""

    seen: dict[str, None] = field(default_factory=dict)

    def __getitem__(self, name: Any) -> np.ndarray:
        self.seen.update(dict.fromkeys([name] if isinstance(name, str) else name))
        return super().__getitem__(name)


def watch_channels_seen(run: Result) -> SeenResult:
    """Returns the same run, from here on noting what is read."""
    return SeenResult(**{each.name: getattr(run, each.name) for each in fields(run)})


def with_channels_seen(run: Result, names: list[str]) -> Result:
    """Returns the run as a lane would give it: these channels and nothing beside them."""
    at = {channel.name: k for k, channel in enumerate(run.channels)}
    columns = [at[name] for name in names]
    return Result(
        time=run.time,
        channels=tuple(run.channels[k] for k in columns),
        numbers=run.numbers[:, columns],
        metadata=run.metadata,
        verdict=run.verdict,
    )
