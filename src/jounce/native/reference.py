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
Road = RoadFunction | Sequence[RoadFunction] | None
BY_CAR = ("lookup", "lookup2", "road")  # operations that read what each car has for itself


def run_reference_pieces(pieces: Sequence[Piece], arrays: Arrays, road: Road = None) -> None:
    """Evaluate pieces in order: `program.setup` after values have changed, `program.run` for a state.

    The cars of a widened program may have a road each.
    """
    with np.errstate(all="ignore"):  # both sides of a select run, also the one that is not taken
        for piece in pieces:
            _run_piece(piece, arrays, road)


def _run_piece(piece: Piece, arrays: Arrays, road: Road) -> None:
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
        values[node] = args[0] if node.op in FUNCTIONS else _evaluate(piece, node, args, arrays["tables"], road)
    for node, place in piece.stores:
        arrays[place.array][..., list(place.offsets)] = value(node)


def _evaluate(piece: Piece, node: Expression, args: list[np.ndarray], tables: np.ndarray, road: Road) -> np.ndarray:
    """One operation for all lanes; each car reads its own tables and its own road."""
    roads = road if isinstance(road, Sequence) else [road] * piece.cars
    if piece.cars == 1 or node.op not in BY_CAR:
        return evaluate(node, args, tables, roads[0])
    found: np.ndarray = np.empty(args[0].shape)
    for car in range(piece.cars):
        own = [arg[..., car :: piece.cars] for arg in args]
        found[..., car :: piece.cars] = evaluate(node, own, tables[car * piece.table_size :], roads[car])
    return found
