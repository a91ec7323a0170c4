"""Matrix Market files: real matrices as entries or whole, symmetric or general. [Boisvert, Pozo, Remington 1996]"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from jounce.elastic.files.arrays import refuse_file
from jounce.elastic.files.raw_body import Entries
from jounce.elastic.files.text_rows import read_number_rows, read_text, read_whole_numbers

HEAD = "%%matrixmarket"
READ = 'written as "%%MatrixMarket matrix coordinate real symmetric", or array, integer, general'
LARGEST = 10**8  # rows


def read_matrix_market(path: Path) -> Entries:
    """Returns the entries of a matrix; of a symmetric one, those of the half that the file holds."""
    lines = read_text(path).split("\n")
    head = lines[0].lower().split()
    words = [*head[1:], "", "", "", ""]
    if not head or head[0] != HEAD or words[0] != "matrix":
        refuse_file(path, "does not begin as a Matrix Market file", READ, 1)
    layout, field, form = words[1:4]
    if layout not in ("coordinate", "array") or field not in ("real", "integer", "double"):
        refuse_file(path, f"a matrix of the form '{layout} {field}' is not read", READ, 1)
    if form not in ("symmetric", "general"):
        refuse_file(path, f"a matrix that is {form or 'of no symmetry'} is not read", READ, 1)
    at = next((k for k, line in enumerate(lines[1:], 1) if line.strip() and not line.startswith("%")), len(lines))
    while lines and not lines[-1].strip():
        lines.pop()
    width = 3 if layout == "coordinate" else 2
    sizes = read_whole_numbers(read_number_rows(lines[at : at + 1], width, path, at + 1), path, "sizes").ravel()
    if len(sizes) != width or (sizes < 0).any() or (sizes[:2] > LARGEST).any() or not sizes[:2].all():
        refuse_file(path, "has no line with its sizes", "rows, columns and, of entries, how many", at + 1)
    shape = (int(sizes[0]), int(sizes[1]))
    body = lines[at + 1 :]
    if layout == "array":
        return _whole(read_number_rows(body, 1, path, at + 2).ravel(), shape, form, path)
    rows = read_number_rows(body, 3, path, at + 2)
    if len(rows) != sizes[2]:
        refuse_file(path, f"has {len(rows)} entries, its head says {sizes[2]}", "it may be cut short", at + 1)
    places = read_whole_numbers(rows[:, :2], path, "rows and columns") - 1
    if len(places) and (places.min() < 0 or (places >= shape).any()):
        refuse_file(path, f"has an entry outside of {shape[0]} by {shape[1]}", "rows and columns count from 1")
    if form == "symmetric" and not ((places[:, 0] >= places[:, 1]).all() or (places[:, 0] <= places[:, 1]).all()):
        refuse_file(path, "is called symmetric and holds entries of both halves", "keep one half, or call it general")
    return Entries(places[:, 0], places[:, 1], rows[:, 2], shape)


def _whole(values: np.ndarray, shape: tuple[int, int], form: str, path: Path) -> Entries:
    """Returns the entries of a matrix written column by column; of a symmetric one, from the diagonal down."""
    rows, columns = (
        np.triu_indices(shape[0])[::-1] if form == "symmetric" else np.unravel_index(range(np.prod(shape)), shape, "F")
    )
    if len(values) != len(rows):
        refuse_file(path, f"has {len(values)} numbers, its head says {len(rows)}", "it may be cut short")
    some = values != 0
    return Entries(np.asarray(rows)[some], np.asarray(columns)[some], values[some], shape)
