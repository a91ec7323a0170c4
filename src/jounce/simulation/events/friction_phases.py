"""The dry frictions of a run as Python sees them: their numbers and modes; machine code decides their phases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from ctypes import CFUNCTYPE, c_int64
from functools import cache

import numpy as np

from jounce.equations.friction_numbers import AT_REST, FRICTION_NUMBERS
from jounce.errors import NumericalError
from jounce.native.cache import Cache
from jounce.native.loops.load import ENTRY, load_function
from jounce.simulation.integrators.job import (
    FRICTION_FLAGS,
    FRICTION_SQUARES,
    FRICTION_VECTORS,
    JOB,
    NO_PHASES,
)
from jounce.simulation.loops.independent_rows import strengths_of_independent_rows
from jounce.simulation.workspace import Workspace

DECIDE = "jounce.simulation.events.decide_phases:decide"
OVER = 1e-9  # of a limit: what a contact may hold more


class FrictionPhases:
    """The dry frictions of one run: reads their numbers from `work`, has their modes written."""

    def __init__(self, work: Workspace):
        layout = work.layout
        self.work, self.names = work, tuple(layout.frictions)
        n, places = len(self.names), layout.friction_places()
        self.sticks, self.side, self.push, self.load = (work.modes[row[0] : row[0] + n] if n else row for row in places)
        at = layout.sizes["friction numbers"]
        self.numbers = {word: work.work[at + k * n : at + (k + 1) * n] for k, word in enumerate(FRICTION_NUMBERS)}
        self.arrays: dict[str, np.ndarray] = {}

    @property
    def force_only(self) -> list[str]:
        """Returns contacts whose motion is prescribed: no force could hold them."""
        return [self.names[k] for k in np.flatnonzero(self.arrays["prescribed"])] if self.arrays else []

    def fill(self, job: np.ndarray, state: np.ndarray) -> None:
        """Puts what the choice of phases needs into a job, for a run that begins in this state."""
        layout, n = self.work.layout, len(self.names)
        if not n:
            return
        if not self.arrays:
            self.arrays = self._room(state)
        for name, array in self.arrays.items():
            job[name] = array.ctypes.data
        switches, sides = layout.friction_places()[:2]
        job["friction_count"], job["friction_numbers"] = n, layout.sizes["friction numbers"]
        job["friction_switches"], job["friction_sides"] = switches[0], sides[0]
        job["friction_gap"], job["friction_correct"] = (
            self.work.compiled.kernels[name].address for name in ("gap", "correct")
        )
        job["address"], job["decide_phases"] = job.ctypes.data, decide_phases_address()

    def hold(self, state: np.ndarray, without: Collection[str] = ()) -> None:
        """Whatever is at rest sticks, whether or not it could; what moves slides. Some are left without friction.

        So a state is looked for, or its small motions are.
        """
        self.sticks[:], self.side[:], self.push[:] = 0.0, 0.0, 0.0
        self.refresh(state, without)

    def refresh(self, state: np.ndarray, without: Collection[str] = ()) -> None:
        """Lets those that have no phase hold as well, if they have a limit now; those without a limit lose theirs."""
        self._call_machine_code(state, np.isin(self.names, list(without)), holding=True)

    def decide(self, state: np.ndarray) -> np.ndarray:
        """Chooses the phases at a state. The state, its contacts at rest. Inputs of `work` are those of the instant."""
        return self._call_machine_code(state, np.zeros(len(self.names)))

    def misfits(self, state: np.ndarray) -> dict[str, float]:
        """Gives contacts that hold more than their limit, or slide backwards: the side where they belong, 0 sticks."""
        if not self.names:
            return {}
        if self.work.layout.loaded:
            self.work.rhs(state)
        self.work.channels(state)
        numbers = self.numbers
        over = (self.sticks > 0.5) & (np.abs(numbers["force"]) > (1.0 + OVER) * numbers["static"])
        back = (self.side != 0.0) & (self.side * numbers["speed"] < -AT_REST)
        belongs = np.where(over, np.sign(numbers["force"]), 0.0)
        return {self.names[k]: float(belongs[k]) for k in np.flatnonzero(over | back)}

    def move(self, sides: Mapping[str, float]) -> None:
        """Gives contacts another phase: 0 sticks."""
        for name, side in sides.items():
            k = self.names.index(name)
            self.side[k], self.sticks[k] = side, float(side == 0.0)

    @property
    def modes(self) -> np.ndarray:
        """Returns a copy of all modes of friction."""
        return np.concatenate([self.sticks, self.side, self.push, self.load])

    @modes.setter
    def modes(self, given: np.ndarray) -> None:
        self.sticks[:], self.side[:], self.push[:], self.load[:] = np.split(given, 4)

    def _call_machine_code(self, state: np.ndarray, fired: np.ndarray, holding: bool = False) -> np.ndarray:
        """Calls the machine code at the inputs as they stand: see `decide_phases.decide`."""
        if not self.names:
            return state
        found = np.array(state, float)
        arrays = {"fired": fired.astype(np.int64), "loaded": np.array(self.work.layout.loaded, np.int64).reshape(-1, 2)}
        job = np.zeros((), JOB)
        self.work.fill(job, arrays)
        self.fill(job, found)
        job["loaded_count"], job["rubbing_state"] = len(arrays["loaded"]), found.ctypes.data
        job["holding"] = holding
        if decide_phases_machine_code()(job.ctypes.data) == NO_PHASES:
            raise NumericalError(self.no_phases_text())
        return found

    def no_phases_text(self) -> str:
        return f"dry friction of {', '.join(self.names)}: no choice of sticking and sliding fits the forces"

    def _room(self, state: np.ndarray) -> dict[str, np.ndarray]:
        """Arrays of the machine code, and what each contact would accelerate by a unit force if there were no loops."""
        n, sizes, found = len(self.names), self.work.layout.sizes, self.work.matrices(state)
        out = max(sizes["state"], sizes["channels"], sizes["gap"] + sizes["rate gap"])
        return {
            "friction_vectors": np.zeros((FRICTION_VECTORS, n)),
            "friction_flags": np.zeros((FRICTION_FLAGS, n), np.int64),
            "friction_squares": np.zeros((FRICTION_SQUARES, n, n)),
            "friction_out": np.zeros(out),
            "friction_strengths": strengths_of_independent_rows(found["friction J"], found["M"]),
            "friction_works": np.array([self.work.layout.works[name] for name in self.names], np.int64),
            "prescribed": np.zeros(n, np.int64),
            "phases_kept": np.zeros((4, n)),
        }


@cache
def decide_phases_machine_code() -> Callable[[int], int]:
    """Loads it once in a process and keeps it, so that its address stays valid."""
    loaded = load_function(DECIDE, Cache())
    function = CFUNCTYPE(c_int64, c_int64)(loaded.address_of(ENTRY))
    function.keep_alive = loaded  # type: ignore[attr-defined]
    function.address = loaded.address_of(ENTRY)  # type: ignore[attr-defined]
    return function


def decide_phases_address() -> int:
    """Returns the address of the machine code, for loops that call it."""
    return int(decide_phases_machine_code().address)  # type: ignore[attr-defined]
