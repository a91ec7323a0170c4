"""Matrices of Abaqus (*MATRIX GENERATE and *MATRIX OUTPUT): MATRIX INPUT, LABELS and COORDINATE, all as text.

The first two have rows of node, direction, node, direction, value, the third rows of row, column, value; a symmetric
matrix may be one half. [Abaqus Analysis User's Guide, generating matrices]
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from jounce.elastic.files.arrays import refuse_file
from jounce.elastic.files.raw_body import Entries
from jounce.elastic.files.text_rows import read_number_rows, read_text, read_whole_numbers

Array = np.ndarray
Labelled = tuple[Array, Array, Array]  # node and direction of rows, of columns, and values


def read_abaqus_matrix(path: Path) -> Entries | Labelled:
    """Returns entries by row and column, or by node and direction, as the file has them."""
    lines = [(k, line) for k, line in enumerate(read_text(path).split("\n"), 1)]
    kept = [(k, line) for k, line in lines if line.strip() and not line.startswith("*")]
    if not kept:
        refuse_file(path, "has no entries", "write it by *MATRIX OUTPUT, STIFFNESS, MASS, FORMAT=MATRIX INPUT")
    width = len(kept[0][1].replace(",", " ").split())
    if width not in (3, 5):
        what = f"has {width} numbers in a row"
        refuse_file(path, what, "node, direction, node, direction, value; or row, column, value", kept[0][0])
    numbers = read_number_rows([line for _, line in kept], width, path, kept[0][0])
    places = read_whole_numbers(numbers[:, :-1], path, "nodes, directions, rows and columns")
    if places.min() < 1:
        refuse_file(
            path, f"has a node, direction or row {places.min()}", "all are counted from 1; internal nodes are not read"
        )
    if width == 3:
        size = int(places.max())
        return Entries(places[:, 0] - 1, places[:, 1] - 1, numbers[:, -1], (size, size))
    return places[:, :2] - [0, 1], places[:, 2:] - [0, 1], numbers[:, -1]


def entries_of_labels(matrices: dict[str, Labelled]) -> tuple[Array, dict[str, Entries]]:
    """Returns the freedoms that any of the matrices names, in order, and each matrix by its rows."""
    named = np.vstack([pairs for rows, columns, _ in matrices.values() for pairs in (rows, columns)])
    freedoms = np.unique(named, axis=0)
    keys = freedoms[:, 0] * 8 + freedoms[:, 1]

    def place(pairs: Array) -> Array:
        return np.searchsorted(keys, pairs[:, 0] * 8 + pairs[:, 1])

    shape = (len(freedoms), len(freedoms))
    found = {
        word: Entries(place(rows), place(columns), values, shape) for word, (rows, columns, values) in matrices.items()
    }
    return freedoms, found
