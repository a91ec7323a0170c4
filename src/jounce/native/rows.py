"""Run one kernel on many rows of numbers: its `state` is a row, its `out` a row of the answer."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int64
from functools import cache
from pathlib import Path

import numpy as np

from jounce.native.cache import Cache
from jounce.native.numba_object import ENTRY, load_function

# addresses of kernel and arrays, sizes of rows, and how many there are
FIELDS = ("kernel", "rows", "row_size", "count", "values", "tables", "out", "out_size", "work")
ROWS = np.dtype([(name, np.int64) for name in FIELDS], align=True)


def run_on_rows(
    kernel: int, rows: np.ndarray, out_size: int, values: np.ndarray, tables: np.ndarray, work: np.ndarray
) -> np.ndarray:
    """What the kernel at this address makes of each row; it takes no inputs, no modes and no road."""
    rows = np.ascontiguousarray(rows, float)
    out = np.empty((len(rows), out_size))
    job = np.zeros((), ROWS)
    job["kernel"], job["count"], job["row_size"], job["out_size"] = kernel, len(rows), rows[0].size, out_size
    for name, array in (("rows", rows), ("values", values), ("tables", tables), ("out", out), ("work", work)):
        job[name] = array.ctypes.data
    _machine_code()(job.ctypes.data)
    return out


@cache
def _machine_code() -> Callable[[int], int]:
    """The compiled loop; loaded once in a process and kept, so that its address stays valid."""
    here = Path(__file__).parent
    loaded = load_function("jounce.native.rows_loop:run", [here / "rows.py", here / "rows_loop.py"], Cache())
    function = CFUNCTYPE(c_int64, c_int64)(loaded.address_of(ENTRY))
    function.keep_alive = loaded  # type: ignore[attr-defined]
    return function
