"""A whole sweep: move a mechanism whose inputs decide everything along a path: derivatives, dead points.

With no freedom left, positions are functions of the inputs. Rates of one for an input make every velocity channel the
first derivative with respect to it, and every acceleration channel the second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from ctypes import CFUNCTYPE, c_int64
from dataclasses import dataclass
from functools import cache, lru_cache
from math import degrees

import numpy as np

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.native.cache import Cache
from jounce.native.loops.load import ENTRY, load_function
from jounce.parts.signals import is_free_signal
from jounce.simulation.loops.assemble import CLOSED
from jounce.simulation.loops.rank import rank_of_holding_joints
from jounce.simulation.prepare import Prepared
from jounce.simulation.sweeps.sweep_job import JOB, RUNNING, SCRATCH_ROWS, STATUS
from jounce.simulation.workspace import Workspace

LOOP = "jounce.simulation.sweeps.sweep_kernel:advance"
FIRST_STRIDE, LONGEST_STRIDE = 1e-3, 0.02  # m or rad of the input that moves most; the first without history
LEAST_STRIDE = 1e-9  # m or rad: a limit is known to a few of these
MAX_CORRECTIONS = 10
POINTS_A_CALL = 2000  # about 20 ms in machine code before Python has its turn
STRAIGHT = 1e-9  # of a leg: how far it may miss a direction and still be along it


@dataclass(frozen=True, slots=True)
class Limit:
    """Where a path ends because the mechanism locks: a dead point, a toggle, crossing branches."""

    inputs: dict[str, float]  # m or rad, the last position that exists
    joints: tuple[str, ...]  # closing joints that hold it, the most loaded first
    pivot: float  # smallest pivot ratio there
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What was found at every point of the path, up to its end or to a limit."""

    status: str  # "finished", "limit" or "loops not closed"
    reached: int  # points of the path
    states: np.ndarray  # [point, state]
    channels: np.ndarray  # [direction, point, channel]
    columns: dict[str, int]  # channel -> its place
    pivot: np.ndarray  # [point] smallest pivot ratio
    limit: Limit | None
    steps: int
    rejected: int

    def of(self, channel: str, direction: int = 0) -> np.ndarray:
        """Returns one channel at every point, rates along that direction."""
        return self.channels[direction, :, self.columns[channel]]


def sweep(
    ready: Prepared,
    path: Mapping[str, Sequence[float] | np.ndarray],
    directions: Sequence[Mapping[str, float]],
    channels: Sequence[str] | None = None,
    on_progress: Callable[[float], None] = lambda share: None,
) -> Sweep:
    """Walks from the assembled start to the path and along it; records channels, or all, for every direction.

    `path` gives each input's values, all of one length; inputs that are not named stay. A direction gives the rates
    of inputs for which velocities and accelerations are recorded: {"left.travel": 1.0} for derivatives by it.
    `on_progress` is told the share of the points that is done.
    """
    _check(ready, path, directions)
    begin = ready.numbers.inputs[1::3].copy()
    count = len(next(iter(path.values())))
    column = {name: offset // 3 for name, offset in ready.layout.inputs.items()}
    targets = np.repeat(begin[np.newaxis], count, axis=0)
    for name, values in path.items():
        targets[:, column[name]] = values
    along = np.zeros((len(directions), len(begin)))
    for number, direction in enumerate(directions):
        for name, rate in direction.items():
            along[number, column[name]] = rate
    return _walk(ready, begin, targets, along, channels, on_progress)


def _walk(
    ready: Prepared,
    begin: np.ndarray,
    targets: np.ndarray,
    directions: np.ndarray,
    channels: Sequence[str] | None,
    on_progress: Callable[[float], None],
) -> Sweep:
    work, layout = ready.workspace(), ready.layout
    work.inputs[2::3] = work.inputs[3::3] = 0.0
    names = list(layout.channels) if channels is None else channels
    recorded = np.array([layout.channels[name][0] for name in names], dtype=np.int64)
    points, n = len(targets), layout.sizes["state"]
    rates, lengths, along = _legs_of_path(points, begin.size, begin.tobytes(), targets.tobytes(), directions.tobytes())
    first_speed = min(layout.speeds.values())
    state = ready.state.copy()
    state[first_speed:] = 0.0
    arrays = {
        "state": state,
        "scratch": np.zeros((SCRATCH_ROWS, n)),
        "residuals": np.zeros(layout.sizes["gap"] + layout.sizes["rate gap"]),
        "from_inputs": begin.copy(),
        "targets": targets,
        "rates": rates,
        "lengths": lengths,
        "along": along,
        "direction_rates": directions,
        "direction_speeds": np.empty((len(directions), n)),
        "point_states": np.empty((points, n)),
        "seen": np.empty(layout.sizes["channels"]),
        "recorded": recorded,
        "point_channels": np.empty((points, len(directions), recorded.size)),
        "point_pivots": np.empty(points),
    }
    job = _job(work, arrays)
    job["coordinate_size"] = first_speed
    job["direction_count"], job["point_count"], job["recorded_count"] = len(directions), points, recorded.size
    advance, code = machine_code(), RUNNING
    while code == RUNNING:
        on_progress(int(job["next_point"]) / points)
        code = advance(job.ctypes.data)
    reached, status = int(job["next_point"]), STATUS[code]
    limit = None
    if status == "limit":
        here = arrays["from_inputs"] + float(job["done"]) * rates[reached]
        limit = _limit(work, state, here, np.flatnonzero(rates[reached]), float(job["root"]) ** 2)
    return Sweep(
        status=status,
        reached=reached,
        states=arrays["point_states"][:reached],
        channels=arrays["point_channels"][:reached].swapaxes(0, 1),
        columns={name: column for column, name in enumerate(names)},
        pivot=arrays["point_pivots"][:reached],
        limit=limit,
        steps=int(job["steps"]),
        rejected=int(job["rejected"]),
    )


@lru_cache(maxsize=16)
def _legs_of_path(points: int, inputs: int, *arrays: bytes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns rates, lengths and directions as `_legs` finds them; variants of a model walk the same path."""
    begin, targets, directions = (np.frombuffer(numbers).reshape(-1, inputs) for numbers in arrays)
    found = _legs(begin[0], targets.reshape(points, inputs), directions)
    for array in found:
        array.flags.writeable = False
    return found


def _legs(begin: np.ndarray, targets: np.ndarray, directions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns rates, signed lengths and the direction that the leg to each point is along, or -1.

    A leg along a direction has its rates, so that its tangent serves twice. A point that repeats the one before
    keeps the rates.
    """
    change = np.diff(targets, axis=0, prepend=begin[np.newaxis])
    size = np.abs(change).max(axis=1)
    moving = size > 0.0
    lengths, along = size.copy(), np.full(len(targets), -1)
    rates = change / np.where(moving, size, 1.0)[:, np.newaxis]
    for number, direction in enumerate(directions):
        ratio = change @ direction / (direction @ direction or 1.0)
        if ratio.any():
            missed = np.abs(change - np.outer(ratio, direction)).max(axis=1)
            fits = moving & (missed <= STRAIGHT * size) & (along < 0)
            rates[fits], lengths[fits], along[fits] = direction, ratio[fits], number
    for k in np.flatnonzero(~moving[1:]) + 1:
        rates[k], along[k] = rates[k - 1], along[k - 1]
    return rates, lengths, along


def _job(work: Workspace, arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    """Returns the record with everything that does not depend on the path. The caller keeps the arrays alive."""
    job = np.zeros((), JOB)
    work.fill(job, arrays)
    job["input_count"] = work.inputs.size // 3
    job["budget"], job["max_corrections"], job["gap_tolerance"] = POINTS_A_CALL, MAX_CORRECTIONS, CLOSED
    job["first_stride"], job["longest_stride"] = FIRST_STRIDE, LONGEST_STRIDE
    job["least_stride"], job["top_pivot"] = LEAST_STRIDE, 1.0
    return job


@cache
def machine_code() -> Callable[[int], int]:
    """Returns the compiled walk; loaded once in a process and kept, so that its address stays valid."""
    loaded = load_function(LOOP, Cache())
    function = CFUNCTYPE(c_int64, c_int64)(loaded.address_of(ENTRY))
    function.keep_alive = loaded  # type: ignore[attr-defined]
    return function


# --- limits ----------------------------------------------------------------------------------------------


def _limit(work: Workspace, state: np.ndarray, inputs: np.ndarray, moving: np.ndarray, pivot: float) -> Limit:
    parts = work.model.inputs
    values = {part.name: float(value) for part, value in zip(parts, inputs, strict=True)}
    joints, hold_drive = rank_of_holding_joints(work, state)
    moved = ", ".join(f"{parts[i].name} = {_shown(inputs[i], parts[i].unit)}" for i in moving)
    named = ", ".join(joints) or "its own drive"
    why = f"dead point held by {named}" if hold_drive else f"branches cross: {named} lose their hold"
    text = f"{work.model.name}: the mechanism locks at {moved} ({why}; pivot ratio {pivot:.1e})"
    return Limit(values, joints, pivot, text)


def _shown(value: float, unit: str) -> str:
    """Rounds to the unit an engineer reads, no finer than parts are made."""
    return {"m": f"{1e3 * value:.1f} mm", "rad": f"{degrees(value):.2f} deg"}.get(unit, f"{value:.4g} {unit}")


# --- mistakes --------------------------------------------------------------------------------------------


def _check(
    ready: Prepared, path: Mapping[str, Sequence[float] | np.ndarray], directions: Sequence[Mapping[str, float]]
) -> None:
    known = list(ready.layout.inputs)
    problems = []
    for where, names in (("path", path), *((f"directions {k}", d) for k, d in enumerate(directions))):
        for name in names:
            if name not in known:
                hint = f"inputs: {', '.join(known) or 'none'}"
                problems.append(Problem(f"{where} {name}", f"no such input.{did_you_mean(name, known)}", hint))
    shapes = {np.shape(values) for values in path.values()}
    if len(shapes) != 1 or len(next(iter(shapes))) != 1 or not next(iter(shapes))[0]:
        problems.append(Problem("path", "its inputs differ in length, or there are none", "one list for each input"))
    if not all(np.isfinite(np.asarray(v, float)).all() for v in path.values()):
        problems.append(Problem("path", "not all values are finite", "numbers in SI units"))
    if not directions:
        problems.append(Problem("directions", "none", "at least one, for example {'left.travel': 1.0}"))
    problems += _undecided(ready)
    if problems:
        raise ModelError(ready.model.name, problems)


def _undecided(ready: Prepared) -> list[Problem]:
    """Says what moves although the inputs stand still."""
    problems = []
    free = ready.rank.mobility_of_positions - len(ready.rank.idle)
    if free:
        what = f"{free} freedom{'s are' if free > 1 else ' is'} left when all inputs are given"
        problems.append(Problem("path", what, "drive each by a DrivenPoint or Prescribed with an External signal"))
    for part in ready.mechanism.closures:
        signal = getattr(part, "signal", None)
        if signal is not None and not is_free_signal(signal):
            what = f"follows time ({type(signal).__name__}), which stands still in a sweep"
            problems.append(Problem(f"joints.{part.name}.signal", what, "an External or a Constant signal"))
    return problems
