"""The dry frictions of a run: reads their numbers, decides their phases, writes their modes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from jounce.equations.recursive.guards import AT_REST, FAINT
from jounce.equations.recursive.kernels import FRICTION_NUMBERS, GUARDS
from jounce.simulation.events.stick_or_slide import HELD, SAME, choose_phases, independent
from jounce.simulation.loops.independent_rows import strengths_of_independent_rows
from jounce.simulation.workspace import Workspace

TRIES = 5  # at phases that fit the loads which they make
REST_ROUNDING = 1e-14  # m/s or rad/s


class FrictionPhases:
    """The dry frictions of one run: reads their numbers from `work`, writes their modes."""

    def __init__(self, work: Workspace):
        layout = work.layout
        self.work, self.names = work, tuple(layout.frictions)
        n, places = len(self.names), layout.friction_places()
        self.sticks, self.side, self.push, self.load = (work.modes[row[0] : row[0] + n] if n else row for row in places)
        at = layout.sizes["friction numbers"]
        self.numbers = {word: work.work[at + k * n : at + (k + 1) * n] for k, word in enumerate(FRICTION_NUMBERS)}
        self.guards = work.work[GUARDS : GUARDS + n]
        self.force_only: set[str] = set()  # contacts whose motion is prescribed: no force could hold them
        self._strength: np.ndarray | None = None

    def slacks(self, state: np.ndarray) -> np.ndarray:
        """How far below zero each guard may be without an event: rounding, and what decisions leave."""
        self._settle(state)
        self.work.rhs(state)
        base = np.where(self.sticks > 0.5, SAME * SAME ** (1 / 3) * (1.0 + self.numbers["static"]), 1e-3 * AT_REST)
        return np.maximum(base, -2.0 * self.guards)

    def hold(self, state: np.ndarray, without: Collection[str] = ()) -> None:
        """Whatever is at rest sticks, whether or not it could; what moves slides. Some are left without friction.

        So a state is looked for, or its small motions are.
        """
        if not self.names:
            return
        self._set(np.zeros(len(self.names)))
        self.refresh(state, without)

    def refresh(self, state: np.ndarray, without: Collection[str] = ()) -> None:
        """Let those that have no phase hold as well, if they have a limit now; those without a limit lose theirs."""
        if not self.names:
            return
        self._settle(state)
        acting = self.numbers["static"] > FAINT
        undecided = acting & (self.sticks < 0.5) & (self.side == 0.0) & ~np.isin(self.names, list(without))
        moving = undecided & (np.abs(self.numbers["speed"]) > AT_REST)
        side = np.where(moving, np.sign(self.numbers["speed"]), self.side) * acting
        stuck = np.flatnonzero(acting & (self.sticks > 0.5) | undecided & ~moving)
        self._set(side)
        if len(stuck):
            A = self._response(state, stuck)
            can_stick = np.diag(A) > HELD * self._strength_at(state)[stuck]
            stuck = stuck[can_stick]
            self._set(side, stuck[independent(A[np.ix_(can_stick, can_stick)])])

    def misfits(self, state: np.ndarray) -> dict[str, float]:
        """Contacts that hold more than their limit, or slide backwards: the side where they belong, 0 sticks."""
        if not self.names:
            return {}
        self._settle(state)
        numbers = self.numbers
        over = (self.sticks > 0.5) & (np.abs(numbers["force"]) > (1.0 + SAME) * numbers["static"])
        back = (self.side != 0.0) & (self.side * numbers["speed"] < -AT_REST)
        belongs = np.where(over, np.sign(numbers["force"]), 0.0)
        return {self.names[k]: float(belongs[k]) for k in np.flatnonzero(over | back)}

    def move(self, sides: Mapping[str, float]) -> None:
        """Give contacts another phase: 0 sticks."""
        for name, side in sides.items():
            k = self.names.index(name)
            self.side[k], self.sticks[k] = side, float(side == 0.0)

    @property
    def modes(self) -> np.ndarray:
        """A copy of all modes of friction."""
        return np.concatenate([self.sticks, self.side, self.push, self.load])

    @modes.setter
    def modes(self, given: np.ndarray) -> None:
        self.sticks[:], self.side[:], self.push[:], self.load[:] = np.split(given, 4)

    def decide(
        self, state: np.ndarray, breaking: Mapping[int, float] | None = None, stopping: Sequence[int] = ()
    ) -> np.ndarray:
        """Choose the phases at a state; `breaking` contacts begin to slide to their side, those that are `stopping` are
        at rest, but for what the instant is uncertain by. The state, its contacts at rest.

        The inputs of `work` are those of the instant.
        """
        if not self.names:
            return state
        state = self._decide(state, breaking or {}, stopping)
        for _ in range(TRIES if self.work.layout.loaded else 0):  # limits depend on the loads, and these on the phases
            before = self.modes
            state = self._decide(state, breaking or {}, stopping)
            if np.array_equal(before[: -len(self.names)], self.modes[: -len(self.names)]):
                break
        return state

    def _decide(self, state: np.ndarray, breaking: Mapping[int, float], stopping: Sequence[int]) -> np.ndarray:
        """The same with loads as they are in the present phases."""
        self._settle(state)
        speed, acting = self.numbers["speed"].copy(), self.numbers["static"] > FAINT
        moving = acting & (np.abs(speed) > AT_REST)
        moving[list(stopping)] = False
        side = np.where(moving, np.sign(speed), 0.0)
        for k, to in breaking.items():
            side[k] = to
        at_rest = np.flatnonzero(acting & (side == 0.0))
        self._set(side=side)
        if not len(at_rest):
            return state
        A = self._response(state, at_rest)
        can_stick = np.diag(A) > HELD * self._strength_at(state)[at_rest]
        self.force_only |= {self.names[k] for k in at_rest[~can_stick]}
        at_rest, A = at_rest[can_stick], A[np.ix_(can_stick, can_stick)]
        state = self._bring_to_rest(state, at_rest[independent(A)])
        self._set(side=side)
        self.work.channels(state)
        limit, static = self.numbers["limit"][at_rest], self.numbers["static"][at_rest]
        b = self.numbers["acceleration"][at_rest].copy()
        found, T = choose_phases(A, b, limit, static, [self.names[k] for k in at_rest])
        side[at_rest] = found
        stuck = np.flatnonzero(found == 0.0)
        on = stuck[independent(A[np.ix_(stuck, stuck)])]
        pushed = np.where(found == 0.0, T, 0.0)  # those that stick without a row of their own
        pushed[on] = 0.0
        push = np.zeros(len(self.names))
        push[at_rest] = pushed
        self._set(side, at_rest[on], push)
        return state

    def _settle(self, state: np.ndarray) -> None:
        """Loads of joints that belong to the modes, and the numbers of all contacts."""
        if self.work.layout.loaded:
            self.work.rhs(state)
        self.work.channels(state)

    def _set(self, side: np.ndarray, sticks: np.ndarray | None = None, push: np.ndarray | float = 0.0) -> None:
        self.side[:], self.sticks[:], self.push[:] = side, 0.0, push
        if sticks is not None:
            self.sticks[sticks] = 1.0

    def _response(self, state: np.ndarray, at_rest: np.ndarray) -> np.ndarray:
        """A of the contacts at rest, the others as they slide."""
        self.work.channels(state)
        b, static = self.numbers["acceleration"].copy(), self.numbers["static"].copy()
        A = np.zeros((len(at_rest), len(at_rest)))
        for column, k in enumerate(at_rest):
            self.push[k] = static[k]
            self.work.channels(state)
            A[:, column] = (b - self.numbers["acceleration"])[at_rest] / static[k]
            self.push[k] = 0.0
        return 0.5 * (A + A.T)

    def _strength_at(self, state: np.ndarray) -> np.ndarray:
        """What each contact would accelerate by a unit force if there were no loops; of the first state asked for."""
        if self._strength is None:
            found = self.work.matrices(state)
            self._strength = strengths_of_independent_rows(found["friction J"], found["M"])
        return self._strength

    def _bring_to_rest(self, state: np.ndarray, contacts: np.ndarray) -> np.ndarray:
        """Take away what is left of their speeds, in the mass metric, with loops closed."""
        if np.abs(self.numbers["speed"][contacts]).max(initial=0.0) <= REST_ROUNDING:
            return state
        sizes = self.work.layout.sizes
        self.sticks[contacts] = 1.0
        self.work.rhs(state)  # factors with these rows
        for _ in range(2):
            self.work.call("gap", state, sizes["gap"] + sizes["rate gap"])
            state = self.work.call("correct", state, sizes["state"])
        return state
