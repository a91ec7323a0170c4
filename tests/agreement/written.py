"""A model's equations run by the interpreter, for many states at once."""

from __future__ import annotations

import numpy as np

from jounce.equations.recursive.derive import derive_equations
from jounce.equations.route import RECURSIVE
from jounce.native.program import Program, ProgramScheduler
from jounce.native.reference import run_reference_pieces


def flat(*place: float) -> tuple[float, float, float, float]:
    """A road at z = 0 with full friction."""
    return 0.0, 0.0, 0.0, 1.0


class Written:
    """Equations of a model without machine code, by the production route or by another.

    Products and sums are rounded apart unless `fuse` is set: NumPy has no fused operation, and emulating it takes most
    of the time. `test_trees.py` compares both ways with the peers.
    """

    def __init__(self, model, subsystems: bool = True, fuse: bool = False, route: str = RECURSIVE):
        self.equations = derive_equations(model, subsystems, route)
        self.mechanism, self.layout = self.equations.mechanism, self.equations.layout
        self.scheduler = ProgramScheduler([sub.sheet for sub in self.equations.subsystems], fuse)
        self.programs: dict[str, Program] = {}
        self.modes = self.layout.first_modes()
        self.modes[self.layout.held_places()] = self.layout.held_starts(model)
        for name in self.layout.frictions:  # it slides
            self.modes[self.layout.places_of_friction(name)] = (0.0, 1.0, 0.0, 0.0)
        self.values, self.tables = self.layout.fill_values(self.mechanism.model)

    def arrays(self, states: np.ndarray, out_size: int, work_size: int) -> dict[str, np.ndarray]:
        lead = states.shape[:-1]
        sizes = self.layout.sizes
        return {
            "state": states,
            "inputs": np.zeros(sizes["inputs"]),
            "modes": self.modes,
            "values": self.values,
            "tables": self.tables,
            "out": np.zeros((*lead, max(out_size, 1))),
            "work": np.zeros((*lead, work_size)),
        }

    def program(self, kernel: str) -> Program:
        """Scheduled when it is asked for: most tests need one or two kernels of five."""
        if kernel not in self.programs:
            stores = self.equations.stores.get(kernel, [])
            self.programs[kernel] = self.scheduler.program(stores, self.layout.sizes["shared work"])
        return self.programs[kernel]

    def run(self, kernel: str, states: np.ndarray, time: float = 0.0, signal: float = 0.0) -> np.ndarray:
        """What the kernel puts out at a time, with the same value of every external signal."""
        size = {"rhs": "state", "observe": "channels", "matrices": "matrices"}[kernel]
        program = self.program(kernel)
        arrays = self.arrays(states, self.layout.sizes[size], program.work_size)
        arrays["inputs"][0] = time
        for offset in self.layout.inputs.values():
            arrays["inputs"][offset] = signal
        run_reference_pieces(program.setup, arrays)
        run_reference_pieces(program.run, arrays, flat)
        return arrays["out"]

    def mass_and_right(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        n = len(self.layout.speeds)
        out = self.run("matrices", states)
        return out[..., : n * n].reshape(*states.shape[:-1], n, n), out[..., n * n : n * n + n]
