"""The equations of one subsystem, written once and run for all its lanes.

The interface (car body, rack ...) and each group of corners are written by the same code. A corner imports
the motion of the interface bodies it hangs on and exports, for them, its composite inertia, its forces and
what its elimination leaves (effective inertia and force of a subsystem on its base) [Kim, eq. 20-24]. The
interface adds these to its own and solves; the corner then substitutes back.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from jounce.equations.constraints import Row, joint_rows
from jounce.equations.elimination import System, backward, eliminate
from jounce.equations.kinematics import STILL, BodyMotion, carry, ground_seen_from
from jounce.equations.layout import Layout
from jounce.equations.view import ElementView
from jounce.graph import Expression, Scalar, derivative
from jounce.graph.tables import Table, table_size
from jounce.mechanism import OUTSIDE, Mechanism, component_parts, inputs_of, row_names
from jounce.mechanism.subsystems import Component
from jounce.model.fields import map_numbers, path_of
from jounce.native.program import Import, Place, Sheet
from jounce.parts import Prescribed
from jounce.parts.forces.loads import Loads
from jounce.parts.joints import Coupling
from jounce.parts.signals import External
from jounce.spatial.inertia import Inertia, body_inertia, momentum, rotated, times_vector, together
from jounce.spatial.motion import (
    REST,
    Motion,
    Wrench,
    acceleration_at,
    minus,
    motion_cross,
    plus,
    power,
    wrench_at,
)
from jounce.spatial.rotation import IDENTITY, Matrix3, product, rotation_of_quaternion, turn, turn_back
from jounce.spatial.vector import ZERO, Vec3, add, cross, scale, sub

NO_WRENCH: Wrench = (ZERO, ZERO)
INTERFACE = 0  # index of the interface's sheet


@dataclass(frozen=True, slots=True)
class ClosureRow:
    """A row of the subsystem: its equation, its entries by speed, and what prescribes it."""

    name: str
    g: Scalar
    gd: Scalar
    gamma: Scalar
    J: dict[tuple[int, int], Scalar]  # (link, column) -> entry
    s: Scalar  # mode: 1 = on, 0 = switched off
    wrench: Wrench | None = None  # on the child, for joints
    drive_rate: Scalar = 0.0  # of a prescribed motion


@dataclass
class Subsystem:
    """Writes the equations of one component into its sheet. `members` are the lanes; the first stands for all."""

    mechanism: Mechanism
    layout: Layout
    number: int  # of its sheet
    members: tuple[Component, ...]
    below: list[Subsystem] = field(default_factory=list)  # of the interface: the groups that hang on it

    def __post_init__(self) -> None:
        self.sheet = Sheet(lanes=len(self.members))
        self.own = self.members[0]
        self.is_interface = self.number == INTERFACE
        self._twins = self._correspondence()
        self.parts = {id(part): self._in_symbols(part) for part in self._parts_of(self.own)}
        self.time = self._place("time", Place("inputs", (0,) * self.sheet.lanes))
        self.motion: dict[int, BodyMotion] = {}
        self.passed: dict[int, Wrench] = {}  # reactions handed to the interface bodies
        self.q = {k: self._state(k, "coordinates") for k in self.own.links}
        self.s = {k: self._state(k, "speeds") for k in self.own.links}

    # --- symbols -----------------------------------------------------------------------------------------

    def _parts_of(self, component: Component) -> list[Any]:
        return component_parts(self.mechanism.model, self.mechanism.links, self.mechanism.closures, component)

    def _correspondence(self) -> dict[str, tuple[str, ...]]:
        """For each part and input of the first lane, its twin in every lane, by path or name."""
        lists = [self._parts_of(member) for member in self.members]
        twins = {path_of(parts[0]): tuple(map(path_of, parts)) for parts in zip(*lists, strict=True)}
        for names in zip(*map(inputs_of, lists), strict=True):
            twins[names[0]] = names
        return twins

    def _place(self, key: Any, place: Place | Import) -> Expression:
        return self.sheet.symbol(key, place)

    def _in_symbols(self, part: Any) -> Any:
        """The part with a symbol in place of each number, and its tables placed."""
        path = path_of(part)
        twins = self._twins[path]

        def symbol(where: str, value: float, unit: str) -> Expression:
            rest = where[len(path) :]
            offsets = tuple(self.layout.values[twin + rest] for twin in twins)
            return self._place(("value", where), Place("values", offsets))

        whole = map_numbers(part, symbol)
        for name in ("law", "signal", "road"):
            record = getattr(whole, name, None)
            if hasattr(record, "table"):
                offset, knots = self.layout.tables[f"{path}.{name}"]
                table = Table(offset, knots, 3, lane_stride=table_size(knots, 3))
                whole = replace(whole, **{name: replace(record, table=table)})
        return whole

    def _state(self, k: int, what: str) -> list[Scalar]:
        offsets = getattr(self.layout, what)
        lanes = [member.links[self.own.links.index(k)] for member in self.members]
        names = zip(*(getattr(self.mechanism.links[lane], what) for lane in lanes), strict=True)
        return [
            self._place((what, twins[0].name), Place("state", tuple(offsets[n.name] for n in twins))) for twins in names
        ]

    def general_value(self, path: str) -> Expression:
        """A number of the whole model, the same in every lane."""
        return self._place(("value", path), Place("values", (self.layout.values[path],) * self.sheet.lanes))

    @property
    def gravity(self) -> Vec3:
        x, y, z = (self.general_value(f"gravity.{axis}") for axis in "xyz")
        return (x, y, z)

    def from_interface(self, key: tuple) -> Expression:
        return self._place(("interface", *key), Import(((INTERFACE, key, 0),) * self.sheet.lanes))

    def from_below(self, group: Subsystem, key: tuple, lane: int) -> Expression:
        return self._place(("below", group.number, lane, *key), Import(((group.number, key, lane),)))

    def signal(self, signal: Any) -> Scalar:
        if isinstance(signal, External):
            return self.input(signal.input, 0)
        return signal.at(self.time)

    def signal_rates(self, signal: Any) -> tuple[Scalar, Scalar]:
        if isinstance(signal, External):
            return self.input(signal.input, 1), self.input(signal.input, 2)
        value = signal.at(self.time)
        (rate,) = derivative([value], self.time)
        (second,) = derivative([rate], self.time)
        return rate, second

    def input(self, name: str, order: int) -> Expression:
        offsets = tuple(self.layout.inputs[twin] + order for twin in self._twins.get(name, (name,) * self.sheet.lanes))
        return self._place(("input", name, order), Place("inputs", offsets))

    # --- motion ------------------------------------------------------------------------------------------

    def write_kinematics(self) -> None:
        links, reference = self.mechanism.links, self.mechanism.reference
        for k in self.own.links:
            if reference[k] == k:
                self.motion[k] = replace(STILL, S=tuple(_unit_motion(c) for c in range(6)))
            else:
                joint = self.parts[id(links[k].joint)]
                parent = self.motion_of(links[k].parent)
                self.motion[k] = carry(parent, links[k], joint, self.q[k], self.s[k])
            if self.is_interface:
                self._export_motion(k)

    def motion_of(self, k: int) -> BodyMotion:
        """A body as its tree's reference sees it: of this subsystem, of the interface, or the ground."""
        if k == OUTSIDE:
            return STILL
        if k not in self.motion:
            self.motion[k] = self._import_motion(k)
        return self.motion[k]

    def _export_motion(self, k: int) -> None:
        m = self.motion[k]
        for key, value in _flat_motion(k, m):
            self.sheet.outputs[key] = value

    def _import_motion(self, k: int) -> BodyMotion:
        if self.mechanism.reference[k] == k:
            return replace(STILL, S=tuple(_unit_motion(c) for c in range(6)))
        size = 8 + 2 * len(self.mechanism.links[k].speeds)
        if self.is_interface:  # a force between subsystems looks at a body of one of them
            group, lane, first = self._home(k)
            group._export_motion(first)
            flat = [self.from_below(group, ("motion", first, i), lane) for i in range(3 * size)]
        else:
            flat = [self.from_interface(("motion", k, i)) for i in range(3 * size)]
        R0, R1, R2, r, w, v, dw, dv, *columns = [tuple(flat[3 * i : 3 * i + 3]) for i in range(size)]
        S = tuple(zip(columns[::2], columns[1::2], strict=True))
        return BodyMotion((R0, R1, R2), r, ZERO, (w, v), (dw, dv), S)  # type: ignore[arg-type]

    def _home(self, k: int) -> tuple[Subsystem, int, int]:
        """The group and lane of a link, and the link of the first lane that stands for it."""
        for group in self.below:
            for lane, member in enumerate(group.members):
                if k in member.links:
                    return group, lane, group.own.links[member.links.index(k)]
        raise KeyError(k)

    def reference_pose(self, reference: int) -> tuple[Matrix3, Vec3]:
        """R_GB and p_GB of a tree's reference frame in the ground."""
        if reference == OUTSIDE:
            return IDENTITY, ZERO
        if self.is_interface:
            q = self.q[reference]
            return rotation_of_quaternion(tuple(q[3:])), tuple(q[:3])  # type: ignore[arg-type, return-value]
        get = self.from_interface
        R = tuple(tuple(get(("pose", reference, 3 * i + j)) for j in range(3)) for i in range(3))
        return R, tuple(get(("pose", reference, 9 + i)) for i in range(3))  # type: ignore[return-value]

    def reference_velocity(self, reference: int) -> Motion:
        """V_B, in B."""
        if reference == OUTSIDE:
            return REST
        if self.is_interface:
            s = self.s[reference]
        else:
            s = [self.from_interface(("velocity", reference, i)) for i in range(6)]
        return (tuple(s[:3]), tuple(s[3:]))  # type: ignore[return-value]

    def export_reference(self) -> None:
        for k in self.own.links:
            if self.mechanism.reference[k] == k:
                R, p = self.reference_pose(k)
                for i, value in enumerate([*R[0], *R[1], *R[2], *p]):
                    self.sheet.outputs["pose", k, i] = value
                for i in range(6):
                    self.sheet.outputs["velocity", k, i] = self.s[k][i]

    def seen(self, body: str, reference: int) -> BodyMotion:
        """A body, or the ground, in the frame of a reference."""
        k = self.mechanism.index(body)
        home = OUTSIDE if k == OUTSIDE else self.mechanism.reference[k]
        if home == reference and k != OUTSIDE:
            return self.motion_of(k)
        ground = ground_seen_from(*self.reference_pose(reference), self.reference_velocity(reference))
        if k == OUTSIDE:
            return STILL if reference == OUTSIDE else ground
        # through the ground: first out of its own tree, then into this one
        there = self.motion_of(k)
        R_GC, p_GC = self.reference_pose(home)
        R_BC, p_BC = product(ground.R, R_GC), add(ground.r, turn(ground.R, p_GC))
        V = plus(self.reference_velocity(home), there.U)
        w = turn(R_BC, V[0])
        v = sub(turn(R_BC, V[1]), cross(w, p_BC))
        r = add(p_BC, turn(R_BC, there.r))
        return BodyMotion(product(R_BC, there.R), r, there.anchor, plus((w, v), ground.U))

    # --- forces ------------------------------------------------------------------------------------------

    def write_forces(self) -> None:
        """Evaluate every force element; collect wrenches by link, efforts by speed, power by element."""
        self.wrench: dict[int, Wrench] = {}
        self.effort: dict[tuple[int, int], Scalar] = {}
        self.loads: dict[str, tuple[Loads, Scalar]] = {}
        model = self.mechanism.model
        for number in self.own.forces:
            part = self.parts[id(model.forces[number])]
            reference = self._frame_of(model.forces[number])
            view = ElementView(self, reference)
            loads = part.loads(view)
            power_in: Scalar = 0.0
            for push in loads.pushes:
                k = self.mechanism.index(push.body)
                w = wrench_at(push.r, push.force, push.moment)
                power_in = power_in + power(self.seen(push.body, reference).U, w)
                if not loads.balanced:
                    power_in = power_in + power(self.reference_velocity(reference), w)
                if k != OUTSIDE:
                    self._push(k, w, reference)
            for name, amount in loads.efforts:
                k, c, at = self.find_coordinate(name)
                self.effort[k, c] = self.effort.get((k, c), 0.0) + amount
                power_in = power_in + amount * at[1]
            self.loads[part.name] = (loads, power_in)
            self.sheet.outputs["power", part.name] = power_in
        self._exchange_forces()

    def _push(self, k: int, w: Wrench, reference: int) -> None:
        """Add a wrench to a link, in the frame of the link's own tree."""
        home = self.mechanism.reference[k]
        if home != reference:
            R_GB, p_GB = self.reference_pose(reference)
            R_GC, p_GC = self.reference_pose(home)
            f = turn_back(R_GC, turn(R_GB, w[1]))
            n = turn_back(R_GC, turn(R_GB, w[0]))
            offset = turn_back(R_GC, sub(p_GB, p_GC))
            w = (add(n, cross(offset, f)), f)
        self.wrench[k] = plus(self.wrench.get(k, NO_WRENCH), w)

    def _frame_of(self, part: Any) -> int:
        """The frame an element is written in: that of the tree of its first body which is not the ground."""
        bodies = [getattr(part, name) for name in ("parent", "child", "body") if hasattr(part, name)]
        for body in bodies:
            k = self.mechanism.index(body)
            if k != OUTSIDE:
                return self.mechanism.reference[k]
        return OUTSIDE

    def _exchange_forces(self) -> None:
        """Forces that act between subsystems are computed with the interface and handed down."""
        if self.is_interface:
            handed = [(k, w) for k, w in self.wrench.items() if k not in self.own.links]
            for k, w in handed:
                del self.wrench[k]
                for i, value in enumerate([*w[0], *w[1]]):
                    self.sheet.outputs["handed", k, i] = value

    def take_handed(self, interface: Subsystem) -> None:
        """Add what the interface hands down to the bodies of this subsystem."""
        for position, k in enumerate(self.own.links):
            lanes = [member.links[position] for member in self.members]
            if ("handed", k, 0) in interface.sheet.outputs:
                six = [
                    self._place(("handed", k, i), Import(tuple((INTERFACE, ("handed", lane, i), 0) for lane in lanes)))
                    for i in range(6)
                ]
                w = (tuple(six[:3]), tuple(six[3:]))
                self.wrench[k] = plus(self.wrench.get(k, NO_WRENCH), w)  # type: ignore[arg-type]

    def find_coordinate(self, name: str) -> tuple[int, int, tuple[Scalar, Scalar]]:
        """Link, column, and (value, rate) of a joint coordinate by its full name."""
        for k, link in enumerate(self.mechanism.links):
            names = [n.name for n in link.coordinates]
            if name in names:
                c = names.index(name)
                if k in self.q:
                    return k, c, (self.q[k][c], self.s[k][c])
                return k, c, self._coordinate_elsewhere(k, c)
        raise KeyError(name)

    def _coordinate_elsewhere(self, k: int, c: int) -> tuple[Scalar, Scalar]:
        """A coordinate of another subsystem is read from the state like one of its own."""
        link = self.mechanism.links[k]
        lanes = self.sheet.lanes
        q = Place("state", (self.layout.coordinates[link.coordinates[c].name],) * lanes)
        s = Place("state", (self.layout.speeds[link.speeds[c].name],) * lanes)
        return self._place(("coordinate of", k, c), q), self._place(("speed of", k, c), s)

    # --- rows --------------------------------------------------------------------------------------------

    def write_rows(self) -> None:
        self.rows: list[ClosureRow] = []
        for number in self.own.closures:
            part = self.mechanism.closures[number]
            names = [n.name for n in row_names(part)]
            for name, row in zip(names, self._rows_of(self.parts[id(part)]), strict=True):
                self.rows.append(replace(row, name=name, s=self._mode(number, names.index(name))))

    def lane_rows(self, name_index: tuple[int, int]) -> tuple[str, ...]:
        """The twins of a row: closure and position within it, for every lane."""
        closure, position = name_index
        where = self.own.closures.index(closure)
        return tuple(
            row_names(self.mechanism.closures[member.closures[where]])[position].name for member in self.members
        )

    def _mode(self, closure: int, position: int) -> Expression:
        names = self.lane_rows((closure, position))
        return self._place(("mode", names[0]), Place("modes", tuple(self.layout.rows[n] for n in names)))

    def _rows_of(self, part: Any) -> list[ClosureRow]:
        if isinstance(part, Coupling):
            g, gd, J = -part.offset, 0.0, {}
            for name, factor in zip(part.coordinates, part.factors, strict=True):
                k, c, (q, s) = self.find_coordinate(name)
                g, gd, J[k, c] = g + factor * q, gd + factor * s, factor
            return [ClosureRow("", g, gd, 0.0, J, 1.0)]
        if isinstance(part, Prescribed):
            k, c, (q, s) = self.find_coordinate(part.coordinate)
            rate, second = self.signal_rates(part.signal)
            row = ClosureRow("", q - self.signal(part.signal), s - rate, -second, {(k, c): 1.0}, 1.0)
            return [replace(row, drive_rate=rate)]
        a, b = self.mechanism.index(part.parent), self.mechanism.index(part.child)
        found = joint_rows(part, self.motion_of(a), self.motion_of(b))
        return [self._with_entries(row, a, b) for row in found]

    def _with_entries(self, row: Row, a: int, b: int) -> ClosureRow:
        """Columns that move both bodies alike do not open the loop and are left out."""
        moves_a, moves_b = self.mechanism.path(a), self.mechanism.path(b)
        J: dict[tuple[int, int], Scalar] = {}
        for sign, path, other in ((1.0, moves_b, moves_a), (-1.0, moves_a, moves_b)):
            for k in path:
                if k not in other:
                    for c, S in enumerate(self.motion_of(k).S):
                        J[k, c] = sign * power(S, row.wrench)
        return ClosureRow("", row.g, row.gd, row.gamma, J, 1.0, wrench=row.wrench)

    # --- dynamics ----------------------------------------------------------------------------------------

    def write_dynamics(self) -> None:
        """Composite inertias and forces from the leaves down, then the equations, then their elimination."""
        links = self.mechanism.links
        bodies = {body.name: body for body in self.mechanism.model.bodies}
        self.inertia: dict[int, Inertia] = {}
        self.bias: dict[int, Wrench] = {}
        composite: dict[int, Inertia] = {}
        force: dict[int, Wrench] = {}
        for k in self.own.links:
            body = self.parts[id(bodies[links[k].body])]
            self.inertia[k], self.bias[k] = self._weigh(k, body)
            composite[k] = self.inertia[k]
            force[k] = minus(self.bias[k], self.wrench.get(k, NO_WRENCH))
        for group in self.below:
            group.flow_into(self, composite, force)
        outflow: dict[int, tuple[Inertia, Wrench]] = {}
        for k in reversed(self.own.links):
            parent = links[k].parent
            if parent in composite:
                composite[parent] = together(composite[parent], composite[k])
                force[parent] = plus(force[parent], force[k])
            elif parent != OUTSIDE:
                I, f = outflow.get(parent, (None, NO_WRENCH))
                outflow[parent] = (together(I, composite[k]) if I else composite[k], plus(f, force[k]))
        for k, w in self.wrench.items():
            if k not in self.own.links:  # a strut pushes on the body that carries it
                I, f = outflow.get(k, (None, NO_WRENCH))
                outflow[k] = (I, minus(f, w))  # type: ignore[assignment]
        self.outflow = outflow
        for k, (inertia, wrench) in outflow.items():
            if inertia:
                for i, value in enumerate([inertia.m, *inertia.h, *inertia.I]):
                    self.sheet.outputs["composite", k, i] = value
            for i, value in enumerate([*wrench[0], *wrench[1]]):
                self.sheet.outputs["outflow", k, i] = value
        self._write_equations(composite, force)

    def _weigh(self, k: int, body: Any) -> tuple[Inertia, Wrench]:
        """Inertia of a body, and its inertial force with all unknown accelerations zero.

        Newton and Euler at the centre of mass, gravity as an acceleration of the frame: f = m a_c,
        n = I alpha + w x I w + c x f.
        """
        reference = self.mechanism.reference[k]
        m, V_B = self.motion[k], self.reference_velocity(reference)
        sign = 1.0 if body.products_are == "tensor entries" else -1.0
        I = (*body.inertia, *(sign * product for product in body.products))
        if m.R is not IDENTITY:
            I = rotated(m.R, I)  # type: ignore[arg-type]
        c = m.position(body.centre)
        V, A = plus(V_B, m.U), plus(m.A, motion_cross(V_B, m.U))
        a_c = acceleration_at(V, A, c)
        if reference == OUTSIDE:
            a_c = sub(a_c, self.gravity)
        f = scale(body.mass, a_c)
        n = add(times_vector(I, A[0]), cross(V[0], times_vector(I, V[0])))  # type: ignore[arg-type]
        return body_inertia(body.mass, c, I), (add(n, cross(c, f)), f)  # type: ignore[arg-type]

    def flow_into(self, interface: Subsystem, composite: dict[int, Inertia], force: dict[int, Wrench]) -> None:
        """Hand the interface what hangs on it, lane by lane."""
        for k, (inertia, _) in self.outflow.items():
            for lane in range(self.sheet.lanes):
                if inertia:
                    ten = [interface.from_below(self, ("composite", k, i), lane) for i in range(10)]
                    whole = Inertia(ten[0], tuple(ten[1:4]), tuple(ten[4:]))  # type: ignore[arg-type]
                    composite[k] = together(composite[k], whole)
                six = [interface.from_below(self, ("outflow", k, i), lane) for i in range(6)]
                force[k] = plus(force[k], (tuple(six[:3]), tuple(six[3:])))  # type: ignore[arg-type]

    def _write_equations(self, composite: dict[int, Inertia], force: dict[int, Wrench]) -> None:
        system = System()
        stabilise = self.general_value("solver.stabilisation")
        self.mass: dict[tuple, Scalar] = {}
        self.right: dict[tuple, Scalar] = {}
        for k in self.own.links:
            for c, S in enumerate(self.motion[k].S):
                F = momentum(composite[k], S)
                for j in self.mechanism.path(k):
                    for d, S_j in enumerate(self.motion_of(j).S):
                        if j != k or d <= c:
                            entry = power(S_j, F)
                            self.mass[("speed", k, c), ("speed", j, d)] = entry
                            system.add(("speed", k, c), ("speed", j, d), entry)
                right = self.effort.get((k, c), 0.0) - power(S, force[k])
                self.right["speed", k, c] = right
                system.add_rhs(("speed", k, c), right)
        multipliers = set()
        for row in self.rows:
            key = ("row", row.name)
            multipliers.add(key)
            for (k, c), entry in row.J.items():
                system.add(key, ("speed", k, c), row.s * entry)
            system.add(key, key, row.s - 1.0)
            drift = row.gamma + stabilise * (2.0 * row.gd + stabilise * row.g)
            system.add_rhs(key, -(row.s * drift))
        for group in self.below:
            group.settle_on(self, system)
        order = self._order(system)
        self.factors = eliminate(system, order, multipliers)
        self.reduced = dict(system.rhs)
        self.border = [u for u in system.K if u not in self.factors.inverse]
        for i, a in enumerate(self.border):
            self.sheet.outputs["left rhs", a] = system.rhs.get(a, 0.0)
            for b in self.border[: i + 1]:
                if b in system.K[a]:
                    self.sheet.outputs["left", a, b] = system.K[a][b]

    def settle_on(self, interface: Subsystem, system: System) -> None:
        """Add what the elimination of this subsystem leaves to the interface's equations."""
        for i, a in enumerate(self.border):
            for lane in range(self.sheet.lanes):
                system.add_rhs(a, interface.from_below(self, ("left rhs", a), lane))
                for b in self.border[: i + 1]:
                    if ("left", a, b) in self.sheet.outputs:
                        system.add(a, b, interface.from_below(self, ("left", a, b), lane))

    def _order(self, system: System) -> list[tuple]:
        """Speeds from the leaves down; a row as soon as the last of its own speeds is gone."""
        own = set(self.own.links)
        waiting = {("row", row.name): {("speed", *kc) for kc in row.J if kc[0] in own} for row in self.rows}
        order: list[tuple] = [row for row, needs in waiting.items() if not needs]
        for row in order:
            del waiting[row]
        for k in reversed(self.own.links):
            for c in reversed(range(len(self.motion[k].S))):
                order.append(("speed", k, c))
                ready = []
                for row, needs in waiting.items():
                    needs.discard(("speed", k, c))
                    if not needs:
                        ready.append(row)
                order += ready
                for row in ready:
                    del waiting[row]
        return order

    def write_solution(self) -> None:
        """Accelerations and multipliers, by substituting back."""
        known: dict[Any, Scalar] = {u: self.from_interface(("solved", u)) for u in self.border}
        self.solution = backward(self.factors, self.reduced, known)
        if self.is_interface:
            for unknown, value in self.solution.items():
                self.sheet.outputs["solved", unknown] = value

    def acceleration(self, k: int, c: int) -> Scalar:
        """The solved unknown of a column, here or in the interface."""
        known = self.solution.get(("speed", k, c))
        return self.from_interface(("solved", ("speed", k, c))) if known is None else known

    def multiplier(self, row: ClosureRow) -> Scalar:
        """Force of the row on the child: the unknown is its negative, and a row that is off has none."""
        return -(row.s * self.solution["row", row.name])


def _unit_motion(c: int) -> Motion:
    e = tuple(1.0 if i == c % 3 else 0.0 for i in range(3))
    return (e, ZERO) if c < 3 else (ZERO, e)  # type: ignore[return-value]


def _flat_motion(k: int, m: BodyMotion) -> list[tuple[tuple, Scalar]]:
    """The numbers of a motion in the order `_import_motion` reads them, anchored at the design origin."""
    numbers: list[Scalar] = [*m.R[0], *m.R[1], *m.R[2], *m.position(ZERO), *m.U[0], *m.U[1], *m.A[0], *m.A[1]]
    for S in m.S:
        numbers += [*S[0], *S[1]]
    return [(("motion", k, i), value) for i, value in enumerate(numbers)]
