"""Lanes: components of equal structure form a group and run as lanes of one kernel, such as the corners of a car."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any

from jounce.mechanism.subsystems import Component, Group
from jounce.mechanism.tree import OUTSIDE, TreeLink
from jounce.model import Model
from jounce.parts import GROUND
from jounce.parts.ends import bodies_of_ends, coordinates_of
from jounce.parts.signals import input_of_signal

LANES = (8, 4, 2, 1)  # widths that a kernel may have, widest first
Signature = tuple[Any, ...]  # what has to agree for lanes to run the same code
CARRIER = "carrier"  # role of every interface body


@dataclass(frozen=True, slots=True)
class Hanging:
    """A component with the links outside of it that its parts name, in the order in which they are met."""

    component: Component
    by_depth: tuple[int, ...]  # its links, in an order that does not depend on what carries them
    carriers: tuple[int, ...]
    spoken_of: frozenset[int]  # their coordinates are named: these are the same links in every lane

    def in_order_of(self, first: Hanging, places: dict[int, int]) -> Component:
        """Returns the component as a lane next to the first, its links in the order of their twins."""
        twin = dict(zip(first.by_depth, self.by_depth, strict=True))
        links = tuple(twin[k] for k in first.component.links)
        return replace(self.component, links=links, carriers=tuple(sorted(places.items())))


def group_lanes_by_structure(
    model: Model,
    links: Sequence[TreeLink],
    closures: Sequence[Any],
    reference: Sequence[int],
    components: list[Component],
) -> list[Group]:
    """Groups components that differ in numbers and names only, each on carriers of its own."""
    alike: dict[Signature, list[Hanging]] = {}
    for component in components:
        ordered = replace(component, links=_by_depth(model, links, component))
        hanging = _hanging(component, ordered.links, links, lane_parts(model, links, closures, ordered))
        structure = _signature(model, links, closures, reference, ordered, hanging.carriers)
        alike.setdefault(structure, []).append(hanging)
    groups: list[Group] = []
    for members in alike.values():
        while members:
            followers = max((_followers(links, first, members) for first in members), key=len)
            chosen = followers[: _widest(len(followers))]
            groups.append(Group(tuple(component for _, component in chosen)))
            taken = {number for number, _ in chosen}
            members = [member for number, member in enumerate(members) if number not in taken]
    return groups


def _hanging(component: Component, by_depth: tuple[int, ...], links: Sequence[TreeLink], parts: list[Any]) -> Hanging:
    at = {link.body: k for k, link in enumerate(links)}
    met = [links[k].parent for k in by_depth]
    met += [at[body] for part in parts for body in bodies_of_ends(part) if body in at]
    carriers = tuple(k for k in met if k != OUTSIDE and k not in by_depth)
    with_coordinate = {c.name: k for k, link in enumerate(links) for c in link.coordinates}
    named = {with_coordinate[name] for part in parts for name in coordinates_of(part)}
    return Hanging(component, by_depth, carriers, frozenset(named.difference(by_depth)))


def _followers(links: Sequence[TreeLink], first: Hanging, members: list[Hanging]) -> list[tuple[int, Component]]:
    """The members that can run the code of the first, each with its number; those on the same carriers come first."""
    found = []
    for number, member in enumerate(members):
        places = _replaced_carriers(links, first.carriers, member.carriers)
        if places is not None and not first.spoken_of & places.keys():
            found.append((member.carriers != first.carriers, number, member.in_order_of(first, places)))
    return [(number, component) for _, number, component in sorted(found, key=lambda entry: entry[:2])]


def _by_depth(model: Model, links: Sequence[TreeLink], component: Component) -> tuple[int, ...]:
    """Returns the links of a component in an order that does not depend on what carries them."""
    place = {body.name: n for n, body in enumerate(model.bodies)}

    def depth(k: int) -> int:
        return 1 + depth(links[k].parent) if k in component.links else 0

    return tuple(sorted(component.links, key=lambda k: (depth(k), place[links[k].body])))


def _replaced_carriers(
    links: Sequence[TreeLink], leading: tuple[int, ...], own: tuple[int, ...]
) -> dict[int, int] | None:
    """Tells which link stands in the place of each carrier of the first lane, where it is another; None if none fits.

    A carrier is replaced by one with as many speeds, such as the left arm of a bar by the right one, or by what carries
    it: a toe link that ends on the car body is like a tie rod on a rack that never moves. Then so is what carries both.
    """
    places: dict[int, int] | None = {}
    for a, b in zip(leading, own, strict=True):
        places = places if places is None else _put(links, places, a, b)
    if places is None:
        return None
    moving = [b for a, b in places.items() if b != places.get(links[a].parent)]  # on what carries it
    return {a: b for a, b in places.items() if a != b} if len({*moving}) == len(moving) else None


def _put(links: Sequence[TreeLink], places: dict[int, int], a: int, b: int) -> dict[int, int] | None:
    """The places with link b in that of link a, and likewise all that carries them; None where they do not fit."""
    if a in places:
        return places if places[a] == b else None
    if OUTSIDE in (a, b):
        return places if a == b else None
    above = None
    if len(links[a].speeds) == len(links[b].speeds):
        above = _put(links, places, links[a].parent, links[b].parent)
    if above is None and a != b:
        above = _put(links, places, links[a].parent, b)
    return None if above is None else above | {a: b}


def _widest(count: int) -> int:
    """The widest kernel for so many components; wider than a register is always slower."""
    from jounce.native.engine import register_lanes  # LLVM is slow to import

    return next(width for width in LANES if width <= min(count, register_lanes()))


def group_lane_twins(parts_of: list[tuple[Component, Signature]]) -> list[Group]:
    """Returns components with equal signatures, in widths that a kernel may have."""
    alike: dict[Signature, list[Component]] = {}
    for component, lane_signature in parts_of:
        alike.setdefault(lane_signature, []).append(component)
    groups = []
    for members in alike.values():
        while members:
            width = _widest(len(members))
            groups.append(Group(tuple(members[:width])))
            members = members[width:]
    return groups


def forces_in_own_lanes(
    model: Model, groups: list[Group], reference: Callable[[str], int]
) -> tuple[list[Group], list[Group]]:
    """Take large force elements, the tyres of all axles, out of the groups, to run in lanes and an order of their own.

    Gives the groups without them, and the elements' own groups, which have no links.
    """
    alone: list[tuple[Component, Signature]] = []
    for group in groups:
        for position, number in enumerate(group.members[0].forces):
            part = model.forces[number]
            if getattr(part, "own_lanes", False):
                roles = {GROUND: "ground"} | {body: ("body", n) for n, body in enumerate(bodies_of_ends(part))}
                key = (lane_signature([part], roles), tuple(reference(body) for body in bodies_of_ends(part)))
                alone += [(Component((), (), (member.forces[position],), ()), key) for member in group.members]
    taken = {component.forces[0] for component, _ in alone}
    rest = [
        Group(tuple(replace(m, forces=tuple(n for n in m.forces if n not in taken)) for m in group.members))
        for group in groups
    ]
    return rest, group_lane_twins(alone)


def share_sensors_among_lanes(
    model: Model, links: Sequence[TreeLink], interface: Component, groups: list[Group]
) -> tuple[Component, list[Group]]:
    """Share out the sensors: those that every lane of a group has stay with it, the interface evaluates the others.

    So a sensor on one corner neither takes the corner out of its group nor compiles another one.
    """
    rest = set(range(len(model.sensors)))
    shared: list[Group] = []
    for group in groups:
        members = group.members
        found = [_sensors_of(model, links, interface, member) for member in members]
        common = [shape for shape in found[0] if all(shape in other for other in found)]
        count = {shape: min(len(other[shape]) for other in found) for shape in common}
        chosen = [tuple(n for shape in common for n in own[shape][: count[shape]]) for own in found]
        rest -= {n for numbers in chosen for n in numbers}
        shared.append(Group(tuple(replace(m, sensors=numbers) for m, numbers in zip(members, chosen, strict=True))))
    return replace(interface, sensors=tuple(sorted(rest))), shared


def _sensors_of(
    model: Model, links: Sequence[TreeLink], interface: Component, member: Component
) -> dict[Signature, list[int]]:
    """The sensors of a component by what they share with those of its twins; none that looks at another component."""
    roles: dict[str, Any] = {links[k].body: ("body", n) for n, k in enumerate(member.links)}
    roles |= {links[first].body: ("of other lanes", first) for first, _ in member.carriers}
    roles |= {links[here].body: links[first].body for first, here in member.carriers}
    inner = {links[k].body for k in member.links}
    near = inner | {links[k].body for k in interface.links} | {GROUND}
    found: dict[Signature, list[int]] = {}
    for number, sensor in enumerate(model.sensors):
        bodies = set(bodies_of_ends(sensor))
        if bodies & inner and bodies <= near:
            found.setdefault(_shape(sensor, roles), []).append(number)
    return found


def lane_signature(mechanism_parts: list[Any], roles: dict[str, Any]) -> Signature:
    """Returns what decides the tape of a component: kinds, options and who meets whom, by role instead of name."""
    return tuple(_shape(part, roles) for part in mechanism_parts)


def _shape(value: Any, roles: dict[str, Any]) -> Any:
    if value is None or value is True or value is False:
        return value
    if isinstance(value, float | int):
        return "number"
    if isinstance(value, str):
        return roles.get(value, value)
    if isinstance(value, tuple):
        return tuple([_shape(v, roles) for v in value])
    kind: Any = type(value)
    if names := _names_of(kind):
        return (kind, tuple([(name, _shape(getattr(value, name), roles)) for name in names]))
    return "data"  # tables: their sizes are spelt out


@cache
def _names_of(kind: Any) -> tuple[str, ...]:
    """Returns fields of a part but its name; none of what is no part."""
    return tuple(f.name for f in fields(kind) if f.name != "name") if is_dataclass(kind) else ()


def lane_parts(model: Model, links: Any, closures: Any, component: Component) -> list[Any]:
    """Returns the parts of a component in the order in which lanes correspond."""
    bodies = {body.name: body for body in model.bodies}
    parts: list[Any] = []
    for k in component.links:
        parts += [links[k].joint, bodies[links[k].body]]
    parts += [closures[k] for k in component.closures]
    parts += [model.forces[k] for k in component.forces]
    parts += [model.sensors[k] for k in component.sensors]
    return parts


def _signature(
    model: Model, links: Any, closures: Any, reference: Any, component: Component, carriers: Iterable[int]
) -> Signature:
    """Returns structure of a component with bodies and inputs replaced by the roles they play."""
    roles: dict[str, Any] = {GROUND: "ground"} | {links[k].body: CARRIER for k in carriers}
    own = {k: n for n, k in enumerate(component.links)}
    for k, n in own.items():
        roles[links[k].body] = ("body", n)
        for c in links[k].coordinates:
            roles[c.name] = ("coordinate", n, c.name.rsplit(".", 1)[1])
    parts = lane_parts(model, links, closures, component)
    for n, name in enumerate(lane_inputs(parts)):  # lanes may listen to different inputs
        roles[name] = ("input", n)
    return (
        tuple((_role_of(links[k].parent, own), links[k].reverse) for k in component.links),
        tuple(reference[k] for k in component.links),
        _cross_marks(model, links, component),
        lane_signature(parts, roles),
    )


def _role_of(parent: int, own: dict[int, int]) -> int | str:
    return "ground" if parent == OUTSIDE else own.get(parent, CARRIER)


def lane_inputs(parts: list[Any]) -> list[str]:
    """Returns inputs that the parts listen to, in the order in which they are met."""
    signals = [getattr(part, name, None) for part in parts for name in ("signal", "road")]
    return list(dict.fromkeys(name for s in signals if (name := input_of_signal(s)) is not None))


def _cross_marks(model: Model, links: Any, component: Component) -> Signature:
    """Returns which of its bodies and coordinates feel forces from other components: those come from the interface."""
    own: dict[str, Signature] = {links[k].body: (n,) for n, k in enumerate(component.links)}
    own |= {c.name: (n, i) for n, k in enumerate(component.links) for i, c in enumerate(links[k].coordinates)}
    marks = set()
    for number, force in enumerate(model.forces):
        if number not in component.forces:
            felt = (*bodies_of_ends(force), *coordinates_of(force, acting=True))
            marks |= {own[name] for name in felt if name in own}
    return tuple(sorted(marks))
