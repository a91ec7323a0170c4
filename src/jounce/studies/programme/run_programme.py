"""Run a programme: one trial after the other, several at a time, whatever single ones say to the car."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from threading import Event
from time import perf_counter
from typing import Any

from jounce.arguments import check_arguments, check_methods
from jounce.errors import ModelError, NumericalError, Portable, Problem
from jounce.model import Vehicle
from jounce.outdated import take_old_words
from jounce.progress import Report, report_progress
from jounce.results import Result
from jounce.results.shown_units import ENGINEERING
from jounce.studies import run as run_study
from jounce.studies.programme.trials import Trial, choose_trials
from jounce.studies.study import Progress
from jounce.workers import count_workers

FINISHED, STOPPED, UNFIT, LEFT = "finished", "stopped", "does not fit", "not run"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of a trial."""

    trial: Trial
    state: str  # FINISHED; STOPPED: the numbers gave out, what there is is kept; UNFIT: refused, LEFT: interrupted
    result: Result | None
    reason: str = ""  # why it has no result, or no whole one
    seconds: float = 0.0  # of wall time


@check_methods
@dataclass(frozen=True, kw_only=True, repr=False)
class ProgrammeRun:
    """The outcomes of all trials of a car, in the order of the programme."""

    vehicle: Vehicle
    outcomes: tuple[Outcome, ...]
    seconds: float  # of wall time
    workers: int
    units: str = ENGINEERING  # in which it is shown

    def in_units(self, system: str) -> ProgrammeRun:
        """Returns the same programme, shown in "engineering" units or in "SI"."""
        shown = [replace(each, result=each.result.in_units(system)) if each.result else each for each in self.outcomes]
        return replace(self, outcomes=tuple(shown), units=system)

    def __repr__(self) -> str:
        finished = sum(outcome.state == FINISHED for outcome in self.outcomes)
        return (
            f"<Programme of '{self.vehicle.name}': {finished} of {len(self.outcomes)} trials in {self.seconds:.1f} s>"
        )

    @property
    def whole(self) -> bool:
        """Tells whether every trial was run that fits the car, to its end."""
        return all(outcome.state in (FINISHED, UNFIT) for outcome in self.outcomes)

    def __getitem__(self, trial: str) -> Result:
        """Returns the result of a trial by its name."""
        found = {outcome.trial.name: outcome.result for outcome in self.outcomes}
        result = found.get(trial)
        if result is None:
            there = [name for name, result in found.items() if result is not None]
            raise ModelError("programme", [Problem(trial, "has no result", f"results of: {', '.join(there)}")])
        return result


@take_old_words({"on_progress": "progress"})
@check_arguments
def run_programme(
    car: Vehicle,
    *,
    only: Iterable[str] = (),
    without: Iterable[str] = (),
    workers: int | None = None,
    on_outcome: Callable[[Outcome], None] | None = None,
    progress: bool | Progress = False,
) -> ProgrammeRun:
    """Puts a car through every trial that fits it. A study that refuses the car says why, and the next one is run.

    `workers` trials run at a time, by default one for each core, in threads: their time goes into machine code. The
    first one runs alone, so that the others find its machine code. `on_outcome` is called with each as it ends.
    `progress=True` draws a bar; a function is called with the share that is done.
    """
    count = count_workers("programme", workers)
    if not isinstance(car, Vehicle):
        raise ModelError("programme", [Problem("car", "only a vehicle is put through a programme", "a vehicle file")])
    with report_progress(progress, "programme") as report:
        return _run_trials(car, choose_trials(only, without), count, on_outcome, report)


def _run_trials(
    car: Vehicle,
    trials: tuple[Trial, ...],
    workers: int,
    on_outcome: Callable[[Outcome], None] | None,
    report: Report | None,
) -> ProgrammeRun:
    began, stopped = perf_counter(), Event()
    found: dict[str, Outcome] = {}

    def end(outcome: Outcome) -> None:
        found[outcome.trial.name] = outcome
        if on_outcome is not None:
            on_outcome(outcome)
        if report is not None:
            report(len(found) / len(trials))

    pool = ThreadPoolExecutor(max_workers=workers)
    try:
        end(_run_trial(car, trials[0], stopped))
        for each in as_completed([pool.submit(_run_trial, car, trial, stopped) for trial in trials[1:]]):
            end(each.result())
    except KeyboardInterrupt as interrupt:
        stopped.set()
        pool.shutdown(wait=True, cancel_futures=True)
        raise ProgrammeInterrupted(_gather(car, trials, found, began, workers)) from interrupt
    finally:
        stopped.set()
        pool.shutdown(wait=True, cancel_futures=True)
    return _gather(car, trials, found, began, workers)


class ProgrammeInterrupted(Portable, KeyboardInterrupt):
    """Ctrl-C in a programme; `partial` has what was run before."""

    def __init__(self, partial: ProgrammeRun):
        super().__init__()
        self.partial = partial


def _gather(car: Vehicle, trials: tuple[Trial, ...], found: dict[str, Outcome], began: float, workers: int) -> Any:
    left = {t.name: Outcome(trial=t, state=LEFT, result=None, reason="interrupted") for t in trials}
    outcomes = tuple((left | found).values())
    return ProgrammeRun(vehicle=car, outcomes=outcomes, seconds=perf_counter() - began, workers=workers)


def _run_trial(car: Vehicle, trial: Trial, stopped: Event) -> Outcome:
    """A trial that cannot be run is an outcome too."""
    began = perf_counter()

    def look(_: float) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt

    def outcome(state: str, result: Result | None, reason: str = "") -> Outcome:
        return Outcome(trial=trial, state=state, result=result, reason=reason, seconds=perf_counter() - began)

    if stopped.is_set():
        return outcome(LEFT, None, "interrupted")
    try:
        return outcome(FINISHED, run_study(car, trial.study, progress=look, **trial.settings))
    except ModelError as refused:
        return outcome(UNFIT, None, "; ".join(f"{p.where}: {p.what}" for p in refused.problems))
    except NumericalError as stop:
        partial = getattr(stop, "partial", None)
        return outcome(STOPPED, partial if isinstance(partial, Result) else None, str(stop))
    except KeyboardInterrupt:
        return outcome(LEFT, None, "interrupted")
