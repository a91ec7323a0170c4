"""Channels that are recorded: coordinates, forces, reactions, sensors, energy, gaps; each with unit and definition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jounce.equations.layout import lay_out_element_states, lay_out_held
from jounce.equations.recursive.sensors import ChannelFormula, acceleration_for_sensors, sensors, velocity_for_sensors
from jounce.equations.recursive.stages import NO_WRENCH, ClosureRow, FrictionRow, Reactions
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar, maximum, sqrt
from jounce.mechanism import OUTSIDE, tree_row_names
from jounce.parts.ends import bodies_of_ends
from jounce.spatial.inertia import momentum_of_inertia
from jounce.spatial.motion import (
    Wrench,
    add_motions,
    motion_force_cross,
    motion_power,
    scale_motion,
    subtract_motions,
)
from jounce.spatial.rotation import turn, turn_back_by_rotation
from jounce.spatial.vector import ZERO, Vec3, add, cross, dot, scale_vector, vector_difference


def write_recorded_channels(sub: SubsystemEquations) -> Iterator[ChannelFormula]:
    """All channels of a subsystem; the solution must have been written."""
    yield from _coordinates(sub)
    yield from _elements(sub)
    yield from sensors(sub)
    yield from _reactions(sub)


def _lane_links(sub: SubsystemEquations, k: int) -> list[int]:
    position = sub.own.links.index(k)
    return [member.links[position] for member in sub.members]


def _coordinates(sub: SubsystemEquations) -> Iterator[ChannelFormula]:
    links = sub.mechanism.links
    for k in sub.own.links:
        lanes = [links[lane] for lane in _lane_links(sub, k)]
        parts = tuple(link.joint.name for link in lanes)
        quasi = links[k].has_quaternion
        lengths = "position" if quasi else "displacement"
        for c, symbol in enumerate(sub.q[k]):
            names = tuple(link.coordinates[c].name for link in lanes)
            unit_name = links[k].coordinates[c].unit
            meaning, kind = "joint coordinate, zero in the design position", lengths if unit_name == "m" else ""
            if links[k].coordinates[c].name.rsplit(".", 1)[1].startswith("q"):
                meaning, kind = "quaternion of child in parent, scalar first", "quaternion"
            yield ChannelFormula(names, unit_name, meaning, symbol, "coordinate", parts, kind)
        accelerations = recorded_speed_rates(sub, k)
        for c, symbol in enumerate(sub.s[k]):
            names = tuple(link.speeds[c].name for link in lanes)
            meaning = "velocity of child in parent, child's axes" if quasi else "rate of the joint coordinate"
            yield ChannelFormula(names, links[k].speeds[c].unit, meaning, symbol, "coordinate", parts)
            ends = tuple(_acceleration_name(name) for name in names)
            yield ChannelFormula(
                ends,
                f"{links[k].speeds[c].unit}^2",
                f"rate of {names[0].rsplit('.', 1)[1]}",
                accelerations[c],
                "coordinate",
                parts,
            )


def _acceleration_name(name: str) -> str:
    if name.endswith("_rate"):
        return name[: -len("_rate")] + "_acceleration"
    return f"{name}_rate"


def recorded_speed_rates(sub: SubsystemEquations, k: int) -> list[Scalar]:
    """d(speeds)/dt of a link. A floating reference is solved for without gravity; it falls here."""
    solved = [sub.solution["speed", k, c] for c in range(len(sub.motion[k].S))]
    if sub.mechanism.reference[k] != k:
        return solved
    R_GB, _ = sub.reference_pose(k)
    g = turn_back_by_rotation(R_GB, sub.gravity)
    return solved[:3] + [a + b for a, b in zip(solved[3:], g, strict=True)]


def _elements(sub: SubsystemEquations) -> Iterator[ChannelFormula]:
    model = sub.mechanism.model
    for position, number in enumerate(sub.own.forces):
        names = tuple(model.forces[member.forces[position]].name for member in sub.members)
        group = getattr(model.forces[number], "group", "force")
        loads, power_in = sub.loads.elements[model.forces[number].name]
        for key, channel in loads.channels.items():
            ends = tuple(f"{name}.{key}" for name in names)
            yield ChannelFormula(ends, channel.unit, channel.definition, channel.value, group, names, channel.kind)
        yield from _friction_channels(sub, names, group)
        for (state, unit_name), value in _own_states(sub, model.forces[number]):
            if state in loads.channels:  # the element says itself what it means
                continue
            meaning = "state of the element"
            ends, kind = tuple(f"{name}.{state}" for name in names), "displacement" if unit_name == "m" else ""
            yield ChannelFormula(ends, unit_name, meaning, value, group, names, kind)
        for own in lay_out_held(model.forces[number]):
            ends, value = tuple(f"{name}.{own.name}" for name in names), sub.held_number(names[0], own.name)
            kind = "instant" if sub.layout.held[ends[0]][0] in sub.layout.instants else ""
            yield ChannelFormula(ends, own.unit, own.definition, value, group, names, kind)
        ends = tuple(f"{name}.power" for name in names)
        yield ChannelFormula(ends, "W", "power of the element on the bodies", power_in, group, names, "power")


def _friction_channels(sub: SubsystemEquations, names: tuple[str, ...], group: str) -> Iterator[ChannelFormula]:
    """Force and phase of an element that is dry friction."""
    for friction in sub.frictions:
        if friction.element == names[0]:
            row = friction.row
            word, unit_name, kind = "torque", "N m", ""
            meaning = "friction against the motion (N on a slider)"
            if row.unit == "m":
                word, unit_name, kind = "force", "N", "friction force"
                meaning = "friction along the line, positive in tension"
            ends = tuple(f"{name}.{word}" for name in names)
            yield ChannelFormula(ends, unit_name, meaning, friction.T - sub.multiplier(row), group, names, kind)
            ends = tuple(f"{name}.sticks" for name in names)
            meaning = "1 while the friction sticks, 0 while it slides or has no limit"
            yield ChannelFormula(ends, "1", meaning, row.s, group, names)


def _own_states(sub: SubsystemEquations, part: Any) -> list[tuple[tuple[str, str], Scalar]]:
    return [
        ((state, unit_name), sub.element_state(part.name, state)) for state, unit_name in lay_out_element_states(part)
    ]


def _reactions(sub: SubsystemEquations) -> Iterator[ChannelFormula]:
    """Force and moment of every joint on its child, at its point, in the axes of the tree's reference frame."""
    mechanism = sub.mechanism
    sub.reactions = recorded_joint_wrenches(sub)
    for k in sub.own.links:
        link = mechanism.links[k]
        if mechanism.reference[k] == k or link.floats:
            continue
        w, at = sub.reactions.through[k], sub.motion[k].r
        if link.reverse:  # the joint's child carries: its end of the joint, and what is done to it
            joint = sub.parts[id(link.joint)]
            w, at = (
                subtract_motions(NO_WRENCH, w),
                sub.motion_of(link.parent).position(joint.child_point or joint.point),
            )
        names = [mechanism.links[lane].joint.name for lane in _lane_links(sub, k)]
        yield from _six(sub, k, names, w, at)
    for position, number in enumerate(sub.own.closures):
        closure = mechanism.closures[number]
        names = [mechanism.closures[member.closures[position]].name for member in sub.members]
        rows = [row for row in sub.rows if row.name in [n.name for n in tree_row_names(closure)]]
        if not bodies_of_ends(closure):  # it ties coordinates
            yield ChannelFormula(
                tuple(f"{name}.effort" for name in names),
                "N m",
                "effort of the row on the first coordinate per unit factor (N on a slider)",
                sub.multiplier(rows[0]),
                "reaction",
                tuple(names),
            )
            continue
        part, k = sub.parts[id(closure)], mechanism.index(closure.child)
        at = sub.motion_of(k).position(part.child_point or part.point)
        yield from _six(sub, k, names, recorded_closing_wrench(sub, rows), at)


def recorded_closing_wrench(sub: SubsystemEquations, rows: list[ClosureRow]) -> Wrench:
    total = NO_WRENCH
    for row in rows:
        if row.wrench is not None:
            total = add_motions(total, scale_motion(sub.multiplier(row), row.wrench))
    return total


def _six(sub: SubsystemEquations, k: int, names: list[str], w: Wrench, at: Vec3) -> Iterator[ChannelFormula]:
    moment = vector_difference(w[0], cross(at, w[1]))
    for letter, vector, unit_name in (("F", w[1], "N"), ("M", moment, "N m")):
        for axis, value in zip("xyz", _in_told_axes(sub, k, vector), strict=True):
            meaning = "on the child at the joint's point, axes of the reference body (ground or floating body)"
            ends = tuple(f"{name}.{letter}{axis}" for name in names)
            yield ChannelFormula(ends, unit_name, meaning, value, "reaction", tuple(names))


def _in_told_axes(sub: SubsystemEquations, k: int, vector: Vec3) -> Vec3:
    """Equations that are written in the ground's frame still tell reactions in the axes of a floating body."""
    told = OUTSIDE if k == OUTSIDE else sub.mechanism.axes[k]
    if k == OUTSIDE or told == sub.mechanism.reference[k]:
        return vector
    return turn_back_by_rotation(sub.motion_of(told).R, vector)


def recorded_joint_wrenches(sub: SubsystemEquations) -> Reactions:
    """Wrench that each link's joint exerts on it: what its subtree needs. [Featherstone 2008, table 5.1]"""
    mechanism = sub.mechanism
    needs: dict[int, Wrench] = {}
    passed: dict[int, Wrench] = {}
    for k in sub.own.links:
        a, V = acceleration_for_sensors(sub, k), velocity_for_sensors(sub, k)
        I = sub.system.masses.inertia[k]
        inertial = add_motions(momentum_of_inertia(I, a), motion_force_cross(V, momentum_of_inertia(I, V)))
        if k in sub.system.masses.effective:
            inertial = _linkage_wrench(sub, k)
        elif k in sub.system.masses.spinners:
            inertial = subtract_motions(inertial, (sub.system.masses.spinners[k].neglected, ZERO))
        needs[k] = subtract_motions(inertial, sub.loads.on(k))
    for number in sub.own.closures:
        closure = mechanism.closures[number]
        if not bodies_of_ends(closure):
            continue
        rows = [row for row in sub.rows if row.name in [n.name for n in tree_row_names(closure)]]
        _push_apart(sub, closure, recorded_closing_wrench(sub, rows), needs, passed)
    for friction in sub.frictions:
        if friction.row.wrench is not None:
            force = sub.multiplier(friction.row) - friction.T
            part = next(p for p in mechanism.model.forces if p.name == friction.element)
            _push_apart(sub, part, scale_motion(force, friction.row.wrench), needs, passed)
    for k, w in sub.loads.wrenches.items():
        if k not in sub.own.links:
            _pass_down(passed, k, subtract_motions(NO_WRENCH, w))
    for group in sub.below:
        for k in group.reactions.passed:
            for carrier, lanes in group.carriers(k).items():
                six = [sub.sum_from_below(group, ("passed", k, i), lanes) for i in range(6)]
                needs[carrier] = add_motions(needs[carrier], (tuple(six[:3]), tuple(six[3:])))  # type: ignore[arg-type]
    for k in reversed(sub.own.links):
        parent = mechanism.links[k].parent
        if parent in needs:
            needs[parent] = add_motions(needs[parent], needs[k])
        elif parent != OUTSIDE:
            _pass_down(passed, parent, needs[k])
    for k, w in passed.items():
        for i, value in enumerate([*w[0], *w[1]]):
            sub.sheet.outputs["passed", k, i] = value
    return Reactions(needs, passed)


def _push_apart(
    sub: SubsystemEquations, part: Any, w: Wrench, needs: dict[int, Wrench], passed: dict[int, Wrench]
) -> None:
    """Take what a part does to its child, and the opposite on its parent, off what their joints have to do."""
    for body, on in ((part.child, w), (part.parent, subtract_motions(NO_WRENCH, w))):
        k = sub.mechanism.index(body)
        if k in needs:
            needs[k] = subtract_motions(needs[k], on)
        elif k != OUTSIDE:
            _pass_down(passed, k, subtract_motions(NO_WRENCH, on))


def recorded_joint_load(sub: SubsystemEquations, friction: FrictionRow) -> Scalar:
    """Force that the joint of a friction bears: across its way if that is a shift, else all of it.

    Or what another row gives to the coordinates of the friction together.
    """
    if friction.load_row:
        return _load_of_row(sub, friction)
    ((k, c),) = friction.row.J
    force = sub.reactions.through[k][1]
    turn_axis, way = sub.motion_of(k).S[c]
    if turn_axis == ZERO:
        force = vector_difference(force, scale_vector(dot(way, force), way))
    return sqrt(dot(force, force))


def _load_of_row(sub: SubsystemEquations, friction: FrictionRow) -> Scalar:
    """|sum of the other row's entries times its force| over the coordinates of a friction."""
    forces = {row.name: (row, sub.multiplier(row)) for row in sub.rows}
    forces |= {other.element: (other.row, other.T - sub.multiplier(other.row)) for other in sub.frictions}
    row, force = forces[friction.load_row]
    together: Scalar = 0.0
    for column in friction.row.J:
        together = together + row.J[column]
    load: Any = force * together
    found: Scalar = abs(load)
    return found


def _linkage_wrench(sub: SubsystemEquations, k: int) -> Wrench:
    """Tells what the linkage behind a carrier led by tables, or a body that bends, needs from its parent."""
    table = sub.system.masses.effective[k]
    w = table.wrench
    for c, F in enumerate(table.F):
        w = add_motions(w, scale_motion(sub.acceleration(k, c), F))
    parent = sub.mechanism.links[k].parent
    for j in sub.mechanism.path(parent):
        for c, S in enumerate(sub.columns(j, parent)):
            w = add_motions(w, scale_motion(sub.acceleration(j, c), momentum_of_inertia(table.inertia, S)))
    return w


def _pass_down(passed: dict[int, Wrench], k: int, w: Wrench) -> None:
    passed[k] = add_motions(passed.get(k, NO_WRENCH), w)


def recorded_energies(sub: SubsystemEquations) -> tuple[Scalar, Scalar]:
    """Kinetic energy, and potential energy of gravity, of the subsystem's bodies."""
    kinetic: Scalar = 0.0
    potential: Scalar = 0.0
    for k in sub.own.links:
        V = velocity_for_sensors(sub, k)
        R_GB, p_GB = sub.reference_pose(sub.mechanism.reference[k])
        I = sub.system.masses.inertia[k]
        if k in sub.system.masses.effective:
            I = sub.system.masses.effective[k].inertia
            kinetic = kinetic + sub.system.masses.effective[k].kinetic
        else:
            kinetic = kinetic + 0.5 * motion_power(V, momentum_of_inertia(I, V))
        moment = add(tuple(I.m * p for p in p_GB), turn(R_GB, I.h))  # type: ignore[arg-type]
        potential = potential - dot(sub.gravity, moment)
    return kinetic, potential


def recorded_largest_gap(rows: Iterable[ClosureRow], what: str) -> Scalar:
    worst: Scalar = 0.0
    for row in rows:
        worst = maximum(worst, abs(getattr(row, what)))
    return worst
