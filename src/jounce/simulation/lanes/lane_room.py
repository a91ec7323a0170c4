"""Room for a group of cars: its arrays and its job. Groups take their places in it one after the other.

What all groups of a structure and a course have in common is laid out once. A group only brings its own numbers, so
that Python has little to do between two calls of the machine code, and other threads need not wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from jounce.simulation.choose_integrator import error_scales_of_integrator
from jounce.simulation.events.drive_rows import drive_rows
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.kept_arrays import kept_and_plain_states, watched_speeds
from jounce.simulation.integrators.methods import METHODS
from jounce.simulation.integrators.methods.tables import Rosenbrock
from jounce.simulation.integrators.stops import SNAP
from jounce.simulation.lanes.lane_code import LaneCode
from jounce.simulation.lanes.lane_job import LANE_JOB, RUNNING, SCRATCH_ROWS
from jounce.simulation.prepare import Prepared

MAX_CORRECTIONS = 10
CLOSED = 1e-11  # m, rad, m/s or rad/s
RESELECT = 0.3  # of the best pivot: rows of a car with redundant ones would be chosen again
ALIGNMENT = 64  # bytes: a line of the cache
KERNEL_ARRAYS = ("state", "inputs", "modes", "values", "tables", "road", "scratch", "work")  # as a kernel takes them
SIDE_BY_SIDE = ("inputs", "modes", "values")  # numbers of a car, [number][car]
# with what a group begins: nothing of the one before is left
BLANK = {
    **dict.fromkeys(("work", "scratch", "errors", "gaps", "top_pivots", "rows_reached", "now", "changes"), 0),
    **{"status": RUNNING, "solver_stale": 1, "culprit": -1, "ended_by": -1},
}


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


class LaneRoom:
    """Arrays by the names of the job, and the job. One group at a time is in it, and one thread."""

    def __init__(self, code: LaneCode, how: LaneSettings, ready: Prepared):
        """Makes the room; `ready` is any car of the structure."""
        self.code, self.how = code, how
        self.arrays = _numbers(code, ready) | _course(code, how) | _jacobian(code, how, ready)
        self.error_scales = error_scales_of_integrator(code.layout)[: code.layout.sizes["controlled"], np.newaxis]
        self._kept = self.arrays.get("kept")
        self._blank = np.zeros((), LANE_JOB)
        _fill_job(self._blank, self.arrays, code, how)
        self.job = self._blank.copy()

    def seat(self, cars: Sequence[LaneCar]) -> None:
        """Puts a group into the room, ready to start; lanes without a car repeat the last one."""
        filled = [*cars, *[cars[-1]] * (self.code.cars - len(cars))]
        arrays, job, size = self.arrays, self.job, self.code.layout.sizes["tables"]
        job[...] = self._blank
        for name, value in BLANK.items():
            arrays[name].fill(value)
        arrays["end_times"].fill(self.how.stops[-1])
        for lane, car in enumerate(filled):
            numbers = car.ready.numbers
            arrays["state"][:, lane] = car.ready.state
            for name in SIDE_BY_SIDE:
                arrays[name][:, lane] = getattr(numbers, name)
            arrays["tables"][lane] = numbers.tables[: max(1, size)]  # a car without any has a number that nobody reads
            arrays["road"][lane] = numbers.road_entry
            arrays["end_levels"][:, lane] = car.levels
            if self._kept is not None:
                _find_friction_rows(car.ready, self._kept, arrays["friction_rows"][lane])
        self._set_histories([car.inputs for car in filled])
        job["weak_fraction"] = RESELECT if cars[0].ready.rank.redundant else 0.0
        for kernel in self.code.kernels.values():
            if kernel.setup is not None:
                kernel.setup(*(int(job[name]) for name in KERNEL_ARRAYS))

    def _set_histories(self, histories: Sequence[InputHistory]) -> None:
        """Writes what the inputs of all cars do, one behind the other."""
        counts = np.concatenate([np.diff(own.first_piece) for own in histories])
        first_piece = np.concatenate([[0], np.cumsum(counts)])
        different = {id(own): own for own in histories}.values()
        own = {
            "pieces": np.concatenate([own.pieces for own in histories]),
            "first_piece": first_piece,
            "current_piece": first_piece[:-1].copy(),
            "is_spline": np.concatenate([own.is_spline for own in histories]),
            "moving": np.flatnonzero(np.any([own.moving() for own in different], axis=0)),
            "drive_jumps": self._drive_jumps(different),
        }
        self.arrays |= own  # kept here as long as the job has their addresses
        _set_addresses(self.job, own)
        self.job["moving_count"], self.job["input_count"] = len(own["moving"]), histories[0].count

    def _drive_jumps(self, histories: Iterable[InputHistory]) -> np.ndarray:
        """Returns flags of stops where the speed of a drive jumps in any car; steps end at all corners."""
        stops, flags = self.how.stops, np.zeros(len(self.how.stops), np.int64)
        for own in histories:
            knots = own.rate_jumps(self.arrays["drives"][:, 1])
            flags[np.searchsorted(stops, knots[(knots > stops[0]) & (knots < stops[-1])] - SNAP * self.how.step)] = 1
        return flags


class LaneRooms:
    """Rooms of one structure and one course, as many as threads work in at once."""

    def __init__(self, code: LaneCode, how: LaneSettings):
        self.code, self.how = code, how
        self._idle: list[LaneRoom] = []

    @contextmanager
    def borrow(self, ready: Prepared) -> Iterator[LaneRoom]:
        """Lends a room that nobody else is in; given back only where all went well."""
        try:
            room = self._idle.pop()
        except IndexError:
            room = LaneRoom(self.code, self.how, ready)
        yield room
        self._idle.append(room)


def _aligned(*shape: int) -> np.ndarray:
    """Returns zeros that begin with a line of the cache: rows of lanes never lie across two."""
    size = int(np.prod(shape))
    room = np.zeros(size + ALIGNMENT // 8)
    first = -room.ctypes.data // 8 % (ALIGNMENT // 8)
    return room[first : first + size].reshape(shape)


def _numbers(code: LaneCode, ready: Prepared) -> dict[str, np.ndarray]:
    """Returns what kernels read and write."""
    sizes, W, own = code.layout.sizes, code.cars, ready.numbers
    return {
        "drives": drive_rows(own),
        "state": _aligned(sizes["state"], W),
        **{name: _aligned(getattr(own, name).size, W) for name in SIDE_BY_SIDE},
        "tables": np.zeros((W, max(1, sizes["tables"]))),
        "road": np.zeros((W, 2), np.int64),
        "work": _aligned(code.work_size),
    }


def _course(code: LaneCode, how: LaneSettings) -> dict[str, np.ndarray]:
    """Returns times, rows, and what is known of each car."""
    W, sizes = code.cars, code.layout.sizes
    return {
        "plain": np.array(code.layout.plain, np.int64).reshape(-1, 3),
        "scratch": _aligned(SCRATCH_ROWS, sizes["state"] * W),
        "residuals": _aligned(max(1, sizes["gap"] + sizes["rate gap"]) * W),
        "errors": np.zeros((sizes["controlled"], W)),
        "gaps": np.zeros((max(1, sizes["gap"]), W)),
        "stops": how.stops,
        "samples": how.samples,
        "sample_rows": np.empty((len(how.samples), code.row_size, W)),
        "ends": np.array(how.ends, np.int64).reshape(-1, 2),
        "end_levels": np.zeros((len(how.ends), W)),
        **{name: np.zeros(W, np.int64) for name in ("status", "rows_reached", "now", "changes", "culprit", "ended_by")},
        **{name: np.zeros(W) for name in ("top_pivots", "end_times")},
    }


def _jacobian(code: LaneCode, how: LaneSettings, ready: Prepared) -> dict[str, np.ndarray]:
    """Returns what a W-method needs, and friction."""
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
        "renewed": _renewed(ready, np.concatenate([kept, plain])),
        "slopes": np.zeros((W, n, m), np.float32),
        "inverses": np.zeros((W, m, m), np.float32),
        "matrix": np.zeros((m, m)),
        "pivots": np.zeros(max(m, f), np.int64),
        "room": np.zeros((12, max(m, f))),
        "vectors": np.zeros((4, n)),
        "input_slopes": np.zeros((2 * moving, layout.sizes["state"] * W)),
        "friction_rows": np.zeros((W, f, m)),
        "friction_slopes": np.zeros((W, f, m)),
        "friction_inverses": np.zeros((W, f, m)),
        "friction_solvers": np.zeros((W, f, f)),
    }


def _renewed(ready: Prepared, columns: np.ndarray) -> np.ndarray:
    """Returns columns of the Jacobian that change on the way: speeds of cars and wheels, and deflections of tyres."""
    layout, model = ready.layout, ready.model
    tyres = tuple(f"{part.name}." for part in model.forces if getattr(part, "reads_road", False))
    speeds, _ = watched_speeds(ready.numbers)
    changing = [*speeds, *(place for name, place in layout.elements.items() if name.startswith(tyres))]
    return np.flatnonzero(np.isin(columns, changing)) if tyres else np.arange(len(columns))


def _find_friction_rows(ready: Prepared, kept: np.ndarray, out: np.ndarray) -> None:
    """Tells how the speed of each friction follows from the kept states, where the car starts."""
    layout = ready.layout
    if layout.frictions:
        places = np.searchsorted(kept, sorted(layout.speeds.values()))
        numbers, found = ready.numbers, np.zeros(layout.sizes["matrices"])
        ready.compiled.kernels["matrices"].run(*numbers.addresses(ready.state, found, numbers.work.copy()))
        out[:, places] = numbers.split_matrices(found)["friction J"]


def _set_addresses(job: np.ndarray, arrays: dict[str, np.ndarray]) -> None:
    for name, array in arrays.items():
        job[name] = array.__array_interface__["data"][0]  # ten times as fast as `ctypes.data`


def _fill_job(job: np.ndarray, arrays: dict[str, np.ndarray], code: LaneCode, how: LaneSettings) -> None:
    """Fills in all but what a group brings."""
    sizes, layout, method = code.layout.sizes, code.layout, METHODS[how.method]
    _set_addresses(job, arrays)
    closes = sizes["gap"] + sizes["rate gap"] > 0
    for name, kernel in code.kernels.items():
        job[name] = kernel.address if closes or name in ("rhs", "see") else 0
    job["cars"], job["state_size"], job["controlled"] = code.cars, sizes["state"], sizes["controlled"]
    job["gap_size"], job["rate_gap_size"], job["channel_size"] = sizes["gap"], sizes["rate gap"], code.row_size
    job["drive_count"] = len(arrays["drives"])
    job["plain_count"], job["end_count"] = len(arrays["plain"]), len(arrays["ends"])
    job["stop_count"], job["sample_count"] = len(how.stops), len(how.samples)
    job["t"], job["step"], job["renew_every"] = how.stops[0], how.step, how.renew_every
    job["max_corrections"], job["gap_tolerance"], job["rate_tolerance"] = MAX_CORRECTIONS, CLOSED, CLOSED
    job["friction_count"], job["friction_multipliers"] = len(layout.frictions), sizes["multipliers"] + sizes["rows"]
    if layout.frictions:
        places = layout.friction_places()
        job["friction_switches"], job["friction_sides"] = places[0, 0], places[1, 0]
    if isinstance(method, Rosenbrock):
        job["stages"], job["takes_time_slope"] = method.stages, method.takes_time_slope
        job["kept_count"], job["plain_total"] = len(arrays["kept"]), len(arrays["plain_states"])
        job["renewed_count"] = len(arrays["renewed"])
