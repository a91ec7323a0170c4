"""Run phases one after the other: each begins in the state in which the one before ended.

Every phase is a run of its own, with inputs that go on without a jump. That has a reason. A phase ends at an instant
that is located, not at the next tick of a clock, and integrators take steps as long as the motion allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import ModelError, NumericalError, Problem
from jounce.model import Vehicle
from jounce.results import Result, VerdictCheck
from jounce.results.read_offs import lowest
from jounce.simulation.events.until import Until, until_levels
from jounce.simulation.integrators.methods import AUTO
from jounce.simulation.judging.car_checks import JUMPS, checks_of_jumps, history_for_check
from jounce.simulation.judging.drive_checks import Asked, checks_of_asked
from jounce.simulation.run_result import KEPT
from jounce.simulation.simulate import Interrupted, simulate
from jounce.simulation.verdict import with_checks
from jounce.studies.driving.drive import LONGEST_STEP, MEASURING_STEP, drive_rows
from jounce.studies.driving.speed_holding import NAME as HOLDER
from jounce.studies.driving.speed_holding import speed_holding_controller
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.ride.obstacles import row_step
from jounce.studies.scripts.input_histories import InputHistories
from jounce.studies.scripts.joined_runs import join_runs
from jounce.studies.scripts.phase import TIME, Action, Condition, Phase
from jounce.studies.scripts.read_actions import read_named_action
from jounce.studies.study import Progress
from jounce.units import bare_number_readings, show_in_unit, to_si

if TYPE_CHECKING:
    from jounce.studies.scripts.script import Script

INSTANT = re.compile(r"at t = ([-+.\de]+) s\b")  # as messages of a run name it
RELEASE = 0.1  # s in which the brakes are let go that held a car at rest
LEAST = 1e-9  # s, that a phase lasts at least


@dataclass(frozen=True)
class Drives:
    """A car at its start and what is done with it; refused where the car cannot do it."""

    study: Script
    vehicle: Vehicle
    start: SteadyMotionStart
    phases: tuple[Phase, ...]

    def __post_init__(self) -> None:
        problems = [problem for k, phase in enumerate(self.phases) for problem in self._wrong(phase, f"phases.{k}")]
        if problems:
            raise ModelError(self.study.name, problems)

    def _wrong(self, phase: Phase, where: str) -> Iterator[Problem]:
        """Finds what a phase asks for and the car does not have."""
        car, layout = self.start.car, self.start.ready.layout
        have = {"steering": car.steering, "pedal": car.brake, "drive": car.drive}
        for word, name in have.items():
            if getattr(phase, word) is not None and not name:
                yield Problem(f"{where}.{word}", f"{self.vehicle.name} has none", "a table for it in the vehicle file")
        yield from self._wrong_foot(phase, where)
        if phase.hold_speed and not car.drive:
            yield Problem(f"{where}.hold_speed", f"{self.vehicle.name} has no drive", "a table [drive] in its file")
        elif phase.hold_speed and min(self.study.speed, float(phase.hold_speed)) <= 0.0:
            yield Problem(f"{where}.hold_speed", "only a car that drives forward holds its speed", "a positive speed")
        yield from self._set_twice(phase, where)
        known = {part.name: part.unit for part in self.start.ready.model.inputs}
        for name, later in phase.inputs.items():
            if name not in known:
                yield Problem(f"{where}.inputs.{name}", "there is no such input", f"inputs: {', '.join(known)}")
            else:
                yield from read_named_action(later, known[name])[1]
        for condition in (*phase.at, *phase.until):
            if condition.channel != TIME:
                yield from _wrong_condition(condition, layout)

    def _wrong_foot(self, phase: Phase, where: str) -> Iterator[Problem]:
        """Finds a torque where there is a throttle, or the other way round."""
        has_engine = self.start.car.powertrain is not None
        if phase.throttle is not None and not has_engine:
            yield Problem(f"{where}.throttle", f"{self.vehicle.name} has no engine", "drive, the torque at its input")
        if phase.drive is not None and phase.drive.to != 0.0 and has_engine:
            what = f"{self.vehicle.name} has an engine: its torque follows from the throttle"
            yield Problem(f"{where}.drive", what, 'throttle, 0 to 1; or drive = "off"')
        if phase.drive is not None and phase.throttle is not None:
            yield Problem(f"{where}.throttle", "drive is given as well", "one of both")

    def _set_twice(self, phase: Phase, where: str) -> Iterator[Problem]:
        """Finds inputs that a phase moves although a controller sets them."""
        car = self.start.car
        setters = {name: one.name for one in self.start.ready.model.controllers for name in one.sets}
        feet = tuple(name for name in (*car.drive, car.brake) if name is not None)
        moved: dict[str, tuple[str | None, ...]] = {"steering": (car.steering,), "drive": car.drive}
        driving = phase.drive is not None or phase.throttle is not None
        lifted = () if driving or phase.held_drive else car.drive  # who brakes lifts the foot
        moved |= {"throttle": car.drive, "pedal": (car.brake, *lifted), "hold_speed": feet}
        words = {word: names for word, names in moved.items() if getattr(phase, word)}
        words |= {f"inputs.{name}": (name,) for name in phase.inputs}
        for word, names in words.items():
            twice = [name for name in names if name is not None and name in setters]
            if twice:
                what = f"{', '.join(twice)} is set by the controller '{setters[twice[0]]}' of the whole run"
                yield Problem(f"{where}.{word}", what, "leave out one of both: an input is moved by one of them")

    @cached_property
    def first_histories(self) -> InputHistories:
        """Returns inputs that hold the start."""
        held = {part.name: float(part.default) for part in self.start.ready.model.inputs}  # type: ignore[arg-type]
        steering = self.start.car.steering
        return InputHistories({**held, **self.start.inputs}, frozenset([steering] if steering else []))

    def histories(self, phase: Phase, before: InputHistories, time: float) -> InputHistories:
        """Returns what all inputs do from the begin of a phase on."""
        car, histories = self.start.car, before
        units = {part.name: part.unit for part in self.start.ready.model.inputs}
        drive, pedal = phase.throttle or phase.drive, phase.pedal
        if pedal is not None and drive is None and not phase.held_drive:
            drive = Action(to=0.0, rise=pedal.rise)  # who brakes lifts the foot off the throttle
        if self._drives_off(phase, before, time):
            pedal = Action(to=0.0, rise=RELEASE)  # who drives off lets the brakes go that held the car
        given: list[tuple[str | None, Action | None]] = [(car.steering, phase.steering), (car.brake, pedal)]
        given += [(name, drive) for name in car.drive]
        given += [(name, read_named_action(later, units[name])[0]) for name, later in phase.inputs.items()]
        for word, action in given:
            if word is not None and action is not None:
                histories = histories.with_action(word, action, time)
        return histories

    def _drives_off(self, phase: Phase, before: InputHistories, time: float) -> bool:
        """Whether a phase opens the throttle and leaves alone the brakes that still hold the car as at its start."""
        brake = self.start.car.brake
        if self.study.speed != 0.0 or brake is None or phase.pedal is not None or brake in phase.inputs:
            return False
        opens = phase.throttle is not None and phase.throttle.to != 0.0
        opens = opens or any(name in phase.inputs for name in self.start.car.drive)
        return opens and before.at(brake, time)[0] == self.start.inputs.get(brake, 0.0) > 0.0


def _wrong_condition(condition: Condition, layout: Any) -> Iterator[Problem]:
    try:
        until_levels([condition.until()], layout)
    except ModelError as error:
        yield from (replace(problem, where=condition.where) for problem in error.problems)
        return
    if condition.units_needed and (
        bare := bare_number_readings(condition.level, layout.channels[condition.channel][1])
    ):
        yield Problem(condition.where, bare.what, bare.help)


def run_phases(drives: Drives, on_progress: Progress | None = None) -> tuple[Result, dict[str, float]]:
    """All phases: the whole run, and when each of them began. Where one fails or never ends, the run so far is kept."""
    now = _Now(drives.start.ready, drives.first_histories)
    runs: list[Result] = []
    begins: dict[str, float] = {}
    for k, phase in enumerate(drives.phases):
        begins[phase.name] = now.time
        before, now = now.histories, now.in_phase(drives, phase)
        ends = (*phase.until, *(drives.phases[k + 1].at if k + 1 < len(drives.phases) else ()))
        lasts, waits = _longest(phase, ends, now.time, drives.study.longest)
        run = None
        if lasts > LEAST:
            try:
                run = _run_phase(drives, now, lasts, ends, on_progress)
            except (NumericalError, Interrupted) as stopped:
                if isinstance(stopped.partial, Result):
                    stopped.partial = _joined([*runs, stopped.partial], begins)
                if isinstance(stopped, NumericalError):
                    raise NumericalError(_failure(phase, now.time, str(stopped)), stopped.partial) from stopped
                raise
            run = with_checks(run, [*_jumps(before, now), *checks_of_asked(_asked_speed(phase, run))])
            runs.append(run)
            now = now.after(run, drives)
        if waits and (run is None or "ended_by" not in run.metadata):
            whole = _joined(runs, begins, "phase that never ends")
            raise NumericalError(_never_ended(phase, ends, whole, drives.study.longest), partial=whole)
    return _joined(runs, begins), begins


def _jumps(before: InputHistories, now: _Now) -> Iterator[VerdictCheck]:
    """Returns what the inputs do that a phase moves, from where they were before it."""
    moved = {name: source for name, source in now.histories.sources.items() if source is not before.sources[name]}
    return checks_of_jumps(moved, {name: before.at(name, now.time)[0] for name in moved if name in JUMPS})


def _asked_speed(phase: Phase, run: Result) -> list[Asked]:
    """Returns the speed that a phase asks for, next to the one in it that comes nearest."""
    if not isinstance(phase.hold_speed, float):
        return []
    speed = history_for_check(run, "vehicle.vx")
    short = phase.hold_speed - lowest(run.time, np.abs(speed - phase.hold_speed))  # a car may be too fast as well
    return [Asked(f"speed of '{phase.name}'", phase.hold_speed, short, "m/s")]


@dataclass(frozen=True)
class _Now:
    """Where a script is: the car in its state, what its inputs do, the time, and the speed that is held."""

    ready: Any
    histories: InputHistories
    time: float = 0.0
    speed: float | None = None  # m/s, of the car; None: that of the start
    held: float | None = None  # m/s

    def in_phase(self, drives: Drives, phase: Phase) -> _Now:
        """Returns what a phase changes."""
        car, held = drives.start.car, self.held
        feet = {*car.drive, car.brake}
        if phase.pedal or phase.drive or phase.throttle or feet & set(phase.inputs) or phase.hold_speed is False:
            held = None
        elif phase.hold_speed is True:
            held = self.speed or drives.study.speed
        elif phase.hold_speed is not None:
            held = phase.hold_speed
        histories = drives.histories(phase, self.histories, self.time)
        if held is not None:  # a controller goes on from what they are now
            for name in (name for name in feet if name is not None):
                histories = histories.replaced(name, histories.at(name, self.time)[0])
        return replace(self, histories=histories, held=held)

    def after(self, run: Result, drives: Drives) -> _Now:
        """Returns the inputs at the end of a run; what a controller did last, holds."""
        histories = self.histories
        for name in (*drives.start.car.drive, drives.start.car.brake):
            if f"controls.{HOLDER}.{name}" in run:
                histories = histories.replaced(str(name), float(run[f"controls.{HOLDER}.{name}"][-1]))
        speed, time = float(run["vehicle.vx"][-1]), self.time + float(run.time[-1])
        return replace(self, ready=run.end, histories=histories, time=time, speed=speed)


def _longest(phase: Phase, ends: tuple[Condition, ...], time: float, longest: float) -> tuple[float, bool]:
    """Tells how long a phase may last, and whether it then has waited in vain."""
    times = [to_si(end.level, "s") - time for end in ends if end.channel == TIME]
    known = min([*times, *([phase.duration] if phase.duration is not None else [])], default=inf)
    return max(min(known, longest - time), 0.0), known > longest - time


def _run_phase(
    drives: Drives, now: _Now, lasts: float, ends: tuple[Condition, ...], on_progress: Progress | None
) -> Result:
    study = drives.study
    explicit = study.integrator == "rk4" or (study.integrator == AUTO and study.step is not None)
    edged = study.road is not None and any(getattr(e, "edged", False) for e in study.road.elements.values())
    short = row_step(drives.start.car, study.speed) if edged else LONGEST_STEP
    step = study.step or (AUTO if study.integrator == "rk4" else None)
    return simulate(
        now.ready,
        lasts,
        inputs=now.histories.from_time(now.time),
        controllers=_controllers(drives, now),
        integrator=study.integrator,
        step=min(step, lasts) if isinstance(step, float) else step,
        accuracy=study.accuracy,
        max_step=short if explicit else inf,
        **drive_rows(study, short if edged else MEASURING_STEP, explicit),
        until=[_in_direction(end.until(), study.speed) for end in ends if end.channel != TIME],
        progress=(lambda share: on_progress((now.time + share * lasts) / study.longest)) if on_progress else False,
    )


def _controllers(drives: Drives, now: _Now) -> tuple[Any, ...]:
    if now.held is None:
        return ()
    return (
        speed_holding_controller(drives.start.car, now.held, drives.study.speed if now.speed is None else now.speed),
    )


def _in_direction(until: Until, speed: float) -> Until:
    """A place is passed the way the car goes: in reverse, x falls."""
    if until.channel != "vehicle.x" or speed >= 0.0 or until.above is None:
        return until
    return Until(channel=until.channel, below=until.above)


def _joined(runs: list[Result], begins: dict[str, float], status: str = "") -> Result:
    """Returns the run so far, with an event where each phase began."""
    offsets = [0.0]
    for run in runs[:-1]:
        offsets.append(offsets[-1] + float(run.time[-1]))
    whole = join_runs(runs, offsets)
    marks = [{"time": t, "part": name, "what": "begins", "label": f"{name} begins"} for name, t in begins.items()]
    events = sorted([*marks, *whole.metadata["events"]], key=lambda event: event["time"])  # type: ignore[misc]
    about = dict(whole.metadata) | {"events": events} | ({"status": status} if status else {})
    return replace(whole, metadata=about)


def _failure(phase: Phase, begin: float, told: str) -> str:
    """Returns what a run of one phase says of its failure, by the time of all phases."""
    told = INSTANT.sub(lambda found: f"at t = {begin + float(found[1]):.6g} s", told)
    return f"phase '{phase.name}', which began at {begin:.6g} s: {told}"


def _never_ended(phase: Phase, ends: tuple[Condition, ...], run: Result, longest: float) -> str:
    """Returns what the phase waited for, and how near it came."""
    told = []
    for end in ends:
        if end.channel != TIME:
            unit = str(end.level).lstrip("+-0123456789.eE ") or run.units[end.channel]  # as the script writes it
            told.append(f"{end} (at the end it is {show_in_unit(float(run[end.channel][-1]), unit)})")
    return f"phase '{phase.name}' does not end within {longest:g} s: it waits for {' or '.join(told)}; {KEPT}"
