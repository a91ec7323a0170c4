"""Rules that need not run again: while every comparison that they made has the same answer, so have they."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.graph.traced import Trace
from jounce.native.formulas import Formulas

if TYPE_CHECKING:
    from jounce.errors import Problem
    from jounce.model.assembly.blueprint import Blueprint
    from jounce.model.vehicle import Vehicle

PATIENCE = 2  # changes whose rules run in Python before they are traced: a single change is not worth machine code
MOST = 8  # traces that are kept for one structure


class Guards:
    """Guards of rules that found nothing wrong, for vehicles of one structure.

    Rules are ordinary functions. They run once on traced numbers, see `jounce.graph.traced`; what they compared becomes
    one kernel. Where a guard breaks the rules themselves decide, so nothing is refused or accepted by a guard alone
    that rules would not have treated so.
    """

    def __init__(self, blueprint: Blueprint, rules: Callable[[Vehicle], list[Problem]]):
        self.blueprint, self.rules = blueprint, rules
        self.traces: list[_Guard] = []
        self.unguarded = 0  # changes since the last trace that no guard knew

    def problems(self, vehicle: Vehicle, vector: np.ndarray) -> list[Problem]:
        """Tells what the rules say of a vehicle with these numbers; they run only where no guard knows that it is
        nothing.
        """
        if any(guard.holds(vector) for guard in self.traces):
            return []
        problems = self.rules(vehicle)
        self.unguarded += not problems
        if self.unguarded > PATIENCE and not problems and len(self.traces) < MOST:
            self.traces.insert(0, _Guard(self.blueprint, vector, self.rules))
            self.unguarded = 0
        return problems


class _Guard:
    """One trace."""

    def __init__(self, blueprint: Blueprint, vector: np.ndarray, rules: Callable[[Vehicle], list[Problem]]):
        trace, graph, numbers = Trace(), blueprint.graph, vector.tolist()

        def traced(path: str) -> Any:
            number = numbers[blueprint.place[path]]
            return number if path in blueprint.counts else trace.number(number, graph.symbol(path))

        problems = rules(blueprint.with_given(blueprint.filled(traced), vector))
        assert not problems, "rules that passed found something wrong with the same numbers"
        self.pins = sorted(blueprint.place[name] for name in trace.pinned())
        self.kept = np.array([*self.pins, *blueprint.given.values()], np.intp)
        self.values = vector[self.kept]
        self.code = Formulas(graph, trace.broken(), blueprint.place, blueprint.size)

    def holds(self, vector: np.ndarray) -> bool:
        if not np.array_equal(vector[self.kept], self.values):
            return False
        broken, size = self.code(vector).tolist()
        return broken == 0 and isfinite(size)
