"""The peak of the processor, measured: its clock, and how many operations it does in a cycle at best.

A chain of whole-number additions, each of which waits for the one before, takes one cycle each: that is the clock. Many
independent multiply-adds that stay in registers are the peak, with one number each (scalar) or with as many as a
register holds (vector). A multiply-add counts as two operations.
"""

from __future__ import annotations

import time
from ctypes import CFUNCTYPE, c_int64
from dataclasses import dataclass
from math import inf

from jounce.native.engine import has_fused_operations, load_object, object_from_ir, register_lanes

CHAIN = 64  # additions in a turn of the loop
INDEPENDENT = 12  # multiply-adds at once: latency times width of any processor we know, and registers for them
TURNS, ROUNDS = 200_000, 7
LOOP = """
define i64 @peak(i64 %turns) {{
start:
  br label %body
body:
  %k = phi i64 [ 0, %start ], [ %next, %body ]
{heads}
{lines}
  %next = add i64 %k, 1
  %done = icmp sge i64 %next, %turns
  br i1 %done, label %end, label %body
end:
{ends}
}}
{declared}
"""


@dataclass(frozen=True, slots=True)
class ProcessorPeak:
    """What one core does at best; operations are additions and multiplications of floating-point numbers."""

    clock: float  # Hz, while it was measured
    scalar: float  # operations in a cycle
    vector: float


def measure_processor_peak() -> ProcessorPeak:
    """Best of several rounds, in about a second."""
    clock = CHAIN * TURNS / _shortest(_chain_of_additions())
    per_turn = 2.0 * INDEPENDENT * TURNS
    scalar, vector = (
        width * per_turn / _shortest(_independent_multiply_adds(width)) / clock for width in (1, register_lanes())
    )
    return ProcessorPeak(clock, scalar, vector)


def _shortest(ir_text: str) -> float:
    loaded = load_object(object_from_ir(ir_text, opt=1))
    function, best = CFUNCTYPE(c_int64, c_int64)(loaded.address_of("peak")), inf
    for _ in range(ROUNDS):
        began = time.process_time()
        function(TURNS)
        best = min(best, time.process_time() - began)
    return best


def _chain_of_additions() -> str:
    """x += k or x ^= k by turns, so that nothing can be joined."""
    lines, last = [], "%x"
    for n in range(CHAIN):
        lines.append(f"  %x{n} = {'add' if n % 2 else 'xor'} i64 {last}, %k")
        last = f"%x{n}"
    head = f"  %x = phi i64 [ 1, %start ], [ {last}, %body ]"
    return LOOP.format(heads=head, lines="\n".join(lines), ends=f"  ret i64 {last}", declared="")


def _independent_multiply_adds(width: int) -> str:
    """x_n = x_n a + b for several n; a product and a sum where the processor does not fuse them."""
    real = "double" if width == 1 else f"<{width} x double>"
    suffix = "f64" if width == 1 else f"v{width}f64"

    def number(value: float) -> str:
        return f"{value}" if width == 1 else "<" + ", ".join([f"double {value}"] * width) + ">"

    heads, lines = [], []
    for n in range(INDEPENDENT):
        heads.append(f"  %x{n} = phi {real} [ {number(float(n))}, %start ], [ %y{n}, %body ]")
        if has_fused_operations():
            call = f"call {real} @llvm.fma.{suffix}({real} %x{n}, {real} {number(0.5)}, {real} {number(1.0)})"
            lines.append(f"  %y{n} = {call}")
        else:
            lines += [f"  %p{n} = fmul {real} %x{n}, {number(0.5)}", f"  %y{n} = fadd {real} %p{n}, {number(1.0)}"]
    ends = ["  %s0 = fadd " + f"{real} %y0, %y1"]
    ends += [f"  %s{n - 1} = fadd {real} %s{n - 2}, %y{n}" for n in range(2, INDEPENDENT)]
    last = f"%s{INDEPENDENT - 2}"
    if width > 1:
        ends.append(f"  %one = extractelement {real} {last}, i32 0")
        last = "%one"
    ends += [f"  %whole = fptosi double {last} to i64", "  ret i64 %whole"]
    declared = f"declare {real} @llvm.fma.{suffix}({real}, {real}, {real})"
    return LOOP.format(heads="\n".join(heads), lines="\n".join(lines), ends="\n".join(ends), declared=declared)
