"""Simulate a model: integrate, and keep what happened by name."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.equations.recursive.guards import INDEPENDENT_CHOICE, OTHER_CHOICE, SINGULAR, UNDETERMINED
from jounce.equations.route import RECURSIVE, require_route
from jounce.errors import ModelError, NumericalError, Portable, Problem, did_you_mean
from jounce.model import Model, Vehicle
from jounce.native.cache import Cache
from jounce.parts.roads.road import Road
from jounce.progress import report_progress
from jounce.results import Result, VerdictCheck
from jounce.results.run_record import FAILED, PASSED, Metadata
from jounce.simulation.choose_integrator import LONGEST_STEP as LONGEST_IMPLICIT
from jounce.simulation.choose_integrator import Choice, choose_integrator, keep_integrator
from jounce.simulation.controls.controlled_run import ControlledRun, controller_error, controller_notes, run_controllers
from jounce.simulation.events.friction_phases import FrictionPhases
from jounce.simulation.events.held_numbers import held_at_end
from jounce.simulation.events.until import Until, run_until, until_levels
from jounce.simulation.events.watch import Watch
from jounce.simulation.inputs import InputHistory, Source
from jounce.simulation.integrators import METHODS, Trajectory
from jounce.simulation.integrators.methods import ACCURACY, AUTO, INTEGRATORS
from jounce.simulation.integrators.run_method import IntegrationSettings, integrate_with
from jounce.simulation.linear.small_motions import SmallMotions, small_motions
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.loops.active_rows import reselect_active_rows
from jounce.simulation.prepare import (
    Prepared,
    prepare,
    prepare_by_route,
    prepare_input_histories,
    prepare_quantities,
)
from jounce.simulation.run_result import KEPT, OPENED, TORN, rows_written, run_failure, run_result, unbalanced_element
from jounce.simulation.verdict import fixed_step_verdict, step_verdict, with_verdict
from jounce.simulation.workspace import Workspace

PROJECTIONS = ("project", "baumgarte", "none")
EVENTS = ("located", "every", "stepwise")
BAUMGARTE_RATE = 60.0  # 1/s, of the classical stabilisation kept for comparison
MOST_ROWS = 1e7  # of a result; they are kept in memory
# what is found
OPEN_ENDED: Mapping[str, tuple[Any, ...]] = {"max_step": (np.inf,), "step": (None, AUTO), "measuring_step": (None,)}
USUAL_STEP = LONGEST_STEP = 1e-3  # s, of RK4: where none is given, and of those that are found
UNDECIDED = Choice(integrator="rk4", step=USUAL_STEP, fixed=True, longest=np.inf, why="")
POSITIVE = dict.fromkeys(("rtol", "atol", "accuracy"), "a positive number, for example 1e-6")
FINEST = {"rtol": 1e-14, "accuracy": 1e-10}  # some fifty roundings of a number; what steps of such errors add up to
COARSEST = {"rtol": 0.1, "accuracy": 0.1}  # beyond, a step is no approximation
RTOL = 1e-6  # of methods with error control
WEAK = 0.3  # of the best pivot since the last choice of rows, below which they are chosen again


@one_blas_thread()
def simulate(
    model: Model | Vehicle | Prepared,
    duration: float | str,
    *,
    start: Mapping[str, Any] | None = None,
    start_rates: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Source] | None = None,
    controllers: Any = (),  # one, or a list of them
    road: Road | None = None,
    integrator: str = AUTO,
    step: float | str | None = None,
    accuracy: float = ACCURACY,
    rtol: float = RTOL,
    atol: float | None = None,
    max_step: float | str = np.inf,
    output_step: float | str = 0.01,
    measuring_step: float | str | None = None,
    projection: str = "project",
    events: str = "located",
    until: Iterable[Until] = (),
    progress: Callable[[float], None] | bool = False,
    cache: Cache | None = None,
    route: str = RECURSIVE,
) -> Result:
    """Simulates any mechanism from its start values and returns named histories.

    `start` gives coordinates ("hinge.angle": 0.3 or "20 deg"), `start_rates` their rates; the loops decide the
    rest. `inputs` gives a number, (times, values), (times, values, interpolation) or a function of time for each
    external input. `controllers` set inputs at their ticks, besides those that are parts of the model. Tyres roll on
    `road`, flat where none is given.
    `integrator` is "auto" (chosen from the model, the road and the inputs; RK4 where a `step` is given), "rk4" (a fixed
    `step` of 1 ms, or "auto" for the largest stable one, at most 1 ms), "vehicle" (steps of `accuracy`, for whole and
    for stiff cars), or another method by its name. Methods with error control follow `rtol` and `atol` (without it a
    hundredth of `rtol`, in m and rad), or take the fixed `step` that is given. Rows come every `output_step`; no step
    of RK4 is longer. With a `measuring_step` the result has its rows at that step instead, for figures to be read off;
    `Result.with_written_rows` then gives the rows of `output_step`, which change nothing else.
    `events` are "located", so that dry friction sticks and slides from the very instants on and triggers are met;
    "every" also ends steps where a law has a kink, as at a tyre's lift-off; "stepwise" resolves them within a fixed
    step. `until` ends the run as soon as a channel passes a level: `Until(channel="vehicle.x", above="50 m")`;
    `metadata["ended_by"]` says which. `Result.end` is where another run can go on from. `route` says how the equations
    of motion are written: "recursive" (the fastest), "lagrange", "poincare" or "relative_cartesian". `progress=True`
    draws a bar; a function is called with the share that is done. `Result.verdict` says how far the numbers can be
    trusted; a run that loses its energy balance ends there.
    """
    times = {"duration": duration, "step": step, "output_step": output_step, "max_step": max_step}
    times |= {"measuring_step": measuring_step}
    tolerances = {"accuracy": accuracy, "rtol": rtol} | ({} if atol is None else {"atol": atol})
    settings = run_settings(integrator.lower(), projection.lower(), events.lower(), times, tolerances)
    began, ready = clock.perf_counter(), ready_to_run(model, start, start_rates, inputs, cache, route)
    ready = ready if road is None else ready.on_road(road)
    levels = until_levels(until, ready.layout, ready.lacking, ready.compiled.route)
    with report_progress(progress, "simulating") as report:
        in_time = None if report is None else lambda t: report(t / settings.duration)
        runs = _Runs(model, ready, controllers, inputs or {}, settings, in_time)
        settings, checks, notes = with_integrator_choice(ready, settings, runs.over_time, runs.controls)
        trajectory, ended_by = run_until(levels, runs.with_settings(settings))
    result = runs.result(trajectory, clock.perf_counter() - began, checks, notes, ended_by)
    _require_end(result, trajectory, checks, runs)
    end = ready.starting_from(trajectory.y_end, runs.watch.phases.modes, held_at_end(runs.work, trajectory.t_end))
    return replace(result, end=end)


def _require_end(result: Result, trajectory: Trajectory, checks: Sequence[VerdictCheck], runs: _Runs) -> None:
    """Requires that a run came to its end and its verdict does not fail it; the error holds what was computed."""
    if trajectory.status == "interrupted":
        raise Interrupted(result)
    if trajectory.status != "finished":
        too_long = [check.sentence() for check in checks if check.state != PASSED]
        failure = run_failure(runs.ready, runs.work, trajectory, runs.watch, runs.controls)
        name = f"{runs.ready.model.name}: "  # a step that is too long explains all that follows
        words = f"{name}{'; '.join([*too_long, failure.removeprefix(name)])}"
        raise controller_error(runs.controls)(words, partial=result)
    singular = [event for event in runs.watch.events if event.what == SINGULAR]
    if singular:
        joint = singular[0].part.removesuffix(".attitude")
        what = f"at {singular[0].time:.4g} s the joint {joint} {SINGULAR}; {KEPT}; take a route with quaternions"
        raise NumericalError(f"{runs.ready.model.name}: {what}", partial=result)
    undetermined = [event for event in runs.watch.events if event.what == UNDETERMINED]
    if undetermined:
        what = f"at {undetermined[0].time:.4g} s the {INDEPENDENT_CHOICE} {UNDETERMINED}; {KEPT}; {OTHER_CHOICE}"
        raise NumericalError(f"{runs.ready.model.name}: {what}", partial=result)
    if result.verdict is not None and result.verdict.state == FAILED:
        what = f"{'; '.join(result.verdict.notes())}{unbalanced_element(result)}"
        raise NumericalError(f"{result.metadata['model']}: {what}; {KEPT}", partial=result)


def ready_to_run(
    model: Model | Vehicle | Prepared,
    start: Mapping[str, Any] | None,
    start_rates: Mapping[str, Any] | None,
    inputs: Mapping[str, Source] | None,
    cache: Cache | None = None,
    route: str = RECURSIVE,
) -> Prepared:
    """Says the model at its start; one that is prepared is at its start already."""
    require_route(route)
    if not isinstance(model, Prepared):
        return prepare(model, start, start_rates, inputs, cache, integrator=None, route=route)
    if start or start_rates:
        what = "a prepared model has its start state already"
        raise ModelError("settings", [Problem("start", what, "give start and start_rates to `prepare`")])
    written = model.compiled.route
    if written not in (RECURSIVE, route) and route != RECURSIVE:
        what = f"'{route}' of a model that is prepared by '{written}'"
        raise ModelError("settings", [Problem("route", what, "prepare the model again, or leave the route out")])
    return model if route in (RECURSIVE, written) else prepare_by_route(model, route, cache)


class Interrupted(Portable, KeyboardInterrupt):
    """Ctrl-C: carries what was computed."""

    def __init__(self, partial: Result):
        super().__init__("interrupted")
        self.partial = partial


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How a run goes through time; SI."""

    integrator: str  # as it was asked for
    projection: str
    events: str
    duration: float
    step: float  # 0 where it is to be found
    output_step: float  # of the rows that are written
    measuring_step: float  # of those that figures are read off
    max_step: float
    accuracy: float
    rtol: float
    atol: float
    choice: Choice = UNDECIDED

    def samples(self) -> np.ndarray:
        """Returns times of the rows that figures are read off: every measuring step, and the end."""
        return _even_times(self.measuring_step, self.duration)

    def written(self) -> np.ndarray:
        """Returns times of the rows that are written in place of these; empty where they are the same."""
        same = self.output_step == self.measuring_step
        return np.zeros(0) if same else _even_times(self.output_step, self.duration)

    def record(self) -> dict[str, Any]:
        """Says what a result keeps: the settings that its integrator follows."""
        chosen = self.choice
        own: dict[str, Any] = {"rtol": chosen.rtol or self.rtol, "atol": 0.01 * chosen.rtol or self.atol}
        if chosen.fixed:
            own = {"step": min(chosen.step, self.measuring_step) if METHODS[chosen.integrator].fixed else chosen.step}
        elif METHODS[chosen.integrator].jacobian == "kept":
            own = {"accuracy": self.accuracy}
        steps = {name: getattr(self, name) for name in ("output_step", "measuring_step")}
        if self.output_step == self.measuring_step:
            del steps["measuring_step"]
        return own | {"duration": self.duration, **steps, "projection": self.projection}


def _even_times(step: float, duration: float) -> np.ndarray:
    """Returns every step from zero, and the end."""
    rows = np.arange(int(duration / step * (1 + 1e-12)) + 1) * step
    return np.append(rows, duration) if duration - rows[-1] > 1e-9 * duration else rows


def _is_open_ended(name: str, value: Any) -> bool:
    """Tells whether a time is left to the choice of the method."""
    return (value is None or isinstance(value, str | float)) and value in OPEN_ENDED.get(name, ())


def run_settings(
    integrator: str,
    projection: str,
    events: str,
    times: Mapping[str, float | str | None],
    tolerances: dict[str, float],
) -> RunSettings:
    """Returns settings in SI; all that are wrong are refused at once."""
    if integrator == AUTO and not _is_open_ended("step", times["step"]):
        integrator = "rk4"  # who gives a step has chosen
    if integrator == "rk4" and times["step"] is None:
        times = {**times, "step": USUAL_STEP}
    bounded = {name: value for name, value in times.items() if not _is_open_ended(name, value)}
    numbers = prepare_quantities(
        "settings", bounded | tolerances, dict.fromkeys(bounded, "s") | dict.fromkeys(tolerances, "1")
    )
    _check_settings(numbers, integrator, projection, events)
    defaults: dict[str, Any] = {"max_step": np.inf, "step": 0.0, "atol": 0.01 * numbers["rtol"]}
    defaults["measuring_step"] = numbers["output_step"]
    return RunSettings(integrator=integrator, projection=projection, events=events, **(defaults | numbers))


def _check_settings(numbers: Mapping[str, float], integrator: str, projection: str, events: str) -> None:
    problems = []
    if integrator not in INTEGRATORS:
        what = f"'{integrator}' is not known.{did_you_mean(integrator, INTEGRATORS)}"
        problems.append(Problem("integrator", what, f"one of {', '.join(INTEGRATORS)}"))
    for name, value in numbers.items():
        if not value > 0:
            problems.append(Problem(name, f"{value:g}", POSITIVE.get(name, "a positive time")))
        elif name in FINEST and value < FINEST[name]:
            problems.append(Problem(name, f"{value:g} is finer than numbers are", f"at least {FINEST[name]:g}"))
        elif name in COARSEST and value > COARSEST[name]:
            problems.append(Problem(name, f"{value:g}", f"at most {COARSEST[name]:g}: it is a share of the result"))
        elif name == "step" and value > numbers["duration"] > 0:
            problems.append(Problem(name, f"{value:g} s", f"at most the duration, {numbers['duration']:g} s"))
    sound = not any(problem.where in numbers for problem in problems)
    for name in ("output_step", "measuring_step"):
        if sound and name in numbers and numbers["duration"] / numbers[name] > MOST_ROWS:
            what = f"{numbers['duration'] / numbers[name]:.0e} rows"
            problems.append(Problem(name, what, f"at most {MOST_ROWS:.0e}; a longer step"))
    if projection not in PROJECTIONS:
        what = f"'{projection}' is not known.{did_you_mean(projection, PROJECTIONS)}"
        problems.append(Problem("projection", what, f"one of {', '.join(PROJECTIONS)}"))
    if events not in EVENTS:
        what = f"'{events}' is not known.{did_you_mean(events, EVENTS)}"
        problems.append(Problem("events", what, f"one of {', '.join(EVENTS)}"))
    elif events == "stepwise" and integrator in METHODS and not METHODS[integrator].fixed:
        what = f"'{events}' with {integrator}, which chooses its steps"
        problems.append(Problem("events", what, f"'{EVENTS[0]}', or an integrator with a fixed step"))
    if problems:
        raise ModelError("settings", problems)


def _shortened(settings: RunSettings) -> list[str]:
    """Returns a note where rows come more often than the step of RK4 that was asked for."""
    if settings.step <= settings.measuring_step:
        return []
    asked, taken = (f"{1e3 * length:.3g} ms" for length in (settings.step, settings.measuring_step))
    return [f"time step {taken} instead of {asked}: no step is longer than the time between rows"]


def with_integrator_choice(
    ready: Prepared, settings: RunSettings, over_time: InputHistory, controls: ControlledRun | None
) -> tuple[RunSettings, list[VerdictCheck], list[str]]:
    """Returns the settings with the integrator and its step, and the check and the note on a fixed step."""
    if settings.integrator not in ("rk4", AUTO):
        settings = replace(settings, choice=keep_integrator(settings.integrator, settings.step, settings.max_step))
        return settings, list(_fixed_step_checks(ready, settings)), _ignored_tolerances(settings)
    names = [part.name for part in ready.model.inputs]
    given = dict(zip(names, over_time.at(0.0)[1::3], strict=True))
    with np.errstate(invalid="ignore", over="ignore"):  # of rates that are not finite, which the run will name
        motions = [small_motions(phase, ready.state, given) for phase in (ready, *_sliding(ready))]
    sound = all(np.isfinite(small.J).all() for small in motions)  # else there is no small motion
    if settings.integrator == AUTO and sound:
        choice = choose_integrator(ready, motions, over_time, settings.duration, settings.accuracy, controls)
        longest = min(choice.longest, settings.max_step)
        choice = replace(choice, longest=longest, step=min(choice.step, longest))
        if not choice.fixed:
            settings = replace(settings, choice=choice)
            return settings, [], _ignored_tolerances(settings)
        settings = replace(settings, step=0.0, max_step=choice.step, choice=choice)
    return _with_rk4_step(settings, motions if sound else [])


def _fixed_step_checks(ready: Prepared, settings: RunSettings) -> Iterator[VerdictCheck]:
    """A fixed step has no error control, so what is known of its length is said: RK4's stability, or the usual."""
    choice, method = settings.choice, METHODS[settings.choice.integrator]
    if choice.fixed and method.jacobian != "none":
        yield fixed_step_verdict(choice.step, LONGEST_IMPLICIT, f"that {method.name} takes by itself")


def _ignored_tolerances(settings: RunSettings) -> list[str]:
    """Returns a note where a tolerance was given that the integrator does not follow."""
    fixed, kept = settings.choice.fixed, METHODS[settings.choice.integrator].jacobian == "kept"
    follows = (
        "" if fixed and settings.integrator != AUTO else "accuracy" if kept or settings.integrator == AUTO else "rtol"
    )
    usual = {"accuracy": ACCURACY, "rtol": RTOL}
    steps = f"takes fixed steps of {1e3 * settings.choice.step:.3g} ms" if fixed else f"follows {follows}"
    return [
        f"{name} = {getattr(settings, name):g} changes nothing: {settings.integrator} {steps}"
        for name in usual
        if name != follows and getattr(settings, name) != usual[name]
    ]


def _with_rk4_step(
    settings: RunSettings, motions: list[SmallMotions]
) -> tuple[RunSettings, list[VerdictCheck], list[str]]:
    most = settings.max_step if settings.integrator == AUTO else min(LONGEST_STEP, settings.max_step)
    longest = min(settings.step or most, settings.measuring_step)
    if not motions:
        return replace(settings, step=longest, choice=keep_integrator("rk4", longest, longest)), [], []
    stable = min(small.stable_step(longest) for small in motions)
    if settings.step:
        kept = replace(settings, choice=keep_integrator("rk4", settings.step, longest))
        return kept, [step_verdict(longest, stable)], [*_shortened(settings), *_ignored_tolerances(kept)]
    text = f"time step {1e3 * stable:.3g} ms (the largest stable RK4 step, at most {1e3 * longest:.3g} ms)"
    choice = replace(keep_integrator("rk4", stable, longest), why=settings.choice.why)
    found = replace(settings, step=stable, choice=choice)
    return found, [step_verdict(stable, stable)], [text, *_ignored_tolerances(found)]


def _course(settings: RunSettings, trajectory: Trajectory) -> list[str]:
    """Returns what an integrator with error control did, and why it was chosen."""
    choice = settings.choice
    if choice.fixed and settings.integrator == AUTO and choice.why:
        return [f"integrator {choice.integrator} ({choice.why})"]
    if choice.fixed or not (METHODS[choice.integrator].jacobian == "kept" or choice.rtol) or not trajectory.steps:
        return []
    reasons = [f"{count} for {reason}" for reason, count in trajectory.rejections.items() if count]
    refused = f", {trajectory.rejected} taken again ({', '.join(reasons)})" if trajectory.rejected else ""
    lengths = f"{1e3 * trajectory.shortest_step:.2g} to {1e3 * trajectory.longest_step:.2g} ms"
    chosen = f" ({choice.why})" if settings.integrator == AUTO else ""
    made = f", Jacobian made {trajectory.renewals} times" if trajectory.renewals else ""
    return [
        f"integrator {choice.integrator}{chosen}: {trajectory.steps} steps of {lengths}{refused}, accuracy "
        f"{settings.accuracy:g}{made}"
    ]


def _sliding(ready: Prepared) -> list[Prepared]:
    """Returns the same start with all friction sliding that sticks now: what it holds may move faster by itself."""
    work = ready.workspace()
    phases = FrictionPhases(work)
    stuck = phases.sticks > 0.5
    if not stuck.any():
        return []
    phases.side[stuck], phases.sticks[stuck] = 1.0, 0.0
    return [ready.starting_from(ready.state, phases.modes)]


class _Runs:
    """Runs of one set-up, each on numbers of its own, for as long as they are asked to; those of the last are kept."""

    def __init__(
        self,
        model: Model | Vehicle | Prepared,
        ready: Prepared,
        controllers: Sequence[Any],
        inputs: Mapping[str, Source],
        settings: RunSettings,
        on_progress: Callable[[float], None] | None,
    ):
        self.model, self.ready, self.controllers, self.inputs = model, ready, controllers, inputs
        self.settings, self.on_progress = settings, on_progress
        self.watch: Watch
        self._begin()

    def _begin(self) -> None:
        """Sets numbers, inputs and controllers as they are at the start."""
        lasts, self.work = self.settings.duration, self.ready.workspace()
        self.over_time = prepare_input_histories(self.ready.model, self.inputs, lasts)
        self.controls = run_controllers(
            self.model, self.ready, self.work, self.controllers, self.over_time, self.inputs, lasts
        )
        self.over_time = self.controls.history if self.controls else self.over_time

    def with_settings(self, settings: RunSettings) -> _Runs:
        """Returns the same with the integrator and the step that were chosen."""
        self.settings = settings
        return self

    def __call__(self, duration: float | None, stop_when: Callable[[np.ndarray], bool] | None) -> Trajectory:
        settings = self.settings if duration is None else replace(self.settings, duration=duration)
        located, kinks = settings.events != "stepwise", settings.events == "every"
        self._begin()
        self.watch = Watch(self.work, self.over_time, located=located, kinks=kinks)
        how = integration_settings(
            self.ready, self.work, settings, self.over_time, self.watch, self.controls, self.on_progress
        )
        how = replace(how, stop_when=stop_when, more_rows=settings.written())
        found = integrate_with(self.work, self.ready.state, 0.0, settings.duration, settings.samples(), how)
        torn = self.ready.rank.redundant and settings.projection == "project"
        return _until_torn(self.ready, found) if torn else found

    def result(
        self,
        trajectory: Trajectory,
        took: float,
        checks: Sequence[VerdictCheck],
        notes: Sequence[str],
        ended_by: str,
    ) -> Result:
        """Returns the result of the last run, with its verdict."""
        subject = self.model if isinstance(self.model, Vehicle) else self.ready.model
        chosen, record = self.settings.choice.integrator, self.settings.record()
        rows, written = trajectory.read_rows(), self.settings.written()
        found = run_result(self.ready, self.work, rows, chosen, record, took, subject, self.watch, self.controls)
        if written.size and trajectory.times.size:
            found = replace(found, written=rows_written(found, trajectory, written))
        told = [*notes, *_course(self.settings, trajectory), *controller_notes(self.controls)]
        found = with_verdict(found, checks, told)
        return replace(found, metadata=Metadata(found.metadata, {"ended_by": ended_by})) if ended_by else found


def integration_settings(
    ready: Prepared,
    work: Workspace,
    settings: RunSettings,
    over_time: InputHistory,
    watch: Watch,
    controls: ControlledRun | None,
    on_progress: Callable[[float], None] | None = None,
) -> IntegrationSettings:
    """How the integrator that was chosen goes through time; the stabilisation of loops is set in the workspace."""
    choice = settings.choice
    kept = METHODS[choice.integrator].jacobian == "kept"
    work.set_stabilisation(BAUMGARTE_RATE if settings.projection == "baumgarte" else 0.0)
    return IntegrationSettings(
        method=choice.integrator,
        step=choice.step or None,
        fixed=choice.fixed,
        rows_end_steps=choice.rows_end_steps,
        rtol=0.0 if kept else choice.rtol or settings.rtol,
        atol=choice.tolerances(ready.layout, settings.accuracy) if kept else 0.01 * choice.rtol or settings.atol,
        # a longer step could pass over two events at once, and guards at its ends would not show them
        max_step=min(choice.longest, settings.measuring_step) if watch.count and not kept else choice.longest,
        inputs=over_time,
        corners=_corners(ready.model),
        projection=settings.projection == "project",
        weak_fraction=WEAK if ready.rank.redundant else 0.0,
        watch=watch,
        controls=controls,
        on_progress=on_progress,
        on_reselect=lambda t, y, pivot: reselect_active_rows(work, y, len(ready.rank.active)),
    )


def _corners(model: Model) -> list[float]:
    """Returns times where a signal of the model has a kink: steps end there."""
    signals = [getattr(part, name, None) for part in model.parts for name in ("signal", "road")]
    return [t for signal in signals if signal is not None for t in signal.corners() if t > 0]


def _until_torn(ready: Prepared, trajectory: Trajectory) -> Trajectory:
    """Up to where rows that are off open so far that they were not redundant after all, or drives pull them apart."""
    gap = trajectory.channels[:, ready.layout.channels["constraints.gap"][0]]
    torn = np.flatnonzero(gap > TORN)
    if not len(torn):
        return trajectory
    k = max(int(torn[0]), 1)
    kept = trajectory.rows(np.arange(k))
    return replace(kept, status=OPENED, t_end=float(kept.times[-1]), y_end=kept.states[-1])
