"""A bushing gives back no more than it took: its full matrices are symmetric, and neither pushes by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import Problem
from jounce.model.axle_data import Axle
from jounce.model.fields import path_of
from jounce.parts.forces import Bushing

if TYPE_CHECKING:
    from jounce.model.model import Model

DIRECTIONS = ("x", "y", "z", "rx", "ry", "rz")
PRINTED = 1e-6  # of the two diagonal terms' mean: what rounding leaves of a matrix with seven digits


def passive_bushings(model: Model) -> Iterator[Problem]:
    """Bushings of a mechanism."""
    for part in model.forces:
        if isinstance(part, Bushing):
            yield from _passive(part, path_of(part))


def bushings(axle: Axle, path: str) -> Iterator[Problem]:
    """Bushings of an axle."""
    for mount, data in axle.bushings.items():
        yield from _passive(data, f"{path}.bushings.{mount}")


def _passive(part: Any, path: str) -> Iterator[Problem]:
    """Of the 36 numbers of a stiffness, the halves beside the diagonal are equal; of a damping, their means count.

    Entries have different units, which a scale for each direction takes away without changing a sign.
    """
    for name in ("stiffness", "damping"):
        given = getattr(part, name)
        if len(given) != 36:
            continue  # signs of six are checked when they are read
        matrix = np.array(given, float).reshape(6, 6)
        diagonal = np.sqrt(np.abs(np.diag(matrix)))
        size = np.where(diagonal > 0, diagonal, 1.0)
        scaled = matrix / np.outer(size, size)
        odd = np.abs(scaled - scaled.T)
        if name == "stiffness" and odd.max() > PRINTED:
            i, j = np.unravel_index(int(odd.argmax()), odd.shape)
            what = f"{matrix[i, j]:g} at ({DIRECTIONS[i]}, {DIRECTIONS[j]}), "
            what += f"but {matrix[j, i]:g} at ({DIRECTIONS[j]}, {DIRECTIONS[i]})"
            yield Problem(f"{path}.{name}", what, "a stiffness is symmetric: else a closed path would gain energy")
            continue
        values, vectors = np.linalg.eigh(0.5 * (scaled + scaled.T))
        if values[0] < -PRINTED:
            among = " with ".join(DIRECTIONS[i] for i in sorted(np.argsort(-np.abs(vectors[:, 0]))[:2]))
            what = f"pushes instead of resisting when {among} move together"
            limit = "off the diagonal at most the root of the product of both diagonal terms"
            yield Problem(f"{path}.{name}", what, limit)
