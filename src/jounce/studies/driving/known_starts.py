"""Starts that are known: a study that asks for one gets it instead of a search.

Many variants of a car ask for the same starts, such as straight ahead at a speed. The starts of the car they come from
are noted while its study asks for them; those of its variants are found from these, all at once, and given out when
each variant's study asks.

A gradient asks for the starts of cars that differ from one car by a little in one number. The trims of the one car are
kept, and the starts of the others follow from them in a few steps each, see `trim_again`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

import numpy as np

from jounce.errors import Portable
from jounce.model.assembly.car import CarModel
from jounce.simulation.compiled import with_numbers
from jounce.simulation.prepare import Prepared
from jounce.simulation.trim import Trimmed, keep_known_trims, trim_again
from jounce.studies.driving.steady_motion import SteadyMotionStart

YAW_RATE = "vehicle.yaw_rate"
ASIDE = 1e-5  # share of the body's own yaw rate, by which it is varied to see what the car's does: it leans
StartKey = tuple[Hashable, ...]  # what was asked for: ("straight", speed), ("circle", speed, yaw rate)


class StartAsked(Portable, Exception):
    """Raised where a study asks for its first start, to see which car it builds for that."""

    def __init__(self, car: CarModel):
        super().__init__("a start is asked for")
        self.car = car


@dataclass
class KnownStarts:
    """Starts by what was asked for: those that are given out, and those that had to be searched for."""

    given: Mapping[StartKey, SteadyMotionStart] = field(default_factory=dict)
    raises: bool = False  # StartAsked
    searched: dict[StartKey, SteadyMotionStart] = field(default_factory=dict)
    depth: int = 0  # of searches: one start is found on the way to another


_known: ContextVar[KnownStarts | None] = ContextVar("known starts", default=None)


@contextmanager
def known_starts(given: Mapping[StartKey, SteadyMotionStart], raises: bool = False) -> Iterator[KnownStarts]:
    """Gives out these starts in this block, and in this thread; others are noted as they are found."""
    known = KnownStarts(given, raises)
    token = _known.set(known)
    try:
        yield known
    finally:
        _known.reset(token)


@contextmanager
def apart_from_known_starts() -> Iterator[None]:
    """Lets every start in this block be searched for: those of the car that a simpler one is derived from."""
    token = _known.set(None)
    try:
        yield
    finally:
        _known.reset(token)


def find_or_recall_start(key: StartKey, car: CarModel, find: Callable[[], SteadyMotionStart]) -> SteadyMotionStart:
    """Returns a start that is known, or one that is searched for."""
    known = _known.get()
    if known is None:
        return find()
    if known.raises:
        raise StartAsked(car)
    if key in known.given and known.depth == 0:
        return known.given[key]
    known.depth += 1
    try:
        found = find()
    finally:
        known.depth -= 1
    if known.depth == 0:
        known.searched[key] = found
    return found


# --- starts of cars that are nearly the same -------------------------------------------------------------


@dataclass(frozen=True)
class TurnSlopes:
    """How a circle changes with the body's own yaw rate: state, inputs, and the yaw rate of the car."""

    state: np.ndarray
    inputs: Mapping[str, float]
    yaw_rate: float


@dataclass
class FollowedStarts:
    """Starts by what was asked for."""

    recording: bool = True
    starts: dict[Hashable, SteadyMotionStart] = field(default_factory=dict)
    turns: dict[Hashable, TurnSlopes] = field(default_factory=dict)


_followed: ContextVar[FollowedStarts | None] = ContextVar("followed starts", default=None)


@contextmanager
def record_starts() -> Iterator[FollowedStarts]:
    """Keeps the starts that are found inside."""
    known = FollowedStarts()
    token = _followed.set(known)
    try:
        with keep_known_trims():
            yield known
    finally:
        _followed.reset(token)


@contextmanager
def follow_starts(known: FollowedStarts) -> Iterator[None]:
    """Starts of cars that are nearly the same follow from those that are known."""
    token = _followed.set(FollowedStarts(False, known.starts, known.turns))
    try:
        yield
    finally:
        _followed.reset(token)


def keep_start(what: StartKey, start: SteadyMotionStart) -> SteadyMotionStart:
    """Returns the start itself; it is kept where starts are recorded."""
    known = _followed.get()
    if known is not None and known.recording and start.trimmed is not None and start.trimmed.known is not None:
        known.starts[what, _structure(start.car)] = start
    return start


def followed_start(what: StartKey, car: CarModel, yaw_rate: float | None = None) -> SteadyMotionStart | None:
    """Returns the start as it follows from a known one, if there is one; in a circle its yaw rate is met, too."""
    known = _followed.get()
    if known is None or known.recording:
        return None
    key = what, _structure(car)
    if (near := known.starts.get(key)) is None:
        return None
    if yaw_rate is None or car.coordinate("wz") not in near.ready.layout.speeds:
        return _follow(near, car)
    if key not in known.turns:
        known.turns[key] = _turn_slopes(near)
    return _follow(near, car, yaw_rate, known.turns[key])


def _structure(car: CarModel) -> Hashable:
    """Returns what is equal for cars that differ by numbers only."""
    form = car.model.form
    return id(form) if form is not None else car.model.structure_text()


def _follow(
    near: SteadyMotionStart, car: CarModel, yaw_rate: float = 0.0, turn: TurnSlopes | None = None
) -> SteadyMotionStart:
    """Returns the known start for the numbers of another car; in a circle it is turned until its yaw rate is met."""
    assert near.trimmed is not None and near.trimmed.known is not None
    ready = _with_numbers_of(near.ready, car)
    found = trim_again(near.trimmed.known, ready)
    state, inputs = found.state, found.inputs
    if turn is not None:
        by = (yaw_rate - _yaw_rate(ready, found)) / turn.yaw_rate
        state, inputs = (
            state + by * turn.state,
            {name: value + by * turn.inputs[name] for name, value in inputs.items()},
        )
    state.flags.writeable = False
    return replace(near, car=car, ready=replace(ready, state=state), inputs=inputs, trimmed=None)


def _turn_slopes(near: SteadyMotionStart) -> TurnSlopes:
    """Of a known circle. A car beside it turns by as little as its numbers differ, d; there the slopes differ by d as
    well, and what they miss is of the order d^2 and alike to both sides."""
    assert near.trimmed is not None and near.trimmed.known is not None
    known, ready, body = near.trimmed.known, near.ready, near.car.coordinate("wz")
    own = near.ready.state[ready.layout.speeds[body]]
    d = ASIDE * own
    ahead, back = (trim_again(known, ready, {body: own + by}) for by in (d, -d))
    return TurnSlopes(
        state=(ahead.state - back.state) / (2 * d),
        inputs={name: (value - back.inputs[name]) / (2 * d) for name, value in ahead.inputs.items()},
        yaw_rate=(_yaw_rate(ready, ahead) - _yaw_rate(ready, back)) / (2 * d),
    )


def _yaw_rate(ready: Prepared, found: Trimmed) -> float:
    return float(ready.workspace(found.inputs).channels(found.state)[ready.layout.channels[YAW_RATE][0]])


def _with_numbers_of(ready: Prepared, car: CarModel) -> Prepared:
    """The same prepared model with the numbers of another car; phases, rows and parts by name stay as they are."""
    values, tables = ready.layout.fill_values(car.model)
    work = replace(ready.numbers.copy(), mechanism=with_numbers(ready.mechanism, car.model), tables=tables)
    work.set_values(np.asarray(values))
    return replace(ready, numbers=work.frozen())
