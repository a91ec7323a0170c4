"""Write the equations of motion in quasi-velocities: M p' + C p + F = Q_p. [Ciglaric, eq. 9-17, corrected]

With the momenta m = M p and the kinetic energy T = p . m / 2, both functions of q and p,

    C p = (dm/dq) V p - V^T dT/dq - (sum over i, k of a^k_ij p_i m_k)_j        F = V^T dE/dq

The paper prints the half of (15) with a plus, and V^T in its last term; with these a hinge would have three halves of
its velocity term, and a free body would not follow Euler's equations.
"""

from __future__ import annotations

from jounce.equations.poincare.quasi_velocities import brackets, rate_columns
from jounce.equations.poincare.velocity_maps import (
    BodyShare,
    body_shares,
    motions_of_moved_bodies,
    write_moved_bodies,
)
from jounce.equations.recursive.stages import ClosureRow, Column
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.equations.route import EquationsOfSpeeds, Route, coordinate_changes, differentiated_rows
from jounce.graph import Scalar, jacobian
from jounce.graph.derivative import tangent
from jounce.model import Model
from jounce.parts.citation import Citation
from jounce.spatial.motion import motion_power
from jounce.spatial.vector import dot


def write_rows(sub: SubsystemEquations, from_ground: bool) -> tuple[ClosureRow, ...]:
    """Loops, differentiated, in the frame of the body that both branches share or in the ground's."""
    return differentiated_rows(sub, motions_of_moved_bodies, from_ground)


def write_equations(sub: SubsystemEquations) -> EquationsOfSpeeds:
    """M and Q_p - C p - F."""
    p = _speeds(sub)
    inertia = _inertia(body_shares(sub))
    momenta: dict[Column, Scalar] = dict.fromkeys(p, 0.0)
    for (one, other), entry in inertia.items():
        momenta[one] = momenta[one] + entry * p[other]
        if one != other:
            momenta[other] = momenta[other] + entry * p[one]
    right = _forces(sub, p)
    for column, value in _velocity_terms(sub, p, momenta).items():
        right[column] = right[column] - value
    for column, value in _along_columns(sub, potential_energy(sub)).items():  # F = V^T dE/dq [eq. 16]
        right[column] = right[column] - value
    return (
        {(("speed", *one), ("speed", *other)): entry for (one, other), entry in inertia.items()},
        {("speed", *column): value for column, value in right.items()},
    )


def _speeds(sub: SubsystemEquations) -> dict[Column, Scalar]:
    return {(k, c): s for k in sub.own.links for c, s in enumerate(sub.s[k])}


def _inertia(shares: list[BodyShare]) -> dict[tuple[Column, Column], Scalar]:
    """M = H^T Phi^T M0 Phi H, lower half. [eq. 14]"""
    found: dict[tuple[Column, Column], Scalar] = {}
    for share in shares:
        columns = list(share.columns)
        for at, one in enumerate(columns):
            for other in columns[: at + 1]:
                found[one, other] = found.get((one, other), 0.0) + share.inertia(one, other)
    return found


def _velocity_terms(
    sub: SubsystemEquations, p: dict[Column, Scalar], momenta: dict[Column, Scalar]
) -> dict[Column, Scalar]:
    """C p. [eq. 15, corrected]"""
    found = dict(zip(momenta, tangent(list(momenta.values()), coordinate_changes(sub)), strict=True))
    energy: Scalar = 0.0
    for column, momentum in momenta.items():
        energy = energy + 0.5 * (p[column] * momentum)
    for column, slope in _along_columns(sub, energy).items():
        found[column] = found[column] - slope
    for k in sub.own.links:
        for i, j, c, factor in brackets(sub, k):
            found[k, j] = found[k, j] - factor * p[k, i] * momenta[k, c]
    return found


def _along_columns(sub: SubsystemEquations, function: Scalar) -> dict[Column, Scalar]:
    """V^T d function / dq, speeds held."""
    symbols = [(k, row, q) for k in sub.own.links for row, q in enumerate(sub.q[k])]
    slopes = jacobian([function], [q for *_, q in symbols])  # type: ignore[misc]
    by_coordinate = {symbols[at][:2]: slope for (_, at), slope in slopes.items()}
    found: dict[Column, Scalar] = {}
    for k in sub.own.links:
        for c, column in enumerate(rate_columns(sub, k)):
            total: Scalar = 0.0
            for row, entry in enumerate(column):
                total = total + entry * by_coordinate.get((k, row), 0.0)
            found[k, c] = total
    return found


def potential_energy(sub: SubsystemEquations) -> Scalar:
    """E, that of gravity."""
    energy: Scalar = 0.0
    for share in body_shares(sub):
        energy = energy - share.mass * dot(sub.gravity, share.centre)
    return energy


def _forces(sub: SubsystemEquations, p: dict[Column, Scalar]) -> dict[Column, Scalar]:
    """Q_p: the power of all forces for each unit of speed. [eq. 17]"""
    bodies = write_moved_bodies(sub)
    found = {column: sub.loads.efforts.get(column, 0.0) for column in p}
    for k, wrench in sub.loads.wrenches.items():
        for column, S in bodies[k].shifted((0.0, 0.0, 0.0)).items():
            found[column] = found[column] + motion_power(S, wrench)
    return found


def _own_model(model: Model) -> Model:
    """Any coordinates will do."""
    return model


POINCARE_ROUTE = Route(
    name="poincare",
    title="Poincare's equations in quasi-velocities",
    source=Citation("Ciglaric", "eq. 4-17, corrected"),
    own_model=_own_model,
    write_rows=write_rows,
    write_equations=write_equations,
)
