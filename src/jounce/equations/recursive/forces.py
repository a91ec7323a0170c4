"""Force elements of a subsystem: evaluate them all, collect what they do to links and speeds."""

from __future__ import annotations

from typing import Any

from jounce.equations.recursive.closure_rows import contact_row, given_friction
from jounce.equations.recursive.exchange import exchange_twin_links
from jounce.equations.recursive.stages import NO_WRENCH, Column, StageLoads
from jounce.equations.recursive.subsystem import INTERFACE, SubsystemEquations
from jounce.equations.view import ElementView
from jounce.graph import Scalar
from jounce.mechanism import OUTSIDE
from jounce.native.program import Import
from jounce.parts.ends import bodies_of_ends
from jounce.parts.forces.loads import Loads as ElementLoads
from jounce.spatial.motion import Wrench, add_motions, motion_power, motion_wrench_at
from jounce.spatial.rotation import turn, turn_back_by_rotation
from jounce.spatial.vector import add, cross, vector_difference


def evaluate_forces(sub: SubsystemEquations) -> StageLoads:
    """Evaluate every force element; collect wrenches by link, efforts by speed, power by element."""
    model = sub.mechanism.model
    wrenches: dict[int, Wrench] = {}
    efforts: dict[Column, Scalar] = {}
    elements: dict[str, tuple[ElementLoads, Scalar]] = {}
    for number in sub.own.forces:
        part = sub.parts[id(model.forces[number])]
        reference = _frame_of(sub, model.forces[number])
        loads = part.loads(ElementView(sub, reference, part))
        power_in: Scalar = 0.0
        for push in loads.pushes:
            k = sub.mechanism.index(push.body)
            w = motion_wrench_at(push.r, push.force, push.moment)
            power_in = power_in + motion_power(sub.observe(push.body, reference, unspun=True).U, w)
            if not loads.balanced:
                power_in = power_in + motion_power(sub.reference_velocity(reference), w)
            if k != OUTSIDE:
                wrenches[k] = add_motions(wrenches.get(k, NO_WRENCH), _in_own_frame(sub, k, w, reference))
        for name, amount in loads.efforts:
            k, c, at = sub.find_coordinate(name)
            efforts[k, c] = efforts.get((k, c), 0.0) + amount
            power_in = power_in + amount * at[1]
        if loads.contact is not None:
            twins = tuple(twin.removeprefix("forces.") for twin in sub.twins[f"forces.{part.name}"])
            power_in = (
                power_in - given_friction(sub, twins, loads.contact) * contact_row(sub, part.name, loads.contact).gd
            )
        elements[part.name] = (loads, power_in)
        sub.sheet.outputs["power", part.name] = power_in
    return _hand_over(sub, StageLoads(wrenches, efforts, elements))


def _in_own_frame(sub: SubsystemEquations, k: int, w: Wrench, reference: int) -> Wrench:
    """A wrench on a link, in the frame of the link's own tree."""
    home = sub.mechanism.reference[k]
    if home == reference:
        return w
    R_GB, p_GB = sub.reference_pose(reference)
    R_GC, p_GC = sub.reference_pose(home)
    f = turn_back_by_rotation(R_GC, turn(R_GB, w[1]))
    n = turn_back_by_rotation(R_GC, turn(R_GB, w[0]))
    offset = turn_back_by_rotation(R_GC, vector_difference(p_GB, p_GC))
    return (add(n, cross(offset, f)), f)


def _frame_of(sub: SubsystemEquations, part: Any) -> int:
    """The frame an element is written in: that of the tree of its first body which is not the ground."""
    for body in bodies_of_ends(part):
        k = sub.mechanism.index(body)
        if k != OUTSIDE:
            return sub.mechanism.reference[k]
    return OUTSIDE


def _hand_over(sub: SubsystemEquations, loads: StageLoads) -> StageLoads:
    """Forces that act between subsystems, or on links of others, are handed to them."""
    if sub.own.links and not sub.is_interface:
        return loads
    handed = tuple(k for k in loads.wrenches if k not in sub.own.links)
    for k in handed:
        w = loads.wrenches[k]
        for i, value in enumerate([*w[0], *w[1]]):
            sub.sheet.outputs["handed", k, i] = value
    for (k, c), effort in loads.efforts.items():
        if k not in sub.own.links:
            sub.sheet.outputs["handed effort", k, c] = effort
    return StageLoads(
        {k: w for k, w in loads.wrenches.items() if k in sub.own.links},
        {kc: effort for kc, effort in loads.efforts.items() if kc[0] in sub.own.links},
        loads.elements,
        handed,
    )


def add_handed_forces(
    sub: SubsystemEquations, loads: StageLoads, interface: SubsystemEquations, elements: list[SubsystemEquations]
) -> StageLoads:
    """Add what the interface, and elements in lanes of their own, do to bodies and coordinates of this subsystem."""
    wrenches, efforts = dict(loads.wrenches), dict(loads.efforts)
    for position, k in enumerate(sub.own.links):
        lanes = [member.links[position] for member in sub.members]
        pushes = list(zip(*(_pushes_on(link, elements) for link in lanes), strict=True))
        if ("handed", k, 0) in interface.sheet.outputs:
            pushes.insert(0, tuple((INTERFACE, lane, 0) for lane in lanes))
        for sources in pushes:
            wrenches[k] = add_motions(wrenches.get(k, NO_WRENCH), _handed(sub, k, sources))
        for c in range(len(sub.s[k])):
            key = ("handed effort", k, c)
            if key in interface.sheet.outputs:
                effort = sub.place(key, Import(tuple((INTERFACE, ("handed effort", lane, c), 0) for lane in lanes)))
                efforts[k, c] = efforts.get((k, c), 0.0) + effort
    return StageLoads(wrenches, efforts, loads.elements, loads.handed)


def _handed(sub: SubsystemEquations, k: int, sources: tuple[tuple[int, int, int], ...]) -> Wrench:
    """A wrench on link k: for each lane the sheet it comes from, the link's number there, and the lane there."""
    six = [
        sub.place(("handed", sources, k, i), Import(tuple((n, ("handed", link, i), lane) for n, link, lane in sources)))
        for i in range(6)
    ]
    return (tuple(six[:3]), tuple(six[3:]))  # type: ignore[return-value]


def _pushes_on(link: int, elements: list[SubsystemEquations]) -> list[tuple[int, int, int]]:
    """Wrenches on a link from elements in lanes of their own: sheet, link of the first lane there, and lane."""
    return [
        (element.number, k, lane)
        for element in elements
        for k in element.loads.handed
        for lane, twin in enumerate(exchange_twin_links(element, k))
        if twin == link
    ]
