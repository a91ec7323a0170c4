"""Machine code for the tangents of a run: of one structure, of the numbers that change, and of chosen channels.

All of it is made on demand and kept in the cache, so that another process need not even write the formulas.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.equations.residual_slopes import held_size
from jounce.equations.tangent_programs import (
    LANES,
    write_number_tangents,
    write_output_tangents,
    write_tangents,
)
from jounce.native.cache import Cache
from jounce.native.engine import load_object
from jounce.native.kernel import Compiler, Kernel
from jounce.native.making import announce_making
from jounce.native.program import Program
from jounce.simulation.compiled import Compiled, compiled_structure_key

# of the back end: without it `slopes` of a car compiles in 4 s in place of 10 s, and runs in 65 us in place of 53 us
OPTIMISATION = 1


@dataclass(frozen=True, eq=False, kw_only=True)
class TangentKernel:
    """Machine code with the room that it works in."""

    kernel: Kernel
    work_size: int

    @property
    def address(self) -> int:
        return self.kernel.address


@dataclass(frozen=True, eq=False, kw_only=True)
class TangentCode:
    """Derivatives by state and inputs, and their use; see `equations/tangent_programs.py`."""

    slopes: TangentKernel
    answer: TangentKernel
    entries: int


@dataclass(frozen=True, eq=False, kw_only=True)
class NumberCode:
    """Changes along changes of the parts' numbers; `coefficients` are pairs of direction and place among values."""

    kernel: TangentKernel | None  # none where no number changes
    coefficients: np.ndarray


def tangent_code(compiled: Compiled, width: int) -> TangentCode:
    """Compiles the code of a structure, for `width` directions at once."""
    layout, model = compiled.layout, compiled.mechanism.model

    def write() -> tuple[dict[str, Program], dict[str, Any]]:
        made = write_tangents(model, layout, width)
        return {"slopes": made.slopes, "answer": made.answer}, {"entries": made.entries}

    kernels, about = _from_cache(compiled, f"tangents in {width}", write)
    least = {"slopes": LANES * held_size(layout)}
    made = {name: _with_room(kernel, about["work"][name], least.get(name, 1)) for name, kernel in kernels.items()}
    return TangentCode(slopes=made["slopes"], answer=made["answer"], entries=about["entries"])


def number_code(compiled: Compiled, directions: Sequence[Sequence[int]], width: int) -> NumberCode:
    """Compiles it for directions along which the values at these places change, `width` at once."""
    if not any(directions):
        return NumberCode(kernel=None, coefficients=np.zeros((0, 2), int))
    layout, model = compiled.layout, compiled.mechanism.model

    def write() -> tuple[dict[str, Program], dict[str, Any]]:
        made = write_number_tangents(model, layout, directions, width)
        return {"numbers": made.program}, {"coefficients": made.coefficients}

    kernels, about = _from_cache(compiled, f"tangents by numbers {directions} in {width}", write)
    kernel = _with_room(kernels["numbers"], about["work"]["numbers"], LANES * held_size(layout))
    return NumberCode(kernel=kernel, coefficients=np.array(about["coefficients"], int).reshape(-1, 2))


def output_code(compiled: Compiled, channels: Sequence[str], changing: Sequence[int]) -> TangentKernel:
    """Compiles it for channels of parts, and values that change along any direction."""
    layout, model = compiled.layout, compiled.mechanism.model

    def write() -> tuple[dict[str, Program], dict[str, Any]]:
        return {"outputs": write_output_tangents(model, layout, channels, changing)}, {}

    kernels, about = _from_cache(compiled, f"tangents of outputs {list(channels)} {list(changing)}", write)
    return _with_room(kernels["outputs"], about["work"]["outputs"], 1)


def _with_room(kernel: Kernel, size: int, least: int) -> TangentKernel:
    return TangentKernel(kernel=kernel, work_size=max(size, least, 1))


def _from_cache(
    compiled: Compiled, what: str, write: Callable[[], tuple[dict[str, Program], dict[str, Any]]]
) -> tuple[dict[str, Kernel], dict[str, Any]]:
    """Returns kernels and what is known of them; written and compiled where they are not in the cache."""
    cache = Cache()
    structure = compiled_structure_key(compiled.mechanism.model, contract=False)
    key = "tangents " + hashlib.sha256(f"{what}\n{structure}".encode()).hexdigest()
    entry = cache.get(key)
    about = json.loads(entry) if entry is not None else None
    data = {name: cache.get(place) for name, place in about["objects"].items()} if about else {}
    if about is None or None in data.values():
        with announce_making("derivatives of the equations"):
            programs, about = write()
            made = {name: Compiler(cache).compile(p, OPTIMISATION) for name, p in programs.items()}
        about |= {"objects": {name: place for name, (place, _) in made.items()}}
        about |= {"work": {name: program.work_size for name, program in programs.items()}}
        data = {name: code for name, (_, code) in made.items()}
        cache.put(key, json.dumps(about).encode())
    return {name: Kernel.of(load_object(code)) for name, code in data.items() if code is not None}, about
