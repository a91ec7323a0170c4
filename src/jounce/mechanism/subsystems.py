"""Split into subsystems: what can be eliminated by itself before the car body is moved, and the interface between.

Interface bodies are those on which several subsystems meet: floating bodies, and those the model names.
Taking them away, the constraint graph falls apart into components. [Kim, section 5, subsystem synthesis]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jounce.mechanism.tree import OUTSIDE, TreeLink
from jounce.model import Model
from jounce.parts import GROUND
from jounce.parts.ends import bodies_of_ends, coordinates_of, has_phases


@dataclass(frozen=True, slots=True)
class Component:
    """Links that are eliminated together, with what acts on them and closes their loops."""

    links: tuple[int, ...]
    closures: tuple[int, ...]
    forces: tuple[int, ...]
    sensors: tuple[int, ...]
    # links on which the first of its group hangs, each with the one that stands in its place here: another one like it,
    # or what carries it, where it stands still on that
    carriers: tuple[tuple[int, int], ...] = ()

    def carrier(self, k: int) -> int:
        """Returns the link that stands here for link k of the first of its group."""
        return dict(self.carriers).get(k, k)


@dataclass(frozen=True, slots=True)
class Group:
    """Components of equal structure; the first stands for all."""

    members: tuple[Component, ...]


def references_of_subsystems(links: list[TreeLink], closures: list[Any]) -> list[int]:
    """Returns, for each link, the link whose frame its tree is written in, or OUTSIDE for the ground.

    A floating root is the reference of its tree: then the place of the car never enters its equations.
    A tree that a loop ties to another tree, or to the ground, is written in the ground's frame.
    """
    tree: list[int] = []
    for k, link in enumerate(links):
        tree.append(k if link.parent == OUTSIDE else tree[link.parent])
    # a float that runs backwards describes the ground as its body sees it, and is written in the ground's frame
    roots = {k for k in tree if not links[k].reverse}
    floats = {k for k in roots if links[k].floats}
    at = {link.body: k for k, link in enumerate(links)}
    for closure in closures:
        if hasattr(closure, "parent"):
            ends = [tree[at[b]] if b != GROUND else OUTSIDE for b in (closure.parent, closure.child)]
            if ends[0] != ends[1]:
                floats -= set(ends)
    return [root if root in floats else OUTSIDE for root in tree]


def interface_of_subsystems(model: Model, links: list[TreeLink], reference: list[int]) -> list[int]:
    """Returns floating references, the bodies the model names, and all that carries those."""
    named = {body.name for body in model.bodies if body.interface}
    chosen: set[int] = set()

    def choose(k: int) -> None:
        while k != OUTSIDE and k not in chosen:
            chosen.add(k)
            k = links[k].parent

    for k, link in enumerate(links):
        if link.body in named or reference[k] == k:
            choose(k)
    for k, link in enumerate(links):  # what a body of the interface shows of itself
        if (link.bends or link.attached) and link.parent in chosen:
            chosen.add(k)
    return sorted(chosen)


def split_subsystems(
    model: Model, links: list[TreeLink], closures: list[Any], interface: list[int]
) -> tuple[Component, list[Component]]:
    """Gives the interface's own share, and the connected components of the rest; sensors are shared out afterwards."""
    at = {link.body: k for k, link in enumerate(links)}
    joint_at = {link.joint.name: k for k, link in enumerate(links)}
    inner = set(interface)
    group = list(range(len(links)))

    def root(k: int) -> int:
        while group[k] != k:
            k = group[k]
        return k

    def touched(part: Any) -> list[int]:
        """Links of a part that are not of the interface."""
        hit = [at[b] for b in bodies_of_ends(part) if b != GROUND]
        hit += [joint_at[c.rsplit(".", 1)[0]] for c in coordinates_of(part, acting=True)]
        return [k for k in hit if k not in inner]

    for k, link in enumerate(links):
        if k not in inner and link.parent != OUTSIDE and link.parent not in inner:
            group[root(k)] = root(link.parent)
    frictions = [part for part in model.forces if has_phases(part)]
    for closure in (*closures, *frictions):
        hit = touched(closure)
        for k in hit[1:]:
            group[root(k)] = root(hit[0])
    forces = model.forces
    members: dict[int, list[int]] = {}
    for k in range(len(links)):
        if k not in inner:
            members.setdefault(root(k), []).append(k)

    def share(parts: Any, home: int | None) -> tuple[int, ...]:
        chosen = []
        for number, part in enumerate(parts):
            homes = {root(k) for k in touched(part)}
            # what acts between components, or on a coordinate of the interface, is evaluated with the interface
            by_force = parts is forces and not has_phases(part)
            on_interface = by_force and any(joint_at[c.rsplit(".", 1)[0]] in inner for c in coordinates_of(part))
            belongs = homes.pop() if len(homes) == 1 and not on_interface else None
            if belongs == home:
                chosen.append(number)
        return tuple(chosen)

    components = [Component(tuple(own), share(closures, r), share(forces, r), ()) for r, own in members.items()]
    return Component(tuple(interface), share(closures, None), share(forces, None), ()), components
