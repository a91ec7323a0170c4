"""The equations of motion of a subsystem: composite inertias, mass matrix, elimination, substitution."""

from __future__ import annotations

from collections.abc import Sequence

from jounce.equations.independent_speeds import solve_for_independent_speeds
from jounce.equations.motions.elastic_motion import elastic_motion_inertia, with_attached
from jounce.equations.motions.shape_inertia import Effective
from jounce.equations.motions.tabulated_motion import tabulated_motion_inertia
from jounce.equations.recursive.elimination import SymmetricEquations, Unknown, eliminate_unknowns
from jounce.equations.recursive.mass_shapes import (
    is_massless_shape,
    mass_shape,
    mass_shape_of_spinner,
    mass_shape_with_spinners,
)
from jounce.equations.recursive.stages import NO_WRENCH, ClosureRow, FrictionRow, Masses, System
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.graph import Scalar
from jounce.mechanism import OUTSIDE
from jounce.spatial.inertia import Inertia, add_inertias, body_inertia, momentum_of_inertia, multiply_inertia_tensor
from jounce.spatial.inertia import Symmetric as Tensor
from jounce.spatial.motion import (
    Wrench,
    add_motions,
    motion_acceleration_at,
    motion_cross,
    motion_power,
    subtract_motions,
)
from jounce.spatial.vector import ZERO, Vec3, add, cross, scale_vector, vector_difference

Outflow = dict[int, tuple[Inertia | None, Wrench]]  # on links of the interface
WEIGHTLESS = Inertia(0.0, ZERO, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))


def write_dynamics(sub: SubsystemEquations) -> System:
    """Composite inertias and forces from the leaves down, then the equations, then their elimination."""
    masses, composite, force = _weigh_bodies(sub)
    for group in sub.below:
        hand_dynamics_to_interface(group, sub, composite, force)
    outflow, felt = _gather(sub, masses, composite, force)
    for k, (inertia, wrench) in outflow.items():
        if inertia:
            for i, value in enumerate([inertia.m, *inertia.h, *inertia.I]):
                sub.sheet.outputs["composite", k, i] = value
        for i, value in enumerate([*wrench[0], *wrench[1]]):
            sub.sheet.outputs["outflow", k, i] = value
    mass, right = _equations_of_speeds(sub, masses, felt, composite, force)
    return _eliminate(sub, masses, outflow, mass, right)


def write_recursive_equations(
    sub: SubsystemEquations,
) -> tuple[dict[tuple[Unknown, Unknown], Scalar], dict[Unknown, Scalar]]:
    """Mass matrix, lower half, and right-hand side of a model that is written in one piece."""
    masses, composite, force = _weigh_bodies(sub)
    _, felt = _gather(sub, masses, composite, force)
    return _equations_of_speeds(sub, masses, felt, composite, force)


def write_dynamics_of_route(
    sub: SubsystemEquations,
    mass: dict[tuple[Unknown, Unknown], Scalar],
    right: dict[Unknown, Scalar],
    order: Sequence[Unknown] | None = None,
) -> System:
    """The elimination of equations that another route has written in one piece, in an order of its own."""
    masses, _, _ = _weigh_bodies(sub)  # for energies and reactions
    return _eliminate(sub, masses, {}, mass, right, order)


def write_dynamics_by_independent(
    sub: SubsystemEquations, mass: dict[tuple[Unknown, Unknown], Scalar], right: dict[Unknown, Scalar]
) -> System:
    """Returns the same equations solved for independent speeds."""
    masses, _, _ = _weigh_bodies(sub)
    _push_with_friction(sub, right)
    factors = solve_for_independent_speeds(sub, mass, right)
    return System(masses, {}, mass, right, factors, {}, ())


def _weigh_bodies(sub: SubsystemEquations) -> tuple[Masses, dict[int, Inertia], dict[int, Wrench]]:
    """Inertias of all bodies; what each link carries so far, and the force that takes."""
    masses = Masses({}, {}, {})
    composite: dict[int, Inertia] = {}
    force: dict[int, Wrench] = {}
    for k in sub.own.links:
        if sub.mechanism.links[k].from_tables or sub.mechanism.links[k].bends:
            masses.inertia[k], bias = WEIGHTLESS, NO_WRENCH
            masses.effective[k] = _effective(sub, k)
            composite[k] = WEIGHTLESS
        elif is_massless_shape(sub, k):
            masses.inertia[k] = composite[k] = WEIGHTLESS
            bias = NO_WRENCH
        else:
            masses.inertia[k], bias = _weigh(sub, k, *mass_shape(sub, k))
            if sub.mechanism.is_spinner(k):
                masses.spinners[k] = mass_shape_of_spinner(sub, k)
                composite[k], bias = WEIGHTLESS, (masses.spinners[k].gyration, ZERO)
            else:
                composite[k], bias = _weigh(sub, k, *mass_shape_with_spinners(sub, k))
        force[k] = subtract_motions(bias, sub.loads.on(k))
    return masses, composite, force


def _gather(
    sub: SubsystemEquations, masses: Masses, composite: dict[int, Inertia], force: dict[int, Wrench]
) -> tuple[Outflow, dict[int, Effective]]:
    """Add what each link carries to its carrier, from the leaves down; what the interface has to carry is given.

    And what parameters of shapes feel: those of a body that bends also feel all that hangs on its frames.
    """
    outflow: Outflow = {}
    felt = dict(masses.effective)

    def flow_out(k: int, inertia: Inertia | None, needed: Wrench) -> None:
        I, f = outflow.get(k, (None, NO_WRENCH))
        outflow[k] = (add_inertias(I, inertia) if I and inertia else inertia or I, add_motions(f, needed))

    for k in reversed(sub.own.links):
        parent = sub.mechanism.links[k].parent
        whole, needed = composite[k], force[k]
        if k in masses.effective:  # the linkage behind a carrier that tables lead, or a body that bends
            whole, needed = (
                add_inertias(whole, masses.effective[k].inertia),
                add_motions(needed, masses.effective[k].wrench),
            )
        if sub.mechanism.links[k].attached:
            felt[parent] = with_attached(felt[parent], sub.motion[k], whole, needed)
        if parent in composite:
            if k not in masses.spinners:  # the mass of a spinner is its carrier's
                composite[parent] = add_inertias(composite[parent], whole)
            force[parent] = add_motions(force[parent], needed)
        elif parent != OUTSIDE:
            flow_out(parent, None if k in masses.spinners else whole, needed)
    for k, w in sub.loads.wrenches.items():
        if k not in sub.own.links:  # a strut pushes on the body that carries it
            flow_out(k, None, subtract_motions(NO_WRENCH, w))
    return outflow, felt


def _effective(sub: SubsystemEquations, k: int) -> Effective:
    """The linkage behind a carrier led by tables, or a body that bends."""
    link, reference = sub.mechanism.links[k], sub.mechanism.reference[k]
    parent, V_B = sub.motion_of(link.parent), sub.reference_velocity(reference)
    A = add_motions(parent.A, motion_cross(V_B, parent.U))
    if reference == OUTSIDE:
        A = (A[0], vector_difference(A[1], sub.gravity))
    inertia_of = elastic_motion_inertia if link.bends else tabulated_motion_inertia
    return inertia_of(sub.parts[id(link.joint)], parent, add_motions(V_B, parent.U), A, sub.q[k], sub.s[k])


def _weigh(sub: SubsystemEquations, k: int, mass: Scalar, c: Vec3, I: Tensor) -> tuple[Inertia, Wrench]:
    """Inertia of a body, and its inertial force with all unknown accelerations zero.

    Newton and Euler at the centre of mass, gravity as an acceleration of the frame: f = m a_c,
    n = I alpha + w x I w + c x f.
    """
    reference = sub.mechanism.reference[k]
    m, V_B = sub.motion[k], sub.reference_velocity(reference)
    V, A = add_motions(V_B, m.U), add_motions(m.A, motion_cross(V_B, m.U))
    a_c = motion_acceleration_at(V, A, c)
    if reference == OUTSIDE:
        a_c = vector_difference(a_c, sub.gravity)
    f = scale_vector(mass, a_c)
    n = add(multiply_inertia_tensor(I, A[0]), cross(V[0], multiply_inertia_tensor(I, V[0])))
    return body_inertia(mass, c, I), (add(n, cross(c, f)), f)


def hand_dynamics_to_interface(
    sub: SubsystemEquations, interface: SubsystemEquations, composite: dict[int, Inertia], force: dict[int, Wrench]
) -> None:
    """Hand the interface what hangs on it."""
    for k, (inertia, _) in sub.system.outflow.items():
        for carrier, lanes in sub.carriers(k).items():
            if inertia:
                ten = [interface.sum_from_below(sub, ("composite", k, i), lanes) for i in range(10)]
                whole = Inertia(ten[0], tuple(ten[1:4]), tuple(ten[4:]))  # type: ignore[arg-type]
                composite[carrier] = add_inertias(composite[carrier], whole)
            six = [interface.sum_from_below(sub, ("outflow", k, i), lanes) for i in range(6)]
            force[carrier] = add_motions(force[carrier], (tuple(six[:3]), tuple(six[3:])))  # type: ignore[arg-type]


def _equations_of_speeds(
    sub: SubsystemEquations,
    masses: Masses,
    felt: dict[int, Effective],
    composite: dict[int, Inertia],
    force: dict[int, Wrench],
) -> tuple[dict[tuple[Unknown, Unknown], Scalar], dict[Unknown, Scalar]]:
    """Entries of the mass matrix, lower half, and the right-hand side."""
    mass: dict[tuple[Unknown, Unknown], Scalar] = {}
    rights: dict[Unknown, Scalar] = {}
    for k in sub.own.links:
        for c, S in enumerate(sub.motion[k].S):
            turning = masses.spinners.get(k)
            F = (turning.column, ZERO) if turning else momentum_of_inertia(composite[k], S)
            table = felt.get(k)
            for j in sub.mechanism.path(k):
                for d, S_j in enumerate(sub.columns(j, k)):
                    if j != k or d <= c:
                        entry = turning.own if turning and j == k else motion_power(S_j, F)
                        if table:
                            entry = entry + (table.H[c, d] if j == k else motion_power(S_j, table.F[c]))
                        mass[("speed", k, c), ("speed", j, d)] = entry
            pushed = motion_power(S, force[k]) if not turning else turning.bias - motion_power(S, sub.loads.on(k))
            right = sub.loads.efforts.get((k, c), 0.0) - pushed - (table.bias[c] if table else 0.0)
            rights["speed", k, c] = right
    return mass, rights


def _eliminate(
    sub: SubsystemEquations,
    masses: Masses,
    outflow: Outflow,
    mass: dict[tuple[Unknown, Unknown], Scalar],
    right: dict[Unknown, Scalar],
    order: Sequence[Unknown] | None = None,
) -> System:
    """Add friction, rows and what hangs below, then eliminate all unknowns but those of the interface."""
    _push_with_friction(sub, right)
    system = SymmetricEquations()
    known: dict[Unknown, Scalar] = {("speed", *column): value for column, value in sub.known.items()}
    for (i, j), entry in mass.items():
        if i not in known and j not in known:
            system.add(i, j, entry)
    for i, value in right.items():
        if i not in known:
            system.add_rhs(i, value)
    for (i, j), entry in mass.items():  # inertia of what moves as an input asks
        for a, b in ((i, j), (j, i)):
            if a in known and b not in known:
                system.add_rhs(b, -(entry * known[a]))
    alone: dict[Unknown, Scalar] = {}
    for row in (row for row in sub.rows if row.drives is None):
        key = row.unknown
        alone[key] = row.s - 1.0
        for (k, c), entry in row.J.items():
            system.add(key, ("speed", k, c), row.s * entry)
        system.add(key, key, alone[key])
        system.add_rhs(key, -(row.s * drift_of_row(sub, row)))
    for friction in sub.frictions:
        _add_friction(sub, friction, system)
    for group in sub.below:
        add_dynamics_to_interface(group, sub, system)
        for row in (row for row in group.rows if row.shared):
            for lane, name in enumerate(row.twins):
                alone["row", name] = sub.from_below(group, ("alone", row.unknown), lane)
    paired = _paired(sub) if order is None else {}
    factors = eliminate_unknowns(system, _order(sub) if order is None else order, alone, paired)
    border = tuple(u for u in system.K if u not in factors.inverse)
    for place, a in enumerate(border):
        sub.sheet.outputs["left rhs", a] = system.rhs.get(a, 0.0)
        for b in border[: place + 1]:
            if b in system.K[a]:
                sub.sheet.outputs["left", a, b] = system.K[a][b]
    for row in (row for row in sub.rows if row.shared):
        sub.sheet.outputs["alone", row.unknown] = factors.alone[row.unknown]
    return System(masses, outflow, mass, right, factors, dict(system.rhs), border)


def drift_of_row(sub: SubsystemEquations, row: ClosureRow) -> Scalar:
    """Tells what the accelerations have to make up for: J sd = -drift. [Baumgarte 1972]"""
    stabilise = sub.general_value("solver.stabilisation")
    return row.gamma + stabilise * (2.0 * row.gd + stabilise * row.g)


def _push_with_friction(sub: SubsystemEquations, right: dict[Unknown, Scalar]) -> None:
    """The given force of friction that slides."""
    for friction in sub.frictions:
        for (k, c), entry in friction.row.J.items():
            if k in sub.own.links:
                right["speed", k, c] = right["speed", k, c] - entry * friction.T


def _add_friction(sub: SubsystemEquations, friction: FrictionRow, system: SymmetricEquations) -> None:
    """Its row, on while it sticks; and what it does to speeds of the interface, which have their own equations."""
    row = friction.row
    for (k, c), entry in row.J.items():
        system.add(row.unknown, ("speed", k, c), row.s * entry)
        if k not in sub.own.links:
            system.add_rhs(("speed", k, c), -(entry * friction.T))
    system.add(row.unknown, row.unknown, row.s - 1.0)
    stabilise = sub.general_value("solver.stabilisation")
    system.add_rhs(row.unknown, -(row.s * (row.gamma + 2.0 * stabilise * row.gd)))


def add_dynamics_to_interface(
    sub: SubsystemEquations, interface: SubsystemEquations, system: SymmetricEquations
) -> None:
    """Add what the elimination of this subsystem leaves to the interface's equations."""
    for i, a in enumerate(sub.system.border):
        for here, lanes in sub.in_interface(a).items():
            system.add_rhs(here, interface.sum_from_below(sub, ("left rhs", a), lanes))
            for b in sub.system.border[: i + 1]:
                for there, others in sub.in_interface(b).items():
                    both = [lane for lane in lanes if lane in others]
                    if both and ("left", a, b) in sub.sheet.outputs:
                        system.add(here, there, interface.sum_from_below(sub, ("left", a, b), both))


def _paired(sub: SubsystemEquations) -> dict[Unknown, Unknown]:
    """Speeds with a friction of their own: the two are eliminated together. A second one on the same speed waits."""
    found: dict[Unknown, Unknown] = {}
    for friction in sub.frictions:
        if len(friction.row.J) == 1 and not friction.row.shared:
            ((k, c),) = friction.row.J
            found.setdefault(("speed", k, c), friction.row.unknown)
    return found


def _order(sub: SubsystemEquations) -> list[Unknown]:
    """Speeds from the leaves down; a row as soon as the last of its speeds is gone, here or in the interface."""
    together = {*_paired(sub).values()}
    rows = [row for row in sub.every_row if row.drives is None and not row.shared and row.unknown not in together]
    waiting = {row.unknown: {("speed", *kc) for kc in row.J} for row in rows}
    for group in sub.below:
        for row in group.shared_rows:
            for lane, name in enumerate(row.twins):
                here = {(group.moving_carriers(k)[lane], c) for k, c in row.J if k not in group.own.links}
                waiting["row", name] = {("speed", k, c) for k, c in here if k is not None and k in sub.own.links}
    order: list[Unknown] = [unknown for unknown, needs in waiting.items() if not needs]
    for unknown in order:
        del waiting[unknown]
    for k in reversed(sub.own.links):
        for c in reversed(range(len(sub.motion[k].S))):
            if (k, c) in sub.known:
                continue
            order.append(("speed", k, c))
            ready = []
            for unknown, needs in waiting.items():
                needs.discard(("speed", k, c))
                if not needs:
                    ready.append(unknown)
            order += ready
            for unknown in ready:
                del waiting[unknown]
    return order


def write_dynamics_solution(sub: SubsystemEquations) -> dict[Unknown, Scalar]:
    """Accelerations and multipliers, by substituting back."""
    known: dict[Unknown, Scalar] = {u: sub.found_by_interface(("solved",), u) for u in sub.system.border}
    solution = sub.system.factors.solve(sub.system.reduced, known)
    solution |= {("speed", *column): value for column, value in sub.known.items()}
    if sub.is_interface:
        for unknown, value in solution.items():
            sub.sheet.outputs["solved", unknown] = value
    return solution
