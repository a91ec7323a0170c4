"""Starts that are known: a study that asks for one gets it instead of a search.

Many variants of a car ask for the same starts, such as straight ahead at a speed. The starts of the car they come from
are noted while its study asks for them; those of its variants are found from these, all at once, and given out when
each variant's study asks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from jounce.model.assembly.car import CarModel
from jounce.studies.driving.steady_motion import SteadyMotionStart

StartKey = tuple[Hashable, ...]  # what was asked for: ("straight", speed), ("circle", speed, yaw rate)


class StartAsked(Exception):
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
    """In this block, and in this thread, these starts are given out; others are noted as they are found."""
    known = KnownStarts(given, raises)
    token = _known.set(known)
    try:
        yield known
    finally:
        _known.reset(token)


def find_or_recall_start(key: StartKey, car: CarModel, find: Callable[[], SteadyMotionStart]) -> SteadyMotionStart:
    """A start that is known, or one that is searched for."""
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
