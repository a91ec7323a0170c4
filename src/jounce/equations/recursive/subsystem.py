"""The equations of one subsystem: its symbols and the motion of its bodies, written once and run for all its lanes.

The interface (car body, rack ...) and each group of corners are written by the same code. A corner imports
the motion of the interface bodies it hangs on and exports, for them, its composite inertia, its forces and
what its elimination leaves (effective inertia and force of a subsystem on its base) [Kim, eq. 20-24]. The
interface adds these to its own and solves; the corner then substitutes back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from jounce.equations.layout import FRICTION_MODES, Layout
from jounce.equations.motions.link_motion import link_motion
from jounce.equations.motions.tabulated_motion import tabulated_motion_column, tabulated_motion_length
from jounce.equations.part_symbols import part_in_symbols, part_twins_for_symbols
from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.exchange import (
    FLOATING,
    export_body_to_exchange,
    home_of_exchanged_link,
    import_body_from_exchange,
)
from jounce.equations.recursive.stages import ClosureRow, Column, FrictionRow, Reactions, StageLoads, System
from jounce.graph import Expression, Scalar, derivative
from jounce.mechanism import OUTSIDE, Mechanism, lane_parts
from jounce.mechanism.subsystems import Component
from jounce.native.program import Import, Place, ProgramSheet
from jounce.parts.ends import is_driven_at_ends
from jounce.parts.signals import input_of_signal
from jounce.spatial.motion import REST, Motion, add_motions
from jounce.spatial.relative_motion import STILL, RelativeMotion, relative_motion_of_ground
from jounce.spatial.rotation import IDENTITY, Matrix3, multiply_rotations, rotation_of_quaternion, turn
from jounce.spatial.vector import ZERO, Vec3, add, cross, vector_difference

Link = TypeVar("Link", int, int | None)
INTERFACE = 0  # index of the interface's sheet


@dataclass
class SubsystemEquations:
    """Writes the equations of one component into its sheet. `members` are the lanes; the first stands for all."""

    mechanism: Mechanism
    layout: Layout
    number: int  # of its sheet
    members: tuple[Component, ...]
    below: list[SubsystemEquations] = field(default_factory=list)  # of the interface: the groups that hang on it
    homes: list[SubsystemEquations] = field(default_factory=list)  # groups whose bodies its force elements look at
    interface: SubsystemEquations | None = None  # of a group
    driven: Mapping[str, Any] = field(default_factory=dict)  # coordinates whose motion is known, with what drives them
    known: dict[Column, Scalar] = field(default_factory=dict)  # their accelerations
    # what the stages of `stages.py` leave, each set once
    loads: StageLoads = field(init=False)
    rows: tuple[ClosureRow, ...] = field(init=False)
    frictions: tuple[FrictionRow, ...] = ()
    system: System = field(init=False)
    solution: dict[Unknown, Scalar] = field(init=False)
    reactions: Reactions = field(init=False)
    watches_attitudes: bool = False  # whether a run ends before angles of a joint lose their meaning

    def __post_init__(self) -> None:
        self.own = self.members[0]
        self.is_interface = self.number == INTERFACE
        alone = not self.own.links and not self.is_interface  # a force element in its own lanes: a tyre
        self.sheet = ProgramSheet(lanes=len(self.members), chains=alone)
        self.twins = part_twins_for_symbols([self._parts_of(member) for member in self.members])
        self.parts = {id(part): part_in_symbols(self, part) for part in self._parts_of(self.own)}
        self.time = self.place("time", Place("inputs", (0,) * self.sheet.lanes))
        self.motion: dict[int, RelativeMotion] = {}  # as far as they have been asked for
        self.unspun: dict[int, RelativeMotion] = {}
        self.bending = {k for k, link in enumerate(self.mechanism.links) if link.bends}
        self.q = {k: self._state(k, "coordinates") for k in self.own.links}
        self.s = {k: self._state(k, "speeds") for k in self.own.links}

    # --- symbols -----------------------------------------------------------------------------------------

    def _parts_of(self, component: Component) -> list[Any]:
        return lane_parts(self.mechanism.model, self.mechanism.links, self.mechanism.closures, component)

    def place(self, key: Any, place: Place | Import) -> Expression:
        return self.sheet.symbol(key, place)

    def _state(self, k: int, what: str) -> list[Scalar]:
        offsets = getattr(self.layout, what)
        lanes = [member.links[self.own.links.index(k)] for member in self.members]
        names = zip(*(getattr(self.mechanism.links[lane], what) for lane in lanes), strict=True)
        return [
            self.place((what, twins[0].name), Place("state", tuple(offsets[n.name] for n in twins))) for twins in names
        ]

    def element_state(self, element: str, name: str) -> Expression:
        """A state of a force element, given by the name that the element has in the first lane."""
        return self.place(("element", element, name), Place("state", self.element_offsets(element, name)))

    def element_offsets(self, element: str, name: str) -> tuple[int, ...]:
        twins = self.twins[f"forces.{element}"]
        return tuple(self.layout.elements[f"{twin.removeprefix('forces.')}.{name}"] for twin in twins)

    def held_number(self, element: str, name: str) -> Expression:
        """A number that a force element holds, given by the name that the element has in the first lane."""
        return self.place(("held", element, name), Place("modes", self.held_offsets(element, name)))

    def held_number_elsewhere(self, element: str, name: str) -> Expression:
        """A number that another force element holds, the same for every lane."""
        at = self.layout.held[f"{element}.{name}"][0]
        return self.place(("held", element, name), Place("modes", (at,) * self.sheet.lanes))

    def held_offsets(self, element: str, name: str) -> tuple[int, ...]:
        twins = self.twins[f"forces.{element}"]
        return tuple(self.layout.held[f"{twin.removeprefix('forces.')}.{name}"][0] for twin in twins)

    def general_value(self, path: str) -> Expression:
        """A number of the whole model, the same in every lane."""
        return self.place(("value", path), Place("values", (self.layout.values[path],) * self.sheet.lanes))

    @property
    def gravity(self) -> Vec3:
        x, y, z = (self.general_value(f"gravity.{axis}") for axis in "xyz")
        return (x, y, z)

    def from_interface(self, key: Callable[[int], Hashable], k: int, still: float | None = None) -> Scalar:
        """A number of a link of the interface, for each lane of the link in its place.

        Lanes in which that stands still on what carries it take `still`, where it is given. What the structure fixes,
        as a rack's rotation, is taken as it is.
        """
        outputs = self.interface.sheet.outputs if self.interface else {}
        keys = [key(link) for link in self.carriers_of_lanes(k)]
        if still is not None and None in (moving := self.moving_carriers(k)):
            outputs["still", still] = still
            keys = [("still", still) if link is None else own for link, own in zip(moving, keys, strict=True)]
        known = outputs.get(keys[0])
        if isinstance(known, float) and all(outputs.get(other) == known for other in keys):
            return known
        return self.place(("interface", key(k)), Import(tuple((INTERFACE, other, 0) for other in keys)))

    def carriers_of_lanes(self, k: int) -> list[int]:
        """For a link on which the first lane hangs: the link on which each lane does."""
        return [member.carrier(k) for member in self.members]

    def moving_carriers(self, k: int) -> list[int | None]:
        """Returns the same without those that stand still: in their place is what carries them."""
        above = self.carriers_of_lanes(self.mechanism.links[k].parent)
        return [link if link != on else None for link, on in zip(self.carriers_of_lanes(k), above, strict=True)]

    def carriers(self, k: int) -> dict[int, list[int]]:
        """For a link on which the first lane hangs: the links on which the lanes do."""
        return _lanes_by_link(self.carriers_of_lanes(k))

    def from_below(self, group: SubsystemEquations, key: tuple[Any, ...], lane: int) -> Expression:
        return self.place(("below", group.number, lane, *key), Import(((group.number, key, lane),)))

    def sum_from_below(self, group: SubsystemEquations, key: tuple[Any, ...], lanes: list[int]) -> Scalar:
        """Over these lanes, neighbours first: then left and right may change places and no bit changes."""
        parts: list[Scalar] = [self.from_below(group, key, lane) for lane in lanes]
        while len(parts) > 1:
            left_over = parts[len(parts) // 2 * 2 :]
            parts = [a + b for a, b in zip(parts[::2], parts[1::2], strict=False)] + left_over
        return parts[0]

    def signal(self, signal: Any) -> Scalar:
        name = input_of_signal(signal)
        return signal.at(self.time) if name is None else self.input(name, 0)

    def signal_rates(self, signal: Any) -> tuple[Scalar, Scalar]:
        name = input_of_signal(signal)
        if name is not None:
            return self.input(name, 1), self.input(name, 2)
        value = signal.at(self.time)
        (rate,) = derivative([value], self.time)
        (second,) = derivative([rate], self.time)
        return rate, second

    def input(self, name: str, order: int) -> Expression:
        offsets = tuple(self.layout.inputs[twin] + order for twin in self.twins.get(name, (name,) * self.sheet.lanes))
        return self.place(("input", name, order), Place("inputs", offsets))

    # --- motion ------------------------------------------------------------------------------------------

    def write_kinematics(self) -> None:
        links, reference = self.mechanism.links, self.mechanism.reference
        for k in self.own.links:
            if reference[k] == k:
                self.motion[k] = FLOATING
            else:
                joint = self.parts[id(links[k].joint)]
                parent = self.motion_of(links[k].parent)
                self.motion[k] = link_motion(parent, links[k], joint, self.q[k], self.s[k])
            if self.is_interface:
                export_body_to_exchange(self, k)

    def motion_of(self, k: int, unspun: bool = False) -> RelativeMotion:
        """A body as its tree's reference sees it: of this subsystem, of another, or the ground.

        `unspun`: as one sees it who only looks at its axle, if it is a body of revolution.
        """
        if k == OUTSIDE:
            return STILL
        if unspun and self.mechanism.is_round(k):
            if k not in self.unspun:
                own = self.motion.get(k) or import_body_from_exchange(self, k, unspun=True)
                self.unspun[k] = own if own.unspun is None else replace(own, R=own.unspun)
            return self.unspun[k]
        if k not in self.motion:
            self.motion[k] = import_body_from_exchange(self, k)
        return self.motion[k]

    def columns(self, j: int, k: int) -> tuple[Motion, ...]:
        """Columns of link j as link k on it feels them: a body that bends moves each of its frames in its own way."""
        frame = self.mechanism.frame_between(j, k) if j in self.bending else None
        return self.motion_of(j).S if frame is None else self.motion_of(frame).through

    def reference_pose(self, reference: int) -> tuple[Matrix3, Vec3]:
        """R_GB and p_GB of a tree's reference frame in the ground."""
        if reference == OUTSIDE:
            return IDENTITY, ZERO
        if self.is_interface:
            q = self.q[reference]
            return rotation_of_quaternion(tuple(q[3:])), tuple(q[:3])  # type: ignore[arg-type, return-value]

        def number(i: int) -> Scalar:
            return self.from_interface(lambda k: ("pose", k, i), reference)

        R = tuple(tuple(number(3 * i + j) for j in range(3)) for i in range(3))
        return R, tuple(number(9 + i) for i in range(3))  # type: ignore[return-value]

    def reference_velocity(self, reference: int) -> Motion:
        """V_B, in B."""
        if reference == OUTSIDE:
            return REST
        if self.is_interface:
            s = self.s[reference]
        else:
            s = [self.from_interface(lambda k, i=i: ("velocity", k, i), reference) for i in range(6)]  # type: ignore[misc]
        return (tuple(s[:3]), tuple(s[3:]))  # type: ignore[return-value]

    def export_reference(self) -> None:
        for k in self.own.links:
            if self.mechanism.reference[k] == k:
                R, p = self.reference_pose(k)
                for i, value in enumerate([*R[0], *R[1], *R[2], *p]):
                    self.sheet.outputs["pose", k, i] = value
                for i in range(6):
                    self.sheet.outputs["velocity", k, i] = self.s[k][i]

    def observe(self, body: str, reference: int, unspun: bool = False) -> RelativeMotion:
        """A body, or the ground, in the frame of a reference; `unspun` as in `motion_of`."""
        k = self.mechanism.index(body)
        home = OUTSIDE if k == OUTSIDE else self.mechanism.reference[k]
        if home == reference and k != OUTSIDE:
            return self.motion_of(k, unspun)
        ground = relative_motion_of_ground(*self.reference_pose(reference), self.reference_velocity(reference))
        if k == OUTSIDE:
            return STILL if reference == OUTSIDE else ground
        # through the ground: first out of its own tree, then into this one
        there = self.motion_of(k, unspun)
        R_GC, p_GC = self.reference_pose(home)
        R_BC, p_BC = multiply_rotations(ground.R, R_GC), add(ground.r, turn(ground.R, p_GC))
        V = add_motions(self.reference_velocity(home), there.U)
        w = turn(R_BC, V[0])
        v = vector_difference(turn(R_BC, V[1]), cross(w, p_BC))
        r = add(p_BC, turn(R_BC, there.r))
        return RelativeMotion(multiply_rotations(R_BC, there.R), r, there.anchor, add_motions((w, v), ground.U))

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

    def driven_motion(self, k: int) -> tuple[Scalar, Scalar] | None:
        """Value and rate that an input gives to the coordinate of a link: q = u, or by f q + f_u law(u) = offset."""
        part = self.driven.get(self.mechanism.links[k].coordinates[0].name) if self.q[k] else None
        if part is None:
            return None
        if is_driven_at_ends(part):
            return self.signal(part.signal), self.signal_rates(part.signal)[0]
        own, leader = self.parts[id(part)], self.driven[part.coordinates[1]]
        u, (ud, _) = self.signal(leader.signal), self.signal_rates(leader.signal)
        along: Scalar = u if own.law is None else own.law.value(u)
        (slope,) = derivative([along], u)  # type: ignore[arg-type]
        f, f_u = own.factors
        return (own.offset - f_u * along) / f, -f_u * slope * ud / f

    def led_length(self, coordinate: str, name: str) -> tuple[list[str], list[Scalar], list[Scalar]]:
        """A tabulated length: the coordinates it depends on, its value and slopes, and the coordinates' rates."""
        k, _, _ = self.find_coordinate(coordinate)
        joint, q = self.parts[id(self.mechanism.links[k].joint)], self.q[k]
        number = tabulated_motion_length(joint, name)
        values = [tabulated_motion_column(joint, q, number, by) for by in ((), *((i,) for i in range(len(q))))]
        return [n.name for n in self.mechanism.links[k].coordinates], values, self.s[k]

    def _coordinate_elsewhere(self, k: int, c: int) -> tuple[Scalar, Scalar]:
        """A coordinate of another subsystem is read from the state like one of its own."""
        link = self.mechanism.links[k]
        lanes = self.sheet.lanes
        q = Place("state", (self.layout.coordinates[link.coordinates[c].name],) * lanes)
        s = Place("state", (self.layout.speeds[link.speeds[c].name],) * lanes)
        return self.place(("coordinate of", k, c), q), self.place(("speed of", k, c), s)

    # --- rows and unknowns -------------------------------------------------------------------------------

    def mode(self, twins: tuple[str, ...]) -> Expression:
        """Switch of a row, by its name in every lane: 1 = on."""
        return self.place(("mode", twins[0]), Place("modes", tuple(self.layout.rows[name] for name in twins)))

    def known_strength(self, twins: tuple[str, ...]) -> Expression:
        """The strongest pivot of a row of this unit when rows were chosen; 0 where all are on."""
        behind = self.layout.strength_places().start
        offsets = tuple(behind + self.layout.rows[name] for name in twins)
        return self.place(("strength", twins[0]), Place("modes", offsets))

    def friction_mode(self, twins: tuple[str, ...], which: str) -> Expression:
        """A mode of dry friction, by the name of the element in every lane; see FRICTION_MODES."""
        number = FRICTION_MODES.index(which)
        places = tuple(self.layout.places_of_friction(name)[number] for name in twins)
        return self.place((which, twins[0]), Place("modes", places))

    @property
    def every_row(self) -> tuple[ClosureRow, ...]:
        """The rows of loops, and those of friction."""
        return (*self.rows, *(friction.row for friction in self.frictions))

    @property
    def shared_rows(self) -> list[ClosureRow]:
        """Rows with speeds of the interface in them: these are eliminated there, after the last of their speeds.

        What holds a tie rod may be the corner, or the rack, or both; numbers decide it, and the order must not.
        """
        return [row for row in self.every_row if row.shared]

    def in_interface(self, unknown: Unknown) -> dict[Unknown, list[int]]:
        """Tells what the interface calls an unknown that is left to it, with the lanes it belongs to."""
        if unknown[0] == "speed":
            found = _lanes_by_link(self.moving_carriers(unknown[1]))
            return {("speed", link, unknown[2]): lanes for link, lanes in found.items() if link is not None}
        row = next(row for row in self.shared_rows if row.unknown == unknown)
        return {("row", name): [lane] for lane, name in enumerate(row.twins)}

    def found_by_interface(self, word: Any, unknown: Unknown) -> Scalar:
        """Tells what the interface knows, by this word, of an unknown that is left to it."""
        if unknown[0] == "speed":
            return self.from_interface(lambda k: (*word, ("speed", k, unknown[2])), unknown[1], still=0.0)
        sources = tuple((INTERFACE, (*word, other), 0) for other in self.in_interface(unknown))
        return self.place(("interface", *word, unknown), Import(sources))

    def acceleration(self, k: int, c: int) -> Scalar:
        """The solved unknown of a column, here, in the interface or in a group that the interface looks at."""
        known = self.solution.get(("speed", k, c))
        if known is not None:
            return known
        if not self.is_interface:
            return self.found_by_interface(("solved",), ("speed", k, c))
        group, lane, first = home_of_exchanged_link(self, k)
        key = ("solved", ("speed", first, c))
        group.sheet.outputs[key] = group.solution["speed", first, c]
        return self.from_below(group, key, lane)

    def multiplier(self, row: ClosureRow) -> Scalar:
        """Force of the row on the child: the unknown is its negative, and a row that is off has none."""
        return -(row.s * self.solution[row.unknown])


def _lanes_by_link(links: Sequence[Link]) -> dict[Link, list[int]]:
    """The lanes in which each link is met."""
    found: dict[Link, list[int]] = {}
    for lane, link in enumerate(links):
        found.setdefault(link, []).append(lane)
    return found
