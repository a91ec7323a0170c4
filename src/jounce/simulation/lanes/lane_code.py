"""Machine code of a structure for several cars at once: kernels widened to lanes, and one that sees chosen channels."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache as once
from threading import Lock

import llvmlite.binding as llvm

from jounce.equations.layout import Layout
from jounce.equations.recursive.derive import derive_equations
from jounce.equations.recursive.kernels import Equations
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.graph.collection import collect_garbage_later
from jounce.mechanism import Mechanism
from jounce.model import Model
from jounce.native.cache import Cache
from jounce.native.engine import load_object
from jounce.native.kernel import Compiler, Kernel
from jounce.native.making import announce_making
from jounce.native.program import Piece, Place, Program, ProgramScheduler, Store
from jounce.simulation.compiled import compiled_structure_key
from jounce.simulation.lanes.widen import widen

LANE_KERNELS = ("rhs", "gap", "correct", "see")
OPTIMISATION = 1
MOST_CARS = 4
MOST_LOADED = 16  # kernels of structures, numbers of cars and channels that are kept in memory
REGISTERS = (("avx512f", 8), ("avx", 4))  # how many doubles they hold
PLAIN_REGISTER = 2


@dataclass(frozen=True, eq=False)
class LaneCode:
    """Kernels for a number of cars.

    rhs, gap, correct   as those of `Compiled`, numbers of cars side by side
    see                 out = the chosen channels, at the state and inputs of the last rhs, whose solution it reads
    """

    layout: Layout  # of one car
    kernels: Mapping[str, Kernel]
    cars: int
    channels: tuple[str, ...]  # in the order of their places in a row
    row_size: int  # of one car: behind its channels stand those of lanes that nobody asked for
    work_size: int  # of all cars


@once
def register_lanes() -> int:
    """Returns how many numbers the widest register of this processor holds."""
    features = llvm.get_host_cpu_features()
    return next((width for name, width in REGISTERS if features.get(name)), PLAIN_REGISTER)


def lane_count(mechanism: Mechanism) -> int:
    """How many cars of a structure fill the registers: its corners have lanes themselves. Wider than that loses."""
    own = max((len(group.members) for group in mechanism.groups), default=1)
    return max(1, min(MOST_CARS, register_lanes() // own))


_loaded: OrderedDict[str, LaneCode] = OrderedDict()
_loading = Lock()


def compile_lanes(model: Model, cars: int, channels: Sequence[str]) -> LaneCode:
    """Takes it from memory, from the cache, or compiles it now. Nothing in it is ever written: threads share it."""
    text = "\n".join((compiled_structure_key(model, False), str(cars), *channels))
    key = f"lanes {hashlib.sha256(text.encode()).hexdigest()}"
    with _loading:
        if key not in _loaded:
            _loaded[key] = _from_cache(model, cars, tuple(channels), key, Cache())
        _loaded.move_to_end(key)
        if len(_loaded) > MOST_LOADED:
            _loaded.popitem(last=False)
        return _loaded[key]


def _from_cache(model: Model, cars: int, channels: tuple[str, ...], key: str, cache: Cache) -> LaneCode:
    entry = cache.get(key)
    found: dict[str, bytes] = {}
    if entry is not None:
        manifest = json.loads(entry)
        found = {name: data for name, k in manifest["objects"].items() if (data := cache.get(k)) is not None}
    if len(found) < len(LANE_KERNELS):
        with announce_making(f"the equations of {model.name} for several cars at once"):
            equations = derive_equations(model)
            programs = lane_programs(equations, channels)
            size = equations.layout.sizes["tables"]
            made = {name: Compiler(cache).compile(widen(p, cars, size), OPTIMISATION) for name, p in programs.items()}
        found = {name: data for name, (_, data) in made.items()}
        manifest = {
            "layout": equations.layout.to_json(),
            "objects": {name: k for name, (k, _) in made.items()},
            "row": 1 + max(o for piece in programs["see"].run for o in _out_offsets(piece)),
            "work": cars * max(program.work_size for program in programs.values()),
        }
        cache.put(key, json.dumps(manifest).encode())
    kernels = {name: Kernel.of(load_object(data)) for name, data in found.items()}
    return LaneCode(Layout.from_json(manifest["layout"]), kernels, cars, channels, manifest["row"], manifest["work"])


def _out_offsets(piece: Piece) -> list[int]:
    return [offset for _, place in piece.stores if place.array == "out" for offset in place.offsets]


@collect_garbage_later()
def lane_programs(equations: Equations, channels: Sequence[str]) -> dict[str, Program]:
    """The schedules of all kernels for one car. The solution that `rhs` leaves in `work` is where `see` begins."""
    work = equations.layout.sizes["shared work"]
    solution: list[Store] = []
    for sub in equations.subsystems:
        for unknown, value in sub.solution.items():
            sub.sheet.outputs["solution", unknown] = value
            place = Place("work", tuple(range(work, work + sub.sheet.lanes)))
            solution.append(Store(sub.number, ("solution", unknown), place))
            work += sub.sheet.lanes
    scheduler = ProgramScheduler([sub.sheet for sub in equations.subsystems])
    stores = equations.stores
    found = {"rhs": scheduler.program([*stores["rhs"], *solution], work)}
    for name in ("gap", "correct"):
        work = found[list(found)[-1]].work_size
        found[name] = scheduler.program(stores.get(name, []), work)
    found["see"] = scheduler.program(_seen(equations, channels), found["correct"].work_size, given=solution)
    return found


def _seen(equations: Equations, channels: Sequence[str]) -> list[Store]:
    """Returns what writes the chosen channels, in their order. Lanes that nobody asked for get places behind them."""
    layout = equations.layout
    if unknown := [name for name in channels if name not in layout.channels]:
        raise ModelError(
            equations.mechanism.model.name,
            [
                Problem("channels", f"there is no channel '{name}'.{did_you_mean(name, layout.channels)}", "")
                for name in unknown
            ],
        )
    at = {layout.channels[name][0]: k for k, name in enumerate(channels)}
    found, behind = [], len(at)
    for store in equations.stores["observe"]:
        if store.place.array != "out" or at.keys().isdisjoint(store.place.offsets):
            continue
        offsets = []
        for offset in store.place.offsets:
            offsets.append(at[offset] if offset in at else behind)
            behind += offset not in at
        found.append(Store(store.sheet, store.key, Place("out", tuple(offsets))))
    return found
