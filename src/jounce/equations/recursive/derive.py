"""From a mechanism to kernels: the production route.

Recursive, in the frame of each tree's reference body, with subsystem synthesis: every group of corners is
eliminated down to the interface, the interface is solved, the corners substitute back. Five kernels:

    rhs       out = d(state)/dt; leaves the factors in `work`
    gap       out = position residuals, then velocity residuals, of the rows that are on
    correct   out = state after one mass-weighted Newton step with the last factors and residuals
    observe   out = channels
    matrices  out = mass matrix, right-hand side, Jacobian, velocity terms, residuals (all rows)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from jounce.equations.driving_efforts import write_driven_accelerations, write_driving_efforts
from jounce.equations.layout import Layout, lay_out_kernels
from jounce.equations.recursive.closure_rows import write_closure_rows, write_frictions
from jounce.equations.recursive.dynamics import (
    write_dynamics,
    write_dynamics_by_independent,
    write_dynamics_of_route,
    write_dynamics_solution,
)
from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.forces import add_handed_forces, evaluate_forces
from jounce.equations.recursive.kernels import Equations, KernelWriter
from jounce.equations.recursive.subsystem import INTERFACE, SubsystemEquations
from jounce.equations.route import INDEPENDENT, MULTIPLIERS, RECURSIVE, Route, find_route, refuse_by_route
from jounce.graph.collection import collect_garbage_later
from jounce.mechanism import OUTSIDE, Mechanism, connect_mechanism, driven_coordinates
from jounce.mechanism.subsystems import interface_of_subsystems
from jounce.model import Model
from jounce.parts import GROUND

KERNELS = ("rhs", "gap", "correct", "observe", "matrices")


@collect_garbage_later()
def derive_equations(model: Model, subsystems: bool = True, route: str = RECURSIVE) -> Equations:
    """Write all equations of a model; another route first puts it into its own coordinates."""
    mechanism = connect_by_route(model, subsystems, route)
    layout = lay_out_kernels(mechanism)
    written = write_subsystems if route == RECURSIVE else partial(write_one_piece, find_route(route))
    equations = Equations(mechanism, layout, written(mechanism, layout))
    writer = KernelWriter(equations)
    writer.rhs()
    writer.gap()
    writer.correct()
    writer.observe()
    writer.matrices()
    layout.sizes["shared work"] = writer.work
    return equations


def connect_by_route(model: Model, subsystems: bool, route: str) -> Mechanism:
    """Routes besides this one write a model in one piece, in their coordinates and in the frame of the ground.

    Reactions are told in the axes of the same bodies by every route.
    """
    if route == RECURSIVE:
        return connect_mechanism(model, subsystems)
    if not route.startswith(RECURSIVE):
        refuse_by_route(route, model)
    written, before = find_route(route), connect_mechanism(model, subsystems=False)
    told = {link.body: before.links[k].body for link, k in zip(before.links, before.axes, strict=True) if k != OUTSIDE}
    own = connect_mechanism(written.own_model(model), subsystems=False, from_ground=written.from_ground)
    axes = tuple(own.index(told.get(link.body, GROUND)) for link in own.links)
    return replace(own, axes=axes)


def write_one_piece(route: Route, mechanism: Mechanism, layout: Layout) -> list[SubsystemEquations]:
    """The equations of a whole model as another route writes them; forces are evaluated and observed as here."""
    whole = SubsystemEquations(mechanism, layout, INTERFACE, (mechanism.interface,))
    whole.watches_attitudes = True
    whole.write_kinematics()
    whole.export_reference()
    whole.loads = evaluate_forces(whole)
    whole.rows = route.write_rows(whole, route.rows_from_ground)
    whole.frictions = write_frictions(whole)
    if route.elimination == INDEPENDENT:
        whole.rows = tuple(replace(row, s=1.0) for row in whole.rows)  # numbers choose the rows that hold once for all
        whole.system = write_dynamics_by_independent(whole, *route.write_equations(whole))
    else:
        order = multipliers_order(whole) if route.elimination == MULTIPLIERS else None
        whole.system = write_dynamics_of_route(whole, *route.write_equations(whole), order)
    whole.solution = write_dynamics_solution(whole)
    return [whole]


def multipliers_order(sub: SubsystemEquations) -> list[Unknown]:
    """Speeds of subsystems, their rows, then speeds of reference bodies, and last the rows that hold these.

    What the first two leave to the reference bodies is their effective inertia and force. [Kim, eq. 22-24]
    """
    links = sub.mechanism.links
    reference = set(interface_of_subsystems(sub.mechanism.model, list(links), list(sub.mechanism.axes)))
    inner = [k for k in sub.own.links if k not in reference]
    outer = [k for k in sub.own.links if k in reference]
    own = [row.unknown for row in sub.every_row if not any(k in reference for k, _ in row.J)]
    shared = [row.unknown for row in sub.every_row if row.unknown not in own]

    def speeds(some: list[int]) -> list[Unknown]:
        return [("speed", k, c) for k in reversed(some) for c in range(len(sub.s[k]))]

    return [*speeds(inner), *own, *speeds(outer), *shared]


def write_subsystems(
    mechanism: Mechanism, layout: Layout, driven: Mapping[str, Any] | None = None
) -> list[SubsystemEquations]:
    """Write the equations of all subsystems, the interface's first; without `driven`, of those that inputs drive."""
    known = driven_coordinates(mechanism) if driven is None else driven
    write = partial(SubsystemEquations, mechanism, layout, driven=known)
    groups = [write(n, g.members) for n, g in enumerate(mechanism.groups, 1)]
    interface = write(INTERFACE, (mechanism.interface,), groups, homes=groups)
    elements = [write(n, g.members, homes=groups) for n, g in enumerate(mechanism.elements, 1 + len(groups))]
    for group in groups:
        group.interface = interface
    everything = [interface, *groups, *elements]
    interface.write_kinematics()
    interface.export_reference()
    for group in groups:
        group.write_kinematics()
    for sub in everything:
        sub.loads = evaluate_forces(sub)
    for group in groups:
        group.loads = add_handed_forces(group, group.loads, interface, elements)
    for sub in everything:
        sub.rows = write_closure_rows(sub)
        sub.frictions = write_frictions(sub)
        sub.known = write_driven_accelerations(sub)
    for sub in [*groups, *elements, interface]:
        sub.system = write_dynamics(sub)
    for sub in everything:
        sub.solution = write_dynamics_solution(sub)
    for sub in [*groups, interface]:
        sub.solution |= write_driving_efforts(sub)
    return everything
