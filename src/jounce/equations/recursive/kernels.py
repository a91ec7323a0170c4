"""The kernel writer: what each kernel stores, and where, in `out` and `work`."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from jounce.equations.coordinate_rates import coordinate_rates, unit_quaternion_coordinates
from jounce.equations.friction_numbers import FRICTION_NUMBERS
from jounce.equations.layout import Layout
from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.guards import (
    GuardFormula,
    attitude_guards,
    friction_guards,
    independent_guards,
    other_guards,
)
from jounce.equations.recursive.pivots import smallest_pivot
from jounce.equations.recursive.recorded_channels import (
    recorded_energies,
    recorded_joint_load,
    recorded_joint_wrenches,
    recorded_largest_gap,
    recorded_speed_rates,
    write_recorded_channels,
)
from jounce.equations.recursive.sensors import ChannelFormula
from jounce.equations.recursive.stages import ClosureRow, LoopFactors
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar, derivative, maximum
from jounce.mechanism import Mechanism, tree_row_names
from jounce.native.program import Place, Store
from jounce.parts.ends import is_driven_at_ends

PIVOT = 0  # where `work` holds the smallest pivot ratio
GUARDS = 1  # where its guards begin; behind them stand the numbers of every friction, see `FRICTION_NUMBERS`
SHORTEST_HEADER = 8


@dataclass
class Equations:
    """Sheets, the layout of memory, and what each kernel stores."""

    mechanism: Mechanism
    layout: Layout
    subsystems: list[SubsystemEquations]
    stores: dict[str, list[Store]] = field(default_factory=dict)


class KernelWriter:
    """Decides what goes where in `out` and `work`."""

    def __init__(self, equations: Equations):
        self.equations = equations
        self.layout, self.mechanism = equations.layout, equations.mechanism
        self.interface, *self.groups = equations.subsystems
        self.work = self._lay_out_header()
        self.factor_places: dict[tuple[int, Hashable], Place] = {}

    def _lay_out_header(self) -> int:
        """Guards, numbers of friction, new values of held numbers and multipliers in `work`; where the rest begins.

        Multipliers mu of the last rhs, M sd + J^T mu = f, lie by the order of rows.
        """
        self.guards: list[tuple[SubsystemEquations, GuardFormula, Place]] = []
        at = GUARDS
        for guards_of in (
            friction_guards,
            other_guards,
            attitude_guards,
            independent_guards,
        ):  # those of friction in its own order, before all others
            for sub in self.equations.subsystems:
                for formula in guards_of(sub):
                    places = tuple(range(at, at + len(formula.names)))
                    self.guards.append((sub, formula, Place("work", places)))
                    about, at = formula.guard, at + len(formula.names)
                    for name, place in zip(formula.names, places, strict=True):
                        words = [about.direction, about.kink, about.ends_run, about.falls, about.rises]
                        self.layout.guards[name] = [place, *words]
        frictions = self.layout.frictions
        assert list(self.layout.guards)[: len(frictions)] == list(frictions)
        self.layout.sizes["guards"] = at - GUARDS
        self.layout.sizes["friction numbers"] = at
        at += len(FRICTION_NUMBERS) * len(frictions)
        self.layout.sizes["friction loads"] = at
        at = self._lay_out_sets(at + len(frictions) * self._has_loads())
        at = max(SHORTEST_HEADER, at)
        self.layout.sizes["multipliers"] = at
        return at + self.layout.row_count

    def _lay_out_sets(self, at: int) -> int:
        """Tells where guards leave the values that held numbers get at their events; the place behind."""
        self.sets: list[tuple[SubsystemEquations, str, str, Scalar, Place]] = []
        instants: set[int] = set()
        for sub, formula, guard in self.guards:
            for name, value in formula.guard.sets.items():
                offsets = sub.held_offsets(formula.element, name)
                places = tuple(range(at, at + len(offsets)))
                self.sets.append((sub, formula.names[0], name, value, Place("work", places)))
                numbers = [place - GUARDS for place in guard.offsets]
                self.layout.sets += [list(three) for three in zip(numbers, places, offsets, strict=True)]
                if self.layout.held[f"{formula.element}.{name}"][1] == "s" and derivative([value], sub.time) != [0.0]:
                    instants.update(offsets)
                at += len(offsets)
        self.layout.instants = sorted(instants)
        return at

    def _has_loads(self) -> bool:
        return any(friction.loaded for sub in self.equations.subsystems for friction in sub.frictions)

    def store(self, kernel: str, sub: SubsystemEquations, key: Hashable, value: Scalar, place: Place) -> None:
        sub.sheet.outputs[key] = value
        self.equations.stores.setdefault(kernel, []).append(Store(sub.number, key, place))

    def remember(self, kernel: str, sub: SubsystemEquations, key: Hashable, value: Scalar) -> Place:
        """Keep a number in `work` for another kernel."""
        place = Place("work", tuple(range(self.work, self.work + sub.sheet.lanes)))
        self.work += sub.sheet.lanes
        self.store(kernel, sub, key, value, place)
        return place

    def _state_places(self, sub: SubsystemEquations, k: int, what: str) -> list[Place]:
        position = sub.own.links.index(k)
        links = [self.mechanism.links[member.links[position]] for member in sub.members]
        offsets = getattr(self.layout, what)
        return [
            Place("out", tuple(offsets[n.name] for n in twins))
            for twins in zip(*(getattr(link, what) for link in links), strict=True)
        ]

    # --- rhs ---------------------------------------------------------------------------------------------

    def rhs(self) -> None:
        for sub in self.equations.subsystems:
            for k in sub.own.links:
                rates = coordinate_rates(sub, k, sub.s[k])
                for place, c, value in _enumerated(self._state_places(sub, k, "coordinates"), rates):
                    self.store("rhs", sub, ("q rate", k, c), value, place)
                for place, c, value in _enumerated(self._state_places(sub, k, "speeds"), recorded_speed_rates(sub, k)):
                    self.store("rhs", sub, ("s rate", k, c), value, place)
            for name, state, rate, place in self._element_states(sub):
                self.store("rhs", sub, ("element rate", name, state), rate, place)
            for name, power_in, offsets in self._works(sub):
                self.store("rhs", sub, ("work rate", name), power_in, Place("out", offsets))
            for row in sub.every_row:
                first, places = self.layout.sizes["multipliers"], self.layout.row_places
                place = Place("work", tuple(first + places[name] for name in row.twins))
                self.store("rhs", sub, ("multiplier", row.name), sub.solution[row.unknown], place)
            self._remember_factors(sub)
        self._load_friction()
        for sub, formula, place in self.guards:
            self.store("rhs", sub, ("guard", formula.names[0]), formula.guard.value, place)
        for sub, guard, name, value, place in self.sets:
            self.store("rhs", sub, ("sets", guard, name), value, place)
        worst = smallest_pivot(self.interface, self.groups)
        self.store("rhs", self.interface, "worst pivot", worst, Place("work", (PIVOT,)))

    def _load_friction(self) -> None:
        """The loads of joints that limit their friction; a run repeats the right-hand side until the modes agree."""
        if not self._has_loads():
            return
        first = self.layout.sizes["friction loads"]
        for sub in [*self.groups, self.interface]:
            sub.reactions = recorded_joint_wrenches(sub)
            for friction in sub.frictions:
                if friction.loaded:
                    numbers = [self.layout.frictions[name] for name in friction.row.twins]
                    places = tuple(first + number for number in numbers)
                    self.store(
                        "rhs",
                        sub,
                        ("load", friction.element),
                        recorded_joint_load(sub, friction),
                        Place("work", places),
                    )
                    modes = [self.layout.places_of_friction(name)[-1] for name in friction.row.twins]
                    self.layout.loaded += [list(pair) for pair in zip(places, modes, strict=True)]

    def _element_states(self, sub: SubsystemEquations) -> Iterator[tuple[str, str, Scalar, Place]]:
        """Element, state, rate and place of every state that a force element carries."""
        for number in sub.own.forces:
            name = self.mechanism.model.forces[number].name
            for state, rate in sub.loads.elements[name][0].rates.items():
                yield name, state, rate, Place("out", sub.element_offsets(name, state))

    def _works(self, sub: SubsystemEquations) -> Iterator[tuple[str, Scalar, tuple[int, ...]]]:
        """Element or drive, its power, and the places of its work."""
        model, closures = self.mechanism.model, self.mechanism.closures
        for position, number in enumerate(sub.own.forces):
            names = [model.forces[member.forces[position]].name for member in sub.members]
            power_in = sub.loads.elements[model.forces[number].name][1]
            yield names[0], power_in, tuple(self.layout.works[name] for name in names)
        for position, number in enumerate(sub.own.closures):
            if is_driven_at_ends(closures[number]):
                names = [closures[member.closures[position]].name for member in sub.members]
                row = next(r for r in sub.rows if r.name == tree_row_names(closures[number])[0].name)
                power_in = sub.multiplier(row) * row.drive_rate
                yield names[0], power_in, tuple(self.layout.works[name] for name in names)

    def _remember_factors(self, sub: SubsystemEquations) -> None:
        for key, value in sub.system.factors.kept():
            self.factor_places[sub.number, key] = self.remember("rhs", sub, ("factor", key), value)

    def _stored_factors(self, sub: SubsystemEquations) -> LoopFactors:
        """The factors of the last rhs, as symbols."""

        def read(key: Hashable) -> Scalar:
            return sub.sheet.symbol(("factor", key), self.factor_places[sub.number, key])

        return sub.system.factors.read_back(read)

    # --- gap and correct ---------------------------------------------------------------------------------

    def gap(self) -> None:
        """Residuals of active rows, then of quaternions, then rates."""
        rows = self.layout.sizes["rows"]
        quaternions = len(self.layout.quaternions)
        self.layout.sizes["gap"] = rows + quaternions
        self.layout.sizes["rate gap"] = rows + len(self.layout.frictions)
        solved = [row.twins for sub in self.equations.subsystems for row in sub.rows if row.drives is None]
        self.layout.sizes["solved rows"] = sum(map(len, solved))
        self.residuals: dict[tuple[int, str, str], Place] = {}
        for sub in self.equations.subsystems:
            for row in sub.rows:
                offsets = self._row_offsets(row)
                for what, value, start in (("g", row.s * row.g, 0), ("gd", row.s * row.gd, rows + quaternions)):
                    key = ("residual", what, row.name)
                    if row.drives is None:
                        self.residuals[sub.number, what, row.name] = self.remember("gap", sub, key, value)
                    place = Place("out", tuple(start + offset for offset in offsets))
                    self.store("gap", sub, ("out", *key), value, place)
            for friction in sub.frictions:
                row, start = friction.row, rows + quaternions + rows
                key, value = ("residual", "gd", row.name), row.s * row.gd
                self.residuals[sub.number, "gd", row.name] = self.remember("gap", sub, key, value)
                place = Place("out", tuple(start + self.layout.frictions[name] for name in row.twins))
                self.store("gap", sub, ("out", *key), value, place)
        for number, four in enumerate(self.layout.quaternions):
            q = [
                self.interface.sheet.symbol(("quaternion", number, i), Place("state", (o,))) for i, o in enumerate(four)
            ]
            value = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0
            self.store("gap", self.interface, ("length", number), value, Place("out", (rows + number,)))

    def _row_offsets(self, row: ClosureRow) -> tuple[int, ...]:
        return tuple(self.layout.rows[name] for name in row.twins)

    def correct(self) -> None:
        """K (delta, mu) = (0, -residual): the smallest change, weighted by mass, that closes the loops."""
        reduced: dict[tuple[int, str], dict[Unknown, Scalar]] = {}
        for sub in [*self.groups, self.interface]:
            factors = self._stored_factors(sub)
            for what in ("g", "gd"):
                rhs: dict[Unknown, Scalar] = {
                    row.unknown: -sub.sheet.symbol(("kept", what, row.name), self.residuals[sub.number, what, row.name])
                    for row in sub.every_row
                    if (sub.number, what, row.name) in self.residuals
                }
                if sub.is_interface:
                    for group in self.groups:
                        for a in group.system.border:
                            if ("left", what, a) in group.sheet.outputs:
                                for here, lanes in group.in_interface(a).items():
                                    part = sub.sum_from_below(group, ("left", what, a), lanes)
                                    rhs[here] = rhs[here] + part if here in rhs else part
                z = factors.reduce(rhs)
                reduced[sub.number, what] = z
                for a in sub.system.border:
                    if a in z:
                        sub.sheet.outputs["left", what, a] = z[a]
        for sub in self.equations.subsystems:
            factors = self._stored_factors(sub)
            change = {}
            for what in ("g", "gd"):
                known: dict[Unknown, Scalar] = {
                    a: sub.found_by_interface(("moved", what), a) for a in sub.system.border
                }
                change[what] = factors.substitute(reduced[sub.number, what], known)
                if sub.is_interface:
                    for a, value in change[what].items():
                        sub.sheet.outputs["moved", what, a] = value
            for k in sub.own.links:
                if driven := sub.driven_motion(k):  # put where its input wants it
                    q, s = [driven[0]], [driven[1]]
                else:
                    delta = [change["g"]["speed", k, c] for c in range(len(sub.s[k]))]
                    q = [x + d for x, d in zip(sub.q[k], coordinate_rates(sub, k, delta), strict=True)]
                    q = unit_quaternion_coordinates(sub, k, q)
                    s = [x + change["gd"]["speed", k, c] for c, x in enumerate(sub.s[k])]
                for place, c, value in _enumerated(self._state_places(sub, k, "coordinates"), q):
                    self.store("correct", sub, ("new q", k, c), value, place)
                for place, c, value in _enumerated(self._state_places(sub, k, "speeds"), s):
                    self.store("correct", sub, ("new s", k, c), value, place)
            for name, state, _, place in self._element_states(sub):
                self.store("correct", sub, ("new element", name, state), sub.element_state(name, state), place)
            for name, _, offsets in self._works(sub):
                same = sub.sheet.symbol(("work", name), Place("state", offsets))
                self.store("correct", sub, ("new work", name), same, Place("out", offsets))

    # --- observe -----------------------------------------------------------------------------------------

    def observe(self) -> None:
        count = 0
        for sub in [*self.groups, self.interface]:
            for number, channel in enumerate(write_recorded_channels(sub)):
                self._channel(sub, ("channel", number), channel, count)
                count += sub.sheet.lanes
        for number, channel in enumerate(self._totals()):
            self._channel(self.interface, ("total", number), channel, count)
            count += 1
        self.layout.sizes["channels"] = count
        for sub in self.equations.subsystems:
            self._observe_friction(sub)

    def _observe_friction(self, sub: SubsystemEquations) -> None:
        """The numbers that the next phase of dry friction depends on."""
        frictions, first = self.layout.frictions, self.layout.sizes["friction numbers"]
        for friction in sub.frictions:
            row = friction.row
            rate: Scalar = row.gamma
            for (k, c), entry in row.J.items():
                rate = rate + entry * sub.acceleration(k, c)
            force = friction.T - sub.multiplier(row)
            numbers = (row.gd, rate, friction.limit, friction.static, force)
            for at, (word, value) in enumerate(zip(FRICTION_NUMBERS, numbers, strict=True)):
                places = tuple(first + at * len(frictions) + frictions[name] for name in row.twins)
                self.store("observe", sub, (word, row.name), value, Place("work", places))

    def _channel(self, sub: SubsystemEquations, key: Hashable, channel: ChannelFormula, first: int) -> None:
        place = Place("out", tuple(range(first, first + sub.sheet.lanes)))
        self.store("observe", sub, key, channel.value, place)
        for lane, name in enumerate(channel.names):
            self.layout.channels[name] = [first + lane, channel.unit, channel.definition]
            self.layout.types[name] = [channel.kind, channel.group, channel.parts[lane] if channel.parts else ""]

    def _totals(self) -> list[ChannelFormula]:
        sums: dict[str, Scalar] = {"kinetic": 0.0, "potential": 0.0, "gap": 0.0, "velocity gap": 0.0}
        for sub in self.equations.subsystems:
            kinetic, potential = recorded_energies(sub)
            mine = {
                "kinetic": kinetic,
                "potential": potential,
                "gap": recorded_largest_gap(sub.rows, "g"),
                "velocity gap": recorded_largest_gap(sub.rows, "gd"),
            }
            for key, value in mine.items():
                sub.sheet.outputs["sum", key] = value
                for lane in range(sub.sheet.lanes):
                    part = value if sub.is_interface else self.interface.from_below(sub, ("sum", key), lane)
                    worst = "gap" in key
                    sums[key] = maximum(sums[key], part) if worst else sums[key] + part
        work: Scalar = 0.0
        for name, offset in self.layout.works.items():
            work = work + self.interface.sheet.symbol(("work of", name), Place("state", (offset,)))
        total = sums["kinetic"] + sums["potential"]
        rows = [
            ("energy.kinetic", "J", "kinetic energy of all bodies", sums["kinetic"], "energy"),
            ("energy.potential", "J", "potential energy of gravity, zero at the origin", sums["potential"], "energy"),
            ("energy.work", "J", "work of all force elements and prescribed motions since the start", work, "energy"),
            (
                "energy.balance",
                "J",
                "kinetic + potential - work; constant but for numerical error",
                total - work,
                "energy",
            ),
            ("constraints.gap", "m", "largest position residual of all loop rows (rad for turns)", sums["gap"], "loop"),
            (
                "constraints.velocity_gap",
                "m/s",
                "largest velocity residual of all loop rows",
                sums["velocity gap"],
                "loop",
            ),
        ]
        kinds = {"constraints.gap": "length"}
        found = [
            ChannelFormula((name,), unit, meaning, value, group, kind=kinds.get(name, ""))
            for name, unit, meaning, value, group in rows
        ]
        for name, offset in self.layout.works.items():
            symbol = self.interface.sheet.symbol(("work of", name), Place("state", (offset,)))
            found.append(
                ChannelFormula((f"{name}.work",), "J", "work of the element since the start", symbol, "work", (name,))
            )
        return found

    # --- matrices ----------------------------------------------------------------------------------------

    def matrices(self) -> None:
        """Dense M, right-hand side, J, gamma, g, gd, in the order of the speeds' and rows' places."""
        first = min(self.layout.speeds.values(), default=0)
        speeds, rows = len(self.layout.speeds), self.layout.sizes["rows"]
        places = {name: offset - first for name, offset in self.layout.speeds.items()}
        frictions = len(self.layout.frictions)
        size = {"M": speeds * speeds, "rhs": speeds, "J": rows * speeds, "friction J": frictions * speeds}
        size |= {"gamma": rows, "g": rows, "gd": rows}
        start, at = {}, 0
        for key, length in size.items():
            start[key], at = at, at + length
        self.layout.sizes["matrices"] = at + 1  # the last for entries of lanes that hang on what does not move

        def column(sub: SubsystemEquations, k: int, c: int) -> list[int | None]:
            if k in sub.own.links:
                links = [m.links[sub.own.links.index(k)] for m in sub.members]
                return [places[self.mechanism.links[lane].speeds[c].name] for lane in links]
            carriers, of = sub.moving_carriers(k), self.mechanism.links
            return [None if link is None else places[of[link].speeds[c].name] for link in carriers]

        def entry(block: str, rows_of: Sequence[int | None], columns: Sequence[int | None]) -> Place:
            pairs = zip(rows_of, columns, strict=True)
            return Place(
                "out", tuple(at if p is None or q is None else start[block] + p * speeds + q for p, q in pairs)
            )

        for sub in self.equations.subsystems:
            for friction in sub.frictions:
                offsets = tuple(self.layout.frictions[name] for name in friction.row.twins)
                for (k, c), value in friction.row.J.items():
                    at_entry = entry("friction J", offsets, column(sub, k, c))
                    self.store("matrices", sub, ("friction J", friction.element, k, c), value, at_entry)
            for ((_, k, c), (_, j, d)), value in sub.system.mass.items():
                a, b = column(sub, k, c), column(sub, j, d)
                for x, y, mark in ((a, b, 0), (b, a, 1)):
                    self.store("matrices", sub, ("M", k, c, j, d, mark), value, entry("M", x, y))
            for (_, k, c), value in sub.system.right.items():
                self.store(
                    "matrices", sub, ("right", k, c), value, entry("rhs", [0] * sub.sheet.lanes, column(sub, k, c))
                )
            for row in sub.rows:
                offsets = self._row_offsets(row)
                for key, value in (("gamma", row.gamma), ("g", row.g), ("gd", row.gd)):
                    place = Place("out", tuple(start[key] + o for o in offsets))
                    self.store("matrices", sub, (key, "all", row.name), value, place)
                for (k, c), value in row.J.items():
                    self.store("matrices", sub, ("J", row.name, k, c), value, entry("J", offsets, column(sub, k, c)))


def _enumerated(places: list[Place], values: list[Scalar]) -> list[tuple[Place, int, Scalar]]:
    return [(place, c, value) for c, (place, value) in enumerate(zip(places, values, strict=True))]
