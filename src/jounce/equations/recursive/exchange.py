"""Exchange between subsystems: motions of bodies that one has and another looks at."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jounce.graph import Scalar
from jounce.native.program import Import
from jounce.parts.ends import bodies_of_ends
from jounce.spatial.motion import Motion
from jounce.spatial.relative_motion import STILL, RelativeMotion
from jounce.spatial.vector import ZERO

if TYPE_CHECKING:
    from jounce.equations.recursive.subsystem import SubsystemEquations


def _unit_motion(c: int) -> Motion:
    e = tuple(1.0 if i == c % 3 else 0.0 for i in range(3))
    return (e, ZERO) if c < 3 else (ZERO, e)  # type: ignore[return-value]


FLOATING = replace(STILL, S=tuple(_unit_motion(c) for c in range(6)))  # a reference as it sees itself
MOVING = 24  # numbers that say where a body is and how it moves; its columns come behind them


def export_body_to_exchange(sub: SubsystemEquations, k: int, unspun: bool = False) -> None:
    """Let others see a body of this subsystem: its numbers in the order `import_body_from_exchange` reads them."""
    m = sub.motion_of(k, unspun)
    numbers: list[Scalar] = [*m.R[0], *m.R[1], *m.R[2], *m.position(ZERO), *m.U[0], *m.U[1], *m.A[0], *m.A[1]]
    for S in (*m.S, *m.through):
        numbers += [*S[0], *S[1]]
    for i, value in enumerate(numbers):
        sub.sheet.outputs[_word(unspun), k, i] = value


def import_body_from_exchange(sub: SubsystemEquations, k: int, unspun: bool = False) -> RelativeMotion:
    """A body of another subsystem, anchored at the design origin."""
    if sub.mechanism.reference[k] == k:
        return FLOATING
    link = sub.mechanism.links[k]
    through = len(sub.mechanism.links[link.parent].speeds) if link.attached else 0
    word, size = _word(unspun), 8 + 2 * (len(link.speeds) + through)

    def number_of_interface(i: int) -> Scalar:
        return sub.from_interface(lambda link: (word, link, i), k, still=0.0 if i >= MOVING else None)

    if sub.homes:  # a force element looks at bodies of groups
        homes = [home_of_exchanged_link(sub, link) for link in exchange_twin_links(sub, k)]
        for group, _, first in homes:
            export_body_to_exchange(group, first, unspun)
        flat: list[Scalar] = [
            sub.place(
                (word, k, i), Import(tuple((group.number, (word, first, i), lane) for group, lane, first in homes))
            )
            for i in range(3 * size)
        ]
    else:
        flat = [number_of_interface(i) for i in range(3 * size)]
    R0, R1, R2, r, w, v, dw, dv, *columns = [tuple(flat[3 * i : 3 * i + 3]) for i in range(size)]
    S = tuple(zip(columns[::2], columns[1::2], strict=True))
    own = {"through": S} if link.attached else {"S": S}
    return RelativeMotion((R0, R1, R2), r, ZERO, (w, v), (dw, dv), **own)  # type: ignore[arg-type]


def exchange_twin_links(sub: SubsystemEquations, k: int) -> list[int]:
    """The links that stand in every lane for a body of the first lane's force element."""
    if sub.is_interface:
        return [k]
    forces, body = sub.mechanism.model.forces, sub.mechanism.links[k].body
    place = bodies_of_ends(forces[sub.own.forces[0]]).index(body)
    return [sub.mechanism.index(bodies_of_ends(forces[member.forces[0]])[place]) for member in sub.members]


def home_of_exchanged_link(sub: SubsystemEquations, k: int) -> tuple[SubsystemEquations, int, int]:
    """The group and lane of a link, and the link of the first lane that stands for it."""
    for group in sub.homes:
        for lane, member in enumerate(group.members):
            if k in member.links:
                return group, lane, group.own.links[member.links.index(k)]
    raise KeyError(k)


def _word(unspun: bool) -> str:
    return "unspun motion" if unspun else "motion"
