"""A body by its modes, from whatever arrays a file holds: shapes as they are, matrices after Craig-Bampton."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from jounce.elastic.craig_bampton import reduce_body
from jounce.elastic.files.arrays import arrays_of_bytes, read_bytes
from jounce.elastic.files.plain_body import plain_body_of_arrays
from jounce.elastic.files.reduced_file import is_reduced, reduced_body_of_arrays
from jounce.elastic.files.shipped import place_of_body
from jounce.elastic.reduced_body import ReducedBody, reduced_body

KEPT = 4  # bodies that a model reads more than once while it is put together


def body_by_modes(path: str, modes: int, reference: str, shapes: int | None) -> ReducedBody:
    """Returns a body by shapes; the file is read each time, and reduced again only when its bytes are others."""
    return _of_bytes(read_bytes(place_of_body(path)), path, modes, reference, shapes)


@lru_cache(maxsize=KEPT)
def _of_bytes(data: bytes, path: str, modes: int, reference: str, shapes: int | None) -> ReducedBody:
    arrays = arrays_of_bytes(data, Path(path))
    if is_reduced(arrays):
        return reduced_body_of_arrays(arrays, path).slowest(shapes)
    return reduced_body(reduce_body(plain_body_of_arrays(arrays, path), modes, reference, shapes))
