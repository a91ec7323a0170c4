"""LLVM IR emitted for reading tables: a search lane by lane, then polynomials as vectors.

What one place of a table gives to several formulas (a value, its slopes) is fetched once in each piece of a program.
Columns that stand side by side go through their polynomials together, lane by lane, as many as a vector holds.
"""

from __future__ import annotations

from math import perm
from typing import Any

from jounce.graph import Expression
from jounce.graph.tables import Table

MOST_COUNTED = 64  # knots that are compared at once; in longer tables halving is faster
WIDTHS = (8, 4, 2, 1)  # of vectors that run along a table


def emit_lookup(writer: Any, node: Expression, args: list[str]) -> str:
    """Read the table of `node` for every lane; the same operations in the same order as the interpreter."""
    table, order = node.data
    if isinstance(table, Table):
        return _curve(writer, table, args[0], order)
    return _surface(writer, table, args, order)


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


def _address(writer: Any, base: int, index: str | None = None, scale: int = 1) -> str:
    """Tells where the number base + scale * index of the tables array lies."""
    pointer = writer.line(f"getelementptr double, ptr %tables, i64 {base}")
    if index is not None:
        scaled = index if scale == 1 else writer.line(f"mul i64 {index}, {scale}")
        pointer = writer.line(f"getelementptr double, ptr {pointer}, i64 {scaled}")
    return str(pointer)


def _at(writer: Any, base: int, index: str | None = None, scale: int = 1) -> str:
    """A number of the tables array."""
    return str(writer.line(f"load double, ptr {_address(writer, base, index, scale)}, align 8"))


def _piece(writer: Any, base: int, knots: int, x: str) -> str:
    """Number of knots not above x, without a branch."""
    return _counted(writer, base, knots, x) if knots <= MOST_COUNTED else _halved(writer, base, knots, x)


def _counted(writer: Any, base: int, knots: int, x: str) -> str:
    """All knots are compared at once, and those that are not above x counted: bits of one whole number."""
    bits, done = "0", 0
    while done < knots:
        width = next(w for w in WIDTHS if w <= knots - done)
        real, address = (f"<{width} x double>" if width > 1 else "double"), _address(writer, base + done)
        passed = writer.line(
            f"fcmp ole {real} {writer.line(f'load {real}, ptr {address}, align 8')}, {_splat(writer, x, width)}"
        )
        mask = passed if width == 1 else writer.line(f"bitcast <{width} x i1> {passed} to i{width}")
        long = writer.line(f"zext i{width} {mask} to i64")
        bits = writer.line(f"or i64 {bits}, {writer.line(f'shl i64 {long}, {done}')}")
        done += width
    writer.declared.add("declare i64 @llvm.ctpop.i64(i64)")
    return str(writer.line(f"call i64 @llvm.ctpop.i64(i64 {bits})"))


def _halved(writer: Any, base: int, knots: int, x: str) -> str:
    """Halving steps, each taken if the knot allows it."""
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


def _splat(writer: Any, x: str, width: int) -> str:
    """A vector of one number, made once."""
    if width == 1:
        return x
    if (x, -width) not in writer.lanes:
        one = writer.line(f"insertelement <{width} x double> poison, double {x}, i32 0")
        zeros = f"<{width} x i32> zeroinitializer"
        whole = writer.line(f"shufflevector <{width} x double> {one}, <{width} x double> poison, {zeros}")
        writer.lanes[x, -width] = whole
    return str(writer.lanes[x, -width])


def _horner(writer: Any, coefficients: list[str], x: str, order: int, width: int) -> str:
    """The order-th derivative of polynomials, from the highest coefficient down to that of x^order; `width` at once."""
    real = f"<{width} x double>" if width > 1 else "double"
    result = None
    for k in range(len(coefficients) - 1, -1, -1):
        factor = float(perm(k + order, order))
        term = coefficients[k]
        if factor != 1.0:
            number = f"{factor:.1f}" if width == 1 else "<" + ", ".join([f"double {factor:.1f}"] * width) + ">"
            term = writer.line(f"fmul {real} {term}, {number}")
        if result is None:
            result = term
        else:
            product = writer.line(f"fmul {real} {result}, {x}")
            result = writer.line(f"fadd {real} {product}, {term}")
    return result or ("0x0000000000000000" if width == 1 else "zeroinitializer")


def _located(writer: Any, base: int, knots: int, x: str) -> tuple[str, str]:
    """Piece of a table and distance from its origin; searched once for all tables with these knots."""
    key = (base, knots, x)
    if key not in writer.located:
        piece = _piece(writer, base, knots, x)
        origin = _at(writer, base + knots, piece)
        writer.located[key] = (piece, writer.line(f"fsub double {x}, {origin}"))
    piece, offset = writer.located[key]
    return str(piece), str(offset)


def _lane_vector(writer: Any, lanes: list[str]) -> str:
    """`emit_lookup_lanes`, once for the same scalars."""
    key = tuple(lanes)
    if key not in writer.gathered:
        writer.gathered[key] = emit_lookup_lanes(writer, lanes)
    return str(writer.gathered[key])


def _curve(writer: Any, table: Table, x: str, order: int) -> str:
    """Horner for all lanes at once; coefficients are fetched once for a value and its derivatives."""
    width, places, distances = table.degree + 1, [], []
    for lane in range(writer.W):
        shift = writer.piece.table_shift(table, lane)
        guide = table.offset if table.guide is None else table.guide
        piece, dx = _located(writer, guide + shift, table.knots, emit_lane_to_lookup(writer, x, lane))
        places.append((table.offset + shift + table.head, piece))
        distances.append(dx)
    if table.columns > 1:
        found = [_column_of_curve(writer, table, place, dx, order) for place, dx in zip(places, distances, strict=True)]
        return emit_lookup_lanes(writer, found)
    key = (tuple(places), width)
    known = writer.coefficients.setdefault(key, {})
    for k in range(order, width):
        if k not in known:
            known[k] = emit_lookup_lanes(writer, [_at(writer, first + k, piece, width) for first, piece in places])
    return _horner(writer, [known[k] for k in range(order, width)], _lane_vector(writer, distances), order, writer.W)


def _surface(writer: Any, surface: Any, xy: list[str], order: tuple[int, int]) -> str:
    """Horner in x for all powers of y at once, lane by lane; then Horner in y, for all lanes at once."""
    nx, ny, width = surface.knots_x, surface.knots_y, surface.degree + 1
    across, distances, columns = [], [], []
    for lane in range(writer.W):
        shift = writer.piece.table_shift(surface, lane)
        x, y = (emit_lane_to_lookup(writer, a, lane) for a in xy)
        guide = shift + (surface.offset if surface.guide is None else surface.guide)
        piece_x, dx = _located(writer, guide, nx, x)
        piece_y, dy = _located(writer, guide + 2 * nx + 1, ny, y)
        place = (surface.offset + shift + surface.head, piece_x, piece_y)
        if surface.columns > 1:
            columns.append(_column_of_surface(writer, surface, place, (dx, dy), order))
            continue
        across.append(_across(writer, place, ny, width, dx, order[0]))
        distances.append(dy)
    if columns:
        return emit_lookup_lanes(writer, columns)
    coefficients = [_lane_vector(writer, [lane[j] for lane in across]) for j in range(order[1], width)]
    return _horner(writer, coefficients, _lane_vector(writer, distances), order[1], writer.W)


def _block(table: Any) -> tuple[int, int]:
    """First column and width of the vector in which a column stands."""
    first = 0
    while True:
        size = next(w for w in WIDTHS if w <= table.columns - first)
        if table.column < first + size:
            return first, size
        first += size


def _row(writer: Any, address: str, table: Any, number: int) -> str:
    """The row of coefficients of a block, behind the address of a piece or a patch."""
    first, size = _block(table)
    real = f"<{size} x double>" if size > 1 else "double"
    at = writer.line(f"getelementptr double, ptr {address}, i64 {number * table.columns + first}")
    return str(writer.line(f"load {real}, ptr {at}, align 8"))


def _column_of_curve(writer: Any, table: Table, place: tuple[int, str], dx: str, order: int) -> str:
    """One lane of a column; the whole block is computed when its first column is asked for."""
    (first, size), (start, piece), width = _block(table), place, table.degree + 1
    key = (place, first, size)
    if (*key, order) not in writer.blocks:
        if key not in writer.blocks:
            writer.blocks[key] = _address(writer, start, piece, width * table.columns)
        for k in range(order, width):
            if (*key, "row", k) not in writer.blocks:
                writer.blocks[*key, "row", k] = _row(writer, writer.blocks[key], table, k)
        rows = [writer.blocks[*key, "row", k] for k in range(order, width)]
        writer.blocks[*key, order] = _horner(writer, rows, _splat(writer, dx, size), order, size)
    return emit_vector_element(writer, writer.blocks[*key, order], size, table.column - first)


def _column_of_surface(
    writer: Any, surface: Any, place: tuple[int, str, str], at: tuple[str, str], order: tuple[int, int]
) -> str:
    """One lane of a column, by Horner in x for each power of y and then in y, a block of columns at once."""
    (first, size), (start, piece_x, piece_y), width = _block(surface), place, surface.degree + 1
    key = (place, first, size)
    if (*key, order) not in writer.blocks:
        if key not in writer.blocks:
            patch = writer.line(f"add i64 {writer.line(f'mul i64 {piece_x}, {surface.knots_y + 1}')}, {piece_y}")
            writer.blocks[key] = _address(writer, start, patch, width * width * surface.columns)
        dx, dy = (_splat(writer, distance, size) for distance in at)
        for j in range(order[1], width):
            if (*key, "across", order[0], j) not in writer.blocks:
                rows = [_row(writer, writer.blocks[key], surface, i * width + j) for i in range(order[0], width)]
                writer.blocks[*key, "across", order[0], j] = _horner(writer, rows, dx, order[0], size)
        across = [writer.blocks[*key, "across", order[0], j] for j in range(order[1], width)]
        writer.blocks[*key, order] = _horner(writer, across, dy, order[1], size)
    return emit_vector_element(writer, writer.blocks[*key, order], size, surface.column - first)


def _across(writer: Any, place: tuple[int, str, str], ny: int, width: int, dx: str, order: int) -> list[str]:
    """The coefficients of a patch in y, at a place in x: powers of y stand side by side, and go through as vectors."""
    if (place, order) not in writer.across:
        start, piece_x, piece_y = place
        patch = writer.line(f"add i64 {writer.line(f'mul i64 {piece_x}, {ny + 1}')}, {piece_y}")
        first = _address(writer, start, patch, width * width)
        found: list[str] = []
        while len(found) < width:
            at, size = len(found), next(w for w in WIDTHS if w <= width - len(found))
            real = f"<{size} x double>" if size > 1 else "double"
            rows = [
                writer.line(f"getelementptr double, ptr {first}, i64 {i * width + at}") for i in range(order, width)
            ]
            terms = [writer.line(f"load {real}, ptr {row}, align 8") for row in rows]
            whole = _horner(writer, terms, _splat(writer, dx, size), order, size)
            found += [emit_vector_element(writer, whole, size, j) for j in range(size)]
        writer.across[place, order] = found
    return list(writer.across[place, order])


def emit_vector_element(writer: Any, whole: str, size: int, j: int) -> str:
    """One number of a vector."""
    return whole if size == 1 else str(writer.line(f"extractelement <{size} x double> {whole}, i32 {j}"))
