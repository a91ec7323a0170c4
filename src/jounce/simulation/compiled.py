"""A model as machine code in memory: kernels, arrays, and calls to them from Python."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
from dataclasses import dataclass, replace
from functools import cache as once
from pathlib import Path

import numpy as np

from jounce.equations.layout import Layout
from jounce.equations.recursive.derive import KERNELS, Equations, derive
from jounce.graph.collection import garbage_later
from jounce.model import Model
from jounce.native.cache import Cache
from jounce.native.engine import Loaded, cpu_key, load_object
from jounce.native.kernel import Compiler
from jounce.native.making import making
from jounce.native.program import Program, Scheduler
from jounce.parts.roads.road import Road
from jounce.parts.tyres.tyre import Tyre
from jounce.simulation.plant import Plant
from jounce.simulation.road_kernel import road_address

SIGNATURE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 8)
# of LLVM's back end: 2 takes a third longer than 1 and was not measurably faster; `matrices` runs a few times only
OPTIMISATION = {"rhs": 1, "gap": 1, "correct": 1, "observe": 1, "matrices": 0}
FLAT = Road()
DECIDES_CODE = ("graph", "native", "spatial", "parts", "model", "mechanism", "equations")


@dataclass(frozen=True)
class Compiled:
    """Kernels of a structure with the numbers of one model."""

    model: Model
    layout: Layout
    loaded: dict[str, Loaded]
    plant: Plant
    road: Road = FLAT

    def fingerprint(self) -> str:
        """A hash of structure and numbers: two models with the same one move alike."""
        values = self.plant.values.copy()
        values[self.layout.values["solver.stabilisation"]] = 0.0
        digest = hashlib.sha256(json.dumps(self.model.structure(), sort_keys=True).encode())
        digest.update(values.tobytes() + self.plant.tables.tobytes() + self.plant.road_data.tobytes())
        return digest.hexdigest()

    @property
    def state_size(self) -> int:
        return self.layout.sizes["state"]

    def with_model(self, model: Model) -> Compiled:
        """The same code for a model with other numbers; nothing is compiled, and parts that are equal are not read."""
        changed = Model(model.name, model.gravity)
        changed.take(*(new for old, new in zip(self.model.parts, model.parts, strict=True) if new != old))
        values, tables = self.plant.values.copy(), self.plant.tables.copy()
        values[self.layout.values["solver.stabilisation"]] = 0.0  # of a run, not of a model
        self.layout.write_values(changed, values, tables)
        plant = replace(
            self.plant,
            values=values,
            tables=tables,
            modes=self.plant.modes.copy(),
            inputs=self.plant.inputs.copy(),
            work=np.zeros_like(self.plant.work),
        )
        other = replace(self, model=model, plant=plant)
        other._set_up()
        return other

    def on_road(self, road: Road) -> Compiled:
        """The same code and numbers on another road; nothing is compiled."""
        return replace(self, road=road, plant=self.plant.on_road(road_address(), road.data()))

    def _set_up(self) -> None:
        """Evaluate what depends on values only."""
        nothing = np.zeros(max(self.layout.sizes["state"], 1))
        for name in KERNELS:
            self._call(self.loaded[name].address_of("setup"), nothing, nothing)

    def _call(self, address: int, state: np.ndarray, out: np.ndarray) -> None:
        p = self.plant
        arrays = (state, p.inputs, p.modes, p.values, p.tables)
        SIGNATURE(address)(*[a.ctypes.data for a in arrays], p.road.ctypes.data, out.ctypes.data, p.work.ctypes.data)

    def call(self, kernel: str, state: np.ndarray, size: int) -> np.ndarray:
        """Run a kernel once; inputs are as they stand in the plant."""
        out = np.zeros(max(size, 1))
        self._call(self.loaded[kernel].address_of("run"), np.ascontiguousarray(state, float), out)
        return out[:size]

    def rhs(self, state: np.ndarray) -> np.ndarray:
        return self.call("rhs", state, self.state_size)

    def observe(self, state: np.ndarray) -> dict[str, float]:
        out = self.call("observe", state, self.layout.sizes["channels"])
        return {name: float(out[offset]) for name, (offset, _, _) in self.layout.channels.items()}

    def matrices(self, state: np.ndarray) -> dict[str, np.ndarray]:
        """M, rhs, J, gamma, g and gd, by the order of speeds and rows in the layout.

        M a = rhs + J^T lambda, where a of a floating reference is its acceleration less gravity.
        """
        n, m = len(self.layout.speeds), self.layout.sizes["rows"]
        out = self.call("matrices", state, self.layout.sizes["matrices"])
        found, at = {}, 0
        for key, shape in (("M", (n, n)), ("rhs", (n,)), ("J", (m, n)), ("gamma", (m,)), ("g", (m,)), ("gd", (m,))):
            size = int(np.prod(shape))
            found[key] = out[at : at + size].reshape(shape)
            at += size
        return found

    def design_state(self) -> np.ndarray:
        """All coordinates zero, quaternions at rest."""
        state = np.zeros(self.state_size)
        for offsets in self.layout.quaternions:
            state[offsets[0]] = 1.0
        return state


@garbage_later()
def programs(equations: Equations) -> dict[str, Program]:
    """The schedules of all kernels; each has its own part of `work` behind the shared one."""
    scheduler = Scheduler([sub.sheet for sub in equations.subsystems])
    work = equations.layout.sizes["shared work"]
    found = {}
    for name in KERNELS:
        found[name] = scheduler.program(equations.stores.get(name, []), work)
        work = found[name].work_size
    equations.layout.sizes["work"] = work
    return found


def compile_model(model: Model, cache: Cache | None = None, contract: bool = False) -> Compiled:
    """Machine code for a model, from the cache where there is some for this structure.

    `contract` lets products and sums round once; it is off wherever numbers shall be reproducible.
    """
    cache = cache or Cache()
    key = _structure_key(model, contract)
    entry = cache.get(key)
    objects: dict[str, bytes] = {}
    if entry is not None:
        manifest = json.loads(entry)
        objects = {name: data for name, k in manifest["objects"].items() if (data := cache.get(k)) is not None}
        layout = Layout.from_json(manifest["layout"])
    if len(objects) < len(KERNELS):
        with making(key):
            layout, objects = _compile_new(model, key, cache, contract)
    values, tables = layout.fill_values(model)
    sizes = layout.sizes
    loaded = {name: load_object(data) for name, data in objects.items()}
    closing = bool(sizes["gap"])
    address = {name: code.address_of("run") for name, code in loaded.items()}
    plant = Plant(
        state_size=sizes["state"],
        controlled=sizes["controlled"],
        gap_size=sizes["gap"],
        rate_gap_size=sizes["rate gap"],
        channel_size=sizes["channels"],
        plain=np.array(layout.plain, np.int64).reshape(-1, 3),
        rhs=address["rhs"],
        gap=address["gap"] if closing else 0,
        correct=address["correct"] if closing else 0,
        observe=address["observe"],
        inputs=np.zeros(sizes["inputs"]),
        modes=np.repeat((1.0, 0.0), max(sizes["rows"], 1)),
        values=values,
        tables=tables,
        work=np.zeros(sizes["work"]),
    )
    for part in model.inputs:
        plant.inputs[layout.inputs[part.name]] = part.default
    compiled = Compiled(model, layout, loaded, plant)
    compiled._set_up()
    return compiled.on_road(FLAT) if reads_road(model) else compiled


def reads_road(model: Model) -> bool:
    """Whether a part stands on a road."""
    return any(isinstance(part, Tyre) for part in model.forces)


def _compile_new(model: Model, key: str, cache: Cache, contract: bool) -> tuple[Layout, dict[str, bytes]]:
    equations = derive(model)
    compiler = Compiler(cache)
    made = {name: compiler.compile(p, OPTIMISATION[name], contract) for name, p in programs(equations).items()}
    manifest = {"layout": equations.layout.to_json(), "objects": {name: k for name, (k, _) in made.items()}}
    cache.put(key, json.dumps(manifest).encode())
    return equations.layout, {name: data for name, (_, data) in made.items()}


def _structure_key(model: Model, contract: bool) -> str:
    """What decides the machine code: structure of the model, our own sources, processor."""
    text = json.dumps([model.structure(), contract], sort_keys=True)
    digest = hashlib.sha256("\n".join((text, _sources(), cpu_key())).encode()).hexdigest()
    return f"structure {digest}"


@once
def _sources() -> str:
    """A fingerprint of the code that writes equations: an edit must not meet yesterday's layout."""
    root = Path(__file__).parents[1]
    found = []
    folders = [str(root / package) for package in DECIDES_CODE]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    about = entry.stat()
                    found.append(f"{entry.path}:{about.st_size}:{about.st_mtime_ns}")
                elif entry.is_dir():
                    folders.append(entry.path)
    return " ".join(sorted(found))
