"""The workspace: numbers of one run, which the kernels of a compiled structure read and write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.equations.layout import INPUT_WIDTH, Layout
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.mechanism import Mechanism
from jounce.model import Model
from jounce.native.kernel_rows import run_kernel_on_rows
from jounce.parts.roads.road import Road
from jounce.simulation.road_kernel import road_address, road_with_tables

if TYPE_CHECKING:
    from jounce.simulation.compiled import Compiled

FLAT = Road()
STABILISATION = "solver.stabilisation"  # a value of a run, not of a model
SHARED = "the numbers of a prepared model are shared; make a workspace of them first"
WRITTEN = ("inputs", "modes", "values", "work")  # arrays that a run writes
CACHE_LINE = 8  # numbers
SIZES = {  # of a job record -> of a layout
    "state_size": "state",
    "controlled": "controlled",
    "gap_size": "gap",
    "rate_gap_size": "rate gap",
    "channel_size": "channels",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """Kernels of a structure with the arrays of one run. It belongs to one thread; `copy` makes another's.

    `frozen` gives one that nobody can run, to make copies of: so a prepared model is shared by threads.
    """

    compiled: Compiled
    mechanism: Mechanism
    inputs: np.ndarray  # time, then value, first and second rate of each external input
    modes: np.ndarray  # switch of each row, 1 = on; how strong rows of its unit are known to be; friction; held numbers
    values: np.ndarray  # numbers of the parts, in the order of the layout
    tables: np.ndarray  # of laws by points; never written
    work: np.ndarray
    road: Road = FLAT
    road_data: np.ndarray = field(default_factory=lambda: np.zeros(1))  # never written
    road_entry: np.ndarray = field(default_factory=lambda: np.zeros(2, np.int64))  # addresses: function, data
    _before: tuple[int, ...] = field(init=False, repr=False)  # addresses that a kernel takes before `out`
    _after: int = field(init=False, repr=False)  # and behind it

    def __post_init__(self) -> None:
        for name in (*WRITTEN, "tables", "road_data"):
            array = getattr(self, name)
            if array.dtype != np.float64 or not array.flags.c_contiguous:
                raise TypeError(f"{name}: machine code needs contiguous float64, not {array.dtype}")
        sizes = self.layout.sizes
        if not 1 <= sizes["controlled"] <= sizes["state"] or self.work.size < 1 or self.inputs.size % INPUT_WIDTH != 1:
            raise ValueError("a model has controlled states, a pivot in work[0], and 1 + 3 k inputs")
        before = (self.inputs, self.modes, self.values, self.tables, self.road_entry)
        object.__setattr__(self, "_before", tuple(array.ctypes.data for array in before))
        object.__setattr__(self, "_after", self.work.ctypes.data)

    @property
    def layout(self) -> Layout:
        return self.compiled.layout

    @property
    def model(self) -> Model:
        return self.mechanism.model

    # --- copies ------------------------------------------------------------------------------------------

    def copy(self) -> Workspace:
        """Returns the same numbers for another run; tables and road are shared, because no run writes them."""
        arrays: dict[str, Any] = {name: aligned_workspace_array(getattr(self, name)) for name in WRITTEN}
        return replace(self, **arrays)

    def frozen(self) -> Workspace:
        """Returns the same numbers to be copied only: nobody can write or run them."""
        kept = self.copy()
        for name in WRITTEN:
            getattr(kept, name).flags.writeable = False
        return kept

    def on_road(self, road: Road) -> Workspace:
        """Returns the same arrays on another road; nothing is compiled."""
        rolling = [part.cams() for part in self.model.forces if hasattr(part, "cams")]
        data = road_with_tables(road.data(), tuple(sorted(set(filter(None, rolling)))))
        entry = np.array([road_address(), data.ctypes.data], np.int64)
        return replace(self, road=road, road_data=data, road_entry=entry)

    # --- numbers -----------------------------------------------------------------------------------------

    def set_values(self, values: np.ndarray) -> None:
        """Sets other numbers of the parts, in the order of the layout."""
        self.values[:] = values
        self.set_up()

    def set_inputs(self, given: Mapping[str, float]) -> None:
        """Sets inputs that stand still at these values; the others stay as they are."""
        for name in workspace_value_places(self.model.name, given, list(self.layout.inputs), "input"):
            first = self.layout.inputs[name]
            self.inputs[first : first + INPUT_WIDTH] = (given[name], 0.0, 0.0)

    def set_stabilisation(self, rate: float) -> None:
        """Sets Baumgarte's rate in 1/s; 0 for none."""
        self.values[self.layout.values[STABILISATION]] = rate

    # --- calls -------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Evaluates what depends on values only."""
        nothing = np.zeros(max(self.layout.sizes["state"], 1))
        for kernel in self.compiled.kernels.values():
            if kernel.setup is not None:
                kernel.setup(nothing.ctypes.data, *self._before, nothing.ctypes.data, self._after)

    def addresses(self, state: np.ndarray, out: np.ndarray, work: np.ndarray) -> tuple[int, ...]:
        """Returns what a kernel outside the model's own is called with: it has its own `work`."""
        return (state.ctypes.data, *self._before, out.ctypes.data, work.ctypes.data)

    def call(self, kernel: str, state: np.ndarray, size: int) -> np.ndarray:
        """Runs a kernel once, at the inputs as they stand."""
        if not self.work.flags.writeable:
            raise RuntimeError(SHARED)
        out, state = np.zeros(max(size, 1)), np.ascontiguousarray(state, float)
        self.compiled.kernels[kernel].run(state.ctypes.data, *self._before, out.ctypes.data, self._after)
        return out[:size]

    def call_rows(self, kernel: str, states: np.ndarray, size: int, inputs: np.ndarray | None = None) -> np.ndarray:
        """Run a kernel on each row of states in one call, at the inputs as they stand or at a row of them for each."""
        if not self.work.flags.writeable:
            raise RuntimeError(SHARED)
        arrays = {name: getattr(self, name) for name in ("modes", "values", "tables", "work")}
        inputs = self.inputs if inputs is None else inputs
        address = self.compiled.kernels[kernel].address
        return run_kernel_on_rows(address, states, size, inputs=inputs, road=self.road_entry, **arrays)

    def rhs(self, state: np.ndarray) -> np.ndarray:
        """Returns the rates of the state; friction that depends on the load of its joint agrees with the load."""
        rates = self.call("rhs", state, self.layout.sizes["state"])
        return self._settle_loads(state, rates) if self.layout.loaded else rates

    def _settle_loads(self, state: np.ndarray, rates: np.ndarray) -> np.ndarray:
        """As the compiled loops do it: repeat the right-hand side until each joint has the load that was assumed."""
        from jounce.simulation.integrators.job import MOST_LOADINGS, SAME_LOAD  # whose package imports this module

        places, modes = np.array(self.layout.loaded).T
        for _ in range(MOST_LOADINGS):
            found, assumed = self.work[places].copy(), self.modes[modes].copy()
            self.modes[modes] = found
            if (np.abs(found - assumed) <= SAME_LOAD * (1.0 + found)).all():
                break
            rates = self.call("rhs", state, self.layout.sizes["state"])
        return rates

    def pivot(self) -> float:
        """Returns the smallest pivot ratio of the last right-hand side."""
        return float(self.work[0])

    def multipliers(self) -> np.ndarray:
        """Returns those of all rows at the last right-hand side, loops before friction: M sd + J^T mu = f."""
        first = self.layout.sizes["multipliers"]
        return self.work[first : first + self.layout.row_count].copy()

    def channels(self, state: np.ndarray) -> np.ndarray:
        """Returns all channels in the order of the layout."""
        return self.call("observe", state, self.layout.sizes["channels"])

    def observe(self, state: np.ndarray) -> dict[str, float]:
        """Returns all channels by name."""
        out = self.channels(state).tolist()
        return {name: out[offset] for name, (offset, _, _) in self.layout.channels.items()}

    def matrices(self, state: np.ndarray) -> dict[str, np.ndarray]:
        """Returns m, rhs, J, gamma, g and gd, and the rows of friction, by the order of speeds and rows in the layout.

        M a = rhs + J^T lambda, where a of a floating reference is its acceleration less gravity.
        """
        return self.split_matrices(self.call("matrices", state, self.layout.sizes["matrices"]))

    def split_matrices(self, out: np.ndarray) -> dict[str, np.ndarray]:
        """Returns what the kernel `matrices` has put out, by name."""
        n, m, f = len(self.layout.speeds), self.layout.sizes["rows"], len(self.layout.frictions)
        found, at = {}, 0
        shapes = {"M": (n, n), "rhs": (n,), "J": (m, n), "friction J": (f, n), "gamma": (m,), "g": (m,), "gd": (m,)}
        for key, shape in shapes.items():
            size = prod(shape)
            found[key] = out[..., at : at + size].reshape(*out.shape[:-1], *shape)
            at += size
        return found

    def design_state(self) -> np.ndarray:
        """Returns all coordinates zero, quaternions at rest."""
        state = np.zeros(self.layout.sizes["state"])
        for offsets in self.layout.quaternions:
            state[offsets[0]] = 1.0
        return state

    def fill(self, job: np.ndarray, arrays: Mapping[str, np.ndarray]) -> None:
        """Put kernels, sizes and arrays into a job record of compiled loops; the caller keeps the arrays alive."""
        sizes, kernels = self.layout.sizes, self.compiled.kernels
        for name, size in SIZES.items():
            job[name] = sizes[size]
        job["solved_rows"] = sizes.get("solved rows", sizes["gap"])  # equations from elsewhere drive no coordinates
        for name in ("rhs", "observe", *(("gap", "correct") if sizes["gap"] else ())):
            job[name] = kernels[name].address
        own: dict[str, Any] = {name: getattr(self, name) for name in (*WRITTEN, "tables")} | {"road": self.road_entry}
        for name, array in (own | dict(arrays)).items():
            job[name] = array.ctypes.data


def aligned_workspace_array(numbers: np.ndarray) -> np.ndarray:
    """Returns a copy that begins where a cache line does: then no vector of a kernel crosses the border of one."""
    room = np.empty(numbers.size + CACHE_LINE - 1)
    first = -(room.ctypes.data // room.itemsize) % CACHE_LINE
    found = room[first : first + numbers.size]
    found[:] = numbers
    return found


def workspace_value_places(model: str, names: Iterable[str], known: Sequence[str], what: str) -> dict[str, int]:
    """Returns the position of each name among the known; all that are unknown are refused at once."""
    names, at = list(names), {name: k for k, name in enumerate(known)}
    if unknown := [name for name in names if name not in at]:
        help = f"known: {', '.join(known)}"
        raise ModelError(
            model, [Problem(n, f"there is no such {what}.{did_you_mean(n, known)}", help) for n in unknown]
        )
    return {name: at[name] for name in names}
