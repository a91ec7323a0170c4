"""Force elements of a subsystem: evaluate them all, collect what they do to links and speeds."""

from __future__ import annotations

from typing import Any

from jounce.equations.recursive.exchange import twin_links
from jounce.equations.recursive.subsystem import INTERFACE, NO_WRENCH, Subsystem
from jounce.equations.view import ElementView
from jounce.graph import Scalar
from jounce.mechanism import OUTSIDE
from jounce.native.program import Import
from jounce.parts.ends import bodies_of
from jounce.spatial.motion import Wrench, plus, power, wrench_at
from jounce.spatial.rotation import turn, turn_back
from jounce.spatial.vector import add, cross, difference


def write_forces(sub: Subsystem) -> None:
    """Evaluate every force element; collect wrenches by link, efforts by speed, power by element."""
    model = sub.mechanism.model
    for number in sub.own.forces:
        part = sub.parts[id(model.forces[number])]
        reference = _frame_of(sub, model.forces[number])
        view = ElementView(sub, reference, part)
        loads = part.loads(view)
        power_in: Scalar = 0.0
        for push in loads.pushes:
            k = sub.mechanism.index(push.body)
            w = wrench_at(push.r, push.force, push.moment)
            power_in = power_in + power(sub.seen(push.body, reference, unspun=True).U, w)
            if not loads.balanced:
                power_in = power_in + power(sub.reference_velocity(reference), w)
            if k != OUTSIDE:
                _push(sub, k, w, reference)
        for name, amount in loads.efforts:
            k, c, at = sub.find_coordinate(name)
            sub.effort[k, c] = sub.effort.get((k, c), 0.0) + amount
            power_in = power_in + amount * at[1]
        sub.loads[part.name] = (loads, power_in)
        sub.sheet.outputs["power", part.name] = power_in
    _exchange_forces(sub)


def _push(sub: Subsystem, k: int, w: Wrench, reference: int) -> None:
    """Add a wrench to a link, in the frame of the link's own tree."""
    home = sub.mechanism.reference[k]
    if home != reference:
        R_GB, p_GB = sub.reference_pose(reference)
        R_GC, p_GC = sub.reference_pose(home)
        f = turn_back(R_GC, turn(R_GB, w[1]))
        n = turn_back(R_GC, turn(R_GB, w[0]))
        offset = turn_back(R_GC, difference(p_GB, p_GC))
        w = (add(n, cross(offset, f)), f)
    sub.wrench[k] = plus(sub.wrench.get(k, NO_WRENCH), w)


def _frame_of(sub: Subsystem, part: Any) -> int:
    """The frame an element is written in: that of the tree of its first body which is not the ground."""
    for body in bodies_of(part):
        k = sub.mechanism.index(body)
        if k != OUTSIDE:
            return sub.mechanism.reference[k]
    return OUTSIDE


def _exchange_forces(sub: Subsystem) -> None:
    """Forces that act between subsystems, or on links of others, are handed to them."""
    if sub.is_interface or not sub.own.links:
        handed = [(k, w) for k, w in sub.wrench.items() if k not in sub.own.links]
        for k, w in handed:
            del sub.wrench[k]
            sub.handed.append(k)
            for i, value in enumerate([*w[0], *w[1]]):
                sub.sheet.outputs["handed", k, i] = value
        for k, c in [kc for kc in sub.effort if kc[0] not in sub.own.links]:
            sub.sheet.outputs["handed effort", k, c] = sub.effort.pop((k, c))


def take_handed(sub: Subsystem, interface: Subsystem, elements: list[Subsystem]) -> None:
    """Add what the interface, and elements in lanes of their own, do to bodies and coordinates of this subsystem."""
    for position, k in enumerate(sub.own.links):
        lanes = [member.links[position] for member in sub.members]
        if ("handed", k, 0) in interface.sheet.outputs:
            _take(sub, k, tuple((INTERFACE, lane, 0) for lane in lanes))
        for sources in zip(*(_pushes_on(link, elements) for link in lanes), strict=True):
            _take(sub, k, sources)
        for c in range(len(sub.s[k])):
            key = ("handed effort", k, c)
            if key in interface.sheet.outputs:
                effort = sub.place(key, Import(tuple((INTERFACE, ("handed effort", lane, c), 0) for lane in lanes)))
                sub.effort[k, c] = sub.effort.get((k, c), 0.0) + effort


def _take(sub: Subsystem, k: int, sources: tuple[tuple[int, int, int], ...]) -> None:
    """Add a wrench on link k: for each lane the sheet it comes from, the link's number there, and the lane there."""
    six = [
        sub.place(("handed", sources, k, i), Import(tuple((n, ("handed", link, i), lane) for n, link, lane in sources)))
        for i in range(6)
    ]
    w = (tuple(six[:3]), tuple(six[3:]))
    sub.wrench[k] = plus(sub.wrench.get(k, NO_WRENCH), w)  # type: ignore[arg-type]


def _pushes_on(link: int, elements: list[Subsystem]) -> list[tuple[int, int, int]]:
    """Wrenches on a link from elements in lanes of their own: sheet, link of the first lane there, and lane."""
    return [
        (element.number, k, lane)
        for element in elements
        for k in element.handed
        for lane, twin in enumerate(twin_links(element, k))
        if twin == link
    ]
