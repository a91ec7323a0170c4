"""Operations of long chains side by side: the same operations, in another order that is as good."""

from __future__ import annotations

from jounce.graph import atan, cos
from jounce.native.interleave import interleave_chains
from jounce.native.program import Place, ProgramScheduler, ProgramSheet, Store


def chunk(chains: bool):
    """Three chains of an atan of an atan, whose cosines are added."""
    sheet = ProgramSheet(lanes=1, chains=chains)
    x = [sheet.symbol(name, Place("state", (k,))) for k, name in enumerate("abc")]
    sheet.outputs["sum"] = sum(cos(3.0 * atan(y - 0.5 * atan(y))) for y in x)
    (piece,) = ProgramScheduler([sheet]).program([Store(0, "sum", Place("out", (0,)))], 0).run
    return piece


def arguments(piece, node):
    from jounce.native.functions import function_arguments

    return piece.fused[node][:3] if node in piece.fused else function_arguments(node)


def test_every_operation_is_there_once_and_behind_its_arguments():
    piece = chunk(chains=True)
    met = {node for node, _ in piece.loads}
    for node in piece.nodes:
        assert node not in met
        assert all(arg in met for arg in arguments(piece, node) if arg.op != "const")
        met.add(node)
    assert len(piece.nodes) == len(chunk(chains=False).nodes)


def test_chains_that_do_not_need_each_other_run_side_by_side():
    """Divisions take longest: depth first, two of a chain follow each other; here those of all three chains do."""
    plain, mixed = chunk(chains=False), chunk(chains=True)

    def first(piece) -> list[int]:
        return [k for k, node in enumerate(piece.nodes) if node.op == "div"][:3]

    assert len(plain.nodes) / 3 < first(plain)[2]  # of the second chain
    assert first(mixed)[2] < len(mixed.nodes) / 3
    assert interleave_chains([], {}) == []
