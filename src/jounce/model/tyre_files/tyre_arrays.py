"""A tyre's formulas for many states at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from jounce.graph import Graph, Scalar, interpret, jacobian
from jounce.parts.tyres.tyre_law import Contact, TyreForces

STATE = ("slip", "slip_angle", "inclination", "load", "speed", "friction")
OUTPUTS = ("Fx", "Fy", "Mx", "My", "Mz")
ROLLING = {"slip": 0.0, "slip_angle": 0.0, "inclination": 0.0, "speed": 20.0, "friction": 1.0}
CHUNK = 4096  # states at a time, so that intermediate results stay near the processor

Formulas = Callable[[Contact], Sequence[Scalar]]


class TyreArrays:
    """Formulas of a contact, written down once and worked out for arrays of states."""

    def __init__(self, formulas: Formulas):
        graph = Graph()
        self._symbols = [graph.symbol(name) for name in STATE]
        self._outputs = list(formulas(Contact(**dict(zip(STATE, self._symbols, strict=True)))))
        self._slopes: list[Scalar] | None = None

    def __call__(self, **state: np.ndarray | float) -> list[np.ndarray]:
        """Returns one array for each formula; what is not given is a wheel that rolls straight at 20 m/s."""
        return _in_chunks(self._outputs, {**ROLLING, **state})

    def slopes(self, **state: np.ndarray | float) -> list[np.ndarray]:
        """Returns every derivative of a formula by a quantity of the state that is not zero throughout."""
        if self._slopes is None:
            self._slopes = list(jacobian(self._outputs, self._symbols).values())
        return _in_chunks(self._slopes, {**ROLLING, **state})


def tyre_forces_in_order(forces: TyreForces) -> list[Scalar]:
    """Returns forces and moments in the order of OUTPUTS."""
    return [forces.Fx, forces.Fy, forces.Mx, forces.My, forces.Mz]


def _in_chunks(outputs: Sequence[Scalar], state: dict[str, np.ndarray | float]) -> list[np.ndarray]:
    arrays = dict(zip(state, np.broadcast_arrays(*state.values()), strict=True))
    shape = arrays["slip"].shape
    flat = {name: array.ravel() for name, array in arrays.items()}
    size = flat["slip"].size
    found = np.empty((len(outputs), size))
    for start in range(0, size, CHUNK):
        part = slice(start, start + CHUNK)
        found[:, part] = interpret(outputs, {name: array[part] for name, array in flat.items()})
    return list(found.reshape(len(outputs), *shape))
