"""Plain files of a body of finite elements: NPZ or HDF5 with nodes, matrices and interface, for anyone to write.

nodes [node, 3]; node_numbers [node] (else 1, 2, 3, ...); mass and stiffness as whole matrices or as mass_rows,
mass_columns (counted from 0), mass_values and the same of stiffness, both halves or one; freedoms [row, 2] with number
of the node and direction 1 to 6, unless each node has 3 or 6 in turn; interface_names and interface_nodes, a pair for
each node of a frame. If wanted: name; units (length, mass, time); damping_ratio, damping_mass, damping_stiffness;
declared_mass, declared_centre, declared_inertia; stress_marks and stress [6 for each mark, row].
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from jounce.elastic.files.arrays import read_arrays, write_arrays
from jounce.elastic.files.raw_body import SI, Entries, RawBody
from jounce.elastic.finite_elements import Declared, FiniteElements, ModalDamping
from jounce.errors import ModelError, Problem, did_you_mean

Array = np.ndarray
FORMAT = "jounce finite elements"
NEEDED = ("nodes", "mass", "stiffness", "interface_names", "interface_nodes")
NUMBERS = {
    "damping_ratio": (),
    "damping_mass": (),
    "damping_stiffness": (),
    "declared_mass": (),
    "declared_centre": (3,),
    "declared_inertia": (3,),
}
MATRICES = ("mass", "stiffness", "stress")
PIECES = ("rows", "columns", "values")
KNOWN = (
    *("name", "nodes", "node_numbers", "freedoms", "interface_names", "interface_nodes", "units", "stress_marks"),
    *NUMBERS,
    *MATRICES,
    *(f"{matrix}_{piece}" for matrix in MATRICES for piece in PIECES),
)


def read_plain_body(path: str | Path) -> FiniteElements:
    """Reads nodes, matrices and interface, or raises every problem that the file has."""
    arrays = read_arrays(path)
    return plain_body_of_arrays(arrays, str(path))


def plain_body_of_arrays(arrays: dict[str, Array], source: str) -> FiniteElements:
    """Returns the body that named arrays describe."""
    problems = [
        Problem(name, f"'{name}' is not known.{did_you_mean(name, KNOWN)}", f"known: {', '.join(KNOWN)}")
        for name in arrays
        if name not in KNOWN
    ]
    for name in NEEDED:
        if name not in arrays and f"{name}_values" not in arrays:
            problems.append(Problem(name, "is missing", f"a body of finite elements needs {', '.join(NEEDED)}"))
    read = _Reader(arrays, problems)
    numbers = {name: read.number(name, shape) for name, shape in NUMBERS.items() if name in arrays}
    nodes = read.table("nodes", 3)
    names = read.words("node_numbers", len(nodes)) if "node_numbers" in arrays else np.arange(1, len(nodes) + 1)
    freedoms = read.table("freedoms", 2).astype(int) if "freedoms" in arrays else None
    stress = read.entries("stress") if {"stress", "stress_values"} & set(arrays) else None
    raw = RawBody(
        name=str(arrays["name"]) if "name" in arrays else Path(source).stem,
        numbers=names,
        nodes=nodes,
        mass=read.entries("mass"),
        stiffness=read.entries("stiffness"),
        interface=read.interface(),
        freedoms=None if freedoms is None else freedoms - [0, 1],
        damping=ModalDamping(
            ratio=float(numbers.get("damping_ratio", 0.0)),
            mass=float(numbers.get("damping_mass", 0.0)),
            stiffness=float(numbers.get("damping_stiffness", 0.0)),
        ),
        declared=Declared(
            mass=float(numbers["declared_mass"]) if "declared_mass" in numbers else None,
            centre=numbers.get("declared_centre"),
            inertia=numbers.get("declared_inertia"),
        ),
        marks=tuple(map(str, np.ravel(arrays.get("stress_marks", np.zeros(0, str))))),
        stress=stress,
        units=read.units(),
    )
    if problems:
        raise ModelError(source, problems)
    return raw.body(source)


class _Reader:
    """Takes arrays out of a file and notes what is wrong with them."""

    def __init__(self, arrays: dict[str, Array], problems: list[Problem]):
        self.arrays, self.problems = arrays, problems

    def number(self, name: str, shape: tuple[int, ...]) -> Array:
        array = self.arrays[name]
        if array.dtype.kind in "iuf" and array.shape == shape and np.isfinite(array).all():
            return array.astype(float)
        what = f"is of type {array.dtype} and shape {array.shape}"
        self.problems.append(Problem(name, what, f"must be {'a number' if shape == () else '3 numbers'}"))
        return np.zeros(shape)

    def table(self, name: str, width: int) -> Array:
        array = self.arrays.get(name, np.zeros((0, width)))
        if array.dtype.kind in "iuf" and array.ndim == 2 and array.shape[1] == width:
            return array if array.dtype.kind == "f" else array.astype(int)
        self.problems.append(
            Problem(name, f"is of type {array.dtype} and shape {array.shape}", f"{width} numbers a row")
        )
        return np.zeros((0, width))

    def words(self, name: str, count: int) -> Array:
        array = self.arrays[name]
        if array.dtype.kind in "iu" and array.shape == (count,):
            return array.astype(int)
        self.problems.append(
            Problem(name, f"is of type {array.dtype} and shape {array.shape}", f"{count} whole numbers")
        )
        return np.arange(count)

    def entries(self, name: str) -> Entries:
        empty = Entries(np.zeros(0, int), np.zeros(0, int), np.zeros(0), (0, 0))
        pieces = [self.arrays.get(f"{name}_{piece}") for piece in PIECES]
        if name in self.arrays:
            matrix = self.arrays[name]
            if matrix.ndim == 2 and matrix.dtype.kind in "iuf":
                return Entries.of_dense(matrix.astype(float))
            self.problems.append(Problem(name, f"is of type {matrix.dtype} and shape {matrix.shape}", "a whole matrix"))
            return empty
        if all(piece is None for piece in pieces):
            return empty
        kinds = ("iu", "iu", "iuf")
        fits = [p is not None and p.ndim == 1 and p.dtype.kind in k for p, k in zip(pieces, kinds, strict=True)]
        if not all(fits) or len({len(p) for p in pieces if p is not None}) != 1:
            help = f"{name}_rows and {name}_columns whole numbers, {name}_values numbers, all of one length"
            self.problems.append(
                Problem(f"{name}_{PIECES[fits.index(False) if not all(fits) else 2]}", "does not fit", help)
            )
            return empty
        rows, columns, values = (np.asarray(piece) for piece in pieces)
        size = self._rows(int(max(rows.max(initial=-1), columns.max(initial=-1))) + 1)
        shape = (6 * len(np.ravel(self.arrays.get("stress_marks", ()))), size) if name == "stress" else (size, size)
        if name == "stress" and (
            rows.max(initial=-1) >= shape[0] or rows.min(initial=0) < 0 or columns.min(initial=0) < 0
        ):
            self.problems.append(Problem("stress_rows", "names rows that no mark has", "six for each of stress_marks"))
            return empty
        return Entries(rows.astype(int), columns.astype(int), values.astype(float), shape)

    def _rows(self, least: int) -> int:
        """Returns how many rows matrices have: last ones may be without entries."""
        if "freedoms" in self.arrays and self.arrays["freedoms"].ndim == 2:
            return max(least, len(self.arrays["freedoms"]))
        nodes = len(self.arrays["nodes"]) if "nodes" in self.arrays and self.arrays["nodes"].ndim else 0
        return max(least, 3 * nodes if least <= 3 * nodes else 6 * nodes)

    def interface(self) -> dict[str, list[int]]:
        names, nodes = self.arrays.get("interface_names"), self.arrays.get("interface_nodes")
        if names is None or nodes is None:
            return {}
        if names.ndim != 1 or names.dtype.kind != "U" or nodes.shape != names.shape or nodes.dtype.kind not in "iu":
            what = f"{names.shape} words of type {names.dtype} for {nodes.shape} nodes of type {nodes.dtype}"
            self.problems.append(
                Problem("interface_names", what, "a name for each of interface_nodes, repeated for sets")
            )
            return {}
        found: dict[str, list[int]] = {}
        for name, node in zip(names.tolist(), nodes.tolist(), strict=True):
            if not name.isidentifier():
                help = "letters, digits and underscores"
                self.problems.append(Problem("interface_names", f"{name!r} is no name of a frame", help))
            found.setdefault(name, []).append(node)
        return found

    def units(self) -> dict[str, str]:
        words = self.arrays.get("units")
        if words is None:
            return dict(SI)
        if words.shape != (3,) or words.dtype.kind != "U":
            self.problems.append(Problem("units", f"is of shape {words.shape}", 'three words: "mm", "t", "s"'))
            return dict(SI)
        return dict(zip(SI, map(str, words), strict=True))


def write_plain_body(body: FiniteElements, path: str | Path) -> Path:
    """Writes a body as a plain file, in SI."""
    found: dict[str, Array] = {
        "name": np.array(body.name),
        "nodes": body.nodes,
        "node_numbers": body.numbers,
        "freedoms": np.column_stack([body.numbers[body.freedoms[:, 0]], body.freedoms[:, 1] + 1]),
        "interface_names": np.array([name for name, nodes in body.frames.items() for _ in nodes]),
        "interface_nodes": np.array([body.numbers[k] for nodes in body.frames.values() for k in nodes]),
        "units": np.array(list(SI.values())),
    }
    matrices = {"mass": body.mass, "stiffness": body.stiffness} | (
        {} if body.stress is None else {"stress": body.stress}
    )
    for name, matrix in matrices.items():
        whole = matrix.tocoo()
        half = np.ones(whole.nnz, bool) if name == "stress" else whole.row >= whole.col
        pieces = (whole.row[half], whole.col[half], whole.data[half])
        found |= {f"{name}_{piece}": array for piece, array in zip(PIECES, pieces, strict=True)}
    if body.marks:
        found["stress_marks"] = np.array(body.marks)
    found |= {f"damping_{key}": np.array(getattr(body.damping, key)) for key in ("ratio", "mass", "stiffness")}
    known = {key: getattr(body.declared, key) for key in ("mass", "centre", "inertia")}
    found |= {f"declared_{key}": np.asarray(value) for key, value in known.items() if value is not None}
    return write_arrays(path, found, format=FORMAT, version=1)
