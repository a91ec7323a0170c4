"""Reference for machine code: a program run piece by piece with NumPy, slow, plain, equal to the last bit.

Arrays may have leading axes for a batch of states; the last axis is the one the kernels know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from jounce.graph import Expression
from jounce.graph.interpret import RoadFunction, evaluate
from jounce.native.functions import FUNCTIONS, function_arguments
from jounce.native.fusion import fused_multiply_add
from jounce.native.program import Piece

Arrays = Mapping[str, np.ndarray]  # the kernel's arrays by name


def run_reference_pieces(pieces: Sequence[Piece], arrays: Arrays, road: RoadFunction | None = None) -> None:
    """Evaluate pieces in order: `program.setup` after values have changed, `program.run` for a state."""
    with np.errstate(all="ignore"):  # both sides of a select run, also the one that is not taken
        for piece in pieces:
            _run_piece(piece, arrays, road)


def _run_piece(piece: Piece, arrays: Arrays, road: RoadFunction | None) -> None:
    values: dict[Expression, np.ndarray] = {
        node: arrays[place.array][..., list(place.offsets)] for node, place in piece.loads
    }

    def value(node: Expression) -> np.ndarray:
        return np.full(piece.lanes, node.data[0]) if node.op == "const" else values[node]

    for node in piece.nodes:
        if node in piece.fused:
            whole = piece.fused[node]
            a, b, c = (value(arg) for arg in whole[:3])
            values[node] = fused_multiply_add(whole.sign * a, b, whole.addend_sign * c)
            continue
        args = [value(arg) for arg in function_arguments(node)]
        values[node] = args[0] if node.op in FUNCTIONS else evaluate(node, args, arrays["tables"], road)
    for node, place in piece.stores:
        arrays[place.array][..., list(place.offsets)] = value(node)
