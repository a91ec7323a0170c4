"""The tree and its links: which body is carried by which, through which joint; names of the rows that close it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, Literal

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.model import Model
from jounce.parts import GROUND, Body
from jounce.parts.ends import coordinates_of
from jounce.parts.joints import Free
from jounce.parts.joints.joint_rows import holds_speeds_only
from jounce.parts.joints.motions import ElementaryMotion

OUTSIDE = -1  # the ground, as parent of a link
LONG = 2  # times as many entries of the mass matrix as a shallow tree would have: too many
Ranked = tuple[tuple[bool, int], Any]  # a joint that can carry; whether its coordinates are not spoken of, freedoms


@dataclass(frozen=True, slots=True)
class Named:
    """A coordinate, speed or row with its unit."""

    name: str
    unit: str
    speeds_only: bool = False  # a row that ties speeds and leaves positions free


@dataclass(frozen=True, slots=True)
class TreeLink:
    """One body on its joint. `reverse`: the tree runs from the joint's child to its parent."""

    body: str
    parent: int  # index of the carrying link, or OUTSIDE
    joint: Any
    reverse: bool
    motions: tuple[ElementaryMotion, ...]  # structure only: kinds and names
    coordinates: tuple[Named, ...]
    speeds: tuple[Named, ...]

    @property
    def floats(self) -> bool:
        """Tells whether its joint holds it in no way."""
        return any(motion.floats for motion in self.motions)

    @property
    def from_tables(self) -> bool:
        """Tells whether tables lead it, in place of a linkage."""
        return any(motion.from_tables for motion in self.motions)

    @property
    def bends(self) -> bool:
        """Tells whether it stands for the shapes of a body that bends."""
        return bends(self.joint)

    @property
    def yields(self) -> bool:
        """Tells whether springs hold its coordinates, so that start values move it only where nothing else can."""
        return self.bends or getattr(self.joint, "yields", False)

    @property
    def attached(self) -> bool:
        """Tells whether it is a frame on a body that bends, without coordinates of its own."""
        return is_attached(self.joint)

    @property
    def has_quaternion(self) -> bool:
        return any(motion.quaternion is not None for motion in self.motions)

    def per_motion(self, numbers: Sequence[Scalar], what: Literal["coordinates", "speeds"]) -> list[Sequence[Scalar]]:
        """Returns the numbers of each of its motions, out of those of the link."""
        found, at = [], 0
        for motion in self.motions:
            size = len(motion.coordinates if what == "coordinates" else motion.speeds)
            found.append(numbers[at : at + size])
            at += size
        return found


def bends(joint: Any) -> bool:
    """Tells whether the child of a joint stands for the shapes of a body that bends."""
    return getattr(joint, "bends", False)


def is_attached(joint: Any) -> bool:
    """Tells whether the child of a joint is a frame on a body that bends."""
    return getattr(joint, "attaches", False)


def spanning_tree(model: Model) -> tuple[list[TreeLink], list[Any]]:
    """Links in depth-first order, and the joints left over, which close loops.

    Joints whose coordinates are spoken of carry, then those that lock most, so that the tree has few coordinates and
    the cuts few rows. Among equals the file's order decides, unless this makes a long chain where a shallow tree would
    do: the mass matrix has an entry for each link and each link below it. A body that no joint carries floats: it gets
    a free joint named after it. A body that bends is carried by its own frame: a joint that would carry it by one of
    the others closes a loop.
    """
    named = {c.rsplit(".", 1)[0] for part in model.parts for c in coordinates_of(part)}
    joining = [joint for joint in model.joints if hasattr(joint, "parent")]
    able = [joint for joint in joining if hasattr(joint, "motions") and not getattr(joint, "cut", False)]
    ranked = [(_rank(joint, named), joint) for joint in able]
    carrying = _carrying(model, ranked)
    while entry := _entry_by_frame(carrying):
        ranked = [(rank, joint) for rank, joint in ranked if joint is not entry]
        carrying = _carrying(model, ranked)
    chosen = {id(joint) for joint in carrying}
    closing = [joint for joint in joining if id(joint) not in chosen]
    closing += [joint for joint in model.joints if not hasattr(joint, "parent")]
    _refuse_uncuttable(model, closing, named)
    return _walk(carrying), closing


def _carrying(model: Model, ranked: list[Ranked]) -> list[Any]:
    carrying, shallow = _in_listed_order(model, ranked), _shallow(model, ranked)
    return shallow if _entries(carrying) > LONG * _entries(shallow) else carrying


def _rank(joint: Any, named: set[str]) -> tuple[bool, int]:
    """Returns what decides which joints carry; the parts of a body that bends hold together first."""
    return (False, -1) if bends(joint) or is_attached(joint) else (joint.name not in named, _freedoms(joint))


def _entry_by_frame(carrying: list[Any]) -> Any:
    """Returns a joint that carries a body that bends by one of its frames; None if there is none."""
    if not any(is_attached(joint) for joint in carrying):
        return None
    links = _walk(carrying)
    entered = (link for link in links if link.reverse and (link.attached or link.bends))
    return next((links[link.parent].joint for link in entered), None)


def _freedoms(joint: Any) -> int:
    return sum(len(motion.speeds) for motion in joint.motions())


def _in_listed_order(model: Model, ranked: list[Ranked]) -> list[Any]:
    """Returns the joints that carry: the best rank first, and of equals the first in the file. [Kruskal 1956]"""
    group = {name: name for name in (GROUND, *(body.name for body in model.bodies))}
    carrying = []
    for _, joint in sorted(ranked, key=lambda entry: entry[0]):
        a, b = _root(group, joint.parent), _root(group, joint.child)
        if a != b:
            group[a] = b
            carrying.append(joint)
    return carrying + [Free(name=body, parent=GROUND, child=body) for body in _floating(model, group)]


def _shallow(model: Model, ranked: list[Ranked]) -> list[Any]:
    """Returns the joints that carry: the best rank first, and of equals the nearest to the root, then by the bodies'
    order.

    The order of the joints in the file has no part in it. [Prim 1957]
    """
    place = {name: k for k, name in enumerate((GROUND, *(body.name for body in model.bodies)))}
    group = {name: name for name in place}
    at: dict[str, list[Ranked]] = {name: [] for name in place}
    for rank, joint in ranked:
        group[_root(group, joint.parent)] = _root(group, joint.child)
        for end in (joint.parent, joint.child):
            at[end].append((rank, joint))
    floating = [Free(name=body, parent=GROUND, child=body) for body in _floating(model, group)]
    depth = {GROUND: 0} | {joint.child: 1 for joint in floating}
    reach: list[tuple[Any, ...]] = []

    def reach_from(body: str) -> None:
        for rank, joint in at[body]:
            other = joint.parent if joint.child == body else joint.child
            if other not in depth:
                heappush(reach, (rank, depth[body], place[body], place[other], joint.name, joint, other))

    for body in list(depth):
        reach_from(body)
    carrying = []
    while reach:
        _, nearer, _, _, _, joint, body = heappop(reach)
        if body not in depth:
            depth[body] = nearer + 1
            carrying.append(joint)
            reach_from(body)
    return carrying + floating


def _root(group: dict[str, str], name: str) -> str:
    while group[name] != name:
        group[name] = group[group[name]]
        name = group[name]
    return name


def _floating(model: Model, group: dict[str, str]) -> list[str]:
    """Returns one body of each part that hangs on nothing: the first interface if there is one, else the first body.

    No number may decide it: what is structure must not change with values.
    """
    parts: dict[str, list[Body]] = {}
    shown = {joint.child for joint in model.joints if bends(joint) or is_attached(joint)}
    for body in model.bodies:
        if _root(group, body.name) != _root(group, GROUND) and body.name not in shown:
            parts.setdefault(_root(group, body.name), []).append(body)
    return [max(bodies, key=lambda body: body.interface).name for bodies in parts.values()]  # the first of the largest


def _entries(carrying: list[Any]) -> int:
    """Returns links, each with all that carry it: as many as the mass matrix has blocks."""
    links = _walk(carrying)
    depth: list[int] = []
    for link in links:
        depth.append(1 if link.parent == OUTSIDE else 1 + depth[link.parent])
    return sum(depth)


def _refuse_uncuttable(model: Model, closing: list[Any], named: set[str]) -> None:
    problems = [
        Problem(
            f"joints.{joint.name}",
            f"a {type(joint).__name__.lower()} joint closes a loop, but has no rows that could close it",
            "give the loop a joint that can be cut, or remove one joint of the loop",
        )
        for joint in closing
        if hasattr(joint, "motions") and not hasattr(joint, "rows")
    ]
    problems += [
        Problem(
            f"joints.{joint.name}",
            "closes a loop and so has no coordinate, but another part speaks of one",
            "name a coordinate of another joint of the loop, or force another joint open with cut = true",
        )
        for joint in closing
        if joint.name in named
    ]
    if problems:
        raise model.refusal(problems)


def _walk(carrying: list[Any]) -> list[TreeLink]:
    """Walks depth-first from the ground."""
    at: dict[str, list[Any]] = {}
    for joint in carrying:
        at.setdefault(joint.parent, []).append(joint)
        at.setdefault(joint.child, []).append(joint)
    links: list[TreeLink] = []
    index = {GROUND: OUTSIDE}
    stack = [(GROUND, joint) for joint in reversed(at.get(GROUND, []))]
    while stack:
        body, joint = stack.pop()
        reverse = joint.child == body
        other = joint.parent if reverse else joint.child
        if other in index:
            continue
        index[other] = len(links)
        motions = tuple(joint.motions())
        links.append(
            TreeLink(
                body=other,
                parent=index[body],
                joint=joint,
                reverse=reverse,
                motions=motions,
                coordinates=tuple(Named(f"{joint.name}.{name}", unit) for m in motions for name, unit in m.coordinates),
                speeds=tuple(Named(f"{joint.name}.{name}", unit) for m in motions for name, unit in m.speeds),
            )
        )
        stack += [(other, j) for j in reversed(at[other]) if j is not joint]
    return links


def tree_row_names(closure: Any) -> tuple[Named, ...]:
    """Returns the scalar equations of a closing part, by name."""
    if not hasattr(closure, "rows"):  # it ties coordinates
        return (Named(f"{closure.name}", "rad or m"),)
    names: list[Named] = []
    for row in closure.rows():
        labels, speeds_only = row.labels(len(names)), holds_speeds_only(row)
        names += [Named(f"{closure.name}.{label}", row.unit, speeds_only) for label in labels]
    return tuple(names)
