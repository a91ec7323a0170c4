"""The same motion as every route sees it: states in each route's coordinates, and what is measured there."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace

import numpy as np
from written import Written

from jounce.model import Model
from jounce.simulation.loops.route_state import state_by_route

ACCELERATIONS = ("ax", "ay", "az", "alpha_x", "alpha_y", "alpha_z")
REACTIONS = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")


def write_by_route(model: Model, route: str) -> Written:
    return Written(model, route=route)


def state_in_route(ours: Written, state: np.ndarray, theirs: Written) -> np.ndarray:
    """A state of ours in the coordinates of another route."""
    if theirs is ours:
        return state
    sides = [SimpleNamespace(layout=one.layout, mechanism=one.mechanism) for one in (ours, theirs)]
    return state_by_route(sides[0], state, sides[1])


def seen_by_route(ours: Written, states: np.ndarray, theirs: Written) -> dict[str, np.ndarray]:
    """All channels at states that are given in our coordinates, by name; the interpreter runs all at once."""
    out = theirs.run("observe", np.array([state_in_route(ours, state, theirs) for state in states]))
    return {name: out[:, place] for name, (place, *_) in theirs.layout.channels.items()}


def largest_differences(ours: dict, theirs: dict, endings: Iterable[str]) -> np.ndarray:
    """In channels with these endings, by state: the largest difference of all, relative to the largest value of all.

    A zero among large numbers is compared with these: it comes out of sums of them.
    """
    names = [name for name in ours if name in theirs and name.rpartition(".")[2] in endings]
    assert names
    a, b = (np.array([seen[name] for name in names]) for seen in (ours, theirs))
    return np.abs(a - b).max(axis=0) / np.abs(a).max(axis=0)
