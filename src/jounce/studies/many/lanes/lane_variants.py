"""A chunk of variants in lanes: built, trimmed all at once, put through the study side by side, and measured.

A row depends on its own variant and on the car as it is, never on the other variants of its chunk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import nan
from typing import Any

import numpy as np

from jounce.equations.layout import INPUT_WIDTH
from jounce.errors import ModelError, NumericalError
from jounce.model.rules.mechanism import check_mechanism_numbers
from jounce.results import Result
from jounce.simulation.compiled import compile_model
from jounce.simulation.events.friction_phases import FrictionPhases
from jounce.simulation.lanes.simulate_many import ManyCar, run_many
from jounce.simulation.prepare import Prepared
from jounce.studies.driving.drive import Drive, Manoeuvre, drive_ready
from jounce.studies.driving.known_starts import StartAsked, StartKey, known_starts
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.many.lanes.lane_plan import LanePlan, LaneStart, lane_plan, start_of_variant
from jounce.studies.many.variant import REFUSED, STOPPED, Variant, VariantRow, VariantTask

Stopped = Callable[[], bool]
Build = Callable[[VariantTask, Variant], tuple[Any, Any]]  # the car and the study of a variant
Row = Callable[[VariantTask, int, Result], VariantRow]


class LaneVariant:
    """A variant on its way: its car, its starts, what it does; or its row, as soon as that is known."""

    def __init__(self, task: VariantTask, variant: Variant):
        self.task, self.variant = task, variant
        self.row: VariantRow | None = None
        self.alone = False  # it is left to the study itself
        self.vehicle: Any = None
        self.study: Any = None
        self.car: Any = None
        self.numbers: Prepared
        self.starts: dict[StartKey, SteadyMotionStart] = {}
        self.done: Manoeuvre

    @property
    def goes_on(self) -> bool:
        return self.row is None and not self.alone

    def attempt(self, work: Callable[[], None]) -> None:
        """Does a piece of work; what is wrong stands in the row."""
        if not self.goes_on:
            return
        number, nothing = self.variant.number, (nan,) * len(self.task.metrics)
        try:
            work()
        except ModelError as refused:
            reason = "; ".join(f"{p.where}: {p.what}" for p in refused.problems)
            self.row = VariantRow(number, nothing, REFUSED, reason)
        except NumericalError as stop:
            self.row = VariantRow(number, nothing, STOPPED, str(stop))


def run_lane_variants(
    task: VariantTask, chunk: Sequence[Variant], build: Build, row_of: Row, stopped: Stopped
) -> list[VariantRow | None] | None:
    """Rows in the order of the chunk, None for variants that have to run alone; None where no variant can use lanes."""
    plan = lane_plan(task)
    if plan is None:
        return None
    ways = [LaneVariant(task, variant) for variant in chunk]
    for way in ways:
        _require_time(stopped)
        way.attempt(lambda way=way: _build(way, plan, build))  # type: ignore[misc]
    for start in plan.starts:
        _find_starts(start, [way for way in ways if way.goes_on and not way.variant.settings])
    for way in ways:
        _require_time(stopped)
        way.attempt(lambda way=way: _plan_drive(way, plan))  # type: ignore[misc]
    _drive(plan, [way for way in ways if way.goes_on], row_of)
    return [way.row for way in ways]


def _require_time(stopped: Stopped) -> None:
    if stopped():
        raise KeyboardInterrupt


def _build(way: LaneVariant, plan: LanePlan, build: Build) -> None:
    """Builds the car that the study asks a start for, with its numbers; one of another structure runs alone."""
    way.vehicle, way.study = build(way.task, way.variant)
    try:
        with known_starts({}, raises=True):
            way.study.manoeuvre(way.study.require_car(way.vehicle))
    except StartAsked as asked:
        way.car = asked.car
    if way.car is None or compile_model(way.car.model) is not plan.compiled:
        way.alone = True
        return
    if problems := check_mechanism_numbers(way.car.model):
        raise way.car.model.refusal(problems)
    work = plan.compiled.workspace(way.car.model)
    nominal = plan.starts[0].start.ready if plan.starts else None
    if nominal is not None:
        work.modes[:] = nominal.numbers.modes
        way.numbers = Prepared(work.frozen(), nominal.state, nominal.rank)


def _find_starts(start: LaneStart, ways: Sequence[LaneVariant]) -> None:
    """Finds a start of all variants, from that of the car as it is; who does not get there searches by itself."""
    works = [way.numbers.workspace() for way in ways]
    assert start.start.trimmed is not None
    for work in works:
        work.modes[work.layout.friction_places().ravel()] = start.start.trimmed.friction
    points = start.trim.solve(works, start.turning) if works else []
    for way, work, point in zip(ways, works, points, strict=True):
        if point is None:
            continue
        work.inputs[:] = point.inputs
        if not FrictionPhases(work).misfits(point.state):
            inputs = point.inputs[1::INPUT_WIDTH]
            way.starts[start.key] = start_of_variant(start, way.car, way.numbers, point.state, inputs)


def _plan_drive(way: LaneVariant, plan: LanePlan) -> None:
    """Plans what is done with the car."""
    with known_starts(way.starts):
        way.done = way.study.manoeuvre(way.vehicle)
    way.alone = bool(way.done.controllers) or way.done.start.ready.compiled is not plan.compiled


def _drive(plan: LanePlan, ways: Sequence[LaneVariant], row_of: Row) -> None:
    """Drives all cars side by side, those of other durations or rows apart, and measures each."""
    cars: dict[int, ManyCar] = {}
    for way in ways:
        way.attempt(lambda way=way: cars.update({way.variant.number: _ready_car(way)}))  # type: ignore[misc]
    alike: dict[tuple[float, float], list[LaneVariant]] = {}
    for way in ways:
        if way.goes_on:
            output_step = max(way.done.measuring_step, way.study.step or 0.0)
            alike.setdefault((way.done.duration, output_step), []).append(way)
    for (duration, output_step), driven in alike.items():
        settings = plan.settings_for(duration, output_step)
        runs = run_many([cars[way.variant.number] for way in driven], settings, workers=1)
        for way, run in zip(driven, runs, strict=True):
            way.alone = not plan.trusts(run)
            way.attempt(lambda way=way, run=run: _measure(way, run, row_of))  # type: ignore[misc]


def _ready_car(way: LaneVariant) -> ManyCar:
    study: Drive = way.study
    return ManyCar(ready=drive_ready(way.done, study), inputs=dict(way.done.start.inputs) | dict(way.done.inputs))


def _measure(way: LaneVariant, run: Result, row_of: Row) -> None:
    """Measures a run that came to its end; of one that did not, why."""
    if run.metadata["status"] != "finished":
        raise NumericalError(str(run.metadata["notes"][-1]))  # type: ignore[index]
    with np.errstate(all="ignore"):
        way.row = row_of(way.task, way.variant.number, way.study.measured(run, way.done))
