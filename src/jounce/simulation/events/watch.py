"""Events of a run: which guards are watched, and a list of what happened, which machine code writes."""

from __future__ import annotations

from collections import Counter, deque
from typing import NamedTuple

import numpy as np

from jounce.equations.recursive.kernels import GUARDS
from jounce.simulation.events.friction_phases import FrictionPhases
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.job import (
    CHATTER_TIME,
    CHATTERS,
    CONDITION,
    FALLS,
    FIRED,
    LISTED,
    MOST_ROUNDS,
    RISES,
    SLIDES,
    STICKS,
)
from jounce.simulation.workspace import Workspace

GUARD_ARRAYS = ("guards", "guards_before", "guards_behind", "guards_last", "guard_slopes")
PHASES = {STICKS: "sticks", SLIDES: "slides"}


class Event(NamedTuple):
    """What happened, to which part, when."""

    time: float
    part: str
    what: str

    def record(self) -> dict[str, float | str]:
        """Returns the list as a result keeps it."""
        return self._asdict() | {"label": f"{self.part} {self.what}"}


class GuardWords(NamedTuple):
    """A guard besides those of friction, as `parts.forces.loads.Guard` describes it."""

    direction: int
    kink: bool
    ends_run: bool
    falls: str
    rises: str


class Watch:
    """The guards of one run: what machine code needs to find events and to let friction change its phase; the list."""

    def __init__(self, work: Workspace, inputs: InputHistory, located: bool = True, kinks: bool = False):
        self.work, self.inputs, self.located = work, inputs, located
        self.phases = FrictionPhases(work)
        self.names = tuple(work.layout.guards)
        self.conditions = {guard for guard, _, _ in work.layout.sets}  # guards that change held numbers
        self.others = {
            k: GuardWords(*words[1:])
            for k, words in enumerate(work.layout.guards.values())
            if k >= len(self.phases.names) and (kinks or not words[2] or k in self.conditions)
        }
        size = max(work.layout.sizes["guards"], 1)
        self.count = work.layout.sizes["guards"] if self.others or self.phases.names else 0
        slacks = np.full(size, np.inf)  # without end: nobody looks at this guard
        slacks[[*range(len(self.phases.names)), *self.others]] = 0.0
        slacks[list(self.conditions)] = CONDITION
        self.arrays: dict[str, np.ndarray] = {name: np.zeros(size) for name in GUARD_ARRAYS}
        self.arrays |= {name: np.zeros(size, np.int64) for name in ("guard_directions", "guard_ends_run", "fired")}
        self.arrays |= {"guard_signs": np.ones(size), "guard_slacks": slacks}
        self.arrays |= {
            "events": np.zeros((LISTED + 4 * (1 + MOST_ROUNDS) * size, 3)),
            "event_times": np.zeros(CHATTERS),
        }
        self.arrays["held_sets"] = np.array(work.layout.sets, np.int64).reshape(-1, 3)
        self.arrays["held_values"] = np.zeros(len(work.layout.sets))
        for k, guard in self.others.items():
            self.arrays["guard_directions"][k], self.arrays["guard_ends_run"][k] = guard.direction, guard.ends_run
        self.events: list[Event] = []
        self.gained = 0.0  # J, of friction in steps whose events are not located
        self._recent: deque[tuple[float, str]] = deque(maxlen=CHATTERS)  # guards that crossed

    def begin(self, t: float, state: np.ndarray) -> np.ndarray:
        """Returns phases at the start."""
        if not self.count:
            return state
        self.work.inputs[:] = self.inputs.at(t)
        state = self.phases.decide(state)
        self.work.rhs(state)
        for k in self.others:
            above = self.work.work[GUARDS + k] >= 0.0 or k in self.conditions
            self.arrays["guard_signs"][k] = 1.0 if above else -1.0
        return state

    def fill(self, job: np.ndarray, state: np.ndarray) -> None:
        """Puts guards and friction into the job of a run that begins in this state, which has our arrays."""
        if not self.count:
            return
        job["guard_count"], job["locates"], job["slacks_due"] = self.count, self.located, 1
        job["event_room"], job["held_set_count"] = len(self.arrays["events"]), len(self.arrays["held_sets"])
        self.phases.fill(job, state)

    def read_list(self, job: np.ndarray) -> None:
        """Takes what machine code has listed since the last time."""
        for t, guard, what in self.arrays["events"][: job["event_count"]].tolist():
            name = self.names[int(guard)]
            if what == FIRED:
                self._recent.append((t, name))
            elif what in PHASES:
                self.events.append(Event(t, name, PHASES[int(what)]))
            else:
                guard_words = self.others[int(guard)]
                self.events.append(Event(t, name, {FALLS: guard_words.falls, RISES: guard_words.rises}[int(what)]))
        job["event_count"] = 0
        self.gained = float(job["friction_gain"])

    def notes(self) -> list[str]:
        """How many events of each kind each part had; what changes held numbers is told of the part that has these."""
        owners = {self.names[k]: self.names[k].rpartition(".")[0] for k in self.conditions}
        ending = {self.names[k] for k, guard in self.others.items() if guard.ends_run and k not in self.conditions}
        counts: dict[str, Counter[str]] = {}
        for event in self.events:
            counts.setdefault(owners.get(event.part, event.part), Counter())[event.what] += 1
        found = [
            f"{part} {', '.join(what if part in ending else f'{what} {_times(n)}' for what, n in kinds.items())}"
            for part, kinds in counts.items()
        ]
        if not self.located and self.events:
            found.append(f"phases change at ends of steps; dry friction gained {self.gained:.2g} J by that")
        given = "its motion is prescribed, so it never sticks: it is a force only, while it moves"
        return [*found, *(f"{name}: {given}" for name in sorted(self.phases.force_only))]

    def chatter_text(self) -> str:
        last = [t for t, _ in self._recent][-MOST_ROUNDS:]
        if len(last) == MOST_ROUNDS and min(last) == max(last):
            return f"{MOST_ROUNDS} changes of held numbers at one instant that lead nowhere"
        return f"{CHATTERS} events within {1e3 * CHATTER_TIME:g} ms that lead nowhere"

    def busiest(self) -> str:
        """Says what the last events were of, the most frequent first."""
        counts = Counter(name for _, name in self._recent)
        return ", ".join(name for name, _ in counts.most_common(3))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
