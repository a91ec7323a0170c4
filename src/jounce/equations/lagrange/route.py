"""Write the equations of motion by Lagrange's formalism: joint coordinates, their rates as speeds, trace forms."""

from __future__ import annotations

from jounce.equations.lagrange.chains import motions_of_chains, write_chains
from jounce.equations.lagrange.trace_forms import pseudo_inertia, times_pseudo_inertia, trace_form, weight_of_trace
from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.mass_shapes import design_mass_shape
from jounce.equations.recursive.stages import ClosureRow
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.equations.route import EquationsOfSpeeds, Route, differentiated_rows, with_angles
from jounce.graph import Scalar
from jounce.parts.citation import Citation
from jounce.spatial.motion import motion_power


def write_rows(sub: SubsystemEquations, from_ground: bool) -> tuple[ClosureRow, ...]:
    """Loops in the frame of the base body that both branches share, or in the ground's. [eq. 39-43]"""
    return differentiated_rows(sub, motions_of_chains, from_ground)


def write_equations(sub: SubsystemEquations) -> EquationsOfSpeeds:
    """a_ki and the right-hand side, body by body."""
    chains = write_chains(sub)
    mass: dict[tuple[Unknown, Unknown], Scalar] = {}
    right: dict[Unknown, Scalar] = {
        ("speed", k, c): sub.loads.efforts.get((k, c), 0.0) for k in sub.own.links for c in range(len(sub.s[k]))
    }
    for body in sub.mechanism.model.bodies:
        k = sub.mechanism.index(body.name)
        chain, H = chains[k], pseudo_inertia(*design_mass_shape(sub, k))
        columns = list(chain.by.items())
        for at, (column, B_k) in enumerate(columns):
            unknown: Unknown = ("speed", *column)
            pushed = motion_power(chain.twist(B_k), sub.loads.on(k)) if k in sub.loads.wrenches else 0.0
            right[unknown] = right[unknown] + pushed
            if body.massless:
                continue
            BH = times_pseudo_inertia(B_k, H)
            right[unknown] = right[unknown] + weight_of_trace(BH, sub.gravity) - trace_form(BH, chain.bias)
            for other, B_i in columns[: at + 1]:
                place = (unknown, ("speed", *other))
                mass[place] = mass.get(place, 0.0) + trace_form(BH, B_i)
    return mass, right


LAGRANGE_ROUTE = Route(
    name="lagrange",
    title="Lagrange's equations on homogeneous transformations",
    source=Citation("Szczotka 2007", "eq. 1-43"),
    own_model=with_angles,  # Lagrange's speeds are the rates of coordinates
    write_rows=write_rows,
    write_equations=write_equations,
)
