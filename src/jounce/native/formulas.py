"""Formulas of one vector of numbers as machine code: what is a copy or a constant is picked, the rest is computed."""

from __future__ import annotations

import ctypes
from collections.abc import Hashable, Mapping, Sequence

import numpy as np

from jounce.graph import Expression, Graph, Scalar
from jounce.native.cache import Cache
from jounce.native.engine import load_object
from jounce.native.kernel import Compiler
from jounce.native.program import Place, ProgramScheduler, ProgramSheet, Store

SIGNATURE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 8)
OPTIMISATION = 0  # of LLVM's back end: nearly as fast to run, and several times as fast to compile


class FormulaCompiler(Compiler):
    """Counts for itself: formulas of values take milliseconds, equations of motion seconds."""

    count = 0


class Formulas:
    """A function from a vector to the numbers of some formulas; safe in any thread.

    Products and sums are rounded one by one, as Python does: a formula gives what its function gives for floats, but
    for a few units in the last place of quotients and of sines.
    """

    def __init__(self, graph: Graph, formulas: Sequence[Scalar], place: Mapping[Hashable, int], size: int):
        """`place` says where the number of each symbol lies in the vector of this size."""
        self.size = size
        computed: dict[Expression, int] = {}
        constants: dict[tuple[float, float], int] = {}
        picked = []
        for formula in formulas:
            if isinstance(formula, Expression) and formula.op == "symbol":
                picked.append((0, place[formula.data]))
            elif isinstance(formula, Expression) and formula.op != "const":
                picked.append((2, computed.setdefault(formula, len(computed))))
            else:
                data = formula.data if isinstance(formula, Expression) else graph.constant(formula).data
                picked.append((1, constants.setdefault(data, len(constants))))
        starts = (0, size, size + len(constants))
        self.picked = np.array([starts[kind] + k for kind, k in picked], np.intp)
        self.constants = np.array([number for number, _ in constants])
        self.computed = len(computed)
        self._work, self._run = 0, None
        if computed:
            symbols = {node.data for node in graph.nodes if node.op == "symbol"}
            places = {name: Place("state", (k,)) for name, k in place.items() if name in symbols}
            sheet = ProgramSheet(1, graph=graph, symbols=places, outputs={k: node for node, k in computed.items()})  # type: ignore[arg-type]
            program = ProgramScheduler([sheet], fuse=False).program(
                [Store(0, k, Place("out", (k,))) for k in computed.values()], 0
            )
            self._loaded = load_object(FormulaCompiler(Cache()).compile(program, OPTIMISATION)[1])
            self._setup, self._run = (SIGNATURE(self._loaded.address_of(name)) for name in ("setup", "run"))
            self._work = program.work_size

    def __call__(self, vector: np.ndarray) -> np.ndarray:
        """The numbers of the formulas."""
        pool = np.empty(self.size + len(self.constants) + self.computed)
        pool[: self.size] = vector
        pool[self.size : len(pool) - self.computed] = self.constants
        if self._run is not None:
            work = np.empty(self._work + 1)
            state, out = pool.ctypes.data, pool[len(pool) - self.computed :].ctypes.data
            arrays = (state, 0, 0, 0, 0, 0, out, work.ctypes.data)
            self._setup(*arrays)
            self._run(*arrays)
        return pool[self.picked]
