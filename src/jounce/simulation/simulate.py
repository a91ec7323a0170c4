"""Simulate a model: integrate, and keep what happened by name."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.errors import ModelError, NumericalError, Problem, did_you_mean
from jounce.model import Model, Vehicle
from jounce.native.cache import Cache
from jounce.parts.roads.road import Road
from jounce.results import Result, VerdictCheck
from jounce.results.run_record import FAILED, PASSED
from jounce.simulation.inputs import InputHistory, Source
from jounce.simulation.integrators.driver import FIXED_STEP, Trajectory, integrate
from jounce.simulation.linear.small_motions import small_motions
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.loops.active_rows import reselect_active_rows
from jounce.simulation.prepare import Prepared, prepare, prepare_input_histories, prepare_quantities
from jounce.simulation.run_result import KEPT, OPENED, TORN, run_failure, run_result
from jounce.simulation.verdict import step_verdict, with_verdict
from jounce.simulation.workspace import Workspace

PROJECTIONS = ("project", "baumgarte", "none")
BAUMGARTE_RATE = 60.0  # 1/s, of the classical stabilisation kept for comparison
MOST_ROWS = 1e7  # of a result; they are kept in memory
AUTO = "auto"  # the step is found
LONGEST_STEP = 1e-3  # s, of those that are found
FINEST = 1e-14  # of relative tolerances: some fifty roundings of a number
WEAK = 0.3  # of the best pivot since the last choice of rows, below which they are chosen again


@one_blas_thread()
def simulate(
    model: Model | Vehicle | Prepared,
    duration: float | str,
    *,
    start: Mapping[str, Any] | None = None,
    start_rates: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Source] | None = None,
    road: Road | None = None,
    integrator: str = "rk4",
    step: float | str = 1e-3,
    rtol: float = 1e-6,
    atol: float | None = None,
    max_step: float | str = np.inf,
    output_step: float | str = 0.01,
    projection: str = "project",
    on_progress: Callable[[float], None] | None = None,
    cache: Cache | None = None,
) -> Result:
    """Simulate any mechanism from its start values and return named histories.

    `start` gives coordinates ("hinge.angle": 0.3 or "20 deg"), `start_rates` their rates; the loops decide the
    rest. `inputs` gives a number, (times, values) or (times, values, interpolation) for each external input. Tyres
    roll on `road`, flat where none is given.
    `integrator` is "rk4" (fixed `step`, or "auto" for the largest stable one, at most 1 ms) or "dormand-prince"
    (`rtol`, `atol`; without `atol` a hundredth of `rtol`, in m and rad). Rows come every `output_step`; no step is
    longer. `Result.verdict` says how far the numbers can be trusted; a run that loses its energy balance ends there.
    """
    times = {"duration": duration, "step": step, "output_step": output_step, "max_step": max_step}
    settings = _settings(integrator, projection, times, {"rtol": rtol} | ({} if atol is None else {"atol": atol}))
    if isinstance(model, Prepared) and (start or start_rates):
        what = "a prepared model has its start state already"
        raise ModelError("settings", [Problem("start", what, "give start and start_rates to `prepare`")])
    began = clock.perf_counter()
    ready = (
        model
        if isinstance(model, Prepared)
        else prepare(model, start, start_rates, inputs, cache, integrator=integrator)
    )
    ready = ready if road is None else ready.on_road(road)
    work, over_time = ready.workspace(), prepare_input_histories(ready.model, inputs or {})
    settings, checks, notes = _with_step(ready, settings, over_time)
    trajectory = _run(ready, work, settings, over_time, on_progress)
    if ready.rank.redundant and projection == "project":
        trajectory = _until_torn(ready, trajectory)
    subject = model if isinstance(model, Vehicle) else ready.model
    took = clock.perf_counter() - began
    result = run_result(ready, work, trajectory, integrator, settings.record(), took, subject)
    result = with_verdict(result, checks, notes)
    if trajectory.status == "interrupted":
        raise Interrupted(result)
    if trajectory.status != "finished":
        too_long = [check.sentence() for check in checks if check.state != PASSED]
        raise NumericalError("; ".join([run_failure(ready, work, trajectory), *too_long]), partial=result)
    if result.verdict.state == FAILED:
        raise NumericalError(f"{ready.model.name}: {'; '.join(result.verdict.notes())}; {KEPT}", partial=result)
    return result


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: carries what was computed."""

    def __init__(self, partial: Result):
        super().__init__("interrupted")
        self.partial = partial


@dataclass(frozen=True, slots=True, kw_only=True)
class _RunSettings:
    """How a run goes through time; SI."""

    integrator: str
    projection: str
    duration: float
    step: float  # 0 where it is to be found
    output_step: float
    max_step: float
    rtol: float
    atol: float

    def samples(self) -> np.ndarray:
        """Times of the rows: every output step, and the end."""
        count = int(self.duration / self.output_step * (1 + 1e-12))
        rows = np.arange(count + 1) * self.output_step
        ends_between = self.duration - rows[-1] > 1e-9 * self.duration
        return np.append(rows, self.duration) if ends_between else rows

    def record(self) -> dict[str, Any]:
        """What a result keeps: the settings that its integrator follows."""
        fixed = self.integrator in FIXED_STEP
        own = {"step": min(self.step, self.output_step)} if fixed else {"rtol": self.rtol, "atol": self.atol}
        return own | {"duration": self.duration, "output_step": self.output_step, "projection": self.projection}


def _settings(
    integrator: str, projection: str, times: Mapping[str, float | str], tolerances: dict[str, float]
) -> _RunSettings:
    """Settings in SI; all that are wrong are refused at once."""
    open_ended = {"max_step": np.inf, "step": AUTO}
    bounded = {name: value for name, value in times.items() if name not in open_ended or value != open_ended[name]}
    numbers = prepare_quantities(
        "settings", bounded | tolerances, dict.fromkeys(bounded, "s") | dict.fromkeys(tolerances, "1")
    )
    _check_settings(numbers, projection)
    defaults = {"max_step": np.inf, "step": 0.0, "atol": 0.01 * numbers["rtol"]}
    return _RunSettings(integrator=integrator, projection=projection, **(defaults | numbers))


def _check_settings(numbers: Mapping[str, float], projection: str) -> None:
    problems = []
    for name, value in numbers.items():
        if not value > 0:
            right = "a positive number, for example 1e-6" if name.endswith("tol") else "a positive time"
            problems.append(Problem(name, f"{value:g}", right))
        elif name == "rtol" and value < FINEST:
            problems.append(Problem(name, f"{value:g} is finer than numbers are", f"at least {FINEST:g}"))
    if not problems and numbers["duration"] / numbers["output_step"] > MOST_ROWS:
        what = f"{numbers['duration'] / numbers['output_step']:.0e} rows"
        problems.append(Problem("output_step", what, f"at most {MOST_ROWS:.0e}; a longer output step"))
    if projection not in PROJECTIONS:
        what = f"'{projection}' is not known.{did_you_mean(projection, PROJECTIONS)}"
        problems.append(Problem("projection", what, f"one of {', '.join(PROJECTIONS)}"))
    if problems:
        raise ModelError("settings", problems)


def _shortened(settings: _RunSettings) -> list[str]:
    """A note where rows come more often than the step that was asked for."""
    if settings.step <= settings.output_step:
        return []
    asked, taken = (f"{1e3 * length:.3g} ms" for length in (settings.step, settings.output_step))
    return [f"time step {taken} instead of {asked}: no step is longer than output_step, the time between rows"]


def _with_step(
    ready: Prepared, settings: _RunSettings, over_time: InputHistory
) -> tuple[_RunSettings, list[VerdictCheck], list[str]]:
    """The settings with a step where it is to be found, and the check and the note on a fixed step."""
    if settings.integrator not in FIXED_STEP:
        return settings, [], []
    names = [part.name for part in ready.model.inputs]
    with np.errstate(invalid="ignore", over="ignore"):  # of rates that are not finite, which the run will name
        small = small_motions(ready, ready.state, dict(zip(names, over_time.at(0.0)[1::3], strict=True)))
    longest = min(settings.step or min(LONGEST_STEP, settings.max_step), settings.output_step)
    if not np.isfinite(small.J).all():  # then there is no small motion
        return replace(settings, step=longest), [], []
    stable = small.stable_step(longest)
    if settings.step:
        return settings, [step_verdict(longest, stable)], _shortened(settings)
    text = f"time step {1e3 * stable:.3g} ms (the largest stable RK4 step, at most {1e3 * longest:.3g} ms)"
    return replace(settings, step=stable), [step_verdict(stable, stable)], [text]


def _run(
    ready: Prepared,
    work: Workspace,
    settings: _RunSettings,
    over_time: InputHistory,
    on_progress: Callable[[float], None] | None,
) -> Trajectory:
    work.set_stabilisation(BAUMGARTE_RATE if settings.projection == "baumgarte" else 0.0)
    return integrate(
        work,
        ready.state,
        0.0,
        settings.duration,
        samples=settings.samples(),
        method=settings.integrator,
        step=settings.step if settings.integrator in FIXED_STEP else None,
        rtol=settings.rtol,
        atol=settings.atol,
        max_step=settings.max_step,
        inputs=over_time,
        corners=_corners(ready.model),
        projection=settings.projection == "project",
        weak_fraction=WEAK if ready.rank.redundant else 0.0,
        on_progress=on_progress,
        on_reselect=lambda t, y, pivot: reselect_active_rows(work, y, len(ready.rank.active)),
    )


def _corners(model: Model) -> list[float]:
    """Times where a signal of the model has a kink: steps end there."""
    signals = [getattr(part, name, None) for part in model.parts for name in ("signal", "road")]
    return [t for signal in signals if signal is not None for t in signal.corners() if t > 0]


def _until_torn(ready: Prepared, trajectory: Trajectory) -> Trajectory:
    """Up to where rows that are off open so far that they were not redundant after all, or drives pull them apart."""
    gap = trajectory.channels[:, ready.layout.channels["constraints.gap"][0]]
    torn = np.flatnonzero(gap > TORN)
    if not len(torn):
        return trajectory
    k = max(int(torn[0]), 1)
    times, states = trajectory.times[:k], trajectory.states[:k]
    kept = replace(trajectory, times=times, states=states, channels=trajectory.channels[:k], status=OPENED)
    return replace(kept, t_end=float(times[-1]), y_end=states[-1])
