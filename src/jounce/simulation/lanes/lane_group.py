"""A group of cars that runs in one call: their arrays side by side, the job, and what came out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, c_int64
from dataclasses import dataclass
from functools import cache
from time import perf_counter

import numpy as np

from jounce.native.cache import Cache
from jounce.native.loops.load import ENTRY, load_function
from jounce.simulation.choose_integrator import error_scales_of_integrator
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.kept_arrays import kept_and_plain_states, watched_speeds
from jounce.simulation.integrators.methods import METHODS
from jounce.simulation.integrators.methods.tables import Rosenbrock
from jounce.simulation.lanes.lane_code import LaneCode
from jounce.simulation.lanes.lane_job import FINISHED, LANE_JOB, LANE_STATUS, RUNNING, SCRATCH_ROWS
from jounce.simulation.prepare import Prepared

LANE_LOOP = "jounce.simulation.lanes.lane_steps:advance"
CALL_TIME = 0.05  # s of wall time in machine code before Python has its turn
MAX_CORRECTIONS = 10
CLOSED = 1e-11  # m, rad, m/s or rad/s
RESELECT = 0.3  # of the best pivot: rows of a car with redundant ones would be chosen again
ALIGNMENT = 64  # bytes: a line of the cache
BEFORE_OUT = ("inputs", "modes", "values", "tables", "road")  # what a kernel takes between state and out


@dataclass(frozen=True, kw_only=True)
class LaneCar:
    """One car of a group: its numbers, its state, and what its inputs do."""

    ready: Prepared
    inputs: InputHistory
    levels: tuple[float, ...] = ()  # of the channels that end its run


@dataclass(frozen=True, kw_only=True)
class LaneSettings:
    """How all cars of a group go through time."""

    method: str
    step: float
    stops: np.ndarray  # s, where steps end
    samples: np.ndarray  # s, of rows; all of them are stops
    renew_every: int  # steps
    ends: tuple[tuple[int, int], ...] = ()  # column of a row, and 1 for above or -1 for below


@dataclass(frozen=True, kw_only=True)
class LaneRun:
    """What one car did, up to its end or to its last good row."""

    rows: np.ndarray  # of the chosen channels
    status: str
    t_end: float
    y_end: np.ndarray
    culprit: int  # index of the first state that was not finite, or -1
    ended_by: int  # number of the condition, or -1
    largest_gap: float
    largest_error: float  # estimated, of a step by what counts as large; nothing estimates it for RK4
    phase_changes: int  # of dry friction


def run_lane_group(code: LaneCode, cars: Sequence[LaneCar], how: LaneSettings) -> list[LaneRun]:
    """Drive a group of at most as many cars as the code has lanes for; lanes without a car repeat the last one."""
    filled = [*cars, *[cars[-1]] * (code.cars - len(cars))]
    arrays = _numbers(code, filled) | _course(code, filled, how) | _jacobian(code, filled, how)
    job = np.zeros((), LANE_JOB)
    _fill(job, arrays, code, filled, how)
    for kernel in code.kernels.values():
        if kernel.setup is not None:
            kernel.setup(*(int(job[name]) for name in ("state", *BEFORE_OUT, "scratch", "work")))
    _go_on(job)
    sizes = error_scales_of_integrator(code.layout)[: code.layout.sizes["controlled"]]
    errors = (arrays["errors"] / sizes[:, np.newaxis]).max(axis=0, initial=0.0)
    return [_lane_run(code, arrays, car, float(errors[car])) for car in range(len(cars))]


def _go_on(job: np.ndarray) -> None:
    """Call the machine code to the end, each time for as many steps as fill the call time: then Ctrl-C is heard."""
    advance, steps, code = lane_machine_code(), 64.0, RUNNING
    while code != FINISHED:
        job["step_budget"] = int(steps)
        began = perf_counter()
        code = advance(job.ctypes.data)
        steps = max(1.0, steps * min(8.0, CALL_TIME / max(perf_counter() - began, 1e-6)))


@cache
def lane_machine_code() -> Callable[[int], int]:
    """Loaded once in a process and kept, so that its address stays valid."""
    loaded = load_function(LANE_LOOP, Cache())
    function = CFUNCTYPE(c_int64, c_int64)(loaded.address_of(ENTRY))
    function.keep_alive = loaded  # type: ignore[attr-defined]
    return function


def _aligned(*shape: int) -> np.ndarray:
    """Zeros that begin with a line of the cache: rows of lanes never lie across two."""
    size = int(np.prod(shape))
    room = np.zeros(size + ALIGNMENT // 8)
    first = -room.ctypes.data // 8 % (ALIGNMENT // 8)
    return room[first : first + size].reshape(shape)


def _side_by_side(columns: Sequence[np.ndarray]) -> np.ndarray:
    """[number][car]"""
    found = _aligned(columns[0].size, len(columns))
    for car, column in enumerate(columns):
        found[:, car] = column
    return found


def _numbers(code: LaneCode, cars: Sequence[LaneCar]) -> dict[str, np.ndarray]:
    """What kernels read and write."""
    numbers = [car.ready.numbers for car in cars]
    return {
        "state": _side_by_side([car.ready.state for car in cars]),
        "inputs": _side_by_side([own.inputs for own in numbers]),
        "modes": _side_by_side([own.modes for own in numbers]),
        "values": _side_by_side([own.values for own in numbers]),
        "tables": np.concatenate([_as_long(own.tables, code.layout.sizes["tables"]) for own in numbers]),
        "road": np.concatenate([own.road_entry for own in numbers]),
        "work": _aligned(code.work_size),
    }


def _as_long(tables: np.ndarray, size: int) -> np.ndarray:
    """The tables of a car; one without any has a number that nobody reads."""
    return tables[:size] if size else tables[:1]


def _course(code: LaneCode, cars: Sequence[LaneCar], how: LaneSettings) -> dict[str, np.ndarray]:
    """Inputs, times, rows, and what is known of each car."""
    histories, W, n = [car.inputs for car in cars], code.cars, code.layout.sizes["state"]
    counts = np.concatenate([np.diff(own.first_piece) for own in histories])
    first_piece = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    residuals = code.layout.sizes["gap"] + code.layout.sizes["rate gap"]
    moving = [k for k in range(histories[0].count) if any(_moves(own, k) for own in histories)]
    return {
        "pieces": np.vstack([own.pieces for own in histories]),
        "first_piece": first_piece,
        "current_piece": first_piece[:-1].copy(),
        "is_spline": np.concatenate([own.is_spline for own in histories]),
        "moving": np.array(moving, np.int64),
        "plain": np.array(code.layout.plain, np.int64).reshape(-1, 3),
        "scratch": _aligned(SCRATCH_ROWS, n * W),
        "residuals": _aligned(max(1, residuals) * W),
        "errors": np.zeros((code.layout.sizes["controlled"], W)),
        "gaps": np.zeros((max(1, code.layout.sizes["gap"]), W)),
        "stops": how.stops,
        "samples": how.samples,
        "sample_rows": np.empty((len(how.samples), code.row_size, W)),
        "ends": np.array(how.ends, np.int64).reshape(-1, 2),
        "end_levels": np.array([car.levels for car in cars], float).T.copy(),
        **{name: np.zeros(W, np.int64) for name in ("status", "rows_reached", "now", "changes")},
        **{name: np.full(W, -1, np.int64) for name in ("culprit", "ended_by")},
        "top_pivots": np.zeros(W),
        "end_times": np.full(W, how.stops[-1]),
    }


def _moves(history: InputHistory, k: int) -> bool:
    """Whether an input is not the same all the time."""
    own = history.pieces[history.first_piece[k] : history.first_piece[k + 1]]
    return bool(own[:, 3:].any() or np.ptp(own[:, 2]))


def _jacobian(code: LaneCode, cars: Sequence[LaneCar], how: LaneSettings) -> dict[str, np.ndarray]:
    """What a W-method needs, and friction."""
    layout, W, f = code.layout, code.cars, len(code.layout.frictions)
    found = {"phases_kept": np.zeros((2 * f, W)), "solver_stale": np.ones(W, np.int64)}
    if METHODS[how.method].jacobian == "none":
        return found
    kept, plain, speeds = kept_and_plain_states(layout)
    m, n = len(kept), layout.sizes["controlled"]
    moving = max(1, len(layout.inputs))
    return found | {
        "coefficients": METHODS[how.method].coefficients(),
        "kept": kept,
        "plain_states": plain,
        "plain_speeds": speeds,
        "renewed": _renewed(cars[0].ready, np.concatenate([kept, plain])),
        "slopes": np.zeros((W, n, m), np.float32),
        "inverses": np.zeros((W, m, m), np.float32),
        "matrix": np.zeros((m, m)),
        "pivots": np.zeros(max(m, f), np.int64),
        "room": np.zeros((12, max(m, f))),
        "vectors": np.zeros((4, n)),
        "input_slopes": np.zeros((2 * moving, layout.sizes["state"] * W)),
        "friction_rows": np.array([_friction_rows(car.ready, kept) for car in cars]),
        "friction_slopes": np.zeros((W, f, m)),
        "friction_inverses": np.zeros((W, f, m)),
        "friction_solvers": np.zeros((W, f, f)),
    }


def _renewed(ready: Prepared, columns: np.ndarray) -> np.ndarray:
    """Columns of the Jacobian that change on the way: speeds of cars and wheels, and deflections of tyres."""
    layout, model = ready.layout, ready.model
    tyres = tuple(f"{part.name}." for part in model.forces if getattr(part, "reads_road", False))
    speeds, _ = watched_speeds(ready.numbers)
    changing = [*speeds, *(place for name, place in layout.elements.items() if name.startswith(tyres))]
    return np.flatnonzero(np.isin(columns, changing)) if tyres else np.arange(len(columns))


def _friction_rows(ready: Prepared, kept: np.ndarray) -> np.ndarray:
    """How the speed of each friction follows from the kept states, where the car starts."""
    layout = ready.layout
    found = np.zeros((len(layout.frictions), len(kept)))
    if layout.frictions:
        places = np.searchsorted(kept, sorted(layout.speeds.values()))
        numbers, out = ready.numbers, np.zeros(layout.sizes["matrices"])
        ready.compiled.kernels["matrices"].run(*numbers.addresses(ready.state, out, numbers.work.copy()))
        found[:, places] = numbers.split_matrices(out)["friction J"]
    return found


def _fill(
    job: np.ndarray, arrays: dict[str, np.ndarray], code: LaneCode, cars: list[LaneCar], how: LaneSettings
) -> None:
    sizes, layout, method = code.layout.sizes, code.layout, METHODS[how.method]
    for name, array in arrays.items():
        job[name] = array.__array_interface__["data"][0]  # ten times as fast as `ctypes.data`
    closes = sizes["gap"] + sizes["rate gap"] > 0
    for name, kernel in code.kernels.items():
        job[name] = kernel.address if closes or name in ("rhs", "see") else 0
    job["cars"], job["state_size"], job["controlled"] = code.cars, sizes["state"], sizes["controlled"]
    job["gap_size"], job["rate_gap_size"], job["channel_size"] = sizes["gap"], sizes["rate gap"], code.row_size
    for name, counted in (("plain_count", "plain"), ("moving_count", "moving"), ("end_count", "ends")):
        job[name] = len(arrays[counted])
    job["stop_count"], job["sample_count"] = len(how.stops), len(how.samples)
    job["input_count"] = cars[0].inputs.count
    job["t"], job["step"], job["renew_every"] = how.stops[0], how.step, how.renew_every
    job["max_corrections"], job["gap_tolerance"], job["rate_tolerance"] = MAX_CORRECTIONS, CLOSED, CLOSED
    job["weak_fraction"] = RESELECT if cars[0].ready.rank.redundant else 0.0
    places = layout.friction_places()
    job["friction_count"], job["friction_multipliers"] = len(layout.frictions), sizes["multipliers"] + sizes["rows"]
    if layout.frictions:
        job["friction_switches"], job["friction_sides"] = places[0, 0], places[1, 0]
    if isinstance(method, Rosenbrock):
        job["stages"], job["takes_time_slope"] = method.stages, method.takes_time_slope
        job["kept_count"], job["plain_total"] = len(arrays["kept"]), len(arrays["plain_states"])
        job["renewed_count"] = len(arrays["renewed"])


def _lane_run(code: LaneCode, arrays: dict[str, np.ndarray], car: int, error: float) -> LaneRun:
    status, reached = int(arrays["status"][car]), int(arrays["rows_reached"][car])
    return LaneRun(
        rows=arrays["sample_rows"][:reached, : len(code.channels), car].copy(),
        status=LANE_STATUS[FINISHED if status == RUNNING else status],
        t_end=float(arrays["end_times"][car]),
        y_end=arrays["state"][:, car].copy(),
        culprit=int(arrays["culprit"][car]),
        ended_by=int(arrays["ended_by"][car]),
        largest_gap=float(arrays["gaps"][:, car].max()),
        largest_error=error,
        phase_changes=int(arrays["changes"][car]),
    )
