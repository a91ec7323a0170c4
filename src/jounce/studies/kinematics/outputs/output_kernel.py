"""The outputs of an axle on its rig as machine code: one call turns what was observed into curves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from jounce.native.cache import Cache
from jounce.native.engine import Loaded, load_object
from jounce.native.kernel import Compiler
from jounce.native.kernel_rows import run_kernel_on_rows
from jounce.native.program import Place, ProgramScheduler, Store
from jounce.parts.laws import Points
from jounce.studies.kinematics.outputs.rig_formulas import OutputOf, RigSymbols, Structure, write_rig_formulas

OPTIMISATION = 1  # of the back end: a study runs it for microseconds, so it should compile fast


@dataclass(frozen=True, slots=True)
class OutputCode:
    """Machine code of the outputs of one structure, and where its numbers lie."""

    structure: Structure
    loaded: Loaded
    outputs: tuple[OutputOf, ...]  # of each column
    values: Mapping[str, int]  # by path
    tables: Mapping[str, int]  # laws by points, by path
    tables_size: int
    design: tuple[int, ...]  # places of values that the design position gives, in columns behind the outputs
    work_size: int


@lru_cache(maxsize=64)
def output_code(structure: Structure) -> OutputCode:
    """Returns code written once for a structure in a process; its machine code is in the cache from then on."""
    given = RigSymbols(structure)
    outputs, design = write_rig_formulas(given)
    design = {path: formula for path, formula in design.items() if path in given.values}
    stores = []
    for column, (key, formula) in enumerate([*outputs.items(), *design.items()]):
        given.sheet.outputs[key] = formula
        stores.append(Store(0, key, Place("out", (column,))))
    program = ProgramScheduler([given.sheet]).program(stores, 0)
    _, data = Compiler(Cache()).compile(program, OPTIMISATION)
    return OutputCode(
        structure=structure,
        loaded=load_object(data),
        outputs=tuple(outputs),
        values=given.values,
        tables=given.tables,
        tables_size=given.tables_size,
        design=tuple(given.values[path] for path in design),
        work_size=program.work_size,
    )


class OutputKernel:
    """The code with the numbers of one axle and car; safe in any thread."""

    def __init__(self, code: OutputCode, numbers: Mapping[str, Any], tables: Mapping[str, Points]):
        self.code = code
        self.values = np.array([numbers.get(path, 0.0) for path in code.values])  # the design position's come later
        self.tables = np.zeros(max(code.tables_size, 1))
        for path, offset in code.tables.items():
            data = tables[path].flat()
            self.tables[offset : offset + len(data)] = data

    def run(self, rows: np.ndarray) -> np.ndarray:
        """Turns [position, observed], of which the first is the design position, into [position, output]."""
        count, values = len(self.code.outputs), self.values.copy()
        values[list(self.code.design)] = self._run(rows[:1], values)[0, count:]
        return self._run(rows, values)[:, :count]

    def _run(self, rows: np.ndarray, values: np.ndarray) -> np.ndarray:
        size = len(self.code.outputs) + len(self.code.design)
        arrays = {"values": values, "tables": self.tables, "work": np.zeros(max(self.code.work_size, 1))}
        run_kernel_on_rows(
            self.code.loaded.address_of("setup"), rows[:1], size, **arrays
        )  # what depends on values only
        return run_kernel_on_rows(self.code.loaded.address_of("run"), rows, size, **arrays)
