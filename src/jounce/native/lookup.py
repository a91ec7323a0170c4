"""LLVM IR emitted for reading tables: a binary search and a polynomial, lane by lane."""

from __future__ import annotations

from math import perm
from typing import Any

from jounce.graph import Expression
from jounce.graph.tables import Table


def emit_lookup(writer: Any, node: Expression, args: list[str]) -> str:
    """Read the table of `node` for every lane; the same operations in the same order as the interpreter."""
    table, order = node.data
    lanes = []
    for lane in range(writer.W):
        scalars = [emit_lane_to_lookup(writer, a, lane) for a in args]
        if isinstance(table, Table):
            lanes.append(_curve(writer, table, lane, scalars[0], order))
        else:
            lanes.append(_surface(writer, table, lane, scalars, order))
    return emit_lookup_lanes(writer, lanes)


def emit_lookup_lanes(writer: Any, lanes: list[str]) -> str:
    """One vector of a scalar for each lane."""
    if writer.W == 1:
        return lanes[0]
    vector = "poison"
    for lane, value in enumerate(lanes):
        vector = writer.line(f"insertelement {writer.real} {vector}, double {value}, i32 {lane}")
    return vector


def emit_lane_to_lookup(writer: Any, value: str, lane: int) -> str:
    """One lane of a vector, taken out once."""
    if writer.W == 1:
        return value
    if (value, lane) not in writer.lanes:
        writer.lanes[value, lane] = writer.line(f"extractelement {writer.real} {value}, i32 {lane}")
    return str(writer.lanes[value, lane])


def _at(writer: Any, base: int, index: str | None = None, scale: int = 1) -> str:
    """A number of the tables array at base + scale * index."""
    pointer = writer.line(f"getelementptr double, ptr %tables, i64 {base}")
    if index is not None:
        scaled = index if scale == 1 else writer.line(f"mul i64 {index}, {scale}")
        pointer = writer.line(f"getelementptr double, ptr {pointer}, i64 {scaled}")
    return str(writer.line(f"load double, ptr {pointer}, align 8"))


def _piece(writer: Any, base: int, knots: int, x: str) -> str:
    """Number of knots not above x, without a branch: halving steps, each taken if the knot allows it."""
    count = "0"
    step = 1 << (knots.bit_length() - 1)
    while step:
        tried = writer.line(f"add i64 {count}, {step}")
        inside = writer.line(f"icmp ule i64 {tried}, {knots}")
        index = writer.line(f"sub i64 {tried}, 1")
        safe = writer.line(f"select i1 {inside}, i64 {index}, i64 0")
        passed = writer.line(f"fcmp ole double {_at(writer, base, safe)}, {x}")
        both = writer.line(f"and i1 {inside}, {passed}")
        count = writer.line(f"select i1 {both}, i64 {tried}, i64 {count}")
        step //= 2
    return count


def _horner(writer: Any, coefficients: list[str], x: str, order: int) -> str:
    """The order-th derivative of a polynomial, from its highest coefficient down to that of x^order."""
    result = None
    for k in range(len(coefficients) - 1, -1, -1):
        factor = perm(k + order, order)
        term = coefficients[k]
        if factor != 1:
            term = writer.line(f"fmul double {term}, {float(factor):.1f}")
        if result is None:
            result = term
        else:
            product = writer.line(f"fmul double {result}, {x}")
            result = writer.line(f"fadd double {product}, {term}")
    return result or "0x0000000000000000"


def _located(writer: Any, base: int, knots: int, x: str) -> tuple[str, str]:
    """Piece of a table and distance from its origin; searched once for all tables with these knots."""
    key = (base, knots, x)
    if key not in writer.located:
        piece = _piece(writer, base, knots, x)
        origin = _at(writer, base + knots, piece)
        writer.located[key] = (piece, writer.line(f"fsub double {x}, {origin}"))
    piece, offset = writer.located[key]
    return str(piece), str(offset)


def _curve(writer: Any, table: Table, lane: int, x: str, order: int) -> str:
    shift = writer.piece.table_shift(table, lane)
    guide = table.offset if table.guide is None else table.guide
    piece, dx = _located(writer, guide + shift, table.knots, x)
    width = table.degree + 1
    start = table.offset + shift + 2 * table.knots + 1
    coefficients = [_at(writer, start + k, piece, width) for k in range(order, width)]
    return _horner(writer, coefficients, dx, order)


def _surface(writer: Any, surface: Any, lane: int, xy: list[str], order: tuple[int, int]) -> str:
    """Horner in y for each power of x, then Horner in x."""
    shift = writer.piece.table_shift(surface, lane)
    nx, ny, width = surface.knots_x, surface.knots_y, surface.degree + 1
    guide = shift + (surface.offset if surface.guide is None else surface.guide)
    piece_x, dx = _located(writer, guide, nx, xy[0])
    piece_y, dy = _located(writer, guide + 2 * nx + 1, ny, xy[1])
    start = surface.offset + shift + 2 * nx + 1 + 2 * ny + 1
    row = writer.line(f"mul i64 {piece_x}, {ny + 1}")
    patch = writer.line(f"add i64 {row}, {piece_y}")
    across = [
        _horner(
            writer,
            [_at(writer, start + i * width + j, patch, width * width) for j in range(order[1], width)],
            dy,
            order[1],
        )
        for i in range(order[0], width)
    ]
    return _horner(writer, across, dx, order[0])
