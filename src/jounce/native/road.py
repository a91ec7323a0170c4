"""LLVM IR for the road: a call through a pointer, lane by lane.

The kernel's argument `road` points to two addresses for each car: of the function

    void road(double* data, double x, double y, double t, double a, double b, double p, double* out)

that writes z, z_x, z_y, mu, and of its data. Code stays the same for every road.
"""

from __future__ import annotations

from typing import Any

from jounce.graph import Expression
from jounce.native.lookup import emit_lane_to_lookup, emit_lookup_lanes

OUT = "%road_out"
COMPONENTS = 4


def emit_road(writer: Any, node: Expression, args: list[str]) -> str:
    """One component; the call is made once for all four."""
    key = tuple(args)
    if key not in writer.roads:
        writer.roads[key] = _call(writer, args)
    return str(writer.roads[key][node.data])


def _call(writer: Any, args: list[str]) -> list[str]:
    if not writer.roads:
        writer.text.insert(0, f"  {OUT} = alloca [{COMPONENTS} x double], align 8")
    of_cars = [(_address(writer, 2 * car), _address(writer, 2 * car + 1)) for car in range(writer.piece.cars)]
    lanes: list[list[str]] = [[] for _ in range(COMPONENTS)]
    for lane in range(writer.W):
        function, data = of_cars[lane % writer.piece.cars]
        numbers = ", ".join(f"double {emit_lane_to_lookup(writer, a, lane)}" for a in args)
        writer.text.append(f"  call void {function}(ptr {data}, {numbers}, ptr {OUT})")
        for k in range(COMPONENTS):
            pointer = writer.line(f"getelementptr double, ptr {OUT}, i64 {k}")
            lanes[k].append(writer.line(f"load double, ptr {pointer}, align 8"))
    return [emit_lookup_lanes(writer, values) for values in lanes]


def _address(writer: Any, number: int) -> str:
    """One of the addresses that `road` points to."""
    place = writer.line(f"getelementptr ptr, ptr %road, i64 {number}") if number else "%road"
    return str(writer.line(f"load ptr, ptr {place}, align 8"))
