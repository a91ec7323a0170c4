"""Raw addresses inside numba functions: arrays at an address, records at an address, calls to an address.

Imports numba, so it is imported only where something is about to be compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic as typed_intrinsic

carray: Any = vars(numba)["carray"]  # its stub does not export it
intrinsic: Callable[[Any], Any] = typed_intrinsic
pointer_to: Callable[[Any], Any] = types.CPointer
Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Machine code of a function; division by zero gives infinity, so there is no error path."""
    return cast(Function, numba.njit(error_model="numpy")(function))


@intrinsic
def float64_pointer(typingctx: Any, address: Any) -> Any:
    """The address as a pointer to float64, for `carray`."""
    return pointer_to(types.float64)(types.int64), _integer_to_pointer


@intrinsic
def int64_pointer(typingctx: Any, address: Any) -> Any:
    """The address as a pointer to int64, for `carray`."""
    return pointer_to(types.int64)(types.int64), _integer_to_pointer


def record_pointer(record_type: Any) -> Any:
    """An intrinsic that turns an address into a pointer to this kind of record, for `carray`."""

    @intrinsic
    def pointer(typingctx: Any, address: Any) -> Any:
        return pointer_to(record_type)(types.int64), _integer_to_pointer

    return pointer


@compiled
def floats_at(address: Any, shape: Any) -> np.ndarray:
    """The float64 array of this shape that lies at the address."""
    found: np.ndarray = carray(float64_pointer(address), shape)
    return found


@compiled
def integers_at(address: Any, shape: Any) -> np.ndarray:
    """The int64 array of this shape that lies at the address."""
    found: np.ndarray = carray(int64_pointer(address), shape)
    return found


@intrinsic
def call_kernel(
    typingctx: Any,
    kernel: Any,
    state: Any,
    inputs: Any,
    modes: Any,
    values: Any,
    tables: Any,
    road: Any,
    out: Any,
    work: Any,
) -> Any:
    """Call the model kernel at address `kernel`; each argument is an array or an address.

    void kernel(double* state, double* inputs, double* modes, double* values, double* tables,
                void* road, double* out, double* work)
    """
    arguments = (state, inputs, modes, values, tables, road, out, work)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        void_pointer = cgutils.voidptr_t
        pointers = [
            _data_pointer(context, builder, kind, value)
            for kind, value in zip(signature.args[1:], values[1:], strict=True)
        ]
        kernel_type = ir.FunctionType(ir.VoidType(), [void_pointer] * len(pointers))
        builder.call(builder.inttoptr(values[0], kernel_type.as_pointer()), pointers)
        return context.get_dummy_value()

    return types.none(types.int64, *arguments), generate


@intrinsic
def call_function(typingctx: Any, function: Any, argument: Any) -> Any:
    """Call the function at an address: int64 function(int64)."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        integer = ir.IntType(64)
        kind = ir.FunctionType(integer, [integer])
        return builder.call(builder.inttoptr(values[0], kind.as_pointer()), [values[1]])

    return types.int64(types.int64, types.int64), generate


def _integer_to_pointer(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    return builder.inttoptr(values[0], context.get_value_type(signature.return_type))


def _data_pointer(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """A void pointer to an array's first element, or to the address given as an integer."""
    if isinstance(kind, types.Array):
        value = context.make_array(kind)(context, builder, value).data
        return builder.bitcast(value, cgutils.voidptr_t)
    return builder.inttoptr(value, cgutils.voidptr_t)
