"""Routes: how the equations of motion are written and solved. Each takes any model, and gives the same kernels.

A route has a formulation, which says what the coordinates are and how mass matrix, forces and loop rows are written.
Parts, tree and forces before it are the same for all; so are kernels, integrators and channels behind it. The
production route writes by subsystems; the others write a model in one piece, in the ground's frame.

A word behind the formulation changes one thing, as in `lagrange/global`:

    multipliers   speeds are eliminated first, then rows, then reference bodies
                  [Kim, eq. 20-24; Szczotka 2004, eq. 2.23-2.24]
    independent   dependent speeds follow from independent ones, and only these are solved for [Kim, eq. 25-31]
    global        loop rows are written in the ground's frame, not in that of the body that both branches share
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from jounce.equations.coordinate_rates import coordinate_rates
from jounce.equations.recursive.closure_rows import drive_row, tie_row, write_closure_rows
from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.stages import ClosureRow
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.graph import Expression, Scalar, jacobian
from jounce.graph.derivative import tangent
from jounce.mechanism import OUTSIDE, Mechanism
from jounce.mechanism.tree import bends, is_attached, spanning_tree
from jounce.model import Model
from jounce.parts.citation import Source
from jounce.parts.joints.joint_rows import joint_rows
from jounce.spatial.motion import Wrench
from jounce.spatial.relative_motion import RelativeMotion
from jounce.spatial.rotation import turn
from jounce.spatial.vector import ZERO, add, cross

RECURSIVE = "recursive"  # the production route
# formulation: where its record is
FORMULATIONS = {
    RECURSIVE: ("recursive", "RECURSIVE_ROUTE"),
    "lagrange": ("lagrange", "LAGRANGE_ROUTE"),
    "poincare": ("poincare", "POINCARE_ROUTE"),
    "relative_cartesian": ("relative_cartesian", "RELATIVE_ROUTE"),
    "absolute_cartesian": ("relative_cartesian", "ABSOLUTE_ROUTE"),
}
SPARSE, MULTIPLIERS, INDEPENDENT = "sparse", "multipliers", "independent"
GLOBAL = "global"
TITLES = {
    MULTIPLIERS: "speeds eliminated first, then the reactions of loops",
    INDEPENDENT: "solved for independent speeds, the others follow",
    GLOBAL: "loops in the ground's frame",
}
ROUTES = (
    *FORMULATIONS,
    *(f"{name}/{word}" for name in FORMULATIONS for word in (MULTIPLIERS, INDEPENDENT)),
    *(f"{name}/{GLOBAL}" for name in FORMULATIONS if name != RECURSIVE),
)
EquationsOfSpeeds = tuple[dict[tuple[Unknown, Unknown], Scalar], dict[Unknown, Scalar]]  # lower half of M; right side
MotionsInFrame = Callable[[SubsystemEquations, int], Mapping[int, RelativeMotion]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """How a model is written in one piece."""

    name: str
    title: str
    source: Source
    own_model: Callable[[Model], Model]  # the model in the coordinates of the route
    write_rows: Callable[[SubsystemEquations, bool], tuple[ClosureRow, ...]]  # with the frame: the ground's or a base's
    write_equations: Callable[[SubsystemEquations], EquationsOfSpeeds]
    elimination: str = SPARSE
    rows_from_ground: bool = False
    from_ground: bool = True  # whether motions are written in the ground's frame


def find_route(name: str) -> Route:
    """A route by name; of the recursive one, as it would be written in one piece."""
    require_route(name)
    formulation, _, word = name.partition("/")
    package, record = FORMULATIONS[formulation]
    route: Route = getattr(import_module(f"jounce.equations.{package}.route"), record)
    if not word:
        return route
    route = replace(route, name=name, title=f"{route.title}; {TITLES[word]}")
    return replace(route, rows_from_ground=True) if word == GLOBAL else replace(route, elimination=word)


def require_route(name: str) -> None:
    if name not in ROUTES:
        what = f"'{name}' is not known.{did_you_mean(name, ROUTES)}"
        raise ModelError("settings", [Problem("route", what, f"one of {', '.join(ROUTES)}")])


def refuse_by_route(route: str, model: Model) -> None:
    """What only the production route does: all of it that a model has, at once."""
    problems = []
    for body in model.bodies:
        if not body.gyroscopic:
            what = "its gyroscopic moment is left out, which only the recursive route can do"
            problems.append(Problem(f"bodies.{body.name}.gyroscopic", what, f"true, or route = '{RECURSIVE}'"))
    for joint in model.joints:
        if any(motion.from_tables for motion in getattr(joint, "motions", tuple)()):
            what = "tables lead it in place of links, which only the recursive route can do"
            problems.append(Problem(f"joints.{joint.name}", what, f"a car with its links, or route = '{RECURSIVE}'"))
        if bends(joint) or is_attached(joint):
            what = "it is of a body that bends, which only the recursive route can do"
            problems.append(Problem(f"joints.{joint.name}", what, f"a rigid body, or route = '{RECURSIVE}'"))
    if problems:
        raise ModelError(route, problems)


def with_angles(model: Model) -> Model:
    """The model with yaw, pitch and roll in place of quaternions, also for bodies that float by themselves."""
    links, _ = spanning_tree(model)
    known = {joint.name for joint in model.joints}
    floating = [link.joint for link in links if link.joint.name not in known]
    changed = [_by_angles(joint) for joint in model.joints]
    return model.with_joints([*changed, *(replace(joint, angles="zyx") for joint in floating)])


def _by_angles(joint: Any) -> Any:
    """With the rates of its coordinates as speeds."""
    if getattr(joint, "angles", "") == "quaternion":
        return replace(joint, angles="zyx")
    if getattr(joint, "speeds", "") == "along own axes":
        return replace(joint, speeds="of coordinates")
    return joint


def differentiated_rows(
    sub: SubsystemEquations, motions_in: MotionsInFrame, from_ground: bool
) -> tuple[ClosureRow, ...]:
    """The rows of closing parts from the rates of their residuals alone: J = dg'/ds, gamma = (dg'/dq) q'.

    In the frame of the last body that carries both ends only coordinates of the two branches are in a row.
    [Szczotka 2007, eq. 31-33, 40-43]; in the ground's frame there are all that move either end.
    [Szczotka 2004, eq. 2.11]
    """
    frames: dict[int, Mapping[int, RelativeMotion]] = {}

    def rows_of(part: Any) -> list[ClosureRow]:
        if not hasattr(part, "rows"):
            return [tie_row(sub, part)]
        a, b = (sub.mechanism.index(body) for body in (part.parent, part.child))
        base = OUTSIDE if from_ground else last_shared_link(sub.mechanism, a, b)
        if base not in frames:
            frames[base] = motions_in(sub, base)
        return _rows_in_frame(sub, part, base, frames[base][a], frames[base][b])

    return write_closure_rows(sub, lambda part: [drive_row(sub, part, row) for row in rows_of(part)])


def _rows_in_frame(
    sub: SubsystemEquations, part: Any, base: int, a: RelativeMotion, b: RelativeMotion
) -> list[ClosureRow]:
    """The rows of one part, whose two bodies move like that in the frame of a base body."""
    ends = {k for body in (part.parent, part.child) for k in sub.mechanism.path(sub.mechanism.index(body))}
    branches = sorted(ends - set(sub.mechanism.path(base)))
    speeds = [(k, c, s) for k in branches for c, s in enumerate(sub.s[k])]
    equations = joint_rows(part, a, b)
    slopes = jacobian([row.gd for row in equations], [s for *_, s in speeds])  # type: ignore[misc]
    gammas = tangent([row.gd for row in equations], coordinate_changes(sub, branches))
    return [
        ClosureRow(
            (),
            "",
            row.g,
            row.gd,
            gammas[i],
            {speeds[column][:2]: entry for (at, column), entry in slopes.items() if at == i},
            1.0,
            wrench=_wrench_in_ground(sub, base, row.wrench),
        )
        for i, row in enumerate(equations)
    ]


def last_shared_link(mechanism: Mechanism, a: int, b: int) -> int:
    """The last link that carries both, the base body (L) of two branches; OUTSIDE where only the ground does."""
    below = mechanism.path(b)
    return next((k for k in mechanism.path(a) if k in below), OUTSIDE)


def _wrench_in_ground(sub: SubsystemEquations, base: int, w: Wrench) -> Wrench:
    """A wrench given in the axes of a body at its origin."""
    if base == OUTSIDE:
        return w
    motion = sub.motion_of(base)
    force = turn(motion.R, w[1])
    return add(turn(motion.R, w[0]), cross(motion.position(ZERO), force)), force


def coordinate_changes(sub: SubsystemEquations, links: list[int] | None = None) -> dict[Expression, Scalar]:
    """Tells how fast the coordinates of links change, by coordinate."""
    return {
        symbol: rate  # type: ignore[misc]
        for k in (sub.own.links if links is None else links)
        for symbol, rate in zip(sub.q[k], coordinate_rates(sub, k, sub.s[k]), strict=True)
    }
