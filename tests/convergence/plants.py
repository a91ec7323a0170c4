"""Equations made by hand, as a compiled model would bring them: for integrators alone."""

from __future__ import annotations

import numpy as np
from numba import cfunc, types

from jounce.equations.layout import Layout
from jounce.native.kernel import Kernel
from jounce.simulation.compiled import Compiled
from jounce.simulation.integrators import integrate
from jounce.simulation.workspace import Workspace

DOUBLES = types.CPointer(types.float64)
kernel = cfunc(
    types.void(DOUBLES, DOUBLES, DOUBLES, DOUBLES, DOUBLES, types.voidptr, DOUBLES, DOUBLES),
    error_model="numpy",
)


@kernel
def observe_time_and_first_state(y, u, modes, values, tables, road, out, work):
    out[0] = u[0]
    out[1] = y[0]


def plant(rhs, *, state_size, controlled=None, values=(0.0,), input_count=0, observe=None, loops=None):
    """Kernels by hand, with the numbers of one run and no mechanism behind them."""
    functions = {"rhs": rhs, "observe": observe or observe_time_and_first_state}
    functions |= dict(zip(("gap", "correct"), loops or (), strict=False))
    gaps = 1 if loops else 0
    sizes = {"state": state_size, "controlled": controlled or state_size, "gap": gaps, "rate gap": gaps, "channels": 2}
    return Workspace(
        compiled=Compiled(Layout(sizes=sizes), {name: Kernel(f.address) for name, f in functions.items()}, None),
        mechanism=None,
        inputs=np.zeros(1 + 3 * input_count),
        modes=np.ones(1),
        values=np.array(values),
        tables=np.zeros(1),
        work=np.zeros(8),
    )


def run(model, y0, t1, method, step, **more):
    """With steps of equal length, also of methods that could choose."""
    more.setdefault("samples", np.array([0.0, t1]))
    return integrate(model, np.array(y0), 0.0, t1, method=method, step=step, fixed=True, **more)
