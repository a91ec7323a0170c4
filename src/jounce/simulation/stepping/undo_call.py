"""Undo a call that was cut short, by Ctrl-C or by what else is raised from outside: it has not happened."""

from __future__ import annotations

import numpy as np

from jounce.simulation.controls.controlled_run import ControlledRun
from jounce.simulation.controls.tick_record import TICK
from jounce.simulation.events.watch import Watch
from jounce.simulation.integrators.job import COURSE, NEVER_MADE
from jounce.simulation.integrators.run_method import Integration
from jounce.simulation.stepping.snapshot import ARRAYS
from jounce.simulation.workspace import Workspace


class CallUndo:
    """Copies of all that a call changes in a run that is laid out, made anew before each call in a few microseconds."""

    def __init__(self, run: Integration, work: Workspace, controls: ControlledRun | None, watch: Watch):
        self._run, self._watch = run, watch
        places = [run.arrays[name] for name in ARRAYS if name in run.arrays] + [work.modes, work.inputs]
        if controls:
            places.append(controls.rows[:, TICK])
        self._pairs = [(place, place.copy()) for place in places if place.size]
        self._job = run.job.reshape(1).view(np.uint8)
        self._job_before = self._job.copy()
        self._events = 0

    def keep(self) -> None:
        """Notes what is now."""
        for place, before in self._pairs:
            before[...] = place
        self._job_before[:] = self._job
        self._events = len(self._watch.events)

    def undo(self) -> None:
        """Puts back what was noted; a Jacobian that the method keeps is made anew."""
        for place, before in self._pairs:
            place[...] = before
        before = self._job_before.view(self._run.job.dtype)[0]
        for name in COURSE:
            self._run.job[name] = before[name]
        forget_cut_call(self._run)
        self._run.job["event_count"] = 0
        del self._watch.events[self._events :]
        self._watch.gained = float(before["friction_gain"])


def forget_cut_call(run: Integration) -> None:
    """Lets a run that was put back know nothing of stops, ticks and derivatives of the call that it came from."""
    job = run.job
    job["next_stop"] = job["stop_count"] = 1
    job["next_tick"] = job["tick_count"] = 0
    job["tick_observed"] = job["tick_answered"] = 0
    job["jacobian_age"], job["fresh"] = NEVER_MADE, 0
