"""Arrays of a Jacobian that a W-method keeps; see `kept_jacobian.py`."""

from __future__ import annotations

import numpy as np

from jounce.equations.layout import Layout
from jounce.simulation.integrators.job import INVERSES
from jounce.simulation.workspace import Workspace

LEAST_CHANGE = {"m/s": 0.3, "rad/s": 1.0}  # of a watched speed


def kept_jacobian_arrays(work: Workspace) -> dict[str, np.ndarray]:
    """Returns the arrays by the names in the job."""
    n, k = work.layout.sizes["controlled"], len(work.layout.frictions)
    kept, plain, speeds = kept_and_plain_states(work.layout)
    watched, floors = watched_speeds(work)
    m = len(kept)
    return {
        "kept": kept,
        "kept_speeds": np.isin(kept, list(work.layout.speeds.values())).astype(np.int64),
        "plain_states": plain,
        "plain_speeds": speeds,
        "pivots": np.zeros(max(m, k), np.int64),
        "slopes": np.zeros((n, m)),
        "inverses": np.zeros((INVERSES, m, m)),
        "inverse_steps": np.zeros(INVERSES),
        "live": np.ones(n, np.int64),
        "watched": watched,
        "watched_values": np.array([np.zeros(len(watched)), floors]),
        "friction_rows": np.zeros((k, m)),
        "friction_slopes": np.zeros((k, m)),
        "friction_inverses": np.zeros((INVERSES, k, m)),
        "friction_solver": np.zeros((k + 1, k)),
        "inverse_room": np.zeros((12, max(m, k))),
    }


def kept_and_plain_states(layout: Layout) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places of states that are no integrals of others, of those that are, and which of the first are their rates."""
    pairs = [(first + i, speed + i) for first, speed, count in layout.plain for i in range(count)]
    plain, speeds = np.array(pairs, np.int64).reshape(-1, 2).T
    kept = np.setdiff1d(np.arange(layout.sizes["controlled"]), plain)
    return kept, plain.copy(), np.searchsorted(kept, speeds)


def watched_speeds(work: Workspace) -> tuple[np.ndarray, np.ndarray]:
    """Returns speeds whose change makes a Jacobian outdated, by place in the state, and how much of it does not count.

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
