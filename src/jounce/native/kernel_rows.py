"""A kernel run on many rows of numbers: its `state` is a row, its `out` a row of the answer."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int64, c_void_p
from functools import cache
from hashlib import sha256

import numpy as np

from jounce.native.cache import Cache
from jounce.native.engine import cpu_key, load_object, object_from_ir

# steps are in bytes from one row to the next; a step of 0 gives every call the same inputs
LOOP = """
define void @run_rows(ptr %kernel, i64 %count, ptr %states, i64 %state_step, ptr %inputs, i64 %input_step, ptr %modes,
                      ptr %values, ptr %tables, ptr %road, ptr %out, i64 %out_step, ptr %work) {
start:
  br label %test
test:
  %k = phi i64 [ 0, %start ], [ %next, %body ]
  %go_on = icmp slt i64 %k, %count
  br i1 %go_on, label %body, label %end
body:
  %state_offset = mul i64 %k, %state_step
  %input_offset = mul i64 %k, %input_step
  %out_offset = mul i64 %k, %out_step
  %state = getelementptr i8, ptr %states, i64 %state_offset
  %input = getelementptr i8, ptr %inputs, i64 %input_offset
  %answer = getelementptr i8, ptr %out, i64 %out_offset
  call void %kernel(ptr %state, ptr %input, ptr %modes, ptr %values, ptr %tables, ptr %road, ptr %answer, ptr %work)
  %next = add i64 %k, 1
  br label %test
end:
  ret void
}
"""
SIGNATURE = CFUNCTYPE(
    None,
    *(c_void_p, c_int64, c_void_p, c_int64, c_void_p, c_int64),
    *[c_void_p] * 5,
    *(c_int64, c_void_p),
)


def run_kernel_on_rows(
    kernel: int,
    rows: np.ndarray,
    out_size: int,
    values: np.ndarray,
    tables: np.ndarray,
    work: np.ndarray,
    inputs: np.ndarray | None = None,
    modes: np.ndarray | None = None,
    road: np.ndarray | None = None,
    out: np.ndarray | None = None,
) -> np.ndarray:
    """Tells what the kernel at this address makes of each row, in one call.

    `inputs` are a row for each state, or one row for all of them. `out` is filled where it is given; what the kernel
    leaves out stays there.
    """
    rows = np.ascontiguousarray(rows, float)
    inputs = np.ascontiguousarray(inputs if inputs is not None else np.zeros(1), float)
    if inputs.ndim == 2 and len(inputs) != len(rows):
        raise ValueError(f"{len(inputs)} rows of inputs for {len(rows)} states")
    if out is None:
        out = np.zeros((len(rows), out_size))  # a kernel leaves out what is always zero
    _loop()(
        *(kernel, len(rows), rows.ctypes.data, rows.strides[0]),
        *(inputs.ctypes.data, inputs.strides[0] if inputs.ndim == 2 else 0),
        *(array.ctypes.data if array is not None else None for array in (modes, values, tables, road)),
        *(out.ctypes.data, out.strides[0], work.ctypes.data),
    )
    return out


@cache
def _loop() -> Callable[..., None]:
    """The compiled loop; loaded once in a process and kept, so that its address stays valid."""
    key = "rows " + sha256((LOOP + cpu_key()).encode()).hexdigest()
    store = Cache()
    data = store.get(key)
    if data is None:
        data = object_from_ir(LOOP, opt=1)
        store.put(key, data)
    loaded = load_object(data)
    function = SIGNATURE(loaded.address_of("run_rows"))
    function.keep_alive = loaded  # type: ignore[attr-defined]
    return function
