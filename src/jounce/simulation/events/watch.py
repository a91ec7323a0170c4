"""Events of a run: what happens where guards change sign, and a list of it."""

from __future__ import annotations

from collections import Counter, deque
from typing import NamedTuple

import numpy as np

from jounce.equations.recursive.kernels import GUARDS
from jounce.simulation.events.friction_phases import FrictionPhases
from jounce.simulation.events.location import Advance, Location
from jounce.simulation.events.stepwise import Passage
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.job import EVENT, FINISHED, RESELECT, RUNNING, STATUS
from jounce.simulation.workspace import Workspace

CHATTERS, CHATTER_TIME = 64, 1e-4  # events within a time, in s, that lead nowhere
CHATTER = "chatter"
ROUNDING = 1e-12  # of guards in SI


class Event(NamedTuple):
    """What happened, to which part, when."""

    time: float
    part: str
    what: str

    def record(self) -> dict[str, float | str]:
        """As a result keeps it."""
        return self._asdict() | {"label": f"{self.part} {self.what}"}


class GuardWords(NamedTuple):
    """A guard besides those of friction, as `parts.forces.loads.Guard` describes it."""

    number: int
    direction: int
    kink: bool
    ends_run: bool
    falls: str
    rises: str


class Watch:
    """The guards of one run: locates events, lets friction change its phase, and keeps a list."""

    def __init__(self, work: Workspace, inputs: InputHistory, located: bool = True, kinks: bool = False):
        self.work, self.inputs, self.located = work, inputs, located
        self.others = [
            GuardWords(k, *words[1:])
            for k, words in enumerate(work.layout.guards.values())
            if k >= len(work.layout.frictions) and (kinks or not words[2])
        ]
        self.gained = 0.0  # J, of friction in steps whose events are not located
        self.phases = FrictionPhases(work)
        self.names = tuple(work.layout.guards)
        self.count = work.layout.sizes["guards"]
        size = max(self.count, 1)
        # a slack without end: nobody looks at this guard
        self.arrays = {name: np.zeros(size) for name in ("guards", "guards_before", "guards_behind")}
        self.arrays |= {"guard_signs": np.ones(size), "guard_slacks": np.full(size, np.inf)}
        self.count = self.count if self.others or self.phases.names else 0
        self.events: list[Event] = []
        self._recent: deque[tuple[float, list[str]]] = deque(maxlen=CHATTERS)  # with the guards that crossed

    def begin(self, t: float, state: np.ndarray) -> np.ndarray:
        """Phases at the start."""
        if not self.count:
            return state
        self.work.inputs[:] = self.inputs.at(t)
        state = self.phases.decide(state)
        self.work.rhs(state)
        for guard in self.others:
            self.arrays["guard_signs"][guard.number] = 1.0 if self._now(guard.number) >= 0.0 else -1.0
        self._set_slacks(state)
        return state

    def resolve(self, job: np.ndarray, run: dict[str, np.ndarray], advance: Advance) -> str | None:
        """Go to the event in the step that begins at the job's time, and let its owners act; a status ends the run."""
        search = (Location if self.located else Passage)(self, job, run, advance)
        code, fired = search.go()
        self.gained += search.gained
        if code not in (RUNNING, RESELECT, EVENT):
            return STATUS[code]
        t = float(job["t"])
        self.work.inputs[:] = self.inputs.at(t)
        self.work.channels(run["state"])
        before = self._modes()
        rubbing = [k for k in fired if k < len(self.phases.names)]
        breaking = {k: self._breaks_to(k) for k in rubbing if self.phases.sticks[k] > 0.5}
        stopping = [k for k in rubbing if self.phases.side[k]]
        run["state"][:] = self.phases.decide(run["state"], breaking, stopping)
        job["fresh"], job["best_pivot"] = 0, 0.0  # other modes, other derivative
        self._log(t, before)
        ends_run = self._cross([guard for guard in self.others if guard.number in fired], t)
        self._set_slacks(run["state"])
        if ends_run:
            _write_last_row(self.work, job, run)
            return STATUS[FINISHED]
        self._recent.append((t, [self.names[k] for k in fired]))
        if len(self._recent) == CHATTERS and t - self._recent[0][0] < CHATTER_TIME:
            return CHATTER
        return None

    def values(self, guards: np.ndarray) -> np.ndarray:
        """Guards as the loop looks at them: negative where they have crossed."""
        found: np.ndarray = self.arrays["guard_signs"] * guards + self.arrays["guard_slacks"]
        return found

    def _breaks_to(self, k: int) -> float:
        return float(np.sign(self.phases.numbers["force"][k]))

    def _set_slacks(self, state: np.ndarray) -> None:
        """What decisions and the search for an instant leave below zero is no event."""
        slacks = self.arrays["guard_slacks"]
        slacks[: len(self.phases.names)] = self.phases.slacks(state)
        for guard in self.others:
            left = self.arrays["guard_signs"][guard.number] * self._now(guard.number)
            slacks[guard.number] = max(ROUNDING, -2.0 * left)

    def _now(self, number: int) -> float:
        """A guard of the last right-hand side."""
        return float(self.work.work[GUARDS + number])

    def _cross(self, guards: list[GuardWords], t: float) -> bool:
        """Look at guards from their other side from now on, and list what happened; whether the run ends by that."""
        ends_run = False
        for guard in guards:
            sign = self.arrays["guard_signs"][guard.number]
            self.arrays["guard_signs"][guard.number] = -sign
            if guard.direction in (0, -int(sign)):
                self.events.append(Event(t, self.names[guard.number], guard.falls if sign > 0 else guard.rises))
                ends_run = ends_run or guard.ends_run
        return ends_run

    def _modes(self) -> list[tuple[float, float]]:
        return list(zip(self.phases.sticks.tolist(), self.phases.side.tolist(), strict=True))

    def _log(self, t: float, before: list[tuple[float, float]]) -> None:
        for name, (stuck, side), (sticks, now) in zip(self.phases.names, before, self._modes(), strict=True):
            if sticks > stuck:
                self.events.append(Event(t, name, "sticks"))
            elif now != side and now:
                self.events.append(Event(t, name, "slides"))

    def notes(self) -> list[str]:
        """How many events of each kind the run had."""
        counts = Counter((event.part, event.what) for event in self.events)
        found = [f"{part} {what} {_times(count)}" for (part, what), count in counts.items()]
        if not self.located and self.events:
            found.append(f"phases change at ends of steps; dry friction gained {self.gained:.2g} J by that")
        given = "its motion is prescribed, so it never sticks: it is a force only, while it moves"
        return [*found, *(f"{name}: {given}" for name in sorted(self.phases.force_only))]

    def chatter_text(self) -> str:
        return f"{CHATTERS} events within {1e3 * CHATTER_TIME:g} ms that lead nowhere"

    def busiest(self) -> str:
        """What the last events were of, the most frequent first."""
        counts = Counter(name for _, names in self._recent for name in names)
        return ", ".join(name for name, _ in counts.most_common(3))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _write_last_row(work: Workspace, job: np.ndarray, run: dict[str, np.ndarray]) -> None:
    """A run that an event ends has its last row there."""
    row = int(job["next_sample"])
    if row and run["samples"][row - 1] == job["t"]:
        return
    run["samples"][row], run["sample_states"][row] = job["t"], run["state"]
    channels = work.channels(run["state"])
    run["sample_channels"][row, : len(channels)] = channels
    for k, place in enumerate(run.get("control_columns", ())[: run["sample_channels"].shape[1] - len(channels)]):
        added = work.inputs[place] if place >= 0 else run["memories"][-1 - place]
        run["sample_channels"][row, len(channels) + k] = added
    job["next_sample"] = row + 1
