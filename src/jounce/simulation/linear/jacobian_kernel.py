"""How the rates of a model change with its state and with time, exactly, as machine code made on demand.

A kernel gives the derivatives of the residuals with accelerations and multipliers held (see
`equations.residual_slopes`). With K = [[M, s J^T], [s J, s - 1]], in which s switches rows, the accelerations change by

    K (d sd, d mu) = -(d dynamics, s d drift),    drift = closure acceleration + a (2 closure rate + a closure)

where a is Baumgarte's rate. No factorisation is differentiated. The slope of a road changes by a central difference.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from jounce.equations.layout import INPUT_WIDTH, Layout
from jounce.equations.residual_slopes import held_size, write_slopes
from jounce.errors import ModelError, Problem
from jounce.model import Model
from jounce.native.cache import Cache
from jounce.native.engine import load_object
from jounce.native.kernel import Compiler, Kernel
from jounce.native.making import announce_making
from jounce.simulation.compiled import Compiled, compiled_structure_key
from jounce.simulation.workspace import STABILISATION, Workspace

OPTIMISATION = 0  # of the back end: 44 us in place of 31 us for a car, and 2 s in place of 7 s to compile
PATIENCE = 4  # times that formulas are interpreted, in about as long as they would take to be compiled
MOST_LOADED = 32  # structures whose code is kept in memory


@dataclass(frozen=True, eq=False, kw_only=True)
class Jacobian:
    """Machine code of the derivatives of one structure; nothing in it is ever written, so threads share it."""

    layout: Layout
    kernel: Kernel
    work_size: int  # of the kernel's own `work`, with the accelerations and multipliers that are held at its head
    rows: np.ndarray  # of each entry that the kernel writes, as `equations.residual_slopes` numbers them
    columns: np.ndarray

    def set_up(self, work: Workspace) -> np.ndarray:
        """Returns the kernel's own `work` for the values of a run; made again when these change."""
        own, nothing = np.zeros(max(self.work_size, 1)), np.zeros(1)
        if self.kernel.setup is not None:
            self.kernel.setup(*work.addresses(nothing, nothing, own))
        return own

    def slopes(self, work: Workspace, state: np.ndarray, held: np.ndarray) -> np.ndarray:
        """Returns derivatives as a dense matrix, rows and columns as the entries are numbered."""
        own, out = self.set_up(work), np.zeros(max(len(self.rows), 1))
        own[: len(held)] = held
        self.kernel.run(*work.addresses(np.ascontiguousarray(state, float), out, own))
        sizes, rows = self.layout.sizes, self.layout.row_count
        dense = np.zeros((sizes["state"] + 3 * rows, sizes["controlled"] + sizes["inputs"] + rows))
        dense[self.rows, self.columns] = out[: len(self.rows)]
        return dense


@dataclass(frozen=True)
class RateSlopes:
    """Rates of all states at one state: their derivatives by the controlled states and by the inputs."""

    by_state: np.ndarray
    by_inputs: np.ndarray  # by time, then by value, first and second rate of each input

    def by_time(self, inputs: np.ndarray, third_rates: np.ndarray | None = None) -> np.ndarray:
        """Along the course of time; `inputs` as kernels read them, with the third rate of each where it is not zero."""
        course = np.zeros(len(inputs))
        course[0] = 1.0
        course[1:-1] = inputs[2:]
        course[INPUT_WIDTH::INPUT_WIDTH] = 0.0 if third_rates is None else third_rates
        found: np.ndarray = self.by_inputs @ course
        return found


def rates_by_state(work: Workspace, state: np.ndarray) -> np.ndarray:
    """Returns a: the derivatives of the rates of all controlled states by these, at the inputs as they stand."""
    return rate_slopes(work, state).by_state[: work.layout.sizes["controlled"]]


def rates_by_time(work: Workspace, state: np.ndarray, third_rates: np.ndarray | None = None) -> np.ndarray:
    """Returns F_t: the partial derivative of the rates of all controlled states by time, through inputs and signals."""
    return rate_slopes(work, state).by_time(work.inputs, third_rates)[: work.layout.sizes["controlled"]]


def rate_slopes(work: Workspace, state: np.ndarray) -> RateSlopes:
    """Returns the slopes of all states, works included: no rate depends on a work, but works depend on the others."""
    jacobian, layout = jacobian_of(work.compiled), work.layout
    sizes, speeds = layout.sizes, len(layout.speeds)
    first, count, rows = min(layout.speeds.values(), default=0), sizes["controlled"], layout.row_count
    held = np.concatenate([work.rhs(state)[first : first + speeds], work.multipliers()])
    found = work.matrices(state)
    on, stabilise = work.modes[:rows, None], work.values[layout.values[STABILISATION]]
    switched = on * np.vstack([found["J"], found["friction J"]])
    K = np.block([[found["M"], switched.T], [switched, np.diag(on[:, 0] - 1.0)]])
    slopes, *closing = np.split(jacobian.slopes(work, state, held), sizes["state"] + rows * np.arange(3))
    by_acceleration, by_rate, by_gap = closing
    by_gap[sizes["rows"] :] = 0.0  # friction has no place of its own
    opening = on * (by_acceleration + stabilise * (2.0 * by_rate + stabilise * by_gap))
    own, variables = slice(first, first + speeds), count + sizes["inputs"]
    change = -np.linalg.solve(K, np.vstack([slopes[own], opening])[:, :variables])
    by_multipliers = slopes[:, variables:] @ (on * change[speeds:])
    slopes = slopes[:, :variables] + by_multipliers
    slopes[own] = change[:speeds]
    return RateSlopes(slopes[:, :count], slopes[:, count:])


_loaded: OrderedDict[Compiled, Jacobian] = OrderedDict()
_asked: WeakKeyDictionary[Compiled, int] = WeakKeyDictionary()
_loading = Lock()


def jacobian_of(compiled: Compiled) -> Jacobian:
    """Returns machine code of the derivatives for exact steps; refused where a limit of friction follows a reaction."""
    require_exact_derivatives(compiled.mechanism.model)
    return _jacobian_with_loads_held(compiled)


def require_exact_derivatives(model: Model) -> None:
    """No limit of friction follows a reaction."""
    parts = [part for part in model.forces if getattr(part, "load_factor", None) is not None]
    if parts:
        what = "follows the reaction of its joint, so there are no exact derivatives for steps"
        right = 'another integrator: "rk4", "dormand-prince" or "vehicle"; or a limit without load_factor'
        problems = [Problem(f"forces.{part.name}.load_factor", what, right) for part in parts]
        raise ModelError(model.name, problems)


def _jacobian_with_loads_held(compiled: Compiled) -> Jacobian:
    """As loaded last, from the cache, or made now; loads of joints that limit friction are numbers to it."""
    with _loading:
        if (known := _loaded.get(compiled)) is None:
            known = _loaded[compiled] = _from_cache(compiled, Cache())
        _loaded.move_to_end(compiled)
        if len(_loaded) > MOST_LOADED:
            _loaded.popitem(last=False)
    return known


def _from_cache(compiled: Compiled, cache: Cache) -> Jacobian:
    key = _key(compiled)
    entry = cache.get(key)
    manifest = json.loads(entry) if entry is not None else None
    data = cache.get(manifest["object"]) if manifest is not None else None
    if manifest is None or data is None:
        with announce_making("derivatives of the equations"):
            manifest, data = _compile_new(compiled, key, cache)
    return Jacobian(
        layout=compiled.layout,
        kernel=Kernel.of(load_object(data)),
        work_size=manifest["work"],
        rows=np.array(manifest["rows"], np.int64),
        columns=np.array(manifest["columns"], np.int64),
    )


def ready_jacobian(compiled: Compiled) -> Jacobian | None:
    """Returns machine code if there is some already, or when it has been asked for so often that it should be made."""
    with _loading:
        _asked[compiled] = times = _asked.get(compiled, 0) + 1
        there = compiled in _loaded or times > PATIENCE or Cache().get(_key(compiled)) is not None
    return _jacobian_with_loads_held(compiled) if there else None


def _key(compiled: Compiled) -> str:
    return f"jacobian {compiled_structure_key(compiled.mechanism.model, contract=False)}"


def _compile_new(compiled: Compiled, key: str, cache: Cache) -> tuple[dict[str, Any], bytes]:
    made = write_slopes(compiled.mechanism.model, compiled.layout)
    object_key, data = Compiler(cache).compile(made.program, OPTIMISATION)
    work = max(made.program.work_size, held_size(compiled.layout))
    manifest = {"object": object_key, "work": work, "rows": made.rows, "columns": made.columns}
    cache.put(key, json.dumps(manifest).encode())
    return manifest, data
