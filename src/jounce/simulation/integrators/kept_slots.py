"""Room for the Jacobians that a W-method keeps: one for each pattern of modes that a run has met lately.

Dry friction that sticks or slides makes another Jacobian. A run goes back and forth between few patterns, so the
Jacobian of a pattern waits where it is until the pattern returns; it grows old with the steps that it serves, and by
the change of watched speeds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.simulation.integrators.job import INVERSES
from jounce.simulation.workspace import Workspace

PATTERNS = 6  # that are kept at once
NEVER_MADE = 1_000_000  # steps: the age of a Jacobian that has to be made whole
LEAST_CHANGE = {"m/s": 0.3, "rad/s": 1.0}  # of a watched speed


class KeptSlots:
    """The arrays of `kept_jacobian.py`, once for each pattern; the job has the addresses of one of them."""

    def __init__(self, work: Workspace):
        self.work, n = work, work.layout.sizes["controlled"]
        pairs = [(first + i, speed + i) for first, speed, count in work.layout.plain for i in range(count)]
        plain, speeds = np.array(pairs, np.int64).reshape(-1, 2).T
        kept = np.setdiff1d(np.arange(n), plain)
        watched, floors = watched_speeds(work)
        m, many = len(kept), PATTERNS if work.layout.frictions else 1
        self.shared = {
            "kept": kept,
            "plain_states": plain.copy(),
            "plain_speeds": np.searchsorted(kept, speeds),
            "pivots": np.zeros(m, np.int64),
            "watched": watched,
        }
        self.slots = {
            "slopes": np.zeros((many, n, m)),
            "inverses": np.zeros((many, INVERSES, m, m)),
            "inverse_steps": np.zeros((many, INVERSES)),
            "live": np.ones((many, n), np.int64),
            "watched_values": np.array([[np.zeros(len(watched)), floors]] * many),
        }
        self.patterns: list[bytes] = [self._pattern()]  # of the slots, in their order
        self.used: list[int] = [0]  # step at which each was left
        self.ages: list[int] = [NEVER_MADE]
        self.slot = 0

    def fill(self, job: Any) -> None:
        """Sizes, and the addresses of the first slot."""
        for name, array in self.shared.items():
            job[name] = array.ctypes.data
        job["kept_count"], job["plain_total"] = len(self.shared["kept"]), len(self.shared["plain_states"])
        job["watched_count"] = len(self.shared["watched"])
        self._take(job, 0)

    def switch(self, job: Any) -> None:
        """Go on with the Jacobian of the modes as they are now."""
        self.used[self.slot], self.ages[self.slot] = int(job["steps"]), int(job["jacobian_age"])
        pattern = self._pattern()
        if pattern not in self.patterns:
            if len(self.patterns) < len(self.slots["slopes"]):
                self.patterns.append(pattern)
                self.used.append(0)
                self.ages.append(NEVER_MADE)
            else:
                oldest = int(np.argmin(self.used))
                self.patterns[oldest], self.ages[oldest] = pattern, NEVER_MADE
        self._take(job, self.patterns.index(pattern))

    def forget(self, job: Any) -> None:
        """Have every Jacobian made anew."""
        self.ages = [NEVER_MADE] * len(self.ages)
        self._take(job, self.slot)

    def _pattern(self) -> bytes:
        """Which rows are on, and where friction sticks; the side to which it slides changes a force, but no slope."""
        layout, modes = self.work.layout, self.work.modes
        switches = modes[: layout.sizes.get("rows", 0)].tobytes()
        return switches + (modes[layout.friction_places()[:1]].tobytes() if layout.frictions else b"")

    def _take(self, job: Any, slot: int) -> None:
        self.slot = slot
        for name, arrays in self.slots.items():
            job[name] = arrays[slot].ctypes.data
        job["jacobian_age"] = self.ages[slot]
        job["next_inverse"] = 0


def watched_speeds(work: Workspace) -> tuple[np.ndarray, np.ndarray]:
    """Speeds whose change makes a Jacobian outdated, by place in the state, and how much of it does not count.

    Forces of tyres go with one over speed: those of floating bodies and of wheels, which are bodies on the road.
    """
    if work.mechanism is None:
        return np.zeros(0, np.int64), np.zeros(0)
    wheels = {part.body for part in work.model.forces if getattr(part, "reads_road", False)}
    found = {}
    for link in work.mechanism.links:
        if link.body in wheels or len(link.speeds) == 6:
            for named in link.speeds:
                found[work.layout.speeds[named.name]] = LEAST_CHANGE[named.unit]
    return np.array(list(found), np.int64), np.array(list(found.values()))
