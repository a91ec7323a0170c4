"""Compiled models: kernels and programs of a structure in memory, and where every number lies."""

from __future__ import annotations

import hashlib
import json
import os
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache as once
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np

from jounce.equations.layout import Layout
from jounce.equations.recursive.derive import KERNELS, connect_by_route, derive_equations
from jounce.equations.recursive.kernels import Equations
from jounce.equations.route import INDEPENDENT, RECURSIVE
from jounce.graph.collection import collect_garbage_later
from jounce.mechanism import Mechanism, TreeLink
from jounce.model import Model
from jounce.model.model import ModelForm
from jounce.native.cache import Cache
from jounce.native.drafts import Drafter, ImprovingKernels, find_object_or_draft, wants_drafts
from jounce.native.engine import cpu_key, load_object
from jounce.native.kernel import Compiler, Kernel
from jounce.native.making import announce_making
from jounce.native.program import Program, ProgramScheduler
from jounce.simulation.loops.tangent import Tangent
from jounce.simulation.workspace import FLAT, Workspace

# of LLVM's back end: 2 takes a third longer than 1 and was not measurably faster; `matrices` runs a few times only
OPTIMISATION = {"rhs": 1, "gap": 1, "correct": 1, "observe": 1, "matrices": 0}
MOST_LOADED = 32  # structures whose code is kept in memory
DECIDES_CODE = ("graph", "native", "spatial", "parts", "model", "mechanism", "equations")


@dataclass(frozen=True, eq=False)
class Compiled:
    """Machine code of a structure, and where every number lies. Nothing in it is ever written: threads share it.

    rhs       out = d state/dt; leaves its factors in work, and in work[0] the smallest pivot ratio
              (1 = healthy, 0 = singular)
    gap       out = position residuals (m or rad), then velocity residuals; remembers them in work
    correct   out = the state after one mass-weighted Newton step with the residuals of the last gap
              and the factors of the last rhs
    observe   out = channels at (state, inputs); may overwrite the factors
    matrices  out = mass matrix, forces, constraint Jacobian and more, see `Workspace.matrices`
    """

    layout: Layout
    kernels: Mapping[str, Kernel]
    mechanism: Mechanism  # of one model of this structure
    route: str = RECURSIVE

    @cached_property
    def tangent(self) -> Tangent:
        """Returns directions in which a state can change, by name."""
        return Tangent(self.mechanism, self.layout)

    @cached_property
    def position_rows(self) -> np.ndarray:
        """Tells by a row's place whether it holds positions; False where it ties speeds only."""
        held = np.ones(self.layout.sizes["rows"], bool)
        held[[self.layout.rows[row.name] for row in self.mechanism.rows if row.speeds_only]] = False
        held.flags.writeable = False
        return held

    def workspace(
        self, model: Model | None = None, values: np.ndarray | None = None, tables: np.ndarray | None = None
    ) -> Workspace:
        """Returns the numbers of one run of a model of this structure, inputs at their defaults, on a flat road.

        `values` and `tables` lie in the order of the layout; without them they are those of the model.
        """
        sizes, layout = self.layout.sizes, self.layout
        mechanism = self.mechanism if model is None else with_numbers(self.mechanism, model)
        if values is None or tables is None:
            values, tables = layout.fill_values(mechanism.model)
        inputs = np.zeros(sizes["inputs"])
        for part in mechanism.model.inputs:
            inputs[layout.inputs[part.name]] = float(part.default)  # type: ignore[arg-type]
        modes = layout.first_modes()
        modes[layout.held_places()] = layout.held_starts(mechanism.model)
        made = Workspace(
            compiled=self,
            mechanism=mechanism,
            inputs=inputs,
            modes=modes,
            values=values.copy(),
            tables=tables,
            work=np.zeros(sizes["work"]),
        )
        made.set_up()
        return made.on_road(FLAT) if compiled_reads_road(mechanism.model) else made


_first_of_form: WeakKeyDictionary[ModelForm, tuple[Mechanism, tuple[TreeLink, ...]]] = WeakKeyDictionary()


def with_numbers(mechanism: Mechanism, model: Model) -> Mechanism:
    """Returns the same tree and cuts with the numbers of another model of the same structure."""
    if model is mechanism.model:
        return mechanism
    joints = {joint.name: joint for joint in model.joints}
    links = []
    for link in _known_links(mechanism, model):
        joint = joints.get(link.joint.name, link.joint)  # a floating body's own joint has no numbers
        links.append(link if joint is link.joint else replace(link, joint=joint, motions=tuple(joint.motions())))
    closures = tuple(joints[closure.name] for closure in mechanism.closures)
    found = replace(mechanism, model=model, links=tuple(links), closures=closures)
    if model.form is not None:
        _first_of_form.setdefault(model.form, (mechanism, found.links))
    return found


def _known_links(mechanism: Mechanism, model: Model) -> tuple[TreeLink, ...]:
    """Returns the links of the first model of a form, which share the joints whose numbers have not changed."""
    first, links = _first_of_form.get(model.form, (None, ())) if model.form is not None else (None, ())
    return links if first is mechanism else mechanism.links


@collect_garbage_later()
def compiled_programs(equations: Equations) -> dict[str, Program]:
    """Returns the schedules of all kernels; each has its own part of `work` behind the shared one."""
    scheduler = ProgramScheduler([sub.sheet for sub in equations.subsystems])
    work = equations.layout.sizes["shared work"]
    found = {}
    for name in KERNELS:
        found[name] = scheduler.program(equations.stores.get(name, []), work)
        work = found[name].work_size
    equations.layout.sizes["work"] = work
    return found


_loaded: OrderedDict[tuple[str, str], Compiled] = OrderedDict()  # by folder of the cache and structure
_loading = Lock()


def compile_model(model: Model, cache: Cache | None = None, contract: bool = False, route: str = RECURSIVE) -> Compiled:
    """Returns machine code for a model, as it was loaded last or from the cache where there is some for this structure.

    A structure is connected, compiled and loaded once in a process; `cache` asks for that cache in any case.
    `contract` lets products and sums round once; it is off wherever numbers shall be reproducible.
    """
    key = compiled_structure_key(model, contract, route)
    if cache is not None:
        return _from_cache(model, key, cache, contract, route)
    cache = Cache()
    place = str(cache.folder), key
    with _loading:
        known = _loaded.get(place)
        if known is None or (is_compiled_draft(known) and not wants_drafts(cache)):
            known = _loaded[place] = _from_cache(model, key, cache, contract, route)
        _loaded.move_to_end(place)
        if len(_loaded) > MOST_LOADED:
            _loaded.popitem(last=False)
    return known


def _from_cache(model: Model, key: str, cache: Cache, contract: bool, route: str) -> Compiled:
    drafts = wants_drafts(cache)
    entry = cache.get(key)
    keys: dict[str, str] = {}
    objects: dict[str, bytes] = {}
    if entry is not None:
        manifest = json.loads(entry)
        keys, layout = manifest["objects"], Layout.from_json(manifest["layout"])
        objects = {
            name: data for name, k in keys.items() if (data := find_object_or_draft(cache, k, drafts)) is not None
        }
    if len(objects) < len(KERNELS):
        with announce_making(f"the equations of {model.name}"):
            compiler = Drafter(cache) if drafts else Compiler(cache)
            layout, keys, objects = _compile_new(model, key, compiler, contract, route)
    kernels: Mapping[str, Kernel]
    if drafts and not all(cache.has(k) for k in keys.values()):
        kernels = ImprovingKernels(objects, keys, cache)
    else:
        kernels = {name: Kernel.of(load_object(data)) for name, data in objects.items()}
    return Compiled(layout, kernels, connect_by_route(model, True, route), route)


def is_compiled_draft(compiled: Compiled) -> bool:
    """Tells whether better code of its kernels is still being made."""
    return isinstance(compiled.kernels, ImprovingKernels) and compiled.kernels.are_drafts


def compiled_reads_road(model: Model) -> bool:
    """Tells whether a part stands on a road."""
    return any(getattr(part, "reads_road", False) or hasattr(part, "touches_road") for part in model.forces)


def _compile_new(
    model: Model, key: str, compiler: Compiler, contract: bool, route: str
) -> tuple[Layout, dict[str, str], dict[str, bytes]]:
    """Returns layout, keys and bytes of all kernels."""
    equations = derive_equations(model, route=route)
    made = {name: compiler.compile(p, OPTIMISATION[name], contract) for name, p in compiled_programs(equations).items()}
    keys = {name: k for name, (k, _) in made.items()}
    manifest = {"layout": equations.layout.to_json(), "objects": keys}
    compiler.cache.put(key, json.dumps(manifest).encode())
    return equations.layout, keys, {name: data for name, (_, data) in made.items()}


def compiled_structure_key(model: Model, contract: bool, route: str = RECURSIVE) -> str:
    """Returns what decides the machine code: structure of the model, our own sources, processor."""
    text = f"{model.structure_text()} {contract} {route}"
    if route.endswith(INDEPENDENT):  # numbers choose the speeds that are independent
        text = f"{text} {sorted(model.numbers().items())}"
    return f"structure {_structure_digest(text, cpu_key())}"


@lru_cache(maxsize=MOST_LOADED)
def _structure_digest(text: str, processor: str) -> str:
    return hashlib.sha256("\n".join((text, _sources(), processor)).encode()).hexdigest()


@once
def _sources() -> str:
    """Returns a fingerprint of the code that writes equations: an edit must not meet yesterday's layout."""
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
