"""The rank of the constraints: redundant rows, idle freedoms, and the joints that hold them, found by numbers.

Redundant rows are chosen after assembly and after every change of values: the constraint Jacobian, weighted
by mass, is factorised by pivoted QR; rows that add nothing are switched off at run time and watched. The same
test at displaced poses tells a redundant mechanism from one that starts in a singular position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.errors import Problem
from jounce.mechanism import tree_row_names
from jounce.mechanism.mobility import mobility_text
from jounce.parts.ends import is_driven_at_ends
from jounce.simulation.loops.assemble import ACCEPTED, close_loops, ease_of_columns, move_coordinates_to_assemble
from jounce.simulation.loops.dead_points import dead_rows
from jounce.simulation.loops.independent_rows import DEPENDENT, independent_rows
from jounce.simulation.loops.pose import body_pose_columns
from jounce.simulation.loops.vanishing_inertia import refuse_vanishing_inertia
from jounce.simulation.workspace import Workspace

BESIDE = 10 * DEPENDENT  # the same beside the assembled pose: a lost row has the sine DISPLACEMENT there
IDLE = 1e-14  # square of a velocity, relative to the largest, that counts as standing still
SHARE = 0.1  # of the largest: rows that count in what holds a dead point
DISPLACEMENT = 0.03  # m or rad, of the poses that are tried beside the assembled one
BESIDE_OPEN = ACCEPTED + BESIDE * DISPLACEMENT  # m or rad: what redundant rows may be open by there
ASIDE = "start a little away from it (stretched or folded links, dead centre)"


@dataclass(frozen=True)
class Rank:
    """What the rows do at the assembled pose and near it."""

    active: tuple[str, ...]
    redundant: tuple[str, ...]
    mobility: int  # freedoms left, by rank: of speeds
    mobility_of_positions: int  # the same without rows that tie speeds only
    mobility_by_count: int  # speeds less rows
    idle: tuple[str, ...]  # freedoms that move one body about itself and nothing else
    idle_speeds: tuple[tuple[str, ...], ...]  # the speeds that take part in each, the largest first
    not_unique: tuple[str, ...]  # joints whose reactions redundant rows leave undetermined

    @property
    def mobility_text(self) -> str:
        """Tells one number, or two where rows tie speeds only, as rolling does."""
        return mobility_text(self.mobility, self.mobility_of_positions)


def find_rank(work: Workspace, state: np.ndarray) -> Rank:
    """Examines a closed state; refuse singular starts and inertias that vanish."""
    names = sorted(work.layout.rows, key=work.layout.rows.__getitem__)
    speeds = len(work.layout.speeds)
    here = work.matrices(state)
    refuse_vanishing_inertia(work, here["M"])
    first = work.compiled.position_rows
    chosen = independent_rows(here["J"], here["M"], first=first)
    _refuse_singular(work, [names[i] for i in dead_rows(work, state, here)])
    positions = [i for i in chosen if first[i]]
    for pose in _displaced(work, state, here["J"], positions):
        there = work.matrices(pose)
        refuse_vanishing_inertia(work, there["M"])
        _refuse_singular(work, [names[i] for i in np.flatnonzero(np.abs(there["g"]) > BESIDE_OPEN)])
        more = independent_rows(there["J"], there["M"], BESIDE, first=first)
        if len(chosen) < len(more):
            _refuse_singular(work, [names[i] for i in more if i not in chosen])
    active = set(chosen)
    idle = _idle(work, state, here["J"][chosen])
    return Rank(
        active=tuple(n for i, n in enumerate(names) if i in active),
        redundant=tuple(n for i, n in enumerate(names) if i not in active),
        mobility=speeds - len(active),
        mobility_of_positions=speeds - len(positions),
        mobility_by_count=speeds - len(names),
        idle=tuple(name for name, _ in idle),
        idle_speeds=tuple(speeds for _, speeds in idle),
        not_unique=_not_unique(work, here["J"], len(active)),
    )


def _displaced(work: Workspace, state: np.ndarray, J: np.ndarray, chosen: list[int]) -> list[np.ndarray]:
    """Returns two nearby poses that close the chosen rows of positions, reached along the freedoms that these leave.

    Redundant rows are then closed, too, but for what hardpoints of finite digits leave open: closed to the last digit,
    rows that nearly say the same would lead back.
    """
    if not len(J) or len(chosen) >= J.shape[1]:
        return []
    free = np.linalg.svd(J[chosen])[2][len(chosen) :]
    found = []
    for turn in (1.0, 2.0):  # any directions will do, but the same ones each time
        direction = free.T @ np.cos(turn * np.arange(1, len(free) + 1) ** 2)
        pose = state.copy()
        reach = DISPLACEMENT * ease_of_columns(work) / np.abs(direction).max()
        move_coordinates_to_assemble(work, pose, reach * direction)
        close_loops(work, pose, held=np.zeros(0, int), rows=chosen)
        if np.abs(work.matrices(pose)["g"][chosen]).max(initial=0.0) < BESIDE_OPEN:
            found.append(pose)
    return found


def _refuse_singular(work: Workspace, lost: list[str]) -> None:
    if not lost:
        return
    hold = "loses its hold" if len(lost) == 1 else "lose their hold"
    what = f"the start position is singular: {', '.join(lost)} {hold} there and nowhere near it"
    where = f"joints.{lost[0].rsplit('.', 1)[0]}"
    raise work.model.refusal([Problem(where, what, ASIDE)])


def _idle(work: Workspace, state: np.ndarray, J: np.ndarray) -> list[tuple[str, tuple[str, ...]]]:
    """Returns freedoms that turn a single body, or both halves of a strut, held at two joints or more, and move no
    other; and the speeds of each.

    A body on a hinge of its own turns about that hinge because it is meant to, and one that rolls or skates likewise.
    """
    if not len(work.mechanism.closures) or len(J) >= J.shape[1]:
        return []  # no loops, or every freedom is driven
    free = np.linalg.svd(J)[2][len(J) :].T
    moves = body_pose_columns(work.mechanism, work.layout, state) @ free  # of each body, for each freedom
    squares = moves.transpose(0, 2, 1) @ moves
    turns = moves[:, :3].transpose(0, 2, 1) @ moves[:, :3]
    total = squares.sum(axis=0)
    joints = [c for c in work.mechanism.closures if hasattr(c, "parent")] + [
        link.joint for link in work.mechanism.links
    ]
    number = {link.body: k for k, link in enumerate(work.mechanism.links)}
    struts = [(j.parent, j.child) for j in joints if getattr(j, "telescopes", False)]
    cushioned = {part.child for part in work.model.forces if getattr(part, "cushions", False)}  # held, if not by joints
    found = []
    known = np.zeros((free.shape[1], 0))  # directions, in freedoms
    for bodies in [(body,) for body in number] + [pair for pair in struts if number.keys() >= set(pair)]:
        own = [joint for joint in joints if (joint.parent in bodies) != (joint.child in bodies)]
        if len(own) < 2 or cushioned & set(bodies) or any(map(_lets_turn, own)):
            continue
        members = [number[body] for body in bodies]
        still, directions = np.linalg.eigh(total - squares[members].sum(axis=0))  # what the other bodies do
        alone = _beside(known, directions[:, still < IDLE * max(still[-1], 1.0)])
        spins, mixed = np.linalg.eigh(alone.T @ turns[members].sum(axis=0) @ alone)
        for direction in (alone @ mixed[:, spins > 1e-6]).T:
            about = "its own joints" if len(bodies) == 1 else "their joints"
            found.append((f"{' and '.join(bodies)}: spin about {about}", _taking_part(work, free @ direction)))
            known = np.column_stack([known, direction])
    return found


def _lets_turn(joint: Any) -> bool:
    """Tells whether a joint is there for its body to turn: a hinge, a contact that rolls or skates."""
    rows = tree_row_names(joint) if hasattr(joint, "rows") else ()
    return getattr(joint, "is_hinge", False) or any(row.speeds_only for row in rows)


def _beside(known: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Returns what is left of the span of unit directions that are normal to each other, beside those known."""
    left, sizes, _ = np.linalg.svd(directions - known @ (known.T @ directions), full_matrices=False)
    return left[:, sizes > 0.5]


def _taking_part(work: Workspace, direction: np.ndarray) -> tuple[str, ...]:
    """Names of the speeds in a direction, the largest first."""
    names = sorted(work.layout.speeds, key=work.layout.speeds.__getitem__)
    size = np.abs(direction)
    return tuple(names[i] for i in np.argsort(-size, kind="stable") if size[i] > 1e-3 * size.max())


def _not_unique(work: Workspace, J: np.ndarray, rank: int) -> tuple[str, ...]:
    """Returns joints around the loops that a self-stress can load: multipliers with J^T n = 0 move nothing.

    [Wojtyra 2009: joint reactions of rigid bodies with redundant constraints]
    """
    if rank == len(J):
        return ()
    stresses = np.linalg.svd(J)[0][:, rank:]
    found: dict[str, None] = {}
    for closure in work.mechanism.closures:
        rows = [work.layout.rows[named.name] for named in tree_row_names(closure)]
        if np.abs(stresses[rows]).max() < 1e-6:
            continue
        found[closure.name] = None
        if hasattr(closure, "parent"):
            paths = [set(work.mechanism.path(work.mechanism.index(body))) for body in (closure.parent, closure.child)]
            found |= dict.fromkeys(work.mechanism.links[k].joint.name for k in sorted(paths[0] ^ paths[1]))
    return tuple(found)


def rank_of_holding_joints(work: Workspace, state: np.ndarray) -> tuple[tuple[str, ...], bool]:
    """Returns closing joints with a share in the left null vectors of J, and whether drives have one, too.

    These multipliers load the rows and move nothing: the drive pushes, the links of the loop carry it.
    """
    J = work.matrices(state)["J"]
    on = work.modes[: len(J)] > 0.5
    left, sizes, _ = np.linalg.svd(J[on])
    vanishing = left[:, : len(sizes)][:, sizes <= 10.0 * sizes.min()]
    share = np.zeros(len(J))
    share[on] = np.linalg.norm(vanishing, axis=1)
    load = {
        part.name: float(max(share[work.layout.rows[n.name]] for n in tree_row_names(part)))
        for part in work.mechanism.closures
    }
    drives = {part.name for part in work.mechanism.closures if is_driven_at_ends(part)}
    held = {name: value for name, value in load.items() if name not in drives}
    if not held:
        return (), bool(drives)
    largest = max(load.values())
    names = [name for name in sorted(held, key=lambda n: -held[n]) if held[name] >= SHARE * max(held.values())]
    return tuple(names), any(load[name] >= SHARE * largest for name in drives)
