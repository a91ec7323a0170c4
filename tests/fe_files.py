"""Writers of what programs of finite elements leave, by the layouts in their manuals: bodies for tests of readers."""

import struct
from pathlib import Path

import numpy as np
from scipy import io, sparse

from jounce.elastic.finite_elements import FiniteElements
from jounce.elastic.frame_elements import Frame, FrameSection, straight_beam

STEEL = {"E": 206e9, "nu": 0.3, "density": 7850.0}


def bar_body(pieces: int = 10, length: float = 1.0, **more) -> FiniteElements:
    """A round bar along x with frames at both ends."""
    beam = straight_beam([[0, 0, 0], [length, 0, 0]], pieces, FrameSection.round_bar(0.02, **STEEL))
    return beam.body("bar", {"near": 0, "far": pieces}, **more)


def bracket_body() -> FiniteElements:
    """An L of two legs out of any plane of symmetry, with sections that bend differently, and three frames."""
    s = FrameSection(E=70e9, G=26e9, density=2700.0, area=4e-4, Iy=2e-8, Iz=5e-8, J=3e-8)
    beam = straight_beam([[0.1, -0.2, 0.3], [0.5, -0.1, 0.35], [0.6, 0.4, 0.3]], 3, s)
    return beam.body("bracket", {"base": 0, "knee": 3, "tip": 6})


def anti_roll_bar_frame(count: int = 4) -> Frame:
    """The bar of elastic_axle_reference.json: diameter 20, E 206 GPa, nu 0.3."""
    points = [[0.2, -0.5, 0], [0, -0.45, 0], [0, -0.35, 0], [0, 0.35, 0], [0, 0.45, 0], [0.2, 0.5, 0]]
    return straight_beam(np.array(points), count, FrameSection.round_bar(0.02, **STEEL))


def in_mm_t_s(body: FiniteElements) -> FiniteElements:
    """The same numbers as a program that counts in mm, t and s writes them."""
    return body.in_si(1e3, 1e-3, 1.0)


def matrix_market(matrix: sparse.csr_array, path: Path) -> Path:
    """By SciPy's own writer, one half."""
    io.mmwrite(path, sparse.coo_matrix(matrix), symmetry="symmetric", precision=17)
    return path


def abaqus_matrix(body: FiniteElements, matrix: sparse.csr_array, path: Path, layout: str = "labels") -> Path:
    """*MATRIX OUTPUT: rows of node, direction, node, direction, value, or of row, column, value."""
    whole = sparse.tril(matrix).tocoo()
    node, direction = body.numbers[body.freedoms[:, 0]], body.freedoms[:, 1] + 1
    lines = ["** written for a test"] if layout == "input" else []
    for a, b, value in zip(whole.row, whole.col, whole.data, strict=True):
        if layout == "coordinate":
            lines.append(f"{a + 1} {b + 1} {value:.16e}")
        else:
            comma = "," if layout == "input" else " "
            lines.append(f"{node[a]}{comma}{direction[a]}{comma} {node[b]}{comma}{direction[b]}{comma} {value:.16e}")
    path.write_text("\n".join(lines) + "\n")
    return path


def abaqus_nodes(body: FiniteElements, path: Path) -> Path:
    rows = [f"{n}, {x:.17g}, {y:.17g}, {z:.17g}" for n, (x, y, z) in zip(body.numbers, body.nodes, strict=True)]
    sets = [
        line for name, nodes in body.frames.items() for line in (f"*NSET, NSET={name}", f"{body.numbers[nodes[0]]},")
    ]
    path.write_text("\n".join(["*HEADING", "a body", "*NODE, NSET=all", *rows, *sets]) + "\n")
    return path


def node_table(body: FiniteElements, path: Path) -> Path:
    rows = [f"{n:8d} {x:.17g} {y:.17g} {z:.17g}" for n, (x, y, z) in zip(body.numbers, body.nodes, strict=True)]
    path.write_text("\n".join(["NODE X Y Z", *rows]) + "\n")
    return path


def harwell_boeing(matrix: sparse.csr_array, path: Path) -> Path:
    """The lower half by columns, type RSA, as HBMAT writes it: five lines of head, one number a line."""
    half = sparse.csc_array(sparse.tril(matrix))
    half.sort_indices()
    size, entries = half.shape[0], half.nnz
    head = [
        f"{'a body':<72}{'KEY':<8}",
        f"{size + 1 + 2 * entries:14d}{size + 1:14d}{entries:14d}{entries:14d}{0:14d}",
        f"{'RSA':<14}{size:14d}{size:14d}{entries:14d}{0:14d}",
        f"{'(1I14)':<16}{'(1I14)':<16}{'(1D25.16)':<20}{'':<20}",
    ]
    blocks = [*(f"{k + 1:14d}" for k in half.indptr), *(f"{k + 1:14d}" for k in half.indices)]
    blocks += [f"{value:25.16E}".replace("E", "D") for value in half.data]
    path.write_text("\n".join([*head, *blocks]) + "\n")
    return path


def ansys_mapping(body: FiniteElements, path: Path) -> Path:
    words = ("UX", "UY", "UZ", "ROTX", "ROTY", "ROTZ")
    rows = [f"{k:10d}{body.numbers[n]:10d}   {words[d]}" for k, (n, d) in enumerate(body.freedoms.tolist(), 1)]
    path.write_text("\n".join(["     Matrix Eqn    Node    DOF", *rows]) + "\n")
    return path


def bulk_data(body: FiniteElements, path: Path, fields: str = "large") -> Path:
    """GRID in free, small or large fields; 16 characters hold ten digits, so tests give round numbers."""
    lines = ["SOL 103", "BEGIN BULK"]
    for n, place in zip(body.numbers, body.nodes, strict=True):
        x, y, z = (f"{value:.10g}" if value % 1 else f"{value:.1f}" for value in place)
        if fields == "free":
            lines.append(f"GRID,{n},,{x},{y},{z}")
        elif fields == "small":
            lines.append(f"GRID    {n:<8d}{'':8}{x:<8}{y:<8}{z:<8}")
        else:
            lines += [f"GRID*   {n:<16d}{'':16}{x:<16}{y:<16}*G{n}", f"*G{n:<6d}{z:<16}"]
    path.write_text("\n".join([*lines, "ENDDATA"]) + "\n")
    return path


def strings_of(column: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """First rows, from 1, and values of the stretches of a column that are not zero."""
    some = np.flatnonzero(column)
    pieces = np.split(some, np.flatnonzero(np.diff(some) > 1) + 1) if len(some) else []
    return [(int(piece[0]) + 1, column[piece]) for piece in pieces]


def op4_text(matrices: dict[str, np.ndarray], path: Path, layout: str = "dense", per_line: int = 3) -> Path:
    """OUTPUT4, formatted: `dense`, `sparse` (row and words of a string in one number) or `bigmat`."""
    lines = []
    for name, matrix in matrices.items():
        rows, columns = matrix.shape
        lines.append(f"{columns:8d}{-rows if layout == 'bigmat' else rows:8d}{6:8d}{2:8d}{name:<8}1P,{per_line}E23.16")
        for k in range(columns):
            strings = strings_of(matrix[:, k])
            if not strings:
                continue
            if layout == "dense":
                first, last = strings[0][0], strings[-1][0] + len(strings[-1][1]) - 1
                lines.append(f"{k + 1:8d}{first:8d}{last - first + 1:8d}")
                lines += _value_lines(matrix[first - 1 : last, k], per_line)
                continue
            heads = 2 if layout == "bigmat" else 1
            words = sum(heads + 2 * len(values) for _, values in strings)
            lines.append(f"{k + 1:8d}{0:8d}{words:8d}")
            for first, values in strings:
                count = 2 * len(values) + 1
                lines.append(f"{count:8d}{first:8d}" if layout == "bigmat" else f"{first + 65536 * count:12d}")
                lines += _value_lines(values, per_line)
        lines += [f"{columns + 1:8d}{1:8d}{1:8d}", f"{1.0:23.16E}"]
    path.write_text("\n".join(lines) + "\n")
    return path


def _value_lines(values: np.ndarray, per_line: int) -> list[str]:
    return ["".join(f"{v:23.16E}" for v in values[k : k + per_line]) for k in range(0, len(values), per_line)]


def op4_binary(
    matrices: dict[str, np.ndarray], path: Path, layout: str = "dense", order: str = "<", word: int = 4, kind: int = 2
) -> Path:
    """OUTPUT4, unformatted: Fortran records in either order of bytes, words of 4 or 8 bytes, double or single."""
    integer, number = {4: "i", 8: "q"}[word], "d" if kind == 2 or word == 8 else "f"
    per = struct.calcsize(number) // word
    data = b""

    def record(body: bytes) -> bytes:
        mark = struct.pack(f"{order}i", len(body))
        return mark + body + mark

    def whole(*numbers: int) -> bytes:
        return struct.pack(f"{order}{len(numbers)}{integer}", *numbers)

    def reals(values: np.ndarray) -> bytes:
        return struct.pack(f"{order}{len(values)}{number}", *values)

    for name, matrix in matrices.items():
        rows, columns = matrix.shape
        data += record(
            whole(columns, -rows if layout == "bigmat" else rows, 6, kind) + name.ljust(2 * word).encode("ascii")
        )
        for k in range(columns):
            strings = strings_of(matrix[:, k])
            if not strings:
                continue
            first, last = strings[0][0], strings[-1][0] + len(strings[-1][1]) - 1
            body = reals(matrix[first - 1 : last, k])
            if layout != "dense":
                heads = [
                    whole(per * len(v) + 1, at) if layout == "bigmat" else whole(at + 65536 * (per * len(v) + 1))
                    for at, v in strings
                ]
                body, first = b"".join(h + reals(v) for h, (_, v) in zip(heads, strings, strict=True)), 0
            data += record(whole(k + 1, first, len(body) // word) + body)
        data += record(whole(columns + 1, 1, per) + reals(np.ones(1)))
    path.write_bytes(data)
    return path
