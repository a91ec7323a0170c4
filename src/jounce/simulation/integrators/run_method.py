"""Run an integrator: lay out the job, call machine code about every 50 ms, collect what comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from ctypes import CFUNCTYPE, c_int64
from dataclasses import dataclass, field, replace
from functools import cache
from math import inf, isfinite
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.native.cache import Cache
from jounce.native.loops.load import ENTRY, load_function
from jounce.simulation.events.drive_rows import drive_rows
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.exact.record import jacobian_record
from jounce.simulation.integrators.job import (
    BAD_COMMAND,
    CONTROL,
    EVENT,
    JOB,
    NEVER_MADE,
    RESELECT,
    RUNNING,
    SCRATCH_ROWS,
    STATUS,
)
from jounce.simulation.integrators.kept_arrays import kept_jacobian_arrays
from jounce.simulation.integrators.methods import INTEGRATORS, METHODS
from jounce.simulation.integrators.methods.tables import Method
from jounce.simulation.integrators.stops import SNAP, adaptive_stops, fixed_stops, rows_with_more
from jounce.simulation.workspace import Workspace

if TYPE_CHECKING:
    from jounce.simulation.controls.controlled_run import ControlledRun
    from jounce.simulation.events.watch import Watch

CALL_TIME = 0.05  # s of wall time in machine code before Python has its turn
MAX_CORRECTIONS = 10
GAP_TOLERANCE = 1e-11  # m, rad, m/s or rad/s
LEAP = 1e-3  # m, rad, m/s, rad/s or share, of a projection: far beyond an error of a step, onto another branch
LONG_LEAP = 2e-2  # of methods whose steps are long and whose errors are large
LOCATED = 1e-11  # s: instants of events are known to that, or to the rounding of the time
LOCATED_ROUGHLY = 1e-8  # s: with methods whose steps err by more than that
STOPPED = "stopped"
MOST_STEPS = 1e8  # with a fixed step; their times are kept in memory, and as much again while they are made


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """What an integration gave, up to its end or to the last good state."""

    times: np.ndarray  # s, the sample times that were reached
    states: np.ndarray  # a row for each of them
    channels: np.ndarray
    read: np.ndarray  # which of them figures are read off; the others are only written
    # "finished", "stopped", "not finite", "step too small", "loops not closed", "bad command" or "interrupted"
    status: str
    t_end: float
    y_end: np.ndarray
    steps: int
    rejected: int
    evaluations: int
    max_gap: float  # m or rad, over all steps, after projection
    max_rate_gap: float
    culprit: int | None  # index of the first state or rate that was not finite
    renewals: int  # of the Jacobian
    rejections: Mapping[str, int]  # by reason
    shortest_step: float  # s, of those taken
    longest_step: float
    cpu_time: float  # s of processor time, rows and their channels included

    def rows(self, chosen: np.ndarray) -> Trajectory:
        """Returns the same with some of its rows, in their order."""
        kept = (self.times[chosen], self.states[chosen], self.channels[chosen], self.read[chosen])
        return replace(self, **dict(zip(("times", "states", "channels", "read"), kept, strict=True)))

    def read_rows(self) -> Trajectory:
        """Returns the same with the rows that figures are read off."""
        return self if self.read.all() else self.rows(self.read)


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegrationSettings:
    """How an integration goes through time, and who has a turn in between.

    `on_reselect(t, y, pivot)` is called after a step whose smallest pivot is below `weak_fraction` of the best since
    the last call; it may change the modes of the workspace. With `watch` events are located, and dry friction changes
    its phases; without, it stays in those it has. `controls` has the controllers, which have their ticks; `inputs` is
    then their history.
    """

    method: str = "rk4"
    step: float | None = None  # s; the fixed step, or the first one to try
    fixed: bool = False  # steps of fixed length, also of methods that could choose
    rows_end_steps: bool = False  # no rows by dense output, also of methods that have one
    rtol: float = 1e-6
    atol: float | np.ndarray = 1e-8
    max_step: float = inf
    inputs: InputHistory = field(default_factory=lambda: InputHistory.of({}))
    corners: Iterable[float] = ()  # s, of the model's own signals
    projection: bool = True
    gap_tolerance: float = GAP_TOLERANCE
    rate_tolerance: float = GAP_TOLERANCE
    weak_fraction: float = 0.0
    watch: Watch | None = None
    controls: ControlledRun | None = None
    on_progress: Callable[[float], None] | None = None
    on_reselect: Callable[[float, np.ndarray, float], None] | None = None
    more_rows: np.ndarray = field(default_factory=lambda: np.zeros(0))  # s; they are written, and change nothing else
    stop_when: Callable[[np.ndarray], bool] | None = None  # asked now and then with the channels of new samples


def integrate(
    work: Workspace, y0: np.ndarray, t0: float, t1: float, *, samples: np.ndarray, **settings: Any
) -> Trajectory:
    """Integrates from y0 at t0 to t1, with rows at the rising times `samples`; settings are `IntegrationSettings`.

    Ctrl-C ends the run and keeps it.
    """
    return integrate_with(work, y0, t0, t1, samples, IntegrationSettings(**settings))


def integrate_with(
    work: Workspace, y0: np.ndarray, t0: float, t1: float, samples: np.ndarray, how: IntegrationSettings
) -> Trajectory:
    """Integrates likewise, by settings in one record."""
    run = lay_out_integration(work, y0, t0, t1, samples, how)
    began = process_time()
    status = run.go_on()
    return run.trajectory(status, process_time() - began)


def lay_out_integration(
    work: Workspace, y0: np.ndarray, t0: float, t1: float, samples: np.ndarray, how: IntegrationSettings
) -> Integration:
    """Returns the job of an integration and its arrays, ready to go on."""
    samples, inputs, controls, watch = np.array(samples, float), how.inputs, how.controls, how.watch
    _check(how.method, t0, t1, how.step, samples, how.fixed)
    if work.inputs.size != 1 + 3 * inputs.count:
        raise ValueError(f"{inputs.count} inputs for a model that reads {work.inputs.size // 3}")
    all_corners, table = [*how.corners, *inputs.corners], METHODS[how.method]
    stops, samples, ticks = _stops(table, t0, t1, how, all_corners, samples.clip(t0, t1))
    width = work.layout.sizes["channels"] + (controls.width if controls else 0)
    rows, read = rows_with_more(samples, how.more_rows.clip(t0, t1), stops, SNAP * min(how.step or inf, t1 - t0))
    arrays = _arrays(work, watch.begin(t0, y0) if watch else y0, stops, rows, inputs, width)
    arrays["read_rows"] = read.astype(np.int64)
    arrays |= {"corners": np.array(all_corners, float), "atol": np.full(len(arrays["state"]), how.atol, float)}
    exact = jacobian_record(work) if table.jacobian == "full" and work.mechanism is not None else None
    arrays |= {"coefficients": table.coefficients()} | ({} if exact else _jacobian_arrays(work, table))
    arrays |= (watch.arrays if watch else {}) | (controls.arrays if controls else {})
    job = _job(work, arrays)
    job["exact"], job["row_size"] = exact.address if exact else 0, width
    if controls:
        controls.fill(job, ticks)
    if watch:
        watch.fill(job, arrays["state"])
    _choose_method(job, table, how.fixed, how.rows_end_steps)
    job["t"], job["step"], job["max_step"], job["rtol"] = t0, how.step or 0.0, min(how.max_step, t1 - t0), how.rtol
    job["gap_tolerance"], job["rate_tolerance"] = how.gap_tolerance, how.rate_tolerance
    job["max_corrections"] = MAX_CORRECTIONS if how.projection else 0
    job["weak_fraction"] = how.weak_fraction
    return Integration(job, arrays, machine_code(how.method), how, exact)


def _stops(
    table: Method, t0: float, t1: float, how: IntegrationSettings, corners: list[float], samples: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns times at which steps must end, rows moved onto those of them that they are as good as at, and ticks."""
    step = float(how.step or 0.0)
    if table.fixed:
        stops, samples = fixed_stops(t0, t1, step, corners, samples)
    else:
        stops = adaptive_stops(t0, t1, corners, tolerance=1e-12 * (t1 - t0))
    if how.controls:
        return how.controls.stops(stops, samples, step if table.fixed else 1e-3 * (t1 - t0))
    return stops, samples, np.zeros((0, 2), np.int64)


@dataclass
class Integration:
    """A run that is laid out: machine code goes on from stop to stop, and Python has its turn in between."""

    job: np.ndarray
    arrays: dict[str, np.ndarray]
    advance: Callable[[int], int]
    how: IntegrationSettings
    exact: Any  # record of exact derivatives, kept alive

    def go_on(self) -> str:
        """Calls the machine code to the end; returns how the run ended."""
        job, how, seen = self.job, self.how, 0
        try:
            for code in _calls(self.advance, job):
                if how.on_progress:
                    how.on_progress(float(job["t"]))
                before, seen = seen, int(job["next_sample"])
                if how.stop_when and how.stop_when(self._samples(before, seen)):
                    return STOPPED
                status = self.take_turn(code)
                if status is not None:
                    return status
        except KeyboardInterrupt:
            pass
        return "interrupted"

    def _samples(self, first: int, end: int) -> np.ndarray:
        """Returns channels of the rows that figures are read off."""
        found: np.ndarray = self.arrays["sample_channels"][first:end][self.arrays["read_rows"][first:end] != 0]
        return found

    def take_turn(self, code: int) -> str | None:
        """Returns what Python does where machine code has returned with a code; a status ends the run."""
        job, arrays, how = self.job, self.arrays, self.how
        if how.watch:
            how.watch.read_list(job)
        if code == RESELECT and how.on_reselect:
            how.on_reselect(float(job["t"]), arrays["state"].copy(), float(job["pivot"]))
            job["best_pivot"] = 0.0
            job["fresh"] = 0  # other modes, other derivative
            job["jacobian_age"] = NEVER_MADE
        elif code == CONTROL and how.controls:
            return None if how.controls.answer(job) else STATUS[BAD_COMMAND]
        elif code not in (RUNNING, EVENT):
            if code == BAD_COMMAND and how.controls:
                how.controls.note_bad_command(job)
            return STATUS[code]
        return None

    def trajectory(self, status: str, cpu_time: float) -> Trajectory:
        """Returns what it gave so far."""
        return _trajectory(self.job, self.arrays, status, cpu_time)


def _arrays(
    work: Workspace, y0: np.ndarray, stops: np.ndarray, samples: np.ndarray, inputs: InputHistory, width: int
) -> dict[str, np.ndarray]:
    """Returns what the machine code reads and writes, by the names in the job."""
    sizes = work.layout.sizes
    n = sizes["state"]
    return {
        "plain": np.array(work.layout.plain, np.int64).reshape(-1, 3),
        "loaded": np.array(work.layout.loaded, np.int64).reshape(-1, 2),
        "drives": drive_rows(work),
        "state": np.array(y0, float),
        "scratch": np.zeros((SCRATCH_ROWS, n)),
        "residuals": np.zeros(max(1, sizes["gap"] + sizes["rate gap"])),
        "stops": stops,
        "samples": samples,
        "sample_states": np.empty((len(samples), n)),
        "sample_channels": np.empty((len(samples), width)),
        "pieces": inputs.pieces,
        "first_piece": inputs.first_piece,
        "is_spline": inputs.is_spline,
        "current_piece": inputs.first_piece[:-1].copy(),
    }


def _jacobian_arrays(work: Workspace, table: Method) -> dict[str, np.ndarray]:
    """Returns what a method with a Jacobian needs besides; see `jacobian.py` and `kept_jacobian.py`."""
    n = work.layout.sizes["controlled"]
    if table.jacobian == "kept":
        return kept_jacobian_arrays(work)
    if table.jacobian != "full":
        return {}
    square = {name: np.zeros((n, n)) for name in ("jacobian", "matrix")}
    return square | {"time_slope": np.zeros(n), "pivots": np.zeros(n, np.int64)}


def _choose_method(job: np.ndarray, table: Method, fixed: bool, rows_end_steps: bool) -> None:
    job["stages"], job["order"] = table.stages, table.controlled_order
    job["fixed"] = fixed or table.fixed
    job["projects_rival"], job["rows_end_steps"] = table.projects_rival, table.rows_end_steps or rows_end_steps
    job["jacobian_age"] = NEVER_MADE
    job["takes_time_slope"] = getattr(table, "takes_time_slope", False)
    job["shortest"] = inf
    job["event_tolerance"] = LOCATED_ROUGHLY if table.jacobian == "kept" else LOCATED
    job["leap"] = LONG_LEAP if table.jacobian == "kept" else LEAP


def _trajectory(job: np.ndarray, arrays: dict[str, np.ndarray], status: str, cpu_time: float) -> Trajectory:
    rows = int(job["next_sample"])
    return Trajectory(
        times=arrays["samples"][:rows],
        states=arrays["sample_states"][:rows],
        channels=arrays["sample_channels"][:rows],
        read=_rows_to_read(job, arrays)[:rows],
        status=status,
        t_end=float(job["t"]),
        y_end=arrays["state"],
        steps=int(job["steps"]),
        rejected=int(job["rejected"]),
        evaluations=int(job["evaluations"]),
        max_gap=float(job["max_gap"]),
        max_rate_gap=float(job["max_rate_gap"]),
        culprit=int(job["culprit"]) if status == "not finite" else None,
        renewals=int(job["renewals"]),
        rejections={
            "error": int(job["rejected_by_error"]),
            "loops": int(job["rejected_by_loops"]),
            "not finite": int(job["rejected_not_finite"]),
        },
        shortest_step=float(job["shortest"]),
        longest_step=float(job["longest"]),
        cpu_time=cpu_time,
    )


def _rows_to_read(job: np.ndarray, arrays: dict[str, np.ndarray]) -> np.ndarray:
    """Tells which rows figures are read off: also the last one of a run, whoever asked for it."""
    read: np.ndarray = arrays["read_rows"] != 0
    last = int(job["next_sample"]) - 1
    if last >= 0 and arrays["samples"][last] == job["t"]:
        read[last] = True
    return read


def _calls(advance: Callable[[int], int], job: np.ndarray) -> Iterator[int]:
    """Calls the machine code until it is done, each time for as many steps as fill the call time."""
    code, steps = RUNNING, 64.0
    while code in (RUNNING, RESELECT, EVENT, CONTROL):
        job["step_budget"] = int(steps)
        began = perf_counter()
        code = advance(job.ctypes.data)
        took = max(perf_counter() - began, 1e-6)
        if code == RUNNING:
            steps = max(1.0, steps * min(8.0, CALL_TIME / took))
        yield code


def _job(work: Workspace, arrays: dict[str, np.ndarray]) -> np.ndarray:
    """Returns the record with everything that does not depend on the settings. The caller keeps the arrays alive."""
    job = np.zeros((), JOB)
    work.fill(job, arrays)
    job["plain_count"], job["loaded_count"] = len(arrays["plain"]), len(arrays["loaded"])
    job["drive_count"] = len(arrays["drives"])
    job["stop_count"], job["sample_count"] = len(arrays["stops"]), len(arrays["samples"])
    job["corner_count"], job["input_count"] = len(arrays["corners"]), len(arrays["is_spline"])
    if "kept" in arrays:
        job["kept_count"], job["plain_total"] = len(arrays["kept"]), len(arrays["plain_states"])
        job["watched_count"] = len(arrays["watched"])
    job["last_error"] = 1e-4  # as if a step had gone well before
    return job


def machine_code(method: str) -> Callable[[int], int]:
    """Returns the compiled method: from the cache, or compiled now."""
    if problems := _unknown(method):
        raise ModelError("settings", problems)
    return _load(METHODS[method].loop)


@cache
def _load(loop: str) -> Callable[[int], int]:
    """Loads it once in a process and keeps it, so that its address stays valid."""
    loaded = load_function(loop, Cache())
    function = CFUNCTYPE(c_int64, c_int64)(loaded.address_of(ENTRY))
    function.keep_alive = loaded  # type: ignore[attr-defined]
    return function


def _check(method: str, t0: float, t1: float, step: float | None, samples: np.ndarray, fixed: bool) -> None:
    problems = _unknown(method)
    fixed = fixed or (not problems and METHODS[method].fixed)
    if not (isfinite(t0) and isfinite(t1) and t1 > t0):
        problems.append(Problem("duration", f"from {t0:g} s to {t1:g} s.", "the end comes after the start"))
    if step is None and fixed:
        problems.append(Problem("step", f"missing; {method} has a fixed step.", 'for example "1 ms"'))
    if step is not None and not (isfinite(step) and step > 0):
        problems.append(Problem("step", f"{step:g} s.", "a positive time"))
    elif step is not None and fixed and (t1 - t0) / step > MOST_STEPS:
        problems.append(Problem("step", f"{(t1 - t0) / step:.0e} steps.", f"at most {MOST_STEPS:.0e}; a longer step"))
    slack = 1e-9 * abs(t1 - t0)  # rounding of times that someone added up
    inside = (samples >= t0 - slack) & (samples <= t1 + slack)
    if not (inside.all() and (np.diff(samples) >= 0).all()):
        problems.append(Problem("samples", "not rising, or outside the run.", f"{t0:g} s to {t1:g} s, rising"))
    if problems:
        raise ModelError("settings", problems)


def _unknown(method: str) -> list[Problem]:
    if method in METHODS:
        return []
    what = f"'{method}' is not known.{did_you_mean(method, INTEGRATORS)}"
    return [Problem("integrator", what, f"one of {', '.join(INTEGRATORS)}")]
