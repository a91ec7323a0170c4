"""Mobility by counting: what every joint takes away, whatever the numbers are."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.mechanism.mechanism import Mechanism
from jounce.mechanism.tree import OUTSIDE, tree_row_names
from jounce.parts import GROUND


@dataclass(frozen=True, slots=True)
class BodyRow:
    """A body in the table of the tree: who carries it, by what, with which freedoms, and how many so far."""

    body: str
    parent: str
    joint: str
    kind: str
    coordinates: tuple[str, ...]
    freedoms: int
    total: int


def mobility_rows(mechanism: Mechanism) -> list[BodyRow]:
    """Returns the bodies with parents, relative freedoms and running totals, as in [Szczotka 2007, table 1]."""
    rows, total = [], 0
    for link in mechanism.links:
        total += len(link.speeds)
        rows.append(
            BodyRow(
                body=link.body,
                parent=GROUND if link.parent == OUTSIDE else mechanism.links[link.parent].body,
                joint=link.joint.name,
                kind=type(link.joint).__name__.lower(),
                coordinates=tuple(n.name.rsplit(".", 1)[1] for n in link.coordinates),
                freedoms=len(link.speeds),
                total=total,
            )
        )
    return rows


def mobility_by_count(mechanism: Mechanism) -> int:
    """Returns speeds of the tree less rows of the closures (Gruebler's count)."""
    return len(mechanism.speeds) - sum(len(tree_row_names(closure)) for closure in mechanism.closures)


def mobility_text(of_speeds: int, of_positions: int) -> str:
    """Returns freedoms of speeds, and those of positions where there are more of them."""
    return str(of_speeds) if of_positions == of_speeds else f"{of_speeds} of speeds, {of_positions} of positions"
