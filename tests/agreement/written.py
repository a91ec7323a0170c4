"""A model's equations run by the interpreter, for many states at once."""

from __future__ import annotations

import numpy as np

from jounce.equations.derive import derive
from jounce.native.reference import run_pieces
from jounce.simulation.compiled import programs


def flat(*place: float) -> tuple[float, float, float, float]:
    """A road at z = 0 with full friction."""
    return 0.0, 0.0, 0.0, 1.0


class Written:
    """Production equations of a model without machine code."""

    def __init__(self, model, subsystems: bool = True):
        self.equations = derive(model, subsystems)
        self.mechanism, self.layout = self.equations.mechanism, self.equations.layout
        self.programs = programs(self.equations)
        self.values, self.tables = self.layout.fill_values(model)

    def arrays(self, states: np.ndarray, out_size: int) -> dict[str, np.ndarray]:
        lead = states.shape[:-1]
        sizes = self.layout.sizes
        return {
            "state": states,
            "inputs": np.zeros(sizes["inputs"]),
            "modes": np.ones(max(sizes["rows"], 1)),
            "values": self.values,
            "tables": self.tables,
            "out": np.zeros((*lead, max(out_size, 1))),
            "work": np.zeros((*lead, sizes["work"])),
        }

    def run(self, kernel: str, states: np.ndarray) -> np.ndarray:
        size = {"rhs": "state", "observe": "channels", "matrices": "matrices"}[kernel]
        arrays = self.arrays(states, self.layout.sizes[size])
        program = self.programs[kernel]
        run_pieces(program.setup, arrays)
        run_pieces(program.run, arrays, flat)
        return arrays["out"]

    def mass_and_right(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        n = len(self.layout.speeds)
        out = self.run("matrices", states)
        return out[..., : n * n].reshape(*states.shape[:-1], n, n), out[..., n * n : n * n + n]
