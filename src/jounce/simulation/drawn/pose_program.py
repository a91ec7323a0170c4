"""Kernels of poses: formulas of the joint coordinates and of the numbers of a model, as machine code made on demand.

Their `state` holds the joint coordinates in the order of the tree, their `values` every number of the model.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from jounce.graph import Scalar
from jounce.mechanism import Mechanism
from jounce.mechanism.tree import TreeLink
from jounce.native.cache import Cache
from jounce.native.engine import Loaded, load_object
from jounce.native.formulas import FormulaCompiler
from jounce.native.kernel_rows import run_kernel_on_rows
from jounce.native.program import Place, ProgramScheduler, ProgramSheet, Store
from jounce.simulation.compiled import compiled_structure_key, with_numbers

OPTIMISATION = 0  # of the back end: a run is shown now and then, so the code should compile fast


class PoseProgram:
    """A program in the making: the tree and the closures of a mechanism in symbols."""

    def __init__(self, mechanism: Mechanism):
        self._sheet = ProgramSheet(lanes=1)
        numbers = {path: k for k, path in enumerate(mechanism.model.numbers())}
        self._states = {named.name: k for k, named in enumerate(mechanism.coordinates)}
        symbolic = mechanism.model.map_numbers(lambda path, *_: self._symbol(path, "values", numbers[path]))
        placed = with_numbers(mechanism, symbolic)
        self.links, self.closures = placed.links, placed.closures
        self.tables: dict[str, int] = {}  # offsets of the tables of joints, by name
        self.tables_size = 0
        self._joints: dict[str, Any] = {}
        for link in placed.links:
            if link.from_tables:
                self.tables[link.joint.name] = self.tables_size
                tables = link.joint.tables.placed(self.tables_size)
                self._joints[link.joint.name] = replace(link.joint, tables=tables)
                self.tables_size += tables.size

    def _symbol(self, key: Any, array: str, place: int) -> Scalar:
        return self._sheet.symbol(key, Place(array, (place,)))

    def coordinates(self, link: TreeLink) -> list[Scalar]:
        """Returns the coordinates of a link as symbols."""
        return [self._symbol(("state", n.name), "state", self._states[n.name]) for n in link.coordinates]

    def joint(self, link: TreeLink) -> Any:
        """Returns the joint of a link, with its tables in their places."""
        return self._joints.get(link.joint.name, link.joint)

    def write(self, *formulas: Scalar) -> None:
        """Adds outputs behind those that are there."""
        for formula in formulas:
            self._sheet.outputs[len(self._sheet.outputs)] = formula

    def compile(self, store: Cache) -> tuple[dict[str, Any], bytes]:
        """Returns what is to be known of the machine code, and the code."""
        outputs = range(len(self._sheet.outputs))
        program = ProgramScheduler([self._sheet]).program([Store(0, k, Place("out", (k,))) for k in outputs], 0)
        key, data = FormulaCompiler(store).compile(program, OPTIMISATION)
        tables = {"tables": self.tables, "tables_size": self.tables_size}
        return {"object": key, "outputs": len(outputs), "work": program.work_size, **tables}, data


@dataclass(frozen=True, eq=False, kw_only=True)
class PoseRows:
    """Machine code of a structure: one row of outputs for each sample."""

    loaded: Loaded
    written: Any  # what the function that wrote the formulas said of them
    outputs: int
    work: int
    tables: Mapping[str, int]
    tables_size: int

    def __call__(self, mechanism: Mechanism, coordinates: Mapping[str, np.ndarray], samples: Any) -> np.ndarray:
        """Returns the outputs for a model of this structure."""
        model = mechanism.model
        values = model.array if model.form is not None else np.fromiter(model.numbers().values(), float)
        tables = np.zeros(max(self.tables_size, 1))
        for joint in model.joints if self.tables else ():
            if joint.name in self.tables:
                data = joint.tables.flat()
                tables[self.tables[joint.name] : self.tables[joint.name] + len(data)] = data
        rows = np.stack([coordinates[named.name][samples] for named in mechanism.coordinates], axis=1)
        arrays = {"values": np.ascontiguousarray(values), "tables": tables, "work": np.zeros(self.work + 1)}
        run_kernel_on_rows(self.loaded.address_of("setup"), rows[:1], self.outputs, **arrays)
        return run_kernel_on_rows(self.loaded.address_of("run"), rows, self.outputs, **arrays)


def pose_rows(name: str, mechanism: Mechanism, write: Callable[[PoseProgram], Any]) -> PoseRows:
    """Returns the code that `write` writes for a structure, from the cache or made now."""
    store, key = Cache(), f"{name} {_sources()} {compiled_structure_key(mechanism.model, contract=False)}"
    entry = store.get(key)
    manifest = json.loads(entry) if entry is not None else None
    data = store.get(manifest["object"]) if manifest is not None else None
    if manifest is None or data is None:
        program = PoseProgram(mechanism)
        written = write(program)
        manifest, data = program.compile(store)
        manifest["written"] = written
        store.put(key, json.dumps(manifest).encode())
    about = {word: manifest[word] for word in ("written", "outputs", "work", "tables", "tables_size")}
    return PoseRows(loaded=load_object(data), **about)


@cache
def _sources() -> str:
    """Returns a digest of the modules that write such formulas: an edit must not meet yesterday's code."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
